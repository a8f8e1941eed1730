"""Lines of notes that are turned, weakened, asked, wished, reported or taken back: ``python tests/campaign.py notes``.

An evening is played at random, and its lines are taken as the game writes them, as a hurried hand does, and as people
typed them (`tests/games/hurried`). A line that says another thing than before must be refused or read as that: never as
the very same move or fact. ``python tests/notes_campaign.py NAME --seed 1 --pieces 5`` shows what was read as something
else, to be looked at.

One file because it is a table of modifiers and what is done with each.
"""

from __future__ import annotations

import argparse
import importlib
import random
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
sys.path += [str(HERE), str(HERE.parent), str(HERE / "rulebook"), str(HERE.parent / "examples/games")]

from benchmarks.hurried import FILES, wordings  # noqa: E402
from deduce.games.base import CHANCE, chance_from  # noqa: E402
from deduce.games.registry import game as registered  # noqa: E402
from deduce.games.registry import names as installed  # noqa: E402
from deduce.ground.errors import DeduceError  # noqa: E402
from deduce.records.record import read_record  # noqa: E402
from deduce.rulebook.sheets import SheetReplay  # noqa: E402

OWN = {
    "harbour": ("harbour", "GAME"),
    "laying": ("laying", "GAME"),
    "thinking": ("thinking", "GAME"),
    "tricks": ("tricks", "GAME"),
    "above": ("games", "Above"),
    "missions": ("games", "Missions"),
    "bids": ("games", "Bids"),
    "cups": ("games", "Cups"),
    "ill": ("test_notes", "ILL"),
}
"""Games that are not installed: the examples of games of one's own, and such in which facts are told."""
PEOPLE = ("Ann", "Bob", "Cid", "Dee", "Eve")
MOVES = 40
LINES = 6
"""So many lines of an evening are changed in one piece of work."""
EACH = 40
"""Each in so many ways."""

