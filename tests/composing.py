"""Evenings composed by the fields of a derived form: what can be composed, what a tap is, and a walk along a real game.

The same steps as `static/record.js` and `static/composer.js` take, in Python.
"""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement, islice, permutations, product, takewhile

from deduce.games import read_record
from deduce.ground.errors import DeduceError
from deduce.rulebook.wanting import key_text

UNSAID = ("hidden", "unseen", "say")
"""What need not be written: it goes without saying before whatever comes next."""
MEANT = ("trust", "allow", "end")
"""The same of a complete record, whose answers are moves."""
MOST = 5000
"""So many ways to take things are gone through."""
TOGETHER = 3
"""Of so many words every subset is one tap."""


def values_of(event, most=5000):
    """Everything that can be said in the fields of an event: ``{field: words}``, at most so many; typed words not."""
    if event.rows:
        return ({f.name: (w,) for f, w in zip(event.fields, row, strict=True)} for row in event.rows)
    every = product(*(ways(field) for field in event.fields))
    return ({f.name: v for f, v in zip(event.fields, row, strict=True)} for row in islice(every, most))


def ways(field):
    """What can be said in one field."""
    if field.kind == "one":
        return [(word,) for word in field.words]
    if field.kind == "many" and field.count:
        take = combinations if field.sorted else permutations
        return list(islice(take(field.words, field.count), MOST))
    if field.kind == "counts":
        rows = combinations_with_replacement(field.words, field.count)
        return [tuple(f"{word} {row.count(word)}" for word in dict.fromkeys(row)) for row in rows]
    if field.kind == "many":
        sizes = range(0 if field.empty else 1, len(field.words) + 1)
        return [some for size in sizes for some in combinations(field.words, size)]
    return [(word,) for word in field.words]


def lines_of(event, most=5000):
    """The lines that can be composed of an event."""
    return [event.line(values) for values in values_of(event, most)]


def extended(text, event, line):
    """A record with a line composed: one more, or the last one going on."""
    rows = text.rstrip("\n").split("\n")
    if event.joins:
        rows[-1] = rows[-1].removesuffix(", ?") + event.joins + line
    else:
        rows += [line] if "" in rows else ["", line]
    return "\n".join(rows) + "\n"


def taps(event, values, first):
    """How many taps a line takes: its verb where it is not the one on offer, then its fields as the page asks them."""
    count = 0 if first and event.fields else 1
    said = {}
    for place, field in enumerate(event.fields):
        if event.rows and len(options(event, said, place)) == 1:
            said[field.name] = values[field.name]
            continue
        said[field.name] = values[field.name]
        if field.kind == "many" and not field.count:
            joint = len(field.words) <= TOGETHER or not values[field.name]
            count += 1 if joint else len(values[field.name]) + 1
        elif field.kind == "text":
            count += 1
        else:
            count += len(values[field.name])
        if event.rows:
            left = [
                row
                for row in event.rows
                if all(values[f.name][0] == w for f, w in zip(event.fields[: place + 1], row, strict=False))
            ]
            if len(left) == 1:
                break
    return count


def options(event, said, place):
    """The words of a field of rows beside what was said before it."""
    return {
        row[place]
        for row in event.rows
        if all(said[f.name][0] == w for f, w in zip(event.fields[:place], row, strict=False))
    }


def row_ahead(event, ahead):
    """What the line of a row says of what comes next (`deduce.rulebook.rows`); None for other events."""
    field = event.fields[0] if event.fields else None
    rolls = list(takewhile(lambda entry: entry.kind in ("roll", "say"), ahead))
    if field is not None and field.kind == "counts":
        told = [
            (e.said.removeprefix(f"{event.head} "), e.value) for e in rolls if e.said.startswith(event.head)
        ]
        return {field.name: tuple(f"{word} {count}" for word, count in told if count)} if told else None
    if field is not None and field.kind == "many" and rolls and rolls[0].said != event.head:
        same = takewhile(lambda entry: entry.said == rolls[0].said, rolls)
        return {field.name: tuple(str(entry.value) for entry in same)}
    shows = list(takewhile(lambda entry: entry.kind == "show", ahead))
    if (
        shows
        and event.head
        and event.fields
        and [e.said.split()[-1] for e in shows] == [f.name for f in event.fields]
    ):
        return {f.name: (str(e.value).partition(" ")[2],) for f, e in zip(event.fields, shows, strict=True)}
    return None


