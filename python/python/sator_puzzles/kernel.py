"""The kernel of Jupyter: a notebook in sator's language. `jupyter console --kernel sator` opens it in a terminal."""

from __future__ import annotations

import re
import warnings
from typing import Any

from ipykernel.kernelapp import IPKernelApp
from ipykernel.kernelbase import Kernel

from . import _core
from .errors import SatorError
from .notebook import Notebook
from .picture import as_html, as_svg
from .reading import typed

_WORD = re.compile(r"\w+")
_PARTIAL = (
    "note: this cell adds statements, so it keeps its place: the statements of cells that first ran after it play no part in its answers\n"
)
#: Columns of a page of help.
_WIDTH = 80


class SatorKernel(Kernel):
    """Cells are statements and questions; the session is the notebook."""

    implementation = "sator"
    implementation_version = _core.__version__
    banner = f"sator {_core.__version__}: `help` shows how to start"
    language_info = {
        "name": "sator",
        "version": _core.__version__,
        "mimetype": "text/x-sator",
        "file_extension": ".puz",
        "pygments_lexer": "text",
    }
    help_links: list[dict[str, str]] = []

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.notebook = Notebook()

    async def do_execute(
        self,
        code: str,
        silent: bool,
        store_history: bool = True,
        user_expressions: dict[str, Any] | None = None,
        allow_stdin: bool = False,
        *,
        cell_id: str | None = None,
        **_: Any,
    ) -> dict[str, Any]:
        """Runs a cell. Answers are shown as they come."""
        has_asked = False

        def show(report: dict[str, Any]) -> None:
            nonlocal has_asked
            # Reports of commands have neither.
            has_asked |= not {"status", "values"}.isdisjoint(report["fields"] or ())
            if not silent:
                self._show(report)

        def lost(error: SatorError) -> None:
            self._write("stderr", f"a statement of another cell doesn't fit any more, and is taken out:\n{error}\n")

        # A frontend that names no cells never runs one again.
        cell = cell_id or f"[{self.execution_count}]"
        try:
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                try:
                    changed = self.notebook.run(cell, code, show, lost)
                finally:
                    for warning in caught:
                        self._write("stderr", f"{warning.message}\n")
                    if has_asked and self.notebook.is_partial:
                        self._write("stderr", _PARTIAL)
            if changed and not has_asked and not silent:
                self._show_puzzle()
        except SatorError as error:
            return self._failed(error.code, str(error), silent)
        except KeyboardInterrupt:
            return self._failed("KeyboardInterrupt", "interrupted", silent)
        return {"status": "ok", "execution_count": self.execution_count, "payload": [], "user_expressions": {}}

    def _failed(self, name: str, text: str, silent: bool) -> dict[str, Any]:
        content = {"ename": name, "evalue": text.splitlines()[0], "traceback": text.splitlines()}
        if not silent:
            self.send_response(self.iopub_socket, "error", content)
        return {"status": "error", "execution_count": self.execution_count, **content}

    def _show(self, report: dict[str, Any]) -> None:
        [answer] = typed([report])
        data = answer._repr_mimebundle_()
        if answer.pictures or data["text/plain"]:
            self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})

    def _show_puzzle(self) -> None:
        """A cell that only adds to the puzzle shows the puzzle, if it has a board."""
        pictures = self.notebook.session.show().pictures
        if any("class=\"thick\"" in picture.svg for picture in pictures):
            text = repr(self.notebook.session)
            data = {"text/plain": text, "text/html": as_html(pictures), "image/svg+xml": as_svg(pictures)}
            self.send_response(self.iopub_socket, "display_data", {"data": data, "metadata": {}})

    def _write(self, stream: str, text: str) -> None:
        self.send_response(self.iopub_socket, "stream", {"name": stream, "text": text})

    async def do_complete(self, code: str, cursor_pos: int) -> dict[str, Any]:
        """Completion from the words of the language and the names of the session."""
        found = self.notebook.complete(code, cursor_pos)
        return {
            "status": "ok",
            "matches": [offer["text"] for offer in found["list"]],
            "cursor_start": found["from"],
            "cursor_end": found["to"],
            "metadata": {},
        }

    async def do_inspect(self, code: str, cursor_pos: int, detail_level: int = 0, omit_sections: Any = ()) -> dict[str, Any]:
        """The page of help about the word at the cursor."""
        word = next((w[0] for w in _WORD.finditer(code) if w.start() <= cursor_pos <= w.end()), "")
        page = _core.help_page(word, _WIDTH) if word else None
        data = {"text/plain": page} if page else {}
        return {"status": "ok", "found": bool(page), "data": data, "metadata": {}}

    async def do_is_complete(self, code: str) -> dict[str, Any]:
        """Whether a bracket, a picture or an expression is still open."""
        return {"status": "complete"} if _core.is_complete(code) else {"status": "incomplete", "indent": "  "}

    async def do_shutdown(self, restart: bool) -> dict[str, Any]:
        """Forgets the session."""
        self.notebook = Notebook()
        return {"status": "ok", "restart": restart}


if __name__ == "__main__":
    IPKernelApp.launch_instance(kernel_class=SatorKernel)
