"""Similarities from embeddings: word vectors in the common files, and sentence-embedding models.

Both need an optional library and a file or model of the user's own; no weights come with this project.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from io import BufferedIOBase
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from deduce.ground.deadline import tick
from deduce.ground.errors import DeduceError, MissingExtra, ProblemError
from deduce.ground.reading import is_file
from deduce_models.decrypto.components.legality import fold
from deduce_models.decrypto.knowledge.similarity import FloatArray


class Encoder(Protocol):
    """Anything with the ``encode`` of a sentence-embedding model."""

    def encode(self, sentences: list[str]) -> Any:
        """One vector for every sentence."""


class Embeddings:
    """Log-scores from the cosine of two vectors, over a temperature.

    Args:
        name: As printed in reports.
        words: The words that have vectors.
        vectors: One row a word, any length but 0; rows are normalised here.
        temperature: What a cosine is divided by (above 0). 0.1 makes 0.5 against 0.2 a factor of 20.
        encoder: Asked for words that are not in `words`; without one, the mean vector of a phrase's known
            words is used, and an unknown word scores 0 (nothing is known about it).
    """

    normalised = False

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        vectors: NDArray[Any],
        *,
        temperature: float = 0.1,
        encoder: Encoder | None = None,
    ) -> None:
        if not temperature > 0:
            raise ProblemError(f"a temperature is a number above 0, not {temperature!r}")
        if len(words) != len(vectors):
            raise ProblemError(f"{len(words)} words but {len(vectors)} vectors")
        self.name, self.temperature, self.encoder = name, temperature, encoder
        self.words = tuple(words)
        self._index: dict[str, int] = {}
        for number, word in enumerate(self.words):
            # Files list frequent spellings first; "Paris" and "paris" share the first one's vector.
            self._index.setdefault(fold(word.replace("_", " ")), number)
        self._vectors: NDArray[Any] = _normalise(np.asarray(vectors, dtype=np.float32))
        self._encoded: dict[str, NDArray[np.float32]] = {}

    @classmethod
    def of_rows(
        cls, name: str, words: Sequence[str], rows: NDArray[Any], *, temperature: float
    ) -> Embeddings:
        """Embeddings of folded words, each there once, with rows of length 1, which stay where they are: in a file."""
        found = cls(name, (), np.zeros((0, rows.shape[1])), temperature=temperature)
        found.words = tuple(words)
        found._index = {word: number for number, word in enumerate(words)}
        found._vectors = rows
        return found

    def scores(self, clues: Sequence[str], words: Sequence[str]) -> FloatArray:
        """Cosines over the temperature, shape ``(len(clues), len(words))``."""
        cosines = self._rows(clues) @ self._rows(words).T
        found: FloatArray = cosines.astype(float) / self.temperature
        return found

    def _rows(self, texts: Sequence[str]) -> NDArray[np.float32]:
        places = [self._index.get(text, -1) for text in texts]
        rows: NDArray[np.float32] = np.zeros((len(places), self._vectors.shape[1]), np.float32)
        known = [number for number, place in enumerate(places) if place >= 0]
        # Rising, as they lie in a file.
        order = sorted(known, key=lambda number: places[number])
        rows[order] = self._vectors[[places[number] for number in order]]
        missing = [number for number, place in enumerate(places) if place < 0]
        for number in missing:
            rows[number] = self._vector(fold(texts[number]))
        return rows

    def _vector(self, text: str) -> NDArray[np.float32]:
        if text in self._index:
            found: NDArray[np.float32] = np.asarray(self._vectors[self._index[text]], np.float32)
            return found
        if self.encoder is not None:
            if text not in self._encoded:
                self._encoded[text] = _normalise(np.asarray(self.encoder.encode([text]), dtype=np.float32))[
                    0
                ]
            vector: NDArray[np.float32] = self._encoded[text]
            return vector
        known = [self._index[token] for token in text.split() if token in self._index]
        if not known:
            return np.zeros(self._vectors.shape[1], dtype=np.float32)
        mean: NDArray[np.float32] = _normalise(
            np.asarray(self._vectors[known], np.float32).mean(axis=0, keepdims=True)
        )[0]
        return mean


def load_vectors(
    path: str | Path, *, binary: bool | None = None, limit: int | None = None, temperature: float = 0.1
) -> Embeddings:
    """Word vectors from a file in the word2vec text or binary format (``.gz`` is read as well).

    Args:
        path: The file; text files without a header line (GloVe) are understood.
        binary: Which format; None decides by the name (``.bin`` or ``.bin.gz``).
        limit: Read only the first so many words, usually the most frequent ones.
        temperature: See `Embeddings`.

    The first call reads the file and converts it (`converted`); every later one maps what was converted, in a fraction of
    the time, and needs no gensim. Raises `MissingExtra` without gensim, `ProblemError` when the file cannot be read.
    """
    file = Path(path)
    if not is_file(file):
        raise ProblemError(f"there is no file {str(file)!r} with word vectors")
    plain = file.name.removesuffix(".gz")
    is_binary = plain.endswith(".bin") if binary is None else binary
    from deduce_models.decrypto.knowledge.converted import convert, converted

    kept = converted(file, is_binary, limit)
    if kept is None:
        words, rows = _read(file, is_binary, limit)
        kept = convert(file, is_binary, limit, words, rows)
        if kept is None:
            return Embeddings(file.name, words, rows, temperature=temperature)
    return Embeddings.of_rows(file.name, *kept, temperature=temperature)


def _read(file: Path, binary: bool, limit: int | None) -> tuple[Sequence[str], NDArray[Any]]:
    """Words and rows of a file of word vectors."""
    try:
        models = import_module("gensim.models")
    except ImportError as missing:
        raise MissingExtra("gensim", "vectors", "loading word vectors") from missing
    try:
        header = _header(file)
        _check(file, binary, limit, header)
        loaded = models.KeyedVectors.load_word2vec_format(
            str(file), binary=binary, limit=limit, no_header=not binary and header is None
        )
        # A word that comes twice leaves a place without a word behind.
        told = [number for number, word in enumerate(loaded.index_to_key) if isinstance(word, str)]
        words, rows = [loaded.index_to_key[number] for number in told], loaded.vectors[: len(told)]
        if not told or not rows.shape[1] or not np.isfinite(rows).all():
            raise ValueError("it has no words, or numbers that are none")
    except DeduceError:
        raise
    except Exception as error:  # whatever a reader of other people's makes of a file that is none
        kind = "binary" if binary else "text"
        raise ProblemError(f"{str(file)!r} does not hold word vectors in {kind} format: {error}") from error
    return words, rows


_LONGEST_HEADER = 1_000
_LONGEST_LINE = 1 << 20
_LONGEST_WORD = 1_000
_MOST_PACKED = 1_100
"""No file of gzip unpacks to more times its size."""
_PLAUSIBLE = 30
"""Vectors are packed to a half or a third: what unpacks to so many times its size holds something else."""


def _header(file: Path) -> tuple[int, int] | None:
    """How many words and numbers the first line promises, or None: files of GloVe have no such line."""
    with _opened(file) as stream:
        line = stream.readline(_LONGEST_HEADER)
    parts = line.split()
    if not all(part.isdigit() for part in parts):
        return None
    if len(line) == _LONGEST_HEADER or any(len(part) > 12 for part in parts):
        raise ValueError("its header has numbers of too many digits")
    return (int(parts[0]), int(parts[1])) if len(parts) == 2 else None


def _opened(file: Path) -> BufferedIOBase:
    import gzip

    return gzip.open(file) if file.suffix == ".gz" else file.open("rb")


def _check(file: Path, binary: bool, limit: int | None, header: tuple[int, int] | None) -> None:
    """Raises `ValueError` for what would take more room than vectors ever do.

    That is a header that promises more than the file can hold (room is made for it beforehand), and lines, words or a
    packed file that would unpack to more. Reads the file once, in little memory; what reads it after this does so line by
    line and word by word.
    """
    packed, held = file.suffix == ".gz", file.stat().st_size
    most = max(64 << 20, _PLAUSIBLE * held) if packed else held
    if header is not None:
        words, numbers = header
        asked = words if limit is None else min(words, limit)
        if asked * (numbers * (4 if binary else 2) + 1) > held * (_MOST_PACKED if packed else 1):
            raise ValueError(
                f"its header promises {asked:,} words of {numbers:,} numbers, more than the file can hold"
            )
        if binary:
            most = min(most, _LONGEST_HEADER + words * (numbers * 4 + _LONGEST_WORD))
    size = line = 0
    with _opened(file) as stream:
        while chunk := stream.read(1 << 20):
            tick()
            size += len(chunk)
            if size > most:
                raise ValueError("it holds more than word vectors of that number take")
            if binary:
                continue
            first, last = chunk.find(b"\n"), chunk.rfind(b"\n")
            if line + (first if first >= 0 else len(chunk)) > _LONGEST_LINE:
                raise ValueError(f"a line has more than {_LONGEST_LINE:,} signs")
            line = line + len(chunk) if last < 0 else len(chunk) - last - 1


def load_sentences(
    model: str | Encoder, words: Sequence[str] = (), *, temperature: float = 0.1
) -> Embeddings:
    """Sentence embeddings: `model` is a model's name or directory, or an object with ``encode``.

    `words` are embedded at once; others when they are asked for. Raises `MissingExtra` without
    sentence-transformers.
    """
    if isinstance(model, str):
        try:
            library = import_module("sentence_transformers")
        except ImportError as missing:
            raise MissingExtra("sentence-transformers", "sentences", "sentence embeddings") from missing
        name, encoder = model, library.SentenceTransformer(model)
    else:
        name, encoder = type(model).__name__, model
    # One word more, so that the width is known even without words.
    told = [*words, "word"]
    return Embeddings(
        name, told, np.asarray(encoder.encode(told)), temperature=temperature, encoder=encoder
    )


def _normalise(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found: NDArray[np.float32] = (vectors / np.where(lengths == 0, 1, lengths)).astype(np.float32)
    return found
