#!/usr/bin/env python3
"""Do the tests notice faults? Puts single-line faults into a copy of the sources, one by one, and runs the tests.

    make mutants                                  # 150 faults drawn with seed 1, resumable; takes hours
    make mutants MUTANTS="--count 20 --only bandits,metrics"

Faults are drawn at random from the sources themselves: a folder of src/ at random, then a site in it. A fault is an
exchanged operator or comparison, a changed constant, an index off by one, a dropped statement, or an exchanged
condition. One that does not compile is replaced by another. The log (OUTPUT/mutants.jsonl) has one line per fault; a
second call goes on after the last. Exit status 1 where fewer than 90% were noticed, survivors listed in
tests/mutants/equivalent.txt left out.
"""
import argparse
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The test programs, the quick ones first; a fault's own folder goes before all of them.
PROGRAMS = ["core", "bandits", "metrics", "simd", "selectors", "config", "results", "learners", "report", "data",
            "sweep", "boosting", "app"]

# (kind, pattern, replacement): the pattern must match code outside of strings, comments and preprocessor lines.
RULES = [
    ("arithmetic", r"(?<=[\w)\]]) \+ (?=[\w(])", " - "),
    ("arithmetic", r"(?<=[\w)\]]) - (?=[\w(])", " + "),
    ("arithmetic", r"(?<=[\w)\]]) \* (?=[\w(])", " / "),
    ("arithmetic", r"(?<=[\w)\]]) / (?=[\w(])", " * "),
    ("comparison", r"(?<=[\w)\]]) < (?=[\w(])", " <= "),
    ("comparison", r"(?<=[\w)\]]) <= (?=[\w(])", " < "),
    ("comparison", r"(?<=[\w)\]]) > (?=[\w(])", " >= "),
    ("comparison", r"(?<=[\w)\]]) >= (?=[\w(])", " > "),
    ("comparison", r" == ", " != "),
    ("comparison", r" != ", " == "),
    ("condition", r" && ", " || "),
    ("condition", r" \|\| ", " && "),
    ("condition", r"\bif \((?!constexpr)", "if (!("),
    ("constant", r"(?<![\w.])(\d+\.\d+)(?![\w.])", None),
    ("constant", r"(?<![\w.])([2-9]|\d{2,})(?![\w.'])", None),
    ("off by one", r" \+ 1(?![\w.])", ""),
    ("off by one", r" - 1(?![\w.])", ""),
    ("minimum", r"\bstd::min\b", "std::max"),
    ("minimum", r"\bstd::max\b", "std::min"),
    ("dropped statement", r"^\s+[\w.\->\[\]:()]+( [-+*/|&]?= .*|\(.*\));$", ";"),
]


def code_lines(path):
    """(line number, text) of the lines that hold code: no comments, strings, includes, assertions."""
    for number, line in enumerate(path.read_text().split("\n")):
        text = line.strip()
        if not text or text.startswith(("//", "#", "*", "static_assert", "using ", "namespace", "template")):
            continue
        if '"' in line or "//" in line or "operator" in line:
            continue
        yield number, line


def sites(path):
    for number, line in code_lines(path):
        for kind, pattern, replacement in RULES:
            for match in re.finditer(pattern, line):
                yield {"line": number + 1, "column": match.start() + 1, "kind": kind,
                       "was": line, "now": changed(line, match, replacement)}


def changed(line, match, replacement):
    head, tail = line[:match.start()], line[match.end():]
    if replacement is None:
        value = match.group(1)
        return head + (repr(float(value) * 1.25) if "." in value else str(int(value) + 1)) + tail
    if replacement == "if (!(":
        depth, end = 1, match.end()
        while end < len(line) and depth:
            depth += {"(": 1, ")": -1}.get(line[end], 0)
            end += 1
        if depth:
            return line  # the condition goes on in the next line
        return head + "if (!(" + line[match.end():end] + ")" + line[end:]
    return head + replacement + tail


