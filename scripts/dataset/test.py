"""Tests of dataset.py with the program that the argument names: `python3 scripts/dataset/test.py target/debug/sator`."""

import json
import subprocess
import sys
import unittest
from pathlib import Path

DATASET = Path(__file__).with_name("dataset.py")
SATOR = ""


def run(command, text=""):
    """The finished run of a command that reads the text."""
    return subprocess.run(command, input=text, capture_output=True, text=True, check=False)


def dataset(*arguments, text=""):
    return run([sys.executable, str(DATASET), *arguments], text)


def batch(lines):
    return run([SATOR, "--json", "--scene", "--batch", "-"], lines).stdout


def made(count, first):
    """The records of so many scripts."""
    answers = batch(dataset("list", str(count), str(first)).stdout)
    return [json.loads(line) for line in dataset("records", text=answers).stdout.splitlines()]


class DatasetTest(unittest.TestCase):
    def test_each_puzzle_has_its_solution_and_no_other(self):
        """Another session counts the solutions of the puzzle alone."""
        records = made(10, 1)
        self.assertEqual(len({record["genre"] for record in records}), 10)
        asked = [json.dumps({"id": r["id"], "script": r["puzzle"] + "unique\n"}) for r in records]
        for record, line in zip(records, batch("\n".join(asked)).splitlines(), strict=True):
            answer = json.loads(line)["answers"][-1]
            self.assertEqual((answer["status"], answer["solutions"]), ("unique", [record["solution"]]), record["id"])
            self.assertTrue(record["rules"] and record["scenes"] and record["grade"], record["id"])
            self.assertTrue(record["solved_by_steps"] and record["steps"], record["id"])

    def test_the_same_numbers_make_the_same_puzzles(self):
        self.assertEqual(made(10, 2), made(10, 2))

    def test_a_script_that_fails_is_named_and_the_others_go_on(self):
        lines = [
            {"id": "sudoku 7", "answers": [], "exit": 3},
            {"id": "mine", "answers": [], "exit": 0},
        ]
        done = dataset("records", text="\n".join(map(json.dumps, lines)))
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertIn("sudoku 7: no puzzle was made; sator's exit code is 3", done.stderr)
        self.assertIn("mine: no recipe has this id", done.stderr)

    def test_wrong_arguments_get_the_usage(self):
        for arguments in [[], ["list"], ["list", "x"], ["list", "1", "2", "3"], ["other"]]:
            done = dataset(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn("usage", done.stderr)

    def test_a_line_that_is_no_answer_is_named(self):
        done = dataset("records", text="{\n")
        self.assertIn("line 1: no answer of `sator --json --batch`", done.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: test.py SATOR")
    SATOR = sys.argv.pop()
    unittest.main()
