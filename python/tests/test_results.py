import json
import sys

import numpy
import pytest

import reboost

CONFIG = {"dataset": {"name": ["waveform", "twonorm"], "rows": 200, "test_rows": 300}, "learner": "stump", "booster": {"rounds": 30},
          "selector": ["full", "ucb(2)"]}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("results")
    (folder / "mine.json").write_text(json.dumps(CONFIG))
    reboost.command("run", folder / "mine.json", "--results", folder / "results", "--quiet")
    return folder


def test_runs_are_rows_with_every_option(folder):
    runs = reboost.runs(folder / "results")
    assert len(runs) == 4 and set(runs["dataset.name"]) == {"waveform", "twonorm"} and (runs["booster.rounds"] == 30).all()
    ucb = reboost.runs(folder / "results", where=["dataset=twonorm", "selector=ucb"])
    assert ucb.selector.tolist() == ["ucb(2)"] and 0 < ucb.test_error[0] < 0.6 and len(ucb.id[0]) == 64
    with pytest.raises(ValueError, match="no results folder"):
        reboost.runs(folder / "nowhere")


def test_curves_are_a_long_table(folder):
    runs = reboost.runs(folder / "results")
    curves = reboost.curves(runs, of=["test_error", "train/error"])
    last = curves[(curves.curve == "test_error") & (curves["round"] == 30)]
    assert dict(zip(last.id, last.value)) == dict(zip(runs.id, runs.test_error))
    assert (curves.curve == "test_error").sum() == 4 * 30 and 4 <= (curves.curve == "train/error").sum() < 4 * 30
    for _, one in curves[curves.curve == "test_error"].groupby("id"):
        assert one.work.is_monotonic_increasing and one.train_cpu_seconds.is_monotonic_increasing


def test_without_pandas_tables_are_arrays(folder, monkeypatch):
    monkeypatch.setitem(sys.modules, "pandas", None)
    runs = reboost.runs(folder / "results")
    assert isinstance(runs, dict) and isinstance(runs["id"], numpy.ndarray) and len(reboost.curves(runs)["value"]) == 4 * 30


def test_a_report_is_its_json(folder):
    report = reboost.report(folder / "mine.json", results=folder / "results", no_timings=True)
    assert report["format"] == "reboost report" and report["runs"]["used"] == 4
    tables = json.dumps(report["papers"][0]["tables"])
    assert all(name in tables for name in ("ucb(2)", "twonorm"))
    reboost.report(folder / "mine.json", results=folder / "results", output=folder / "page")
    assert (folder / "page/index.html").is_file()


def test_a_command_says_what_was_wrong(folder):
    assert "adaboost_mh" in reboost.command("list", "boosters")
    with pytest.raises(ValueError, match="nearest|did you mean|unknown"):
        reboost.command("rnu", "x")
