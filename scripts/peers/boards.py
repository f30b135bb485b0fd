#!/usr/bin/env python3
"""sator beside other programs on a folder of boards: the table of docs/speed.md that has no programs of a registry.

scripts/peers/boards.py BOARDS --cspuz RUN_SOLVER    cspuz_core's `run_solver`, on the link of each board that has one
scripts/peers/boards.py BOARDS --iss DIRECTORY       Interactive-Sudoku-Solver (node), on the `.iss` beside a board
scripts/peers/boards.py BOARDS --noqx DIRECTORY      noqx, on the penpa link of each board whose genre it has
scripts/peers/boards.py BOARDS --only NAME           the boards whose name holds NAME
scripts/peers/boards.py BOARDS --limit SECONDS       a program is stopped then; 60 by default

A `.mzn` beside a board goes to MiniZinc with Gecode, where that is installed. CPU seconds of whole processes: the programs take turns,
and the figure is the median of 15 runs below .3 s, of 5 below 3 s, else of one.
"""
import argparse
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

import measure

ROOT = Path(__file__).resolve().parent.parent.parent


# The names of genres in noqx that differ from those of the boards' files.
NOQX = {"galaxies": "tentaisho", "kuromasu": "kurodoko", "numberlink": "numlin"}


def link(binary, board, program):
    """The link of a board for a program, or None."""
    done = subprocess.run([binary, board, "-e", f"export link {program}"], capture_output=True, text=True)
    found = re.findall(r"https?://\S+", done.stdout)
    return found[-1] if found else None


def gecode(board):
    """MiniZinc's command for the model beside a board; all solutions where the board counts, two where it asks for uniqueness."""
    model = board.with_suffix(".mzn")
    if not model.exists() or not shutil.which("minizinc"):
        return None
    questions = board.read_text().split()
    many = ["-a"] if "count" in questions else ["-n", "2"] if "unique" in questions else []
    return ["minizinc", "--solver", "gecode", *many, model]


def commands(binary, board, args):
    """By name: the command of each program that takes the board."""
    found = {"sator": [binary, board]}
    if args.cspuz and (address := link(binary, board, "puzzlink")):
        found["cspuz_core"] = [args.cspuz, address]
    if args.iss and board.with_suffix(".iss").exists():
        tool = args.iss / "tools" / "debug" / "solve.js"
        found["ISS"] = ["node", tool, "--max-backtracks", "none", "--input-file", board.with_suffix(".iss")]
    if args.noqx:
        genre = board.stem.split("-")[0]
        genre = NOQX.get(genre, genre)
        known = (args.noqx / "solver" / f"{genre}.py").exists()
        if known and (address := link(binary, board, "penpa")):
            python, driver = ROOT / ".peers" / "bin" / "python", Path(__file__).parent / "with_noqx.py"
            found["noqx"] = [python, driver, args.noqx, genre, address, str(args.limit)]
    if command := gecode(board):
        found["Gecode"] = command
    return found


def once(command, limit):
    """One run; None where the program takes longer than the limit, or gives up: it reports an error, or prints nothing."""
    try:
        run = measure.once(command, limit)
        return run if run and run.output.strip() else None
    except SystemExit as error:
        print(str(error)[-300:], file=sys.stderr)
        return None


def medians(programs, limit):
    """CPU seconds of each program in turn; None where it has no answer."""
    runs = {name: [once(command, limit)] for name, command in programs.items()}
    slowest = max(run[0].seconds if run[0] else limit for run in runs.values())
    for _ in range((15 if slowest < 0.3 else 5 if slowest < 3 else 1) - 1):
        for name, command in programs.items():
            runs[name].append(once(command, limit))
    return {name: statistics.median(run.seconds for run in done) if all(done) else None for name, done in runs.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("boards", type=Path)
    parser.add_argument("--cspuz", type=Path)
    parser.add_argument("--iss", type=Path)
    parser.add_argument("--noqx", type=Path)
    parser.add_argument("--only", default="")
    parser.add_argument("--limit", type=float, default=60)
    args = parser.parse_args()
    binary = ROOT / "target" / "dist" / "sator"
    if not binary.exists():
        sys.exit("build sator first: cargo build --profile dist")
    with tempfile.TemporaryDirectory() as folder:
        # Copies, as an installed program is one: the pages of a file that the linker wrote are loaded more slowly.
        binary = shutil.copy(binary, folder)
        args.cspuz = args.cspuz and shutil.copy(args.cspuz, folder)
        table(binary, args)


def table(binary, args):
    print("| board | sator | best peer | sator / peer |\n| --- | ---: | ---: | ---: |")
    for board in sorted(args.boards.rglob("*.puz")):
        if args.only not in board.stem:
            continue
        programs = commands(binary, board, args)
        if len(programs) == 1:
            continue
        seconds = medians(programs, args.limit)
        own = seconds.pop("sator")
        shown = f"{own:.3f}" if own else f"> {args.limit:g}"
        name, best = min(seconds.items(), key=lambda item: item[1] or float("inf"))
        ratio = f"{own / best:.2f}" if own and best else ""
        peer = f"{name} {best:.3f}" if best else f"{' and '.join(seconds)} > {args.limit:g}"
        print(f"| {board.stem} | {shown} | {peer} | {ratio} |", flush=True)


if __name__ == "__main__":
    main()