_ANYWHERE = "not|never|n't|hardly|almost|nearly|barely|scarcely|maybe|perhaps|possibly|probably"
_ANYWHERE += (
    "|supposedly|allegedly|if|unless|would|should|could|might|no|neither|nor|without|instead|except"
)
_ANYWHERE += (
    "|or|either|whether|nicht|kein|keine|nie|fast|kaum|vielleicht|wenn|würde|soll|doch|не|ни|никогда|почти"
)
_ANYWHERE += "|едва|возможно|если|бы|ли"
ANYWHERE = _ANYWHERE.split("|")
"""Words that stand in a gap of the line."""
_FRONT = (
    "if|unless|maybe|perhaps|possibly|when|until|before|in case|suppose|suppose that|I think|I think "
    "that|I guess|I doubt that|I doubt|I wonder if|I hope|I hope that|I wish|I bet|I fear|I expect|I "
    "forgot whether|not sure if|not that|it is not true that|it is unlikely that|no "
    "way|who|whether|never|not|hardly|almost|instead of|rather than|except "
    "that|nearly|neither|no|nobody|nobody saw that|what if|later|soon|tomorrow|imagine|pretend|{bob} "
    "says|{bob} says that|{bob} thinks|{bob} thinks that|{bob} claims|{bob} hopes|{bob} denies that|{bob}"
    " wants that|according to {bob}|they say|rumour:|plan:|todo:|idea:|wrong:|false:|not "
    "true:|no:|delete|strike|scratch|scratch that:|cancel|correction: "
    "not|forget|ignore|ignore:|~~|x|nicht|nie|vielleicht|wenn|fast|ob|не|никогда|может "
    "быть|если|почти|{bob} sagt|{bob} говорит|let us say"
)
FRONT = _FRONT.split("|")
"""What stands before the line."""
_BEHIND = (
    "?| ?|, not|, not really|, no|, no!|, sorry, no|, sorry|, or not|, or maybe not|, maybe|, perhaps|, "
    "probably|, I think|, I guess|, almost|, nearly|, hardly| not| never|, never| no longer| not yet|, "
    "not yet|, later|, soon|, next time|, if possible|, if I may|, or so|, or something|, I mean not|, "
    "scratch that|, undo|, undone|, cancelled|, taken back|, take that back|, forget it|, wrong|, that is"
    " wrong|, false|, not true|, that is not true|, just kidding|, joking|, a joke|, but not|, but not "
    "really|, except not|, unless|, did he|, did she|, didn't he|, right?|, is that so|, isn't it|, "
    "hopefully|, allegedly|, {bob} says|, says {bob}|, {bob} thinks|, as {bob} claims|, or {bob}|, or "
    "{bob} does|, I hope|, I wish|, instead|, otherwise|, nope|, nah|, no way|, nobody|, doch"
    " nicht|, oder nicht|, nicht|, vielleicht|, glaube ich|, нет|, не|, наверное|, может быть|, или нет| "
    "-- no| (not)| (no)| (?)| (maybe)|, who knows| or| if| unless| without| instead|, I lied|, or was "
    "it|, or else|, mistake|, error|, my mistake|, oops no|, wait no|, hold on|, hm no"
)
BEHIND = _BEHIND.split("|")
"""What stands behind it."""
_ACTING = (
    "would|should|could|might|must|may|will|shall|has to|has yet to|is to|was to|is about to|was about "
    "to|is going to|wants to|wanted to|tries to|tried to|hopes to|plans to|intends to|needs to|ought "
    "to|likes to|would like to|refuses to|declines to|forgets to|forgot to|fails to|failed to|does "
    "not|did not|doesn't|didn't|won't|wouldn't|can't|cannot|couldn't|never|almost|nearly|hardly|no "
    "longer|not|is not going to|is able to|is allowed to|is asked to|has not|hasn't|hadn't|had not|seems "
    "to|says he will|says she would|thinks about|considers|may have|might have|could have|should "
    "have|would have|must have|if|or {bob}|and {bob} don't|never ever|isn't|is "
    "not|wasn't|ain't|nicht|würde|soll|will|wollte|kann|не|бы|хочет|должен|может|не хочет|threatens "
    "to|offers to|promises to|decides not to|chooses not to|decides against|thinks of|dreams of|is afraid"
    " to|says that {bob}|thinks that {bob}|instead of {bob}|rather than {bob}|not {bob}|but not {bob}|nor"
    " {bob}|to|should not|must not|need not|still has to|next has to"
)
ACTING = _ACTING.split("|")
"""What stands between a name at the line's beginning and what it does."""
_ASKED = "did|does|is|was|has|had|will|would|should|could|can|must|may|might"
ASKED = _ASKED.split("|")
"""What stands before that name."""


SIGNS = ("{}?", "{}??", "{} or not", "{} (not)", "{} (?)", "!{}", "!={}", "~{}", "non-{}", "~~{}~~")
"""What is hung on a word."""
AROUND = (
    "~~{}~~",
    "- {} -",
    "-- {} --",
    "({})?",
    "neither {} nor {bob}",
    "either {} or {bob}",
    "either {} or not",
)
TO_BE = (
    "to be",
    "is to be",
    "should be",
    "would be",
    "wants to be",
    "has to be",
    "must be",
    "may be",
    "will be",
)


class Evening(NamedTuple):
    """A record up to a line, and the line."""

    game: Any
    head: str
    line: str
    names: Sequence[str]
    me: str
    plain: str = ""


def made(name: str) -> Any:
    """A game by its name."""
    if name not in OWN:
        return registered(name)
    module, what = OWN[name]
    found = getattr(importlib.import_module(module), what)
    return found() if isinstance(found, type) else found


@lru_cache(maxsize=256)
def heard(game: Any, text: str) -> Any:
    """What a record says; the refusal's text where it is refused."""
    try:
        replay = game.answers().read(read_record(text))
        if isinstance(replay, SheetReplay):
            asides = [repr(aside) for aside, _ in replay.lists.asides]
            return [
                repr((place, given.words)) for place, given in replay.lists.given.items()
            ] + asides, None
    except DeduceError as error:
        return str(error)
    return [repr(answer) for answer, _ in replay.reader.answers], repr(replay.reader.pending)


