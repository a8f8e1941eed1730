"""Fields of the page for records of Decrypto."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce.rulebook.sheet_forms import sheet_form, sheet_upcoming
from deduce_models.decrypto.knowledge.similarity import STRENGTHS
from deduce_models.decrypto.records.reading import Replay
from deduce_models.decrypto.records.words import DIGITS, HEADINGS, TEXTS, unused
from deduce_models.decrypto.rules.setup import TEAMS

__all__ = ["form", "upcoming"]


def form(names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """The form of a record with these players and writer; teams act, so nobody's name begins a line."""
    del options  # none of them changes what is typed
    teams = TEAMS[:1] if len(names) == 3 else TEAMS
    return sheet_form(
        HEADINGS,
        names,
        me,
        asides=(_judge_event(teams),),
        sheets=_sheets_of(teams),
        texts=TEXTS,
        unused=unused(len(names)),
    )


def upcoming(replay: Replay) -> Upcoming:
    """What the round still lacks, in its usual order; and the clues given so far, the latest first, to be judged."""
    found = sheet_upcoming(replay, unused(len(replay.names)))
    given = replay.lists.given
    halves = [words.words for (_, key), words in given.items() if key.endswith("clues")]
    said = tuple(dict.fromkeys(clue for words in reversed(halves) for clue in words))
    return Upcoming("", (*found.events, *(("judge",) if said else ())), words={"clue": said})


def _judge_event(teams: Sequence[str]) -> Event:
    """What can be tapped of a judgement."""
    columns = tuple(f"{team} {digit}" for team in teams for digit in DIGITS)
    return Event("judge", "judge", (
        Field("clue", (), "text"), Field("column", columns, before="; "),
        Field("strength", tuple(STRENGTHS), before="; "),
    ))  # fmt: skip


def _sheets_of(teams: Sequence[str]) -> list[Sheet]:
    """How the answer is shown: codes and keywords of each team."""
    return [
        each
        for team in teams
        for each in (
            Sheet(f"code {team}", ("codes", team, "codes"), f"{team} code = {{inner}}"),
            Sheet(f"keywords {team}", ("keywords", team), f"{team} keyword {{outer}} = {{inner}}", "outer"),
        )
    ]
