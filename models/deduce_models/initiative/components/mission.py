"""Missions: the public card (windows and glyphs), the map with its stacks, and the secret answer.

A mission is a TOML file::

    language = "en"            # also the alphabet, unless `alphabet` gives another
    glyphs = "ACEGH .JG LGCNJ" # one sign a window: a glyph, '.' for none, '=' for a window printed open
    title = "A walk in the park"
    board = "grid"             # a shipped map, or the path of a map file
    tokens = "tan"             # a shipped token set
    question = "Where is the parcel?"
    phrase = "UNDER THE BENCH" # '?' for a letter nobody knows yet; 'CA-T' is two windows, 'CA' and 'T'
    answer = [3]               # optional: which words must be guessed (default: all)
    entrance = "B2"
    walls = [["A1", "A2"]]     # passages that are closed
    passages = []              # further ones
    provenance = "reconstructed"
    reason = "Made for this library."
    [stacks]                   # hidden tokens a room
    A1 = 4

The same glyph always hides the same text; two glyphs may hide the same text. `language` and `glyphs` alone are a card: it
can be asked about (every window hides one unknown symbol then); to be played it needs `board`, `entrance`, `stacks`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from deduce.ciphers.card import Window
from deduce.ground.errors import DeduceError, ProblemError, nearest
from deduce.ground.reading import check_named
from deduce.ground.wording import many
from deduce.records.datafile import DataTable, parse_toml, read_toml
from deduce.vocabulary.alphabets import ALPHABETS, fold
from deduce_models.initiative.components.parts import RoomMap, board, default_tokens, named_board

UNKNOWN = "?"
FOLDER = Path(__file__).parents[1] / "missions"


@dataclass(frozen=True)
class Front:
    """What everybody sees of a mission card. `answer` holds the positions of the words to be guessed."""

    title: str
    question: str
    language: str
    alphabet: str
    words: tuple[tuple[Window, ...], ...]
    answer: tuple[int, ...]

    @cached_property
    def glyphs(self) -> tuple[str, ...]:
        """The glyphs on the card, sorted."""
        return tuple(sorted({window.glyph for word in self.words for window in word if window.glyph}))

    @cached_property
    def lengths(self) -> tuple[int, ...]:
        """Symbols a word."""
        return tuple(sum(window.size for window in word) for word in self.words)

    def spelling(self, text: str) -> tuple[str, ...]:
        """`text` as words of this card's answer, folded to its alphabet.

        Raises `ProblemError` when the number of words, a length or a symbol cannot be right.
        """
        words = tuple(fold(text, self.language).split())
        wanted = [self.lengths[place] for place in self.answer]
        if [len(word) for word in words] != wanted:
            raise ProblemError(
                f"the answer has words of {', '.join(map(str, wanted))} symbols, not {text!r}"
            )
        for symbol in "".join(words):
            if symbol not in self.alphabet:
                raise ProblemError(f"{symbol!r} is not in the alphabet {self.alphabet}")
        return words


@dataclass(frozen=True)
class Mission:
    """A whole mission. `secret` holds the text behind every window, word by word (`UNKNOWN` if not known)."""

    name: str
    front: Front
    secret: tuple[tuple[str, ...], ...]
    board: RoomMap
    passages: tuple[tuple[int, int], ...]
    walls: tuple[tuple[int, int], ...]
    entrance: int
    stacks: tuple[int, ...]
    tokens: tuple[tuple[str, int], ...]
    provenance: str = "reconstructed"
    reason: str = ""
    level: int = 0

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """For each room the rooms one passage away, sorted."""
        found: list[set[int]] = [set() for _ in self.board.rooms]
        for a, b in self.passages:
            found[a].add(b)
            found[b].add(a)
        return tuple(tuple(sorted(rooms)) for rooms in found)

    @property
    def phrase(self) -> str:
        """The phrase behind the windows."""
        return " ".join("".join(word) for word in self.secret)

    @property
    def answer(self) -> str:
        """The words that must be guessed."""
        return " ".join("".join(self.secret[place]) for place in self.front.answer)

    def distances(self) -> tuple[int, ...]:
        """Passages from the entrance to every room."""
        return distances(self.neighbours, self.entrance)


def distances(neighbours: tuple[tuple[int, ...], ...], start: int) -> tuple[int, ...]:
    """Passages from `start` to every room, -1 where none leads."""
    found = [-1] * len(neighbours)
    found[start] = 0
    queue = [start]
    for room in queue:
        for other in neighbours[room]:
            if found[other] < 0:
                found[other] = found[room] + 1
                queue.append(other)
    return tuple(found)


def load(path: str | Path) -> Mission:
    """The mission in the file at `path`. Raises `ProblemError` naming the key that is wrong."""
    path = Path(path)
    return read(read_toml(path), path.stem, path.parent)


def board_of(path: str | Path) -> Path | None:
    """The file of the map that a mission's file names beside it; None where it names none, or cannot be read."""
    path = Path(path)
    try:
        place = read_toml(path).values.get("board") if path.suffix == ".toml" else None
    except DeduceError:
        return None
    named = (
        isinstance(place, str)
        and place.endswith(".toml")
        and not check_named(path.parent, place, anywhere=False)
    )
    return path.parent / str(place) if named else None


