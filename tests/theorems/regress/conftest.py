"""What the tests of files and commands share."""

import csv

import pytest


@pytest.fixture
def write(tmp_path):
    """Return a function that writes rows, each a tuple, under a header into a CSV file."""

    def written(rows, header="name,mechanism,quantity,delta,value,direction", name="claims.csv"):
        path = tmp_path / name
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(header.split(","))
            writer.writerows(rows)
        return path

    return written


@pytest.fixture
def mixed(write):
    """Return a file with a row of each kind."""
    return write(
        [
            ("right", "Laplace(2)", "epsilon", "", "0.5", ""),
            ("loose", "Laplace(2)", "epsilon", "", "0.6", "upper"),
            ("short", "Laplace(2)", "epsilon", "0.01", "0.4", "upper"),
            ("open", "PermuteAndFlip(1).compose(10)", "epsilon", "1e-4", "2", "upper"),
            ("typo", "Laplace(2)", "epsilom", "", "0.5", ""),
            ("none", "Laplace(2)", "epsilon", "", "nan", ""),
        ]
    )
