"""Judgements of boards, and rules that a drawing can mean. Each keeps the object that `sator --rpc` returns, as `fields`."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from .answers import Step, Steps, statements, step
from .errors import Undecided
from .statement import Statement

#: `broken`: a statement can't hold, whatever the open cells become. `dead`: none is broken, but no solution is left. `alive`: a
#: solution is left. `solved`: the board is a solution. `unknown`: a limit came first.
Word = Literal["broken", "dead", "alive", "solved", "unknown"]


@dataclass(frozen=True)
class Broken:
    """A statement that can't hold, with the cells and the facts of the board that break it."""

    statement: Statement
    cells: tuple[str, ...]
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Claim:
    """The judgement of a claimed step.

    `follows`: from the cited statements. `uncited`: true, but not from these. `open`: not forced. `false`: no solution has it.
    """

    verdict: Literal["follows", "uncited", "open", "false", "unknown"]
    #: Statements that are enough for the step, or for that it is false.
    because: tuple[Statement, ...]
    #: Those of them that are not cited.
    missing: tuple[Statement, ...]
    #: Values by name of a solution in which an open step doesn't hold.
    counterexample: Mapping[str, Any] | None


@dataclass(frozen=True)
class Verdict:
    """The judgement of a board. It is true if a solution is left, and raises `Undecided` if that is unknown."""

    verdict: Word
    #: Number of open cells.
    open: int
    #: Number of marks of a link or a replay that no cell takes.
    unread: int
    #: The statements that the board breaks, each by itself.
    broken: tuple[Broken, ...]
    #: With reasons, without a solution: the statements of the smallest clash, and the facts of the board in it.
    because: tuple[Statement, ...]
    facts: tuple[str, ...]
    #: With reasons, with a solution: number of open cells with one value left, and the easiest step.
    forced: int | None
    next: Step | None
    #: The judgement of the claim, if there is one and the board has a solution.
    claim: Claim | None
    #: The judgements of the steps; None for one that concludes nothing about cells that are shown.
    steps: tuple[Claim | None, ...]
    #: The limit that came first.
    reason: str | None
    fields: Mapping[str, Any] = field(compare=False, repr=False)

    def __bool__(self) -> bool:
        return _has_solution(self.verdict, self.reason)


@dataclass(frozen=True)
class When:
    """The first of several moves after which no solution is left."""

    #: Its number, from 1. None if a solution is left after all moves, 0 if none was left before the first.
    move: int | None
    #: The move as a condition.
    text: str | None
    #: The judgement of the board after it, or after all moves.
    verdict: Word
    #: Numbers of the moves that didn't follow from the puzzle and the moves before them.
    guesses: tuple[int, ...]
    #: Number of marks of a replay that no cell takes.
    unread: int
    broken: tuple[Broken, ...]
    #: The smallest clash after the move: its statements, and the facts of the board.
    because: tuple[Statement, ...]
    facts: tuple[str, ...]
    #: The limit that came first.
    reason: str | None
    fields: Mapping[str, Any] = field(compare=False, repr=False)


@dataclass(frozen=True)
class Reading:
    """A rule for all lists of a kind; `nothing` where they are decoration."""

    rule: str
    #: Whether a combination with it leaves exactly one solution.
    fits: bool
    #: The logarithm to base 2 of how unlikely the rule holds by chance.
    bits: float
    statements: tuple[str, ...]


@dataclass(frozen=True)
class Drawn:
    """Lists of cells that are drawn alike, and the rules that they can mean, the most telling first."""

    drawn: str
    lists: tuple[str, ...]
    #: `sure`: one rule fits. `several`: some do, or not all were tried. `unknown`: none does.
    verdict: Literal["sure", "several", "unknown"]
    rules: tuple[Reading, ...]

    @property
    def fitting(self) -> tuple[str, ...]:
        """The rules that fit, by their names."""
        return tuple(reading.rule for reading in self.rules if reading.fits)


