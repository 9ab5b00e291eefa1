"""Claims from files of every format, and rows that are none."""

import json
import sys
from types import ModuleType

import pytest

from theorems.regress import Claim, ClaimsFileError, Kind, judge
from theorems.regress.claim import Unread
from theorems.regress.rows import claim_of, rows

CLAIM = Claim("Laplace(2)", "epsilon", (("delta", "1e-5"),), "0.5", "upper", None, "replace", "first", "bits", "3")
CELLS = {
    "name": "first",
    "mechanism": "Laplace(2)",
    "quantity": "Epsilon",
    "delta": "1e-5",
    "value": "0.5",
    "direction": "UPPER",
    "adjacency": "replace",
    "unit": "bits",
    "sensitivity": "3",
    "note": "Table 2",
}


def read(tmp_path, name, text):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return list(rows(path))


def test_the_same_claim_is_read_from_csv_json_and_json_lines(tmp_path):
    header, line = ",".join(CELLS), ",".join(CELLS.values())

    assert read(tmp_path, "a.csv", f"\ufeff{header}\n{line}\n") == [CLAIM]
    assert read(tmp_path, "a.json", json.dumps([CELLS, CELLS], indent=2)) == [CLAIM, CLAIM]
    assert read(tmp_path, "a.jsonl", f"{json.dumps(CELLS)}\n\n{json.dumps(CELLS)}") == [CLAIM, CLAIM]


def test_a_bracket_is_two_columns_and_half_a_bracket_is_no_claim(tmp_path):
    whole, half = read(
        tmp_path, "a.csv", "mechanism,quantity,lower,upper\nLaplace(2),epsilon,0.4,0.6\nLaplace(2),epsilon,0.4,\n"
    )

    assert whole.bracket == ("0.4", "0.6")
    assert "bracket must be both ends" in half.reason


def test_a_number_in_json_is_a_double_and_states_17_digits(tmp_path):
    (claim,) = read(
        tmp_path, "a.jsonl", '{"mechanism": "Laplace(2)", "quantity": "epsilon", "value": 0.5, "delta": 1e-5}'
    )
    (nothing,) = read(tmp_path, "a.jsonl", '{"mechanism": "Laplace(2)", "quantity": "epsilon", "value": NaN}')

    assert claim.value == "5.0000000000000000e-1"
    assert claim.at == (("delta", "1e-5"),)
    assert nothing.value == "NaN"
    assert judge(nothing).kind is Kind.UNSOUND


def test_an_array_longer_than_what_is_read_at_once_comes_whole(tmp_path):
    many = [{**CELLS, "name": str(number)} for number in range(3000)]

    assert [claim.name for claim in read(tmp_path, "a.json", json.dumps(many))] == [
        str(number) for number in range(3000)
    ]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("[1, 2]", "row must be an object"),
        ("{", "row must be a JSON object on one line"),
        ('{"mechanism": ["x"]}', "mechanism must be text or a number"),
        ('{"mechanism": "Laplace(2)", "value": true}', "value must be text or a number"),
        ('{"mechanism": "Laplace(2)", "detla": 1}', "did you mean delta?"),
        ("[" * 100000, "row must be a JSON object on one line"),
        ('{"mechanism": "Laplace(2)", "value": 0.5, "value": 0.4}', "each column once, got value again"),
    ],
)
def test_a_line_of_json_that_is_no_claim_is_told_and_the_next_one_read(tmp_path, line, reason):
    good = json.dumps(CELLS)

    first, second, third = read(tmp_path, "a.jsonl", f"{good}\n{line}\n{good}\n")
    assert isinstance(second, Unread)
    assert reason in second.reason
    assert first == third == CLAIM


def test_a_row_of_csv_with_too_many_cells_or_bad_quotes_is_told_and_the_next_one_read(tmp_path):
    found = read(
        tmp_path, "a.csv", 'mechanism,quantity,value\na,b,c,d\nLaplace(2),epsilon,0.5\n"x"y,z\nLaplace(2),epsilon,0.5\n'
    )

    assert "row must have 3 cells, as the header, got 4" in found[0].reason
    assert found[1] == found[-1] == Claim("Laplace(2)", "epsilon", (), "0.5")
    assert "comma-separated text" in found[2].reason


