"""The packing of texts that f-puzzles and SudokuPad use in links: LZ78 with codes of growing width, in base 64.

A text is a sequence of UTF-16 units. Codes 0 and 1 announce a new unit, of 8 and of 16 bits; 2 ends the text; others name
stretches seen before. The width of codes grows by one bit whenever the table has doubled. Bits are written lowest first,
six to a character. Both directions take time linear in the text; what would unpack to more than a bound is refused.
"""

from __future__ import annotations

from collections.abc import Iterator

_SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_VALUE = {sign: value for value, sign in enumerate(_SIGNS)} | {"-": 62, "_": 63}
_SHORT, _LONG, _END, _FIRST = 0, 1, 2, 3
_LARGEST = 2_000_000


class LzFault(ValueError):
    """A text that is not packed so, or too long."""


class _Bits:
    """Bits, each number lowest first, as characters of six bits, the first of which is the highest."""

    def __init__(self) -> None:
        self.bits: list[int] = []

    def put(self, value: int, width: int) -> None:
        self.bits += [value >> i & 1 for i in range(width)]

    def text(self) -> str:
        bits = [*self.bits, 0]
        bits += [0] * (-len(bits) % 6)
        signs = [_SIGNS[int("".join(map(str, bits[i : i + 6])), 2)] for i in range(0, len(bits), 6)]
        return "".join(signs) + "=" * (-len(signs) % 4)


def _units(text: str) -> str:
    """A text as UTF-16 units, each a character."""
    data = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(data[i] | data[i + 1] << 8) for i in range(0, len(data), 2))


def _whole(units: str) -> str:
    data = b"".join(ord(unit).to_bytes(2, "little") for unit in units)
    try:
        return data.decode("utf-16-le")
    except UnicodeDecodeError:
        raise LzFault("the text has half a character") from None


class _Width:
    """How wide codes are, and after how many the next bit comes."""

    def __init__(self, bits: int, left: int) -> None:
        self.bits, self.left = bits, left

    def spent(self) -> None:
        """One entry more."""
        self.left -= 1
        if self.left == 0:
            self.left = 1 << self.bits
            self.bits += 1


def pack(text: str) -> str:
    """The text packed. Raises `LzFault` for one of more than two million signs."""
    units = _units(text)
    if len(units) > _LARGEST:
        raise LzFault(f"a text of {len(units):,} signs is too long")
    table: dict[str, int] = {}
    new: set[str] = set()
    out, width, word = _Bits(), _Width(2, 2), ""

    def put(entry: str) -> None:
        if entry in new:
            new.discard(entry)
            size = 8 if ord(entry) < 256 else 16
            out.put(_SHORT if size == 8 else _LONG, width.bits)
            out.put(ord(entry), size)
            width.spent()
        else:
            out.put(table[entry], width.bits)
        width.spent()

    for unit in units:
        if unit not in table:
            table[unit] = len(table) + _FIRST
            new.add(unit)
        if word + unit in table:
            word += unit
            continue
        put(word)
        table[word + unit] = len(table) + _FIRST
        word = unit
    if word:
        put(word)
    out.put(_END, width.bits)
    return out.text()


def _stream(packed: str) -> Iterator[int]:
    for sign in packed.rstrip("="):
        if sign not in _VALUE:
            raise LzFault(f"{sign!r} is no sign of base 64")
        value = _VALUE[sign]
        for i in reversed(range(6)):
            yield value >> i & 1


def unpack(packed: str, most: int = _LARGEST) -> str:
    """The text that was packed. Raises `LzFault` for anything else, and beyond `most` signs."""
    if len(packed) > _LARGEST:
        raise LzFault(f"{len(packed):,} signs are too many")
    stream = _stream(packed)

    def take(width: int) -> int:
        value = 0
        for i in range(width):
            bit = next(stream, None)
            if bit is None:
                raise LzFault("it ends too early")
            value |= bit << i
        return value

    code = take(2)
    if code == _END:
        return ""
    if code > _END:
        raise LzFault("it begins with a code that names nothing")
    word = chr(take(8 if code == _SHORT else 16))
    table = ["", "", "", word]
    width, found, length = _Width(3, 4), [word], 1
    while True:
        code = take(width.bits)
        if code == _END:
            return _whole("".join(found))
        if code in (_SHORT, _LONG):
            table.append(chr(take(8 if code == _SHORT else 16)))
            code = len(table) - 1
            width.spent()
        if code < len(table):
            entry = table[code]
        elif code == len(table):
            entry = word + word[0]
        else:
            raise LzFault("a code names nothing")
        length += len(entry)
        if length > most:
            raise LzFault(f"it unpacks to more than {most:,} signs")
        found.append(entry)
        table.append(word + entry[0])
        width.spent()
        word = entry
