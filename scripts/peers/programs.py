"""sator beside programs for one task: qqwing and sgt-puzzles (packages of Debian) and the crate `sudoku`.

Not each of them does the same: sator's sudokus, killers and Slitherlinks are minimal, qqwing's too; those of the others are
what their program makes at its hardest grade.
"""
import json
import shutil
import subprocess
import sys
from pathlib import Path

from measure import median

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
SUDOKU = ["grid x 9x9 in 1..9", "sudoku(x)"]
OPEN = "123456789" + "." * 31 + "1" + "." * 40
COUNTED = 1_000_000


def found(name):
    """A program of the system; Debian keeps games apart."""
    return shutil.which(name) or shutil.which(f"/usr/games/{name}")


def crate():
    """The crate `sudoku` as a program, or None where it can't be built."""
    folder = ROOT / ".peers" / "sudoku"
    built = subprocess.run(["cargo", "build", "--release", "--quiet", "--target-dir", folder], cwd=HERE / "sudoku")
    return str(folder / "release" / "peer-sudoku") if built.returncode == 0 else None


def sudokus(folder):
    """A list of sudokus, made by qqwing."""
    path = folder / "sudokus"
    made = subprocess.run([found("qqwing"), "--generate", "1000", "--one-line"], capture_output=True, text=True, check=True)
    path.write_text(made.stdout)
    return path


def script(binary, *statements):
    return [binary, "--json", *(argument for statement in statements for argument in ("-e", statement))]


def rows(binary, folder):
    """By name: the programs' commands, and what all answers have in common, if anything."""
    sudoku, qqwing = crate(), found("qqwing")
    solo, loopy = found("sgt-solo"), found("sgt-loopy")
    tasks = {}
    if qqwing:
        listed = sudokus(folder)
        tasks["1,000 sudokus"] = {
            "sator": ([binary, "--json", "--jobs", "1", "--batch", listed], solutions_of_batch),
            "qqwing": (["sh", "-c", f"exec {qqwing} --solve --one-line < {listed}"], str.split),
            "crate sudoku": sudoku and ([sudoku, "solve", listed], str.split),
        }
        tasks["generate 100 sudokus"] = {
            "sator": (script(binary, *SUDOKU, "generate x count 100 seed 1"), None),
            "qqwing": ([qqwing, "--generate", "100", "--one-line"], None),
            "crate sudoku": sudoku and ([sudoku, "generate", "100"], None),
        }
    if sudoku:
        givens = [f"r1 = [{', '.join(OPEN[:9])}]", "r5c5 = 1"]
        tasks["count 1,000,000 solutions of a sudoku"] = {
            "sator": (script(binary, *SUDOKU, *givens, f"count limit {COUNTED}"), count_of_answer),
            "crate sudoku": ([sudoku, "count", OPEN, str(COUNTED)], int),
        }
    if solo:
        # sgt-solo gives the sum of each cage. These 27 cages have one solution with fewer sums too.
        cages, sums = "generate cage sizes 2..4 seed 1 keep", "generate total for killers(cage, total) count 10 seed 1"
        for task, killers in {
            "generate 10 killers": [cages, f"{sums} clues 27"],
            "generate 10 killers, minimal sums": [cages, sums],
        }.items():
            tasks[task] = {
                "sator": (script(binary, *SUDOKU, *killers), None),
                "sgt-solo": ([solo, "--generate", "10", "3x3kdu"], None),
            }
        slitherlinks = ["grid x 7x7", "fences e of x", "generate number for slitherlink(e, number) count 20 seed 1"]
        tasks["generate 20 Slitherlinks 7x7"] = {
            "sator": (script(binary, *slitherlinks), None),
            "sgt-loopy": ([loopy, "--generate", "20", "7x7t0dh"], None),
        }
    return {name: {who: task for who, task in programs.items() if task} for name, programs in tasks.items()}


def solutions_of_batch(output):
    grids = [json.loads(line)["answers"][0]["solutions"][0]["x"] for line in output.splitlines()]
    return ["".join(str(value) for row in rows for value in row) for rows in grids]


def count_of_answer(output):
    return json.loads(output.splitlines()[-1])["count"]


def table(binary, folder, limit, wanted):
    lines = ["| task | sator | others | best of them / sator |", "| --- | ---: | --- | ---: |"]
    for name, programs in rows(binary, folder).items():
        if not wanted(name):
            continue
        runs = {who: median(command, limit) for who, (command, _) in programs.items()}
        answers = {who: read(runs[who].output) for who, (_, read) in programs.items() if read and runs[who]}
        if any(answer != next(iter(answers.values())) for answer in answers.values()):
            sys.exit(f"{name}: the programs disagree: {json.dumps(answers)[:2000]}")
        seconds = {who: run.seconds if run else None for who, run in runs.items()}
        shown = {who: f"> {limit:.0f}" if s is None else f"{s:.4f}" if s < 0.1 else f"{s:.3f}" for who, s in seconds.items()}
        others = ", ".join(f"{who} {shown[who]}" for who in seconds if who != "sator")
        best = min((s for who, s in seconds.items() if who != "sator" and s is not None), default=None)
        ratio = f"{best / seconds['sator']:.2f}" if best and seconds["sator"] else ""
        lines.append(f"| {name} | {shown['sator']} | {others} | {ratio} |")
        print(lines[-1], flush=True)
    return "\n".join(lines)
