"""All that is wrong with a record, told at once: each refusal with its line, and what a right line looks like."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from deduce.ground.errors import RecordError, RecordErrors


class Gathering:
    """The refusals of one record.

    What may be refused is read within ``with gathering.each():``; reading goes on behind the block. `settle` raises
    what was gathered. A name that the block was to set is not set when it was refused: set it before.
    """

    def __init__(self) -> None:
        self.errors: list[RecordError] = []

    def __bool__(self) -> bool:
        """Whether anything was refused."""
        return bool(self.errors)

    @contextmanager
    def each(self, example: str | Callable[[], str] = "") -> Iterator[None]:
        """A block whose refusals are kept; `example` is a right line, for those that bring none of their own."""
        try:
            yield
        except RecordErrors as several:
            self.errors += several.errors
        except RecordError as error:
            if not error.example and example:
                error = error.like(example if isinstance(example, str) else example())
            self.errors.append(error)

    def settle(self) -> None:
        """Raise the one refusal, or `RecordErrors` with all of them in the order of the lines; else do nothing."""
        # The same may be refused twice, with a right line beside it or without.
        same = {
            (error.line, error.column, error.message): error
            for error in sorted(self.errors, key=_has_example)
        }
        different = sorted(same.values(), key=lambda error: (error.line, error.column))
        if len(different) == 1:
            raise different[0]
        if different:
            raise RecordErrors(different)


def _has_example(error: RecordError) -> bool:
    return bool(error.example)
