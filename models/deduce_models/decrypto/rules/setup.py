"""Who sits where and does what: teams, the rotation of Encryptors, and who speaks for a team."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import WordList

WHITE: Final = 0
BLACK: Final = 1
TEAMS: Final = ("white", "black")
TITLES: Final = ("White", "Black")
"""The teams, as sentences begin with them."""
UNLIMITED: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Half:
    """One team's clues of one round, after everything about them has been said.

    `interception` is None when there was none (round 1); a missing clue is ``-``.
    """

    round: int
    team: int
    code: tuple[int, int, int]
    clues: tuple[str, ...]
    interception: tuple[int, int, int] | None
    answer: tuple[int, int, int]

    @property
    def intercepted(self) -> bool:
        """Whether the rivals found the code."""
        return self.interception == self.code

    @property
    def missed(self) -> bool:
        """Whether the own team did not."""
        return self.answer != self.code


@dataclass(frozen=True, slots=True)
class Setup:
    """What stays fixed for a whole game: players, rules and words.

    With three players White is the team (seats 1 and 2) and Black the lone Interceptor (seat 3); with more,
    odd seats are White and even seats are Black.
    """

    players: int
    rules: Rules
    words: WordList

    @property
    def trio(self) -> bool:
        """Whether this is the game for three."""
        return self.players == 3

    @property
    def rounds(self) -> int:
        """The last round's number; beyond every game where rounds are unlimited."""
        rounds = self.rules.trio_rounds if self.players == 3 else self.rules.rounds
        return UNLIMITED if rounds == "unlimited" else rounds

    @property
    def keywords(self) -> int:
        """How many keyword cards are dealt."""
        return 4 if self.players == 3 else 8

    def team(self, seat: int) -> int | None:
        """The team of a seat; None for the bystander (seat 0)."""
        if seat == 0:
            return None
        if self.players == 3:
            return BLACK if seat == 3 else WHITE
        return WHITE if seat % 2 else BLACK

    def members(self, team: int) -> range:
        """The seats of a team, in order."""
        if self.players == 3:
            return range(3, 4) if team else range(1, 3)
        return range(1 + team, self.players + 1, 2)

    def encrypting(self, number: int) -> tuple[int, ...]:
        """The teams that give clues in round `number`, in the order in which their clues are read."""
        if self.players == 3:
            return (WHITE,)
        if self.rules.encryption == "alternate":
            return (WHITE,) if number % 2 else (BLACK,)
        return (WHITE, BLACK)

    def encryptor(self, number: int, team: int) -> int:
        """The seat that encrypts for `team` in round `number`; the role goes round."""
        seats = self.members(team)
        turn = (number - 1) // 2 if self.rules.encryption == "alternate" and not self.trio else number - 1
        return seats[turn % len(seats)]

    def answerer(self, number: int, team: int) -> int:
        """The seat that states the team's answer to its own clues: the next after the Encryptor."""
        seats = self.members(team)
        return seats[(seats.index(self.encryptor(number, team)) + 1) % len(seats)]

    def interceptor(self, number: int, team: int) -> int:
        """The seat that states `team`'s guess at the rivals' code."""
        encryptor = self.encryptor(number, team)
        return encryptor if self.rules.encryptor_intercepts else self.answerer(number, team)

    def namer(self, team: int) -> int:
        """The seat that names the rivals' keywords in the tie-break: the team's first."""
        return self.members(team)[0]
