"""Hurried notes: lines as people type them, against the plain lines they mean.

``python -m benchmarks.hurried [FILE ...] [--show]``. Each file of ``tests/games/hurried`` holds the head of a record,
parts (``[...]``) with the lines before, and lines as typed (``>``), each with the plain line that says the same (``=``;
``= refused`` where nothing may be understood; `` // `` stands between two plain lines). In a part called ``[evening]``
each plain line stands before those that come after it: a whole evening as it was typed. A line is understood if it
leaves the very answers that the plain line leaves, refused if it is refused, and taken for something else otherwise.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from deduce.games.registry import game
from deduce.ground.errors import DeduceError
from deduce.records.record import read_record
from deduce.rulebook.sheets import SheetReplay

FILES = Path(__file__).parents[1] / "tests/games/hurried"
REFUSED = "refused"
FATES = ("understood", "refused", "something else")


class Wording(NamedTuple):
    """A line as typed, the record before it, and the plain line that means the same, or `REFUSED`."""

    before: str
    typed: str
    plain: str


def wordings(path: Path) -> Iterator[Wording]:
    """The lines of a file."""
    head, *parts = path.read_text().split("\n[")
    for part in parts:
        lines = part.splitlines()[1:]
        context = [line for line in lines if line and line[:2] not in ("> ", "= ")]
        said = [line[2:] for line in lines if line[:2] in ("> ", "= ")]
        before = "\n".join((head, *context))
        on = part.startswith("evening]")
        for typed, plain in zip(said[::2], said[1::2], strict=True):
            yield Wording(before, typed, plain)
            before += "".join(f"\n{line}" for line in plain.split(" // ")) if on else ""


@lru_cache(maxsize=64)
def heard(text: str) -> Any:
    """What a record says, without the places of its lines; the text of the refusal where it is refused."""
    record = read_record(text)
    name = record.get("game")
    try:
        replay: Any = game(name).answers().read(record)
    except DeduceError as error:
        return str(error)
    if isinstance(replay, SheetReplay):
        asides = [repr(aside) for aside, _ in replay.lists.asides]
        return [repr((place, given.words)) for place, given in replay.lists.given.items()] + asides, None
    return [repr(answer) for answer, _ in replay.reader.answers], repr(replay.reader.pending)


def fate(wording: Wording) -> tuple[str, str]:
    """What became of a line, and what was said of it."""
    heard(f"{wording.before}\n")  # what goes on from a record read lately is not read from its beginning
    got = heard(f"{wording.before}\n{wording.typed}\n")
    if wording.plain == REFUSED:
        return ("understood", got) if isinstance(got, str) else ("something else", str(got[0][-4:]))
    meant = heard("\n".join((wording.before, *wording.plain.split(" // "), "")))
    if isinstance(meant, str):
        raise ValueError(f"the plain line is refused: {wording.plain}: {meant}")
    if isinstance(got, str):
        return "refused", got
    if got == meant:
        return "understood", ""
    at = next((k for k, pair in enumerate(zip(*(got[0], meant[0]), strict=False)) if pair[0] != pair[1]), 0)
    return "something else", f"{got[0][at:]} {got[1]} for {meant[0][at:]} {meant[1]}"


def main() -> None:
    """Count the fates of all lines."""
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("files", nargs="*", type=Path)
    ask.add_argument("--show", action="store_true", help="print every line that was not understood")
    asked = ask.parse_args()
    for path in asked.files or sorted(FILES.glob("*.txt")):
        fates: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}
        for wording in wordings(path):
            what, why = fate(wording)
            fates[wording.plain != REFUSED][what] += 1
            if asked.show and what != "understood":
                print(f"  {what}: {wording.typed}\n      {why[:400]}")
        to_be, not_to_be = fates[True], fates[False]
        told = ", ".join(f"{to_be[what]} {what}" for what in FATES)
        beside = (
            f"; not to be understood: {not_to_be['understood']} refused, {not_to_be['something else']} not"
        )
        print(f"{path.stem}: {told} of {to_be.total()}{beside if not_to_be else ''}")


if __name__ == "__main__":
    main()
