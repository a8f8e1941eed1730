"""What the page offers beside what the rules tell: lines that no option begins, and what comes next by the notes."""

from __future__ import annotations

from collections.abc import Sequence

from deduce.records.form import Event, Field, Upcoming
from deduce.rulebook.setting import Setting
from deduce.rulebook.whole_lines import row_of
from deduce_models.entracte.knowledge.evidence import Evidence
from deduce_models.entracte.records.reading import Replay
from deduce_models.entracte.rules.setup import Setup


def lines_beside(setting: Setting) -> Sequence[Event]:
    """How many codes somebody is sure of, guesses, and in the competitive game that a card comes to a pile."""
    made: Setup = setting.data
    others = (len(setting.names) - 1) * made.per_seat
    guesses: list[Field] = []  # whose code and which; who stops earlier leaves the rest open
    for number in range(1, others + 1):
        whose, code = ("whose", "code") if number == 1 else (f"whose {number}", f"code {number}")
        before, when = (" ", {}) if number == 1 else (" ; ", {whose: setting.names})
        guesses.append(Field(whose, setting.names, before=before, optional=number > 1, apart=True))
        guesses.append(Field(code, made.code_names, when=when))
    sure = Field("how many", tuple(map(str, range(others + 1))))
    piles = (Event("piles", "piles", actor=True),) if made.competitive else ()
    return (
        Event("sure", "sure", (sure,), actor=True, passes=False),
        Event("guesses", "guesses", tuple(guesses), actor=True),
        *piles,
    )


def upcoming(replay: Replay) -> Upcoming:
    """Who acts next, and the cards of the writer where it is the writer's turn."""
    evidence = replay.evidence
    seat = evidence.now.due
    hand = evidence.now.hand if seat == evidence.me else ()
    rows = tuple(row_of(evidence.setup.parts.features, card) for card in hand if None not in card)
    return Upcoming(replay.names[seat - 1], _events(evidence), rows={"card": rows} if rows else {})


def _events(evidence: Evidence) -> tuple[str, ...]:
    """Kinds of lines that can come next; of the rules only what decides which chips are seen first."""
    setup, entries = evidence.setup, evidence.entries
    competitive = setup.option("mode") == "competitive"
    plays = sum(entry.kind in ("play", "unseen") for entry in entries)
    agreeing = 0
    for entry in reversed(entries):
        agreeing += entry.kind == "agree"
        if entry.kind != "agree":
            break
    last = entries[-1].kind if entries else ""
    if last == "guess" or agreeing == len(evidence.names) - 1 or plays + 1 >= setup.limit:
        return ("guesses", "plays", "passes") if competitive else ("guesses",)
    if last == "stop" or agreeing:
        return ("agrees", "refuses")
    exchange = () if evidence.now.exchanged >> evidence.now.due & 1 else ("exchanges",)
    return ("plays", "passes", *exchange, *(("declares", "piles") if competitive else ("stops",)))
