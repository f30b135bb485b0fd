"""Questions as methods, with typed answers."""

import copy
import multiprocessing
import os
import subprocess
import sys
import textwrap
import warnings
from itertools import islice

import pytest

import sator_puzzles as sp
from sator_puzzles import NoSolution, SatorError, Session, Undecided

SOLVED = [[1, 2, 4, 3], [3, 4, 2, 1], [4, 3, 1, 2], [2, 1, 3, 4]]


def test_solve(four):
    answer = four.solve()
    assert answer and answer.status == "sat"
    assert answer["x"] == answer.solution["x"] == SOLVED
    assert "x" in answer and list(answer) == ["x"]
    assert str(answer).splitlines()[1] == "┃ 1 2 ┃ 4 3 ┃"
    with pytest.raises(KeyError, match="no grid or variable 'y'; there are x"):
        answer["y"]


def test_tables(four):
    answer = four.solve()
    assert answer.numpy("x").tolist() == SOLVED
    frame = answer.pandas("x")
    assert frame.loc[4, 1] == 2 and list(frame.columns) == [1, 2, 3, 4]
    session = Session("grid b 1x2 in bool\nenum pet { dog cat }\nvar age[pet] in 3..3\nvar l[2] in 1..1\nvar n in 5..5")
    solution = session.solve().solution
    assert solution["age"] == {"dog": 3, "cat": 3}
    assert solution.pandas("age")["cat"] == 3
    assert solution.numpy("b").dtype == bool and solution.numpy("b").shape == (1, 2)
    assert solution.numpy("n").item() == 5 and list(solution.pandas("l")) == [1, 1]


def test_holes_are_nan():
    session = Session("regions wall of x { . # . }\ngrid x 1x3 in 1..3 except wall")
    assert session.solve()["x"][0][1] is None
    assert session.solve().numpy("x")[0, 1] != session.solve().numpy("x")[0, 1]


def test_unique(four):
    assert four.unique() and four.unique().solution["x"] == four.unique()["x"] == SOLVED
    several = Session("grid x 2x2 in 1..2\nlatin(x)").unique()
    assert not several and several.status == "multiple" and len(several.solutions) == 2 and several.differences == 4
    assert several.fix == ("r1c1 = 1",)
    with pytest.raises(Undecided, match="more than one"):
        several.solution


def test_no_solution_comes_with_its_clash():
    session = Session("var a, b in 1..3\na + b > 5\na = 2\nb != 1")
    answer = session.solve()
    assert not answer and answer.status == "unsat"
    assert [(s.line, s.text) for s in answer.clash] == [(2, "a + b > 5"), (3, "a = 2")]
    assert "these can't hold together" in str(answer)
    with pytest.raises(NoSolution, match="a \\+ b > 5 \\[line 2\\]") as caught:
        answer["a"]
    assert caught.value.clash == answer.clash
    assert not session.unique() and session.unique().clash
    assert list(session.solutions()) == [] and int(session.count()) == 0
    assert session.why().because == answer.clash


def test_a_limit_is_not_a_no():
    hard = Session("grid x 9x9 in 1..9\nsudoku(x)")
    hard.set(timeout="1ms")
    for answer in (hard.count(), hard.candidates()):
        assert answer.reason
    with pytest.raises(Undecided, match="at least"):
        int(hard.count())
    with pytest.raises(Undecided):
        hard.candidates()["x"]
    unbounded = Session("var a in 1..\na * a = 2 * a * a + 1").solve()
    assert unbounded.status == "unknown"
    with pytest.raises(Undecided):
        bool(unbounded)


def test_count():
    session = Session("grid x 4x4 in 1..4\nsudoku(x)")
    assert int(session.count()) == 288 and session.count().exact
    some = session.count(10)
    assert some.count == 10 and not some.exact
    with pytest.raises(Undecided, match="at least 10"):
        int(some)


def test_solutions_are_lazy():
    session = Session("grid x 4x4 in 1..4\nsudoku(x)")
    found = [solution["x"] for solution in session.solutions()]
    assert len(found) == 288 and len({str(x) for x in found}) == 288
    # More of them than anybody could list, asked in between.
    many = Session("grid x 9x9 in 1..9\nsudoku(x)")
    first = many.solutions()
    assert next(first)["x"] != next(first)["x"]
    assert many.solve()
    assert len(list(islice(first, 20))) == 20
    first.close()
    assert len(list(many.solutions(3))) == 3


def test_solutions_end_where_a_limit_does():
    session = Session("set timeout 300ms\ngrid x 9x9 in 1..9\nsudoku(x)")
    with pytest.raises(Undecided):
        for _ in session.solutions():
            pass


def test_candidates_and_forced(four):
    assert four.candidates()["x"][0] == [[1], [2], [4], [3]]
    assert four.forced()["x"] == SOLVED


