#!/usr/bin/env python3
"""Do the tests notice faults? Puts single-line faults into the sources, one by one, and runs the tests.

    make mutants                                  # 150 faults drawn with seed 1, resumable; takes hours
    make mutants MUTANTS="--count 20 --only bandits,metrics"

Faults are drawn at random from the sources themselves: a folder of src/ at random, then a site in it. A fault is an
exchanged operator or comparison, a changed constant, an index off by one, a dropped statement, or an exchanged
condition. One that does not compile is replaced by another, and so is one in a header that more than 80 objects
include. No source is touched: the objects that the fault is compiled into are made beside the build and linked in front
of its libraries, into the test programs that hold them, the folder's own first, until one fails.

The log (OUTPUT/mutants.jsonl) has one line per fault; a second call goes on after the last. Exit status 1 where fewer
than 90% were noticed, survivors listed in tests/mutants/equivalent.txt left out. `--again` tries the log's survivors
once more, with the tests as they are now.
"""
import argparse
import json
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# The test programs as CMake lists them, from the lowest room up; a fault's own folder goes before all of them, and the
# tests of the command line, which take longest, are the last.
PROGRAMS = sorted(re.findall(r"^reboost_test_program\((\w+)", (ROOT / "tests/CMakeLists.txt").read_text(), re.M),
                  key=lambda name: name == "app")

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


def run(command, timeout, folder=None):
    try:
        done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=timeout, cwd=folder)
        return done.returncode == 0
    except subprocess.TimeoutExpired:
        return False


def ninja(build, *words):
    return subprocess.run(["ninja", "-C", build, *words], capture_output=True, text=True).stdout.split("\n")


class Build:
    """A finished build, and what of it a fault is compiled into."""
    MOST_OBJECTS = 80

    def __init__(self, folder, scratch):
        self.folder, self.scratch = folder, scratch
        self.commands = {}
        for entry in json.loads((folder / "compile_commands.json").read_text()):
            words = [word for word in shlex.split(entry["command"]) if not word.endswith("ccache")]
            self.commands[words[words.index("-o") + 1]] = words
        self.objects = {}
        for line in ninja(folder, "-t", "deps"):
            if line and not line[0].isspace():
                current = line.split(":")[0]
            elif line:
                path = (folder / line.strip()).resolve()
                if path.is_relative_to(ROOT / "src"):
                    self.objects.setdefault(str(path.relative_to(ROOT)), set()).add(current)
        names = [f"tests/test_{name}" for name in PROGRAMS] + ["reboost"]
        self.inputs = {name: {line.strip() for line in ninja(folder, "-t", "inputs", name)} for name in names}
        self.links = {}
        for name in names:
            command = [line for line in ninja(folder, "-t", "commands", name) if f" -o {name} " in line + " "][-1]
            step = next(part for part in command.split(" && ") if f" -o {name} " in part + " ")
            self.links[name] = shlex.split(step)

    def programs_with(self, file):
        objects, own = self.objects.get(file, set()), file.split("/")[1]
        reached = [name for name in PROGRAMS if self.inputs[f"tests/test_{name}"] & objects or
                   (name == "app" and self.inputs["reboost"] & objects)]
        return sorted(reached, key=lambda name: name != own)

    def compile(self, file, needed, made):
        """Makes the objects with the fault; False where one does not compile."""
        for name in sorted(needed - made.keys()):
            target = self.scratch / f"{len(made)}.o"
            words = list(self.commands[name])
            words[words.index("-o") + 1] = str(target)
            source = words.index("-c") + 1
            # The source itself, or one that includes several sources (REBOOST_UNITY), with the fault in place.
            text = (self.folder / words[source]).read_text()
            if (self.folder / words[source]).resolve() == ROOT / file:
                words[source] = str(self.scratch / file)
            elif str(ROOT / file) in text:
                words[source] = str(self.scratch / "unity.cpp")
                (self.scratch / "unity.cpp").write_text(text.replace(str(ROOT / file), str(self.scratch / file)))
            words.insert(1, f"-I{self.scratch / 'src'}")
            if not run(words, 1800, self.folder):
                return False
            made[name] = str(target)
        return True

    def link(self, program, made):
        """The program with the fault: objects of its own are replaced, those of libraries go before them."""
        words = list(self.links[program])
        target = self.scratch / "program"
        words[words.index("-o") + 1] = str(target)
        ahead = [path for name, path in made.items() if name not in words]
        words = [made.get(word, word) for word in words]
        first = next(i for i, word in enumerate(words) if word.endswith(".o"))
        return target if run(words[:first] + ahead + words[first:], 1800, self.folder) else None


def notices(build, name, made):
    """Whether the test program fails with the fault; None where the fault does not link."""
    test, reboost = f"tests/test_{name}", build.folder / "reboost"
    if name != "app":
        program = build.link(test, {key: path for key, path in made.items() if key in build.inputs[test]})
        return None if program is None else not run([program, "--abort", "~[reproduction]~[.]"], 900, build.scratch)
    program = build.link("reboost", {key: path for key, path in made.items() if key in build.inputs["reboost"]})
    if program is None:
        return None
    kept = build.scratch / "reboost"
    shutil.copy2(reboost, kept)
    try:
        shutil.move(program, reboost)
        return not run([build.folder / test, "--abort", "~[reproduction]~[.]"], 900, build.scratch)
    finally:
        shutil.move(kept, reboost)


