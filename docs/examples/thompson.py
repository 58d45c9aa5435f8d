#!/usr/bin/env python3
"""Thompson sampling with Beta posteriors (Agrawal & Goyal, COLT 2012) as an external policy of ReBoost."""
import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "reset":
        rng = random.Random(message["seed"])
        wins = [1] * message["arms"]
        losses = [1] * message["arms"]
        continue
    for arm, reward in message["rewards"]:  # a reward in [0, 1] counts as a coin's toss with that probability
        if rng.random() < reward:
            wins[arm] += 1
        else:
            losses[arm] += 1
    draws = [rng.betavariate(a, b) for a, b in zip(wins, losses)]
    best = sorted(range(len(draws)), key=draws.__getitem__, reverse=True)
    print(json.dumps({"arms": best[: message["count"]]}), flush=True)
