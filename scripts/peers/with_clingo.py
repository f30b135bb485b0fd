"""clingo through its Python interface: one answer set program a model, in the folder beside this file."""
import json
import sys
from pathlib import Path

from answers import around, fences
from clingo import Control

PROGRAMS = Path(__file__).resolve().parent / "clingo"


def facts(puzzle):
    model = puzzle["model"]
    if model in ("queens", "magic"):
        yield f"size({puzzle['size']})"
    elif model == "grid":
        yield f"size({puzzle['size']})"
        yield from (f"cell({c})" for c in range(puzzle["size"] ** 2))
        yield from (f"group({g},{c})" for g, group in enumerate(puzzle["groups"]) for c in group)
        yield from (f"given({c},{v})" for c, v in enumerate(puzzle["givens"]) if v)
        for k, cage in enumerate(puzzle["cages"]):
            yield f"cage({k},{cage['sum']})"
            yield from (f"in_cage({k},{c})" for c in cage["cells"])
        yield from (f"apart({a},{b})" for a, b in puzzle["apart"])
    elif model == "block_party":
        cells = [(r, c, g) for r, row in enumerate(puzzle["regions"]) for c, g in enumerate(row)]
        for r, c, g in cells:
            yield f"cell({r},{c})"
            yield f"region({r},{c},{g})"
            if puzzle["givens"][r][c]:
                yield f"given({r},{c},{puzzle['givens'][r][c]})"
        regions = [g for _, _, g in cells]
        yield from (f"size({g},{regions.count(g)})" for g in set(regions))
    elif model == "slitherlink":
        clues = puzzle["clues"]
        height, width = len(clues), len(clues[0])
        yield from (f"edge({e},{p},{q})" for e, (p, q) in enumerate(fences(height, width)))
        yield from (f"point({p})" for p in range((height + 1) * (width + 1)))
        for r in range(height):
            for c in range(width):
                if clues[r][c] >= 0:
                    yield f"clue({r * width + c},{clues[r][c]})"
                    yield from (f"around({r * width + c},{e})" for e in around(height, width, r, c))
    else:
        for r, row in enumerate(puzzle["clues"]):
            for c, n in enumerate(row):
                yield f"cell({r},{c})"
                if n:
                    yield f"home({r},{c},{n})"


def cells_of(puzzle, symbols):
    """The visible cells of an answer set."""
    atoms = [[a.number for a in symbol.arguments] for symbol in symbols]
    if puzzle["model"] == "slitherlink":
        height, width = len(puzzle["clues"]), len(puzzle["clues"][0])
        cells = [0] * ((height + 1) * width + height * (width + 1))
        for (e,) in atoms:
            cells[e] = 1
        return cells
    if puzzle["model"] == "nurikabe":
        sea = {(r, c) for r, c in atoms}
        return [int((r, c) in sea) for r, row in enumerate(puzzle["clues"]) for c in range(len(row))]
    return [atom[-1] for atom in sorted(atoms)]


def answer(puzzle):
    if puzzle.get("many"):
        return {"many": [answer({**puzzle, "givens": givens, "many": []})["cells"] for givens in puzzle["many"]]}
    question = puzzle["question"]
    most = {"unique": 2, "first": 1}.get(question, 0)
    control = Control([f"--models={most}", *(["--enum-mode=brave"] if question == "candidates" else [])])
    control.load(str(PROGRAMS / f"{puzzle['model']}.lp"))
    control.add("base", [], "".join(f"{fact}." for fact in facts(puzzle)))
    control.ground([("base", [])])
    found, count = None, 0
    with control.solve(yield_=True) as handle:
        for model in handle:
            count += 1
            if question != "count" and (found is None or question == "candidates"):
                found = model.symbols(shown=True)
    if question == "count":
        return {"count": count}
    if question == "candidates":
        values = [[] for _ in puzzle["givens"]]
        for c, v in sorted([a.number for a in symbol.arguments] for symbol in found):
            values[c].append(v)
        return {"candidates": values}
    cells = cells_of(puzzle, found)
    return {"cells": cells, "unique": count == 1} if question == "unique" else {"cells": cells}


with open(sys.argv[1]) as file:
    print(json.dumps(answer(json.load(file))))
