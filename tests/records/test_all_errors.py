"""All slips of a record are told at once, in every game: each with its place, the nearest word and a right line."""

import random
from pathlib import Path

import pytest

import deduce
from deduce.ground.errors import RecordError, RecordErrors
from deduce.records.record import read_record

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = {
    "shakespeare": EXAMPLES / "shakespeare" / "solo.txt",
    "initiative": EXAMPLES / "initiative" / "evening.txt",
    "decrypto": EXAMPLES / "decrypto" / "referee.txt",
}


def refusals(name, text):
    """The refusals of a text, in the order they are told."""
    try:
        deduce.game(name).answers().read(read_record(text)).view()
    except RecordErrors as several:
        return several.errors
    except RecordError as error:
        return (error,)
    return ()


@pytest.mark.parametrize("name", RECORDS)
def test_every_misspelt_verb_is_told_with_a_right_line(name):
    lines = RECORDS[name].read_text().splitlines()
    begin = lines.index("") + 1
    rng = random.Random(5)
    events = [
        n for n in range(begin, len(lines)) if lines[n].strip() and not lines[n].lstrip().startswith("#")
    ]
    for _ in range(3):
        slips = sorted(rng.sample(events, 4))
        spoilt = list(lines)
        for n in slips:
            verb = spoilt[n].split()[0]
            spoilt[n] = spoilt[n].replace(verb, f"{verb[:1]}qq{verb[1:]}", 1)
        told = refusals(name, "\n".join(spoilt) + "\n")
        assert [error.line for error in told] == [n + 1 for n in slips]
        assert all(error.column == 1 and error.example for error in told)


SPOILT = {
    "shakespeare": (
        "game: shakespeare\nplayers: 2\nstge: x\n\nordr 2 1\noffer set blak 2\ndisplay hamlt puck romeo iago\n",
        {3: "'stage'", 5: "'order'", 6: "'black'", 7: "'hamlet'"},
    ),
    "initiative": (
        "game: initiative\nmission: m7_number\nplayers: 2\nstrat: 3\n\ndael 1 y2\ndeal 1 b99\nplay y2 Rum\ntunr\n",
        {4: "'seat'", 6: "'deal'", 7: "'b9'", 8: "'Run'", 9: "'turn'"},
    ),
    "decrypto": (
        "game: decrypto\nplayers: 4\nseet: 2\n\nwhite keywords anchor; piano; snow; fox; more\nround 1\n"
        "white clus storm; key\nwhite guesses 4-2-9\nroud 2\n",
        {3: "'seat'", 5: "at most 4", 7: "'clues'", 8: "4-2-1", 9: "'round'"},
    ),
}


@pytest.mark.parametrize("name", SPOILT)
def test_header_and_lines_are_told_together_with_the_nearest_word(name):
    text, expected = SPOILT[name]
    told = refusals(name, text)
    assert [error.line for error in told] == list(expected)
    for error in told:
        assert expected[error.line] in str(error)


def test_what_follows_from_a_refused_line_says_so():
    """Behind a refusal the position is a guess: what does not fit it may be right."""
    lines = RECORDS["initiative"].read_text().splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("play "))
    lines[first] = "play zz9 Run"
    told = refusals("initiative", "\n".join(lines) + "\n")
    assert told[0].line == first + 1
    assert "follows" not in told[0].message
    assert all(error.message.endswith(f"(or this follows from line {first + 1})") for error in told[1:])
