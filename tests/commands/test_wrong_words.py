"""Wrong words at every command: each is refused in one sentence with status 2, and nothing is printed beside it."""

import shlex

import pytest
from command_line import deduce

EVENING = "examples/entracte/evening.txt"
PUZZLE = "examples/puzzles/cinema.toml"
LOOP = "examples/pencil/slitherlink.txt"
WRONG = {
    "solve": [
        "''", "nosuch/evening.txt", "examples", PUZZLE, LOOP, f"{EVENING} extra", f"{EVENING} --jso",
        *(f"{EVENING} {more}" for more in (
            "--seat 9", "--seat=-1", "--until 999", "--until 0", "--until=-3", "--until ''", "--time-limit abc",
            "--time-limit=-1", "--time-limit nan", "--svg /nosuch/x.svg", "--svg /",
        )),
    ],
    "why": [PUZZLE + " code", *(f"{EVENING} {fact}" for fact in (
        "''", "code", "'((((('", "1/0", "not", "'Zoe left'", "'Bob hand sideways'", "🦊", "x" * 3000,
    ))],
    "advise": ["nosuch", LOOP, f"{EVENING} --seat 0x1"],
    "story": ["nosuch", LOOP, f"{EVENING} --playouts=-1", f"{EVENING} --seed abc"],
    "habits": ["", LOOP, EVENING, f"{EVENING} {EVENING}"],
    **{verb: [
        EVENING, "nosuch", "''", "puzz.link", LOOP, f"{LOOP} --family slitherlnk", f"{LOOP} --family sudoku",
        f"{PUZZLE} --family slitherlink", "https://example.org/puzzle", "'https://puzz.link/p?'",
        "'https://puzz.link/p?slither/4'", "'https://puzz.link/p?nosuch/4/4/zz'",
        "'https://puzz.link/p?slither/4/4/zzzz'", "." * 81, "1" * 80,
    ] for verb in ("unique", "steps", "hint", "candidates", "redundant", "repair", "convert")},
    "candidates more": [f"{LOOP} --family slitherlink {entry}" for entry in ("r1c1=9", "r0c0=1", "==", "r1c1")],
    "convert more": [f"{LOOP} --family slitherlink --to {form}" for form in ("pdf", "sudokupad", "''")],
    "generate": [
        "", "slitherlnk", "nosuch", *(f"slitherlink --size {size}" for size in (
            "0x0", "5y5", "-5x5", "5x5x5", "100000x100000", "''",
        )),
        *(f"slitherlink --size 4 {more}" for more in (
            "--difficulty 11", "--difficulty 3-1", "--needs magic", "-n 0", "--theme '???'", "--of arrow", "--jobs 0",
        )),
    ],
    "decipher": [
        "''", "'   '", *(f"ACEGH {more}" for more in (
            "A", "A=NN", "A=", "=N", "A=N A=M", "Z=Q", "A=я", "--lexicon nosuch", "--lexicon /", "--language de",
            "--top 0",
        )),
    ],
    "games": ["entract", "''", "games"],
    "new": [
        "entract", "entracte --players 99", "entracte --players 0", "entracte --players=-1",
        *(f"entracte --players 'Ann Bob' --me {more}" for more in (
            "Zoe", "Ann -o nosuch=1", "Ann -o x", "Ann -o mode=shouting", "Ann --to /nosuch/a.txt", f"Ann --to {EVENING}",
        )),
        "entracte --players 'Ann ann'", "mastermind --players ''",
    ],
    "arena": [f"kuhn {more}" for more in (
        "nosuch", "--deals 0", "--players 7", "random --pairing all", "random -o x=1", "random --seed abc",
        f"random --results {LOOP}", "random --deals 1 --jobs=-2",
    )],
    "play": ["nosuch", "kuhn --opponent random", "kuhn --seat 9"],
    "engine": ["", "nosuch"],
    "log": ["", "/nosuch/a.txt", "examples", LOOP],
    "puzzles": ["nosuch", "slitherlnk", "''"],
    "examples": ["nosuch", "../pyproject.toml", "/etc/passwd"],
    "serve": ["--port 99999", "--port=-1"],
}  # fmt: skip


@pytest.mark.parametrize("verb", WRONG)
def test_wrong_words_are_refused_in_a_sentence(verb):
    for words in WRONG[verb]:
        status, out, errors = deduce(verb.split()[0], *shlex.split(words))
        told = f"{verb} {words[:80]}: {status} {out[:200]} {errors[:300]}"
        assert (status, out) == (2, ""), told
        assert errors.startswith(("deduce: ", "Usage: deduce ")), told
        assert 10 < len(errors) <= 2_100, told
