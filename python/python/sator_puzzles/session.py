"""Sessions: a script with data, and questions about it."""

from __future__ import annotations

import json
import os
import re
import sys
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Literal, NoReturn, TypeVar

from . import _core
from . import answers as a
from . import judging
from .data import expression
from .errors import SatorError, Undecided
from .picture import as_html, as_svg
from .reading import typed

Kind = TypeVar("Kind", bound=a.Answer)
OnReport = Callable[[dict[str, Any]], None]

#: The largest number of solutions that can be asked for.
_MOST = 2**32 - 1


class Session:
    """A puzzle: a script in sator's language, data for its names, and questions about it.

    >>> session = Session('''
    ...     param n
    ...     grid x n by n in 1..n
    ...     sudoku(x)
    ... ''', n=4)
    >>> int(session.count())
    288

    Data by the name of a `param` are its value: numbers, truth values, texts, lists, dictionaries, arrays of numpy, frames of
    pandas. Data by the name of a grid are its givens: rows of values, in which None, 0 and nan are blank, or rows of text.
    The questions of the script wait for `run`. The methods ask questions of their own.
    """

    #: Receives how far a long question is, as a line of text.
    on_progress: Callable[[str], None] | None = None

    def __init__(self, script: str, /, **data: Any) -> None:
        if isinstance(script, os.PathLike) or (isinstance(script, str) and re.fullmatch(r"\s*\S+\.puz\s*", script)):
            raise SatorError("this is the name of a file: `Session.load` reads a script from it", code="import")
        if isinstance(script, str) and re.fullmatch(r"\s*https?://\S+\s*", script):
            raise SatorError("this is a link: `Session.from_link` reads a puzzle from it", code="import")
        self._start(script, None, data)

    @classmethod
    def load(cls, path: str | os.PathLike[str], /, **data: Any) -> Session:
        """A session of a script in a file. Paths in the script are relative to the folder of the file."""
        file = Path(path)
        session = cls.__new__(cls)
        session._start(file.read_text(encoding="utf-8"), file, data)
        return session

    @classmethod
    def from_link(cls, text: str, /) -> Session:
        """A session of another program's puzzle: a link of f-puzzles, SudokuPad, puzz.link or penpa-edit, or a sudoku in one line."""
        try:
            script = _core.import_text(text)
        except _core.Failed as failed:
            raise SatorError.of(failed) from None
        if script is None:
            raise SatorError("the text is in no format that sator reads", code="import")
        return cls(script)

    def _start(
        self, script: str, file: Path | None, data: dict[str, Any], ask: bool = False, on_report: OnReport | None = None
    ) -> None:
        _find_z3()
        self._text, self._file = script, file
        self._data = [(name, expression(value, name), _rows(value, name)) for name, value in data.items()]
        self._busy = False
        self._process = os.getpid()
        self._core = _core.Core(file)
        self._perform(self._core.open(script, self._data, ask), on_report)

    # Statements.

    def add(self, text: str, /) -> None:
        """Adds statements to the puzzle."""
        self._perform(self._core.run(text, "text", False))

    def run(self, text: str | None = None, /) -> list[a.Answer]:
        """Runs a text of statements and questions, and returns the answers.

        Without a text it runs the script again from its start, with its questions; what was added to the session goes.
        """
        if text is not None:
            return typed(self._perform(self._core.run(text, "text", False)))
        self._perform(self._core.restart())
        return typed(self._perform(self._core.open(self._text, self._data, True)))

    def set(self, **settings: Any) -> None:
        """Changes settings: `session.set(timeout="10s", seed=7)`. `help_page("set")` lists them."""
        for name, value in settings.items():
            shown = "off" if value is None or value is False else "on" if value is True else value
            self.run(f"set {name} {shown}")

    def undo(self, steps: int = 1) -> None:
        """Takes the last statements back."""
        self.run(f"undo {steps}")

    def extended(self, text: str, /) -> Session:
        """A new session with the statements of this one and more."""
        return Session(self.script + "\n" + text)

    @property
    def script(self) -> str:
        """The whole puzzle as a script, without questions. Data stand in it as values."""
        return self._value(self._core.script())

    @property
    def statements(self) -> list[str]:
        """The statements of the puzzle, as they were typed."""
        return [text for _, text in json.loads(self._value(self._core.entries()))]

    # Questions.

    def solve(self) -> a.Solved:
        """Finds a solution, or the statements that allow none."""
        return self._ask("solve", a.Solved)

    def another(self) -> a.Solved:
        """Finds a solution that differs from those found before."""
        return self._ask("another", a.Solved)

    def best(self) -> a.Optimum:
        """Finds a solution that breaks as few preferences as possible."""
        return self._ask("solve best", a.Optimum)

    def unique(self) -> a.Uniqueness:
        """Whether there is exactly one solution."""
        return self._ask("unique", a.Uniqueness)

    def count(self, limit: int | None = None) -> a.Count:
        """Counts the solutions, up to a limit."""
        return self._ask("count" if limit is None else f"count limit {int(limit)}", a.Count)

    def solutions(self, most: int | None = None) -> Iterator[a.Solution]:
        """Iterates over the solutions, which are found as they are asked for, in a session of their own.

        Raises Undecided where a limit ends the search. What is added to this session later plays no part.
        """
        number = _MOST if most is None else min(int(most), _MOST)
        if number < 0:
            raise ValueError(f"{most} is no number of solutions")
        other = Session(self.script)
        for name in ("encoding", "engine", "timeout", "memory", "seed", "limit"):
            other.run(f"set {name} {self._setting(name)}")
        return other._each_solution(number)

    def _each_solution(self, most: int) -> Iterator[a.Solution]:
        fields: dict[str, Any] = {}
        for kind, data in self._events(self._core.solutions(most)):
            if kind == "solution":
                yield a.solution(json.loads(data))
            elif kind == "report":
                fields = json.loads(data)["fields"]
        if fields.get("reason"):
            raise Undecided(f"the search for solutions ended: {fields['reason']}")

    def candidates(self) -> a.Cells:
        """Finds for each cell the values that it has in some solution."""
        return self._ask("candidates", a.Cells)

    def candidate_counts(self, limit: int | None = None) -> a.CandidateCounts:
        """Finds how many solutions each value of each cell leaves, up to a limit, which is 8 without one."""
        question = "candidates counts" if limit is None else f"candidates counts limit {int(limit)}"
        return self._ask(question, a.CandidateCounts)

    def forced(self) -> a.Cells:
        """Finds for each cell the value that it has in every solution, or None."""
        return self._ask("forced", a.Cells)

    def maximize(self, objective: str, /) -> a.Optimum:
        """Finds a solution with the largest value of an expression."""
        return self._ask(f"maximize {objective}", a.Optimum)

    def minimize(self, objective: str, /) -> a.Optimum:
        """Finds a solution with the smallest value of an expression."""
        return self._ask(f"minimize {objective}", a.Optimum)

    def hint(self, steps: int = 1, *, apply: bool = False) -> a.Hint:
        """Finds the next deduction; `apply` adds its conclusion to the puzzle."""
        if apply and steps != 1:
            raise ValueError("`apply` takes one step: ask again for the next one")
        if apply:
            return self._ask("hint apply", a.Hint)
        return self._ask("hint" if steps == 1 else f"hint {int(steps)}", a.Hint)

    def steps(self) -> a.Steps:
        """Solves the puzzle in steps that a person can follow, as far as they get."""
        return self._ask("solve steps", a.Steps)

    def grade(self) -> a.Grade:
        """Rates how hard the puzzle is for a person."""
        return self._ask("grade", a.Grade)

    def why(self, condition: str = "", /) -> a.Why:
        """Names the statements that force a condition; without one, or with `all` or `fewest`, those that can't hold together."""
        return self._ask(f"why {condition}".strip(), a.Why)

    def try_(self, condition: str, /) -> a.Solved:
        """Whether there is a solution with one more condition, which is not kept."""
        return self._ask(f"try {condition}", a.Solved)

    def redundant(self, how: str = "", /) -> a.Redundant:
        """Lists statements that can be left out: each on its own, with `all` at once, with `minimal` until no given is left over."""
        return self._ask(f"redundant {how}".strip(), a.Redundant)

    def check(self) -> a.Check:
        """Checks the values that are filled in against the solutions."""
        return self._ask("check", a.Check)

    # Boards that somebody fills in.

    def judge(
        self,
        board: Any = None,
        *,
        moves: Sequence[Any] | str | Mapping[str, Any] | None = None,
        rest: Literal["no"] | None = None,
        reasons: bool = False,
        claim: Any = None,
        steps: a.Steps | Sequence[Any] | None = None,
    ) -> judging.Verdict:
        """Judges a board: whether a statement is broken, a solution is left, or the board is one.

        `board` has the shape of a solution: rows of values for the only grid, else a mapping with the rows of each. None, nan and
        `.` are open cells, a list holds the candidates that are left. A link of f-puzzles or penpa holds a board too. `moves` come
        after it: texts such as `r1c1 = 5` and `r1c1 != 5`, or a replay. `rest="no"` takes open yes/no cells as no. `reasons` adds
        the smallest clash, or the easiest step. `claim` is a step to judge: a text, or a mapping with `concludes` and `because`.
        `steps` are several in order, such as the answer of `steps()`: what a true one concludes is known in those after it.
        """
        request = {"board": judging.plain(board), "moves": judging.plain(moves), "rest": rest, "claim": judging.plain(claim)}
        request["steps"] = judging.plain(judging.claims(steps) if isinstance(steps, a.Steps) else steps)
        return judging.verdict(self._request("judge", {**request, "reasons": reasons}))

    def when(self, moves: Sequence[Any] | str | Mapping[str, Any], /, board: Any = None) -> judging.When:
        """Finds the first of several moves after which no solution is left, and the moves that were guesses.

        `moves` are texts such as `r1c1 = 5` and `r1c1 = .`, or a replay: the JSON of SudokuPad, or a penpa link with `&r=`.
        """
        return judging.when(self._request("when", {"moves": judging.plain(moves), "board": judging.plain(board)}))

    @classmethod
    def understand(cls, text: str, /, solution: Any = None) -> judging.Understood:
        """Finds rules for what a drawing shows without one. `text` is a link, or a script with `untranslated` lists; `solution` its
        rows, which a link can hold itself."""
        return judging.understood(cls("")._request("understand", {"text": text, "solution": judging.plain(solution)}, False))

    def generate(
        self,
        what: str = "",
        /,
        *,
        clues: int | str | None = None,
        grade: str | None = None,
        symmetric: bool | str = False,
        seed: int | None = None,
        count: int | None = None,
        keep: bool = False,
    ) -> a.Generated:
        """Makes puzzles with the rules so far. `what` is a grid, a picture with its rule, and any words of `generate`:
        `generate("x", clues=25)`, `generate("number for slitherlink(e, number)")`. `help_page("generate")` has them all."""
        words = ["generate", what]
        words += ["symmetric", symmetric] if isinstance(symmetric, str) else ["symmetric"] if symmetric else []
        for word, value in (("clues", clues), ("grade", grade), ("seed", seed), ("count", count)):
            words += [word, str(value)] if value is not None else []
        return self._ask(" ".join([*filter(None, words), *(["keep"] if keep else [])]), a.Generated)

    def value(self, text: str, /) -> Any:
        """The value of an expression, in the solution that was found last if it has unknowns."""
        printed = self._ask(f"print {text}", a.Printed)
        return printed.values[0] if len(printed.values) == 1 else list(printed.values)

    # Other programs.

    def link(self, to: str = "sudokupad", /) -> a.Link:
        """A link for another program: `sudokupad`, `fpuzzles`, `puzzlink` or `penpa`. It holds the solution if `unique` has shown that it
        is the only one."""
        return self._ask(f"export link {to}", a.Link)

    def export(
        self,
        format: str = "html",
        path: str | os.PathLike[str] | None = None,
        *,
        subject: str | None = None,
        theme: str = "light",
        size: str = "screen",
    ) -> str:
        """The puzzle as `svg`, `html`, `json` or `smt2`: the text, which is also written to `path` if one is given.

        `subject` is `solution`, `puzzle`, `both`, `candidates`, `steps` or `clash`.
        """
        text = self._value(self._core.export(format, subject, theme, size))
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    # Looks.

    def show(self) -> a.Answer:
        """The puzzle, with the solution that was found last."""
        return self.run("show")[0]

    @property
    def svg(self) -> str:
        """The puzzle, with the solution that was found last, as SVG."""
        return as_svg(self.show().pictures)

    def __repr__(self) -> str:
        return self.show().text.rstrip() or "<Session>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        shown = self.show()
        return {"text/plain": shown.text.rstrip(), "text/html": as_html(shown.pictures), "image/svg+xml": as_svg(shown.pictures)}

    # The native part.

    def _ask(self, question: str, kind: type[Kind]) -> Kind:
        answers = typed(self._perform(self._core.run(question, "question", False)), kind)
        found = next((answer for answer in answers if isinstance(answer, kind)), None)
        if found is None:
            # The arguments of a method can't make it another question.
            raise ValueError(f"`{question}` is not answered by {kind.__name__}")
        return found

    def _request(self, method: str, params: Mapping[str, Any], of_puzzle: bool = True) -> dict[str, Any]:
        """The result of a method of `sator --rpc`, about the puzzle of this session or about another text."""
        result: dict[str, Any] = json.loads(self._value(self._core.request(method, json.dumps(params), of_puzzle)))
        return result

    def _setting(self, name: str) -> str:
        [answer] = self.run(f"set {name}")
        return str(answer.fields["settings"][name])

    def _value(self, running: _core.Running) -> str:
        return next(data for kind, data in self._events(running) if kind == "done")

    def _perform(self, running: _core.Running, on_report: OnReport | None = None) -> list[dict[str, Any]]:
        """The reports of a job, in their order."""
        reports = []
        for kind, data in self._events(running):
            if kind == "report":
                reports.append(json.loads(data))
                if on_report:
                    on_report(reports[-1])
        return reports

    def _events(self, running: _core.Running) -> Iterator[tuple[str, str]]:
        """The events of a job without warnings and progress, which go where they belong.

        Ctrl-C ends the job. What it has found until then comes before the exception.
        """
        if self._process != os.getpid():
            raise RuntimeError("the session belongs to the process that this one is a fork of: make a session here")
        if self._busy:
            raise RuntimeError("the session is answering a question: ask in another session")
        self._busy = True
        try:
            yield from self._sorted(running)
        except KeyboardInterrupt:
            # It can come between two events too.
            running.cancel()
            try:
                yield from (event for event in self._sorted(running) if event[0] == "report")
            except _core.Failed:
                pass
            raise
        except _core.Failed as failed:
            raise SatorError.of(failed) from None
        finally:
            self._busy = False

    def _sorted(self, running: _core.Running) -> Iterator[tuple[str, str]]:
        for kind, data in running:
            if kind == "progress":
                if self.on_progress:
                    self.on_progress(data)
            elif kind == "warning":
                warnings.warn(json.loads(data)["excerpt"], SatorWarning, stacklevel=_frames_of_package() + 1)
            else:
                yield kind, data


    def __reduce__(self) -> NoReturn:
        raise TypeError("a session can't be copied or pickled: `Session(session.script)` makes another one")


class SatorWarning(UserWarning):
    """A warning about a script."""


def _frames_of_package() -> int:
    """The number of frames on the stack below the one that called the package."""
    frame = sys._getframe(1)
    frames = 0
    while frame and frame.f_globals.get("__package__") == __package__:
        frames += 1
        frame = frame.f_back  # type: ignore[assignment]
    return frames


def _rows(value: Any, name: str) -> str:
    """The value as rows of a picture: the lines of a text are its rows."""
    if isinstance(value, str):
        value = [line.strip() for line in value.strip().splitlines()]
    return expression(value, name)


def _find_z3() -> None:
    """Names the folder of the package `z3-solver`, which is not imported."""
    global _searched
    if _searched:
        return
    _searched = True
    module = sys.modules.get("z3")
    spec = getattr(module, "__spec__", None) if module else find_spec("z3")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        _core.search_z3_in(Path(folder) / "lib")


_searched = False
