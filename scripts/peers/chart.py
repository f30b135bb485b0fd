"""docs/speed.md and its chart: a bar for each program and puzzle, on a logarithmic scale of CPU seconds."""
import math
import platform
from pathlib import Path

COLOURS = {"sator": "#1b5e9b", "Z3py": "#b0792a", "clingo": "#5a8f4e", "CP-SAT": "#a04a5c", "Gecode": "#7a6aa5"}
BAR, GAP, LEFT, WIDTH = 9, 12, 230, 620
LOW = 0.002


def write(path, rows, names, limit):
    high = limit * 1.1
    x = lambda seconds: LEFT + WIDTH * math.log(max(seconds, LOW) / LOW) / math.log(high / LOW)
    height = 50 + len(rows) * (BAR * len(names) + GAP)
    text = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {LEFT + WIDTH + 70} {height + 30}" font-family="sans-serif" font-size="12">',
        f'<rect width="100%" height="100%" fill="#ffffff"/>',
    ]
    for i, name in enumerate(names):
        text.append(f'<rect x="{LEFT + i * 90}" y="12" width="12" height="12" fill="{COLOURS[name]}"/>')
        text.append(f'<text x="{LEFT + i * 90 + 17}" y="22">{name}</text>')
    for power in range(-2, 3):
        seconds = 10**power
        if LOW <= seconds <= high:
            text.append(f'<path d="M{x(seconds):.1f} 36V{height}" stroke="#dddddd"/>')
            text.append(f'<text x="{x(seconds):.1f}" y="{height + 16}" text-anchor="middle">{seconds:g} s</text>')
    y = 44
    for puzzle, row in rows.items():
        text.append(f'<text x="{LEFT - 8}" y="{y + BAR * len(names) / 2 + 4:.1f}" text-anchor="end">{puzzle}</text>')
        for name in names:
            if name in row:
                run = row[name]
                end = x(run.seconds if run else high)
                opacity = "" if run else ' fill-opacity="0.25"'
                text.append(f'<rect x="{LEFT}" y="{y}" width="{end - LEFT:.1f}" height="{BAR - 1}" fill="{COLOURS[name]}"{opacity}/>')
                if not run:
                    text.append(f'<text x="{end + 4:.1f}" y="{y + BAR - 1}" font-size="9">&gt; {limit:g}</text>')
            y += BAR
        y += GAP
    Path(path).write_text("\n".join([*text, "</svg>"]) + "\n")


def processor():
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


PAGE = """# Speed

`scripts/bench --peers` writes this page. sator is built with the profile `dist`, as it is published. The figures are CPU seconds of whole processes, with start
and reading: medians of three runs, or one run if it took more than 5 s. Peak memory is in brackets. The machine ({processor}) had other users, so trust a figure to a factor of 1.5, and the ratios more. A program was stopped after {limit:.0f} s of CPU
time. All programs that answered agree.

The Z3py models are in the style of a notebook: integers, `Distinct`, sums. clingo, CP-SAT (on one thread) and MiniZinc with Gecode have small models in their own style
([scripts/peers](../scripts/peers)); an expert may write better ones. Python or MiniZinc itself takes .1 to 1.5 s to start, so the first rows show little of these solvers. The last
column is the time of the fastest other program divided by sator's.

{first}

![The same as a chart](speed.svg)

## Larger and larger

CPU seconds. About a third of each sudoku is given, and it has several solutions; the Slitherlinks have every number; for the queens all solutions are counted. A program that
was too slow for a size was not run on larger ones.

{rest}

## Beside programs for one task

CPU seconds. qqwing and sgt-puzzles are packages of Debian; the crate `sudoku` solves and makes sudokus in Rust ([scripts/peers](../scripts/peers)). sator reads the rules as a script each time. The
puzzles that are made differ: those of sator and qqwing are minimal, those of the crate `sudoku` are not, and sgt-puzzles makes its hardest grade.
sgt-solo gives the sum of each cage of a killer, as sator does in the first of the two rows.

{tasks}

{kept}## Many puzzles on many machines

`sator --jobs N --batch FILE` reads one puzzle a line and writes one JSON object a line, in the same order. Any tool that splits a file by lines and joins the output can
therefore spread the work. With [GNU parallel](https://www.gnu.org/software/parallel/), on this machine or others (`--sshlogin`):

```
parallel --pipepart --arg-file puzzles.jsonl --block -1 --keep-order sator --json --jobs 1 --batch - > answers.jsonl
```

In Spark, the lines of each partition go through one process. In Dask, the same is a function of a partition:

```python
answers = spark.sparkContext.textFile("puzzles.jsonl").pipe("sator --json --jobs 1 --batch -")

run = lambda lines: subprocess.run(["sator", "--json", "--jobs", "1", "--batch", "-"],
                                   input="\\n".join(lines), capture_output=True, text=True).stdout.splitlines()
answers = dask.bag.read_text("puzzles.jsonl").map(str.rstrip).map_partitions(run)
```

GNU parallel, Spark (on one machine) and Dask were tried on 60 to 204 lines, some of them with errors: the answers are those of one process. In a script,
`answers.compute()` must stand under `if __name__ == "__main__":`, because Dask starts processes that read the script again.

The exit code is the worst of all puzzles; GNU parallel returns the number of jobs that failed. A line without an `id` is answered under its line number. Two parts of a file can then have the
same numbers, so give each line an `id`.
"""

# Written by hand, from other measurements.
KEPT = ["## Steps of large boards", "## Where the time goes"]


def kept(old):
    """The sections of the page as it was that no run makes."""
    sections = []
    for heading in KEPT:
        if heading in old:
            section = old[old.index(heading) + len(heading) :]
            sections.append(heading + section[: section.find("\n## ") + 1 or None])
    return "".join(sections)


def page(tables, tasks, limit, old):
    rest = "\n\n".join(tables[1:])
    return PAGE.format(processor=processor(), limit=limit, first=tables[0], rest=rest, tasks=tasks, kept=kept(old))
