"""Stored runs and reports, through the commands and the store of the engine."""
import io
import json
import tempfile
import warnings
from pathlib import Path

from . import _engine


def command(*arguments, policy=None, progress=None, may_fail=False):
    """Runs `reboost ARGUMENTS` in this process and returns what it prints.

    policy: an object that answers in place of the programs of external policies. progress: a text file for messages, such as
    sys.stderr. Raises ValueError for wrong use, RuntimeError where something failed (`may_fail`: a warning), and
    KeyboardInterrupt after Ctrl-C; `reboost`'s message is in each.
    """
    messages = progress or io.StringIO()
    status, printed = _engine.command([str(word) for word in arguments], messages, policy)
    said = messages.getvalue().strip() if progress is None else f"reboost {arguments[0]}: exit status {status}"
    if status == 130:
        raise KeyboardInterrupt(said)
    if status == 1 and may_fail:
        warnings.warn(said, stacklevel=3)
    elif status != 0:
        raise (ValueError if status == 2 else RuntimeError)(said)
    return printed


def words_of(options):
    """{"no_timings": True, "set": ["a=1", "b=2"]} as words of a command line."""
    words = []
    for name, value in options.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            words += [] if one in (None, False) else [f"--{name.replace('_', '-')}"] + ([] if one is True else [str(one)])
    return words


def frame(columns):
    """A pandas.DataFrame, or where pandas is not there, {name: array}."""
    try:
        import pandas

        return pandas.DataFrame(columns)
    except ImportError:
        import numpy

        return {name: numpy.array(values, dtype=object) for name, values in columns.items()}


def _leaves(tree, path=""):
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{path}{key}.")
        else:
            yield path + key, value


def runs(results="results", where=()):
    """One row for each finished run: the columns of `reboost runs list`, each option by its path, each attribute.

    where: conditions of `runs list`, all of which hold: ["dataset=letter", "booster.rounds>=1000"], or {"dataset": "letter"}.
    A damaged file is a warning.
    """
    if isinstance(where, dict):
        where = [f"{key}={value}" for key, value in where.items()]
    where = [where] if isinstance(where, str) else where
    rows = []
    for run in json.loads(command("runs", "list", *where, "--results", results, "--json", may_fail=True)):
        attributes, spec = run.pop("attributes"), run.pop("spec")
        row = {**run, "results": str(results), **dict(_leaves(spec))}
        rows.append({**row, **{name: value for name, value in attributes.items() if name not in row}})
    names = list(dict.fromkeys(name for row in rows for name in row))
    return frame({name: [row.get(name) for row in rows] for name in names})


def curves(runs, of=("test_error",)):
    """One row for each point of each curve of `runs`: id, curve, round, value, and the work and CPU seconds until that round.

    of: names of curves, as `reboost runs show RUN --curve` takes them; one that a run does not have is left out.
    """
    columns = {name: [] for name in ("id", "curve", "round", "value", "work", "train_cpu_seconds")}
    for folder, run in zip(runs["results"], runs["id"]):
        stored = {name.removeprefix("curves/"): values for name, values in _engine.arrays(str(folder), run, ["curves"]).items()}
        place = {round: at for at, round in enumerate(stored["round"].tolist())}
        for curve in [name for name in of if name in stored]:
            axis = f"{curve.rpartition('/')[0]}/round" if "/" in curve else "round"
            for round, value in zip(stored.get(axis, stored["round"]).tolist(), stored[curve].tolist()):
                at = place.get(round)
                costs = [stored[name][at] if at is not None and name in stored else None for name in ("work", "train_cpu_seconds")]
                for column, entry in zip(columns.values(), (run, curve, round, value, *costs)):
                    column.append(entry)
    return frame(columns)


def report(*configs, results="results", output=None, **options):
    """What `reboost report CONFIGS` finds: its report.json, as a dict (docs/report.schema.json).

    output: the folder where the pages go, too. options: as of the command: baseline="ucb(1)", profile="smoke".
    """
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(output or Path(scratch) / "report")
        command("report", *configs, "--results", results, "--output", folder, *words_of(options))
        return json.loads((folder / "report.json").read_text())
