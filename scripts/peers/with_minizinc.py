"""MiniZinc with Gecode: one model a file in the folder beside this one; each question is a run of `minizinc`."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

from answers import fences

MODELS = Path(__file__).resolve().parent / "minizinc"


def data(puzzle):
    model = puzzle["model"]
    sets = lambda lists: [{"set": [c + 1 for c in cells]} for cells in lists]
    if model in ("queens", "magic"):
        return {"size": puzzle["size"]}
    if model == "grid":
        return {
            "size": puzzle["size"], "groups": sets(puzzle["groups"]), "givens": puzzle["givens"],
            "cages": sets(cage["cells"] for cage in puzzle["cages"]), "sums": [cage["sum"] for cage in puzzle["cages"]],
            "apart": [[a + 1, b + 1] for a, b in puzzle["apart"]],
        }  # fmt: skip
    rows = puzzle.get("clues") or puzzle["givens"]
    height, width = len(rows), len(rows[0])
    common = {"height": height, "width": width}
    if model == "block_party":
        return {**common, "regions": puzzle["regions"], "givens": puzzle["givens"]}
    common["clues"] = rows
    if model == "nurikabe":
        return {**common, "homes": [[r + 1, c + 1] for r in range(height) for c in range(width) if rows[r][c]]}
    edges = fences(height, width)
    at = [[e for e, ends in enumerate(edges) if p in ends] for p in range((height + 1) * (width + 1))]
    return {**common, "edges": [[a + 1, b + 1] for a, b in edges], "at": sets(at)}


def solutions(puzzle, most):
    """Prints of the answers, as many as there are or are asked for."""
    if puzzle["model"] == "grid" and not puzzle["apart"]:
        # An empty list of pairs has no width in JSON.
        puzzle = {**puzzle, "apart": []}
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(data(puzzle), file)
        file.flush()
        asked = ["--all-solutions"] if most is None else ["--num-solutions", str(most)]
        model = MODELS / f"{puzzle['model']}.mzn"
        done = subprocess.run(["minizinc", "--solver", "gecode", *asked, model, file.name], capture_output=True, text=True)
    if done.returncode != 0 or "==ERROR" in done.stdout:
        sys.exit(done.stderr)
    return [line for line in done.stdout.splitlines() if line.startswith("[")]


def answer(puzzle):
    if puzzle.get("many"):
        return {"many": [answer({**puzzle, "givens": givens, "many": []})["cells"] for givens in puzzle["many"]]}
    question = puzzle["question"]
    found = solutions(puzzle, {"unique": 2, "first": 1}.get(question))
    if question == "count":
        return {"count": len(found)}
    if question == "candidates":
        columns = zip(*(json.loads(line) for line in found))
        return {"candidates": [sorted(set(column)) for column in columns]}
    cells = json.loads(found[0])
    return {"cells": cells, "unique": len(found) == 1} if question == "unique" else {"cells": cells}


with open(sys.argv[1]) as file:
    print(json.dumps(answer(json.load(file))))
