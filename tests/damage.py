"""Files damaged by a hand that knows their grammar: words of the right kind in wrong places, not noise.

A damaged record or puzzle still looks like one, so that it is read far beyond its first line: names become other names of
the table, numbers their neighbours, words other words of the same record or of a sister record; lines go, come twice,
change places or come from a sister; header lines, brackets and quotes are moved. One damaged file in ten gets signs that
belong nowhere. What is read must be understood or refused in a short sentence, in bounded processor time.
"""

import random
import re
import time
from pathlib import Path

EXAMPLES = Path(__file__).parents[1] / "examples"
GAMES = ("decrypto", "enigma", "entracte", "initiative", "shakespeare")
KINDS = (*GAMES, "puzzles", "pencil")
WORD = re.compile(r"\d+|[^\W\d]+|[^\w\s]")
SIGNS = [
    "\t",
    "\u202e",
    "é",
    "\x00",
    "9" * 30,
    "-1",
    "\u00a0",
    "#",
    "[[",
    '"',
    "'",
    "{",
    ";",
    "1e9",
    "𝔸",
    "\r",
]
LONGEST = 600
"""No refusal has more signs; ten lines that are to be mended have ten times as many."""
PATIENCE = 20.0
"""Seconds of processor time for one file."""
EACH = 50
"""So many damaged files are one piece of work."""


def texts(kind):
    """The sound files of a kind."""
    if kind == "puzzles":
        paths = sorted((EXAMPLES / "puzzles").glob("*.toml"))
    elif kind == "pencil":
        paths = sorted((EXAMPLES / "pencil").glob("*.txt"))
    else:
        paths = sorted((EXAMPLES / kind).glob("*.txt"))
    return [path.read_text(encoding="utf-8") for path in paths]


def alike(word):
    """What kind of word it is: those of one kind are exchanged for each other."""
    if word.isdigit():
        return "number"
    if not word[0].isalpha():
        return "sign"
    return "name" if word[0].isupper() else "word"


def damaged(text, sisters, rng):
    """The text with one to three slips."""
    for _ in range(rng.choice([1, 1, 1, 2, 2, 3])):
        lines = text.split("\n")
        place = rng.randrange(len(lines))
        kind = rng.random()
        if kind < 0.5:
            lines[place] = reworded(lines[place], rng.choice([text, *sisters]), rng)
        elif kind < 0.6:
            del lines[place]
        elif kind < 0.68:
            lines.insert(rng.randrange(len(lines) + 1), lines[place])
        elif kind < 0.76:
            lines.insert(rng.randrange(len(lines)), lines.pop(place))
        elif kind < 0.84:
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(rng.choice(sisters).split("\n")))
        elif kind < 0.92:
            lines[place] = misspelt(lines[place], rng)
        elif kind < 0.96:
            del lines[place:]
        else:
            at = rng.randrange(len(lines[place]) + 1)
            lines[place] = lines[place][:at] + rng.choice(SIGNS) + lines[place][at:]
        text = "\n".join(lines)
    return text


def reworded(line, other, rng):
    """A word of the line lost, doubled, moved, or in its place another of its kind."""
    found = list(WORD.finditer(line))
    if not found:
        return line
    word = rng.choice(found)
    kind = rng.random()
    if kind < 0.15:
        new = ""
    elif kind < 0.25:
        new = f"{word[0]} {word[0]}"
    elif kind < 0.35:
        mate = rng.choice(found)
        first, last = sorted((word, mate), key=lambda each: each.start())
        if first.start() == last.start():
            return line
        middle = line[first.end() : last.start()]
        return line[: first.start()] + last[0] + middle + first[0] + line[last.end() :]
    elif word[0].isdigit() and kind < 0.7:
        new = str(max(0, int(word[0]) + rng.choice([-1, 1, 1, 10])))
    else:
        same = [each for each in WORD.findall(other) if alike(each) == alike(word[0])]
        new = rng.choice(same or [word[0]])
    return line[: word.start()] + new + line[word.end() :]


def misspelt(line, rng):
    """One sign too few, too many, or two the other way round."""
    if len(line) < 2:
        return line
    at = rng.randrange(len(line) - 1)
    return rng.choice(
        [
            line[:at] + line[at + 1 :],
            line[: at + 1] + line[at:],
            line[:at] + line[at + 1] + line[at] + line[at + 2 :],
            line[:at] + line[at].swapcase() + line[at + 1 :],
        ]
    )


def understood(kind, text):
    """Read a file as far as a question about it would."""
    import deduce
    from deduce.puzzles.families import read_family
    from deduce.puzzles.files import loads
    from deduce.records.record import read_record

    if kind == "puzzles":
        str(loads(text).puzzle)
    elif kind == "pencil":
        str(read_family("slitherlink", text))
    else:
        record = read_record(text, source="notes.txt")
        game = deduce.game(record.game)
        replay = game.answers().read(record)
        replay.upto(None)
        str(replay)


def check_damage(kind, seed, files=EACH):
    """So many damaged files of a kind: how many were understood, and how far into the file refusals pointed."""
    from deduce.ground.errors import DeduceError

    rng = random.Random(f"damage {kind} {seed}")
    sound = texts(kind)
    read = beyond = 0
    for _ in range(files):
        base = rng.choice(sound)
        text = damaged(base, sound, rng)
        began = time.process_time()
        try:
            understood(kind, text)
            read += 1
        except DeduceError as error:
            said = str(error)
            most = LONGEST * min(10, len(getattr(error, "errors", [error])))
            if not said.strip() or len(said) > most:
                raise AssertionError(f"a refusal of {len(said)} signs for\n{text}") from error
            beyond += (getattr(error, "line", 0) or 0) > 3
        except Exception as error:
            raise AssertionError(f"{type(error).__name__}: {error} for\n{text}") from error
        if time.process_time() - began > PATIENCE:
            raise AssertionError(f"{time.process_time() - began:.0f} s of processor time for\n{text}")
    return {"files": files, "understood": read, "refused_later": beyond}
