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

Made by `scripts/bench --peers`. Medians of three runs (one where it took more than 5 s) of the CPU seconds of whole processes,
start and reading included, with the peak memory in brackets, on one machine ({processor}) that others used too: trust a figure to a
factor of 1.5, the ratios more. A program that was not done after {limit:.0f} s of CPU time was stopped. All that answered agree.

Z3py is the style of a notebook: integers, `Distinct`, sums. clingo, CP-SAT (on one thread) and MiniZinc with Gecode got a small model
each, as one would write it for them ([scripts/peers](../scripts/peers)); an expert may find a better one. The time of a peer has the start
of Python or MiniZinc in it, some .1 to 1.5 s, so that the first rows say little of the solver itself. The last column
is the time of the best peer by that of sator.

{first}

![The same as a chart](speed.svg)

## Larger and larger

CPU seconds. The sudokus are open (about a third given); the Slitherlinks have every number; all solutions of the queens are counted.
An empty place: too slow for a smaller one.

{rest}

{kept}## Many puzzles on many machines

`sator --jobs N --batch FILE` takes one puzzle a line and writes one JSON object a line, in order; so any tool that splits a file by
lines and joins what comes back spreads it. With [GNU parallel](https://www.gnu.org/software/parallel/), on this machine or others (`--sshlogin`):

```
parallel --pipepart --arg-file puzzles.jsonl --block -1 --keep-order sator --json --jobs 1 --batch - > answers.jsonl
```

In Spark the lines of a data set go through a process of each partition, and in Dask the same is a function of a partition:

```python
answers = spark.sparkContext.textFile("puzzles.jsonl").pipe("sator --json --jobs 1 --batch -")

run = lambda lines: subprocess.run(["sator", "--json", "--jobs", "1", "--batch", "-"],
                                   input="\\n".join(lines), capture_output=True, text=True).stdout.splitlines()
answers = dask.bag.read_text("puzzles.jsonl").map(str.rstrip).map_partitions(run)
```

GNU parallel, Spark (on one machine) and Dask were tried on 60 to 204 lines, some of them bad: the answers are those of one process. In a script of its own `answers.compute()` stands under
`if __name__ == "__main__":`, as Dask starts processes that read the script again.

The exit code is the worst of all; parallel passes on how many jobs failed. A line without an `id` is answered under its number in what one
process reads, so that in pieces two lines may have the same: give each an `id` there.
"""

# Written by hand, from other measurements.
KEPT = "## Where the time goes"


def kept(old):
    """The section of the page as it was that no run makes."""
    if KEPT not in old:
        return ""
    section = old[old.index(KEPT) + len(KEPT) :]
    return KEPT + section[: section.find("\n## ") + 1 or None]


def page(tables, limit, old):
    rest = "\n\n".join(tables[1:])
    return PAGE.format(processor=processor(), limit=limit, first=tables[0], rest=rest, kept=kept(old))
