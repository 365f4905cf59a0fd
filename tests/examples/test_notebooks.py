"""The example notebooks run from their first cell to their last."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("nbclient", reason='nbclient is not installed: pip install "plyground[dev]"')
pytest.importorskip("anywidget", reason='pip install "plyground[notebook]" to run the notebooks')

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[2] / "examples" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("default")  # Those of Jupyter are not ours.
def test_a_notebook_runs_without_an_error(path, tmp_path, monkeypatch):
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(path, as_version=4)
    resources = {"metadata": {"path": str(path.parent)}}
    client = NotebookClient(notebook, timeout=1000, resources=resources, store_widget_state=False)
    client.execute()
    types = {
        kind
        for cell in notebook.cells
        for output in cell.get("outputs", ())
        for kind in output.get("data", ())
    }
    assert "application/vnd.jupyter.widget-view+json" in types
    assert not any("widgets" in saved.metadata for saved in [nbformat.read(path, as_version=4)])
