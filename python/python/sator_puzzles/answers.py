"""Answers to questions, by their kind. Each has the look of the terminal as text, pictures, and the JSON it is made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .errors import NoSolution, Undecided
from .picture import Picture, as_html, as_svg
from .statement import Statement

if TYPE_CHECKING:
    import numpy
    import pandas

#: What is known: there is a solution, there is none, or a limit came first.
Status = Literal["sat", "unsat", "unknown"]
Report = Mapping[str, Any]


class _Drawn:
    """An object with a look: text for a terminal, pictures for a notebook."""

    text: str
    words: str
    pictures: tuple[Picture, ...]

    @property
    def svg(self) -> str:
        """The pictures side by side as SVG, for a light ground; empty without pictures."""
        return as_svg(self.pictures)

    def to_svg(self, theme: str = "light") -> str:
        """The pictures side by side as SVG, for a `light` or a `dark` ground."""
        return as_svg(self.pictures, theme)

    def __repr__(self) -> str:
        return self.text.rstrip()

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        bundle = {"text/plain": repr(self)}
        if self.pictures:
            bundle["text/html"] = as_html(self.pictures, self.words)
            bundle["image/svg+xml"] = self.svg
        return bundle


class _Named:
    """Values by the names that the script declares."""

    def _values(self) -> Mapping[str, Any]:
        raise NotImplementedError

    def __getitem__(self, name: str) -> Any:
        values = self._values()
        if name not in values:
            raise KeyError(f"there is no grid or variable {name!r}; there are {', '.join(values)}")
        return values[name]

    def __contains__(self, name: object) -> bool:
        return name in self._values()

    def __iter__(self) -> Iterator[str]:
        return iter(self._values())

    def keys(self) -> Sequence[str]:
        """The names, in the order of the script."""
        return list(self._values())

    def numpy(self, name: str) -> numpy.ndarray[Any, Any]:
        """The values of a grid, a list or a variable as an array of numpy. Holes are `nan`."""
        from .tables import to_numpy

        return to_numpy(self[name])

    def pandas(self, name: str) -> pandas.DataFrame | pandas.Series[Any]:
        """A grid as a frame of pandas, a list as a series; rows and columns are named as in the script."""
        from .tables import to_pandas

        return to_pandas(self[name], name)


@dataclass(frozen=True, repr=False)
class Solution(_Drawn, _Named):
    """A solution, which sator has evaluated against every condition without the solver that found it.

    `solution["x"]` is a list of rows for a grid, a list for a list, and a number, a truth value or a text for a variable. An array
    with names nests dictionaries, and a hole of a grid is None.
    """

    values: Mapping[str, Any]
    text: str
    words: str = field(default="", compare=False)
    pictures: tuple[Picture, ...] = field(default=(), compare=False)

    def _values(self) -> Mapping[str, Any]:
        return self.values


@dataclass(frozen=True, repr=False, kw_only=True)
class Answer(_Drawn):
    """An answer. `fields` is the object that `sator --json` prints."""

    query: str
    line: int
    text: str
    words: str
    pictures: tuple[Picture, ...]
    milliseconds: float
    fields: Mapping[str, Any] = field(compare=False)

    @property
    def reason(self) -> str | None:
        """The limit that ended the search, in words."""
        return self.fields.get("reason")

    def _undecided(self) -> Undecided:
        return Undecided(f"`{self.query}` is not decided: {self.reason or 'a limit came first'}")


class _Solved(Answer, _Named):
    """An answer with a solution, if there is one."""

    solution: Solution | None
    status: str
    clash: tuple[Statement, ...] = ()

    def _values(self) -> Mapping[str, Any]:
        if self.solution is not None:
            return self.solution.values
        if self.status == "unsat":
            raise NoSolution("there is no solution", self.clash)
        raise self._undecided()

    def __bool__(self) -> bool:
        if self.status == "unknown":
            raise self._undecided()
        return self.status != "unsat"


@dataclass(frozen=True, repr=False, kw_only=True)
class Solved(_Solved):
    """The answer of `solve`, `another` and `try`. It is true if there is a solution, and raises `Undecided` if that is unknown."""

    status: Status
    solution: Solution | None
    #: Statements that can't hold together, if there is no solution and they were found.
    clash: tuple[Statement, ...] = ()


@dataclass(frozen=True, repr=False, kw_only=True)
class Optimum(_Solved):
    """The answer of `maximize`, `minimize` and `solve best`."""

    status: Status
    solution: Solution | None
    #: The value of the objective, or the penalty; a list for a tuple of objectives.
    value: Any
    #: No solution passes this value.
    bound: Any
    #: Whether it is proved that no solution is better.
    optimal: bool
    clash: tuple[Statement, ...] = ()


@dataclass(frozen=True, repr=False, kw_only=True)
class Uniqueness(Answer):
    """The answer of `unique`. It is true if there is exactly one solution, and raises `Undecided` if that is unknown."""

    status: Literal["unique", "multiple", "unsat", "unknown"]
    #: The only solution, or two of several.
    solutions: tuple[Solution, ...]
    #: Number of cells in which the two differ.
    differences: int | None
    #: Conditions that leave only the first of the two.
    fix: tuple[str, ...] | None
    clash: tuple[Statement, ...] = ()

    def __bool__(self) -> bool:
        if self.status == "unknown":
            raise self._undecided()
        return self.status == "unique"

    def __getitem__(self, name: str) -> Any:
        return self.solution[name]

    @property
    def solution(self) -> Solution:
        """The only solution.

        Raises NoSolution if there is none, and Undecided if there are several or a limit came first.
        """
        if self.status == "unique":
            return self.solutions[0]
        if self.status == "unsat":
            raise NoSolution("there is no solution", self.clash)
        if self.status == "multiple":
            raise Undecided("there is more than one solution: `solutions` has two of them")
        raise self._undecided()


@dataclass(frozen=True, repr=False, kw_only=True)
class Count(Answer):
    """The answer of `count`. `int()` of it is the number of solutions, or raises `Undecided` if there are or may be more."""

    #: Solutions found.
    count: int
    #: Whether there are no more.
    exact: bool

    def __int__(self) -> int:
        if not self.exact:
            why = self.reason or "the count ended at its limit"
            raise Undecided(f"there are at least {self.count} solutions: {why}")
        return self.count


@dataclass(frozen=True, repr=False, kw_only=True)
class Solutions(Answer):
    """The answer of `solutions`: a list, and whether it is complete."""

    solutions: tuple[Solution, ...]
    complete: bool

    def __iter__(self) -> Iterator[Solution]:
        return iter(self.solutions)

    def __len__(self) -> int:
        return len(self.solutions)


@dataclass(frozen=True, repr=False, kw_only=True)
class Cells(Answer, _Named):
    """The answer of `candidates` and `forced`: for each cell the values of all solutions, or the one that all of them share."""

    status: Status
    cells: Mapping[str, Any] | None
    clash: tuple[Statement, ...] = ()

    def _values(self) -> Mapping[str, Any]:
        if self.status == "unsat":
            raise NoSolution("there is no solution", self.clash)
        if self.status != "sat" or self.cells is None:
            raise self._undecided()
        return self.cells


@dataclass(frozen=True, repr=False, kw_only=True)
class CandidateCounts(Cells):
    """The answer of `candidates counts`: `counts["x"]` has for each cell how many solutions each of its values leaves.

    A number that is `limit` can be larger.
    """

    limit: int
    #: The numbers in the order of the values in `cells`.
    counts: Mapping[str, Any] | None


@dataclass(frozen=True)
class Conclusion:
    """A conclusion of a step: a cell has a value, or can't have it."""

    cell: str
    value: Any
    #: False if the cell can't have the value.
    holds: bool

    def __str__(self) -> str:
        return f"{self.cell} {'=' if self.holds else '!='} {self.value}"


