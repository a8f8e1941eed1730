"""Records and other texts people write: lines with places, headers, words, data files."""

from deduce.records.record import Line, Record, read_record

__all__ = ["Line", "Record", "read_record"]