def draw(folders, rng):
    while True:
        path = rng.choice(folders[rng.choice(sorted(folders))])
        found = [site for site in sites(path) if site["now"] != site["was"]]
        if found:
            return {"file": str(path.relative_to(ROOT)), **rng.choice(found)}


def run(command, timeout):
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=timeout)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def judge(fault, copy, build, jobs):
    """'noticed' with the program that noticed, 'survived', or 'does not compile'."""
    path = copy / fault["file"]
    original = path.read_text()
    lines = original.split("\n")
    if lines[fault["line"] - 1] != fault["was"]:
        sys.exit(f"{path}:{fault['line']}: not the line that the fault was drawn from")
    lines[fault["line"] - 1] = fault["now"]
    path.write_text("\n".join(lines))
    try:
        own = fault["file"].split("/")[1]
        for name in sorted(PROGRAMS, key=lambda p: p != own):
            target = f"test_{name}"
            if not run(["cmake", "--build", build, "--parallel", jobs, "--target", target], 3600):
                return "does not compile", None
            if not run([build / "tests" / target], 900):
                return "noticed", name
        return "survived", None
    finally:
        path.write_text(original)


def equivalent():
    path = ROOT / "tests/mutants/equivalent.txt"
    lines = path.read_text().split("\n") if path.exists() else []
    return {line.split("\t")[0] for line in lines if line and not line.startswith("#")}


def key(fault):
    return f"{fault['file']}: {fault['was'].strip()} -> {fault['now'].strip()}"


def summary(log):
    known = equivalent()
    counted = [f for f in log if f["outcome"] != "does not compile" and key(f) not in known]
    noticed = sum(f["outcome"] == "noticed" for f in counted)
    for fault in counted:
        if fault["outcome"] == "survived":
            print(f"survived: {fault['file']}:{fault['line']} ({fault['kind']})\n  - {fault['was'].strip()}\n"
                  f"  + {fault['now'].strip()}")
    share = noticed / len(counted) if counted else 0
    print(f"{noticed} of {len(counted)} faults noticed ({100 * share:.0f}%), "
          f"{len(log) - len(counted)} left out (not compiled, or known to change nothing)")
    return 0 if share >= 0.9 else 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=150, help="faults that compile (default: 150)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="folders of src/, separated by commas")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build-mutants")
    parser.add_argument("--jobs", default="2")
    options = parser.parse_args()

    folders = {}
    for path in sorted((ROOT / "src").rglob("*.[ch]pp")):
        folders.setdefault(path.relative_to(ROOT).parts[1], []).append(path)
    if options.only:
        folders = {name: folders[name] for name in options.only.split(",")}

    options.output.mkdir(parents=True, exist_ok=True)
    log_path = options.output / "mutants.jsonl"
    log = [json.loads(line) for line in log_path.read_text().splitlines()] if log_path.exists() else []
    copy, build = options.output / "tree", options.output / "build"
    shutil.rmtree(copy, ignore_errors=True)
    ignored = shutil.ignore_patterns("build*", ".git", "results")
    shutil.copytree(ROOT, copy, ignore=ignored)
    if not run(["cmake", "-S", copy, "-B", build, "-DCMAKE_BUILD_TYPE=Release"], 600):
        sys.exit("cmake failed")

    rng = random.Random(options.seed)
    drawn, counted = 0, 0
    while counted < options.count:
        fault = draw(folders, rng)
        if drawn < len(log):
            if key(log[drawn]) != key(fault):
                sys.exit(f"{log_path} is of other sources or another seed: remove it to begin anew")
            fault = log[drawn]
        else:
            fault["outcome"], fault["by"] = judge(fault, copy, build, options.jobs)
            with log_path.open("a") as out:
                out.write(json.dumps(fault) + "\n")
            log.append(fault)
            print(f"{counted + 1}/{options.count} {fault['outcome']} by {fault['by']}: {key(fault)}", flush=True)
        drawn += 1
        counted += fault["outcome"] != "does not compile"
    return summary(log)


if __name__ == "__main__":
    sys.exit(main())
