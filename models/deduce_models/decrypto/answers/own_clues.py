"""The answer to ``deduce advise RECORD --clues "a; b; c"``: what becomes of three clues of one's own."""

from __future__ import annotations

from typing import Any

from deduce.ground.errors import ProblemError
from deduce.ground.report import Report
from deduce.ground.wording import in_percent
from deduce.rulebook.sheets import SheetReplay
from deduce_models.decrypto.advice.advice import decoding, ranked_clues, warnings
from deduce_models.decrypto.advice.encryptor import rank_triples
from deduce_models.decrypto.advice.triples import ABOUT, Triple
from deduce_models.decrypto.answers.report import asked, dials, told
from deduce_models.decrypto.components.legality import MISSING, check_clue, way_out
from deduce_models.decrypto.knowledge.belief import CodeBelief, code_belief
from deduce_models.decrypto.knowledge.understanding import own_rows, sheet
from deduce_models.decrypto.rules.moves import Code, write_code
from deduce_models.decrypto.rules.views import View, used_clues


def weigh(replay: SheetReplay, clues: str, *, seat: int | None = None) -> Report:
    """What the own team and the rivals make of three clues, and what each gives away, beside the best advice.

    Raises `ProblemError` for a seat that holds no card and for clues that break a rule.
    """
    view, mind = asked(replay, seat)
    team = view.team
    code = view.codes[team] if team is not None else None
    if team is None or code is None:
        raise ProblemError(f"seat {view.seat} holds no card to give clues for: the record needs its code")
    if not view.keywords[team]:
        raise ProblemError(f"weighing clues needs the keywords of seat {view.seat}'s team")
    given = _given(view, team, clues)
    risk, secrecy = dials(replay.record, mind)
    empty = view.with_clues(team, ())
    written = view.with_clues(team, given)
    mine = rank_triples(written, mind, risk=risk, secrecy=secrecy)[0]
    best = ranked_clues(empty, mind, risk=risk, secrecy=secrecy)[0]
    mates = code_belief(own_rows(view, team, given, mind))
    # Rivals read the published sheet.
    rivals = sheet(view, team, mind, secret=False).read(given, view.setup.words, mind.similarity)
    overheard = view.round >= view.setup.rules.interception_from
    lines = _lines(view, code, mine, mates, rivals if overheard else None)
    # By the measure of those that are offered.
    beside = zip(mine.clues, mine.heard, best.heard, strict=True)
    stray = [clue for clue, heard, most in beside if clue != MISSING and heard < min(ABOUT, most)]
    lines.append(_balance(mine, best, stray))
    data: dict[str, Any] = {
        "weighed": mine.to_dict(),
        "not_about": stray,
        "warnings": warnings(view, mine),
        "mates": mates.to_dict(),
        "rivals": rivals.to_dict(),
        "best": best.to_dict(),
    }
    return told(written, mind, lines, data)


def _given(view: View, team: int, clues: str) -> tuple[str, ...]:
    """The three clues, checked by the rules."""
    given = tuple(" ".join(part.split()) for part in clues.split(";"))
    if len(given) != 3 or len(set(given)) < 3:
        raise ProblemError(f"expected three different clues, separated by ';', not {clues!r}")
    rules = view.setup.rules
    used = used_clues(view.setup, view.past, (), team)
    for clue in given:
        broken = check_clue(
            clue,
            view.keywords[team],
            used,
            late=rules.late_clues,
            lenient=rules.clue_check == "players",
        )
        if broken is not None:
            raise ProblemError(f"{broken}{way_out(broken)}")
    return given


def _lines(view: View, code: Code, mine: Triple, mates: CodeBelief, rivals: CodeBelief | None) -> list[str]:
    team = view.team or 0
    lines = [f"{'; '.join(mine.clues)} for {write_code(code)}", ""]
    lines.append(f"your team decodes: {decoding(mine)}")
    if len(mine.readers) > 1:
        by_reader = ", ".join(f"{name} {in_percent(chance)}" for name, chance in mine.readers)
        lines.append(f"  readers of all kinds: {in_percent(mine.understood)} ({by_reader})")
    lines.append(f"  likeliest for the game's reader: {_top(mates)}")
    if rivals is None:
        lines.append("rivals intercept: not in this round")
    else:
        lines.append(f"rivals intercept: {in_percent(mine.intercept)} (their likeliest: {_top(rivals)})")
    lines.append(
        "each clue: how many readers find its keyword when they hear it alone; rivals name it (before, after):"
    )
    for clue, digit, heard, before, after in zip(
        mine.clues, code, mine.heard, mine.before, mine.leak, strict=True
    ):
        if clue != MISSING:
            word = view.keywords[team][digit - 1]
            lines.append(
                f"  {clue!r} in column {digit}, {word!r}: readers {in_percent(heard)};"
                f" rivals {in_percent(before)}, {in_percent(after)}"
            )
    return lines + [f"beware: {warning}" for warning in warnings(view, mine)]


def _balance(mine: Triple, best: Triple, stray: list[str]) -> str:
    """The balance beside the best found, where the two can be compared."""
    found = f"{best.value:+.3f}: {'; '.join(best.clues)}"
    if not stray:
        return f"balance {mine.value:+.3f}; the best found is {found}"
    named = " and ".join(map(repr, stray))
    return (
        f"balance {mine.value:+.3f}, not to be compared: readers do not find {named} to be about the keyword, and clues "
        "that nobody understands give nothing away, but lose the code; the best found of clues that are about it is "
        f"{found}"
    )


def _top(belief: CodeBelief) -> str:
    return ", ".join(f"{write_code(code)} {in_percent(chance)}" for code, chance in belief.ranked()[:3])
