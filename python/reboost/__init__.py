"""ReBoost from Python: estimators, results as data frames, policies as classes (docs/python.md)."""
from pathlib import Path as _Path

from . import _engine
from ._engine import __version__
from .policies import Comparison, Policy, compare
from .results import command, curves, report, runs

_engine.set_shipped_folder(_Path(__file__).parent / "share")
_ESTIMATORS = ["AdaBoostMHClassifier", "AbcBoostClassifier", "BudgetedBoostClassifier", "load"]
__all__ = ["Comparison", "Policy", "command", "compare", "curves", "report", "runs", *_ESTIMATORS]


def __getattr__(name):  # scikit-learn takes a second to import, and results do not need it
    if name not in _ESTIMATORS:
        raise AttributeError(f"module 'reboost' has no attribute '{name}'")
    from . import estimators

    return getattr(estimators, name)
