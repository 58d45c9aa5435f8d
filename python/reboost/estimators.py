"""Classifiers by scikit-learn's conventions. Their parameters are the options of configs, read from the engine's own table."""
import inspect
import json

import numpy
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils.multiclass import check_classification_targets
from sklearn.utils.validation import check_is_fitted

from . import _engine

_RUN = {field["name"]: field for field in json.loads(_engine.options())}
_BOOSTERS = {booster["name"]: booster["fields"] for booster in _RUN["booster"]["alternatives"]}
# What only an experiment measures, and what needs test rows.
_OF_EXPERIMENTS = {"oracle_every", "trials", "test_every", "ranking_points_per_decade"}
_FLOATS = [numpy.float32, numpy.float64]


def _table(boosters, learner):
    """The parameters of an estimator: {name: (place in a run's specification, default, field)}."""
    found = {"learner": (("learner",), learner, _RUN["learner"])}
    found["selector"] = (("selector",), _RUN["selector"]["default"]["name"], _RUN["selector"])
    parts = [("booster", _BOOSTERS[name]) for name in boosters] + [("evaluation", _RUN["evaluation"]["fields"])]
    for part, fields in parts:
        for field in fields:
            default = field["default"]
            if isinstance(default, dict):
                default = default.get("name")
            if field["name"] not in _OF_EXPERIMENTS:
                found.setdefault(field["name"], ((part, field["name"]), default, field))
    found["seed"] = (("seed",), _RUN["seed"]["default"], _RUN["seed"])
    return found


def _help(name, default, field):
    kind = field["type"]
    if "allowed" in field:
        kind = ", ".join(field["allowed"])
    elif "alternatives" in field:
        kind = "str or dict"
    bounds = [str(field[end]) for end in ("min", "max") if end in field]
    text = field["help"] + (f" ({' to '.join(bounds)})" if bounds else "")
    return f"    {name} : {kind}, default={default!r}\n        {text}\n"


def _class_name(label):
    value = label.item() if isinstance(label, numpy.generic) else label
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _without_categories(X, levels=None):
    """X with the place of each category in its column's levels, and the levels of each column (none: numbers).

    `levels`: of the columns when the model was fitted; another category is then a missing value.
    """
    if not hasattr(X, "iloc") or getattr(X, "ndim", 0) != 2:
        return X, None
    X, found = X.copy(deep=False), []
    for j, dtype in enumerate(X.dtypes):
        categories = getattr(X.iloc[:, j], "cat", None) if dtype.name == "category" else None
        if levels is not None and j < len(levels) and bool(levels[j]) != (categories is not None):
            raise ValueError(f"column '{X.columns[j]}' was {'' if levels[j] else 'not '}categorical when the model was fitted")
        found.append([])
        if categories is None:
            continue
        column = categories.remove_unused_categories()
        names = [str(name) for name in column.cat.categories]
        found[j] = levels[j] if levels is not None else sorted(names)
        place = {name: float(at) for at, name in enumerate(found[j])}
        places = numpy.array([place.get(name, numpy.nan) for name in names] + [numpy.nan], dtype=numpy.float32)
        X.isetitem(j, places[column.cat.codes.to_numpy()])
    return X, found