def test_optimum():
    session = Session("grid x 1x2 in 1..4\nr1c1 + r1c2 <= 5")
    best = session.maximize("2 * r1c1 - r1c2")
    assert (best.value, best.bound, best.optimal, best["x"]) == (7, 7, True, [[4, 1]])
    assert session.minimize("r1c1 + r1c2").value == 2
    wishes = Session("grid x 1x2 in 1..2\nprefer r1c1 = 2 weight 3\nprefer r1c1 < r1c2").best()
    assert wishes.value == 1 and wishes["x"] == [[2, 1]]


def test_steps(four):
    hint = four.hint()
    assert hint.step.technique == "only place" and hint.step.because and hint.step.picture
    assert len(four.hint(3).steps) == 3
    steps = four.steps()
    assert steps.solved and steps.grade == "easy" and len(steps) == 11 == len(list(steps))
    assert steps[0].number == 1 and str(steps[0]) == "1. r2c1 = 3: only place for 3 in box 1"
    assert steps[0].notation == "Hidden Single: 3 in b1 => r2c1=3"
    assert [(c.cell, c.value, c.holds) for c in steps[0].conclusions] == [("r2c1", 3, True)]
    assert steps[0].picture.caption == "1. r2c1 = 3" and steps.solution["x"] == SOLVED
    assert four.grade().grade == "easy" and sum(four.grade().used.values()) == 11
    assert four.hint(apply=True).step.text == four.statements[-1]


def test_why_try_redundant_check(four):
    why = four.why("r1c3 = 4")
    assert why.status == "forced" and why.because
    assert Session("var a in 1..2").why("a = 1").status == "open"
    assert not four.try_("r1c3 = 3") and four.try_("r1c3 = 4")
    assert four.redundant().status == "unique"
    four.add("r1c3 = 3")
    assert not four.check().ok and four.check().wrong == ("r1c3",)
    four.undo()
    assert four.solve()


def test_generate():
    session = Session("grid x 4x4 in 1..4\nsudoku(x)")
    made = session.generate("x", seed=1, count=2, clues="minimal", grade="easy")
    assert made.status == "unique" and len(made.puzzles) == 2 and made.puzzle.grade == "easy"
    puzzle = session.extended(made.puzzle.text).unique()
    assert puzzle and puzzle["x"] == made.puzzle.solution["x"]
    session.generate("x", seed=1, symmetric=True, keep=True)
    assert session.unique()


def test_run_asks_the_questions_of_the_script():
    session = Session("var a in 1..3\nsolve\na > 2\nunique\nexpect unique\nprint a + 1")
    first, unique, expected, printed = session.run()
    assert first.solution and unique and expected.ok and printed.values == (4,)
    assert session.run("a > 3\nsolve")[0].status == "unsat"


def test_values_and_settings(four):
    four.solve()
    assert four.value("sum(r1)") == 10 and four.value("r1, 3") == [SOLVED[0], 3]
    four.set(seed=7, timeout="10s", verify=False)
    assert [four._setting(name) for name in ("seed", "timeout", "verify")] == ["7", "10s", "off"]
    with pytest.raises(SatorError, match="takes"):
        four.set(engine="steam")


def test_errors_show_the_place():
    with pytest.raises(SatorError) as caught:
        Session("grid x 2x2 in 1..2\nq = 1")
    error = caught.value
    assert (error.code, error.line, error.column) == ("unknown-name", 2, 1)
    assert "2 | q = 1" in str(error) and error.help and error.message == "nothing is called `q`"
    with pytest.raises(SatorError) as caught:
        Session("var a in 1..2").maximize("b")
    assert "b" in caught.value.message


def test_warnings_are_warnings():
    with pytest.warns(sp.SatorWarning, match="divides exactly"):
        Session("var a in 1..9\na / 2 = 4")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Session("var a in 1..9\na // 2 = 4")


def test_links_and_exports(four, tmp_path):
    four.unique()
    link = four.link("fpuzzles")
    assert link.url.startswith("https://www.f-puzzles.com/") and link.left_out == ()
    assert Session.from_link(link.url).unique()["x"] == SOLVED
    line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    assert Session.from_link(line).unique()["x"][0] == [5, 3, 4, 6, 7, 8, 9, 1, 2]
    with pytest.raises(SatorError, match="no format"):
        Session.from_link("no puzzle")
    assert four.export("svg").startswith("<svg") and "#17191e" in four.export("svg", theme="dark")
    assert "(check-sat)" in four.export("smt2")
    file = tmp_path / "mine.html"
    assert four.export("html", file) == file.read_text(encoding="utf-8")
    with pytest.raises(SatorError, match="there is no format `gif`"):
        four.export("gif")


def test_files(tmp_path):
    (tmp_path / "a.puz").write_text("let d = csv(\"d.csv\")\nparam n = 1\nvar a in 1..9\na = d[1, 2] + n\n")
    (tmp_path / "d.csv").write_text("3,4\n")
    assert Session.load(tmp_path / "a.puz", n=2).solve()["a"] == 6


