import copy
import json
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy
import pandas
import pytest
from sklearn.base import clone
from sklearn.compose import make_column_transformer
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV, cross_val_score
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder
from sklearn.utils.estimator_checks import check_estimator

import reboost
from reboost import AbcBoostClassifier, AdaBoostMHClassifier, BudgetedBoostClassifier

ESTIMATORS = [AdaBoostMHClassifier(rounds=60), AbcBoostClassifier(rounds=20),
              BudgetedBoostClassifier(rounds=60)]


def rows_of(classes=3, rows=300, seed=1):
    X, y = make_classification(rows, 12, n_informative=8, n_classes=classes, random_state=seed)
    return X.astype(numpy.float32), y


def reboost_program(*arguments):
    words = [os.environ["REBOOST_PROGRAM"], *map(str, arguments)]
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)
def test_an_estimator_keeps_scikit_learns_conventions(estimator):
    check_estimator(estimator)


def same_model(estimator, path):
    """Whether both hold the same arrays: splits, coefficients, cuts. Names of columns and levels are left out."""
    mine, other = estimator.model_.arrays, reboost._engine.Model.read(path).arrays
    numeric = [name for name, values in other.items() if values.dtype.kind in "fiu"]
    assert sorted(mine) == sorted(other) and len(numeric) > 8
    return all(mine[name].tobytes() == other[name].tobytes() for name in numeric)


OWN_SETS = {  # file, position of the label, estimator, words of `reboost train`
    "ionosphere": ("ionosphere/ionosphere.data", 34, AdaBoostMHClassifier(rounds=200), ["--rounds=200"]),
    "sonar": ("sonar/sonar.all-data", 60, AdaBoostMHClassifier(learner="tree(8)", selector="ucb(3)", rounds=100, seed=7),
              ["--learner=tree(8)", "--selector=ucb(3)", "--rounds=100", "--seed=7"]),
    "letter": ("letter/letter-recognition.data", 0, AdaBoostMHClassifier(learner="product(3)", selector="random(4)", rounds=40, n_jobs=2),
               ["--learner=product(3)", "--selector=random(4)", "--rounds=40"]),
    "pendigits": ("pendigits/pendigits.tra", 16, AbcBoostClassifier(rounds=10, validation_fraction=0.2),
                  ["--booster=abc_logitboost", "--learner=regression_tree", "--rounds=10", "--validation-fraction=0.2"]),
    "adult": ("adult/adult.data", 14, BudgetedBoostClassifier(rounds=50, budget=20.0, prices={"rule": "uniform"}),
              ["--booster=adaboost_bt", "--rounds=50", "--set=booster.budget=20", "--set=booster.prices.rule=uniform", "--missing=?"]),
}


@pytest.mark.parametrize("name", OWN_SETS)
def test_an_estimator_trains_the_same_bits_as_the_command_line(name, tmp_path):
    path, label, estimator, words = OWN_SETS[name]
    found = [Path(folder) / path for folder in os.environ.get("REBOOST_DATA", "").split(":") if (Path(folder) / path).is_file()]
    if not found:
        pytest.skip(f"{path} is not in REBOOST_DATA")
    reboost_program("train", found[0], f"--label={label}", "--header=absent", *words, "--model", tmp_path / "m.h5", "--quiet")
    table = pandas.read_csv(found[0], header=None, skipinitialspace=True, na_values="?")
    y = table.pop(label)
    texts = table.select_dtypes(object).columns
    X = table.astype({column: "category" for column in texts}).astype({c: numpy.float32 for c in table if c not in texts})
    estimator = clone(estimator).fit(X, y)
    assert same_model(estimator, tmp_path / "m.h5")
    loaded = reboost.load(tmp_path / "m.h5")
    columns = X.set_axis(loaded.feature_names_in_, axis=1) if hasattr(loaded, "feature_names_in_") else X
    assert (loaded.decision_function(columns) == estimator.decision_function(X)).all()
    # and the file written here is one of the command line's
    estimator.save(tmp_path / "mine.h5")
    X.to_csv(tmp_path / "rows.csv", header=False, index=False, na_rep="?")
    lines = reboost_program("predict", tmp_path / "mine.h5", tmp_path / "rows.csv").splitlines()
    predicted = [line.split(",")[1] for line in lines[1:]]
    assert predicted == [str(one) for one in estimator.predict(X)]


def test_a_model_keeps_the_checksum_of_its_rows():
    X, y = rows_of()
    changed = X.copy()
    changed[-1, -1] += 1

    def checksum(rows, labels):
        return json.loads(AdaBoostMHClassifier(rounds=3).fit(rows, labels).model_.attributes)["dataset_sha256"]

    assert len(checksum(X, y)) == 64 and checksum(X, y) == checksum(X.copy(), y)
    assert len({checksum(X, y), checksum(changed, y), checksum(X, numpy.roll(y, 1))}) == 3


def test_float32_float64_and_any_strides_train_the_same_bits():
    X, y = rows_of()
    scores = AdaBoostMHClassifier(rounds=30).fit(X, y).decision_function(X)
    for other in (X.astype(float), numpy.asfortranarray(X), numpy.repeat(X, 2, axis=1)[:, ::2]):
        assert (AdaBoostMHClassifier(rounds=30).fit(other, y).decision_function(other) == scores).all()
    with pytest.raises(ValueError, match="too large"):
        AdaBoostMHClassifier(rounds=3).fit(X.astype(float) * 1e39, y)