@dataclass(frozen=True)
class Understood:
    """The rules that a drawing can mean, and a script with those that fit best."""

    text: str
    kinds: tuple[Drawn, ...]
    #: Where the solution is from.
    solution: Literal["stored", "given", "none"]
    #: Number of combinations that were tried, and of those that leave exactly one solution.
    tried: int
    fit: int
    #: Whether all combinations were tried.
    complete: bool
    fields: Mapping[str, Any] = field(compare=False, repr=False)


def plain(value: Any) -> Any:
    """The value as JSON has it: arrays and frames become lists, and what is missing null."""
    if hasattr(value, "columns") and hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if hasattr(value, "tolist"):
        value = value.tolist()
    if hasattr(value, "keys"):
        return {str(name): plain(value[name]) for name in value.keys()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(inside) for inside in value]
    if isinstance(value, float):
        return None if math.isnan(value) else int(value) if value.is_integer() else value
    return value


def claims(steps: Steps) -> list[dict[str, Any]]:
    """The steps of a walkthrough as claims. They cite statements by their texts: lines count anew in each session."""
    listed = steps.fields["steps"]
    return [{**one, "because": [cited["text"] for cited in one.get("because", ())]} for one in listed]


def verdict(f: Mapping[str, Any]) -> Verdict:
    """The judgement of a board as JSON has it."""
    claim, hint = f.get("claim"), f.get("next")
    return Verdict(
        open=f["open"],
        forced=f.get("forced"),
        next=step(hint) if hint else None,
        claim=_claim(claim) if claim else None,
        steps=tuple(_claim(one) if one else None for one in f.get("steps", ())),
        **_judged(f),
    )


def when(f: Mapping[str, Any]) -> When:
    """The move that JSON has."""
    return When(
        move=f["move"],
        text=_move(f.get("text")),
        guesses=tuple(f["guesses"]),
        **_judged(f),
    )


def understood(f: Mapping[str, Any]) -> Understood:
    """The readings that JSON has."""

    def reading(r: Mapping[str, Any]) -> Reading:
        return Reading(r["rule"], r["fits"], r["bits"], tuple(r["statements"]))

    combinations = f["combinations"]
    return Understood(
        text=f["text"],
        kinds=tuple(
            Drawn(k["drawn"], tuple(k["lists"]), k["verdict"], tuple(map(reading, k["rules"]))) for k in f["kinds"]
        ),
        solution=f["solution"],
        tried=combinations["tried"],
        fit=combinations["fit"],
        complete=combinations["all"],
        fields=f,
    )


def _judged(f: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that the judgement of a board and that of moves share."""
    return {
        "verdict": f["verdict"],
        "unread": f.get("unread", 0),
        "broken": _broken(f),
        "because": statements(f.get("because")),
        "facts": tuple(f.get("facts", ())),
        "reason": f.get("reason"),
        "fields": f,
    }


def _has_solution(word: Word, reason: str | None) -> bool:
    if word == "unknown":
        raise Undecided(f"the board is not judged: {reason or 'a limit came first'}")
    return word in ("alive", "solved")


def _broken(f: Mapping[str, Any]) -> tuple[Broken, ...]:
    listed = f.get("broken", ())
    return tuple(Broken(statements([b["statement"]])[0], tuple(b["cells"]), tuple(b["facts"])) for b in listed)


def _claim(f: Mapping[str, Any]) -> Claim:
    because, missing = statements(f.get("because")), statements(f.get("missing"))
    return Claim(f["verdict"], because, missing, f.get("counterexample"))


def _move(text: Any) -> str | None:
    """A move as a text; one with `cell` and `value` becomes one."""
    if not isinstance(text, Mapping):
        return None if text is None else str(text)
    shown = "." if text.get("value") is None else text["value"]
    return f"{text['cell']} {'=' if text.get('is', True) else '!='} {shown}"
