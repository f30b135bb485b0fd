"""A statement as clashes and arguments name it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Statement:
    """A statement of the script, or a part of one, as a clash or an argument names it."""

    line: int
    text: str
    kind: str
    cells: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"{self.text} [line {self.line}]"
