"""Records and other texts people write: lines with places, headers, words, data files."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.records.record import Line, Record, read_record

__all__ = ["Line", "Record", "read_record"]

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.records.record": "Line Record read_record",
    },
)
