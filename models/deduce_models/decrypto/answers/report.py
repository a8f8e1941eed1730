"""The answers to ``deduce solve``, ``advise`` and ``games`` for records of Decrypto."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from deduce.ground.errors import ProblemError
from deduce.ground.lazy import Later
from deduce.ground.reading import is_file
from deduce.ground.report import Report
from deduce.ground.wording import as_is, in_percent, listing, many, passage, person, run, say
from deduce.records.header import file_of
from deduce.records.record import Record
from deduce.rulebook.sheets import SheetReplay
from deduce.vocabulary.norms import edinburgh
from deduce.vocabulary.vectors import english
from deduce_models.decrypto.advice import RISK, SECRECY, SECRECY_FROM_STRANGERS
from deduce_models.decrypto.advice import advice as advising
from deduce_models.decrypto.components.legality import LEFT_TO_PLAYERS, MISSING, inside
from deduce_models.decrypto.components.options import OPTIONS, components
from deduce_models.decrypto.components.wordlist import built_in
from deduce_models.decrypto.knowledge.belief import CodeBelief, another
from deduce_models.decrypto.knowledge.reader import Reader
from deduce_models.decrypto.knowledge.similarity import FloatArray
from deduce_models.decrypto.knowledge.trust import trusted_codes, trusted_keywords
from deduce_models.decrypto.knowledge.understanding import (
    Contribution,
    Mind,
    ScoreSheet,
    contributions,
    keyword_chances,
    mind_for,
    read_codes,
)
from deduce_models.decrypto.records.judging import heeding
from deduce_models.decrypto.rules.moves import write_code
from deduce_models.decrypto.rules.setup import TEAMS, TITLES
from deduce_models.decrypto.rules.views import View

_styles_in, _people_rows = (
    Later(f"deduce_models.decrypto.answers.people:{name}") for name in ("styles_in", "people_rows")
)

AUDIENCES: Final = ("strangers", "players")
"""For whom clues are: people who read each in his own way, or the players of this library, who know its list by heart."""

SUPPOSED: Final = {
    "strangers": "both chances are for readers who had no part in choosing (fitted to a sentence encoder); "
    "'audience: players' in the head is for the players here, who know the list by heart",
    "players": "'your team decodes' and 'rivals intercept' are as it happens among the strongest players here; "
    "'strangers' are readers who had no part in choosing (fitted to a sentence encoder); the value weighs "
    "'readers of all kinds', the mean over people who read in several ways",
}
"""What the chances of clues suppose."""


def _dial(record: Record, key: str, default: float) -> float:
    text = record.get(key)
    try:
        value = float(text) if text else default
    except ValueError:
        value = -1.0
    if not 0 <= value < math.inf:
        raise record.line_of(key).error(f"expected '{key}: N' with a number of at least 0, not {text!r}", 1)
    return value


def dials(record: Record, mind: Mind) -> tuple[float, float]:
    """The record's `risk` and `secrecy`; where it has none, those of the audience."""
    usual = SECRECY_FROM_STRANGERS if mind.strangers else SECRECY
    return _dial(record, "risk", RISK), _dial(record, "secrecy", usual)


def audience(record: Record) -> str:
    """The record's `audience`. Raises `RecordError` for one that is none."""
    found = record.get("audience") or AUDIENCES[0]
    if found not in AUDIENCES:
        raise record.line_of("audience").error(
            f"expected 'audience: {' or '.join(AUDIENCES)}', not {found!r}", 1
        )
    return found


def asked(replay: SheetReplay, seat: int | None, *, behind: bool = False) -> tuple[View, Mind]:
    """The view that is meant, and how its owner reads clues: the record's vectors and judgements.

    Behind a line that was not read nothing is answered, but with `behind`, for whoever says so himself.
    Raises `RecordError` for a file of vectors that is not there and for a reader or an audience that is none.
    """
    if replay.unread and not behind:
        from deduce.rulebook.answers import all_read

        all_read(replay)
    extra = replay.record.get("reader") or None
    if extra is not None:
        from deduce.vocabulary.encoders import ENCODERS

        if extra not in ENCODERS:
            raise replay.record.line_of("reader").error(
                f"expected 'reader: NAME' with one of {', '.join(ENCODERS)}, not {extra!r}", 1
            )
    vectors = file_of(replay.record, "vectors")
    if vectors is not None and not is_file(vectors):
        raise replay.record.line_of("vectors").error(f"there is no file {str(vectors)!r}", 1)
    seen = replay.view(seat)
    view: View = seen.face
    mind = heeding(mind_for(view.setup.words, extra), seen.remarks)
    similarity = mind.similarity
    if vectors is not None:
        from deduce_models.decrypto.knowledge.vectors import load_vectors

        similarity = load_vectors(vectors)
    # How strangers read is known of the voices that come with the game, and of no other vectors or languages.
    strangers = audience(replay.record) == "strangers" and isinstance(similarity, Reader)
    styles = _styles_in(replay, view) if replay.record.get("habits") else ()
    return view, replace(mind, similarity=similarity, strangers=strangers, styles=styles)


