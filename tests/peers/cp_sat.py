"""Examples of sator as models of OR-Tools. Prints an object: by the name of the example, its optimum or its number of
solutions."""

import json

from ortools.sat.python import cp_model

MODELS = {}


def model(function):
    MODELS[function.__name__.replace("_", "-")] = function
    return function


def optimum(m):
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    assert solver.solve(m) == cp_model.OPTIMAL
    return round(solver.objective_value)


class Counter(cp_model.CpSolverSolutionCallback):
    def __init__(self):
        super().__init__()
        self.count = 0

    def on_solution_callback(self):
        self.count += 1


def count(m):
    solver, counter = cp_model.CpSolver(), Counter()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = True
    assert solver.solve(m, counter) == cp_model.OPTIMAL
    return counter.count


def ints(m, n, low, high):
    return [m.new_int_var(low, high, "") for _ in range(n)]


@model
def knapsack():
    m = cp_model.CpModel()
    taken = ints(m, 5, 0, 20)
    m.add(sum(w * t for w, t in zip([12, 2, 1, 4, 1], taken)) <= 15)
    m.maximize(sum(w * t for w, t in zip([4, 2, 1, 10, 2], taken)))
    return optimum(m)


@model
def golomb():
    m = cp_model.CpModel()
    mark = ints(m, 7, 0, 30)
    m.add(mark[0] == 0)
    for a, b in zip(mark, mark[1:]):
        m.add(a < b)
    pairs = [(a, b) for i, a in enumerate(mark) for b in mark[i + 1 :]]
    apart = ints(m, len(pairs), 1, 30)
    for d, (a, b) in zip(apart, pairs):
        m.add(d == b - a)
    m.add_all_different(apart)
    m.add(mark[1] - mark[0] < mark[6] - mark[5])
    m.minimize(mark[6])
    return optimum(m)


@model
def round_trip():
    way = [
        [0, 29, 20, 21, 16, 31, 100, 12], [29, 0, 15, 29, 28, 40, 72, 21], [20, 15, 0, 15, 14, 25, 81, 9],
        [21, 29, 15, 0, 4, 12, 92, 12], [16, 28, 14, 4, 0, 16, 94, 9], [31, 40, 25, 12, 16, 0, 95, 24],
        [100, 72, 81, 92, 94, 95, 0, 90], [12, 21, 9, 12, 9, 24, 90, 0],
    ]  # fmt: skip
    m = cp_model.CpModel()
    arcs = [(a, b, m.new_bool_var("")) for a in range(8) for b in range(8) if a != b]
    m.add_circuit(arcs)
    m.minimize(sum(way[a][b] * arc for a, b, arc in arcs))
    return optimum(m)


@model
def rcpsp():
    days, workers = [2, 3, 2, 4, 3, 2, 2], [1, 3, 2, 3, 2, 2, 1]
    m = cp_model.CpModel()
    start, finish = ints(m, 7, 0, 20), m.new_int_var(0, 25, "")
    for a, b in [(1, 2), (2, 3), (3, 4), (4, 5), (3, 6), (5, 7), (6, 7)]:
        m.add(start[a - 1] + days[a - 1] <= start[b - 1])
    tasks = [m.new_fixed_size_interval_var(s, d, "") for s, d in zip(start, days)]
    m.add_cumulative(tasks, workers, 4)
    for s, d in zip(start, days):
        m.add(s + d <= finish)
    m.minimize(finish)
    return optimum(m)


@model
def job_shop():
    on, time = [[0, 1, 2], [0, 2, 1], [1, 2, 0]], [[3, 2, 2], [2, 1, 4], [4, 3, 2]]
    m = cp_model.CpModel()
    end, machines = m.new_int_var(0, 20, ""), [[], [], []]
    for job in range(3):
        before = 0
        for machine, duration in zip(on[job], time[job]):
            start = m.new_int_var(0, 20, "")
            m.add(before <= start)
            machines[machine].append(m.new_fixed_size_interval_var(start, duration, ""))
            before = start + duration
        m.add(before <= end)
    for tasks in machines:
        m.add_no_overlap(tasks)
    m.minimize(end)
    return optimum(m)


