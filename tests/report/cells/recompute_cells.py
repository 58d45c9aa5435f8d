#!/usr/bin/env python3
"""Recomputes random cells of a report's tables from results/reference with h5py and numpy alone.

    recompute_cells.py SOURCE_TREE REBOOST [COUNT [SEED [REFERENCE]]]

REBOOST is the program: it makes the report. This script is an independent second reading of paper.json, of the
reference files and of the measures; it shares no line with the program. Exit status: 0 all equal, 1 some differ,
77 h5py or numpy is missing.
"""
import json
import math
import pathlib
import random
import subprocess
import sys
import tempfile

try:
    import h5py
    import numpy as np
except ImportError as missing:
    print(f"skipped: {missing} (Debian: python3-h5py)")
    sys.exit(77)


class Run:
    """One run of a collection. Its arrays are read when they are asked for."""

    def __init__(self, file, row):
        self.file, self.row = file, row
        self.id = self.text("runs/id")
        header = json.loads(self.text("runs/header"))
        self.spec, self.attributes = header["spec"], header["attributes"]
        self.spec["dataset"].setdefault("split", "published")  # of runs stored before the option existed

    def part(self, name):
        begin = self.file.begin(name)
        values = self.file.everything.get(name)
        if values is None:
            values = self.file[name + "/values"]
        return values[begin[self.row]:begin[self.row + 1]]

    def text(self, name):
        return bytes(self.part(name)).decode()

    def array(self, name):
        if name not in self.file:
            return None
        values = self.part(name)
        return values if len(values) else None

    def curve(self, name):
        """Rounds and values at the rounds kept, or of a table with a cadence of its own."""
        values, rounds = self.array("curves/" + name), self.array("curves/round")
        if values is None:
            part, _, loss = name.replace("/", "_").partition("_")
            values, rounds = self.array(f"curves/{part}/{loss}"), self.array(f"curves/{part}/round")
        if values is None or rounds is None:
            return np.array([]), np.array([])
        known = ~np.isnan(values)
        return rounds[known], values[known]


def find(tree, path):
    for step in path.split("."):
        if not isinstance(tree, dict) or step not in tree:
            return None
        tree = tree[step]
    return tree


class Collection(h5py.File):
    """With the beginnings of the runs' parts kept."""

    def begin(self, name):
        known = self.__dict__.setdefault("known", {})
        if name not in known:
            known[name] = self[name + "/begin"][:]
        return known[name]


def read_store(folder):
    runs = []
    for path in sorted(folder.glob("*.h5")):
        file = Collection(path)
        file.everything = {name: file[name + "/values"][:] for name in ("runs/id", "runs/header")}
        file.measures = {json.dumps(json.loads(name), sort_keys=True): name
                         for name in file.get("summary/measures", [])}
        runs += [Run(file, row) for row in range(len(file["runs/id/begin"]) - 1)]
    return sorted(runs, key=lambda run: run.id)


def matches(run, query):
    for key, wanted in query.items():
        inside = key.startswith("attributes.")
        found = find(run.attributes, key[len("attributes."):]) if inside else find(run.spec, key)
        if found not in (wanted if isinstance(wanted, list) else [wanted]):
            return False
    return True


def nameless(value):
    return {k: nameless(v) for k, v in value.items() if k != "as"} if isinstance(value, dict) else value


def rounds_of(run):
    return find(run.spec, "booster.trials.count") or find(run.spec, "booster.rounds") or 0


def setting(run):
    """The specification without what may differ inside one cell."""
    spec = {k: dict(v) if isinstance(v, dict) else v for k, v in nameless(run.spec).items()}
    spec.pop("seed", None), spec.pop("timing", None), spec["booster"].pop("oracle_every", None)
    if spec["booster"].get("rows") == {"name": "all"}:  # the default; runs stored before the option lack it
        spec["booster"].pop("rows")
    if find(run.spec, "booster.trials.count"):
        spec["booster"]["trials"] = {k: v for k, v in spec["booster"]["trials"].items() if k != "count"}
    else:
        spec["booster"].pop("rounds", None)
    spec["dataset"].pop("seed", None)
    if spec["dataset"].get("path"):
        spec["dataset"].pop("name", None)
    return json.dumps(spec, sort_keys=True)


def one_per_seed(runs, prefer_timed):
    timed = [run for run in runs if run.spec.get("timing") == "timing"]
    seen = {}
    for run in timed if prefer_timed and timed else runs:
        seen.setdefault((find(run.spec, "seed"), find(run.spec, "dataset.seed")), run)
    return list(seen.values())