def loads(text: str, name: str = "mission") -> Mission:
    """The mission written in `text`."""
    return read(parse_toml(text, name), name, Path())


def mission_names() -> tuple[str, ...]:
    """The shipped missions by name; their `level` says how hard they are."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def named_mission(name: str) -> Mission:
    """A shipped mission by its name, or the one in the file called `name` (ending in .toml).

    Raises `ProblemError` for a name that is none, or a file that cannot be used.
    """
    if name.endswith(".toml"):
        return load(name)
    if name not in mission_names():
        raise ProblemError(f"there is no mission {name!r}: {nearest(name, mission_names())}")
    return load(FOLDER / f"{name}.toml")


KEYS = (
    "title", "level", "language", "alphabet", "board", "tokens", "question", "phrase", "glyphs", "answer",
    "entrance", "walls", "passages", "stacks", "provenance", "reason",
)  # fmt: skip


def read(table: DataTable, name: str, folder: Path) -> Mission:
    """The mission of a TOML table; a `board` that ends in .toml is a file in `folder` or below."""
    table.only(*KEYS)
    mapped = any(key in table.values for key in ("board", "entrance", "stacks"))
    place = table.get("board", str) if mapped else "grid"
    if place.endswith(".toml"):
        if wrong := check_named(folder, place, anywhere=False):
            raise ProblemError(f"{table.where('board')}: {wrong}")
        ground = board(read_toml(folder / place))
    else:
        ground = named_board(place)
    sets = default_tokens()
    chosen = table.get("tokens", str, "tan")
    table.one_of("tokens", chosen, tuple(sets))
    language = table.get("language", str)
    alphabet = table.get("alphabet", str, "") or ALPHABETS.get(language, "")
    if not alphabet:
        table.one_of("language", language, tuple(ALPHABETS))
    sizes = [0] * len(ground.rooms)
    if mapped:
        stacks = table.table("stacks")
        for room in stacks.values:
            sizes[stacks.one_of(room, room, ground.rooms)] = stacks.get(room, int)
    glyphs = table.get("glyphs", str)
    tokens = dict(sets[chosen])
    if not mapped:
        # Whatever the card shows is on some token.
        tokens.update({sign: 2 for sign in glyphs if sign not in " .=" and sign not in tokens})
    answer = table.integers("answer") if "answer" in table.values else None
    return build(
        name,
        title=table.get("title", str, name),
        question=table.get("question", str, "What is behind the windows?"),
        language=language,
        alphabet=alphabet,
        phrase=table.get("phrase", str, "".join(sign if sign == " " else UNKNOWN for sign in glyphs)),
        glyphs=glyphs,
        answer=answer,
        ground=ground,
        entrance=table.one_of("entrance", table.get("entrance", str), ground.rooms) if mapped else 0,
        walls=table.pairs("walls", ground.rooms, []),
        passages=table.pairs("passages", ground.rooms, []),
        stacks=sizes,
        tokens=tokens,
        source=table.source,
        level=table.get("level", int, 0),
        reason=table.get("reason", str, "") if not mapped else table.get("reason", str),
        provenance=table.provenance() if "provenance" in table.values or mapped else "a card alone",
        mapped=mapped,
    )


def build(
    name: str,
    *,
    title: str,
    question: str,
    language: str,
    phrase: str,
    glyphs: str,
    ground: RoomMap,
    entrance: int,
    stacks: Iterable[int],
    tokens: dict[str, int],
    alphabet: str = "",
    answer: Iterable[int] | None = None,
    walls: Iterable[tuple[int, int]] = (),
    passages: Iterable[tuple[int, int]] = (),
    source: str = "",
    level: int = 0,
    provenance: str = "reconstructed",
    reason: str = "",
    mapped: bool = True,
) -> Mission:
    """A checked mission from its parts; `answer` counts words from 1. Without `mapped` it is a card alone.

    Raises `ProblemError` naming the key: symbols outside the alphabet, glyphs that do not fit the
    phrase or hide two texts, glyphs without token, more hidden tokens than the set has or fewer than the
    card has glyphs (fewer than that could never open all windows; with tokens left aside some glyphs may
    still be lacking), walls where no passage is or where one is
    added, rooms that cannot be reached.
    """
    where = source or name
    alphabet = alphabet or ALPHABETS[language]
    if len(set(alphabet)) < len(alphabet):
        raise ProblemError(f"{where}: alphabet: expected distinct symbols, not {alphabet!r}")
    walls, passages = tuple(walls), tuple(passages)
    words, secret = _windows(where, fold(phrase, language).split(), glyphs.split(), alphabet)
    places = _answer(where, answer, len(words))
    front = Front(title, question, language, alphabet, words, places)
    sizes = tuple(stacks)
    _check_glyphs(where, front, tokens)
    if mapped:
        _check_stacks(where, front, dict(zip(ground.rooms, sizes, strict=True)), sum(tokens.values()))
    ways = _ways(where, ground, walls, passages)
    mission = Mission(
        name, front, secret=secret, board=ground, passages=ways, walls=tuple(walls), entrance=entrance, stacks=sizes,
        tokens=tuple(tokens.items()), provenance=provenance, reason=reason, level=level,
    )  # fmt: skip
    lost = [ground.rooms[room] for room, far in enumerate(mission.distances()) if far < 0]
    if lost:
        raise ProblemError(f"{where}: walls: no way leads from the entrance to {', '.join(lost)}")
    return mission


def _answer(where: str, answer: Iterable[int] | None, count: int) -> tuple[int, ...]:
    """The words to be guessed as positions from 0; all of the `count` words when the mission does not say."""
    places = tuple(range(count)) if answer is None else tuple(k - 1 for k in answer)
    if not places or any(not 0 <= k < count for k in places) or len(set(places)) < len(places):
        raise ProblemError(f"{where}: answer: expected distinct word numbers from 1 to {count}")
    return places


def _check_glyphs(where: str, front: Front, tokens: Mapping[str, int]) -> None:
    """That the card has glyphs, each on a token."""
    if not front.glyphs:
        raise ProblemError(f"{where}: glyphs: no window has a glyph")
    for glyph in front.glyphs:
        if tokens.get(glyph, 0) < 1:
            raise ProblemError(
                f"{where}: glyphs: no token shows {glyph!r}, so its windows could never open; "
                + nearest(glyph, (token for token in tokens if len(token) == 1))
            )


def _check_stacks(where: str, front: Front, sizes: Mapping[str, int], tokens: int) -> None:
    """That the rooms hide no more tokens than the set has, and enough for every glyph of the card."""
    for room, size in sizes.items():
        if size < 0:
            raise ProblemError(f"{where}: stacks.{room}: expected 0 or more hidden tokens, not {size}")
    hidden = sum(sizes.values())
    if not 1 <= hidden <= tokens:
        raise ProblemError(f"{where}: stacks: {hidden} hidden tokens in all, but the set has 1 to {tokens}")
    if hidden < len(front.glyphs):
        raise ProblemError(
            f"{where}: stacks: {hidden} hidden tokens in all cannot show the {many(len(front.glyphs), 'glyph')} "
            f"of the card; expected at least {len(front.glyphs)}"
        )


def _ways(
    where: str, ground: RoomMap, walls: Iterable[tuple[int, int]], passages: Iterable[tuple[int, int]]
) -> tuple[tuple[int, int], ...]:
    """The passages of the map without those that walls close, and with further ones."""
    closed = {frozenset(pair) for pair in walls}
    for added in passages:
        if frozenset(added) in closed:
            names = " - ".join(ground.rooms[room] for room in added)
            raise ProblemError(
                f"{where}: passages: {names} is closed by a wall in `walls`; keep one of them"
            )
    usual = {frozenset(pair) for pair in ground.passages}
    for pair in closed - usual:
        names = " - ".join(ground.rooms[room] for room in sorted(pair))
        raise ProblemError(f"{where}: walls: there is no passage {names} to close")
    return tuple(pair for pair in (*ground.passages, *passages) if frozenset(pair) not in closed)


def _windows(
    where: str, phrase: list[str], glyphs: list[str], alphabet: str
) -> tuple[tuple[tuple[Window, ...], ...], tuple[tuple[str, ...], ...]]:
    if len(phrase) != len(glyphs) or not phrase:
        raise ProblemError(
            f"{where}: glyphs: expected {len(phrase)} words as in the phrase, not {len(glyphs)}"
        )
    means: dict[str, str] = {}
    words, secret = [], []
    for number, (word, signs) in enumerate(zip(phrase, glyphs, strict=True), 1):
        texts = word.split("-") if "-" in word else list(word)
        if len(texts) != len(signs) or not all(texts):
            raise ProblemError(
                f"{where}: glyphs: word {number} has {len(texts)} windows, but {signs!r} has {len(signs)} signs"
            )
        row = []
        for text, sign in zip(texts, signs, strict=True):
            for symbol in text:
                if symbol not in alphabet and symbol != UNKNOWN:
                    raise ProblemError(
                        f"{where}: phrase: {symbol!r} in word {number} is not in the alphabet {alphabet}"
                    )
            glyph = "" if sign in ".=" else sign
            if glyph and means.setdefault(glyph, text) != text:
                raise ProblemError(
                    f"{where}: glyphs: {glyph!r} hides both {means[glyph]!r} and {text!r} (word {number})"
                )
            row.append(Window(glyph, len(text), text if sign == "=" else ""))
        words.append(tuple(row))
        secret.append(tuple(texts))
    return tuple(words), tuple(secret)