@model
def bin_packing():
    weight = [7, 6, 5, 5, 5, 4, 4, 3, 3, 2]
    m = cp_model.CpModel()
    put = [[m.new_bool_var("") for _ in range(6)] for _ in weight]
    used = [m.new_bool_var("") for _ in range(6)]
    for row in put:
        m.add_exactly_one(row)
    for b in range(6):
        m.add(sum(w * row[b] for w, row in zip(weight, put)) <= 10 * used[b])
    m.minimize(sum(used))
    return optimum(m)


@model
def nurse_rostering():
    m = cp_model.CpModel()
    shift = [ints(m, 7, 0, 3) for _ in range(4)]
    is_ = [[[m.new_bool_var("") for _ in range(4)] for _ in range(7)] for _ in range(4)]
    for n in range(4):
        for d in range(7):
            m.add_exactly_one(is_[n][d])
            m.add(shift[n][d] == sum(s * is_[n][d][s] for s in range(4)))
        # After nights a free day comes before any other shift.
        m.add_automaton(shift[n], 1, [1, 2], [(1, 0, 1), (1, 1, 1), (1, 2, 1), (1, 3, 2), (2, 3, 2), (2, 0, 1)])
        m.add_linear_constraint(sum(1 - is_[n][d][0] for d in range(7)), 4, 6)
    for d in range(7):
        for s in range(1, 4):
            m.add_exactly_one(is_[n][d][s] for n in range(4))
    nights = m.new_bool_var("")
    m.add(sum(is_[2][d][3] for d in range(7)) <= 7 * nights)
    many = m.new_bool_var("")
    m.add(sum(is_[3][d][3] for d in range(7)) <= 2 + 5 * many)
    m.minimize(3 * (1 - is_[0][5][0]) + 3 * (1 - is_[0][6][0]) + (1 - is_[1][0][1]) + 2 * nights + 2 * many)
    return optimum(m)


@model
def map_colouring():
    borders = "WA-NT NT-SA SA-WA NT-Q Q-SA Q-NSW NSW-SA NSW-V V-SA".split()
    m = cp_model.CpModel()
    of = {state: m.new_int_var(1, 3, state) for state in "WA NT SA Q NSW V T".split()}
    for border in borders:
        a, b = border.split("-")
        m.add(of[a] != of[b])
    return count(m)


@model
def all_interval():
    m = cp_model.CpModel()
    note, apart = ints(m, 6, 0, 5), ints(m, 5, 0, 5)
    m.add_all_different(note)
    for a, b, d in zip(note, note[1:], apart):
        m.add_abs_equality(d, a - b)
    m.add_all_different(apart)
    return count(m)


@model
def n_queens():
    m = cp_model.CpModel()
    queen = ints(m, 8, 1, 8)
    m.add_all_different(queen)
    m.add_all_different([q + k for k, q in enumerate(queen)])
    m.add_all_different([q - k for k, q in enumerate(queen)])
    return count(m)


@model
def langford():
    m = cp_model.CpModel()
    place, at = ints(m, 8, 0, 7), ints(m, 8, 0, 7)
    m.add_inverse(place, at)
    for k in range(4):
        m.add(place[k + 4] == place[k] + k + 2)
    # Every row and its mirror image count: sator takes one of the two.
    return count(m) // 2


@model
def transport():
    made, needed = [4, 5, 3], [5, 2, 3, 2]
    cost = [[8, 6, 10, 9], [9, 12, 13, 7], [14, 9, 16, 5]]
    m = cp_model.CpModel()
    sent = [ints(m, 4, 0, 5) for _ in made]
    for plant, all_made in zip(sent, made):
        m.add(sum(plant) == all_made)
    for city, wanted in zip(zip(*sent), needed):
        m.add(sum(city) == wanted)
    m.minimize(sum(k * x for row, plant in zip(cost, sent) for k, x in zip(row, plant)))
    return optimum(m)


print(json.dumps({name: answer() for name, answer in MODELS.items()}))
