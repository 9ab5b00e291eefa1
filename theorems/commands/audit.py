"""`dpsym audit`: run mechanisms on two neighbouring answers and bound their privacy loss from below."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from theorems.commands.context import INTERRUPTED, Failure, echo_json
from theorems.commands.progress import waiting


@click.command()
@click.argument("mechanisms", nargs=-1, required=True)
@click.option("--answers", nargs=2, default=None, help="Two neighbours; 0 and the sensitivity if left out.")
@click.option("--eps", type=float, help="The claimed eps; with none of eps and mu only a bound is given.")
@click.option("--delta", type=float, default=0.0, show_default=True, help="The delta at which eps is claimed.")
@click.option("--mu", type=float, help="The claimed mu of Gaussian differential privacy, instead of eps.")
@click.option(
    "--statistic",
    "statistics",
    multiple=True,
    type=click.Choice(("usual", "lowest-bit")),
    default=("usual", "lowest-bit"),
    show_default=True,
    help="Where to look; usual alone audits the law that a float sampler stands for.",
)
@click.option("--runs", type=click.IntRange(min=16), default=1_000_000, show_default=True, help="Runs of one audit.")
@click.option("--repeats", type=click.IntRange(min=1), default=1, show_default=True, help="Audits of each mechanism.")
@click.option("--confidence", type=float, default=0.99, show_default=True, help="Of all audits together.")
@click.option("--seed", type=click.IntRange(min=0), default=0, show_default=True, help="Seed of all audits.")
@click.option("--jobs", type=click.IntRange(min=1), help="Processes on this machine; one for each core if left out.")
@click.option("--cluster", metavar="tcp://...", help="Address of a dask scheduler, on whose workers the audits run.")
@click.option(
    "--out",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Results file, written as results come; an interrupted run goes on where it was.",
)
@click.option("--json", "as_json", is_flag=True, help="As one JSON array.")
@click.pass_context
def audit(context: click.Context, mechanisms: Sequence[str], as_json: bool, out: Path | None, **options: Any) -> None:
    """Bound the privacy loss of MECHANISMS from below by runs, for example "Laplace(scale=2)" --eps 0.5.

    Exit status: 0 if no claim is contradicted, 1 if one is, 2 for a mistake in the command, 130 if interrupted (with --out
    what was finished is kept).
    """
    with tempfile.TemporaryDirectory() as folder:
        try:
            with waiting(f"running {' and '.join(mechanisms)}"):
                found = list(_audited(mechanisms, out or Path(folder) / "audit.jsonl", **options))
        except KeyboardInterrupt:
            kept = f"; what was finished is kept in {out}" if out else "; nothing is kept without --out"
            click.echo(f"Interrupted{kept}.", err=True)
            context.exit(INTERRUPTED)
        except OSError as error:
            raise Failure(f"no answer from the scheduler or no access to the results file: {error}") from None
    if as_json:
        echo_json(found)
    else:
        _show(found)
    context.exit(int(any(one["contradicted"] for one in found)))


def _audited(
    mechanisms: Sequence[str],
    out: Path,
    *,
    answers: tuple[str, str] | None,
    repeats: int,
    seed: int,
    jobs: int | None,
    cluster: str | None,
    **setting: Any,
) -> Iterator[dict[str, Any]]:
    """Yield what each audit found, in their order."""
    from mechanisms.audit.named import audit_cell, named_case, named_claim
    from mechanisms.errors import ParameterError
    from mechanisms.sweep.run import run_sweep
    from mechanisms.validate import open_probability

    try:  # before anything is run, and by the name of the option
        named_claim(setting["eps"], setting["delta"], setting["mu"])
        open_probability("confidence", setting["confidence"])
    except ParameterError as error:
        raise Failure(f"--{error}") from None
    pairs = [named_case(text, answers)[1] for text in mechanisms]
    cells = [
        {
            "mechanism": text,
            "answers": [str(answer) for answer in pair],
            "repeat": repeat,
            "family": len(mechanisms) * repeats,
            **setting,
        }
        for text, pair in zip(mechanisms, pairs, strict=True)
        for repeat in range(repeats)
    ]
    for record in run_sweep(audit_cell, cells, out, seed=seed, jobs=jobs, cluster=cluster):
        yield {**record.cell, **record.result, "seconds": record.seconds}


def _show(found: Sequence[dict[str, Any]]) -> None:
    """Write one paragraph for each audit to standard output."""
    for one in found:
        claimed = "" if one["claimed"] is None else f", claimed {one['claimed']:g}"
        click.echo(
            f"{one['mechanism']} on {' and '.join(one['answers'])}: {one['parameter']} >= {one['lower']:.4g}{claimed}"
        )
        (first, second), (n, m) = one["hits"], one["tested"]
        click.echo(
            f"    {one['verdict']}; {one['event']}: {first} of {n} runs and {second} of {m} ({one['seconds']:.1f} s)\n"
            f"    {one['sight']}"
        )
    confidence, family = found[0]["confidence"], len(found)
    together = "" if family == 1 else f", all {family} together"
    click.echo(f"Each bound holds with confidence {confidence:g}{together}.")
