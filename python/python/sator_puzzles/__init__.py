"""sator: logic puzzles in a small language, solved, checked, explained and made.

>>> from sator_puzzles import Session
>>> session = Session('''
...     grid x 4x4 in 1..4
...     sudoku(x)
... ''', x=[[1, 2, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]])
>>> bool(session.unique())
True
>>> session.solve()["x"][0]
[1, 2, 4, 3]
"""

from typing import Any

from ._core import __version__, help_page as _help_page
from .answers import (
    Answer,
    CandidateCounts,
    Cells,
    Check,
    Conclusion,
    Count,
    Expectation,
    Generated,
    Grade,
    Hint,
    Link,
    Made,
    Optimum,
    Printed,
    Redundant,
    Solution,
    Solutions,
    Solved,
    Step,
    Steps,
    Uniqueness,
    Why,
)
from .errors import NoSolution, SatorError, Undecided
from .judging import Broken, Claim, Drawn, Reading, Understood, Verdict, When
from .picture import Picture
from .session import SatorWarning, Session
from .statement import Statement

__all__ = [
    "Answer",
    "Broken",
    "CandidateCounts",
    "Cells",
    "Check",
    "Claim",
    "Conclusion",
    "Count",
    "Drawn",
    "Expectation",
    "Generated",
    "Grade",
    "Hint",
    "Link",
    "Made",
    "NoSolution",
    "Optimum",
    "Picture",
    "Printed",
    "Reading",
    "Redundant",
    "SatorError",
    "SatorWarning",
    "Session",
    "Solution",
    "Solutions",
    "Solved",
    "Statement",
    "Step",
    "Steps",
    "Undecided",
    "Understood",
    "Uniqueness",
    "Verdict",
    "When",
    "Why",
    "__version__",
    "help_page",
]


def help_page(topic: str = "", width: int = 80) -> str | None:
    """The page of `help` about a word of the language, a rule or the code of an error; None if there is none."""
    return _help_page(topic, width)


def load_ipython_extension(shell: Any) -> None:
    """`%load_ext sator_puzzles` makes the cell magic `%%sator` known."""
    from .magic import register

    register(shell)
