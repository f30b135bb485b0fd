"""The kernel, by the test suite for kernels of Jupyter and beyond it."""

import os
import time
import unittest

import pytest

jupyter_kernel_test = pytest.importorskip("jupyter_kernel_test")


class SatorKernelTests(jupyter_kernel_test.KernelTests):
    kernel_name = "sator"
    language_name = "sator"
    file_extension = ".puz"
    code_hello_world = 'print "hello, world"'
    code_generate_error = "nonsense"
    code_clear_output = ""
    completion_samples = [{"text": "sudo", "matches": {"sudoku("}}, {"text": "expor", "matches": {"export"}}]
    complete_code_samples = ["var a in 1..3", "grid x 2x2 in 1..2\nlatin(x)\nsolve"]
    incomplete_code_samples = ["givens x {\n 12", "sudoku(", "a +"]
    code_inspect_sample = "sudoku"
    code_display_data = [
        {"code": "grid fresh 2x2 in 1..2\nlatin(fresh)\nsolve", "mime": "image/svg+xml"},
        {"code": "solve", "mime": "text/html"},
    ]

    def test_execute_stdout(self):
        """Answers are displayed and not printed."""
        self.flush_channels()
        _, outputs = self.execute_helper(code=self.code_hello_world)
        assert [output["content"]["data"]["text/plain"] for output in outputs] == ["hello, world"]

    def run_cell(self, code, cell):
        """Runs a cell as a notebook does, and returns the texts that it shows."""
        self.flush_channels()
        content = {"code": code, "silent": False, "store_history": True, "user_expressions": {}, "allow_stdin": False}
        message = self.kc.session.msg("execute_request", content, metadata={"cellId": cell})
        self.kc.shell_channel.send(message)
        reply = self.get_non_kernel_info_reply(timeout=30)
        texts = []
        while (output := self.kc.get_iopub_msg(timeout=30))["content"].get("execution_state") != "idle":
            data = output["content"]
            texts += data.get("traceback", []) + [data[key] for key in ("text",) if key in data]
            texts += [data["data"]["text/plain"]] if "data" in data else []
        return reply["content"], texts

    def test_a_cell_run_again_replaces_what_it_added(self):
        self.run_cell("reset\nvar k in 1..9", "one")
        self.run_cell("k > 3", "two")
        assert self.run_cell("count", "three")[1] == ["6 solutions"]
        self.run_cell("k > 7", "two")
        assert self.run_cell("count", "three")[1] == ["2 solutions"]
        assert self.run_cell("list", "four")[1][0].splitlines() == ["#1 var k in 1..9", "#2 k > 7"]

    def test_a_question_run_again_is_about_all_cells(self):
        self.run_cell("reset\nvar k in 1..9", "whole")
        assert self.run_cell("count", "asks")[1] == ["9 solutions"]
        self.run_cell("k > 3", "states")
        assert self.run_cell("count", "asks")[1] == ["6 solutions"]
        texts = self.run_cell("reset\nvar k in 1..7\ncount", "whole")[1]
        assert texts[-2] == "7 solutions" and "play no part" in texts[-1]
        assert self.run_cell("count", "asks")[1] == ["4 solutions"]

    def test_edit_names_what_to_do_in_a_notebook(self):
        reply, _ = self.run_cell("var e in 1..3\nedit 1", "edit")
        assert reply["status"] == "error" and "run it again" in "".join(reply["traceback"])

    def test_a_cell_without_questions_shows_the_puzzle(self):
        assert "┃ . ." in self.run_cell("reset\ngrid x 4x4 in 1..4\nsudoku(x)", "board")[1][-1]

    def test_errors_have_their_place(self):
        reply, texts = self.run_cell("var h in 1..3\nh = q", "wrong")
        assert reply["status"] == "error" and reply["ename"] == "unknown-name"
        assert any("2 | h = q" in text for text in texts)

    @unittest.skipIf(os.name == "nt", "signals")
    def test_an_interrupt_ends_the_question(self):
        self.run_cell("reset\ngrid x 9x9 in 1..9\nsudoku(x)", "long")
        self.flush_channels()
        self.kc.execute("count")
        time.sleep(1)
        self.km.interrupt_kernel()
        reply = self.get_non_kernel_info_reply(timeout=30)
        assert reply["content"]["ename"] == "KeyboardInterrupt"
        assert self.run_cell("solve", "after")[0]["status"] == "ok"


# The suite's own class has no tests of a kernel.
del jupyter_kernel_test.KernelTests
