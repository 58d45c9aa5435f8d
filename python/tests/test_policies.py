import json
import os
import subprocess
import time

import numpy
import pytest

import reboost
from reboost import Policy

FEW = {"data": ["waveform", "twonorm"], "set": ["booster.rounds=40", "dataset.rows=200", "dataset.test_rows=300"], "no_reference": True}


class Cyclic(Policy):
    """The engine's round_robin."""

    def reset(self, arms, horizon, seed):
        super().reset(arms, horizon, seed)
        self.at = 0

    def select(self, k):
        chosen = [(self.at + i) % self.arms for i in range(k)]
        self.at = (self.at + k) % self.arms
        return chosen


class Thompson(Policy):
    def reset(self, arms, horizon, seed):
        super().reset(arms, horizon, seed)
        self.wins, self.losses = numpy.ones(arms), numpy.ones(arms)

    def select(self, k):
        return numpy.argsort(-self.rng.beta(self.wins, self.losses))[:k]

    def reward(self, arm, r):
        (self.wins if self.rng.random() < r else self.losses)[arm] += 1


PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "reset":
        arms, at = message["arms"], 0
        continue
    print(json.dumps({"arms": [(at + i) % arms for i in range(message["count"])]}), flush=True)
    at += message["count"]
"""


def test_a_policy_has_the_verdict_of_the_same_policy_as_a_program_of_the_command(tmp_path, capsys):
    mine = reboost.compare(Cyclic(), learner="smoke", results=tmp_path / "mine", output=tmp_path / "page", **FEW)
    assert mine.answer in capsys.readouterr().out and mine.answer.startswith("Cyclic(1)")
    (tmp_path / "Cyclic.py").write_text(PROGRAM)
    words = ["compare", "--policy", tmp_path / "Cyclic.py", "--learner=smoke", f"--results={tmp_path / 'other'}", "--no-reference"]
    words += [f"--set=dataset.name={json.dumps(FEW['data'])}"] + [f"--set={setting}" for setting in FEW["set"]]
    said = subprocess.run([os.environ["REBOOST_PROGRAM"], *words], capture_output=True, text=True, check=True).stdout
    assert mine.answer == said.split("\n", 1)[1].split("Page: ")[0].strip()
    assert {"uniform(1)", "ucb(1)"} <= set(mine.frame()["against"]) and mine.page.is_file()
    assert mine._repr_png_().startswith(b"\x89PNG")
    labels = [tick.get_text() for tick in mine.plot().get_yticklabels()]
    assert labels[-1] == "all" and any("waveform" in label for label in labels)


def test_a_policy_trains_the_same_bits_as_the_same_policy_of_the_engine(tmp_path):
    config = {"dataset": {"name": "waveform", "rows": 200}, "booster": {"rounds": 50}, "learner": ["stump", "product(3)"]}
    selectors = [Cyclic().selector(), "round_robin(1)", {**Cyclic().selector(), "k": 4}, "round_robin(4)"]
    (tmp_path / "c.json").write_text(json.dumps({**config, "selector": selectors}))
    reboost.command("run", tmp_path / "c.json", "--results", tmp_path, policy=Cyclic())
    curves = [reboost.curves(reboost.runs(tmp_path, {"selector": name}), of=["test_error", "edge", "alpha"]) for name in ("Cyclic", "round_robin")]
    points = [set(map(tuple, one.drop(columns=["id", "train_cpu_seconds"]).values)) for one in curves]
    assert points[0] == points[1] and len(points[0]) > 300


def test_a_policy_that_draws_is_deterministic_and_not_computed_twice(tmp_path):
    first = reboost.compare(Thompson(), learner="smoke", results=tmp_path, **FEW)
    before = reboost.runs(tmp_path)
    again = reboost.compare(Thompson(), learner="smoke", results=tmp_path, **FEW)
    assert str(again) == str(first) == first.answer and first.answer not in repr(first)
    after = reboost.runs(tmp_path)
    assert (before.ended_utc == after.ended_utc).all() and Thompson().fingerprint() != Cyclic().fingerprint()


def test_another_code_or_attribute_is_another_policy():
    class Other(Cyclic):
        def select(self, k):
            return list(range(k))

    tuned = Cyclic()
    tuned.width = 3
    assert len({one.fingerprint() for one in (Cyclic(), Other(), tuned)}) == 3 and Cyclic().fingerprint() == Cyclic().fingerprint()


@pytest.mark.parametrize("answer, message", [
    (lambda k: [0] * (k + 1), "gave 2 arms of 1"), (lambda k: 10**6, "arm 1000000"), (lambda k: -1, "gave no arms"),
    (lambda k: 1 / 0, "ZeroDivisionError"), (lambda k: None, "raised TypeError"), (lambda k: "a", "gave no arms")])
def test_what_a_policy_does_wrong_is_told(answer, message, tmp_path):
    class Faulty(Policy):
        def select(self, k):
            return answer(k)

    with pytest.raises(RuntimeError, match=message):
        reboost.compare(Faulty(), learner="smoke", results=tmp_path, fail_fast=True, **FEW)


def test_against_and_data_are_names_of_the_comparison(tmp_path):
    with pytest.raises(ValueError, match="one method more"):
        reboost.compare(Cyclic(), against=["ucb", "full"])
    with pytest.raises(ValueError, match="ucb"):
        reboost.compare(Cyclic(), against=["ubc"], learner="smoke", results=tmp_path, **FEW)


PROBLEM = {"dataset": "none", "booster": {"name": "bandit_problem", "rounds": 20000, "plays": 3, "means": [0.5] * 784}}


def test_a_decision_of_784_arms_costs_less_than_3_microseconds_beside_python(tmp_path):
    seconds = {}
    for name, selector in (("Cyclic", Cyclic().selector()), ("round_robin", "round_robin(1)")):
        config = tmp_path / f"{name}.json"
        config.write_text(json.dumps({**PROBLEM, "selector": selector}))
        seconds[name] = numpy.inf
        for _ in range(3):  # the least of three: other programs compute here, too
            reboost.command("run", config, "--results", tmp_path, "--jobs", 1, "--recompute", policy=Cyclic())
            seconds[name] = min(seconds[name], reboost.runs(tmp_path, {"selector": name}).train_cpu_seconds[0])
    decisions = PROBLEM["booster"]["rounds"] * PROBLEM["booster"]["plays"]
    policy, began = Cyclic(), time.thread_time()
    policy.reset(784, decisions, 1)
    for _ in range(decisions):
        policy.reward(policy.select(1)[0], 0.5)
    of_python = time.thread_time() - began
    beside = (seconds["Cyclic"] - seconds["round_robin"] - of_python) / decisions
    print(f"\n{1e6 * beside:.2f} us a decision beside Python's {1e6 * of_python / decisions:.2f}")
    assert beside < 3e-6