def _texts(view: View) -> list[str]:
    """The keywords and clues of a view."""
    keywords = [word for words in view.keywords for word in words]
    clues = [clue for half in view.past for clue in half.clues] + [c for given in view.clues for c in given]
    return [text for text in (*keywords, *clues) if text != MISSING]


def told(view: View, mind: Mind, lines: list[str], data: dict[str, Any]) -> Report:
    """The report, with a line for words that say nothing because nobody knows them."""
    texts, reader = _texts(view), mind.similarity
    unknown, slips = (
        (reader.unknown(texts), reader.slips(texts)) if isinstance(reader, Reader) else ([], {})
    )
    words = as_is("; ".join(unknown))
    named = [say("unknown words, taken as no evidence: {words}", words=words)] if unknown else []
    if slips:
        pairs = [say("{typed} for {meant}", typed=as_is(a), meant=as_is(b)) for a, b in slips.items()]
        named.append(say("taken as slips of the pen: {pairs}", pairs=listing(pairs, ";")))
    passed = _passed(view)
    allowed = "taken as allowed, which is for the players to say: {clue} has the keyword {word} in it"
    named += [say(allowed, clue=as_is(repr(clue)), word=as_is(repr(word))) for clue, word in passed.items()]
    more = {"unknown": unknown, "slips": slips, "passed": passed}
    return Report(
        passage([*lines, *named]), {**data, **{key: value for key, value in more.items() if value}}
    )


