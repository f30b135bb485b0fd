"""sator beside other solvers: `scripts/bench --peers [--only NAME]`.

Sets up Z3py, clingo and OR-Tools from PyPI in `.peers` (MiniZinc with Gecode is the system's: packages minizinc and
flatzinc of Debian), runs every puzzle of `puzzles.py` by each of them, checks that all agree, and writes the tables and
the chart of docs/speed.md. `programs.py` adds the programs for one task.
"""
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import chart
import programs
import with_sator
from measure import median
from puzzles import PUZZLES, grid, queens, slitherlink, sudoku_groups

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PACKAGES = ["z3-solver==5.4.0.0", "clingo==5.8.3", "ortools==9.15.6755"]
PEERS = {"Z3py": "z3", "clingo": "clingo", "CP-SAT": "cpsat", "Gecode": "minizinc"}


def set_up():
    """The Python that has the peers."""
    python = ROOT / ".peers" / "bin" / "python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", ROOT / ".peers"], check=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], check=True)
    if not shutil.which("minizinc"):
        print("no minizinc here (`apt-get install minizinc flatzinc`): its column stays empty", file=sys.stderr)
    return python


def is_right(puzzle, cells):
    """Whether a grid keeps its rules: for the one question whose answers may differ."""
    different = all(len({cells[c] for c in group}) == len(group) for group in puzzle["groups"])
    return different and all(abs(cells[a] - cells[b]) >= 2 for a, b in puzzle["apart"])


def of_sator(binary, puzzle, folder):
    """The command, and how its answer is read."""
    if puzzle.get("many"):
        each = [{**puzzle, "givens": givens, "many": []} for givens in puzzle["many"]]
        batch = [json.dumps({"id": i, "script": with_sator.script(one)}) for i, one in enumerate(each)]
        (folder / "batch").write_text("\n".join(batch))
        command = [binary, "--json", "--jobs", "1", "--batch", folder / "batch"]
    else:
        (folder / "script.puz").write_text(with_sator.script(puzzle))
        command = [binary, "--json", folder / "script.puz"]
    return command, lambda output: with_sator.read({"many": [], **puzzle}, output)


def run_row(name, puzzle, wanted, binary, python, limit, left_out=()):
    """Each program's run, or None where it was too slow; agreement is checked."""
    row, answers = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "puzzle.json").write_text(json.dumps(puzzle))
        command, read = of_sator(binary, puzzle, folder)
        row["sator"] = median(command, limit)
        if row["sator"]:
            answers["sator"] = read(row["sator"].output)
        for peer, module in PEERS.items():
            if peer in left_out or peer == "Gecode" and not shutil.which("minizinc"):
                continue
            row[peer] = median([python, HERE / f"with_{module}.py", folder / "puzzle.json"], limit)
            if row[peer]:
                answers[peer] = json.loads(row[peer].output)
    if puzzle["question"] == "first":
        wrong = [peer for peer, answer in answers.items() if not is_right(puzzle, answer["cells"])]
    else:
        first = next(iter(answers.values()), None)
        wrong = [peer for peer, answer in answers.items() if answer != first]
        wrong += [peer for peer, answer in answers.items() if wanted and answer.get("count") != wanted]
    if wrong:
        sys.exit(f"{name}: {', '.join(wrong)} disagrees with the others: " + json.dumps(answers)[:2000])
    return row


def cell(run, limit, memory=False):
    if run is None:
        return f"> {limit:.0f}"
    return f"{run.seconds:.3f}" + (f" ({run.memory()})" if memory else "")


def ratio(row, limit):
    """The best peer's time by sator's."""
    times = [run.seconds for peer, run in row.items() if peer != "sator" and run]
    if row["sator"] is None:
        return "" if not times else f"< {min(times) / limit:.2f}"
    best = f"{min(times) / row['sator'].seconds:.1f}" if times else f"> {limit / row['sator'].seconds:.0f}"
    return best


def table(rows, limit):
    names = ["sator", *PEERS]
    text = ["| puzzle | " + " | ".join(names) + " | best peer / sator |", "| --- |" + " ---: |" * (len(names) + 1)]
    for name, row in rows.items():
        cells = [cell(row[peer], limit, memory=True) if peer in row else "" for peer in names]
        text.append(f"| {name} | " + " | ".join(cells) + f" | {ratio(row, limit)} |")
    return "\n".join(text)


def scaling(binary, python, limit, wanted):
    """Larger and larger ones of three kinds, each as a row."""

    def filled(box):
        size = box * box
        start = [[(box * (r % box) + r // box + c) % size + 1 for c in range(size)] for r in range(size)]
        # Every third given, by a rule that leaves no pattern: the same on every machine.
        return [v if (r * 7 + c * 11 + r * c) % 3 == 0 else 0 for r, row in enumerate(start) for c, v in enumerate(row)]

    kinds = {
        "sudoku, first": [
            (f"{b * b}x{b * b}", grid(b * b, sudoku_groups(b), filled(b), question="first")) for b in (3, 4, 5, 6)
        ],
        "Slitherlink": [(f"{n}x{n}", slitherlink(rows_of(n))) for n in (10, 20, 30, 40, 50, 60)],
        "queens, count": [(str(n), queens(n)) for n in range(8, 13)],
    }
    tables = []
    for kind, puzzles in kinds.items():
        head = [f"| {kind} | " + " | ".join(["sator", *PEERS]) + " |", "| --- |" + " ---: |" * (len(PEERS) + 1)]
        slow = set()
        for size, puzzle in puzzles:
            if not wanted(f"{kind} {size}"):
                continue
            row = run_row(f"{kind} {size}", puzzle, None, binary, python, limit, slow)
            # Who is too slow is not asked for a larger one.
            slow |= {peer for peer, run in row.items() if run is None and peer != "sator"}
            cells = [cell(row[peer], limit) if peer in row else "" for peer in ["sator", *PEERS]]
            head.append(f"| {size} | " + " | ".join(cells) + " |")
            print(head[-1], flush=True)
        tables.append("\n".join(head))
    return tables


def rows_of(size):
    """A Slitherlink of this size with every number."""
    cells = [(r, c) for r in range(size) for c in range(size)]
    # A comb with teeth.
    inside = {(r, c) for r, c in cells if c % 4 == 1 or r == size // 2 or r % 4 == c % 4 == 2}

    def clue(r, c):
        mine = (r, c) in inside
        return sum(((a, b) in inside) != mine for a, b in ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)))

    return ["".join(str(clue(r, c)) for c in range(size)) for r in range(size)]


def main(binary, limit, only=None):
    asked = []

    def wanted(name):
        asked.append(only is None or only in name)
        return asked[-1]

    python = set_up()
    rows = {}
    for name, (puzzle, answer) in PUZZLES.items():
        if wanted(name):
            rows[name] = run_row(name, puzzle(), answer, binary, python, limit)
            print(table({name: rows[name]}, limit).splitlines()[-1], flush=True)
    larger = scaling(binary, python, limit, wanted)
    with tempfile.TemporaryDirectory() as folder:
        tasks = programs.table(binary, Path(folder), limit, wanted)
    if not any(asked):
        sys.exit(f"no row has {only!r} in its name")
    if only is not None:
        return
    tables = [table(rows, limit), *larger]
    chart.write(ROOT / "docs" / "speed.svg", rows, ["sator", *PEERS], limit)
    path = ROOT / "docs" / "speed.md"
    path.write_text(chart.page(tables, tasks, limit, path.read_text() if path.exists() else ""))