def judge(fault, build):
    """'noticed' with the program that noticed, 'survived', or 'does not compile'."""
    lines = (ROOT / fault["file"]).read_text().split("\n")
    if lines[fault["line"] - 1] != fault["was"] and lines.count(fault["was"]) == 1:
        fault["line"] = lines.index(fault["was"]) + 1  # moved since
    if lines[fault["line"] - 1] != fault["was"]:
        sys.exit(f"{fault['file']}:{fault['line']}: not the line that the fault was drawn from")
    lines[fault["line"] - 1] = fault["now"]
    objects = build.objects.get(fault["file"], set())
    if len(objects) > build.MOST_OBJECTS:
        return "in too many objects", None
    shutil.rmtree(build.scratch, ignore_errors=True)
    (build.scratch / fault["file"]).parent.mkdir(parents=True)
    (build.scratch / fault["file"]).write_text("\n".join(lines))
    made = {}
    for name in build.programs_with(fault["file"]):
        inputs = build.inputs["reboost" if name == "app" else f"tests/test_{name}"]
        if not build.compile(fault["file"], objects & inputs, made):
            return "does not compile", None
        found = notices(build, name, made)
        if found is None:
            return "does not compile", None
        if found:
            return "noticed", name
    return "survived", None


def equivalent():
    path = ROOT / "tests/mutants/equivalent.txt"
    lines = path.read_text().split("\n") if path.exists() else []
    known = {line.split("\t")[0] for line in lines if line and not line.startswith("#")}
    stale = []
    for fault in sorted(known):
        file, was = fault.split(" -> ")[0].split(": ", 1)
        if not (ROOT / file).exists() or was not in (ROOT / file).read_text():
            stale.append(fault)
    if stale:
        sys.exit(f"{path}: no such line any more:\n" + "\n".join(stale))
    return known


def key(fault):
    return f"{fault['file']}: {fault['was'].strip()} -> {fault['now'].strip()}"


def changes_nothing(fault, known):
    return key(fault) in known or f"{fault['file']}: {fault['was'].strip()} -> any" in known


def summary(log):
    known = equivalent()
    counted = [f for f in log if f["outcome"] in ("noticed", "survived") and not changes_nothing(f, known)]
    noticed = sum(f["outcome"] == "noticed" for f in counted)
    for fault in counted:
        if fault["outcome"] == "survived":
            print(f"survived: {fault['file']}:{fault['line']} ({fault['kind']})\n  - {fault['was'].strip()}\n"
                  f"  + {fault['now'].strip()}")
    share = noticed / len(counted) if counted else 0
    print(f"{noticed} of {len(counted)} faults noticed ({100 * share:.0f}%), "
          f"{len(log) - len(counted)} left out (not compiled, in too many objects, or known to change nothing)")
    return 0 if share >= 0.9 else 1


def try_again(log, log_path, judge_now):
    known = equivalent()
    for fault in log:
        if fault["outcome"] == "survived" and not changes_nothing(fault, known):
            fault["outcome"], fault["by"] = judge_now(fault)
            print(f"{fault['outcome']} by {fault['by']}: {key(fault)}", flush=True)
    log_path.write_text("".join(json.dumps(fault) + "\n" for fault in log))
    return summary(log)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=150, help="faults that compile (default: 150)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", help="folders of src/, separated by commas")
    parser.add_argument("--output", type=pathlib.Path, default=ROOT / "build-mutants")
    parser.add_argument("--build", type=pathlib.Path, help="a build to use (Ninja, -DREBOOST_UNITY=OFF; default: OUTPUT/build, made anew)")
    parser.add_argument("--jobs", default="2")
    parser.add_argument("--again", action="store_true", help="only the survivors of the log")
    options = parser.parse_args()

    options.output.mkdir(parents=True, exist_ok=True)
    log_path = options.output / "mutants.jsonl"
    log = [json.loads(line) for line in log_path.read_text().splitlines()] if log_path.exists() else []
    folder = (options.build or options.output / "build").resolve()
    folders = {}
    for path in sorted((ROOT / "src").rglob("*.[ch]pp")):
        folders.setdefault(path.relative_to(ROOT).parts[1], []).append(path)
    if options.only:
        folders = {name: folders[name] for name in options.only.split(",")}
    # Each source alone: a fault in one of several that are compiled at once would not be seen by the compiler.
    if not options.build and not run(["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                                      "-DREBOOST_UNITY=OFF"], 600):
        sys.exit("cmake failed")
    if "REBOOST_UNITY:BOOL=ON" in (folder / "CMakeCache.txt").read_text():
        sys.exit(f"{folder} compiles several sources at once: build it with -DREBOOST_UNITY=OFF")
    if not run(["cmake", "--build", folder, "--parallel", options.jobs], 7200):
        sys.exit("the sources do not build")
    for name in PROGRAMS:
        if not run([folder / "tests" / f"test_{name}", "~[reproduction]~[.]"], 900):
            sys.exit(f"test_{name} fails without a fault")
    build = Build(folder, (options.output / "fault").resolve())
    if options.again:
        return try_again(log, log_path, lambda fault: judge(fault, build))

    rng = random.Random(options.seed)
    drawn, counted = 0, 0
    while counted < options.count:
        fault = draw(folders, rng)
        if drawn < len(log):
            if key(log[drawn]) != key(fault):
                sys.exit(f"{log_path} is of other sources or another seed: remove it to begin anew")
            fault = log[drawn]
        else:
            fault["outcome"], fault["by"] = judge(fault, build)
            with log_path.open("a") as out:
                out.write(json.dumps(fault) + "\n")
            log.append(fault)
            print(f"{counted + 1}/{options.count} {fault['outcome']} by {fault['by']}: {key(fault)}", flush=True)
        drawn += 1
        counted += fault["outcome"] in ("noticed", "survived")
    return summary(log)


if __name__ == "__main__":
    sys.exit(main())
