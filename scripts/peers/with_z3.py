"""Z3 through its Python interface, in the style of a notebook: integers, Distinct, sums."""
from answers import around, beside, fences, loops, main
from z3 import And, Bool, If, Implies, Int, Not, Or, PbEq, Solver, Sum, Distinct, is_true, sat


class Model:
    def __init__(self, puzzle):
        self.solver = Solver()
        self.cells = []
        getattr(self, puzzle["model"])(puzzle)

    def solve(self):
        if self.solver.check() != sat:
            return None
        model = self.solver.model()
        return [model.eval(cell, model_completion=True).as_long() for cell in self.cells]

    def forbid(self, cells):
        self.solver.add(Or([cell != value for cell, value in zip(self.cells, cells)]))

    def want(self, pairs):
        self.solver.add(Or([self.cells[c] == v for c, v in pairs]))

    def integers(self, count, low, high):
        self.cells = [Int(f"x{i}") for i in range(count)]
        self.solver.add([And(low <= x, x <= high) for x in self.cells])
        return self.cells

    def grid(self, puzzle):
        x = self.integers(puzzle["size"] ** 2, 1, puzzle["size"])
        for group in puzzle["groups"]:
            self.solver.add(Distinct([x[i] for i in group]))
        for cage in puzzle["cages"]:
            self.solver.add(Sum([x[i] for i in cage["cells"]]) == cage["sum"])
            if len(cage["cells"]) > 1:
                self.solver.add(Distinct([x[i] for i in cage["cells"]]))
        for a, b in puzzle["apart"]:
            self.solver.add(Or(x[a] - x[b] >= 2, x[b] - x[a] >= 2))
        self.solver.add([x[i] == v for i, v in enumerate(puzzle["givens"]) if v])

    def block_party(self, puzzle):
        regions, givens = puzzle["regions"], puzzle["givens"]
        height, width = len(regions), len(regions[0])
        cells = [(r, c) for r in range(height) for c in range(width)]
        members = {}
        for r, c in cells:
            members.setdefault(regions[r][c], []).append((r, c))
        x = dict(zip(cells, self.integers(len(cells), 1, max(map(len, members.values())))))
        for group in members.values():
            self.solver.add(Distinct([x[c] for c in group]))
            self.solver.add([x[c] <= len(group) for c in group])
        for r, c in cells:
            if givens[r][c]:
                self.solver.add(x[r, c] == givens[r][c])
            for k in range(1, len(members[regions[r][c]]) + 1):
                steps = lambda d: abs(d[0] - r) + abs(d[1] - c)
                at = [x[d] == k for d in cells if steps(d) == k]
                nearer = [x[d] != k for d in cells if 0 < steps(d) < k]
                self.solver.add(Implies(x[r, c] == k, And(Or(at), *nearer)))

    def queens(self, puzzle):
        n = puzzle["size"]
        q = self.integers(n, 1, n)
        for line in (q, [q[i] + i for i in range(n)], [q[i] - i for i in range(n)]):
            self.solver.add(Distinct(line))

    def magic(self, puzzle):
        n = puzzle["size"]
        x = self.integers(n * n, 1, n * n)
        total = n * (n * n + 1) // 2
        self.solver.add(Distinct(x))
        lines = [x[n * i : n * i + n] for i in range(n)] + [x[i::n] for i in range(n)]
        for line in lines + [x[:: n + 1], x[n - 1 : n * n - 1 : n - 1]]:
            self.solver.add(Sum(line) == total)

    def slitherlink(self, puzzle):
        """Loops that are apart are forbidden as they turn up."""
        clues = puzzle["clues"]
        height, width = len(clues), len(clues[0])
        edges = fences(height, width)
        drawn = [Bool(f"e{i}") for i in range(len(edges))]
        self.cells = [If(e, 1, 0) for e in drawn]
        at = {}
        for e, ends in zip(drawn, edges):
            for point in ends:
                at.setdefault(point, []).append(e)
        for here in at.values():
            ones = [(e, 1) for e in here]
            self.solver.add(Or(And([Not(e) for e in here]), PbEq(ones, 2)))
        for r in range(height):
            for c in range(width):
                if clues[r][c] >= 0:
                    self.solver.add(PbEq([(drawn[e], 1) for e in around(height, width, r, c)], clues[r][c]))
        self.solver.add(Or(drawn))

        def solve():
            while self.solver.check() == sat:
                model = self.solver.model()
                on = [i for i, e in enumerate(drawn) if is_true(model.eval(e, model_completion=True))]
                found = loops(edges, on)
                if len(found) == 1:
                    return [int(i in set(on)) for i in range(len(edges))]
                for loop in found:
                    self.solver.add(Or([Not(drawn[e]) for e in loop]))
            return None

        self.solve = solve

    def nurikabe(self, puzzle):
        """Each cell but the first of an island, or of the sea, has a neighbour of its own kind that is one step nearer to it."""
        clues = puzzle["clues"]
        height, width = len(clues), len(clues[0])
        cells = [(r, c) for r in range(height) for c in range(width)]
        homes = {cell: k for k, cell in enumerate((c for c in cells if clues[c[0]][c[1]]), 1)}
        owner = {(r, c): Int(f"o{r}_{c}") for r, c in cells}
        step = {(r, c): Int(f"s{r}_{c}") for r, c in cells}
        first = {(r, c): Bool(f"f{r}_{c}") for r, c in cells}
        self.cells = [If(owner[c] == 0, 1, 0) for c in cells]
        for c in cells:
            near = list(beside(height, width, *c))
            self.solver.add(0 <= owner[c], owner[c] <= len(homes), 0 <= step[c], step[c] < height * width)
            self.solver.add([Or(owner[c] == 0, owner[d] == 0, owner[c] == owner[d]) for d in near if d > c])
            self.solver.add((step[c] == 0) == first[c])
            self.solver.add(Or(first[c], *[And(owner[d] == owner[c], step[d] == step[c] - 1) for d in near]))
            self.solver.add(owner[c] == homes[c] if c in homes else Implies(first[c], owner[c] == 0))
            self.solver.add(first[c] if c in homes else True)
        self.solver.add(PbEq([(first[c], 1) for c in cells if c not in homes], 1))
        for (r, c), k in homes.items():
            self.solver.add(PbEq([(owner[d] == k, 1) for d in cells], clues[r][c]))
        for r in range(height - 1):
            for c in range(width - 1):
                square = [(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)]
                self.solver.add(Or([owner[d] != 0 for d in square]))


main(Model)
