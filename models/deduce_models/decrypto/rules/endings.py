"""How a game goes on and ends: the order within a round, tokens, the four ties, and the naming of keywords."""

from __future__ import annotations

from collections.abc import Sequence

from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.rules.setup import Half, Setup

__all__ = [
    "Outcome",
    "Tokens",
    "add_tokens",
    "compare_names",
    "following",
    "named_right",
    "opening",
    "outcome",
    "within",
]

Tokens = tuple[int, int, int, int]
"""White's interceptions and miscommunications, then Black's."""

Outcome = tuple[float, float]
"""What White's and Black's players score: 1 for a win, 0 for a loss, 0.5 each when shared."""

SHARED: Outcome = (0.5, 0.5)
WHITE_WINS: Outcome = (1.0, 0.0)
BLACK_WINS: Outcome = (0.0, 1.0)


def add_tokens(tokens: Tokens, half: Half, setup: Setup) -> Tokens:
    """The tokens after `half` has been answered."""
    rules = setup.rules
    counts = list(tokens)
    rivals = 2 * (1 - half.team)
    if half.intercepted:
        counts[rivals] += 1
    if half.missed:
        if not setup.trio:
            counts[2 * half.team + 1] += half.round >= rules.miscommunication_from
        elif rules.trio_miss_pays and (half.round > 1 or rules.trio_first_round_pays):
            counts[rivals] += 1
    return (counts[0], counts[1], counts[2], counts[3])


def outcome(tokens: Tokens, setup: Setup, *, last: bool) -> Outcome | str | None:
    """The result once `tokens` are looked at, ``"name"`` when keywords must break the tie, else None.

    `last` says that the last round is over. A tie is: one team with both kinds of tokens full, both teams
    winning or both losing in one round, or nobody decided after the last round.
    """
    rules = setup.rules
    if setup.trio:
        if tokens[2] >= rules.interceptions_to_win:
            return BLACK_WINS
        return WHITE_WINS if last else None
    won = [tokens[2 * team] >= rules.interceptions_to_win for team in (0, 1)]
    lost = [tokens[2 * team + 1] >= rules.misses_to_lose for team in (0, 1)]
    torn = any(won[team] and lost[team] for team in (0, 1))
    if torn or all(won) or all(lost):
        return _tie(tokens, rules)
    if won[0] or lost[1]:
        return WHITE_WINS
    if won[1] or lost[0]:
        return BLACK_WINS
    return _tie(tokens, rules) if last else None


def opening(setup: Setup, number: int) -> str:
    """The phase in which a team's clues of round `number` are first guessed at."""
    return "intercept" if number >= setup.rules.interception_from else "answer"


def within(setup: Setup, number: int, phase: str, team: int) -> tuple[str, int]:
    """Phase and team once `team` has drawn its card, has written its three clues, or has been listened in on."""
    teams = setup.encrypting(number)
    if phase == "intercept":
        return "answer", team
    if team != teams[-1]:
        return phase, team + 1
    return ("clue" if phase == "draw" else opening(setup, number)), teams[0]


def following(setup: Setup, number: int, team: int, tokens: Tokens) -> tuple[str, int, int, Outcome | None]:
    """Where the game goes once `team` has answered in round `number`: phase, round, team at it, and the result."""
    over = team == setup.encrypting(number)[-1]
    found: Outcome | str | None = None
    if over or setup.rules.end_test == "at once":
        found = outcome(tokens, setup, last=over and number == setup.rounds)
    if isinstance(found, str):
        return "name", number, 0, None
    if found is not None:
        return "over", number, 0, found
    if over:
        return "draw", number + 1, setup.encrypting(number + 1)[0], None
    return opening(setup, number), number, team + 1, None


def _tie(tokens: Tokens, rules: Rules) -> Outcome | str:
    if rules.tie_break == "none":
        return SHARED
    if rules.tie_break == "interceptions":
        lead = tokens[0] - tokens[2]
    else:
        lead = (tokens[0] - tokens[1]) - (tokens[2] - tokens[3])
    if lead > 0:
        return WHITE_WINS
    if lead < 0:
        return BLACK_WINS
    return "name" if rules.tie_break == "keywords" else SHARED


def named_right(names: Sequence[str], keywords: Sequence[str]) -> int:
    """How many keywords were named in their slots."""
    return sum(fold(name) == fold(word) for name, word in zip(names, keywords, strict=True))


def compare_names(names: Sequence[str], keywords: Sequence[str]) -> Outcome:
    """The result of the naming: `names` are White's four guesses, then Black's four."""
    lead = named_right(names[:4], keywords[4:]) - named_right(names[4:], keywords[:4])
    if lead > 0:
        return WHITE_WINS
    return BLACK_WINS if lead < 0 else SHARED
