"""The cell magic `%%sator`, for notebooks of Python: `%load_ext sator_puzzles` makes it known."""

from __future__ import annotations

import sys
from typing import Any

from .errors import SatorError
from .reading import typed
from .session import Session

_USAGE = "%%sator [-c] [NAME [DATA ...]]: a cell in sator's language; NAME becomes its session, or with -c goes on with it"


def register(shell: Any) -> None:
    """Makes `%%sator` known to a shell of IPython."""

    def sator(line: str, cell: str) -> None:
        """Runs the cell as a script and shows its answers.

        %%sator                  runs the cell in a session that has no name
        %%sator puzzle           `puzzle` becomes the session
        %%sator puzzle n clue    the same, with data from the variables `n` and `clue`
        %%sator -c puzzle        goes on with the session `puzzle`
        """
        words = line.split()
        goes_on = words[:1] == ["-c"]
        names = words[1:] if goes_on else words
        if any(not name.isidentifier() for name in names) or (goes_on and len(names) != 1):
            print(_USAGE, file=sys.stderr)
            return
        try:
            if goes_on:
                session = shell.user_ns.get(names[0])
                if not isinstance(session, Session):
                    print(f"`{names[0]}` is no session: leave out `-c` to start one", file=sys.stderr)
                    return
                session._perform(session._core.run(cell, "cell", False), show)
                return
            missing = [name for name in names[1:] if name not in shell.user_ns]
            if missing:
                print(f"there is no variable `{missing[0]}`", file=sys.stderr)
                return
            data = {name: shell.user_ns[name] for name in names[1:]}
            session = Session.__new__(Session)
            try:
                session._start(cell, None, data, True, show)
            finally:
                if names and hasattr(session, "_core"):
                    shell.user_ns[names[0]] = session
        except SatorError as error:
            print(error, file=sys.stderr)

    shell.register_magic_function(sator, "cell", "sator")


def show(report: dict[str, Any]) -> None:
    """Shows an answer as soon as it is there."""
    from IPython.display import display

    [answer] = typed([report])
    if answer.text.strip() or answer.pictures:
        display(answer)
