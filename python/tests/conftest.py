"""What several tests share."""

import os
import sys
from pathlib import Path

import pytest

import sator_puzzles
from sator_puzzles import Session

#: The Z3 that scripts/setup gets, for tests that need one where the package z3-solver is not installed.
LIBZ3 = Path(__file__).parents[2] / ".z3" / "lib"


def pytest_configure() -> None:
    if os.environ.get("SATOR_TEST_WITHOUT_Z3"):
        return
    sator_puzzles._core.search_z3_in(LIBZ3)


@pytest.fixture
def four() -> Session:
    """A sudoku of 4x4 with one solution."""
    return Session(
        """
        grid x 4x4 in 1..4
        sudoku(x)
        """,
        x=[[1, 2, 0, 0], [0, 0, 2, 0], [0, 3, 0, 0], [0, 0, 0, 4]],
    )


@pytest.fixture
def env() -> dict[str, str]:
    """The environment of a process of its own that imports this package."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
