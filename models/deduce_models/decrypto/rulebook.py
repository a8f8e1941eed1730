"""The rules of Decrypto, as the rulebook reads: keywords, rounds of clues and guesses, tokens, the tie-break.

A round is: every encrypting team draws its code, writes three clues (three moves, hidden until the team's half), then
for White and after it Black: the rivals' interception (from round 2) and the team's answer, hidden from each other
until both are written; the code is shown, tokens are given. Tokens are looked at when the round is over, unless the
option ``end_test`` says otherwise. Keywords, codes and clues are secrets: `deduce_models.decrypto.knowledge` says what
a seat believes of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import chain
from typing import Any

from deduce.rulebook import EVERYBODY, Secret, Table
from deduce_models.decrypto.components.legality import MISSING, fold, unwritable
from deduce_models.decrypto.components.options import Rules
from deduce_models.decrypto.components.wordlist import WordList
from deduce_models.decrypto.rules.endings import add_tokens, compare_names, outcome
from deduce_models.decrypto.rules.moves import CODES, Code, write_code
from deduce_models.decrypto.rules.setup import TEAMS, Half, Setup
from deduce_models.decrypto.rules.views import clue_refused, clues_barred


@cache
def keyword_secret(team: int, slot: int) -> Secret:
    """The keyword of a column (slots from 0)."""
    return Secret(f"{TEAMS[team]} keyword[{slot + 1}]", f"{TEAMS[team]} keywords")


@cache
def code_secret(team: int, number: int) -> Secret:
    """A team's code of a round."""
    return Secret(f"{TEAMS[team]} code ({number})", f"{TEAMS[team]} code")


@cache
def clue_secret(team: int, number: int, place: int) -> Secret:
    """One of a team's three clues of a round (places from 0)."""
    return Secret(f"{TEAMS[team]} clue {place + 1} ({number})", f"{TEAMS[team]} clues")


@cache
def guess_secret(team: int, number: int) -> Secret:
    """What a team writes down for its rivals' code."""
    return Secret(f"{TEAMS[team]} interception ({number})", f"{TEAMS[team]} intercepts")


@cache
def name_secret(team: int, slot: int) -> Secret:
    """What a team names for a keyword of its rivals."""
    return Secret(f"{TEAMS[team]} name[{slot + 1}]", f"{TEAMS[team]} names")