def test_a_session_answers_one_question_at_a_time():
    session = Session("grid x 9x9 in 1..9\nsudoku(x)")
    seen = []

    def ask_again(text):
        seen.append(text)
        with pytest.raises(RuntimeError, match="is answering"):
            session.solve()
        raise KeyboardInterrupt

    session.on_progress = ask_again
    with pytest.raises(KeyboardInterrupt):
        session.count()
    assert seen and "solutions so far" in seen[0]
    session.on_progress = None
    assert session.solve()


def test_an_interrupt_between_two_events_ends_the_question():
    session = Session("grid x 9x9 in 1..9\nsudoku(x)")
    interrupts = [KeyboardInterrupt]

    def interrupt_once(_):
        if interrupts:
            raise interrupts.pop()

    session.on_progress = interrupt_once
    with pytest.raises(KeyboardInterrupt):
        session.count()
    assert session.solve()


INTERRUPTED = """
import os, signal, threading, time
from sator_puzzles import Session

session = Session("grid x 9x9 in 1..9\\nsudoku(x)")
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
start = time.time()
try:
    session.count()
    print("counted")
except KeyboardInterrupt:
    print("interrupted")
print(session.solve().status)
solutions = session.solutions()
threading.Timer(0.5, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    for solution in solutions:
        pass
except KeyboardInterrupt:
    print("interrupted")
print(session.solve().status)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="a process can't send itself Ctrl-C there")
def test_ctrl_c_ends_the_question_and_not_the_session(env):
    run = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, env=env)
    assert (run.stdout.split(), run.stderr) == (["interrupted", "sat", "interrupted", "sat"], "")


def test_without_numpy_pandas_and_z3(env):
    script = textwrap.dedent("""
        import sys
        sys.modules["numpy"] = sys.modules["pandas"] = sys.modules["z3"] = sys.modules["IPython"] = None
        from sator_puzzles import Session
        assert Session("grid x 4x4 in 1..4\\nsudoku(x)").solve().svg
        answer = Session("var a, b in 1..3\\na + b > 5\\na = 2").solve()
        assert [str(s) for s in answer.clash] == ["a + b > 5 [line 2]", "a = 2 [line 3]"], answer
        print("fine")
    """)
    env["SATOR_TEST_WITHOUT_Z3"] = "1"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, env=env)
    assert (run.stdout, run.stderr) == ("fine\n", "")


def test_help():
    assert "sudoku(x)" in sp.help_page("sudoku")
    assert sp.help_page("no such word at all") is None and "sudoku" in sp.help_page()


def test_everything_public_is_documented():
    for name in sp.__all__:
        thing = getattr(sp, name)
        assert name == "__version__" or thing.__doc__, name
    for name, method in vars(Session).items():
        assert name.startswith("_") or name == "on_progress" or method.__doc__, name


def test_a_question_is_one_statement(four):
    for text in ("r1c1 = 1\nreset", "r1c1 = 1; reset"):
        with pytest.raises(SatorError, match="a question is one statement"):
            four.try_(text)
    assert len(four.statements) == 3


def test_questions_without_an_unknown_are_undecided():
    empty = Session("")
    for answer in (empty.best(), empty.steps(), empty.candidate_counts(), empty.solve()):
        assert answer.status == "unknown" and "nothing to solve" in answer.reason


def test_wrong_arguments_name_the_right_ones(four):
    for wrong, error, words in (
        (lambda: Session("puzzle.puz"), SatorError, "Session.load"),
        (lambda: Session("https://puzz.link/p?sudoku/4/4/p"), SatorError, "Session.from_link"),
        (lambda: Session("param n\nvar a in 1..n"), SatorError, r"Session\(..., n=8\)"),
        (lambda: four.add(None), TypeError, "str"),
        (lambda: list(four.solutions(-1)), ValueError, "-1"),
        (lambda: four.hint(3, apply=True), ValueError, "one step"),
        (lambda: four.judge([[1, 2, 3, 4]]), SatorError, "`x` has 4 rows, not 1"),
        (lambda: copy.copy(four), TypeError, "session.script"),
    ):
        with pytest.raises(error, match=words):
            wrong()


def test_a_solution_is_a_board(four):
    assert four.judge(four.solve()).verdict == "solved"


def test_a_warning_has_the_place_of_the_caller():
    with pytest.warns(sp.SatorWarning) as caught:
        Session("var a in 1..9\na / 2 = 2")
    assert caught[0].filename == __file__


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_has_no_session(four):
    def ask(answers):
        try:
            four.solve()
        except RuntimeError as error:
            answers.put(str(error))

    answers = multiprocessing.get_context("fork").SimpleQueue()
    child = multiprocessing.get_context("fork").Process(target=ask, args=(answers,), daemon=True)
    child.start()
    child.join(30)
    assert child.exitcode == 0 and "make a session here" in answers.get()
