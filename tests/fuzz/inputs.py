"""Hostile inputs, drawn from a seed: right ones with parts cut, doubled, swapped, or replaced by what was never meant."""

import json
import random

FORMULAS = (
    "Renyi(alpha, Laplace(0, b), Laplace(1, b))",
    "Gaussian(sigma=2).compose(1000).to_approx(delta=1e-6)",
    "log(erfc(x)/2) + sqrt(pi)",
    "Sum(exp(-j), j, 0, oo)",
    "Piecewise((1, x > 0), (2, True))",
    "Max(1, 2, exp(-3))",
    "binomial(10, 3)*Rational(1, 3)",
    "KL(Finite([1/2, 1/2]), Finite([1/3, 2/3]))",
    "HockeyStick(1/2, Mixture(1/10, DiscreteLaplace(1, 4), DiscreteLaplace(0, 4)), Poisson(3))",
    "RR(1).subsample(0.1).compose(10)",
    "hyper([1, 2], [3], 1/2)",
    "acosh(erfcinv(3))",
    "Max([1], 2)",
    "1e400",
    "2**2**2**20",
    "factorial(10**8)",
    "GaussianSum(0, 10**12)",
    "ProductLaw(Bernoulli(1/2), Bernoulli(1/3))",
    "Event(-1)",
    "lambda*x",
    "a[0]",
    "x.__class__",
)
CODE = (
    "__import__('os').system('touch pwned')",
    "().__class__.__mro__[1].__subclasses__()",
    "open('pwned', 'w')",
    "exec('1')",
    "eval('1')",
    "(lambda: 1)()",
    "[x for x in (1,)]",
    "f'{1}'",
    "'a'.join(['b'])",
    "x := 1",
    "yield",
    "await x",
    "import os",
    "\x00",
    "\ud800",
    "𝟙+1",
    "﹙",
    "9" * 900,
    "(" * 400,
    "-" * 3000 + "1",
    "1" + "+1" * 3000,
    "[" * 200,
    "oo",
    "nan",
    "zoo",
    "I",
    "-0",
    "1e-99999",
    "",
    " ",
    "\n",
)
CSV = "name,mechanism,quantity,delta,value,direction\na,Laplace(2),epsilon,0.01,0.48,exact\nb,Gaussian(2),delta,,1e-3,upper\n"
CLAIMS = json.dumps(
    [
        {"mechanism": "Laplace(2)", "quantity": "epsilon", "value": 0.5, "delta": 0},
        {"mechanism": "RR(1)", "quantity": "renyi", "order": "2", "lower": "0.1", "upper": "2"},
    ]
)
PROJECTS = (
    'library = "library"\npapers = "papers"\ncertificates = "certificates"\nbibliography = "refs.bib"\n',
    "[tool]\ndpsym = 1\n",
    "tool = 1\n",
    'library = "/etc"\n',
    'certificates = "../.."\n',
    'library = "\\u0000"\n',
    '[tool.dpsym]\nlibrary = "library"\n',
)
WORDS = (
    "derive",
    "table",
    "plot",
    "routes",
    "regress",
    "freeze",
    "audit",
    "project",
    "new",
    "paper",
    "list",
    "show",
    "graph",
    "--out",
    "--json",
    "--force",
    "--delta",
    "--interval",
    "--row",
    "--over",
    "k",
    "1,10",
    "1,,2",
    "rdp",
    "approx",
    "pure",
    "--jobs",
    "0",
    "-1",
    "1e-99999",
    "--tolerance",
    "--limit",
    "nan",
    "inf",
    "--runs",
    "16",
    "--eps",
    "--project",
    "/dev/null",
    "/dev/full",
    "claims.csv",
    "out.tex",
    "out.pdf",
    "profile",
    "--digits",
    "13",
    "--seed",
    "--latex",
    "--bibtex",
    "--help",
    "--version",
    "--",
    "-",
    "",
)
STARTS = (
    ("derive",),
    ("routes",),
    ("regress",),
    ("freeze",),
    ("project", "new"),
    ("table", "--row"),
    ("audit", "--runs", "16"),
    (),
)


def mutated(text: str, draw: random.Random) -> str:
    """Return a text with some places of it changed."""
    for _ in range(draw.choice((0, 1, 1, 2, 3, 8))):
        place, width = draw.randint(0, len(text)), draw.choice((0, 1, 1, 2, 5, 20))
        new = draw.choice(
            (
                "",
                draw.choice(CODE),
                draw.choice(CODE),
                chr(draw.choice((0, 9, 40, 41, 44, 46, 91, 93, 0x2028, 0xFF08, 0x1D7D9, 0xD800))),
                text[place : place + width] * 2,
                draw.choice("0123456789.eE-+*/()[],'\"#;:=\\"),
                draw.choice(FORMULAS),
            )
        )
        text = text[:place] + new + text[place + width :]
    return text


def formula(draw: random.Random) -> str:
    """Return a formula, or what is none."""
    return mutated(draw.choice(FORMULAS + CODE), draw)


def arguments(draw: random.Random) -> list[str]:
    """Return the words of a command line."""
    words = [draw.choice((draw.choice(WORDS), draw.choice(WORDS), formula(draw))) for _ in range(draw.randint(0, 5))]
    return [word.replace("\ud800", "?") for word in (*draw.choice(STARTS), *words)]


def claims(draw: random.Random) -> tuple[str, bytes]:
    """Return the ending and the bytes of a file of claims."""
    ending, text = draw.choice(((".csv", CSV), (".json", CLAIMS), (".jsonl", CLAIMS), (".parquet", CSV), (".txt", CSV)))
    return ending, _damaged(mutated(text, draw).encode("utf-8", "surrogatepass"), draw)


def project(draw: random.Random) -> tuple[str, bytes]:
    """Return the name and the bytes of a configuration."""
    text = mutated(draw.choice(PROJECTS), draw)
    return draw.choice(("dpsym.toml", "pyproject.toml")), _damaged(text.encode("utf-8", "surrogatepass"), draw)


def certificate(record: dict, draw: random.Random) -> dict:
    """Return a certificate in which some values are others."""
    found = json.loads(json.dumps(record))
    for _ in range(draw.randint(1, 4)):
        place = found
        while isinstance(place, (dict, list)) and place:
            key = draw.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not isinstance(place[key], (dict, list)) or not place[key] or draw.random() < 0.15:
                old = place[key]
                new = (None, 1, -1, 1e308, [], {}, [[]], True, "", draw.choice(CODE), draw.choice(FORMULAS))
                place[key] = mutated(old, draw) if isinstance(old, str) and draw.random() < 0.6 else draw.choice(new)
                break
            place = place[key]
    return found


def _damaged(content: bytes, draw: random.Random) -> bytes:
    if draw.random() < 0.2:
        content = content[: draw.randint(0, len(content))]
    if draw.random() < 0.1:
        place = draw.randint(0, len(content))
        content = content[:place] + bytes([draw.randrange(256) for _ in range(4)]) + content[place:]
    return content
