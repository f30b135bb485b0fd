"""What every peer in Python does with its model: ask for one answer, for another, for all, for the values of each cell.

A peer gives a function that makes a model of a puzzle: an object with `solve()`, the visible cells as a list of integers or
None, and `forbid(cells)`, which rules an answer out; `want(pairs)` asks for one of these (cell, value). Where it has a
`count()` of its own that is used.
"""
import json
import sys


def answer(puzzle, model):
    question = puzzle["question"]
    if puzzle.get("many"):
        return {"many": [answer({**puzzle, "givens": givens, "many": []}, model)["cells"] for givens in puzzle["many"]]}
    solver = model(puzzle)
    if question == "count" and hasattr(solver, "count"):
        return {"count": solver.count()}
    cells = solver.solve()
    if question == "first":
        return {"cells": cells}
    if question == "unique":
        solver.forbid(cells)
        return {"cells": cells, "unique": solver.solve() is None}
    if question == "count":
        count = 0
        while cells is not None:
            count += 1
            solver.forbid(cells)
            cells = solver.solve()
        return {"count": count}
    seen = [set() for _ in cells]
    while cells is not None:
        for values, value in zip(seen, cells):
            values.add(value)
        # From now on: something that was not seen yet.
        solver.want([(c, v) for c, values in enumerate(seen) for v in range(1, puzzle["size"] + 1) if v not in values])
        cells = solver.solve()
    return {"candidates": [sorted(values) for values in seen]}


def main(model):
    with open(sys.argv[1]) as file:
        puzzle = json.load(file)
    print(json.dumps(answer(puzzle, model)))


def beside(height, width, r, c):
    """The cells with a side in common."""
    for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)):
        if 0 <= a < height and 0 <= b < width:
            yield a, b


def fences(height, width):
    """The edges of a board as pairs of its points, numbered row by row: the horizontal ones, then the vertical ones."""
    points = width + 1
    across = [(r * points + c, r * points + c + 1) for r in range(height + 1) for c in range(width)]
    down = [(r * points + c, (r + 1) * points + c) for r in range(height) for c in range(width + 1)]
    return across + down


def around(height, width, r, c):
    """The numbers of the four edges of a cell."""
    down = (height + 1) * width
    return [r * width + c, (r + 1) * width + c, down + r * (width + 1) + c, down + r * (width + 1) + c + 1]


def loops(edges, drawn):
    """The separate loops among drawn edges, of which each point has none or two: lists of edge numbers."""
    at = {}
    for e in drawn:
        for point in edges[e]:
            at.setdefault(point, []).append(e)
    left, found = set(drawn), []
    while left:
        start = left.pop()
        loop, point = [start], edges[start][1]
        while True:
            nexts = [e for e in at[point] if e in left]
            if not nexts:
                break
            left.remove(nexts[0])
            loop.append(nexts[0])
            a, b = edges[nexts[0]]
            point = b if a == point else a
        found.append(loop)
    return found
