"""What earlier evenings told of the people in a record: its line ``habits: FILE``; and what a finished game tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from deduce.ground.errors import ProblemError
from deduce.ground.wording import as_is, run, say
from deduce.records.profiles import OFF, people_of
from deduce.rulebook.sheets import SheetReplay
from deduce_models.decrypto.knowledge.styles import Style, counted, expected_of
from deduce_models.decrypto.knowledge.understanding import mind_for
from deduce_models.decrypto.rules.views import View


def counts_of(replay: SheetReplay) -> Mapping[int, Mapping[str, Any]]:
    """What a finished game tells of everybody. Raises `ProblemError` for one that is not over."""
    view: View = replay.view().face
    if view.phase not in ("name", "over"):
        raise ProblemError("this game is not over; how people give clues is counted once, at its end")
    return {seat: each.to_dict() for seat, each in counted(view, mind_for(view.setup.words)).items()}


def people_in(replay: SheetReplay) -> dict[int, Style]:
    """Those whom the record's file of habits knows, by seat. Raises `RecordError`."""
    return people_of(replay.record, replay.names, replay.me, Style.of)


def styles_in(replay: SheetReplay, view: View) -> tuple[tuple[float, ...] | None, ...]:
    """For each team what its people make a record expect of its clues; see `expected_of`."""
    return expected_of(people_in(replay), view.setup)


def people_rows(replay: SheetReplay, view: View) -> tuple[list[str], dict[str, Any]]:
    """How the rivals give clues; nothing where a record asks for nobody."""
    if replay.record.get("habits") in OFF:
        return [], {}
    people = people_in(replay)
    rows, data = ["", say("How they give clues, by earlier evenings (about 90 % of the chance):")], {}
    for seat, name in enumerate(replay.names, 1):
        team = view.setup.team(seat)
        if team is None or team == view.team or team >= view.setup.keywords // 4:
            continue
        style = people.get(seat, Style())
        mean, *ends = style.plans
        data[name] = {"known": seat in people, "plans": [mean, *ends], "games": style.games}
        counts = say("; {games} counted", games=f"{round(style.games, 1):g}") if seat in people else ""
        told = say(
            "plans against the reading in {chance} of games ({low} to {high}{counted})"
            if seat in people
            else "not known; people plan against the reading in {chance} of games ({low} to {high}{counted})",
            chance=f"{mean:.0%}", low=f"{ends[0]:.0%}", high=f"{ends[1]:.0%}", counted=counts,
        )  # fmt: skip
        rows.append(run("  ", as_is(name), ": ", told))
    return rows, {"people": data}