@dataclass(frozen=True)
class Step:
    """A deduction that a person can follow."""

    #: The conclusions in words.
    text: str
    technique: str
    #: The argument in a sentence.
    reason: str
    #: Cases of the argument, if it needs some.
    cases: tuple[str, ...]
    conclusions: tuple[Conclusion, ...]
    #: Statements that the argument uses.
    because: tuple[Statement, ...]
    number: int | None = None
    #: The step in one line, in the notation of sudoku solvers: `X-Wing: 8 in c28 by r15 => r1c6<>8`. Only steps about houses have one.
    notation: str | None = None
    picture: Picture | None = field(default=None, compare=False, repr=False)

    def __str__(self) -> str:
        number = f"{self.number}. " if self.number else ""
        return f"{number}{self.text}: {self.reason}"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        bundle = {"text/plain": str(self)}
        if self.picture:
            bundle["text/html"] = as_html([self.picture], "\n".join([str(self), *self.cases]))
            bundle["image/svg+xml"] = self.picture.svg
        return bundle


@dataclass(frozen=True, repr=False, kw_only=True)
class Hint(Answer):
    """The answer of `hint`: the next steps, or where to `look` for the next one with which `idea`. `done` is set if there is none: true
    if all is known."""

    steps: tuple[Step, ...]
    done: bool | None
    look: str | None
    idea: str | None

    @property
    def step(self) -> Step | None:
        """The next step, if there is one."""
        return self.steps[0] if self.steps else None