def _passed(view: View) -> dict[str, str]:
    """Clues of teams whose keywords the seat knows that have one of these in a longer word, and which."""
    found = {}
    for team in range(view.setup.keywords // 4):
        keywords = [word for word in view.keywords[team] if word]
        for clue in (*(clue for column in view.columns(team) for clue in column), *view.clues[team]):
            if clue and (word := inside(clue, keywords)) is not None:
                found[clue] = word
    return found


def _title(view: View) -> str:
    team = view.team
    white, black = view.tokens[:2], view.tokens[2:]
    if view.setup.trio:
        most = view.setup.rules.interceptions_to_win
        marks = say("the Interceptor has {count} of {number:token}", count=black[0], number=most)
    else:
        hits, misses = f"{white[0]}-{black[0]}", f"{white[1]}-{black[1]}"
        marks = say("interceptions {hits}, misses {misses} (White-Black)", hits=hits, misses=misses)
    who: str = say("a bystander")
    if team is not None:
        who = run(person(view.seat), ", ", say(TITLES[team]))
    phase = say(view.phase)
    return say(
        "round {round}, {phase}; {who}; {marks}", round=view.round, phase=phase, who=who, marks=marks
    )


def read_now(view: View) -> list[int]:
    """Teams whose three clues are known to the seat, and whose code is not."""
    return [
        team
        for team in view.setup.encrypting(view.round)
        if len(view.clues[team]) == 3
        and view.codes[team] is None
        and view.phase in ("clue", "intercept", "answer")
    ]


def solve(replay: SheetReplay, *, seat: int | None = None) -> Report:
    """Chances of codes and keywords, with every clue's contribution to the reading of the codes."""
    view, mind = asked(replay, seat, behind=True)
    key = "line {line}: {what} are waited for, of which {count} are noted"
    begun = [
        say(key, line=given.line.number, what=noun, count=len(given.words)) for given, noun in replay.begun
    ]
    lines: list[str] = [_title(view), *begun]
    data: dict[str, Any] = {
        "round": view.round, "phase": view.phase, "seat": view.seat,
        "codes": {}, "keywords": {}, "reading": {"codes": {}, "keywords": {}},
    }  # fmt: skip
    for team in read_now(view):
        belief = read_codes(view, team, mind)
        said = contributions(view, team, mind, belief.best)
        lines += _code_lines(view, team, mind, belief, said)
        data["codes"][TEAMS[team]] = {
            "clues": list(view.clues[team]),
            **trusted_codes(view, team, mind).belief.to_dict(),
            "contributions": [each.to_dict() for each in said],
        }
        data["reading"]["codes"][TEAMS[team]] = belief.to_dict()
    for team in range(view.setup.keywords // 4):
        if not view.keywords[team]:
            just_read = say("; with the clues just read") if team in read_now(view) else ""
            how = run(advising.plan_line(view, team, mind), just_read)
            whose = say(TITLES[team])
            lines += ["", say("{team}'s columns and the likeliest keywords ({how}):", team=whose, how=how)]
            lines += advising.keyword_lines(view, team, mind)
            notes, believed = trusted_keywords(view, team, mind)[:2]
            data["keywords"][TEAMS[team]] = _keyword_data(notes, believed)
            data["reading"]["keywords"][TEAMS[team]] = _keyword_data(*keyword_chances(view, team, mind))
    rows, people = _people_rows(replay, view) if replay.record.get("habits") else ([], {})
    report = told(view, mind, [*lines, *rows], {**data, **people})
    if not replay.unread:
        return report
    from deduce.rulebook.answers import as_far_as_read

    return as_far_as_read(replay, [report.text], report.data)


def _code_lines(
    view: View, team: int, mind: Mind, belief: CodeBelief, said: Sequence[Contribution]
) -> list[str]:
    trusted = trusted_codes(view, team, mind).belief
    lines: list[str] = [
        "",
        say(
            "{team}'s clues {clues} ({how}): {codes}",
            team=say(TITLES[team]), clues=as_is("; ".join(view.clues[team])),
            how=say("decoding" if view.keywords[team] else "intercepting"), codes=as_is(advising.top_codes(trusted)),
        ),
        run("(", advising.claim(view, team, mind), ")"),
        advising.digit_table(trusted),
        say("if each clue was chosen for its keyword alone: {codes}", codes=as_is(advising.top_codes(belief))),
    ]  # fmt: skip
    speaking = [c for c in said if abs(c.bits) >= 0.1]
    if speaking:
        best = as_is(write_code(belief.best))
        lines.append(say("what speaks for {code} (bits; without the clue it would have):", code=best))
        # What differs in the tenth place speaks as strongly: such clues stand as they were given.
        for one in sorted(speaking, key=lambda c: -round(abs(c.bits), 9)):
            column: dict[str, Any] = {"column": one.column, "round": one.round}
            where = say("column {column}, round {round}", **column) if one.column else say("now")
            clue, without = as_is(one.clue), f"): {in_percent(one.without, 1)}"
            lines.append(run(f"  {one.bits:+6.2f}  ", clue, " (", where, without))
    return lines


def _keyword_data(notes: ScoreSheet, chances: FloatArray, limit: int = 8) -> list[dict[str, float]]:
    found = []
    for slot, row in enumerate(chances, 1):
        names = [*notes.candidates, another(slot)]
        order = sorted(range(len(names)), key=lambda at: -row[at])[:limit]
        found.append({names[at]: round(float(row[at]), 6) for at in order})
    return found


def advise(replay: SheetReplay, *, seat: int | None = None, **_: object) -> Report:
    """Ranked clues when the seat holds a card, else ranked codes for clues that were read, else names.

    Nothing here is random or long enough to need a limit.

    Raises `ProblemError` where there is nothing to decide.
    """
    view, mind = asked(replay, seat)
    team = view.team
    holds = team is not None and view.codes[team] is not None and len(view.clues[team]) < 3
    # In notes the rivals' card is often not mentioned; holding one's own is enough to think about clues.
    if holds and view.phase in ("draw", "clue"):
        return _clue_report(view, mind, *dials(replay.record, mind))
    unread = read_now(view)
    if unread:
        lines, data, rows = [_title(view)], {}, []
        for side in unread:
            trusted = trusted_codes(view, side, mind)
            belief = trusted.belief
            doing = (
                "to answer {team}'s clues {clues}:"
                if side == team
                else "to intercept {team}'s clues {clues}:"
            )
            lines += ["", say(doing, team=say(TITLES[side]), clues=as_is("; ".join(view.clues[side])))]
            ranked = belief.ranked()[:6]
            lines += [
                run("  ", advising.reason_for_code(view, belief, code, team=side)) for code, _ in ranked
            ]
            rows += [
                {
                    "move": f"{TEAMS[team]} {'guesses' if side == team else 'intercepts'} {write_code(code)}",
                    "value": round(chance, 6),
                    "unit": "right",
                    "kind": "heuristic",
                    "reason": advising.beside(view, belief, code, side),
                }
                for code, chance in ranked
                if team is not None
            ]
            lines.append(run("  (", advising.trust_line(view, side, mind), ")"))
            data[TEAMS[side]] = {**belief.to_dict(), "kinds": list(trusted.kinds)}
            data[TEAMS[side]]["reading"] = trusted.reading.to_dict()["codes"]
        who = {} if team is None else {"player": say(TITLES[team]), "unit": "chance", "guesses": rows}
        known, people = _people_rows(replay, view) if replay.record.get("habits") else ([], {})
        return told(view, mind, [*lines, *known], {**who, "advice": data, **people})
    if view.phase == "name" and team is not None:
        rivals = 1 - team
        lines = [
            _title(view),
            "",
            say("{team}'s keywords:", team=say(TITLES[rivals])),
            *advising.keyword_lines(view, rivals, mind),
        ]
        notes, chances = trusted_keywords(view, rivals, mind)[:2]
        return told(view, mind, lines, {"names": _keyword_data(notes, chances)})
    key = (
        "there is nothing to decide now ({where}): "
        "advice needs clues without an answer, or a code without clues"
    )
    raise ProblemError(say(key, where=_title(view)))


def _clue_report(view: View, mind: Mind, risk: float, secrecy: float) -> Report:
    triples = advising.ranked_clues(view, mind, risk=risk, secrecy=secrecy)
    how = (
        "clues, best first (value = team decodes - {risk} x rivals intercept - {secrecy} x what it gives away):"
        if mind.strangers
        else "clues, best first (value = readers of all kinds - {risk} x feared interception - {secrecy} x what it gives "
        "away):"
    )
    lines: list[str] = [_title(view), "", say(how, risk=f"{risk:g}", secrecy=f"{secrecy:g}")]
    common = advising.shared_warnings(view, triples)
    for triple in triples:
        lines.append(run(f"  {triple.value:+.3f}  ", advising.reason_for_triple(view, triple, common)))
    lines += [say("whatever you say: {warning}", warning=warning) for warning in common]
    lines.append(run("(", say(SUPPOSED["strangers" if mind.strangers else "players"]), ")"))
    side = TEAMS[view.team or 0]
    rows = [
        {
            "move": f"{side} clues {'; '.join(triple.clues)}",
            "reason": advising.reason_for_triple(view, triple, common),
            **triple.to_dict(),
            "warnings": advising.warnings(view, triple),
        }
        for triple in triples
    ]
    return told(view, mind, lines, {"player": TITLES[view.team or 0], "clues": rows})


def describe(plain: Report) -> Report:
    """The options, then components and word list with provenance, licence and reasons."""
    words = built_in()
    lines = [plain.text, "", "components"]
    for key, group in components().items():
        lines.append(f"  {key} ({group['provenance']}): {group['reason']}")
    clues = sum(map(len, words.associations.values()))
    lines.append(
        f"  built-in list: {len(words.keywords)} keywords, {clues} associations, "
        f"{many(len(words.vocabulary), 'word')}; {words.provenance}; licence {words.licence}"
    )
    vectors = english()
    lines.append(f"  word vectors: {vectors.provenance} licence {vectors.licence}")
    norms = edinburgh()
    lines.append(f"  association norms: {norms.title}, {many(len(norms), 'word')}; licence {norms.licence}")
    lines += ["", "rules left to the players", *(f"  {k}: {v}" for k, v in LEFT_TO_PLAYERS.items())]
    data = {
        **plain.data,
        "vectors": {"words": len(vectors), "provenance": vectors.provenance, "licence": vectors.licence},
        "norms": {"words": len(norms), "title": norms.title, "licence": norms.licence},
        "left_to_players": dict(LEFT_TO_PLAYERS),
        "components": components(),
        "words": {
            "keywords": len(words.keywords),
            "associations": clues,
            "vocabulary": len(words.vocabulary),
            "provenance": words.provenance,
            "licence": words.licence,
        },
        "sources": {key: option.provenance for key, option in OPTIONS.items()},
    }
    return Report("\n".join(lines), data)
