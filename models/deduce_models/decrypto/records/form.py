"""What can be tapped: rounds, codes digit by digit, judgements; clues and keywords are typed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from deduce.records.form import Event, Field, Form, Sheet, Upcoming
from deduce_models.decrypto.knowledge.similarity import STRENGTHS
from deduce_models.decrypto.records.entries import Notes, Turn
from deduce_models.decrypto.records.reading import Replay
from deduce_models.decrypto.rules.setup import TEAMS

__all__ = ["form", "upcoming"]

_DIGITS = ("1", "2", "3", "4")


def form(names: Sequence[str], me: str, options: Mapping[str, Any]) -> Form:
    """The form of a record with these players and writer; teams act, so nobody's name begins a line."""
    del options  # none of them changes what is typed
    trio = len(names) == 3
    events = [
        Event(
            "keywords",
            "",
            (Field("team", TEAMS, before=""), Field("words", (), "text", " keywords ", "; ", 4)),
        ),
        Event("round", "round", (Field("round", (), "number"),), follows=("code black", "guesses black")),
    ]
    teams = TEAMS[:1] if trio else TEAMS
    for team in teams:
        other = TEAMS[1 - TEAMS.index(team)]
        before = "round" if team == TEAMS[0] else f"code {TEAMS[0]}"
        events += [
            Event(
                f"clues {team}",
                f"{team} clues",
                (Field("clues", (), "text", " ", "; ", 3),),
                follows=(before,),
            ),
            Event(f"intercepts {other}", f"{other} intercepts", (_code(),), follows=(f"clues {team}",)),
            Event(f"guesses {team}", f"{team} guesses", (_code(),), follows=(f"intercepts {other}",)),
            Event(f"code {team}", f"{team} code", (_code(),), follows=(f"guesses {team}",)),
        ]
    columns = tuple(f"{team} {digit}" for team in teams for digit in _DIGITS)
    events += [
        Event("judge", "judge", (
            Field("clue", (), "text"), Field("column", columns, before="; "),
            Field("strength", tuple(STRENGTHS), before="; "),
        )),
        Event("names", "", (Field("team", teams, before=""), Field("words", (), "text", " names ", "; ", 4))),
    ]  # fmt: skip
    sheets = tuple(
        each
        for team in teams
        for each in (
            Sheet(f"code {team}", ("codes", team, "codes"), f"{team} code = {{inner}}"),
            Sheet(f"keywords {team}", ("keywords", team), f"{team} keyword {{outer}} = {{inner}}", "outer"),
        )
    )
    return Form(tuple(names), me, tuple(events), sheets=sheets, texts=_TEXTS)


def _code() -> Field:
    return Field("code", _DIGITS, "many", " ", "-", 3)


def upcoming(replay: Replay) -> Upcoming:
    """What the round still lacks, in its usual order; and the clues given so far, the latest first, to be judged."""
    notes = replay.notes
    halves = (turn.clues for pair in reversed(notes.rounds) for turn in pair)
    said = tuple(dict.fromkeys(clue for half in halves if half is not None for clue in half.words))
    first = () if notes.keywords or notes.rounds else ("keywords",)
    judge = ("judge",) if said else ()
    return Upcoming("", (*first, *_missing(notes), "round", *judge), words={"clue": said})


def _missing(notes: Notes) -> list[str]:
    """The lines that the last round does not have yet."""
    teams = TEAMS[:1] if notes.setup.trio else TEAMS
    intercepted = len(notes.rounds) >= notes.setup.rules.interception_from
    found = []
    for number, team in enumerate(teams):
        turn, other = notes.rounds[-1][number] if notes.rounds else Turn(), TEAMS[1 - number]
        found += [
            name
            for name, entry in (
                (f"clues {team}", turn.clues),
                (f"intercepts {other}", turn.interception if intercepted else turn),
                (f"guesses {team}", turn.answer),
                (f"code {team}", turn.code),
            )
            if entry is None and notes.rounds
        ]
    return found


def _texts(**called: str) -> dict[str, str]:
    """What events are called, for both teams."""
    white, black = called.pop("white"), called.pop("black")
    found = {"white": white, "black": black}
    for verb in ("clues", "intercepts", "guesses", "code", "keywords"):
        found |= {f"{verb} white": f"{white}: {called[verb]}", f"{verb} black": f"{black}: {called[verb]}"}
    return found | called


_TEXTS = {
    "en": _texts(
        white="White", black="Black", clues="clues", intercepts="intercepts", guesses="guesses", code="code",
        keywords="keywords", round="round", judge="judge a clue", names="names the rivals' words", team="team",
        words="words", clue="clue", column="column", strength="how well it fits",
    ),
    "ru": _texts(
        white="Белые", black="Чёрные", clues="подсказки", intercepts="перехват", guesses="ответ", code="код",
        keywords="слова", round="раунд", judge="оценить подсказку", names="называют слова соперников",
        team="команда", words="слова", clue="подсказка", column="столбец", strength="насколько подходит",
    ),
}  # fmt: skip
