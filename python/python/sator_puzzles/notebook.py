"""The session of a notebook: its cells in order are the pieces of one script."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, NamedTuple

from . import _core
from .errors import SatorError
from .session import OnReport, Session

OnLoss = Callable[[SatorError], None]


class Placed(NamedTuple):
    """A statement of the session: its number there, the cell that it is from, and its text."""

    number: int
    cell: str
    text: str


class Notebook:
    """A session that cells add to.

    A cell that is run again replaces what it added before, in its place, and is answered with the cells before it. A cell of questions
    alone is answered with all cells.
    """

    def __init__(self) -> None:
        self.session = Session("")
        self._placed: list[Placed] = []
        #: The cells in the order in which they first ran, which is the order of their statements.
        self._order: dict[str, int] = {}
        #: Whether the session lacks statements at the end, or must be made anew.
        self._is_behind = False
        #: Whether statements of other cells play no part in the answers of the cell that ran last.
        self.is_partial = False

    def run(self, cell: str, code: str, on_report: OnReport, on_loss: OnLoss) -> bool:
        """Runs a cell, and returns whether it changed the statements.

        `on_loss` receives the error of a later cell's statement that doesn't fit any more; the statement is taken out.
        """
        own = self._order.setdefault(cell, len(self._order))
        if not any(placed.cell == cell for placed in self._placed) and _core.only_asks(code):
            own = len(self._order)
        later = [placed for placed in self._placed if self._order[placed.cell] > own]
        earlier = [placed for placed in self._placed if self._order[placed.cell] < own]
        self.is_partial = bool(later)
        replaces = len(earlier) < len(self._placed)
        if replaces:
            self._placed = earlier
            self._is_behind = True
        try:
            if self._is_behind:
                self._restart(on_loss)
            self._run(f"cell {cell}", code, on_report)
            return self._take_over(cell) or replaces
        except BaseException:
            self._take_over(cell)
            raise
        finally:
            if later:
                done = len(self._placed)
                self._placed = self._placed + later
                # An interrupt from here on leaves the rest to the next cell.
                self._is_behind = True
                self._append(done, on_loss)

    def _restart(self, on_loss: OnLoss) -> None:
        self.session._perform(self.session._core.restart())
        self._append(0, on_loss)

    def _append(self, done: int, on_loss: OnLoss) -> None:
        """Runs the statements from a position on again, and takes out those that don't fit any more."""
        kept, waiting = self._placed[:done], self._placed[done:]
        for placed in waiting:
            try:
                self._run(f"cell {placed.cell}", placed.text, lambda _: None)
            except SatorError as error:
                on_loss(error)
            # One text can become several statements.
            kept += [Placed(number, placed.cell, text) for number, text in self._entries()[len(kept) :]]
        self._placed = kept
        self._is_behind = False

    def _run(self, name: str, code: str, on_report: OnReport) -> None:
        self.session._perform(self.session._core.run(code, name, True), on_report)

    def _entries(self) -> list[tuple[int, str]]:
        entries: list[tuple[int, str]] = json.loads(self.session._value(self.session._core.entries()))
        return entries

    def _take_over(self, cell: str) -> bool:
        """Brings the list up to date after a cell was run, and returns whether the statements differ from those before."""
        old = {placed.number: placed for placed in self._placed}
        now = []
        for number, text in self._entries():
            before = old.get(number)
            # A parameter that gets another value stays in its place, and with its cell.
            is_old = before and (before.text == text or before.text.startswith("param ") and text.startswith("param "))
            now.append(Placed(number, before.cell if before and is_old else cell, text))
        changed = [placed.text for placed in now] != [placed.text for placed in self._placed]
        self._placed = now
        return changed

    def complete(self, code: str, at: int) -> dict[str, Any]:
        """Completion at a place of a cell: `from`, `to` and the `list` of texts."""
        found: dict[str, Any] = json.loads(self.session._value(self.session._core.complete(code, at)))
        return found
