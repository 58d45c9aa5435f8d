#!/usr/bin/env python3
"""Do the examples of docs/extending.md still compile? Follows them literally in a copy of the sources: makes the new
files, puts the insertions where they are said to stand, and lets the compiler check each source that changed.

    tests/extending.py      # half a minute; exit status 1 where a place or an example is stale
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
BLOCK = r"[^\n]*(?:\n(?!```)[^\n]*)*?\n+```\w+\n(.*?)```"  # the rest of the sentence, then a block of code


def change(copy, name, old, new):
    text = (copy / name).read_text()
    if old not in text:
        sys.exit(f"docs/extending.md: {name} has no '{old}'")
    (copy / name).write_text(text.replace(old, new, 1))


def follow(guide, copy):
    """The sources that the guide makes or changes."""
    touched = []
    for name, code in re.findall(r"[Nn]ew file `([^`]+)`" + BLOCK, guide, re.S):
        (copy / name).write_text(code)
        touched.append(name)
    for name, where, anchor, code in re.findall(r"[Ii]n\s+`([^`]+)`,\s+(before|after)\s+(?:the\s+line\s+)?`([^`]+)`" + BLOCK,
                                                guide, re.S):
        line = next((line for line in (copy / name).read_text().splitlines(True) if anchor in line), anchor)
        change(copy, name, line, code + line if where == "before" else line + code)
        touched.append(name)
    for name, old, new in re.findall(r"[Ii]n\s+`([^`]+)`,\s+replace\s+`([^`]+)`\s+by\s+`([^`]+)`", guide):
        change(copy, name, old, re.sub(r"\s+", " ", new))
        touched.append(name)
    return sorted({name for name in touched if name.endswith(".cpp")})


def main():
    with tempfile.TemporaryDirectory(prefix="reboost-test-") as folder:
        copy = pathlib.Path(folder)
        for part in ("src", "plots", "experiments"):
            shutil.copytree(ROOT / part, copy / part)
        sources = follow((ROOT / "docs/extending.md").read_text(), copy)
        if len(sources) < 10:
            sys.exit(f"docs/extending.md: only {len(sources)} sources were found in its examples")
        failed = [name for name in sources
                  if subprocess.run(["g++", "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-Isrc", name],
                                    cwd=copy, check=False).returncode]
    print(f"{len(sources)} sources of docs/extending.md, {len(failed)} do not compile: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