class _Classifier(ClassifierMixin, BaseEstimator):
    """What the estimators share; a subclass names its boosters and the learner that they begin with."""

    _boosters = ()

    def __init_subclass__(cls, **options):
        super().__init_subclass__(**options)
        if "_boosters" not in cls.__dict__:
            return
        cls._table = _table(cls._boosters, cls._learner)
        defaults = {name: default for name, (_, default, _) in cls._table.items()}
        if len(cls._boosters) > 1:
            defaults["booster"] = cls._booster
        defaults["n_jobs"] = None
        keyword = inspect.Parameter.KEYWORD_ONLY
        parameters = [inspect.Parameter(name, keyword, default=default) for name, default in defaults.items()]

        def __init__(self, **given):
            bound = signature.bind(self, **given)
            bound.apply_defaults()
            for name in defaults:
                setattr(self, name, bound.arguments[name])

        signature = inspect.Signature([inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY), *parameters])
        __init__.__signature__ = signature
        cls.__init__ = __init__
        rows = "".join(_help(name, default, field) for name, (_, default, field) in cls._table.items())
        if len(cls._boosters) > 1:
            rows += f"    booster : {', '.join(cls._boosters)}, default={cls._booster!r}\n        the boosting algorithm\n"
        cls.__doc__ += (
            "\n\n    Parameters\n    ----------\n" + rows + "    n_jobs : int or None, default=None\n"
            "        threads; None: 1, -1: one for each CPU. Changes time, never the model\n"
        )

    def _booster_of(self, classes):
        return self.__dict__.get("booster", self._boosters[0])

    def _specification(self, classes):
        """What `reboost train` makes of the same options."""
        run = {"dataset": {"path": "<memory>", "test_fraction": 0}, "learner": self.learner}
        run["booster"] = {"name": self._booster_of(classes)}
        for name, (place, default, _) in self._table.items():
            value = getattr(self, name)
            if not numpy.array_equal(value, default):
                part = run if len(place) == 1 else run.setdefault(place[0], {})
                part[place[-1]] = value
        return json.dumps(run, default=lambda value: value.tolist())  # NumPy's

    def fit(self, X, y, **refused):
        """Trains. X: n×d numbers, NaN missing; a data frame's categorical columns are nominal. y: n classes.

        float32 and float64 rows are read where they are; a column at a time is copied to be binned. Raises ValueError where an
        option is none of the engine's, TypeError for `sample_weight`, and KeyboardInterrupt after Ctrl-C.
        """
        if refused:
            raise TypeError(f"fit takes no {', '.join(refused)}: the engine gives rows no weights of their own")
        X, levels = _without_categories(X)
        X, y = self._validate_data(X, y, dtype=_FLOATS, force_all_finite="allow-nan")
        check_classification_targets(y)
        classes, class_of_row = numpy.unique(y, return_inverse=True)
        if len(classes) < 2:
            raise ValueError(f"{type(self).__name__} needs at least 2 classes; the data has one class: {classes[0]!r}")
        features = [str(name) for name in getattr(self, "feature_names_in_", [f"x{j}" for j in range(X.shape[1])])]
        threads = {None: 1, -1: 0}.get(self.n_jobs, self.n_jobs)
        self.model_ = _engine.Model.fit(
            self._specification(len(classes)), X, class_of_row.astype(numpy.int32), [_class_name(c) for c in classes], features,
            levels or [[]] * X.shape[1], threads)
        self.classes_ = classes
        return self

    def _rows(self, X):
        check_is_fitted(self)
        X, _ = _without_categories(X, self.model_.levels)
        return self.model_.bin(self._validate_data(X, dtype=_FLOATS, force_all_finite="allow-nan", reset=False))

    def _classes_of(self, scores):
        majority = json.loads(self.model_.attributes).get("majority_class")  # of a model without any split
        if majority is not None:
            places = numpy.full(len(scores), self.model_.class_names.index(majority))
        else:
            places = (scores[:, 0] >= 0).astype(int) if scores.shape[1] == 1 else scores.argmax(axis=1)
        return self.classes_[places]

    def _scores(self, X):
        rows = self._rows(X)
        return self.model_.scores(rows, 0)

    def decision_function(self, X):
        """Scores: n×K; of two classes n, above 0 for the second."""
        scores = self._scores(X)
        return scores[:, 0] if scores.shape[1] == 1 else scores

    def predict(self, X):
        """The class of each row."""
        return self._classes_of(self._scores(X))

    def predict_proba(self, X):
        """n×K, as `reboost predict --probabilities` has them: boosting sharpens them."""
        rows = self._rows(X)
        return self.model_.probabilities(rows)

    def staged_predict(self, X):
        """Yields `predict(X)` after 1, 2, … rounds."""
        rows = self._rows(X)
        for rounds in range(1, self.model_.rounds_used + 1):
            yield self._classes_of(self.model_.scores(rows, rounds))

    @property
    def feature_importances_(self):
        """d shares of the model, sum 1, as `reboost runs show --importances` has them."""
        check_is_fitted(self)
        return self.model_.importances

    @property
    def curves_(self):
        """What was measured while training: {name: array} (docs/results.md)."""
        check_is_fitted(self)
        return self.model_.curves

    def save(self, path):
        """Writes the model file of `reboost train --no-state`: `reboost predict` and `load` read it."""
        check_is_fitted(self)
        self.model_.write(path)

    @classmethod
    def load(cls, path):
        """A fitted estimator of a model file of this module or of `reboost train`, or of a stored run.

        Classes are the texts of the file; numbers, where all of them are numbers.
        """
        return cls._of(_engine.Model.read(path))

    @classmethod
    def _of(cls, model):
        run = json.loads(model.spec)
        if run["booster"]["name"] not in cls._boosters:
            raise ValueError(f"{cls.__name__} loads no model of {run['booster']['name']}; reboost.load takes any")
        given = {"booster": run["booster"]["name"]} if len(cls._boosters) > 1 else {}
        for name, (place, _, field) in cls._table.items():
            value = run.get(place[0]) if len(place) == 1 else run.get(place[0], {}).get(place[1])
            if value is not None and (value != field["default"] or name == "learner"):
                given[name] = value
        estimator = cls(**given)
        estimator.model_ = model
        for kind in (int, float, str):
            try:
                estimator.classes_ = numpy.array([kind(name) for name in model.class_names])
                break
            except ValueError:
                pass
        names = model.feature_names
        estimator.n_features_in_ = len(names)
        if names != [f"x{j}" for j in range(len(names))]:
            estimator.feature_names_in_ = numpy.array(names, dtype=object)
        return estimator

    def _more_tags(self):
        return {"allow_nan": True, "binary_only": self._binary}


class AdaBoostMHClassifier(_Classifier):
    """Discrete AdaBoost.MH (kdd2009 §2) with any learner and selector."""

    _boosters, _learner, _binary = ("adaboost_mh",), "stump", False


class AbcBoostClassifier(_Classifier):
    """mart, robust logitboost and their abc forms (abc2010).

    booster "auto" is abc_logitboost; of two classes, which have no base class to choose, logitboost."""

    _boosters = ("mart", "logitboost", "abc_mart", "abc_logitboost")
    _learner, _booster, _binary = "regression_tree", "auto", False

    def _booster_of(self, classes):
        if self.booster != "auto":
            return self.booster
        return "logitboost" if classes == 2 else "abc_logitboost"


class BudgetedBoostClassifier(_Classifier):
    """Budgeted boosting of two classes (ijcai2015): features have prices, prediction a budget."""

    _boosters = tuple(name for name in _BOOSTERS if any(f["name"] == "prices" for f in _BOOSTERS[name]) and name != "decision_tree")
    _learner, _booster, _binary = "stump", "adaboost_bt", True


def load(path):
    """The fitted estimator of a model file, whichever its booster."""
    model = _engine.Model.read(path)
    booster = json.loads(model.spec)["booster"]["name"]
    for cls in (AdaBoostMHClassifier, AbcBoostClassifier, BudgetedBoostClassifier):
        if booster in cls._boosters:
            return cls._of(model)
    raise ValueError(f"'{path}' is of {booster}, which predicts nothing")
