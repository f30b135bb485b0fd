"""Makes typed answers of the reports of the native part."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from . import answers as a

Report = dict[str, Any]


def typed(reports: Sequence[Report], kind: type[a.Answer] | None = None) -> list[a.Answer]:
    """The answers of some reports, of a kind if the question has one. The clash that follows "no solution" becomes a part of that
    answer."""
    merged: list[Report] = []
    for report in reports:
        if merged and _is_clash_of(merged[-1], report):
            last = merged[-1]
            for part in ("text", "words"):
                last[part] += report[part]
            last["pictures"] = last["pictures"] + report["pictures"]
            last["fields"] = {**last["fields"], "because": report["fields"]["because"]}
        else:
            merged.append(dict(report))
    return [_answer(report, kind) for report in merged]


def _is_clash_of(before: Report, report: Report) -> bool:
    old, new = before["fields"] or {}, report["fields"] or {}
    same = old.get("query") == new.get("query") and old.get("line") == new.get("line")
    is_clash = new.get("status") == "unsat" and "because" in new
    return same and is_clash and old.get("status") == "unsat" and "because" not in old and new.get("query") != "why"


def _answer(report: Report, kind: type[a.Answer] | None) -> a.Answer:
    fields = report["fields"] or {}
    query = fields.get("query", "")
    common = {
        "query": query,
        "line": fields.get("line", 0),
        "text": report["text"],
        "words": report["words"],
        "pictures": a.pictures(report),
        "milliseconds": report.get("ms", 0.0),
        "fields": fields,
    }
    make = _KINDS.get(query)
    if kind in _OF_KIND:
        # A limit can come before the fields by which questions with one word differ.
        make = _OF_KIND[kind]
    elif query in ("solve", "steps") and "steps" in fields:
        make = _steps
    elif "penalty" in fields or "optimal" in fields:
        make = _optimum
    elif query == "export" and "text" in fields and "left_out" in fields:
        make = _link
    return make(common, fields) if make else a.Answer(**common)


def _plain_solution(common: Report, values: Any, at: int = 0) -> a.Solution | None:
    """A solution of an answer, with the picture at a position."""
    if values is None:
        return None
    return a.Solution(values, common["text"], "", common["pictures"][at : at + 1])


def _solved(common: Report, f: Report) -> a.Answer:
    solution = _plain_solution(common, f.get("solution"))
    return a.Solved(**common, status=f.get("status", "sat"), solution=solution, clash=a.statements(f.get("because")))


def _optimum(common: Report, f: Report) -> a.Answer:
    return a.Optimum(
        **common,
        status=f.get("status", "sat"),
        solution=_plain_solution(common, f.get("solution")),
        value=f.get("value", f.get("penalty")),
        bound=f.get("bound"),
        optimal=bool(f.get("optimal")),
        clash=a.statements(f.get("because")),
    )


def _unique(common: Report, f: Report) -> a.Answer:
    found = (_plain_solution(common, values, at) for at, values in enumerate(f.get("solutions", ())))
    return a.Uniqueness(
        **common,
        status=f["status"],
        solutions=tuple(s for s in found if s is not None),
        differences=f.get("differences"),
        fix=tuple(f["fix"]) if f.get("fix") is not None else None,
        clash=a.statements(f.get("because")),
    )


def _count(common: Report, f: Report) -> a.Answer:
    # Without a count nothing is known, or that there is no solution.
    return a.Count(**common, count=int(f.get("count", 0)), exact=f.get("exact", f.get("status") == "unsat"))


def _solutions(common: Report, f: Report) -> a.Answer:
    listed = [_plain_solution(common, values, at) for at, values in enumerate(f.get("solutions", ()))]
    complete = f.get("complete", f.get("status") == "unsat")
    return a.Solutions(**common, solutions=tuple(s for s in listed if s is not None), complete=complete)


def _cells(common: Report, f: Report) -> a.Answer:
    if "limit" in f:
        return _counts(common, f)
    return a.Cells(**common, **_known(f))


def _counts(common: Report, f: Report) -> a.Answer:
    return a.CandidateCounts(**common, **_known(f), limit=f.get("limit", 0), counts=f.get("counts"))


def _known(f: Report) -> Report:
    """What is known of each cell."""
    return {"status": f["status"], "cells": f.get("cells"), "clash": a.statements(f.get("because"))}


def _hint(common: Report, f: Report) -> a.Answer:
    listed = f["hints"] if "hints" in f else [f] if "reason" in f else []
    picture = common["pictures"][0] if common["pictures"] else None
    steps = tuple(a.step(s, picture) for s in listed)
    return a.Hint(**common, steps=steps, done=f.get("done"), look=f.get("look"), idea=f.get("idea"))


def _steps(common: Report, f: Report) -> a.Answer:
    # The first picture is the puzzle.
    pictures = dict(enumerate(common["pictures"]))
    steps = tuple(a.step(s, pictures.get(at), at) for at, s in enumerate(f.get("steps", ()), start=1))
    return a.Steps(
        **common,
        steps=steps,
        solved=bool(f.get("done")),
        grade=f.get("grade"),
        hardest=f.get("hardest"),
        solution=_plain_solution(common, f.get("solution"), len(common["pictures"]) - 1),
        status=f["status"],
        clash=a.statements(f.get("because")),
    )


def _grade(common: Report, f: Report) -> a.Answer:
    hardest = tuple(a.step(s) for s in f.get("hardest", ()))
    return a.Grade(**common, grade=f.get("grade"), count=f.get("count", 0), used=f.get("used", {}), hardest=hardest)


def _why(common: Report, f: Report) -> a.Answer:
    listed = f.get("clashes")
    clashes = tuple(a.statements(c["because"] if isinstance(c, dict) else c) for c in listed or ())
    return a.Why(
        **common,
        status=f["status"],
        because=a.statements(f.get("because")),
        solution=_plain_solution(common, f.get("solution")),
        clashes=clashes,
        minimal=f.get("minimal", True),
    )


def _redundant(common: Report, f: Report) -> a.Answer:
    listed = a.statements(f.get("redundant"))
    return a.Redundant(**common, status=f["status"], statements=listed, together=bool(f.get("together")))


def _check(common: Report, f: Report) -> a.Answer:
    wrong = tuple(f.get("wrong", ()))
    return a.Check(**common, status=f["status"], count=f.get("count", 0), wrong=wrong, ok=bool(f.get("ok")))


def _expect(common: Report, f: Report) -> a.Answer:
    return a.Expectation(**common, ok=f.get("ok"), expected=f.get("expected"), found=f.get("found"))


def _print(common: Report, f: Report) -> a.Answer:
    return a.Printed(**common, values=tuple(f.get("values", ())))


def _generated(common: Report, f: Report) -> a.Answer:
    listed = f.get("puzzles") or ([f] if "text" in f and "seed" in f else [])

    def made(p: Report) -> a.Made:
        return a.Made(
            p["text"], p.get("givens", {}), p["count"], p["seed"], p.get("solution", {}), p.get("grade"), bool(p.get("fewest"))
        )

    return a.Generated(**common, status=f["status"], puzzles=tuple(made(p) for p in listed))


def _link(common: Report, f: Report) -> a.Answer:
    counted = f.get("solutions")
    solutions = counted["count"] if counted and counted["exact"] else None
    return a.Link(**common, url=f["text"], left_out=tuple(f["left_out"]), solutions=solutions)


_KINDS: dict[str, Callable[[Report, Report], a.Answer]] = {
    "solve": _solved,
    "another": _solved,
    "try": _solved,
    "unique": _unique,
    "count": _count,
    "solutions": _solutions,
    "candidates": _cells,
    "forced": _cells,
    "maximize": _optimum,
    "minimize": _optimum,
    "hint": _hint,
    "grade": _grade,
    "why": _why,
    "redundant": _redundant,
    "check": _check,
    "expect": _expect,
    "print": _print,
    "generate": _generated,
}

_OF_KIND: dict[type[a.Answer] | None, Callable[[Report, Report], a.Answer]] = {
    a.Optimum: _optimum,
    a.Steps: _steps,
    a.CandidateCounts: _counts,
}
