"""Ranked moves with reasons: codes for those who guess, clues for those who encrypt, words for the tie-break."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from deduce.games.base import Advice
from deduce.ground.errors import ProblemError
from deduce.ground.wording import as_is, in_percent, listing, passage, person, run, say
from deduce_models.decrypto.advice import RISK, SECRECY
from deduce_models.decrypto.components.legality import MISSING
from deduce_models.decrypto.knowledge.belief import CodeBelief
from deduce_models.decrypto.knowledge.trust import trusted_codes, trusted_keywords
from deduce_models.decrypto.knowledge.understanding import Mind, keyword_chances, own_rows
from deduce_models.decrypto.rules.moves import CODES, Clue, Code, DecryptoMove, Guess, write_code
from deduce_models.decrypto.rules.setup import TEAMS
from deduce_models.decrypto.rules.views import View, names_left, own_code

if TYPE_CHECKING:
    from deduce_models.decrypto.advice.triples import Triple

GIVEN_AWAY: Final = 0.5
"""A column counts as given away when rivals would name its keyword with this probability."""

DOUBTFUL: Final = 0.5
"""A triple that readers of all kinds understand with less comes with a warning."""

DOUBT: Final = "your own team may well miss the code"
"""The warning."""


def advise(
    view: View, mind: Mind, *, risk: float = RISK, secrecy: float = SECRECY
) -> Sequence[Advice[DecryptoMove]]:
    """The moves of the seat to move, best first. Raises `ProblemError` when it is not its turn.

    Guesses are valued by their posterior probability, clues by the balance of `rank_triples` (with the
    other clues of the best triple), names by their probability.
    """
    if view.actor != view.seat:
        raise ProblemError(say("{who} is not to move", who=person(view.seat)))
    if view.phase in ("intercept", "answer"):
        return _codes(view, mind)
    if view.phase == "clue":
        return _clues(view, mind, risk, secrecy)
    return _names(view, mind)


def _codes(view: View, mind: Mind) -> list[Advice[DecryptoMove]]:
    belief = trusted_codes(view, view.turn, mind).belief
    return [
        Advice(
            Guess(code),
            chance,
            reason_for_code(view, belief, code),
            details={"probability": chance},
            unit="right",
        )
        for code, chance in belief.ranked()
    ]


def reason_for_code(view: View, belief: CodeBelief, code: Code, *, team: int | None = None) -> str:
    """One sentence for one code of `team` (by default the one at it): its chance, and `beside` what its clues stand."""
    with_chance = say(
        "{code} with {chance}: ", code=write_code(code), chance=in_percent(belief.probability(code), 1)
    )
    return run(with_chance, beside(view, belief, code, view.turn if team is None else team))


def beside(view: View, belief: CodeBelief, code: Code, team: int) -> str:
    """Where each clue would stand by a code of `team`, and beside what."""
    parts = []
    for position, clue in enumerate(view.clues[team]):
        digit = code[position]
        if clue == MISSING:
            continue
        chance, quoted, others = (
            in_percent(belief.digits[position, digit - 1]),
            as_is(repr(clue)),
            as_is(""),
        )
        if view.keywords[team]:
            key, others = "{clue} for {others} ({chance})", as_is(repr(view.keywords[team][digit - 1]))
        elif shown := view.columns(team)[digit - 1]:
            key, others = "{clue} beside {others} ({chance})", as_is(", ".join(map(repr, shown[-3:])))
        else:
            key = "{clue} in an empty column ({chance})"
        parts.append(say(key, clue=quoted, others=others, chance=chance))
    return listing(parts, ";") if parts else ""


def claim(view: View, team: int, mind: Mind) -> str:
    """What the chances of a code rest on: how those who wrote its clues are taken to write."""
    if view.keywords[team]:
        return say("an Encryptor takes care to be understood")
    kinds = trusted_codes(view, team, mind).kinds
    return say(
        "by how they wrote so far and on earlier evenings these rivals plan against your reading with {chance}"
        if _known(team, mind)
        else "by how they wrote so far these rivals plan against your reading with {chance}",
        chance=in_percent(kinds[1]),
    )


def _known(team: int, mind: Mind) -> bool:
    """Whether earlier evenings tell how a team writes."""
    return bool(mind.styles) and mind.styles[team] is not None


def trust_line(view: View, team: int, mind: Mind) -> str:
    """The same beside what the reading alone says."""
    reading = trusted_codes(view, team, mind).reading
    alone = say(
        "; if each clue was chosen for its keyword alone, {code} has {chance}",
        code=write_code(reading.best),
        chance=in_percent(reading.probability(reading.best), 1),
    )
    return run(claim(view, team, mind), alone)


def facets_used(view: View, team: int, slot: int) -> set[str]:
    """The facets of a keyword that past clues in its column have shown."""
    word = view.keywords[team][slot]
    words = view.setup.words
    return {words.facet(clue, word) for clue in view.columns(team)[slot]} - {""}


def warnings(view: View, triple: Triple) -> list[str]:
    """What speaks against a triple: columns it gives away, facets shown before, doubtful decoding.

    Raises `ProblemError` for a seat that has no code to give clues for.
    """
    team, code = own_code(view)
    found: list[str] = []
    for clue, digit, after, before in zip(triple.clues, code, triple.leak, triple.before, strict=True):
        word, quoted = view.keywords[team][digit - 1], as_is(repr(clue))
        if after >= GIVEN_AWAY > before:
            said = "{clue} gives column {column} away: rivals would name {word} with {chance}"
            found.append(
                say(said, clue=quoted, column=digit, word=as_is(repr(word)), chance=in_percent(after))
            )
        elif after >= GIVEN_AWAY:
            said = "column {column} is given away already: {word} with {chance}"
            found.append(say(said, column=digit, word=as_is(repr(word)), chance=in_percent(before)))
        facet = view.setup.words.facet(clue, word)
        if facet and facet in facets_used(view, team, digit - 1):
            said = "{clue} shows the side {side} of {word} again"
            found.append(say(said, clue=quoted, side=as_is(repr(facet)), word=as_is(repr(word))))
    if triple.understood < DOUBTFUL:
        found.append(say(DOUBT))
    return found


def same_warning(text: str) -> str:
    """What a warning is about, whichever clue and chance it names: what all candidates share warns of none."""
    column = re.fullmatch(r"'.*' gives (column \d) away: .*", text)
    return f"{column[1]} is given away" if column else text


def shared_warnings(view: View, triples: Sequence[Triple]) -> list[str]:
    """What every one of several triples warns of: it tells them not apart, and is said once."""
    if len(triples) < 2:
        return []
    alarms = [[same_warning(warning) for warning in warnings(view, triple)] for triple in triples]
    return [warning for warning in dict.fromkeys(alarms[0]) if all(warning in others for others in alarms)]


def reason_for_triple(view: View, triple: Triple, common: Sequence[str] = ()) -> str:
    """One sentence for three clues: both probabilities, sides of the words, and warnings but the `common` ones.

    Raises `ProblemError` for a seat that has no code to give clues for.
    """
    team, code = own_code(view)
    words = view.setup.words
    sides = []
    for clue, digit in zip(triple.clues, code, strict=True):
        word = view.keywords[team][digit - 1]
        facet = words.facet(clue, word)
        pair = say("{clue} for {word}", clue=as_is(repr(clue)), word=as_is(repr(word)))
        sides.append(run(pair, as_is(f" ({facet})") if facet else ""))
    text = say(
        "{sides}: your team decodes {chance}, rivals intercept {risk}"
        if triple.intercept
        else "{sides}: your team decodes {chance}, no interception yet",
        sides=listing(sides, ","),
        chance=decoding(triple),
        risk=in_percent(triple.intercept),
    )
    alarm = [warning for warning in warnings(view, triple) if same_warning(warning) not in common]
    return run(text, say("; beware: {warning}", warning=listing(alarm, ";")) if alarm else "")


def decoding(triple: Triple) -> str:
    """The chance that the own team decodes, and beside it that strangers do where these are others."""
    own = in_percent(triple.decode)
    if triple.strangers == triple.decode:
        return own
    return say("{chance} (strangers {other})", chance=own, other=in_percent(triple.strangers))


def ranked_clues(view: View, mind: Mind, *, risk: float, secrecy: float) -> list[Triple]:
    """The triples of clues worth thinking about for the Encryptor of `view`, best first."""
    from deduce_models.decrypto.advice.encryptor import rank_triples

    differ = min(2, 3 - len(view.clues[view.team or 0]))
    return rank_triples(view, mind, risk=risk, secrecy=secrecy, differ=differ)


def _clues(view: View, mind: Mind, risk: float, secrecy: float) -> list[Advice[DecryptoMove]]:
    """The next clue: for each word that begins a good triple, the best such triple."""
    place = len(view.clues[view.team or 0])
    best: dict[str, Triple] = {}
    triples = ranked_clues(view, mind, risk=risk, secrecy=secrecy)
    common = shared_warnings(view, triples)
    for triple in triples:
        best.setdefault(triple.clues[place], triple)
    return [
        Advice(
            Clue(clue),
            triple.value,
            reason_for_triple(view, triple, common),
            kind="heuristic",
            details={**triple.to_dict(), "warnings": warnings(view, triple)},
            unit="compared",
        )
        for clue, triple in best.items()
    ]


def ordered_clues(view: View, mind: Mind) -> list[DecryptoMove]:
    """The pool of the Encryptor who is to write: the advised clues first, the others by how well they fit the keyword."""
    first: list[DecryptoMove] = [each.move for each in advise(view, mind)]
    team, code = own_code(view)
    from deduce_models.decrypto.advice.clue_table import legal_words

    named = set(first)
    pool = [*legal_words(view), *([MISSING] if view.setup.rules.late_clues else [])]
    rest = [move for move in map(Clue, pool) if move not in named]
    texts = [move.text for move in rest]
    fits = own_rows(view, team, texts, mind)[:, code[len(view.clues[team])] - 1]
    order = np.argsort(-fits, kind="stable").tolist()
    return [*first, *(rest[place] for place in order)]


def decide(view: View, mind: Mind, *, risk: float = RISK, secrecy: float = SECRECY) -> DecryptoMove:
    """The move that `advise` names first, without its reasons. Raises as `advise` does."""
    if view.phase == "clue" and view.actor == view.seat:
        best = ranked_clues(view, mind, risk=risk, secrecy=secrecy)[0]
        return Clue(best.clues[len(view.clues[view.team or 0])])
    return advise(view, mind)[0].move


def _names(view: View, mind: Mind) -> list[Advice[DecryptoMove]]:
    team = view.team or 0
    rivals = 1 - team
    slot = len(view.names)
    chances = trusted_keywords(view, rivals, mind)[1][slot]
    legal = names_left(view.setup, view.own, view.names)
    index = view.setup.words.keyword_index
    value = {move: float(chances[index[move.word]]) for move in legal}
    shown = view.columns(rivals)[slot]
    others = as_is(", ".join(map(repr, shown))) if shown else "no clues"
    ranked = sorted(legal, key=lambda move: -value[move])
    return [
        Advice(
            move,
            value[move],
            say(
                "{word} with {chance}: column {column} of {team} shows {beside}",
                word=as_is(repr(move.word)),
                chance=in_percent(value[move], 1),
                team=TEAMS[rivals],
                column=slot + 1,
                beside=others,
            ),
            details={"probability": value[move]},
            unit="right",
        )
        for move in ranked
    ]


def digit_table(belief: CodeBelief) -> str:
    """The probabilities of the digits, one line a clue, for reports."""
    lines: list[str] = ["        " + "".join(f"{digit:>7}" for digit in range(1, 5))]
    for position in range(3):
        row = "".join(f"{in_percent(chance, 1):>7}" for chance in belief.digits[position])
        lines.append(run("  ", say("clue {number}", number=position + 1), row))
    lines.append(
        run("  ", say("absent"), "".join(f"{in_percent(chance, 1):>7}" for chance in belief.absent))
    )
    return passage(lines)


def top_codes(belief: CodeBelief, limit: int = 5) -> str:
    """The likeliest codes in one line."""
    shown = belief.ranked()[: min(limit, len(CODES))]
    return ", ".join(f"{write_code(code)} {in_percent(chance, 1)}" for code, chance in shown)


def keyword_lines(view: View, team: int, mind: Mind, limit: int = 4) -> list[str]:
    """What the sheet says about each column's keyword, for reports.

    Where the reading alone has another word in front, it is named with its chance there.
    """
    notes, chances, _ = trusted_keywords(view, team, mind)
    reading = keyword_chances(view, team, mind)[1]
    pending = view.pending() == team and len(view.clues[team]) == 3
    names = [*map(as_is, notes.candidates), say("(another word)")]
    lines: list[str] = []
    for slot, column in enumerate(view.columns(team)):
        shown = as_is(", ".join(column)) if column else say("no clues yet")
        if not column and not pending:
            lines.append(run(f"  {slot + 1}  ", shown))
            continue
        order = np.argsort(-chances[slot], kind="stable")[:limit]
        likely = [
            run(names[at], f" {in_percent(chances[slot, at])}") for at in order if chances[slot, at] >= 0.01
        ]
        first = int(reading[slot].argmax())
        chance = in_percent(reading[slot, first])
        alone = say(" (the reading alone: {word} {chance})", word=names[first], chance=chance)
        told = listing(likely, ",") if likely else say("anything")
        lines.append(run(f"  {slot + 1}  ", shown, ": ", told, alone if first != order[0] else ""))
    return lines


def plan_line(view: View, team: int, mind: Mind) -> str:
    """What the chances of a team's keywords rest on."""
    kinds = trusted_keywords(view, team, mind)[2]
    return say(
        "by how they wrote so far and on earlier evenings these Encryptors hide their keywords with {chance}"
        if _known(team, mind)
        else "by how they wrote so far these Encryptors hide their keywords with {chance}",
        chance=in_percent(kinds[1]),
    )
