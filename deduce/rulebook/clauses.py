"""How the lines of notes are put together: what was done, and behind it what was told."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from deduce.rulebook.heard import UNNOTED, UNSHOWN, Event

if TYPE_CHECKING:
    from deduce.rulebook.game import Rulebook
    from deduce.rulebook.setting import Setting
    from deduce.rulebook.table import Table


def named(seat: int, setting: Setting) -> str:
    """Who is said to have done something; nobody, where notes of one who plays alone need not say it."""
    alone = setting.game.alone and len(setting.names) == 1
    return "" if alone or not seat else setting.names[seat - 1]


def row_of(rows: list[str], who: str, text: str, game: Rulebook) -> None:
    """What was done, in a line of its own or in that of what was done before."""
    verb, _, rest = text.partition(" ")
    last, *said = rows[-1].split(" ") if rows else [""]
    spoken = game.spoken.get(verb, verb)
    text = f"{spoken} {rest}".strip()
    if verb in game.again and spoken in said and who in ("", last):
        rows[-1] += f"{game.again[verb]}{rest}"
    elif rows and game.begins and verb not in game.begins:
        rows[-1] += f"{game.between}{text}" if who in ("", last) else f"{game.between}{who} {text}"
    else:
        rows.append(f"{who} {text}".strip())


def clause_of(event: Event, setting: Setting, *, whole: bool = False) -> str:
    """How something told is written; empty where it goes without saying, unless the `whole` is said."""
    if (
        event.kind in ("held", "say")
        or event.value is UNSHOWN
        or event.value is UNNOTED
        or (event.unsaid is not None and event.value == event.unsaid and not whole)
    ):
        return ""
    return setting.game.noted(event, setting.names)


def line_of(events: Iterable[Event], setting: Setting, table: Table) -> str:
    """What was done and told, as far as the seat of a table heard it, in one line that leaves nothing out."""
    rows: list[str] = []
    for event in events:
        if not table.hears(event.mask):
            continue
        if event.seat and event.kind in ("choose", "change"):
            row_of(rows, named(event.seat, setting), event.said, setting.game)
        elif clause := clause_of(event, setting, whole=True):
            rows.append(clause)
    return setting.game.between.join(rows)
