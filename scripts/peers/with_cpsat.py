"""CP-SAT of OR-Tools, on one thread: AllDifferent, linear sums, circuits."""
from answers import around, beside, fences, main
from ortools.sat.python import cp_model


class Model:
    def __init__(self, puzzle):
        self.model = cp_model.CpModel()
        self.cells = []
        self.equal = {}
        getattr(self, puzzle["model"])(puzzle)

    def solve(self):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.solve(self.model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        return [solver.value(cell) for cell in self.cells]

    def count(self):
        class Count(cp_model.CpSolverSolutionCallback):
            found = 0

            def on_solution_callback(self):
                self.found += 1

        solver, count = cp_model.CpSolver(), Count()
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(self.model, count)
        return count.found

    def literal(self, cell, value):
        """A literal for `cell = value`."""
        if (cell, value) not in self.equal:
            literal = self.model.new_bool_var("")
            self.model.add(self.cells[cell] == value).only_enforce_if(literal)
            self.model.add(self.cells[cell] != value).only_enforce_if(~literal)
            self.equal[cell, value] = literal
        return self.equal[cell, value]

    def forbid(self, cells):
        self.model.add_bool_or([~self.literal(c, v) for c, v in enumerate(cells)])

    def want(self, pairs):
        self.model.add_bool_or([self.literal(c, v) for c, v in pairs])

    def integers(self, count, low, high):
        self.cells = [self.model.new_int_var(low, high, f"x{i}") for i in range(count)]
        return self.cells

    def grid(self, puzzle):
        x = self.integers(puzzle["size"] ** 2, 1, puzzle["size"])
        for group in puzzle["groups"]:
            self.model.add_all_different([x[i] for i in group])
        for cage in puzzle["cages"]:
            self.model.add(sum(x[i] for i in cage["cells"]) == cage["sum"])
            self.model.add_all_different([x[i] for i in cage["cells"]])
        for a, b in puzzle["apart"]:
            apart = cp_model.Domain.from_intervals([[-puzzle["size"], -2], [2, puzzle["size"]]])
            self.model.add_linear_expression_in_domain(x[a] - x[b], apart)
        for i, value in enumerate(puzzle["givens"]):
            if value:
                self.model.add(x[i] == value)

    def block_party(self, puzzle):
        regions, givens = puzzle["regions"], puzzle["givens"]
        height, width = len(regions), len(regions[0])
        cells = [(r, c) for r in range(height) for c in range(width)]
        members = {}
        for r, c in cells:
            members.setdefault(regions[r][c], []).append((r, c))
        most = max(map(len, members.values()))
        x = dict(zip(cells, self.integers(len(cells), 1, most)))
        number = {c: i for i, c in enumerate(cells)}
        is_k = lambda c, k: self.literal(number[c], k)
        for group in members.values():
            self.model.add_all_different([x[c] for c in group])
            for c in group:
                self.model.add(x[c] <= len(group))
        for r, c in cells:
            if givens[r][c]:
                self.model.add(x[r, c] == givens[r][c])
            for k in range(1, len(members[regions[r][c]]) + 1):
                steps = lambda d: abs(d[0] - r) + abs(d[1] - c)
                self.model.add_bool_or([~is_k((r, c), k)] + [is_k(d, k) for d in cells if steps(d) == k])
                for d in cells:
                    if 0 < steps(d) < k:
                        self.model.add_bool_or([~is_k((r, c), k), ~is_k(d, k)])

    def queens(self, puzzle):
        n = puzzle["size"]
        q = self.integers(n, 1, n)
        for line in (q, [q[i] + i for i in range(n)], [q[i] - i for i in range(n)]):
            self.model.add_all_different(line)

    def magic(self, puzzle):
        n = puzzle["size"]
        x = self.integers(n * n, 1, n * n)
        self.model.add_all_different(x)
        lines = [x[n * i : n * i + n] for i in range(n)] + [x[i::n] for i in range(n)]
        for line in lines + [x[:: n + 1], x[n - 1 : n * n - 1 : n - 1]]:
            self.model.add(sum(line) == n * (n * n + 1) // 2)

    def slitherlink(self, puzzle):
        """A circuit through points, both ways along each edge; the first point that it visits it leaves to the right."""
        clues = puzzle["clues"]
        height, width = len(clues), len(clues[0])
        edges, points = fences(height, width), (height + 1) * (width + 1)
        arcs, drawn, right = [], [], {}
        for a, b in edges:
            there, back = self.model.new_bool_var(""), self.model.new_bool_var("")
            arcs += [(a, b, there), (b, a, back)]
            edge = self.model.new_bool_var("")
            self.model.add(there + back == edge)
            drawn.append(edge)
            if b == a + 1:
                right[a] = there
        skipped = [self.model.new_bool_var("") for _ in range(points)]
        self.model.add_circuit(arcs + [(p, p, s) for p, s in enumerate(skipped)])
        for p in range(points):
            if p in right:
                self.model.add_bool_or([skipped[p], right[p]] + [~s for s in skipped[:p]])
        for r in range(height):
            for c in range(width):
                if clues[r][c] >= 0:
                    self.model.add(sum(drawn[e] for e in around(height, width, r, c)) == clues[r][c])
        self.cells = drawn
        self.equal = {(i, v): e if v else ~e for i, e in enumerate(drawn) for v in (0, 1)}

    def nurikabe(self, puzzle):
        """Each cell but the first of an island, or of the sea, has a neighbour of its own kind that is nearer to it."""
        clues = puzzle["clues"]
        height, width = len(clues), len(clues[0])
        cells = [(r, c) for r in range(height) for c in range(width)]
        homes = {cell: k for k, cell in enumerate((c for c in cells if clues[c[0]][c[1]]), 1)}
        model = self.model
        sea = {c: model.new_bool_var("") for c in cells}
        owner = {c: [sea[c]] + [model.new_bool_var("") for _ in homes] for c in cells}
        step = {c: model.new_int_var(0, height * width, "") for c in cells}
        first = {c: model.new_bool_var("") for c in cells}
        self.cells = [sea[c] for c in cells]
        self.equal = {(i, v): s if v else ~s for i, s in enumerate(self.cells) for v in (0, 1)}
        for c in cells:
            model.add_exactly_one(owner[c])
            parents = [first[c]]
            for d in beside(height, width, *c):
                nearer = model.new_bool_var("")
                parents.append(nearer)
                model.add(step[d] < step[c]).only_enforce_if(nearer)
                for mine, other in zip(owner[c], owner[d]):
                    model.add_bool_or([~nearer, ~mine, other])
                for k in range(1, len(homes) + 1):
                    model.add_bool_or([~owner[c][k], owner[d][k], sea[d]])
            model.add_exactly_one(parents)
            if c in homes:
                model.add_bool_and([first[c], owner[c][homes[c]]])
            else:
                model.add_implication(first[c], sea[c])
        model.add_exactly_one([first[c] for c in cells if c not in homes])
        for (r, c), k in homes.items():
            model.add(sum(owner[d][k] for d in cells) == clues[r][c])
        for r in range(height - 1):
            for c in range(width - 1):
                model.add_bool_or([~sea[d] for d in [(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)]])


main(Model)
