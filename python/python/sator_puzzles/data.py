"""Values of Python as expressions of the language. numpy and pandas are recognised by their methods and never imported here."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from numbers import Integral, Rational, Real
from typing import Any
from unicodedata import category

#: A name of the language; a field of a record is one.
NAME = re.compile(r"[^\W\d]\w*\Z")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def expression(value: Any, where: str = "it") -> str:
    """The value as an expression: a number, true or false, a text, `none`, a list, a tuple, a set or a record.

    Frames of pandas become lists of records, or lists of lists if their columns have no names. Numbers are exact: 0.1
    is a tenth.
    """
    if value is None or _is_missing(value):
        return "none"
    if isinstance(value, Enum):
        return expression(value.value, where)
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if isinstance(value, Integral):
        return str(int(value))
    if isinstance(value, Decimal):
        return _decimal(value, where)
    if isinstance(value, Rational):
        exact = Fraction(value)
        return str(exact.numerator) if exact.denominator == 1 else f"{exact.numerator}/{exact.denominator}"
    if isinstance(value, Real):
        return _decimal(Decimal(repr(float(value))), where)
    if isinstance(value, str):
        return text(str(value))
    if hasattr(value, "columns") and hasattr(value, "to_dict"):
        return _table(value, where)
    if isinstance(value, Mapping):
        return _record(value, where)
    if isinstance(value, (set, frozenset)):
        return "{" + _several(sorted(value, key=_sort_key), where) + "}"
    if isinstance(value, tuple) and len(value) > 1:
        return "(" + _several(value, where) + ")"
    if hasattr(value, "tolist"):
        inside = value.tolist()
        return expression(inside, where) if not isinstance(inside, tuple) else expression(list(inside), where)
    if isinstance(value, Iterable):
        return "[" + _several(value, where) + "]"
    raise TypeError(f"{where} is of type {type(value).__name__}, which the language has no value for")


def text(value: str) -> str:
    """A text in quotes."""
    return '"' + "".join(_ESCAPES.get(c) or (f"\\u{{{ord(c):x}}}" if category(c) == "Cc" else c) for c in value) + '"'


def _is_missing(value: Any) -> bool:
    """Whether the value is not a number, or what pandas writes for a missing value."""
    if isinstance(value, Real) and not isinstance(value, Rational):
        return math.isnan(value)
    return type(value).__name__ in ("NAType", "NaTType")


def _decimal(value: Decimal, where: str) -> str:
    if not value.is_finite():
        raise ValueError(f"{where} is {value}, which is no number of the language")
    if value == value.to_integral_value():
        return str(int(value))
    return format(value, "f")


def _several(values: Iterable[Any], where: str) -> str:
    return ", ".join(expression(value, f"{where}[{at}]") for at, value in enumerate(values))


def _sort_key(value: Any) -> tuple[str, Any]:
    return (type(value).__name__, value)


def _record(value: Mapping[Any, Any], where: str) -> str:
    if not value:
        raise ValueError(f"{where} is an empty mapping: a record has at least one field")
    for name in value:
        if not isinstance(name, str) or not NAME.match(name):
            raise ValueError(f"{where} has the key {name!r}: a field of a record has a name of letters, digits and `_`")
    return "(" + ", ".join(f"{name}: {expression(inside, f'{where}.{name}')}" for name, inside in value.items()) + ")"


def _table(value: Any, where: str) -> str:
    if all(isinstance(name, str) for name in value.columns):
        return expression(value.to_dict("records"), where)
    return expression(value.to_numpy(), where)
