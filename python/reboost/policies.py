"""Bandit policies as classes, and whether they are better than others."""
import hashlib
import io
import json
import tempfile
from pathlib import Path

from .results import command, frame, words_of


class Policy:
    """A bandit policy: subclass it, and give an object of the class to `compare`.

    For each run a copy of the object plays: `reset` once; then `reward` for each arm paid for since the last decision, and
    `select`, in turn. The same calls must have the same answers: draw from `self.rng` alone.
    """

    def reset(self, arms, horizon, seed):
        """Forgets everything. arms: they are 0 to arms - 1. horizon: decisions expected. seed: below 2**53."""
        import numpy

        self.arms, self.horizon, self.rng = arms, horizon, numpy.random.default_rng(seed)

    def select(self, k):
        """k different arms: a list, or of k = 1 the arm itself, an int."""
        raise NotImplementedError(f"{type(self).__name__} has no select(k)")

    def reward(self, arm, r):
        """`arm` paid r in [0, 1]."""

    def fingerprint(self):
        """What results are stored under: the code of the class and its bases, and the attributes of the object.

        The code of what they call is not in it: change a name or an attribute where that changes."""
        text = [repr(sorted((name, repr(value)) for name, value in vars(self).items()))]
        for cls in type(self).__mro__[:-1]:
            text += [f"{name} {_code(member)}" for name, member in sorted(vars(cls).items()) if not name.startswith("__")]
        return hashlib.sha256("\n".join(text).encode()).hexdigest()

    def selector(self):
        """The policy as the selector of a config; `command(..., policy=self)` runs it."""
        name = type(self).__name__
        return {"name": "bandit", "policy": {"name": "external", "as": name, "command": ["in Python", name, self.fingerprint()]}}


def _code(member):
    code = getattr(member, "__code__", member if hasattr(member, "co_code") else None)
    if code is None:
        return repr(member) if isinstance(member, (int, float, str, tuple, type(None))) else ""
    return [code.co_code, code.co_names, [_code(constant) for constant in code.co_consts]]


class Comparison:
    """What `reboost compare` found.

    answer: its sentences. methods: one row for each method. report: the page's report.json. page: its index.html, None
    where it was not kept."""

    def __init__(self, answer, report, page):
        self.answer, self.report, self.page = answer, report, page
        self.contest = report["papers"][0]["contests"][0]

    def __str__(self):
        return self.answer

    def __repr__(self):
        return "<Comparison: answer, frame(), plot(), report, page>"

    def _repr_png_(self):
        """What a notebook shows: the forest plot, where there is matplotlib."""
        try:
            import matplotlib.pyplot as pyplot
        except ImportError:
            return None
        figure, image = self.plot().figure, io.BytesIO()
        figure.savefig(image, format="png")
        pyplot.close(figure)
        return image.getvalue()

    def comparisons(self, cost="work"):
        """The contest's judgements of this cost ("work" or "seconds"): `comparison`s of docs/report.schema.json."""
        judged = next(one for one in self.contest["costs"] if one["cost"] == cost)
        return judged["against_random"] + judged["against_baseline"]

    def frame(self, cost="work"):
        """One row for each method and what it is compared with: the ratio of costs, below 1 the method needs less."""
        ratios = ("value", "low", "high", "p")
        rows = [(one["method"], one["against"], one["side"], *(one["cost"].get(key) for key in ratios)) for one in self.comparisons(cost)]
        return frame(dict(zip(("method", "against", "side", "ratio", "low", "high", "p"), map(list, zip(*rows)))))

    def plot(self, cost="work", ax=None):
        """The forest plot of the policy asked about: its ratio on each data set and over all, with 95% intervals.

        Returns matplotlib's axes; ImportError where there is no matplotlib."""
        import matplotlib.pyplot as pyplot
        import numpy

        ax = ax or pyplot.subplots(figsize=(7, 4), layout="tight")[1]
        mine = [one for one in self.comparisons(cost) if one["announced"]]
        for number, one in enumerate(mine):
            sets = [outcome for outcome in one["sets"] if "mean" in outcome.get("log_cost", {})]
            means = numpy.array([outcome["log_cost"]["mean"] for outcome in sets])
            spread = 1.96 * numpy.sqrt([outcome["log_cost"].get("variance", 0) for outcome in sets])
            values, low, high = numpy.exp(means), numpy.exp(means - spread), numpy.exp(means + spread)
            names = [outcome["set"] for outcome in sets]
            if "value" in one["cost"]:
                values, low, high = (numpy.append(a, one["cost"].get(key, numpy.nan))
                                     for a, key in ((values, "value"), (low, "low"), (high, "high")))
                names.append("all")
            places = numpy.arange(len(names)) + 0.2 * number
            ax.errorbar(values, places, xerr=[values - low, high - values], fmt="o", label=f"{one['method']} / {one['against']}")
            ax.set_yticks(range(len(names)), names)
        ax.axvline(1, color="grey", linewidth=1)
        ax.set(xscale="log", xlabel=f"{cost} until the same test error, as a ratio")
        ax.invert_yaxis()
        ax.legend(loc="lower left", bbox_to_anchor=(0, 1), ncol=2, frameon=False)  # above: it covers no point
        return ax


def compare(policy, against=("uniform", "ucb"), data="learns", learner="stump", results="results", output=None, progress=None, **options):
    """`reboost compare` of a Policy, which plays in this process; or of a method of the engine, "ts_beta(1)".

    against: random draws ("uniform") and one method more. data: "learns", the ten sets of the standard comparison
    (configs/compare.json) on which random draws learn; or names of some of them. learner: stump, product, tree; smoke: a glance.
    results: where runs are stored; those that are there, or in the reference results, are not computed again. output: a folder for
    the page. progress: a text file for messages, such as sys.stderr. options: as of the command: jobs=2,
    set=["booster.rounds=100"]. Prints the answer and returns the Comparison.
    """
    against = [against] if isinstance(against, str) else against
    methods = [name if "(" in name or name == "full" else f"{name}(1)" for name in against]
    rivals = [name for name in methods if name != "uniform(1)"]
    if len(rivals) > 1:
        raise ValueError(f"compare judges against random draws and one method more, not {' and '.join(rivals)}")
    sets = [] if data == "learns" else ["dataset.name=" + json.dumps([data] if isinstance(data, str) else list(data))]
    mine = isinstance(policy, Policy)
    options["set"] = sets + list(options.get("set", []))
    words = words_of({"learner": learner, "results": results, "baseline": rivals, **options})
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(output or Path(scratch) / "page")
        printed = command("compare", json.dumps(policy.selector()) if mine else policy, *words, "--output", folder,
                          policy=policy if mine else None, progress=progress)
        answer = printed.split("\n", 1)[1].split("Page: ")[0].strip()  # behind the sweep's line
        found = Comparison(answer, json.loads((folder / "report.json").read_text()),
                           folder / "index.html" if output else None)
    print(found.answer)
    return found
