"""Pictures of puzzles: SVG for a light and a dark ground, and HTML that follows the theme of a notebook."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from . import _core

#: The element around a picture in HTML. Its style holds inside of it only.
_SCOPE = "sator-picture"
#: How JupyterLab and Notebook, VS Code and other pages show that they are dark.
_DARK = ('[data-jp-theme-light="false"]', ".vscode-dark", ".vscode-high-contrast", '[data-theme="dark"]', ".theme-dark")
#: The pages of which the theme is known, so that the system's theme doesn't count.
_KNOWN = ("[data-jp-theme-light]", "[data-vscode-theme-kind]", "[data-theme]")
_STYLE = re.compile(r"<style>.*?</style>", re.DOTALL)
_SIZE = re.compile(r'viewBox="0 0 (\d+) (\d+)" width="([\d.]+)px" height="([\d.]+)px"')
_RULE = re.compile(r"([^{}]+)(\{[^{}]*\})")


@dataclass(frozen=True)
class Picture:
    """A picture of a board, with its caption and, for a step, the sentences of its argument."""

    caption: str | None
    because: tuple[str, ...]
    #: The picture as SVG, for a light ground.
    svg: str

    def to_svg(self, theme: str = "light") -> str:
        """The picture as SVG, for a `light` or a `dark` ground."""
        return _themed(self.svg, theme)

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, str]:
        return {"text/plain": repr(self), "text/html": as_html([self]), "image/svg+xml": self.svg}

    def __repr__(self) -> str:
        return f"<Picture {self.caption!r}>" if self.caption else "<Picture>"


def as_svg(pictures: Iterable[Picture], theme: str = "light") -> str:
    """Some pictures side by side, as one SVG."""
    svgs = [picture.svg for picture in pictures]
    if not svgs:
        return ""
    if len(svgs) == 1:
        return _themed(svgs[0], theme)
    parts, right, bottom = [], 0.0, 0.0
    for svg in svgs:
        size = _SIZE.search(svg)
        assert size, "every picture has a size"
        parts.append(svg.replace("<svg ", f'<svg x="{right:.1f}" ', 1))
        right += float(size[3])
        bottom = max(bottom, float(size[4]))
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right:.1f} {bottom:.1f}" width="{right:.1f}px" height="{bottom:.1f}px">'
    return _themed(f"{head}{''.join(parts)}</svg>", theme)


def as_html(pictures: Iterable[Picture], words: str = "") -> str:
    """Words and pictures as HTML, whose colours follow the theme of the page."""
    svgs = "".join(_STYLE.sub("", picture.svg) for picture in pictures)
    text = f"<pre>{html.escape(words.rstrip())}</pre>" if words.strip() else ""
    return f'<div class="{_SCOPE}">{text}<style>{_scoped_style()}</style><div>{svgs}</div></div>'


def _themed(svg: str, theme: str) -> str:
    if theme not in ("light", "dark"):
        raise ValueError(f"there is no theme {theme!r}: there are 'light' and 'dark'")
    if theme == "light":
        return svg
    return _STYLE.sub(lambda _: f"<style>{_core.css(True)}</style>", svg)


@lru_cache(maxsize=1)
def _scoped_style() -> str:
    own = f".{_SCOPE}"
    layout = (
        f"{own}>pre{{margin:0 0 .4em;background:none}}{own}>div{{display:flex;flex-wrap:wrap;gap:1em}}"
        f"{own} svg{{max-width:100%;height:auto}}"
    )
    light, dark = _core.css(False), _core.css(True)
    system = ":root:not(:has(" + ",".join(_KNOWN) + ")) " + own
    themed = _under(f":is({','.join(_DARK)}) {own}", dark)
    return layout + _under(own, light) + f"@media (prefers-color-scheme:dark){{{_under(system, dark)}}}" + themed


def _under(scope: str, css: str) -> str:
    """A style sheet whose rules hold under a selector only."""

    def rule(found: re.Match[str]) -> str:
        selectors = ",".join(f"{scope} {selector}" for selector in found[1].split(","))
        return selectors + found[2]

    return _RULE.sub(rule, css)
