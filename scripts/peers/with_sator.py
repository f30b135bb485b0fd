"""sator's script for a puzzle, and its JSON answers in the form of the peers."""
import json


def name(c, width):
    return f"r{c // width + 1}c{c % width + 1}"


def picture(rows, blank):
    return "".join("  " + " ".join("." if v == blank else str(v) for v in row) + "\n" for row in rows)


def listed(cells, width):
    return "[" + ", ".join(name(c, width) for c in cells) + "]"


def grid(puzzle):
    size = puzzle["size"]
    givens = puzzle["givens"]
    text = f"grid x {size}x{size} in 1..{size}\n"
    text += "".join(f"distinct({listed(group, size)})\n" for group in puzzle["groups"])
    for cage in puzzle["cages"]:
        text += f"sum({listed(cage['cells'], size)}) = {cage['sum']}\ndistinct({listed(cage['cells'], size)})\n"
    text += "".join(f"abs({name(a, size)} - {name(b, size)}) >= 2\n" for a, b in puzzle["apart"])
    # The givens come last: what the puzzles of a batch begin with is read once.
    return text + "givens x {\n" + picture([givens[i : i + size] for i in range(0, size * size, size)], 0) + "}\n"


def block_party(puzzle):
    most = max(sum(row.count(g) for row in puzzle["regions"]) for g in range(len(puzzle["regions"]) ** 2))
    size = f"{len(puzzle['regions'])}x{len(puzzle['regions'][0])}"
    return (
        f"grid x {size} in 1..{most}\nregions cage {{\n{picture(puzzle['regions'], None)}}}\n"
        f"givens x {{\n{picture(puzzle['givens'], 0)}}}\nblock_party(x, cage)\n"
    )


def queens(puzzle):
    n = puzzle["size"]
    diagonals = "".join(f"distinct(q[i] {sign} i for i in 1..{n})\n" for sign in "+-")
    return f"var q[{n}] in 1..{n}\ndistinct(q)\n{diagonals}"


def magic(puzzle):
    n = puzzle["size"]
    lines = "for line in rows(x) + cols(x) + [[x[i, i] for i in 1..{n}], [x[i, {n} + 1 - i] for i in 1..{n}]]"
    lines = lines.replace("{n}", str(n))
    return f"grid x {n}x{n} in 1..{n * n}\ndistinct(x)\n{lines} {{ sum(line) = {n * (n * n + 1) // 2} }}\n"


def slitherlink(puzzle):
    clues = puzzle["clues"]
    return f"grid x {len(clues)}x{len(clues[0])}\nclues n {{\n{picture(clues, -1)}}}\nfences e of x\nslitherlink(e, n)\n"


def nurikabe(puzzle):
    clues = puzzle["clues"]
    return f"grid x {len(clues)}x{len(clues[0])} in bool\nclues n {{\n{picture(clues, 0)}}}\nnurikabe(x, n)\n"


def script(puzzle):
    question = {"unique": "unique", "first": "solve", "count": "count", "candidates": "candidates"}[puzzle["question"]]
    return globals()[puzzle["model"]](puzzle) + question + "\n"


def flat(value):
    return [leaf for part in value for leaf in flat(part)] if isinstance(value, list) else [int(value)]


def cells_of(solution):
    if "e" in solution:
        return flat(solution["e"]["horizontal"]) + flat(solution["e"]["vertical"])
    return flat(next(iter(solution.values())))


def read(puzzle, output):
    """The answer in what `--json` prints."""
    answers = [json.loads(line) for line in output.splitlines()]
    if puzzle["many"]:
        found = [puzzle["answers"][-1] for puzzle in answers if "answers" in puzzle]
        return {"many": [cells_of(one["solutions"][0]) for one in found if one["status"] == "unique"]}
    answer = answers[-1]
    if "count" in answer:
        return {"count": answer["count"]}
    if "cells" in answer:
        return {"candidates": [values for row in answer["cells"]["x"] for values in row]}
    if puzzle["question"] == "first":
        return {"cells": cells_of(answer["solution"])}
    return {"cells": cells_of(answer["solutions"][0]), "unique": answer["status"] == "unique"}