def evening(name: str, rng: random.Random) -> Iterator[Evening]:
    """Lines of a game at random, as seat 1 or a bystander writes them."""
    game = made(name)
    seats = max(game.seats.start, min(3, game.seats.stop - 1))
    options = {"mission": "m7_number"} if name == "initiative" else {}
    state: Any = game.new(players=seats, seed=rng.randrange(10**6), **options)
    states, moves = [state], list[Any]()
    chance = chance_from(rng.randrange(10**6))
    decided = 0
    while state.actor is not None and decided < MOVES:
        if state.actor is CHANCE:
            move = state.draw(chance)
        else:
            legal = list(state.moves())
            verbs = sorted({str(each).split()[0] for each in legal})
            verb = rng.choice(verbs) if len(verbs) < 9 else ""
            move = rng.choice([each for each in legal if str(each).startswith(verb)])
            decided += 1
        state = state.play(move)
        states.append(state)
        moves.append(move)
    seat = rng.choice([1, 1, 1, 0]) if name not in ("decrypto",) else 1
    while True:
        try:
            text = game.written(states, moves, options, seat=seat)
            break
        except DeduceError:
            if len(moves) < 2:
                return
            states.pop()
            moves.pop()
    names = [f"P{k}" for k in range(1, seats + 1)]
    if "\nplayers: " in text:
        called = PEOPLE[:seats]
        for number, who in enumerate(called, 1):
            text = re.sub(rf"\bP{number}\b", who, text)
        names = list(called)
    head, _, body = text.partition("\n\n")
    lines = body.strip("\n").split("\n")
    me = names[0] if seat else ""
    for at, line in enumerate(lines):
        if line.strip():
            yield Evening(game, "\n".join([head, "", *lines[:at]]) + "\n", line, names, me, line)


@lru_cache(maxsize=1)
def typed() -> dict[str, list[Any]]:
    """Lines as people typed them, by game."""
    found: dict[str, list[Any]] = {}
    for path in sorted(FILES.glob("*.txt")):
        for each in wordings(path):
            if each.plain != "refused":
                found.setdefault(read_record(each.before + "\n").game, []).append(each)
    return found


def people_of(before: str) -> tuple[list[str], str]:
    record = read_record(before + "\n")
    names = record.get("players").split()
    return names, record.get("me") if "\nme:" in before else ""


def hurried(case: Evening, rng: random.Random) -> Evening:
    """A line as a hurried hand writes it; whether it is still read must be seen."""
    line = case.line
    for _ in range(rng.randrange(1, 4)):
        way = rng.randrange(9)
        if way == 0 and case.me:
            line = re.sub(rf"\b{case.me}\b", lambda hit: "I" if hit.start() == 0 else "me", line)
        elif way == 1:
            line = line.replace(",", "")
        elif way == 2:
            line = line.replace(", ", " and ", 1)
        elif way == 3:
            line = line.lower()
        elif way == 4:
            head, *rest = line.split(", ")
            rng.shuffle(rest)
            line = ", ".join([head, *rest])
        elif way == 5:
            line = re.sub(r"^(\w+) ([a-z]{3,})\b", lambda h: f"{h[1]} {third(h[2])}", line)
        elif way == 6:
            line = re.sub(r"^(\w+) ", r"\1: ", line)
        elif way == 7:
            line = line.replace(" is ", " = ", 1) if " is " in line else line.replace(": ", " ")
        else:
            words = line.split(" ")
            words.insert(rng.randrange(len(words)), rng.choice(["then", "the", "now", "a"]))
            line = " ".join(words)
    return case._replace(line=line)


def third(verb: str) -> str:
    return verb if verb.endswith("s") else verb + ("es" if verb.endswith(("ss", "sh", "ch", "o")) else "s")


BARE = {"has": "have", "is": "be", "was": "be"}


def bare(words: str) -> Iterator[str]:
    """What somebody does, as it stands behind "would": as it is, and with its verb bare."""
    yield words
    verb, _, rest = words.partition(" ")
    if verb in BARE:
        yield f"{BARE[verb]} {rest}".strip()
    elif verb.endswith("es") and verb[-3:-2] in "shcxo":
        yield f"{verb[:-2]} {rest}".strip()
    elif verb.endswith("s"):
        yield f"{verb[:-1]} {rest}".strip()


