#!/usr/bin/env python3
"""Makes a data set of puzzles: a JSON object a line, the same for the same numbers.

    ./dataset.py list COUNT [FIRST] | sator --json --scene --batch - | ./dataset.py records > puzzles.jsonl

Several machines or processes can share the list:

    ./dataset.py list COUNT | parallel --pipe -N 50 --keep-order sator --json --scene --batch - | ./dataset.py records

`list` writes COUNT scripts for `sator --batch`: the recipes beside this file in turn, with the seeds FIRST (1), FIRST + 1 and
so on. `records` reads the answers. A recipe that makes no puzzle from a seed gives no record, but a line on standard error: about
one in a hundred does, so ask for a few more than you need.
"""

import json
import sys
from pathlib import Path

SEED = "param seed = 1\n"


def recipes():
    """The script of each recipe by its name."""
    files = sorted(Path(__file__).parent.glob("*.puz"))
    return {file.stem: file.read_text(encoding="utf-8") for file in files}


def with_seed(recipe, seed):
    """The recipe with another seed."""
    return recipe.replace(SEED, f"param seed = {seed}\n")


def write_list(count, first):
    """Writes scripts for `sator --batch`, whose ids name the recipe and the seed."""
    scripts = recipes()
    names = list(scripts)
    for i in range(count):
        name, seed = names[i % len(names)], first + i // len(names)
        print(json.dumps({"id": f"{name} {seed}", "script": with_seed(scripts[name], seed)}))


def puzzle_of(recipe, made):
    """The script of the puzzle alone: clues instead of the lines that made them, no questions."""
    lines = []
    for number, line in enumerate(recipe.splitlines(), 1):
        if number in made:
            lines.append(made[number]["text"])
        elif line and not line.startswith(("#", "param seed", "expect", "grade", "solve")):
            lines.append(line)
    return "\n".join(lines) + "\n"


def record(line, scripts):
    """The record of a puzzle, from the line with the answers to its script."""
    name, _, seed = str(line["id"]).rpartition(" ")
    if name not in scripts or not seed.isdecimal():
        raise ValueError("no recipe has this id")
    asked = {}
    made = {}
    for answer in line.get("answers", []):
        if answer.get("query") == "generate":
            made[answer["line"]] = answer
        asked[answer.get("query")] = answer
    puzzle, solved, grade = (asked.get(query, {}) for query in ("generate", "solve", "grade"))
    if line["exit"] != 0 or puzzle.get("status") != "unique":
        raise ValueError(f"no puzzle was made; sator's exit code is {line['exit']}")
    return {
        "id": line["id"],
        "genre": name,
        "seed": int(seed),
        "puzzle": puzzle_of(scripts[name], made),
        "rules": rules_of(scripts[name]),
        "solution": puzzle["solution"],
        # Null where the steps that are known don't solve the puzzle.
        "grade": grade.get("grade"),
        "solved_by_steps": solved.get("done", False),
        "steps": solved.get("steps", []),
        "scenes": solved.get("scenes", []),
    }


def rules_of(recipe):
    """The rules in words: the paragraphs of `rulestext`."""
    start = "rulestext "
    return [json.loads(line[len(start) :]) for line in recipe.splitlines() if line.startswith(start)]


def write_records():
    """Turns the answers of `sator --batch` into records."""
    scripts = recipes()
    for number, text in enumerate(sys.stdin, 1):
        try:
            line = json.loads(text)
            place = line["id"]
        except (ValueError, TypeError, KeyError):
            print(f"line {number}: no answer of `sator --json --batch`", file=sys.stderr)
            continue
        try:
            print(json.dumps(record(line, scripts)))
        except ValueError as error:
            print(f"{place}: {error}", file=sys.stderr)


def main(arguments):
    """Runs the command that the arguments name; returns the exit code."""
    match arguments:
        case ["list", count, *first] if len(first) < 2 and all(n.isdecimal() for n in [count, *first]):
            write_list(int(count), int(first[0]) if first else 1)
            return 0
        case ["records"]:
            write_records()
            return 0
        case _:
            print("usage: dataset.py list COUNT [FIRST], or dataset.py records", file=sys.stderr)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