def test_parameters_come_from_the_engines_table():
    estimator = AdaBoostMHClassifier(learner="product(3)", selector={"name": "ucb", "k": 2}, rounds=numpy.int64(5))
    assert estimator.get_params()["max_alpha"] == 20 and "seed of what training draws" in AdaBoostMHClassifier.__doc__
    model = estimator.fit(*rows_of()).model_
    assert '"name":"product"' in model.spec and '"k":2' in model.spec
    for wrong, message in (({"rounds": -1}, "rounds"), ({"selector": "ubc(1)"}, "ucb"), ({"learner": "regression_tree"}, "stump")):
        with pytest.raises(ValueError, match=message):
            AdaBoostMHClassifier(**wrong).fit(*rows_of())
    with pytest.raises(TypeError, match="ronds"):
        AdaBoostMHClassifier(ronds=1)
    with pytest.raises(TypeError, match="sample_weight: the engine gives rows no weights"):
        estimator.fit(*rows_of(), sample_weight=numpy.ones(300))


def test_the_last_stage_is_the_prediction_and_the_first_has_one_round():
    X, y = rows_of()
    for estimator in [*ESTIMATORS[:2], AdaBoostMHClassifier(learner="tree(3)", rounds=30)]:
        stages = list(clone(estimator).fit(X, y).staged_predict(X))
        fitted = clone(estimator).set_params(rounds=1).fit(X, y)
        assert len(stages) == estimator.rounds and (stages[0] == fitted.predict(X)).all()
        assert (stages[-1] == clone(estimator).fit(X, y).predict(X)).all()


def test_importances_find_the_column_that_decides():
    X = numpy.random.default_rng(1).normal(size=(200, 5))
    estimator = AdaBoostMHClassifier(rounds=20).fit(X, X[:, 3] > 0)
    assert estimator.feature_importances_.argmax() == 3 and estimator.feature_importances_.sum() == pytest.approx(1)
    assert estimator.classes_.tolist() == [False, True] and len(estimator.curves_["edge"]) > 0


def test_missing_values_and_categories_decide():
    column = pandas.Series(["low", None, "high", "mid"] * 30, dtype="category")
    table = pandas.DataFrame({"a": column, "b": numpy.arange(120.0)})
    y = column.isna().map({True: "yes", False: "no"})
    estimator = AdaBoostMHClassifier(rounds=10).fit(table, y)
    assert (estimator.predict(table) == y).all() and estimator.model_.levels[0] == ["high", "low", "mid"]
    assert estimator.feature_names_in_.tolist() == ["a", "b"]
    unseen = table.assign(a=pandas.Series(["new"] * 120, dtype="category"))  # a category that training had not is missing
    assert set(estimator.predict(unseen)) == {"yes"}
    with pytest.raises(ValueError, match="'a' was categorical"):
        estimator.predict(table.assign(a=1.0))


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=str)
def test_copies_predict_the_same(estimator, tmp_path):
    X, y = rows_of(classes=2)
    fitted = clone(estimator).fit(X, y)
    fitted.save(tmp_path / "m.h5")
    for copied in (pickle.loads(pickle.dumps(fitted)), copy.deepcopy(fitted), reboost.load(tmp_path / "m.h5")):
        assert type(copied) is type(fitted) and (copied.predict_proba(X) == fitted.predict_proba(X)).all()
        assert (copied.predict(X) == fitted.predict(X)).all()
    refitted = reboost.load(tmp_path / "m.h5").fit(X, y)
    assert (refitted.decision_function(X) == fitted.decision_function(X)).all()


def test_it_works_inside_scikit_learn():
    X, y = rows_of()
    assert cross_val_score(AdaBoostMHClassifier(rounds=100), X, y, cv=3).min() > 0.5
    search = GridSearchCV(AdaBoostMHClassifier(), {"rounds": [5, 50], "learner": ["stump", "tree(4)"]}, cv=3).fit(X, y)
    assert search.best_params_["rounds"] == 50
    table = pandas.DataFrame(X, columns=list("abcdefghijkl")).assign(m=numpy.where(y == 1, "one", "other"))
    encoder = make_column_transformer((OneHotEncoder(), ["m"]), remainder="passthrough")
    assert make_pipeline(encoder, AbcBoostClassifier(rounds=20)).fit(table, y).score(table, y) > 0.9


def test_two_threads_train_the_same_as_one_and_release_the_lock():
    X, y = rows_of(rows=3000)
    expected = AdaBoostMHClassifier(rounds=200).fit(X, y).decision_function(X)
    fitted = {}
    threads = [threading.Thread(target=lambda n=n: fitted.update({n: AdaBoostMHClassifier(rounds=200, n_jobs=n).fit(X, y)}))
               for n in (1, 2, -1)]
    for thread in threads:
        thread.start()
    counted = 0
    while any(thread.is_alive() for thread in threads):
        counted += 1
        time.sleep(0.001)
    assert counted > 3 and all((one.decision_function(X) == expected).all() for one in fitted.values()) and len(fitted) == 3


INTERRUPTED = """
import numpy, reboost, signal, sys, time
X = numpy.random.default_rng(1).normal(size=(2000, 50)).astype('f')
print("begins", flush=True)
try:
    reboost.AdaBoostMHClassifier(rounds=10**8, n_jobs=int(sys.argv[1])).fit(X, X[:, 0] > 0.1 * X[:, 1])
except KeyboardInterrupt:
    print("interrupted", signal.getsignal(signal.SIGINT) is signal.default_int_handler, flush=True)
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_training(threads):
    heard = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it
    with subprocess.Popen([sys.executable, "-c", INTERRUPTED, str(threads)], stdout=subprocess.PIPE, text=True, preexec_fn=heard) as child:
        assert child.stdout.readline() == "begins\n"
        time.sleep(1.5)
        child.send_signal(signal.SIGINT)
        try:
            assert child.communicate(timeout=60)[0] == "interrupted True\n"
        finally:
            child.kill()
