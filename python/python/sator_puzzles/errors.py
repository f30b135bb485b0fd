"""The exceptions of the package."""

from __future__ import annotations

import json

from . import _core
from .statement import Statement


class SatorError(Exception):
    """A fault of a script, a question or a file. As text it has an excerpt of the script."""

    #: The topic of the error: `help_page(code)` explains it.
    code: str
    #: One sentence.
    message: str
    #: The correction, if one is known.
    help: str | None
    #: More sentences.
    notes: list[str]
    #: Line and column in the script, from 1.
    line: int | None
    column: int | None

    def __init__(self, excerpt: str, **fields: object) -> None:
        super().__init__(excerpt)
        self.code = str(fields.get("code", ""))
        self.message = str(fields.get("message", excerpt))
        self.help = fields.get("help")  # type: ignore[assignment]
        self.notes = list(fields.get("notes") or [])  # type: ignore[call-overload]
        self.line = fields.get("line")  # type: ignore[assignment]
        self.column = fields.get("column")  # type: ignore[assignment]

    @staticmethod
    def of(failed: _core.Failed) -> SatorError:
        """The exception for a failure of the native part."""
        fields = json.loads(failed.args[0])
        return SatorError(fields.pop("excerpt"), **fields)


class Undecided(SatorError):
    """A limit came before the answer, so that neither yes nor no is known."""


class NoSolution(SatorError):
    """The puzzle has no solution, which is proved. `clash` has the statements that can't hold together."""

    clash: tuple[Statement, ...]

    def __init__(self, message: str, clash: tuple[Statement, ...] = ()) -> None:
        lines = [f"  {statement}" for statement in clash]
        super().__init__("\n".join([message, *lines]), code="unsat", message=message)
        self.clash = clash
