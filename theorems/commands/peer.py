"""`dpsym peer`: hold a released library's numbers against certified ones, call by call."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from theorems.commands.context import deliver, echo_json, is_forced, output

if TYPE_CHECKING:
    from theorems.peers.floats import FloatsCheck
    from theorems.peers.report import Move, Report
    from theorems.peers.samplers import SamplerCheck

_GIBIBYTE = 1 << 30
_EVERY = 2.0  # seconds between two lines of progress


@click.command()
@click.argument("name")
@click.option("--python", help="An interpreter that has the peer, for example one of a virtual environment of its own.")
@output(
    folder=True,
    default=Path("peers"),
    show_default=True,
    help="Folder for answers, verdicts, report and scripts; an interrupted run goes on from there.",
)
@click.option("--jobs", type=click.IntRange(1), default=2, show_default=True, help="Calls and judgements at a time.")
@click.option(
    "--cluster",
    metavar="tcp://...",
    help="Address of a dask scheduler, on whose workers answers are judged; calls are made here.",
)
@click.option("--seconds", type=float, default=20.0, show_default=True, help="Time that a call may take.")
@click.option("--memory", type=float, default=3.0, show_default=True, help="GiB that a call may take.")
@click.option("--only", default="", help="Only functions with this in their names.")
@click.option("--samplers", is_flag=True, help="Hold the peer's samples against their laws instead.")
@click.option("--json", "as_json", is_flag=True, help="Write the report as one JSON object.")
@click.pass_context
def peer(
    context: click.Context,
    name: str,
    python: str | None,
    out: Path,
    jobs: int,
    cluster: str | None,
    seconds: float,
    memory: float,
    only: str,
    samplers: bool,
    as_json: bool,
) -> None:
    """Run the battery of the peer NAME: every mechanism and operation that it has, at typical, extreme and senseless values.

    Peers: autodp, diffprivlib, dp-accounting, gdpnum, opacus, opake-accounting, opendp, PLD_accounting, prv-accountant, riskcal. A
    peer is called in a child process, so that one that hangs, crashes or runs out of memory costs a call. The folder OUT/NAME
    receives report.json, report.md, report.tex and scripts, one for each value that is wrong. Exit status: 0 if nothing is unsound,
    1 if something is, 2 if the peer is not known or cannot be imported.
    """
    from theorems.peers.runner import Limits

    limits = Limits(seconds, int(memory * _GIBIBYTE))
    if samplers:
        _samplers(context, name, python, as_json)
        return
    from theorems.peers.battery import run_battery
    from theorems.peers.report import moved, stored, to_json
    from theorems.peers.verdicts import UNSOUND

    report = run_battery(name, python, jobs, out, limits, _progress(), only, cluster)
    earlier = stored(name) if not only else None
    moves = moved(earlier, report) if earlier is not None else []
    _deliver(report, moves, out / name)
    if as_json:
        click.echo(to_json(report), nl=False)
    else:
        _show(report, moves, out / name)
    context.exit(1 if report.counts.get(UNSOUND) else 0)


def _progress() -> object:
    last = [time.monotonic()]

    def tell(stage: str, done: int, total: int) -> None:
        if time.monotonic() - last[0] > _EVERY:
            last[0] = time.monotonic()
            click.echo(f"{stage} {done} of {total}", err=True)

    return tell


def _deliver(report: Report, moves: list[Move], folder: Path) -> None:
    from theorems.peers.report import to_json, to_latex, to_markdown
    from theorems.peers.scripts import write_scripts

    texts = {
        "json": (folder / "report.json", to_json(report)),
        "markdown": (folder / "report.md", to_markdown(report, moves)),
        "latex": (folder / "report.tex", to_latex([report])),
    }
    for form, (file, text) in texts.items():
        deliver(text, file, form)
    write_scripts(report, folder / "scripts", force=is_forced())


def _show(report: Report, moves: list[Move], folder: Path) -> None:
    from theorems.peers.report import summary
    from theorems.peers.verdicts import NO_NUMBER, OFF, UNSOUND

    for row in report.of_kind(UNSOUND, OFF, NO_NUMBER):
        click.echo(f"{row.kind}: {row.id} = {', '.join(row.value)}: {row.reason}")
    click.echo(summary(report))
    if moves:
        click.echo(f"{len(moves)} rows moved since the stored report")
    click.echo(f"report and reproduction scripts: {folder}")


def _samplers(context: click.Context, name: str, python: str | None, as_json: bool) -> None:
    from dataclasses import asdict

    from theorems.peers.floats import PEERS, check_floats
    from theorems.peers.samplers import check_samplers

    found: list[Any] = list(check_samplers(name, python))
    floats = [check_floats(name, python)] if name in PEERS else []
    if as_json:
        echo_json([asdict(each) for each in (*found, *floats)])
    else:
        for line in (*map(_sampler_line, found), *map(_floats_line, floats)):
            click.echo(line)
    wrong = any(each.accepted is False for each in found) or any(each.lower > each.claimed for each in floats)
    context.exit(1 if wrong else 0)


def _floats_line(check: FloatsCheck) -> str:
    word = (
        "the floats give more away than promised"
        if check.lower > check.claimed
        else "the floats say nothing against it"
    )
    return (
        f"{word}: Laplace noise for epsilon = {check.claimed:g}: epsilon is at least {check.lower:.4g} (false alarms"
        f" {check.false_alarm:g}): answers 0 and 1 showed the event {check.hits[0]} and {check.hits[1]} times in {check.n}"
    )


def _sampler_line(check: SamplerCheck) -> str:
    arguments = ", ".join(f"{name}={value!r}" for name, value in check.arguments.items())
    call = f"{check.call}({arguments})"
    if check.accepted is None:
        return f"no samples: {call}: {check.reason}"
    word = "fits" if check.accepted else "does not fit"
    return (
        f"{word}: {call}: distance {check.statistic:.4f} against {check.threshold:.4f} (false alarms {check.false_alarm:g}; at a"
        f" distance of {check.distance:.3f} refuted with {check.power:g}); {check.grid}; law of {check.theorem}"
    )
