"""How a game ends: what tokens decide, the four ties, and the naming of keywords."""

from __future__ import annotations

from collections.abc import Sequence

from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.rules.setup import Half, Setup

Tokens = tuple[int, int, int, int]
"""White's interceptions and miscommunications, then Black's."""

Outcome = tuple[float, float]
"""What White's and Black's players score: 1 for a win, 0 for a loss, 0.5 each when shared."""


def add_tokens(tokens: Tokens, half: Half, setup: Setup) -> Tokens:
    """The tokens after a half."""
    rules, counts, rivals = setup.rules, list(tokens), 2 * (1 - half.team)
    counts[rivals] += half.intercepted
    if not setup.trio:
        counts[2 * half.team + 1] += half.missed and half.round >= rules.miscommunication_from
    elif rules.trio_miss_pays and (half.round > 1 or rules.trio_first_round_pays):
        counts[rivals] += half.missed
    return (counts[0], counts[1], counts[2], counts[3])


def outcome(tokens: Tokens, setup: Setup, *, last: bool) -> Outcome | str | None:
    """The result once `tokens` are looked at, ``"name"`` when keywords must break the tie, else None.

    `last` says that the last round is over. A tie is: one team with both kinds of tokens full, both teams
    winning or both losing in one round, or nobody decided after the last round.
    """
    rules = setup.rules
    if setup.trio:
        return _ahead(-1) if tokens[2] >= rules.interceptions_to_win else _ahead(1) if last else None
    won = [tokens[2 * team] >= rules.interceptions_to_win for team in (0, 1)]
    lost = [tokens[2 * team + 1] >= rules.misses_to_lose for team in (0, 1)]
    torn = any(won[team] and lost[team] for team in (0, 1)) or all(won) or all(lost)
    if not torn and any(won + lost):
        return _ahead(1 if won[0] or lost[1] else -1)
    if not torn and not last:
        return None
    if rules.tie_break == "none":
        return _ahead(0)
    lead = tokens[0] - tokens[2]
    if rules.tie_break != "interceptions":
        lead -= tokens[1] - tokens[3]
    return "name" if lead == 0 and rules.tie_break == "keywords" else _ahead(lead)


def _ahead(lead: int) -> Outcome:
    return (1.0, 0.0) if lead > 0 else (0.0, 1.0) if lead < 0 else (0.5, 0.5)


def named_right(names: Sequence[str], keywords: Sequence[str]) -> int:
    """How many keywords were named in their slots."""
    return sum(fold(name) == fold(word) for name, word in zip(names, keywords, strict=True))


def compare_names(names: Sequence[str], keywords: Sequence[str]) -> Outcome:
    """The result of the naming: `names` are White's four guesses, then Black's four."""
    return _ahead(named_right(names[:4], keywords[4:]) - named_right(names[4:], keywords[:4]))
