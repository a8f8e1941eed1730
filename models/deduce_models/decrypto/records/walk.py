"""Walking through one player's notes: which phase they lead to, and what has been shown on the way."""

from __future__ import annotations

from deduce_models.decrypto.components.legality import MISSING, check_clue, way_out
from deduce_models.decrypto.records.entries import HIDDEN, Given, Notes, Turn
from deduce_models.decrypto.rules.endings import (
    Outcome,
    Tokens,
    add_tokens,
    compare_names,
    following,
    within,
)
from deduce_models.decrypto.rules.moves import Code, write_code
from deduce_models.decrypto.rules.setup import TEAMS, Half
from deduce_models.decrypto.rules.views import used_clues

__all__ = ["NotesWalk"]


class NotesWalk:
    """Walks through one player's notes, filling what they leave out, and stops where they end."""

    def __init__(self, notes: Notes) -> None:
        self.notes, self.setup = notes, notes.setup
        self.past: list[Half] = []
        self.tokens: Tokens = (0, 0, 0, 0)
        self.phase, self.round, self.turn = "deal", 1, 0
        self.result: Outcome | None = None
        self.codes: list[Code | None] = [None, None]
        self.clues: list[tuple[str, ...]] = [(), ()]
        self.counts = [0, 0]
        self.written: Code | None = None

    def run(self) -> None:
        """Walk to the end of the notes, or to the first thing that they leave open."""
        setup, notes = self.setup, self.notes
        own = setup.team(notes.seat or 0)
        for team in range(setup.keywords // 4):
            entry = notes.keywords.get(team)
            if entry is not None and notes.rounds and (problem := _incomplete(entry)):
                raise entry.line.error(problem, entry.line.words[1][1])
            if entry is not None and len(entry.words) < 4:
                self.turn = team
                return
            if entry is None and team == own and not notes.rounds:
                self.turn = team
                return
        number = 1
        while self.result is None:
            self.phase, self.round, self.turn = "draw", number, setup.encrypting(number)[0]
            if number > len(notes.rounds) or not self._play_round(number):
                return
            number += 1
            if self.phase == "name":
                self._name()
                return

    def _play_round(self, number: int) -> bool:
        """Walk through one round, in the order of the rules; False where the notes end or the game does."""
        pair = self.notes.rounds[number - 1]
        self.codes, self.clues, self.counts, self.written = [None, None], [(), ()], [0, 0], None
        steps = {
            "draw": self._draw,
            "clue": self._listen,
            "intercept": self._intercept,
            "answer": self._answer,
        }
        while True:
            team = self.turn
            if not steps[self.phase](number, pair, team):
                return False
            if self.phase != "answer":
                self.phase, self.turn = within(self.setup, number, self.phase, team)
                continue
            self.codes[team], self.clues[team], self.counts[team], self.written = None, (), 0, None
            self.phase, _, self.turn, self.result = following(self.setup, number, team, self.tokens)
            if self.phase in ("name", "over", "draw"):
                return self.phase != "over"

    def _draw(self, number: int, pair: tuple[Turn, Turn], team: int) -> bool:
        # Who holds a card knows that the teams before his have drawn theirs.
        drawn = any(pair[later].code is not None for later in self.setup.encrypting(number) if later > team)
        if pair[team].code is None and not drawn and not any(_begun(turn) for turn in pair):
            return False
        self.codes[team] = None if (entry := pair[team].code) is None else entry.code
        return True

    def _listen(self, number: int, pair: tuple[Turn, Turn], team: int) -> bool:
        read = any(turn.clues is not None and len(turn.clues.words) == 3 for turn in pair)
        others = (pair[other].clues for other in self.setup.encrypting(number) if other > team)
        later = any(clues is not None and clues.words for clues in others)
        self.counts[team] = self._take_clues(team, pair[team], bool(read or later))
        if self.counts[team] < 3:
            self._check_unfinished(number, pair, pair[team].clues, bool(later))
            return False
        return True

    def _intercept(self, number: int, pair: tuple[Turn, Turn], team: int) -> bool:
        return pair[team].interception is not None or pair[team].answer is not None

    def _answer(self, number: int, pair: tuple[Turn, Turn], team: int) -> bool:
        turn = pair[team]
        self.written = turn.interception.code if turn.interception else None
        if turn.answer is None:
            return False
        self._finish(number, team, turn)
        return True

    def _take_clues(self, team: int, turn: Turn, read: bool) -> int:
        if turn.clues is None:
            return 3 if read else 0
        shown = tuple(clue for clue in turn.clues.words if clue != HIDDEN)
        if len(shown) not in (0, len(turn.clues.words)):
            raise turn.clues.line.error("clues of one team are read together: all of them or '?' for each")
        self.clues[team] = shown
        self._check_clues(team, turn.clues)
        return len(turn.clues.words)

    def _check_unfinished(
        self, number: int, pair: tuple[Turn, Turn], entry: Given | None, later: bool
    ) -> None:
        """Where clues are still missing, nothing can have come after them."""
        after = later or number < len(self.notes.rounds)
        if entry is not None and (after or any(turn.interception or turn.answer for turn in pair)):
            raise entry.line.error(
                f"expected three clues, separated by ';', not {len(entry.words)} ('-' for one not given)",
                entry.line.words[1][1],
            )

    def _check_clues(self, team: int, entry: Given) -> None:
        rules = self.setup.rules
        words = self.notes.keywords.get(team)
        own = tuple(word for word in (words.words if words else ()) if word != HIDDEN)
        used = used_clues(self.setup, self.past, (), team)
        lenient = rules.clue_check == "players"
        for clue in self.clues[team]:
            if violation := check_clue(clue, own, used, late=rules.late_clues, lenient=lenient):
                raise entry.line.error(f"{violation}{way_out(violation)}")
            if clue != MISSING and rules.repeated_clues != "free":
                used.append(clue)

    def _finish(self, number: int, team: int, turn: Turn) -> None:
        code, answer = self.codes[team], turn.answer.code if turn.answer else None
        line = turn.answer.line if turn.answer else self.notes.first
        if code is None:
            raise line.error(
                f"once {TEAMS[team]} has answered, its code is shown: add '{TEAMS[team]} code'"
            )
        if len(self.clues[team]) != 3 or answer is None:
            raise line.error(f"once {TEAMS[team]} has answered, its three clues and its guess are known")
        caught = None
        if number >= self.setup.rules.interception_from:
            if turn.interception is None or turn.interception.code is None:
                rivals = TEAMS[1 - team]
                raise line.error(
                    f"from round {number} on '{rivals} intercepts' belongs to every answer; in a line of its half "
                    f"it stands behind a stroke, as in '= {write_code(answer)} / 4-2-1'"
                )
            caught = turn.interception.code
        half = Half(number, team, code, self.clues[team], caught, answer)
        self.past.append(half)
        self.tokens = add_tokens(self.tokens, half, self.setup)

    def _name(self) -> None:
        counts = [len(entry.words) if (entry := self.notes.names.get(team)) else 0 for team in (0, 1)]
        self.turn = 0 if counts[0] < 4 else 1
        if sum(counts) == 8:
            cards = [self.notes.keywords.get(team) for team in (0, 1)]
            named = [self.notes.names[team].words for team in (0, 1)]
            if not all(card and HIDDEN not in card.words for card in cards):
                raise self.notes.names[1].line.error("once all are named, both teams' keywords are shown")
            words = tuple(word for card in cards if card for word in card.words)
            self.result = compare_names((*named[0], *named[1]), words)
            self.phase, self.turn = "over", 0


def _incomplete(entry: Given) -> str:
    """What is wrong with a line of keywords once the game has begun; empty if nothing."""
    if len(entry.words) < 4:
        return f"expected four keywords, separated by ';', not {len(entry.words)}"
    if HIDDEN in entry.words and set(entry.words) != {HIDDEN}:
        return "the keywords of one team are known together: all four, or '?' for each"
    return ""


def _begun(turn: Turn) -> bool:
    return any(entry is not None for entry in (turn.clues, turn.interception, turn.answer))