def choose(runs, query, paper_rounds, prefer_timed):
    groups = {}
    for run in runs:
        if matches(run, query):
            groups.setdefault((setting(run), rounds_of(run)), []).append(run)
    best, chosen = None, []
    for key in sorted(groups):
        members = one_per_seed(groups[key], prefer_timed)
        real = not any(run.attributes.get("dataset_stand_in") for run in members)
        rank = (real, bool(paper_rounds) and key[1] == paper_rounds, key[1], len(members))
        if best is None or rank > best:
            best, chosen = rank, members
    return chosen


def mean(values):
    return sum(values) / len(values) if values else math.nan


def referred(runs, run, measure, query):
    over = measure["reference"]
    parts = {key.split(".")[0] for key in over}
    replaced = {k: v for k, v in query.items() if k.split(".")[0] not in parts} | over
    return choose(runs, replaced, rounds_of(run), False), replaced


def recorded(run, measure, against):
    """What is kept of the measure, where the run's whole curves are lost."""
    key = {"measure": measure}
    if against is not None:
        key["against"] = "inf" if math.isinf(against) else against
    name = run.file.measures.get(json.dumps(key, sort_keys=True))
    return None if name is None else run.array("summary/measures/" + name)


def number(value):
    return math.nan if value is None else {"inf": math.inf, "-inf": -math.inf}.get(value, value)


def take(runs, run, measure, query):
    """The measure of one run, as (value, samples)."""
    name, against = measure["name"], None
    if name in ("cost_to_reach", "error_ratio", "trial_budget_to_reach"):
        others, other_query = referred(runs, run, measure, query)
        inner = {"cost_to_reach": "asymptotic_error", "error_ratio": "curve_at",
                 "trial_budget_to_reach": "least_trial_error"}[name]
        others = others[:1] if name == "trial_budget_to_reach" else others
        if name == "error_ratio" and others and rounds_of(others[0]) != rounds_of(run):
            return math.nan, 0
        against = reduce(runs, others, {"name": inner}, other_query)
        if math.isnan(against):
            return math.nan, 0
    kept = recorded(run, measure, against)
    if kept is not None:
        return float(kept[0]), int(kept[2]) if len(kept) == 4 else 0
    return compute(run, measure, against)


def last_error(run):
    return float(run.curve("test_error")[1][-1])


def compute(run, measure, against):
    name, curve = measure["name"], measure.get("curve", "test_error")
    if name == "attribute":
        return find(run.attributes, measure["attribute"]), 0
    if name == "chosen_hyperparameter":
        return find(run.spec, measure["field"]), 0
    if name == "error_count":
        return last_error(run) * run.attributes["test_rows"], 0
    if name == "curve_at" and "round" not in measure and curve == "test_error":
        return last_error(run), 0
    rounds, values = run.curve(curve)
    if name == "asymptotic_error":
        end = run.array("summary/" + curve)  # None where a table has the curve whole
        if end is None and run.array("curves/" + curve) is not None:
            return math.nan, 0  # of few rounds nothing is made
        return float(end[0] if end is not None else values[rounds >= 0.8 * rounds[-1]].mean()), 0
    if name == "asymptotic_over_minimum":
        return float(run.array("curves/smoothed/" + curve)[-1] / run.array("summary/" + curve)[2]), 0
    if name == "curve_at":
        return float(values[rounds <= measure.get("round", rounds[-1])][-1]), 0
    if name == "cost_to_reach":
        smooth, at = run.array("curves/smoothed/test_error"), run.array("curves/round")
        reached = np.flatnonzero(smooth <= measure.get("factor", 1.2) * against)
        if len(reached) == 0:
            return math.inf, 0
        cost = at if measure.get("cost", "work") == "round" else run.array("curves/" + measure["cost"])
        return float(cost[reached[0]]), 0
    if name == "feature_frequency":
        features, counts = run.array("summary/feature_counts/feature"), run.array("summary/feature_counts/count")
        return float(counts[features == measure["feature"]].sum() / counts.sum()), 0
    if name == "last_of":
        return float(run.array("curves/" + measure["array"])[-1]), 0
    if name == "rounds_to_zero_training_error":
        rounds, values = run.curve("train_error")
        return (float(rounds[values == 0][0]) if (values == 0).any() else math.inf), 0
    if name == "trial_error":
        grid = run.array("curves/trials/" + measure.get("grid", "budget"))
        errors = run.array("curves/trials/" + measure.get("array", "test_error")).reshape(-1, len(grid))
        at = np.flatnonzero(abs(grid - measure["at"]) < 1e-9)
        return (float(errors[:, at[0]].mean()), len(errors)) if len(at) else (math.nan, 0)
    raise NotImplementedError(name)


