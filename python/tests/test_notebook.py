"""A notebook's session, the cell magic and the notebooks of the gallery."""

import json
import os
import re
from pathlib import Path

import pytest

from sator_puzzles import SatorError, Session
from sator_puzzles.notebook import Notebook

NOTEBOOKS = Path(__file__).parents[2] / "examples" / "notebooks"


class Cells:
    """A notebook whose answers and losses are kept."""

    def __init__(self):
        self.notebook, self.lost = Notebook(), []

    def run(self, cell, code):
        shown = []
        self.notebook.run(cell, code, lambda report: shown.append(report["text"].strip()), self.lost.append)
        return shown

    @property
    def statements(self):
        return self.notebook.session.statements


def test_a_cell_run_again_replaces_what_it_added():
    cells = Cells()
    cells.run("a", "var a, b in 1..9")
    assert cells.run("b", "a = 3\nforced") == ["a = 3, b = ?\n1 of 2 forced"]
    cells.run("c", "b = a + 1")
    assert cells.run("b", "a = 5\nforced") == ["a = 5, b = ?\n1 of 2 forced"]
    assert cells.statements == ["var a, b in 1..9", "a = 5", "b = a + 1"]
    cells.run("b", "a = 6")
    cells.run("c", "")
    assert cells.statements == ["var a, b in 1..9", "a = 6"] and not cells.lost


def test_a_cell_is_answered_with_the_cells_before_it():
    cells = Cells()
    cells.run("a", "var a in 1..3")
    assert cells.run("b", "count") == ["3 solutions"]
    cells.run("c", "a > 1")
    cells.run("b", "a < 3\ncount")
    cells.run("c", "a > 1")
    assert cells.run("b", "a < 4\ncount") == ["3 solutions"]
    assert cells.run("d", "count") == ["2 solutions"]


def test_what_no_longer_fits_is_taken_out():
    cells = Cells()
    cells.run("a", "var a in 1..3")
    cells.run("b", "a > 1")
    cells.run("c", "var z in 1..2")
    cells.run("a", "var b in 1..3")
    assert cells.statements == ["var b in 1..3", "var z in 1..2"] and "nothing is called `a`" in str(cells.lost[0])


def test_after_an_error_the_rest_is_there():
    cells = Cells()
    cells.run("a", "var a in 1..3")
    cells.run("b", "a > 1")
    with pytest.raises(SatorError):
        cells.run("a", "var a in 1..4\nvar a in 1..4\nsolve")
    assert cells.statements == ["var a in 1..4", "a > 1"]
    cells.run("a", "var a in 1..5")
    assert cells.statements == ["var a in 1..5", "a > 1"]


def test_commands_and_parameters():
    cells = Cells()
    cells.run("a", "param n = 2\nvar a in 1..n")
    cells.run("b", "a > 1")
    cells.run("c", "param n = 5")
    assert cells.run("d", "count") == ["4 solutions"]
    cells.run("e", "undo\nset seed 3")
    cells.run("b", "a > 1\na < 3")
    assert cells.statements[1:] == ["var a in 1..n", "a > 1", "a < 3"]
    assert cells.notebook.session._setting("seed") == "3"
    cells.run("f", "reset\nvar z in 1..2")
    assert cells.statements == ["var z in 1..2"]


def test_completion_counts_characters():
    cells = Cells()
    cells.run("a", "grid board 4x4 in 1..4")
    found = cells.notebook.complete("# 𝔸𝔸\nsudoku(boa", 15)
    assert (found["from"], found["to"], [offer["text"] for offer in found["list"]]) == (12, 15, ["board"])


def test_the_magic():
    shell_type = pytest.importorskip("IPython.core.interactiveshell").InteractiveShell
    from IPython.utils.capture import capture_output

    shell = shell_type.instance()
    shell.run_line_magic("load_ext", "sator_puzzles")
    shell.user_ns["n"] = 2
    with capture_output() as shown:
        shell.run_cell_magic("sator", "puzzle n", "param n\ngrid x n by n in 1..n\nlatin(x)\nr1c1 = 1\nunique\n")
        shell.run_cell_magic("sator", "-c puzzle", "r1c2 = 1\nsolve\n")
    assert [set(output.data) >= {"text/plain"} for output in shown.outputs] == [True, True, True]
    assert "image/svg+xml" in shown.outputs[0].data and "no solution" in shown.outputs[1].data["text/plain"]
    assert isinstance(shell.user_ns["puzzle"], Session)
    for line, code, says in [
        ("-c other", "solve", "`other` is no session"),
        ("a b", "solve", "there is no variable `b`"),
        ("a-b", "solve", "%%sator [-c]"),
        ("bad", "nonsense", "nothing is called `nonsense`"),
    ]:
        with capture_output() as shown:
            shell.run_cell_magic("sator", line, code)
        assert says in shown.stderr


def kept(outputs):
    """The text of outputs, without times."""
    texts = []
    for output in outputs:
        text = output.get("text") or output.get("data", {}).get("text/plain", "") or "\n".join(output.get("traceback", ()))
        texts.append(re.sub(r"[\d.]+ m?s\b", "TIME", "".join(text)))
    return texts


@pytest.mark.parametrize("path", sorted(NOTEBOOKS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_notebooks_give_what_they_show(path, tmp_path, monkeypatch, env):
    """`UPDATE_NOTEBOOKS=1` writes the outputs into the notebooks."""
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    monkeypatch.setenv("PYTHONPATH", env["PYTHONPATH"])
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    notebook = nbformat.read(path, as_version=4)
    shown = [kept(cell.outputs) for cell in notebook.cells if cell.cell_type == "code"]
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert not nbformat.validate(notebook)
    if os.environ.get("UPDATE_NOTEBOOKS"):
        for cell in notebook.cells:
            # When a cell ran tells a reader nothing.
            cell.metadata.pop("execution", None)
        path.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return
    assert [kept(cell.outputs) for cell in notebook.cells if cell.cell_type == "code"] == shown