def rules(t: Table) -> Any:
    """Keywords are dealt, four a team, hidden from the other."""
    setup = t.open.setup = t.once("setup", lambda: Setup(len(t.seats), Rules(**vars(t.options)), t.data))
    t.open.phase, t.open.round, t.open.turn, t.open.tokens, t.open.result = "deal", 1, 0, (0, 0, 0, 0), None
    t.open.past, t.open.clues, t.open.counts, t.open.drawn = (), ((), ()), (0, 0), ()
    t.open.dealt, t.open.named = 0, 0
    box = t.once(
        "box",
        lambda: t.box(
            "keyword",
            t.data.keywords,
            _card,
            "the card of {!r} has been dealt; every keyword is there once",
            fold,
        ),
    )
    dealt: list[Secret] = []
    for number in range(setup.keywords):
        t.open.turn = number // 4
        card = keyword_secret(number // 4, number % 4)
        yield t.lot(
            card, box, setup.members(number // 4), dealt, silent=True, task="a keyword card is dealt"
        )
        dealt.append(card)
        t.open.dealt += 1
    return play_round


def _card(text: str, dealt: Sequence[str]) -> str | None:
    """Tables play with cards that are not in the list, so any word may be dealt."""
    if unwritable(text) or fold(text) != text:
        return f"{text!r} is not a keyword as records write it: lower case, one line"
    return f"the card of {text!r} has been dealt; every keyword is there once" if text in dealt else None


def play_round(t: Table) -> Any:
    """Each Encryptor draws a card in secret and writes three clues; then the halves are played."""
    o = t.open
    setup, number = o.setup, o.round
    t.part(f"round {number}")
    teams = setup.encrypting(number)
    used = setup.rules.codes != "returned"
    cards = t.once("cards", lambda: t.box("code", CODES, out="it has been used up"))
    o.phase, o.drawn = "draw", ()
    for o.turn in teams:
        code = code_secret(o.turn, number)
        spent = [half.code for half in o.past if half.team == o.turn] if used else ()
        yield t.lot(code, cards, setup.encryptor(number, o.turn), spent, task="a code card is drawn")
        o.drawn = (*o.drawn, o.turn)
    o.phase = "clue"
    for o.turn in teams:
        yield _clues(t, o.turn)
    for o.turn in teams:
        yield _half(t, o.turn)
        over = o.turn == teams[-1]
        if over or setup.rules.end_test == "at once":
            found = outcome(o.tokens, setup, last=over and number == setup.rounds)
            if isinstance(found, str):
                o.phase = "name"
                return _tie_break
            if found is not None:
                return _over(t, found)
    o.round += 1
    return play_round


def _clues(t: Table, team: int) -> Any:
    """Three clues, hidden until they are read."""
    o = t.open
    setup, number = o.setup, o.round
    own = [keyword_secret(team, slot) for slot in range(4)]
    words, late = t.data, setup.rules.late_clues
    listed = t.once("clues", lambda: (*words.vocabulary, MISSING)) if late else words.vocabulary
    given: tuple[Secret, ...] = ()
    seat = setup.encryptor(number, team)
    spell = partial(_spelt, words)
    refuse, barred = partial(clue_refused, setup, o.past, team), clues_barred(setup, o.past, team)
    for place in range(3):
        menu = t.free(
            "clue", refuse, listed, given=(own, given), barred=barred, places=words.word_index, spell=spell
        )
        secret = clue_secret(team, number, place)
        yield t.choose(seat, menu, seat, secret=secret, task="the Encryptor writes a clue")
        given = (*given, secret)
        o.counts = (place + 1, o.counts[1]) if team == 0 else (o.counts[0], place + 1)


def _spelt(words: WordList, text: str) -> str:
    """Clues are kept as they were said, except that a listed word has one spelling."""
    plain = fold(text)
    return plain if plain in words.word_index or plain == MISSING else text


def _half(t: Table, team: int) -> Any:
    """A team's clues are read, the rivals write down a code, the team answers, and the code is shown."""
    o = t.open
    setup, number, rivals = o.setup, o.round, 1 - team
    guesses = t.once("guesses", lambda: {f"guess {write_code(code)}": code for code in CODES})
    clues = tuple([t.show(EVERYBODY, clue_secret(team, number, place)) for place in range(3)])
    heard = () if None in clues else clues
    o.clues = (heard, o.clues[1]) if team == 0 else (o.clues[0], heard)
    guess = None
    if number >= setup.rules.interception_from:
        o.phase = "intercept"
        guess = guess_secret(rivals, number)
        members, seat = setup.members(rivals), setup.interceptor(number, rivals)
        yield t.choose(
            seat, guesses, members, secret=guess, task="the rivals write down their interception"
        )
    o.phase = "answer"
    answer = yield t.choose(
        setup.answerer(number, team),
        guesses,
        name=f"{TEAMS[team]} guesses",
        task="the team writes down its answer",
    )
    code: Code = t.show(EVERYBODY, code_secret(team, number), needed=True)
    caught = None if guess is None else t.show(EVERYBODY, guess, needed=True)
    half = Half(number, team, code, clues, caught, answer)
    o.past = (*o.past, half)
    o.tokens = add_tokens(o.tokens, half, setup)
    o.drawn = tuple(side for side in o.drawn if side != team)
    o.clues = ((), o.clues[1]) if team == 0 else (o.clues[0], ())
    o.counts = (0, o.counts[1]) if team == 0 else (o.counts[0], 0)


def _tie_break(t: Table) -> Any:
    """Still equal: each team names the rivals' keywords, hidden until both have."""
    o, setup, listed = t.open, t.open.setup, t.data
    named: list[list[Secret]] = [[], []]
    for o.turn in (0, 1):
        own = [keyword_secret(o.turn, slot) for slot in range(4)]
        for slot in range(4):
            menu = t.free(
                "name",
                _not_named,
                listed.keywords,
                given=(own, tuple(named[o.turn])),
                barred=lambda own, named: _places(listed.keyword_index, own, named),
                places=listed.keyword_index,
                spell=fold,
            )
            secret = name_secret(o.turn, slot)
            yield t.choose(
                setup.namer(o.turn),
                menu,
                setup.members(o.turn),
                secret=secret,
                task="a team names the rivals' keywords",
            )
            named[o.turn].append(secret)
            o.named += 1
    names = [t.show(EVERYBODY, secret, needed=True) for secret in chain(*named)]
    words = [keyword_secret(team, slot) for team in (0, 1) for slot in range(4)]
    cards = [t.show(EVERYBODY, secret, needed=True) for secret in words]
    o.turn = 0
    return _over(t, compare_names(names, cards))


def _not_named(text: str, own: Sequence[str], named: Sequence[str]) -> str | None:
    if unwritable(text) or fold(text) != text:
        return f"{text!r} is not a word as records write it: lower case, one line"
    if text in own:
        return f"{text!r} is your own keyword; every keyword is there once"
    return f"you have named {text!r} already; every keyword is there once" if text in named else None


def _places(index: dict[str, int], *words: Sequence[str]) -> frozenset[int]:
    return frozenset(index[word] for word in chain(*words) if word in index)


def _over(t: Table, found: tuple[float, float]) -> list[float]:
    """The result, and all that was hidden is shown."""
    o, setup = t.open, t.open.setup
    clues: list[tuple[str, ...]] = [(), ()]
    for number in range(setup.keywords):
        t.show(EVERYBODY, keyword_secret(number // 4, number % 4))
    for team in o.drawn:  # Black's half, where White's ended the game
        t.show(EVERYBODY, code_secret(team, o.round))
        read = tuple([t.show(EVERYBODY, clue_secret(team, o.round, place)) for place in range(3)])
        clues[team] = () if None in read else read
    o.phase, o.turn, o.result, o.clues = "over", 0, found, tuple(clues)
    return [found[setup.team(seat) or 0] for seat in t.seats]