def reduce(runs, chosen, measure, query):
    taken = [take(runs, run, measure, query) for run in chosen]
    pooled = [(value, samples) for value, samples in taken if samples]
    if pooled:
        return sum(value * n for value, n in pooled) / sum(n for _, n in pooled)
    return mean([value for value, _ in taken if not math.isnan(value)])


def substitute(value, let):
    if isinstance(value, str) and value.startswith("$"):
        return value[1:] if value.startswith("$$") else let[value[1:]]
    if isinstance(value, list):
        return [substitute(v, let) for v in value]
    return {k: substitute(v, let) for k, v in value.items()} if isinstance(value, dict) else value


def query_of(part, fragments):
    query = {}
    for name in part.get("use", []):
        query |= fragments[name]
    return query | (part.get("query") or {})


def make_report(reboost, reference, tree):
    """report.json; without figures, as no gnuplot is on the path."""
    with tempfile.TemporaryDirectory(prefix="reboost-cells-") as folder:
        (pathlib.Path(folder) / "none").mkdir()
        subprocess.run([str(pathlib.Path(reboost).resolve()), "report", "--results", folder + "/none", "--output", folder + "/report",
                        "--reference", str(reference)], cwd=tree,
                       check=True, env={"PATH": ""}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return json.loads((pathlib.Path(folder) / "report" / "report.json").read_text())


CAN = {"asymptotic_error", "asymptotic_over_minimum", "curve_at", "error_count", "cost_to_reach",
       "feature_frequency", "last_of", "rounds_to_zero_training_error", "trial_error", "attribute",
       "trial_budget_to_reach", "error_ratio", "chosen_hyperparameter"}


def row_rounds(row):
    return {"paper_rounds": row["paper_rounds"]} if "paper_rounds" in row else {}


def questions(folder, reported):
    """Every measured cell that this script can compute: where, what, how, and the value reported."""
    paper = json.loads((folder / "paper.json").read_text())
    earlier = {}
    values = {(table["id"], cell["row"], cell["column"]): cell.get("value")
              for table in reported["tables"] for cell in table["cells"]}
    for table in paper["tables"]:
        for axis in ("rows", "columns"):
            table.setdefault(axis, earlier.get(table.get(axis + "_of"), {}).get(axis))
        earlier[table["id"]] = table
        for row in table["rows"]:
            for column in table["columns"]:
                let = (column.get("let") or {}) | (row.get("let") or {})
                value = values.get((table["id"], row["id"], column["id"]))
                measure = substitute(table["measure"], let)
                if value is None or measure["name"] not in CAN:
                    continue
                query = query_of(table, paper["fragments"]) | query_of(column, paper["fragments"])
                query = substitute(query | query_of(row, paper["fragments"]), let)
                where = f"{paper['id']} {table['label']}: {row.get('block', '')} {row['label']}, {column['label']}"
                yield where, table | row_rounds(row), query, measure, number(value)


def main():
    tree = pathlib.Path(sys.argv[1])
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 50
    random.seed(int(sys.argv[4]) if len(sys.argv) > 4 else 20261123)
    reference = pathlib.Path(sys.argv[5]) if len(sys.argv) > 5 else tree / "results" / "reference"
    report = make_report(sys.argv[2], reference.resolve(), tree)
    runs = read_store(reference)
    cells = [cell for paper in report["papers"] for cell in questions(tree / "experiments" / paper["id"], paper)]
    wrong = 0
    for where, table, query, measure, reported in random.sample(cells, count):
        timing = any(isinstance(v, str) and "seconds" in v for v in measure.values())
        chosen = choose(runs, query, table.get("paper_rounds"), timing)
        value = reduce(runs, chosen, measure, query) * table.get("scale", 1)
        equal = value == reported or abs(value - reported) <= 1e-6 * abs(reported)  # curves have 32 bits
        wrong += not equal
        print(f"{'equal ' if equal else 'DIFFERS'} {where}: {value} of {len(chosen)} runs; reported {reported}")
    print(f"{count - wrong} of {count} cells equal, of {len(cells)} that can be recomputed; {len(runs)} runs")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