def unsaid(entry):
    """Whether an answer need not be written."""
    return entry in MEANT if isinstance(entry, str) else entry.kind in UNSAID


class Walk:
    """An evening composed along what one seat heard in a real game; a complete record along its moves.

    Args:
        game: The game.
        head: The header of the record.
        entries: What the seat heard, or the moves.
    """

    def __init__(self, game, head, entries):
        self.game, self.text, self.entries = game, head, tuple(entries)
        self.taps = []
        self.turns = []
        self.steps = []

    def read(self, text):
        """The replay of a record, and everything that it says or means by not saying."""
        replay = self.game.answers().read(read_record(text))
        return replay, tuple(answer for answer, _ in replay.reader.answers)

    def heard(self, text):
        """The replay of a record, and what its lines say: what went without saying at its end may still be said."""
        replay, now = self.read(text)
        left, end = len(replay.reader.passed), len(now)
        while left >= 0 and now[:end] != self.entries[:end]:
            end -= 1
            left -= not unsaid(now[end])
        return replay, now[:end]

    def go(self, most=200):
        """Compose line after line until everything that was heard is written; False where something cannot be."""
        replay, heard = self.heard(self.text)
        for _ in range(most):
            if all(map(unsaid, self.entries[len(heard) :])):
                return True
            found = self.step(replay, heard)
            if found is None:
                return False
            replay, heard = found
        return True

    def step(self, replay, heard):
        """One thing more, as it happened."""
        upcoming = self.game.upcoming(replay)
        ahead = self.entries[len(heard) :]
        live = bool(ahead) and isinstance(ahead[0], str)
        chosen = {*ahead[:12]} if live else {entry.said for entry in ahead[:12] if entry.kind == "choose"}
        told = None if live else next((entry for entry in ahead if entry.kind == "which"), None)
        best = None
        for number, event in enumerate(upcoming.asked):
            if event.head == "?":  # what comes is known here
                continue
            row = None if live else row_ahead(event, ahead)
            sets = any(each.empty for each in event.fields)
            every = [row] if row else list(values_of(event)) if live or not sets else []
            if told is not None and not every:
                keys = tuple(key_text(key, replay.reader.table) for key in told.value)
                every = [{event.fields[0].name: keys}] if {*keys} <= {*event.fields[0].words} else []
            plain = [event.line(values).removeprefix(f"{event.who} ") for values in every]
            if any(field.kind == "text" for field in event.fields):
                every = [
                    {f.name: (text.split(" ", 1)[1],) for f in event.fields}
                    for text in chosen
                    if text.startswith(f"{event.head} ")
                ]
                plain = [event.line(values).removeprefix(f"{event.who} ") for values in every]
            right = [k for k, line in enumerate(plain) if line in chosen]
            tried = right if right else range(len(every)) if len(every) <= 200 else ()
            for k in tried:
                line = event.line(every[k])
                text = extended(self.text, event, line)
                try:
                    after, now = self.heard(text)
                except DeduceError:
                    continue
                more = len(now) > len(heard) or (event.joins and now != heard)
                if more and self.agrees(now) and (best is None or len(now) > len(best[1])):
                    best = after, now, text, taps(event, every[k], number == 0), line
        if best is None:
            return None
        after, now, text, count, line = best
        if text.count("\n") > self.text.count("\n") or not self.turns:
            self.turns.append(0)
        self.turns[-1] += count
        self.text = text
        self.taps.append(count)
        self.steps.append(line)
        return after, now

    def agrees(self, now):
        return now == self.entries[: len(now)]