def changes(case: Evening) -> dict[str, list[str]]:
    """All that can be made of a line, by modifier."""
    line, names = case.line, case.names
    said = line.casefold()
    bob = next((name for name in names if name.casefold() not in said and name != case.me), "")
    words = line.split(" ")
    found: dict[str, list[str]] = {}
    for word in ANYWHERE:
        rows = [[*words[:at], word, *words[at:]] for at in range(len(words) + 1)]
        found[f".. {word} .."] = [" ".join(row) for row in rows]
    for sign in SIGNS:
        rows = [[*words[:at], sign.format(word), *words[at + 1 :]] for at, word in enumerate(words)]
        found[f"..{sign}.."] = [" ".join(row) for row in rows]
    for front in FRONT:
        found[f"{front} ..."] = [f"{front.format(bob=bob)}{part} {line}" for part in ("", ",")]
    for behind in BEHIND:
        found[f"...{behind}"] = [f"{line}{behind.format(bob=bob)}"]
    for around in AROUND:
        found[around] = [around.format(line, bob=bob)]
    first, _, rest = line.partition(" ")
    who = first.rstrip(":,.")
    people = {name.casefold() for name in (*names, "I")}
    if who.casefold() in people and rest:
        for acting in ACTING:
            made = [f"{who} {acting.format(bob=bob)} {each}" for each in bare(rest)]
            found[f"Ann {acting} ..."] = made[1:] if acting == "to" else made
    for clause in re.finditer(r"(?:^|(?<=[,;.] ))(\w+) [^,;:.]+(?=$|[,;.])", line):
        (at, end), (subject, _, more) = clause.span(), clause[0].partition(" ")
        if subject.casefold() not in people or more.split()[-1] in ("yes", "no"):
            continue
        for asked in ASKED:
            for each in (more, *bare(more.removeprefix("is "))):
                found.setdefault(f"{asked} Ann ...", []).append(
                    f"{line[:at]}{asked} {subject} {each}{line[end:]}"
                )
        for to_be in TO_BE if more.startswith("is ") else ():
            said = f"{line[:at]}{subject} {to_be} {more[3:]}{line[end:]}"
            found.setdefault(f"Ann {to_be} ...", []).append(said)
    return {
        what: [text for text in texts if text != line]
        for what, texts in found.items()
        if bob or "{bob}" not in what  # who tells of himself says the same
    }


class Fate(NamedTuple):
    """What became of a changed line."""

    what: str
    case: Evening
    text: str
    fate: str
    told: Any


MEANINGLESS = {
    r"it is not true that \.\.\.|(false|wrong|not true): \.\.\.": r"bluff",  # which is what it says
    r"\.\.\., I lied": r"bluff|(?i:^(Ann|Me:?|I)\b.*\b(claim|call it)|told them)",  # and what the line says of a claim
    r".*": r"^(Ann|Bob|Cid|Dee|Eve|I) (has|still has|next has) to (pass|fold)",
    r"Ann (wants|wanted|likes|offers|thinks|would like|says) .*|\.\. if \.\.": r"stop",  # so it is announced in Entracte
    r"\.\.\.(,| --)? ?\(?(no|nope|nah|nobody)[)!]?|\.\.\., (oops|wait|hm) no": (
        r"claim|fine|guess|intercept|call|peek|name|(they|white|black):? |^\d+ "  # no doubts, or a guess in Decrypto
    ),
    r"\.\.\., (wrong|that is wrong|false|not true)": (
        r"guess|(they|white|black):? (says?|said)|mission|tries"  # the verdict on that, and on what a mission reveals
    ),
    r"\.\.\., (false|not true|that is not true)": r"= ?[A-Z].* claims? \w+, [^,]+$",  # so the line says itself
    r"\.\.!\{\}\.\.": r"!\?",
    r"\.\.\.? ?\?|\.\.\{\}\?\.\.|\.\.\{\}\?\?\.\.": r"claim|say|call",  # Enigma: does anybody doubt
    r"Ann (but )?not \{bob\} \.\.\.": r"",  # Ann did so, and Bob did not
    r"Ann could \.\.\.": r"can't",
    r"pretend \.\.\.": r"\d",  # so who claims does
    r"\.\.\., nobody|\.\. no \.\.": r"play.*(nobody|no)$|nobody.*nobody",  # put a token, or doubted
    r"nobody \.\.\.": r"mission|name|peek|call|\d",  # doubted what the line before told
    r"(did|does|is|was|has|had) Ann \.\.\.": r": \w+$",  # the answer stands behind a colon
}
"""Modifiers, and lines in which they are read as if they were not there: tables say so, and why stands beside them."""


