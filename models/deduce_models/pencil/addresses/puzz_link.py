"""Addresses of puzz.link and its kin: a whole puzzle in an address, read and written for every family that has one there.

An address is ``https://puzz.link/p?TYPE/COLUMNS/ROWS/BODY``. What the body consists of is said for each family in one
line (`_FAMILIES`): parts, each a layer of the sheet (or its areas, or what stands beside the grid) in a code of
`deduce_models.pencil.addresses.codes`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import permutations
from urllib.parse import unquote, urlsplit

from deduce.ground.errors import ProblemError, RecordError
from deduce_models.pencil.addresses.address_parts import (
    EXTRA,
    TYPE,
    UNNAMED,
    AddressPart,
    Areas,
    Cells,
    CountPart,
    Galaxies,
    Kakuro,
    Layers,
    RegionsPart,
    Rooms,
    RunsPart,
    Sides,
    Size,
    Slash,
)  # fmt: skip
from deduce_models.pencil.addresses.codes import Each, Gapped, PackedCode, Trailing
from deduce_models.pencil.addresses.tokens import (
    ARROWS,
    BALANCE,
    CASTLE,
    HEX,
    TAPA,
    Digits,
    Hex,
    Letters,
    SumPairs,
    TokenFault,
    WordTokens,
)
from deduce_models.pencil.catalogue import family
from deduce_models.pencil.kinds.foseruzu import sizes_of
from deduce_models.pencil.sheet.printed import EMPTY, Sheet

_SITES = frozenset(
    {"puzz.link", "www.puzz.link", "pzv.jp", "www.pzv.jp", "pzplus.tck.mn", "pzprxs.vercel.app"}
)
_PLAIN_FLAGS = frozenset({"", "b", "d"})
"""Flags that change nothing but how a page looks."""
_LARGEST = 200


@dataclass(frozen=True)
class _Kind:
    """A family on the site: the type it is written as, others it is read from, and the parts of its body."""

    written: str
    parts: tuple[AddressPart, ...]
    also: tuple[str, ...] = ()
    inner: int = 0
    """Rows and columns that the address does not count."""
    fits: Callable[[Sheet], str] | None = None
    """The type a sheet is written as, where that depends on it."""


def _cells(token: Hex | Digits = HEX, first: str = "g") -> tuple[AddressPart, ...]:
    return (Cells(Gapped(token, first)),)


_NUMBERS = _cells()
_FOUR = Trailing(("0", "1", "2", "3", "4"), 2)
_ROOMS: tuple[AddressPart, ...] = (Areas(), Rooms(Gapped(HEX)))
_PEARLS = Cells(PackedCode((EMPTY, "w", "b")), spelt={"1": "w", "2": "b"})
_PIPES = WordTokens({"nsew": "a", "ns": "b", "ew": "c", "ne": "d", "nw": "e", "sw": "f", "se": "g"})
_ORDERS = {"".join(x): word for word in _PIPES.characters for x in permutations(word)}
_ALL_SIDES = ("top", "bottom", "left", "right")
_POLES = ("column minuses", "column pluses", "row minuses", "row pluses")


def _four_or_five(sheet: Sheet) -> str:
    sizes = sizes_of(sheet)
    if len(sizes) > 1:
        raise TokenFault("regions of four and of five both fit the grid; say which after rows and columns")
    return "fivecells" if sizes == [5] else "fourcells"


_FAMILIES: Mapping[str, _Kind] = {
    "abcendview": _Kind(
        "easyasabc",
        (CountPart(letter=True), Sides(Gapped(Letters()), _ALL_SIDES), Cells(Gapped(Letters()))),
    ),
    "akari": _Kind("akari", (Cells(replace(_FOUR, unknown="x")),), ("lightup",)),
    "aqre": _Kind("aqre", _ROOMS),
    "aquarium": _Kind("aquarium", (Areas(), Slash(), Sides(Gapped(HEX)))),
    "araf": _Kind("araf", _NUMBERS),
    "ayeheya": _Kind("ayeheya", _ROOMS),
    "balanceloop": _Kind("balance", (Cells(Gapped(BALANCE)),)),
    "canalview": _Kind("canal", _NUMBERS),
    "castlewall": _Kind("castle", (Cells(Gapped(CASTLE, "a")),)),
    "cave": _Kind("cave", _NUMBERS, ("bag",)),
    "chocona": _Kind("chocona", _ROOMS),
    "cojun": _Kind("cojun", (Areas(), *_NUMBERS)),
    "countryroad": _Kind("country", _ROOMS),
    "creek": _Kind("creek", (Cells(_FOUR, "points", 1),)),
    "doppelblock": _Kind("doppelblock", (Size(2), Sides(Gapped(HEX)))),
    "fillomino": _Kind("fillomino", _NUMBERS),
    "foseruzu": _Kind(
        "fourcells", (RegionsPart(), *_cells(Digits(), "a")), ("fivecells",), fits=_four_or_five
    ),
    "galaxies": _Kind("tentaisho", (Galaxies(Trailing(("1", "2"), 7)),)),
    "geradeweg": _Kind("geradeweg", _NUMBERS),
    "gokigennaname": _Kind("gokigen", (Cells(_FOUR, "points", 1),)),
    "hakyuu": _Kind("ripple", (Areas(), *_NUMBERS)),
    "hakoiri": _Kind("hakoiri", (Areas(), Cells(Gapped(WordTokens({"o": "1", "t": "2", "s": "3"}), "a")))),
    "hashi": _Kind("hashi", _cells(Hex("?")), ("hashikake", "bridges")),
    "heyawake": _Kind("heyawake", _ROOMS, ("heyawacky",)),
    "hitori": _Kind("hitori", (Cells(Each()),)),
    "kakuro": _Kind("kakuro", (Kakuro(Gapped(SumPairs(), "k")),), inner=1),
    "koburin": _Kind("koburin", (Cells(replace(_FOUR, unknown="?")),)),
    "kuromasu": _Kind("kurodoko", _NUMBERS),
    "kuroshuto": _Kind("kurochute", _NUMBERS),
    "kurotto": _Kind("kurotto", _cells(Hex("o"))),
    "lits": _Kind("lits", (Areas(),)),
    "magnetic": _Kind("magnets", (Sides(Gapped(HEX), _POLES, 2), Areas())),
    "masyu": _Kind("mashu", (_PEARLS,), ("masyu", "pearl")),
    "moonsun": _Kind("moonsun", (Areas(), Cells(PackedCode((EMPTY, "o", "x"))))),
    "nonogram": _Kind("nonogram", (RunsPart(Gapped(HEX)),)),
    "norinori": _Kind("norinori", (Areas(),)),
    "numberlink": _Kind("numlin", _NUMBERS, ("numberlink",)),
    "nurikabe": _Kind("nurikabe", _cells(Hex("?"))),
    "nurimisaki": _Kind("nurimisaki", _cells(Hex("o"))),
    "pipelink": _Kind("pipelink", (Cells(Gapped(_PIPES, "h"), spelt=_ORDERS),)),
    "shakashaka": _Kind("shakashaka", (Cells(replace(_FOUR, unknown="x"), spelt={"5": "x"}),)),
    "shikaku": _Kind("shikaku", _cells(Hex("?"))),
    "shimaguni": _Kind("shimaguni", _ROOMS),
    "simpleloop": _Kind("simpleloop", (Cells(PackedCode((EMPTY, "x"))),)),
    "skyscraper": _Kind(
        "skyscrapers",
        (Size(), Sides(Gapped(HEX), _ALL_SIDES), Cells(Gapped(HEX))),
        ("skyscraper", "building"),
    ),
    "slitherlink": _Kind("slither", (Cells(_FOUR),), ("slitherlink",)),
    "snake": _Kind("snake", (Cells(PackedCode((EMPTY, "?", "x"))), Sides(Gapped(HEX)))),
    "starbattle": _Kind("starbattle", (CountPart(), Areas())),
    "sudoku": _Kind("sudoku", _NUMBERS),
    "tapa": _Kind("tapa", (Cells(Gapped(TAPA)),)),
    "tatamibari": _Kind("tatamibari", (Cells(Gapped(WordTokens({"v": "1", "h": "2", "s": "3"}))),)),
    "tent": _Kind("tents", (Sides(Gapped(HEX)), Cells(Trailing(("x",), 17, "i", beyond=False)))),
    "yajilin": _Kind("yajilin", (Cells(Gapped(ARROWS, "a")),), ("yajirin",)),
    "yajikazu": _Kind("yajikazu", (Cells(Gapped(ARROWS, "a")),)),
    "yinyang": _Kind("yinyang", (_PEARLS,)),
    "aquapelago": _Kind("aquapelago", _cells(Hex("x"))),
    "cbanana": _Kind("cbanana", _NUMBERS),
    "context": _Kind("context", _NUMBERS),
    "detour": _Kind("detour", _ROOMS),
    "factors": _Kind("factors", _ROOMS),
    "fillmat": _Kind("fillmat", _cells(Digits(), "a")),
    "hanare": _Kind("hanare", (Areas(), *_NUMBERS)),
    "juosan": _Kind("juosan", _ROOMS),
    "mannequin": _Kind("mannequin", _ROOMS),
    "maxi": _Kind("maxi", _ROOMS),
    "meander": _Kind("meander", (Areas(), *_NUMBERS)),
    "nanro": _Kind("nanro", (Areas(), *_NUMBERS)),
    "nawabari": _Kind("nawabari", _cells(Digits(), "a")),
    "norinuri": _Kind("norinuri", _cells(Hex("?"))),
    "paintarea": _Kind("paintarea", (Areas(), *_cells(Digits(), "a"))),
    "renban": _Kind("renban", (Areas(), *_NUMBERS)),
    "simplegako": _Kind("simplegako", _NUMBERS),
    "squarejam": _Kind("squarejam", _NUMBERS),
    "sukoro": _Kind("sukoro", _cells(Digits(), "a")),
    "tasquare": _Kind("tasquare", _cells(Hex("o"))),
    "tslither": _Kind("tslither", (Cells(_FOUR),)),
    "vslither": _Kind("vslither", (Cells(_FOUR),)),
    "yajilinregions": _Kind("yajilin-regions", _ROOMS),
}  # fmt: skip

ADDRESSED = tuple(_FAMILIES)
"""The families that have addresses."""

KINDS_OF_TYPES = {name: own for own, kind in _FAMILIES.items() for name in (kind.written, *kind.also)}
"""The family of every type."""


def file_type(sheet: Sheet) -> str:
    """The type that a sheet has in a file. Raises `TokenFault` where that cannot be told."""
    kind = _FAMILIES[sheet.family]
    inside = {"akari": "lightup", "hashi": "hashikake"}  # another one than in addresses
    return kind.fits(sheet) if kind.fits else inside.get(sheet.family, kind.written)


def write_puzz_link(sheet: Sheet) -> str:
    """The address of a puzzle there. Raises `ProblemError` for a family without, or something it cannot say."""
    kind = _FAMILIES.get(sheet.family)
    if kind is None:
        raise ProblemError(f"{sheet.family} has no addresses; those with: {', '.join(ADDRESSED)}")
    try:
        body = "".join(part.write(sheet) for part in kind.parts)
        written = kind.fits(sheet) if kind.fits else kind.written
    except TokenFault as fault:
        raise ProblemError(f"this {sheet.family} has no address: {fault}") from None
    return f"https://puzz.link/p?{written}/{sheet.cols - kind.inner}/{sheet.rows - kind.inner}/{body}"


def read_puzz_link(text: str) -> Sheet | None:
    """The sheet of a puzzle in an address of puzz.link or a site like it; None for any other.

    Raises `RecordError` for a family that is not on the shelf, and for a faulty address.
    """
    site = urlsplit(text)
    if site.hostname not in _SITES:
        return None
    words = unquote(site.query).rstrip("/").split("/") if site.query.count("/") >= 2 else []
    if not words:
        raise _refused(
            text, "after ? come the type, columns, rows and the puzzle, with slashes between them"
        )
    kind_name = words[0].removesuffix("_edit")
    name = KINDS_OF_TYPES.get(kind_name)
    if name is None:
        raise _refused(
            text,
            f"puzzles of the type {kind_name!r} are not read; allowed: {', '.join(sorted(KINDS_OF_TYPES))}",
        )
    flag = "" if words[1].isdecimal() else words.pop(1)
    if not set(flag.removeprefix("v:")) <= _PLAIN_FLAGS:
        raise _refused(text, f"the flag {flag!r} changes the rules, which is not known here")
    kind = _FAMILIES[name]
    size = [int(word) for word in words[1:3] if word.isdecimal() and len(word) < 10]
    if len(size) != 2 or min(size) < 1 or max(size) > _LARGEST:
        raise _refused(
            text, f"columns and rows are two numbers from 1 to {_LARGEST}, not {'/'.join(words[1:3])}"
        )
    cols, rows = size
    body, layers = "/".join(words[3:]), Layers({TYPE: [[kind_name]]})
    try:
        at = 0
        for part in kind.parts:
            at = part.read(body, at, rows, cols, layers)
        if at < len(body):
            raise TokenFault(f"{body[at:]!r} is left over")
    except TokenFault as fault:
        raise _refused(text, str(fault)) from None
    layers.pop(TYPE, None)
    unnamed = sum(int(word) for line in layers.pop(UNNAMED, []) for word in line)
    extra = layers.pop(EXTRA, [[]])[0]
    rows, cols = rows + kind.inner, cols + kind.inner
    sheet = family(name).parse.blank(name, rows, cols, layers)
    first = " ".join([str(rows), str(cols), *extra])
    # Read as a text, so that whatever a text may not say is refused here, too.
    return replace(family(name).parse(name, replace(sheet, first=first).text()), unnamed=unnamed)


def _refused(text: str, why: str) -> RecordError:
    return RecordError(f"the address {text if len(text) < 80 else text[:77] + '...'}: {why}")
