"""What a rule's sentence forbids by name is what its statement forbids, and nothing else that cells have alike."""

import re

import pytest

from deduce_models.pencil.catalogue import family, parse

FORBIDS = {
    r"no block of two by two is (shaded|white|black)": 4,
    r"never four (shaded|clear) cells in a row": 4,
    r"no three (\d)s next to each other in (?:row|column) \d+": 3,
    r"two (\d)s in (?:row|column) \d+ have \d cells? between them": None,
    r"(\w) stands at most once in (?:row|column) \d+": None,
    r"(shaded) cells do not (?:share a side|touch)": None,
    r"no (white) line through three rooms": None,
    r"two (light)s do not see each other": None,
    r"(star|tent)s do not touch": None,
    r"(ship)s do not touch at corners": 2,
    r"no (ship) is longer than the longest": None,
}
"""Sentences with what all the cells of their statement must not be, and how many cells those are where that is told."""
NAMES = {"white": {"clear", "w"}, "black": {"b"}, "ship": {"shaded"}}
TOLD = {
    "aqre": 2, "akari": 1, "battleship": 2, "binairo": 2, "gappy": 1, "hakyuu": 1, "heyawake": 2, "hitori": 1,
    "japanesesums": 1, "news": 1, "nurimisaki": 2, "paintarea": 2, "starbattle": 1, "tent": 1, "yinyang": 2,
}  # fmt: skip
"""Families, and how many such sentences each has at least (numbers and lines apart)."""


@pytest.mark.parametrize("name", TOLD)
def test_a_sentence_forbids_what_its_statement_forbids(name):
    met = set()
    for statement in family(name).rules(parse(name, family(name).example)).knowledge().rules:
        for pattern, cells in FORBIDS.items():
            found = re.fullmatch(pattern, str(statement.text))
            if found is None:
                continue
            content = statement.content
            wrong = NAMES.get(found[1], {found[1]})
            refused = {
                str(value)
                for value in content.scope[0].domain
                if not content.holds([value] * len(content.scope))
            }
            assert len(refused) == 1, statement.text
            assert refused <= wrong, statement.text
            assert cells in (None, len(content.scope))
            met.add(re.sub(r"(row|column) \d+", "", str(statement.text)))
    assert len(met) >= TOLD[name]
