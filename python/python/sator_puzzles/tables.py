"""Values of an answer as arrays of numpy and frames of pandas, which are imported here and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy
    import pandas


def to_numpy(value: Any) -> numpy.ndarray[Any, Any]:
    """An array of the values; `None` is `nan` among numbers, and stays among others."""
    import numpy

    if isinstance(value, Mapping):
        value = list(value.values())
    if _is_nested(value):
        return numpy.array([to_numpy(inside) for inside in value])
    if isinstance(value, list) and any(isinstance(inside, (list, Mapping)) for inside in value):
        array = numpy.empty(len(value), dtype=object)
        array[:] = value
        return array
    flat = value if isinstance(value, list) else [value]
    if None in flat and all(v is None or (isinstance(v, int) and not isinstance(v, bool)) for v in flat):
        value = [float("nan") if v is None else v for v in flat]
    elif None in flat:
        return numpy.array(value, dtype=object)
    return numpy.array(value)


def _is_nested(value: Any) -> bool:
    """Whether the value is a list of rows of the same length."""
    if not isinstance(value, list) or not value or not all(isinstance(row, (list, Mapping)) for row in value):
        return False
    return len({len(row) for row in value}) == 1


def to_pandas(value: Any, name: str) -> pandas.DataFrame | pandas.Series[Any]:
    """A frame for a grid or an array with two indices, else a series. Positions count from 1, as in the language."""
    import pandas

    if isinstance(value, Mapping):
        if value and all(isinstance(row, (list, Mapping)) for row in value.values()):
            return pandas.DataFrame.from_dict({key: to_pandas(row, key) for key, row in value.items()}, orient="index")
        return pandas.Series(value, name=name)
    rows = value if isinstance(value, list) else [value]
    index = range(1, len(rows) + 1)
    if rows and all(isinstance(row, Mapping) for row in rows):
        return pandas.DataFrame(rows, index=index)
    if _is_nested(rows) and not any(isinstance(inside, list) for row in rows for inside in row):
        return pandas.DataFrame(rows, index=index, columns=range(1, len(rows[0]) + 1))
    return pandas.Series(rows, index=index, name=name)
