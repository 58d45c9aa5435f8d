#!/usr/bin/env python3
"""Sweeps under kill -9, two pid namespaces and a dead host, with the real program: minutes, not part of `make test`;
.ci/run has a few kills.

    tests/kills.py build/reboost [--kills 100] [--rounds 20000]

Each case ends with the curves of an undisturbed sweep, nothing computed twice and nothing left behind, or this exits
with 1. Namespaces need root (unshare); without it those cases say that they were left out.
"""
import argparse
import csv
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

CONFIG = {"dataset": {"name": "waveform", "rows": 300, "test_rows": 300}, "learner": "stump",
          "selector": ["random(2)", {"name": "eps_greedy", "k": 2}, "exp3_p(1)"],
          "seed": {"range": [1, 4]}}
RUNS = 12


class Case:
    def __init__(self, program, folder, rounds):
        self.program, self.folder = program, folder
        self.config = folder / "twelve.json"
        self.config.write_text(json.dumps({**CONFIG, "booster": {"name": "adaboost_mh", "rounds": rounds}}))
        self.environment = {**os.environ, "REBOOST_DATA": str(folder / "data")}
        self.logs = 0

    def start(self, results, *options, wrap=()):
        self.logs += 1
        log = self.folder / f"{self.logs}.log"
        process = subprocess.Popen([*wrap, self.program, "run", self.config, "--results", results,
                                    "--checkpoint-seconds", "0.02", *options], env=self.environment,
                                   stdout=log.open("w"), stderr=subprocess.STDOUT, start_new_session=True)
        process.log = log
        return process

    def finish(self, process):
        status = process.wait(timeout=600)
        return status, process.log.read_text()

    def kill(self, process):
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def curves(self, results):
        tables = self.folder / "tables"
        subprocess.run([self.program, "runs", "export", "--csv", tables, "--no-reference", "--results", results], check=True,
                       env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with (tables / "curves.csv").open() as file:
            return sorted(tuple(sorted((key, value) for key, value in row.items() if "seconds" not in key))
                          for row in csv.DictReader(file) if not any("seconds" in text for text in row.values()))

    def sound(self, results):
        left = list((results / "open").iterdir())
        doctor = subprocess.run([self.program, "store", "check", "--results", results], env=self.environment,
                                capture_output=True, text=True)
        return not left and doctor.returncode == 0 and len(list((results / "runs").iterdir())) == RUNS


def require(holds, what):
    print(("ok      " if holds else "FAILED  ") + what, flush=True)
    if not holds:
        sys.exit(1)


def listing(results, *patterns):
    """Path and state of each file and folder. Looks again where the sweep removed one while they were read."""
    while True:
        try:
            return sorted((path, path.stat()) for pattern in patterns for path in results.glob(pattern))
        except FileNotFoundError:
            pass


def after_changes(results, process, count):
    """Waits until the folder's runs, claims and checkpoints have changed `count` times, or the process has ended."""
    def look():
        return [(path, state.st_mtime_ns) for path, state in listing(results, "runs/*", "open/*/*")]
    before = look()
    while count > 0 and process.poll() is None:
        now = look()
        count -= now != before
        before = now


def some_kills(case, calm, rng, kills):
    results, done, since = case.folder / "killed", 0, 0
    while done < kills:
        process = case.start(results)
        after_changes(results, process, rng.randint(1, 12))
        if process.poll() is None:
            case.kill(process)
            done += 1
        elif process.returncode != 0:
            require(False, f"kill -9: {process.log.read_text()[-500:]}")
        if (results / "runs").exists() and len(list((results / "runs").iterdir())) == RUNS:
            require(case.curves(results) == calm, f"kill -9: whole after {done - since} kills, equal curves")
            since = done
            for path in (results / "runs").iterdir():
                path.unlink()
    status, _ = case.finish(case.start(results))
    require(status == 0 and case.curves(results) == calm and case.sound(results), f"{done} times kill -9")


def four_processes(case, calm, rng):
    results = case.folder / "four"
    processes = [case.start(results, "--jobs", "1") for _ in range(4)]
    after_changes(results, processes[0], rng.randint(10, 40))
    for process in processes[:2]:
        case.kill(process)
    ended = [case.finish(process) for process in processes[2:]]
    require(all(status == 0 for status, _ in ended) and case.curves(results) == calm and case.sound(results),
            "four processes, two killed")


def two_namespaces(case, calm):
    results = case.folder / "namespaces"
    apart = ("unshare", "--pid", "--fork", "--mount-proc", "--kill-child")
    processes = [case.start(results, "--jobs", "1", "--json", wrap=apart) for _ in range(2)]
    ended = [case.finish(process) for process in processes]
    computed = [json.loads(text[text.index("{"):text.rindex("}") + 1])["computed"] for _, text in ended]
    require(sum(computed) == RUNS and case.curves(results) == calm and case.sound(results),
            f"two pid namespaces computed {computed[0]} and {computed[1]} runs, none twice")


def dead_host(case, calm):
    results, identity = case.folder / "dead", case.folder / "machine-id"
    identity.write_text("0123456789abcdef0123456789abcdef\n")
    elsewhere = ("unshare", "--mount", "--uts", "sh", "-c",
                 f'mount --bind {identity} /etc/machine-id && hostname dead-host && exec "$@"', "sh")
    process = case.start(results, "--jobs", "1", wrap=elsewhere)
    while not any(state.st_size for _, state in listing(results, "open/*/claim")):
        time.sleep(0.02)
    case.kill(process)
    status, text = case.finish(case.start(results, "--claim-timeout", "60"))
    require(status == 0 and "taken over from process" in text and "dead-host" in text and
            case.curves(results) == calm and case.sound(results), "a dead host's claim is taken over, and said so")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=20000, help="of each of the runs")
    options = parser.parse_args()
    rng = random.Random(1)
    with tempfile.TemporaryDirectory(prefix="reboost-kills-") as name:
        case = Case(options.program, pathlib.Path(name), options.rounds)
        status, text = case.finish(case.start(case.folder / "calm"))
        require(status == 0, "an undisturbed sweep" if status == 0 else text)
        calm = case.curves(case.folder / "calm")
        require(len(calm) > RUNS, f"its curves have {len(calm)} points")
        four_processes(case, calm, rng)
        allowed = subprocess.run(["unshare", "--pid", "--fork", "--mount", "--uts", "true"], stderr=subprocess.DEVNULL)
        if allowed.returncode == 0:
            two_namespaces(case, calm)
            dead_host(case, calm)
        else:
            print("left out: two pid namespaces, a dead host (unshare is not permitted)")
        some_kills(case, calm, rng, options.kills)


if __name__ == "__main__":
    main()
