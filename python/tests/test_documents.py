import json
import os
import re
from pathlib import Path

import matplotlib
import pytest

DOCS = Path(os.environ["REBOOST_SOURCES"]) / "docs"
matplotlib.use("Agg")


def code_of_notebook():
    return ["".join(cell["source"]) for cell in json.loads((DOCS / "python.ipynb").read_text())["cells"] if cell["cell_type"] == "code"]


def code_of_page():
    return re.findall(r"```python\n(.*?)```", (DOCS / "python.md").read_text(), re.S)


@pytest.mark.parametrize("cells", [code_of_notebook(), code_of_page()], ids=["notebook", "page"])
def test_the_code_of_documents_runs(cells, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "document"}
    for cell in cells:
        exec(compile(cell, "document", "exec"), names)
    pyplot = names.get("pyplot")
    assert len(cells) >= 3 and (pyplot is None or len(pyplot.get_fignums()) == 3)
