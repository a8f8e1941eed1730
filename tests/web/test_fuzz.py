"""Hostile requests: whatever is sent is answered with a sentence, no worker is left behind, memory stays flat.

A campaign of ten thousand: ``DEDUCE_FUZZ=10000 pytest -s tests/web/test_fuzz.py``.
"""

import json
import os
import random
import time
from collections import Counter
from pathlib import Path

from deduce.web.answering import HOMES

EXAMPLES = Path(__file__).parents[2] / "examples"
RECORDS = [
    (EXAMPLES / f"{name}.txt").read_text(encoding="utf-8")
    for name in (
        "entracte/evening",
        "enigma/evening",
        "decrypto/intercept",
        "initiative/seat1",
        "shakespeare/seat2",
    )
]
PUZZLES = [
    (EXAMPLES / "puzzles" / f"{name}.toml").read_text(encoding="utf-8")
    for name in ("cinema", "sudoku6", "zebra")
]
VERBS = [verb for verbs in HOMES.values() for verb in verbs]
SIGNS = [
    *"\n\t:;=?-0é\x00#[\"'", "9" * 30, "\u202e", "\U0001f600", "]]", "<script>", "../../etc/passwd",
    "data: /etc/passwd", "{outer}", "%s", "game: enigma\n", "me: Ann\n",
]  # fmt: skip
VALUES = [
    None,
    True,
    -1,
    0,
    7,
    10**30,
    0.5,
    float("inf"),
    "",
    "x",
    [],
    {},
    ["x"],
    {"a": "b"},
    [[]] * 3,
    "y" * 70_000,
]


def mangled(rng, text):
    """A text with a few slips, each of another kind."""
    for _ in range(rng.randint(0, 4)):
        place = rng.randrange(len(text) + 1)
        kind = rng.randrange(4)
        if kind == 0:
            text = text[:place] + rng.choice(SIGNS) + text[place:]
        elif kind == 1:
            text = text[:place] + text[place + rng.randint(1, 40) :]
        elif kind == 2:
            lines = text.split("\n")
            rng.shuffle(lines)
            text = "\n".join(lines)
        else:
            text = text[:place] + text[rng.randrange(len(text) + 1) :][:200] + text[place:]
    return text


def hostile(rng):
    """A request that nearly is one, or is none at all."""
    record = mangled(rng, rng.choice(RECORDS))
    words = record.split()
    fields = {
        "record": record,
        "fact": " ".join(rng.choices(words or ["x"], k=rng.randint(0, 4))),
        "lines": [" ".join(rng.choices(words or ["x"], k=3))],
        "until": rng.choice(["3", "line 99", "P1.1", "", "-1"]),
        "seat": rng.randint(-1, 5),
        "puzzle": mangled(rng, rng.choice(PUZZLES)),
        "family": rng.choice(["slitherlink", "sudoku", "masyu", "none", ""]),
        "grid": mangled(rng, "4 4\n- 1 - 3\n- 0 - -\n- 1 - 2\n- 3 3 -\n"),
        "game": rng.choice(["enigma", "entracte", "decrypto", "initiative", "shakespeare", "chess"]),
        "players": rng.choices(["Ann", "Bob", "Cid", "A B", "", "#"], k=rng.randint(0, 6)),
        "count": rng.randint(0, 9),
        "rows": rng.choice([1, 3, 30, 31, -1, 10**9]),
        "cols": rng.choice([1, 4, 30, 0]),
        "seats": rng.choices(["me", "random", "x"], k=rng.randint(0, 5)),
        "options": rng.choice([{}, {"slots": "6"}, {"data": "x"}, {"mission": "/x.toml"}]),
        "token": "".join(rng.choices("gAAAAAB-_xyz=", k=rng.randint(0, 300))),
        "entries": ["x=1"],
        "time_limit": rng.choice([0.2, 0.5, 0.1]),
    }
    verb = rng.choice(VERBS)
    wanted = {
        "record_verbs": ["record", "fact", "lines", "until", "seat"],
        "puzzle_verbs": ["puzzle", "time_limit"],
        "play_verbs": ["token", "seat", "game", "seats", "options"],
    }
    home = next(home.rsplit(".", 1)[1] for home, verbs in HOMES.items() if verb in verbs)
    told = {"verb": verb}
    accepted = {
        "why": ["record", "fact"], "why_not": ["record", "fact"], "check": ["record", "lines"],
        "new": ["game", "players", "options"],
        "advise": ["record", "time_limit"], "solve": ["record", "seat", "until"], "board": ["record"], "form": ["record"],
        "upcoming": ["record"], "words": ["record"], "mend": ["record", "time_limit"], "games": [], "families": [],
        "sheet": ["family", "grid"], "blank": ["family", "rows", "cols"],
        "play_new": ["game", "seats", "options", "time_limit"],
    }  # fmt: skip
    names = accepted.get(verb, wanted[home][:2])
    if home == "puzzle_verbs" and verb not in accepted and rng.random() < 0.5:
        names = ["family", "grid", "time_limit"]
    told |= {name: fields[name] for name in names}
    if rng.random() < 0.25:
        told[rng.choice([*told, "extra"])] = rng.choice(VALUES)
    return told


def resident():
    """Memory of this process in MB, 0 where the system does not say."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except OSError:
        return 0.0


def test_whatever_is_sent_is_answered_with_a_sentence(client, lanes):
    quick, slow = lanes
    count = int(os.environ.get("DEDUCE_FUZZ", "120"))
    rng = random.Random(20)
    kinds, before, began = Counter(), 0.0, time.monotonic()
    for number in range(count):
        request = hostile(rng)
        body = json.dumps(request)
        if rng.random() < 0.03:
            body = body[: rng.randrange(len(body))]
        response = client.post("/api", content=body, headers={"content-type": "application/json"})
        found = response.json()
        kinds[found.get("kind", "answered")] += 1
        if not found["ok"]:
            assert isinstance(found["error"], str)
            assert found["error"].strip()
        assert found.get("kind") != "Fault", (number, request, found)
        if number == count // 10:
            before = resident()
        if number and number % 500 == 0:
            print(
                number, dict(kinds), f"{resident():.0f} MB, {quick.killed + slow.killed} killed", flush=True
            )
    # Beside each process at most the one that will follow it.
    assert quick.alive <= 2 * quick.count
    assert slow.alive <= 2 * slow.count
    grown = resident() - before
    print(f"\n{count} requests in {time.monotonic() - began:.0f} s: {dict(kinds)}; memory {grown:+.1f} MB; killed "
          f"{quick.killed + slow.killed}")  # fmt: skip
    assert grown < 60
