"""Pictures in notebooks and elsewhere."""

import re
import xml.etree.ElementTree as ElementTree

import pytest

from sator_puzzles import Session


def test_every_look(four):
    for shown in (four, four.solve(), four.unique(), four.hint(), four.steps()[3], four.steps().solution):
        bundle = shown._repr_mimebundle_()
        assert set(bundle) == {"text/plain", "text/html", "image/svg+xml"}
        ElementTree.fromstring(bundle["image/svg+xml"])
        assert bundle["text/plain"].strip()
        assert bundle["text/html"].startswith('<div class="sator-picture">')
    assert set(four.count()._repr_mimebundle_()) == {"text/plain"}


def test_styles_hold_in_their_picture_only(four):
    html = four.solve()._repr_mimebundle_()["text/html"]
    style = html.split("<style>")[1].split("</style>")[0]
    assert html.count("<style>") == 1
    for rule in style.replace("@media (prefers-color-scheme:dark){", "").split("}"):
        # Commas inside of brackets separate the pages.
        selectors = re.sub(r"\([^()]*(\([^()]*\))?[^()]*\)", "", rule.split("{")[0]).split(",")
        assert all(".sator-picture" in selector for selector in selectors) or not rule.strip(), rule
    assert re.search(r':is\(\[data-jp-theme-light="false"\][^{}]*\) \.sator-picture \.back\{fill:#17191e\}', style)


def test_themes(four):
    light, dark = four.solve().to_svg(), four.solve().to_svg("dark")
    assert light != dark and "#17191e" in dark
    with pytest.raises(ValueError, match="no theme 'pink'"):
        four.solve().to_svg("pink")


def test_two_solutions_stand_side_by_side():
    answer = Session("grid x 2x2 in 1..2\nlatin(x)").unique()
    assert len(answer.pictures) == 2 and answer.svg.count("<svg") == 3
    ElementTree.fromstring(answer.svg)


def test_words_are_no_markup():
    html = Session("title \"<b>\"\nvar a in 1..1").run("print \"<script>\"\nsolve")[1]._repr_mimebundle_()
    assert "<script>" not in html.get("text/html", "")