def excused(what: str, text: str, case: Evening) -> bool:
    return any(re.fullmatch(each, what) and re.search(said, text) for each, said in MEANINGLESS.items())


def cases(name: str, rng: random.Random) -> Iterator[Evening]:
    """Lines of a piece of work, all of which are read."""
    game = made(name)
    several = list(evening(name, rng))
    rng.shuffle(several)
    some = several[:LINES]
    people = typed().get(name, [])
    for each in rng.sample(people, min(len(people), LINES // 2)):
        names, me = people_of(each.before)
        some.append(Evening(game, f"{each.before}\n", each.typed, names, me, each.plain))
    for case in some:
        base = heard(game, case.head + case.line + "\n")
        if isinstance(base, str) or base == heard(game, case.head):
            continue
        yield case
        other = hurried(case, rng)
        if other.line != case.line and heard(game, other.head + other.line + "\n") == base:
            yield other


def fates(name: str, seed: int, each: int = EACH) -> Iterator[Fate]:
    """What became of the lines of a piece of work."""
    rng = random.Random(f"notes {name} {seed}")
    for case in cases(name, rng):
        game = case.game
        before = heard(game, case.head)
        base = heard(game, case.head + case.line + "\n")
        by_kind = {what: texts for what, texts in changes(case).items() if texts}
        for what in rng.sample(sorted(by_kind), min(each, len(by_kind))):
            text = rng.choice(by_kind[what])
            told = heard(game, case.head + text + "\n")
            if isinstance(told, str):
                fate = "refused"
            elif told == base:
                fate = "excused" if excused(what, text, case) else "the same"
            elif told == before:
                fate = "nothing"
            else:
                fate = "something else"
            yield Fate(what, case, text, fate, told)


def chunk(name: str, seed: int) -> dict[str, Any]:
    """A piece of work. Raises where a changed line was read as it was before."""
    counts: Counter[str] = Counter()
    wrong = []
    for fate in fates(name, seed):
        counts[fate.fate] += 1
        if fate.fate == "the same":
            wrong.append(f"{fate.case.line!r} as {fate.text!r} [{fate.what}]")
    if wrong:
        raise AssertionError(
            f"{len(wrong)} lines are read as if they were not changed:\n" + "\n".join(wrong)
        )
    return dict(counts)


NAMES = [*installed(), *OWN]

if __name__ == "__main__":
    ask = argparse.ArgumentParser(description=__doc__)
    ask.add_argument("names", nargs="*")
    ask.add_argument("--seed", type=int, default=0)
    ask.add_argument("--pieces", type=int, default=1)
    ask.add_argument("--each", type=int, default=EACH)
    ask.add_argument("--fate", nargs="*", default=["the same", "something else", "nothing"])
    asked = ask.parse_args()
    for name in asked.names or NAMES:
        total: Counter[str] = Counter()
        for seed in range(asked.seed, asked.seed + asked.pieces):
            for fate in fates(name, seed, asked.each):
                total[fate.fate] += 1
                if fate.fate in asked.fate:
                    print(f"{fate.fate.upper()} [{fate.what}]\n    {fate.case.line}\n    {fate.text}")
                    if fate.fate == "something else":
                        before = len(heard(fate.case.game, fate.case.head)[0])
                        print(f"      -> {fate.told[0][before:]} {fate.told[1]}")
        print(f"{name}: {dict(total)}", flush=True)
