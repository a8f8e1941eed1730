"""``deduce advise RECORD``: from a record to advice for the seat whose decision it has come to."""

from __future__ import annotations

from deduce.ground.report import Report
from deduce.ground.wording import as_is, passage, run, say, typed
from deduce.rulebook.advising import decides, more_rows
from deduce.rulebook.notes import NotesReplay
from deduce.show.answers import why_not
from deduce_models.enigma.advice import advice
from deduce_models.enigma.answers.people import model_of, people_rows
from deduce_models.enigma.belief.belief import believe
from deduce_models.enigma.belief.lying import EXPECTED
from deduce_models.enigma.belief.rivals import MODEL, rivals, rows_of
from deduce_models.enigma.rules.phases import AFTER
from deduce_models.enigma.rules.views import EnigmaView, seen

SHOWN = 8


def advise(
    replay: NotesReplay, *, seat: int | None = None, rng: int = 0, time_limit: float | None = None
) -> Report:
    """Advice for the seat to move, and what each rival probably needs.

    Raises `ProblemError` when nobody, or somebody else than `seat`, has to decide.
    """
    view = _deciding(replay, seat)
    actor = view.seat
    model = model_of(replay)
    ranked = advice.advise(view, rng=rng, time_limit=time_limit, model=model)
    who = as_is(replay.names[actor - 1])
    rows: list[str] = [say("{who} to move (values are chances of winning):", who=who)]
    rows += [
        run(typed(f"  {each.move.text:<16}"), f" {each.value:.3f}  ", each.reason)
        for each in ranked[:SHOWN]
    ]
    rows += [*more_rows(ranked, SHOWN), *why_not(ranked)]
    needs = rivals(view, believe(view, model)) if model.profiles else rivals(view)
    spoken, people_data = people_rows(replay)
    data = {
        "seat": actor,
        "model": EXPECTED.name,
        "unit": "chance",
        "advice": [each.to_dict() for each in ranked],
        "rivals": {"model": MODEL, "needs": [each.to_dict() for each in needs]},
        **people_data,
    }
    return Report(passage([*rows, *rows_of(needs, view, replay.names), *spoken]), data)


def _deciding(replay: NotesReplay, seat: int | None) -> EnigmaView:
    """The view of the seat that is to decide, which is the one asked for.

    A turn ends by itself when the next player's line comes; who asks before writing it means that line.
    """
    reader, asked = replay.reader, replay.me if seat is None else seat
    wait = None if reader.pending is not None or replay.unread else reader.run.wait
    mover = None if wait is None else wait.actor
    if isinstance(mover, int) and asked not in (None, mover) and reader.table.open.phase == AFTER:
        line = replay.record.events[-1]
        replay = replay.upto(f"line {line.number}")
        replay.reader.read(f"{replay.names[mover - 1]} end", f"line {line.number}", line)
    return seen(replay.view(decides(replay, seat)))