@dataclass(frozen=True, repr=False, kw_only=True)
class Steps(Answer):
    """The answer of `solve steps`: the steps to the solution, or as far as they get."""

    steps: tuple[Step, ...]
    #: Whether the steps solve the puzzle.
    solved: bool
    grade: str | None
    #: The number of the hardest step, from 1.
    hardest: int | None
    solution: Solution | None
    status: Status
    clash: tuple[Statement, ...] = ()

    def __iter__(self) -> Iterator[Step]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, at: int) -> Step:
        return self.steps[at]


@dataclass(frozen=True, repr=False, kw_only=True)
class Grade(Answer):
    """The answer of `grade`."""

    grade: str | None
    #: Number of steps.
    count: int
    #: How often each technique is used.
    used: Mapping[str, int]
    hardest: tuple[Step, ...]


@dataclass(frozen=True, repr=False, kw_only=True)
class Why(Answer):
    """The answer of `why`: statements that force a condition, or that can't hold together."""

    status: Literal["forced", "open", "unsat", "unknown"]
    because: tuple[Statement, ...]
    #: A solution without the condition, if it is open.
    solution: Solution | None
    #: All clashes that `why all` found.
    clashes: tuple[tuple[Statement, ...], ...] = ()
    #: False where it is not proved that none of the statements can be left out.
    minimal: bool = True


@dataclass(frozen=True, repr=False, kw_only=True)
class Redundant(Answer):
    """The answer of `redundant`: statements that can be left out of a puzzle with one solution."""

    status: str
    statements: tuple[Statement, ...]
    #: Whether all of them can be left out at once.
    together: bool


@dataclass(frozen=True, repr=False, kw_only=True)
class Check(Answer):
    """The answer of `check`: whether the values filled in are right."""

    status: Status
    count: int
    wrong: tuple[str, ...]
    ok: bool


@dataclass(frozen=True, repr=False, kw_only=True)
class Expectation(Answer):
    """The answer of `expect`. `ok` is None if a limit came first."""

    ok: bool | None
    expected: str | None
    found: str | None


@dataclass(frozen=True, repr=False, kw_only=True)
class Printed(Answer):
    """The answer of `print`: the values of expressions."""

    values: tuple[Any, ...]


@dataclass(frozen=True)
class Made:
    """A puzzle that `generate` made: its clues, with the only solution."""

    #: The clues as statements: `session.extended(made.text)` is a session with them.
    text: str
    #: Values by name, with None where nothing is given.
    givens: Mapping[str, Any]
    count: int
    seed: int
    solution: Mapping[str, Any] = field(repr=False)
    grade: str | None
    #: Whether it is proved that this solution needs as many clues.
    fewest: bool


@dataclass(frozen=True, repr=False, kw_only=True)
class Generated(Answer):
    """The answer of `generate`. `status` is `unique` for puzzles with one solution, `made` for clues that other solutions can have
    too, `none` if no puzzle was found."""

    status: str
    puzzles: tuple[Made, ...]

    @property
    def puzzle(self) -> Made:
        """The first puzzle. Raises Undecided if there is none."""
        if not self.puzzles:
            raise self._undecided()
        return self.puzzles[0]


@dataclass(frozen=True, repr=False, kw_only=True)
class Link(Answer):
    """The answer of `export link`: a link for another program."""

    url: str
    #: Statements that the other program can't hold.
    left_out: tuple[str, ...]
    #: Number of solutions of what the link holds, if something is left out.
    solutions: int | None


def statements(listed: Sequence[Report] | None) -> tuple[Statement, ...]:
    """Statements as JSON has them."""
    return tuple(Statement(s["line"], s["text"], s["kind"], tuple(s.get("cells", ()))) for s in listed or ())


def solution(report: Report) -> Solution:
    """The solution that is found lazily."""
    return Solution(report["solution"], report["text"], report["words"], pictures(report))


def pictures(report: Report) -> tuple[Picture, ...]:
    """The pictures of a report."""
    return tuple(Picture(p["caption"], tuple(p["because"]), p["svg"]) for p in report["pictures"])


def step(fields: Report, picture: Picture | None = None, number: int | None = None) -> Step:
    """A step as JSON has it."""
    concludes = tuple(Conclusion(c["cell"], c["value"], c["is"]) for c in fields.get("concludes", ()))
    return Step(
        text=fields.get("text") or ", ".join(map(str, concludes)),
        technique=fields.get("technique", ""),
        reason=fields.get("reason", ""),
        cases=tuple(str(case) for case in fields.get("cases", ())),
        conclusions=concludes,
        because=statements(fields.get("because")),
        number=fields.get("step", number),
        notation=fields.get("notation"),
        picture=picture,
    )