def test_bytes_that_are_no_text_are_not_understood(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes(b"mechanism,quantity,value\nLaplace(\xff\x00),epsilon,0.5\n")

    (row,) = rows(path)
    assert isinstance(row, Unread) or judge(row).kind is Kind.NOT_UNDERSTOOD


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.doc", "", r"must end in \.csv, \.json"),
        ("a.csv", "", "must have the columns mechanism and quantity"),
        ("a.csv", "mechanism,value\n", "quantity is missing"),
        ("a.csv", "mechanism,quantity,valeu\n", "did you mean value?"),
        ("a.csv", "mechanism,quantity,value,value\n", "each column once"),
        ("a.json", '[{"mechanism": ', "must be a JSON array of objects"),
        ("a.json", "[{}", "ends with a bracket"),
        ("a.csv", '"mechanism,quantity,value\nLaplace(2),epsilon,0.5\n', "must begin with the names of its columns"),
        ("a.json", json.dumps(CELLS, indent=1), "or an object on each line"),
        ("a.csv", "mechanism,quantity,value\n", "got no claims"),
        ("a.json", "", "got no claims"),
        ("a.json", "[]", "got no claims"),
        ("a.jsonl", "\n\n", "got no claims"),
    ],
)
def test_a_file_that_is_none_of_claims_is_refused_as_a_whole(tmp_path, name, text, message):
    with pytest.raises(ClaimsFileError, match=message):
        read(tmp_path, name, text)


def test_a_file_that_does_not_exist_is_refused(tmp_path):
    with pytest.raises(ClaimsFileError, match="must be readable"):
        list(rows(tmp_path / "none.csv"))


def test_parquet_without_its_library_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "pyarrow", None)

    with pytest.raises(ClaimsFileError, match=r"pip install 'dpsym\[parquet\]'"):
        list(rows(tmp_path / "a.parquet"))


def test_parquet_comes_in_batches_with_numbers_as_doubles(tmp_path, monkeypatch):
    class Batch:
        def to_pylist(self):
            return [{"mechanism": "Laplace(2)", "quantity": "epsilon", "value": 0.5, "delta": None}]

    class ParquetFile:
        def __init__(self, path):
            self.schema_arrow = type("Schema", (), {"names": ["mechanism", "quantity", "value", "delta"]})

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

        def iter_batches(self, batch_size):
            yield from (Batch(), Batch())

    library, module = ModuleType("pyarrow"), ModuleType("pyarrow.parquet")
    library.ArrowException, library.parquet, module.ParquetFile = OSError, module, ParquetFile
    monkeypatch.setitem(sys.modules, "pyarrow", library)
    monkeypatch.setitem(sys.modules, "pyarrow.parquet", module)

    assert list(rows(tmp_path / "a.parquet")) == [Claim("Laplace(2)", "epsilon", (), "5.0000000000000000e-1")] * 2


@pytest.mark.parametrize("number", ["1e9999999999999999999", "-1E-9999999999999999999", "1e999999999999999999"])
def test_a_number_that_no_decimal_can_hold_is_not_understood(tmp_path, number):
    (claim,) = read(tmp_path, "a.json", f'[{{"mechanism": "Gaussian(1)", "quantity": "mu", "value": {number}}}]')

    found = judge(claim)
    assert found.kind is Kind.NOT_UNDERSTOOD
    assert found.reason.startswith("value must be ")


def test_half_a_surrogate_is_read_as_its_escape(tmp_path):
    first, second = read(
        tmp_path, "a.jsonl", json.dumps({**CELLS, "name": "\ud800"}) + '\n{"name": "\\udfff", "\\ud800": 1}'
    )

    assert first.name == r"\ud800"
    assert second.name == r"\udfff"
    assert f"{first}{second}".encode()


@pytest.mark.parametrize(("name", "mark"), [("a.csv", ";"), ("a.csv", "\t"), ("a.tsv", "\t")])
def test_cells_may_be_separated_otherwise(tmp_path, name, mark):
    path = tmp_path / name
    path.write_text(f"mechanism{mark}quantity{mark}value\nLaplace(1){mark}epsilon{mark}1\n")
    assert [row.mechanism for row in rows(path)] == ["Laplace(1)"]


def test_another_encoding_is_told(tmp_path):
    path = tmp_path / "a.csv"
    path.write_bytes("mechanism,quantity,value\nLaplace(1),epsilon,1\n".encode("utf-16"))
    with pytest.raises(ClaimsFileError, match="must be text in UTF-8"):
        list(rows(path))


@pytest.mark.parametrize("column", ["mechanism", "quantity", "value", "delta", "adjacency", "name"])
def test_a_cell_beyond_all_measure_is_refused_by_its_length(column):
    cells = {"mechanism": "Gaussian(1)", "quantity": "epsilon", "value": "1", "delta": "1e-5"}
    found = claim_of({**cells, column: "1" * 5000})
    assert isinstance(found, Unread)
    assert f"{column} must be of at most 4000 characters" in found.reason
    assert not isinstance(claim_of(cells), Unread)
