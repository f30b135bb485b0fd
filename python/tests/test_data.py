"""Values of Python become what the script names."""

from decimal import Decimal
from enum import Enum
from fractions import Fraction

import pytest

from sator_puzzles import SatorError, Session
from sator_puzzles.data import expression


class Size(Enum):
    SMALL = 3


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "none"),
        (float("nan"), "none"),
        (True, "true"),
        (-7, "-7"),
        (10**15, "1000000000000000"),
        (0.1, "0.1"),
        (4.0, "4"),
        (1e-7, "0.0000001"),
        (Decimal("1.50"), "1.50"),
        (Fraction(4, 2), "2"),
        ("a \"b\"\\r\n\x01", '"a \\"b\\"\\\\r\\n\\u{1}"'),
        ([1, [None, "x"]], '[1, [none, "x"]]'),
        ((1, 2), "(1, 2)"),
        ({3, 1}, "{1, 3}"),
        (range(3), "[0, 1, 2]"),
        ({"weight": 3, "name": "rope"}, '(weight: 3, name: "rope")'),
        (Size.SMALL, "3"),
    ],
)
def test_values_are_written_exactly(value, text):
    assert expression(value) == text


def test_written_texts_are_read_back():
    for text in ["a \"b\" \\r \\u{1} \n\t\x01\x7f ü 数", "", "\\", '"']:
        assert Session("param t\nvar a in 1..2", t=text).value("t") == text


@pytest.mark.parametrize(
    ("value", "error", "says"),
    [
        (float("inf"), ValueError, "n.b[1] is Infinity"),
        ({"unit price": 3}, ValueError, "'unit price'"),
        ({}, ValueError, "empty mapping"),
        (object(), TypeError, "n.b[1] is of type object"),
    ],
)
def test_what_has_no_value_is_located(value, error, says):
    with pytest.raises(error) as caught:
        Session("param n", n={"b": [1, value]})
    assert says in str(caught.value)


def test_arrays_and_frames():
    numpy = pytest.importorskip("numpy")
    pandas = pytest.importorskip("pandas")
    clue = numpy.array([[1, 0], [0, 0]])
    session = Session("param ok\nparam s\ngrid x 2x2 in 1..2\nlatin(x)", x=clue, ok=numpy.bool_(True), s=numpy.float64(2.5))
    assert session.solve()["x"] == [[1, 2], [2, 1]]
    assert session.value("ok, s * 2") == [True, 5]
    items = pandas.DataFrame({"name": ["rope", "tent"], "weight": [2, 5], "worth": [1.5, None]})
    session = Session("param items\nvar take[2] in bool\nsum(items.weight[i] for i in 1..2 where i > 0) = 7", items=items)
    assert session.value("items.name, items[2].weight, items[2].worth") == [["rope", "tent"], 5, None]
    assert Session("param m\nvar a in 1..9\na = m[2, 1]", m=pandas.DataFrame([[1, 2], [3, 4]])).solve()["a"] == 3
    assert Session("param l", l=pandas.Series([1, None, 3])).value("l") == [1, None, 3]


def test_a_text_of_several_lines_is_a_picture():
    session = Session("grid x 2x2 in 1..2\nlatin(x)", x="1.\n..")
    assert session.unique()["x"] == [[1, 2], [2, 1]]


def test_pictures_of_a_script_take_data():
    session = Session(
        "param room\nparam dots\ngrid x 2x2 in 1..4\nregions r of x = room\nclues k of x = dots\nfor g in r { distinct(g) }",
        room=[["a", "b"], ["a", "b"]],
        dots=[[1, None], [None, "w"]],
    )
    assert session.value("k[r1c1], k[r2c2], size(r.a)") == [1, "w", 2]


def test_data_that_nothing_names_is_an_error():
    with pytest.raises(SatorError) as caught:
        Session("param n\nvar a in 1..n", m=3)
    assert caught.value.code == "unknown-name"
    assert "`Session(..., m=...)`: no script has a parameter `m`" in str(caught.value)


def test_data_stand_in_the_script():
    session = Session("param n\ngrid x n by n in 1..n\nlatin(x)", n=2, x=[[1, 0], [0, 0]])
    assert Session(session.script).unique()["x"] == [[1, 2], [2, 1]]
