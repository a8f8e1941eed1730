"""The answers to ``deduce solve``, ``why``, ``advise`` and ``games`` for The Initiative."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from deduce.ciphers.decipher import Deciphered
from deduce.games.base import Advice
from deduce.ground.errors import Contradiction, ProblemError, nearest
from deduce.ground.report import Report
from deduce.ground.wording import (
    as_is,
    figure,
    in_decimals,
    in_percent,
    listing,
    passage,
    person,
    run,
    say,
    typed,
)
from deduce.records.datafile import notes_in, read_toml
from deduce.rulebook.answers import all_read, as_far_as_read
from deduce.rulebook.notes import NotesReplay
from deduce.vocabulary.lexicons import choose, titled
from deduce_models.initiative.components.mission import mission_names, named_mission
from deduce_models.initiative.components.parts import ACTIONS, DATA
from deduce_models.initiative.knowledge.posterior import OFFERED, read_windows
from deduce_models.initiative.rules.drawing import text as drawn
from deduce_models.initiative.rules.faces import compact
from deduce_models.initiative.rules.moves import Move
from deduce_models.initiative.rules.state import View


def _consistent(answer: Callable[..., Report]) -> Callable[..., Report]:
    """The answer, or the conflict as a report of its own where the notes cannot all be true."""

    @wraps(answer)
    def told(*given: Any, **how: Any) -> Report:
        try:
            return answer(*given, **how)
        except Contradiction as error:
            data = {"consistent": False, "conflict": error.conflict.to_dict(), "repairs": []}
            return Report(str(error), data, 1)

    return told


def _view(replay: NotesReplay, seat: int | None) -> View:
    """What the seat sees. Raises `Contradiction` where what was said of hands cannot be so."""
    view: View = compact(replay.view(seat))
    if view.told:
        from deduce_models.initiative.knowledge.model import knowledge

        conflict = knowledge(view).conflict()
        if conflict is not None:
            raise Contradiction(conflict)
    return view


@_consistent
def solve(replay: NotesReplay, *, seat: int | None = None) -> Report:
    """What the open windows of a record say about the answer."""
    view = _view(replay, seat)
    found = read_windows(view)
    return as_far_as_read(replay, [drawn(view, replay.names), "", *_summary(view, found)], found.to_dict())


@_consistent
def why(replay: NotesReplay, fact: str, *, seat: int | None = None) -> Report:
    """Why a glyph hides a symbol: ``L=E`` is explained from open windows and the lexicon.

    Raises `ProblemError` for what is no such fact.
    """
    view = _view(replay, seat)
    glyph, equals, text = (part.strip() for part in fact.partition("="))
    text = text.upper()
    glyphs = view.setup.front.glyphs
    if not equals or glyph not in glyphs:
        wanted = say(
            "{fact}: expected GLYPH=TEXT; {allowed}", fact=as_is(repr(fact)), allowed=nearest(glyph, glyphs)
        )
        raise ProblemError(wanted)
    found = read_windows(view)
    window = next(each for word in view.setup.front.words for each in word if each.glyph == glyph)
    if len(text) != window.size or not {*text} <= {*view.setup.front.alphabet}:
        hidden = say(
            "the windows of {glyph} hide {number:symbol} of {symbols}",
            glyph=as_is(glyph), number=window.size, symbols=as_is(view.setup.front.alphabet),
        )  # fmt: skip
        raise ProblemError(run(as_is(repr(fact)), ": ", hidden))
    if glyph not in found.letters:
        shown = next(
            text
            for word, texts in zip(view.setup.front.words, view.windows, strict=True)
            for window, text in zip(word, texts, strict=True)
            if window.glyph == glyph
        )
        lines: list[str] = [
            say("{glyph} is {text}: its windows are open", glyph=as_is(glyph), text=as_is(shown))
        ]
        share = float(shown == text)
    else:
        share = found.letters[glyph].get(text, 0.0)
        lines = [
            say(
                "{glyph} hides {text} with probability {chance}",
                glyph=as_is(glyph), text=as_is(text), chance=in_decimals(share, 4),
            )
        ]  # fmt: skip
        lines += [reason for reason in found.reasons if reason.startswith(f"{glyph} is ")]
        best = ", ".join(f"{t} {in_decimals(p, 3)}" for t, p in list(found.letters[glyph].items())[:6])
        lines.append(say("all texts behind {glyph}: {texts}", glyph=as_is(glyph), texts=as_is(best)))
    return Report(passage(lines), {"fact": fact, "probability": share, "reasons": lines})


@_consistent
def advise(
    replay: NotesReplay, *, seat: int | None = None, rng: int = 0, time_limit: float | None = None
) -> Report:
    """The best moves of a record's last position, the plan of the turn, and who should do what.

    Of a card alone: the answer if one is worth giving, and which glyph to open next.
    """
    all_read(replay)
    view = _view(replay, seat)
    if not view.setup.mapped:
        return _card_advised(view, replay.names)
    from deduce_models.initiative.advice.advice import advise as ranked
    from deduce_models.initiative.advice.advice import beginners, duties, turn_plan

    given = ranked(view, rng=rng, time_limit=time_limit)
    lines = [drawn(view, replay.names), ""]
    if not given:
        lines.append(say("nothing is to be decided by this seat now"))
    lines += _ranked(given)
    plan = turn_plan(view, rng=rng) if given else []
    if plan:
        lines.append(say("a likely course of the turn: {moves}", moves=listing([*map(typed, plan)], ",")))
    if view.turns == 1 and not view.acts and not any(view.piles) and view.setup.seats > 1:
        worth = beginners(view, rng=rng)
        best = max(worth, key=lambda each: (worth[each], -each))
        told = listing([run(person(each), f" {value:.2f}") for each, value in worth.items()], ",")
        begin = "who should begin: {who} (useful glyphs by the first action: {told})"
        lines.append(say(begin, who=person(best), told=told))
    jobs = [] if view.result else duties(view, plan)
    lines += [say("next turns:"), *(run("  ", duty.text) for duty in jobs)] if jobs else []
    data = {
        "advice": [each.to_dict() for each in given],
        "plan": [str(move) for move in plan],
        "duties": [duty.to_dict() for duty in jobs],
    }
    return Report(passage(lines), data)


def _card_advised(view: View, names: Sequence[str] = ()) -> Report:
    """What to do about a card without its map: answer, or open the glyph that tells most."""
    found = read_windows(view)
    best = found.answers[0] if found.answers else None
    lines: list[str] = [drawn(view, names), ""]
    lexicon = _lexicon(view)
    slots = {"lexicon": lexicon} if lexicon else {}
    if best is not None and best.probability >= OFFERED:
        said = "answer {text}: right with probability {chance}"
        weighed = "answer {text}: right with probability {chance}, by {lexicon}"
        right = in_decimals(best.probability, 3)
        lines.append(say(weighed if slots else said, text=as_is(best.text), chance=right, **slots))
    else:
        said, weighed = "no answer yet: none has {chance}", "no answer yet: none has {chance} by {lexicon}"
        lines.append(say(weighed if slots else said, chance=f"{OFFERED:.0%}", **slots))
    worth = sorted(found.worth.items(), key=lambda item: (-item[1], item[0]))
    if worth:
        glyphs = [
            run(as_is(glyph), " (", say("{bits} bits", bits=figure(bits, 2)), ")")
            for glyph, bits in worth[:4]
        ]
        lines.append(say("open next: {glyphs}", glyphs=listing(glyphs, ",")))
    lines.append(
        say("(a card alone: moves need the map, 'board', 'entrance' and 'stacks' in the mission's file)")
    )
    answer = None if best is None else {"text": best.text, "probability": best.probability}
    return Report(passage(lines), {"advice": [], "answer": answer, "open": dict(worth)})


def _lexicon(view: View) -> str:
    """What words texts are weighed by; empty where by none."""
    front = view.setup.front
    words = choose(view.setup.options.lexicon, front.language, front.alphabet)
    return "" if words is None else titled(words)


def _ranked(given: Sequence[Advice[Move]]) -> list[str]:
    """One line a move; those within one error of the move above share its place and say so."""
    lines: list[str] = []
    place, lead = 0, None
    for number, each in enumerate(given, 1):
        equal = lead is not None and lead.value - each.value <= max(lead.error, each.error)
        if not equal:
            place, lead = number, each
        lines.append(run(f"{place}{'=' if equal else '.'} ", typed(each.move), ": ", each.reason))
    return lines


def _summary(view: View, found: Deciphered) -> list[str]:
    """The deciphering in lines for people."""
    how: str = say("exact" if found.exact else "cut")
    if not found.exact:
        how = run(how, ", ", say("at least {share} of each word kept", share=in_percent(found.kept, 1)))
    offered = [guess for guess in found.answers if guess.probability >= OFFERED]
    front = view.setup.front
    lexicon = _lexicon(view)
    lines: list[str] = [
        say("answers ({how}):", how=how)
        if offered
        else say("answers ({how}): none has {least} yet", how=how, least=f"{OFFERED:.0%}")
    ]
    lines += [as_is(f"  {in_decimals(guess.probability, 4):>6}  {guess.text}") for guess in offered]
    if found.proved:
        lines.append(say("the answer is certain: all its windows are open"))
    elif found.unique and lexicon:
        lines.append(say("unique among {lexicon}", lexicon=lexicon))
    if lexicon:
        key = "probability that some word is outside ({lexicon}): {chance}"
        lines.append(say(key, lexicon=lexicon, chance=in_decimals(found.outside, 4)))
    else:
        lines.append(say("no lexicon: all texts that fit what is open are alike"))
    if view.setup.options.lexicon in ("builtin", "alike", "evened") and front.language != "digits":
        lines.append(
            say(
                "the small list flatters: ask a larger one with {larger} in the record's head",
                larger=listing([as_is(f"'lexicon: {each}'") for each in ("common", "wordfreq")], "or"),
            )
        )
    if found.worth:
        best = sorted(found.worth.items(), key=lambda item: (-item[1], item[0]))
        told = as_is(", ".join(f"{glyph} {bits:.2f}" for glyph, bits in best))
        lines.append(say("glyphs by expected bits: {glyphs}", glyphs=told))
    lines += found.reasons
    if view.threat and not view.result:
        from deduce_models.initiative.advice.threat import survive_playable, threat_of

        threat = threat_of(view)
        chances = ", ".join(
            f"{k}: {survive_playable(threat, k)}" for k in range(1, min(4, threat.numbers) + 1)
        )
        lines.append(
            say("survival until so many playable cards are drawn: {chances}", chances=as_is(chances))
        )
    places = [typed(ACTIONS[pile]) for pile, block in enumerate(view.blocks) if block]
    if places:
        lines.append(say("blocked by counterintelligence: {piles}", piles=listing(places, ",")))
    return lines


def describe(plain: Report) -> Report:
    """Options and data with their provenance, and the shipped missions."""
    lines = [plain.text, "", "missions:"]
    missions = {}
    for name in sorted(mission_names(), key=lambda name: named_mission(name).level):
        mission = named_mission(name)
        front = mission.front
        missions[name] = {"title": front.title, "level": mission.level, "language": front.language}
        lines.append(f"  {name}: {front.title} (level {mission.level}, {front.language})")
    groups = {}
    lines += ["", "data:"]
    for file in ("deck.toml", "tokens.toml", "abilities.toml"):
        for note in notes_in(read_toml(DATA / file).values):
            groups[f"{file}: {note.datum}"] = {"provenance": note.provenance, "reason": note.reason}
            lines.append(f"  {file} {note.datum} ({note.provenance}): {note.reason}")
    return Report("\n".join(lines), {**plain.data, "missions": missions, "groups": groups})
