"""Links of Penpa+: a drawing in an address, read as a puzzle of the family that its tag names, and written.

What stands for what is said for each family in one line (`_DRAWN`); it is how Penpa+ itself draws puzzles of puzz.link.
Answers, colours, title and author are left out; whatever else the family's rules do not know refuses a drawing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from deduce.ground.errors import ProblemError, RecordError, nearest
from deduce_models.pencil.addresses.address_parts import EXTRA, Layers
from deduce_models.pencil.addresses.penpa_beside import DrawnRuns, DrawnSides, DrawnStars, Range, RowsAre
from deduce_models.pencil.addresses.penpa_page import PenpaPage
from deduce_models.pencil.addresses.penpa_parts import (
    DrawnArrows,
    DrawnBorders,
    DrawnBoxes,
    DrawnCentres,
    DrawnHouses,
    DrawnNumbers,
    DrawnPart,
    DrawnSums,
    DrawnSymbols,
    Lines,
    outline,
)  # fmt: skip
from deduce_models.pencil.addresses.tokens import TokenFault
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.sheet.printed import Sheet


@dataclass(frozen=True)
class _Drawn:
    """A family there: its tag, the parts of a drawing, others tags it is read from.

    Attributes:
        space: Rows above and below the grid, columns left and right of it.
        sides: Thick sides mean nothing.
    """

    tag: str
    parts: tuple[DrawnPart, ...]
    also: tuple[str, ...] = ()
    space: tuple[int, int, int, int] = (0, 0, 0, 0)
    sides: bool = False


_NUMBERS = (DrawnNumbers(),)
_ROOMS: tuple[DrawnPart, ...] = (DrawnBorders(), DrawnNumbers())
_RING = (6, "1")
_CIRCLES = ("circle_L", "circle_M", "circle_S")
_ALL_SIDES = ("top", "bottom", "left", "right")
_AROUND = (1, 1, 1, 1)

_DRAWN: Mapping[str, _Drawn] = {
    "abcendview": _Drawn(
        "easy as abc", (DrawnSides(_ALL_SIDES, letters=True), Range()), space=(2, 1, 1, 1), sides=True
    ),
    "akari": _Drawn("akari", (DrawnBoxes({4: "x"}),)),
    "aqre": _Drawn("aqre", _ROOMS),
    "araf": _Drawn("araf", (DrawnNumbers(style=(6, "1")),)),
    "ayeheya": _Drawn("ayeheya (ekawayeh)", _ROOMS),
    "balanceloop": _Drawn("balanceloop", (DrawnSymbols(_CIRCLES, {1: "w", 2: "b"}, numbers=True),)),
    "canalview": _Drawn("canal view", _NUMBERS),
    "castlewall": _Drawn(
        "castlewall",
        (DrawnBoxes({4: "x", 3: ".", 0: "o"}, ".", bare=False, arrows=True, boxed=True),),
        sides=True,
    ),
    "cave": _Drawn("cave", (DrawnNumbers(("?", "?")),)),
    "chocona": _Drawn("choco banana", _ROOMS),
    "cojun": _Drawn("cojun", _ROOMS),
    "countryroad": _Drawn("country road", _ROOMS),
    "fillomino": _Drawn("fillomino", _NUMBERS),
    "galaxies": _Drawn("spiralgalaxies", (DrawnCentres(),)),
    "geradeweg": _Drawn("geradeweg", (DrawnNumbers(("?", "?"), _RING),)),
    "gokigennaname": _Drawn(
        "slant (gokigen)", (DrawnNumbers(style=_RING, layer="points", points=True),), space=_AROUND
    ),
    "hakyuu": _Drawn("ripple effect", _ROOMS),
    "hashi": _Drawn("hashiwokakero (hashi/bridges)", (DrawnNumbers(("?", " "), _RING),)),
    "heyawake": _Drawn("heyawake", _ROOMS),
    "hitori": _Drawn("hitori", _NUMBERS),
    "kakuro": _Drawn("kakuro", (DrawnSums(),), sides=True),
    "kuromasu": _Drawn("kurodoko", (DrawnNumbers(style=_RING),), ("kuromasu",)),
    "kuroshuto": _Drawn("kurochute", _NUMBERS),
    "kurotto": _Drawn("kurotto", (DrawnNumbers(("o", " "), _RING),)),
    "lits": _Drawn("lits", (DrawnBorders(),)),
    "masyu": _Drawn("masyu", (DrawnSymbols(_CIRCLES, {1: "w", 2: "b"}, spelt={"1": "w", "2": "b"}),)),
    "moonsun": _Drawn("moon or sun", (DrawnBorders(), DrawnSymbols(("sun_moon",), {1: "o", 2: "x"}))),
    "nonogram": _Drawn("nonogram", (DrawnRuns(),), sides=True),
    "norinori": _Drawn("norinori", (DrawnBorders(),)),
    "numberlink": _Drawn("numberlink", _NUMBERS),
    "nurikabe": _Drawn("nurikabe", (DrawnNumbers(("?", "?")),)),
    "nurimisaki": _Drawn("nurimisaki", (DrawnNumbers(("o", " "), _RING),)),
    "shakashaka": _Drawn("shakashaka", (DrawnBoxes({4: "x"}),)),
    "shikaku": _Drawn("shikaku", (DrawnNumbers(("?", " "), (7, "1")),)),
    "shimaguni": _Drawn("shimaguni (islands)", _ROOMS),
    "simpleloop": _Drawn("simple loop", (DrawnBoxes({4: "x"}, numbers=False),)),
    "skyscraper": _Drawn(
        "skyscrapers", (DrawnSides(_ALL_SIDES), DrawnNumbers(), RowsAre()), space=_AROUND, sides=True
    ),
    "slitherlink": _Drawn("slitherlink", _NUMBERS),
    "snake": _Drawn("snake", (DrawnSides(), DrawnSymbols(_CIRCLES, {2: "x"})), space=_AROUND, sides=True),
    "starbattle": _Drawn("starbattle", (DrawnBorders(), DrawnStars()), space=_AROUND),
    "sudoku": _Drawn("classic", (DrawnHouses(), *_NUMBERS)),
    "tapa": _Drawn("tapa", (Lines(),)),
    "tent": _Drawn("tents", (DrawnSides(), DrawnSymbols(("tents",), {1: "x"})), space=_AROUND, sides=True),
    "yajikazu": _Drawn("yajikazu (yajisan-kazusan)", (DrawnArrows(),)),
    "yajilin": _Drawn("yajilin", (DrawnBoxes({3: "x", 0: "x"}, arrows=True, boxed=True),), sides=True),
    "yinyang": _Drawn("yin-yang", (DrawnSymbols(("circle_M", *_CIRCLES), {1: "w", 2: "b"}),)),
}

DRAWN = tuple(_DRAWN)
"""The families that have links there."""

_TAGS = {tag: name for name, drawn in _DRAWN.items() for tag in (drawn.tag, *drawn.also)}


def write_penpa(sheet: Sheet) -> str:
    """The link of a puzzle. Raises `ProblemError` for a family without links there, or something they cannot say."""
    drawn = _DRAWN.get(sheet.family)
    if drawn is None:
        raise ProblemError(f"{sheet.family} has no links of Penpa+; those with: {', '.join(DRAWN)}")
    page = PenpaPage(sheet.rows, sheet.cols, drawn.space, (drawn.tag,))
    try:
        for part in drawn.parts:
            part.write(sheet, page)
    except TokenFault as fault:
        raise ProblemError(f"this {sheet.family} has no link of Penpa+: {fault}") from None
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={page.packed()}"


def read_penpa(address: str) -> Sheet:
    """The sheet of a puzzle in a link.

    Raises `RecordError` for a faulty link, a drawing of no family that is known, or with something its rules do not know.
    """
    site = urlsplit(address)
    values = dict(parse_qsl((site.fragment or site.query).replace("+", "%2B"), max_num_fields=50))
    if not values.get("p"):
        raise _refused(address, "after # come m=edit&p= and the drawing; short links name one elsewhere")
    if values["p"].startswith("http"):
        raise _refused(address, "it names another address; give that one")
    try:
        page = PenpaPage.unpacked(values["p"])
        return sheet_of(page)
    except TokenFault as fault:
        raise _refused(address, str(fault)) from None


def sheet_of(page: PenpaPage) -> Sheet:
    """The sheet of a drawing, which is used up. Raises `TokenFault`, `RecordError`."""
    names = [_TAGS[tag] for tag in page.tags if tag in _TAGS]
    if len(names) != 1:
        told = ", ".join(page.tags) or "none"
        known = (
            nearest(page.tags[0][:100], _TAGS, limit=100) if page.tags else "allowed: " + ", ".join(_TAGS)
        )
        raise TokenFault(
            f"one tag of a genre tells the family; its tags are: {told[:200]} ({known}; set it there under Genre tags)"
        )
    (name,) = names
    drawn = _DRAWN[name]
    # Parts look for what is theirs alone before numbers anywhere are taken.
    layers: Layers = {}
    for part in drawn.parts:
        part.read(page, layers)
    _left_over(page, name, sides=drawn.sides)
    extra = layers.pop(EXTRA, [[]])[0]
    sheet = family(name).parse.blank(name, page.rows, page.cols, layers)
    first = " ".join([str(page.rows), str(page.cols), *extra])
    # Read as a text, so that whatever a text may not say is refused here, too.
    return family(name).parse(name, replace(sheet, first=first).text())


def _left_over(page: PenpaPage, name: str, *, sides: bool) -> None:
    """Refuse what no part has read. Raises `TokenFault`."""
    left: dict[str, int] = {
        "numbers": len(page.numbers),
        "small numbers": len(page.spots),
        "coloured cells": len(page.surfaces),
        "thick lines": 0 if sides else len(page.edges - outline(page)),
        **{what: len(groups) for what, groups in page.groups.items()},
    }
    names = sorted({symbol for _, symbol, _ in page.symbols.values()})
    found = [what for what, count in left.items() if count]
    found += [f"symbols ({', '.join(names)[:100]})"] if names else []
    if found:
        raise TokenFault(f"it has {' and '.join(found)} that mean nothing in {name} here")


def _refused(address: str, why: str) -> RecordError:
    return RecordError(f"the address {address if len(address) < 80 else address[:77] + '...'}: {why}")
