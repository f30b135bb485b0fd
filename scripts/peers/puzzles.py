"""The puzzles that sator and its peers are timed on, each as data for one of six models.

    grid          cells with values 1 to size; groups hold no value twice, cages add up, cells of a pair are 2 or more apart
    block_party   regions with 1 to their size; the nearest equal value k is k steps away
    queens, magic without data but a size
    slitherlink, nurikabe

A puzzle asks for its one answer ("unique": the answer, and a proof that there is no other), for some answer ("first"),
for their number ("count"), or for all values that each cell takes in some answer ("candidates"). `puzzles.json` holds
puzzles of our own; Block Party 4 (Jane Street, 2022) and Horrendum are those of the examples.
"""
import json
from pathlib import Path

HERE = Path(__file__).resolve().parent
OWN = json.loads((HERE / "puzzles.json").read_text())
EXAMPLES = HERE.parent.parent / "examples"


def picture(example, name):
    """The rows of a picture of an example: words, or characters where they stand without spaces."""
    text = (EXAMPLES / example).read_text()
    body = text.split(f"{name} {{", 1)[1].split("}", 1)[0]
    return [line.split() if " " in line.strip() else list(line.strip()) for line in body.strip().splitlines()]


def numbers(rows):
    return [[0 if word in (".", "0") else int(word) for word in row] for row in rows]


def sudoku_groups(box):
    size = box * box
    rows = [[r * size + c for c in range(size)] for r in range(size)]
    cols = [[r * size + c for r in range(size)] for c in range(size)]
    boxes = [
        [(r + i) * size + c + j for i in range(box) for j in range(box)]
        for r in range(0, size, box)
        for c in range(0, size, box)
    ]
    return rows + cols + boxes


def grid(size, groups, givens=(), cages=(), apart=(), question="unique", many=()):
    """Cells are numbered row by row from 0; a given is 0 where there is none. `many` are more givens, one puzzle each."""
    return {
        "model": "grid", "size": size, "groups": groups, "givens": list(givens) or [0] * size * size,
        "cages": list(cages), "apart": list(apart), "question": question, "many": list(many),
    }  # fmt: skip


def sudoku(box, givens=(), **more):
    return grid(box * box, sudoku_groups(box), givens, **more)


def flat(rows):
    return [value for row in rows for value in row]


def lines(size):
    return [[r * size + c for c in range(size)] for r in range(size)] + [
        [r * size + c for r in range(size)] for c in range(size)
    ]


def horrendum():
    regions = flat(picture("horrendum.puz", "regions group"))
    groups = [[i for i, name in enumerate(regions) if name == region] for region in sorted(set(regions))]
    givens = flat(numbers(picture("horrendum.puz", "givens")))
    return grid(8, lines(8) + groups + [[9 * i for i in range(8)]], givens)


def killer():
    cell = lambda name: (int(name[1]) - 1) * 9 + int(name[3]) - 1
    cages = [{"sum": cage["sum"], "cells": [cell(c) for c in cage["cells"]]} for cage in OWN["killer-29"]]
    return sudoku(3, cages=cages)


def nonconsecutive():
    across = [[i, i + 1] for i in range(81) if i % 9 < 8]
    down = [[i, i + 9] for i in range(72)]
    return sudoku(3, apart=across + down, question="first")


def block_party():
    return {
        "model": "block_party", "question": "unique",
        "regions": [[int(word) for word in row] for row in picture("block-party-4.puz", "regions cage")],
        "givens": numbers(picture("block-party-4.puz", "givens")),
    }  # fmt: skip


def slitherlink(rows):
    return {"model": "slitherlink", "question": "unique", "clues": [[-1 if c == "." else int(c) for c in r] for r in rows]}


def nurikabe():
    return {"model": "nurikabe", "question": "unique", "clues": numbers(r.split() for r in OWN["nurikabe"])}


def queens(size):
    return {"model": "queens", "question": "count", "size": size}


def digits(text):
    return [int(c) for c in text]


def wide(name):
    return flat(numbers(row.split() for row in OWN[name]))


# Name, puzzle, the number of answers where that is asked.
PUZZLES = {
    "Block Party 4": (block_party, None),
    "Horrendum": (horrendum, None),
    "sudoku with 17 givens": (lambda: sudoku(3, digits(OWN["sudoku-17"])), None),
    "killer with 29 cages": (killer, None),
    "sudoku 16x16": (lambda: sudoku(4, wide("sudoku-16")), None),
    "sudoku 25x25": (lambda: sudoku(5, wide("sudoku-25")), None),
    "nonconsecutive sudoku, first": (nonconsecutive, None),
    "8 queens, count": (lambda: queens(8), 92),
    "sudokus 4x4, count": (lambda: sudoku(2, question="count"), 288),
    "Latin squares of order 5, count": (lambda: grid(5, lines(5), question="count"), 161280),
    "magic squares 4x4, count": (lambda: {"model": "magic", "question": "count", "size": 4}, 7040),
    "Slitherlink 20x30": (lambda: slitherlink(OWN["slitherlink"]), None),
    "Nurikabe 10x18": (nurikabe, None),
    "candidates of an open sudoku": (lambda: sudoku(3, digits(OWN["sudoku-open"]), question="candidates"), None),
    "200 sudokus in one process": (lambda: sudoku(3, many=[digits(s) for s in OWN["sudokus"]]), None),
}
