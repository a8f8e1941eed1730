"""What earlier evenings told of the people in a record: its line ``habits: FILE``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from deduce.ground.wording import as_is, run, say
from deduce.records.profiles import OFF, people_of
from deduce.rulebook.notes import NotesReplay
from deduce_models.enigma.belief.lying import EXPECTED, LieModel

if TYPE_CHECKING:
    from deduce_models.enigma.belief.profiles import Profile


def profiles_in(replay: NotesReplay) -> dict[int, Profile]:
    """The profiles of a record, by seat, the writer's left out. Raises `RecordError`."""

    def profile(counts: Mapping[str, Any]) -> Profile:
        from deduce_models.enigma.belief.profiles import Profile

        return Profile.of(counts, replay.setting.data.parts.room_names)

    return people_of(replay.record, replay.names, replay.me, profile)


def model_of(replay: NotesReplay) -> LieModel:
    """The lie model with the profiles of a record."""
    return EXPECTED.knowing(profiles_in(replay))


def people_rows(replay: NotesReplay) -> tuple[list[str], dict[str, Any]]:
    """How the others lie and doubt, as far as a file tells, and the range of whom it tells nothing; none without it."""
    profiles = profiles_in(replay)
    if replay.record.get("habits") in OFF:
        return [], {}
    from deduce_models.enigma.belief.profiles import ranges

    rows, data = ["", say("How they speak, by earlier evenings (about 90 % of the chance):")], {}
    for seat, name in enumerate(replay.names, 1):
        if seat == replay.me:
            continue
        profile = profiles.get(seat)
        lies = ranges() if profile is None else profile.lying()
        data[name] = {"known": profile is not None, "lies": list(lies)}
        if profile is None:
            told = say(
                "not known; people lie in {low} to {high} of their claims",
                low=f"{lies[1]:.0%}", high=f"{lies[2]:.0%}",
            )  # fmt: skip
            rows.append(run("  ", as_is(name), ": ", told))
            continue
        doubts = profile.doubting()
        data[name]["doubts"] = list(doubts)
        claims = profile.lies + profile.truths
        lying = say(
            "lies in {chance} of claims ({low} to {high}; {claims} counted)",
            chance=f"{lies[0]:.0%}", low=f"{lies[1]:.0%}", high=f"{lies[2]:.0%}", claims=f"{claims:g}",
        )  # fmt: skip
        doubting = say(
            "doubts {chance} of what it knows nothing of ({low} to {high})",
            chance=f"{doubts[0]:.0%}", low=f"{doubts[1]:.0%}", high=f"{doubts[2]:.0%}",
        )  # fmt: skip
        rows.append(run("  ", as_is(name), ": ", lying, ", ", doubting))
    known: Mapping[str, Any] = data
    return rows, {"people": dict(known)}
