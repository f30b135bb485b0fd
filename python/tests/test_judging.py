"""Boards that somebody fills in, and drawings whose rules are sought."""

import json

import numpy as np
import pandas as pd
import pytest

from sator_puzzles import Session, Undecided
from sator_puzzles.judging import verdict

BOARD = [[1, 2, None, None], [None] * 4, [None] * 4, [None] * 4]


def test_judge(four):
    alive = four.judge(BOARD)
    assert alive and (alive.verdict, alive.open, alive.unread) == ("alive", 11, 0)
    solved = four.judge("1243 3421 4312 2134".split())
    assert solved and (solved.verdict, solved.open) == ("solved", 0)
    broken = four.judge(moves=["r1c3 = 1"], reasons=True)
    assert not broken and broken.verdict == "broken"
    assert [(b.statement.text, b.cells, b.facts) for b in broken.broken] == [
        ("sudoku(x) > row 1", ("r1c3", "r1c1"), ("r1c3 = 1", "r1c1 = 1"))
    ]
    assert broken.facts == ("r1c3 = 1",) and broken.because[0].text == "sudoku(x) > row 1"


def test_boards_of_tables(four):
    table = np.array(BOARD, dtype=float)
    assert four.judge(table).open == four.judge(pd.DataFrame(table)).open == four.judge({"x": table}).open == 11


def test_reasons_and_claims(four):
    judged = four.judge(BOARD, reasons=True)
    assert judged.forced == judged.open == 11 and "only place" in judged.next.reason
    claim = four.judge(claim={"concludes": ["r1c3 = 4"], "because": ["sudoku(x) > row 1"]}).claim
    assert claim.verdict == "uncited" and claim.missing
    assert four.judge(claim="r1c3 = 4").claim.verdict == "follows"
    assert four.judge(claim="r1c3 = 3").claim.verdict == "false"
    open_claim = Session("grid x 2x2 in 1..2\nlatin(x)").judge(claim="r1c1 = 1").claim
    assert open_claim.verdict == "open" and open_claim.counterexample["x"][0][0] == 2


def test_steps(four):
    steps = four.steps()
    judged = four.judge(steps=steps).steps
    assert len(judged) == len(steps) and {claim.verdict for claim in judged if claim} == {"follows"}
    wrong, after = four.judge(steps=["r1c3 = 3", {"concludes": ["r1c3 = 4"], "from": [1]}]).steps
    assert (wrong.verdict, after.verdict) == ("false", "follows")


def test_when(four):
    fatal = four.when(["r1c3 = 4", {"cell": "r1c4", "value": 4}, "r2c1 = 3"])
    assert (fatal.move, fatal.text, fatal.verdict, fatal.guesses) == (2, "r1c4 = 4", "broken", (2,))
    assert fatal.broken and fatal.because
    fine = four.when(["r1c3 = 4", "r1c3 = ."])
    assert (fine.move, fine.text, fine.verdict, fine.guesses) == (None, None, "alive", ())


def test_added_statements_count(four):
    assert four.judge(moves=["r1c3 = 4"]).verdict == "alive"
    four.add("r1c3 = 3")
    assert four.judge(moves=["r1c3 = 4"]).verdict == "broken"


def test_a_limit_is_no_verdict():
    judged = verdict({"verdict": "unknown", "open": 3, "reason": "the time limit was reached"})
    with pytest.raises(Undecided, match="not judged: the time limit was reached"):
        bool(judged)


def test_candidate_counts():
    counts = Session("grid x 2x2 in 1..2\nlatin(x)").candidate_counts()
    assert counts["x"] == [[[1, 2]] * 2] * 2 and counts.counts["x"] == [[[1, 1]] * 2] * 2 and counts.limit == 8
    assert Session("var a, b in 1..3").candidate_counts(2).counts["a"] == [2, 2, 2]


def test_understand():
    drawing = {
        "size": 4,
        "grid": [[{}] * 4] * 4,
        "line": [
            {"lines": [["R1C1", "R1C2", "R1C3", "R1C4"]], "outlineC": "#CFCFCF"},
            {"lines": [["R4C4", "R4C3", "R4C2", "R4C1"]], "outlineC": "#CFCFCF"},
        ],
        "circle": [{"cells": ["R2C1", "R2C2"], "baseC": "#FFFFFF"}, {"cells": ["R3C1", "R3C2"], "baseC": "#FFFFFF"}],
        "solution": "1234341221434321",
    }
    found = Session.understand(json.dumps(drawing))
    lines, dots = found.kinds
    assert "thermo" in lines.fitting and "white_dot" in dots.fitting and found.solution == "stored"
    assert found.tried >= found.fit > 0 and Session(found.text).unique()


def test_bad_requests(four):
    with pytest.raises(Exception, match="r1c1 can't be 7"):
        four.judge([[7, 0, 0, 0], *BOARD[1:]])
    with pytest.raises(Exception, match="there is no cell `r9c9`"):
        four.when(["r9c9 = 1"])
