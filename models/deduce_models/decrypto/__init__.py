"""Decrypto (T. Dagenais-Lespérance, 2018): give clues that only your own team understands.

Unofficial; no affiliation with the publisher, and no word list, art or logo of theirs. The words that come
with this package were written for it. `GAME` is the plug-in; `docs/decrypto.md` tells how it is modelled.
"""

from .advice import advise
from .associations import Associations
from .belief import CodeBelief, ColumnBelief
from .encryptor import Triple, rank_triples
from .game import GAME, Decrypto
from .model import Mind, contributions, mind_for, read_codes, sheet
from .moves import CODES, Clue, Deal, Draw, Guess, Name
from .notation import read_state, read_view, write_state, write_view
from .options import Rules
from .players import Aware, Naive
from .rules import State
from .similarity import Combination, Judgements, Similarity, Tempered, calibrate
from .table import Half, Table
from .vectors import Embeddings, load_sentences, load_vectors
from .views import View
from .wordlist import WordList, built_in, read_words

__all__ = [
    "CODES",
    "GAME",
    "Associations",
    "Aware",
    "Clue",
    "CodeBelief",
    "ColumnBelief",
    "Combination",
    "Deal",
    "Decrypto",
    "Draw",
    "Embeddings",
    "Guess",
    "Half",
    "Judgements",
    "Mind",
    "Naive",
    "Name",
    "Rules",
    "Similarity",
    "State",
    "Table",
    "Tempered",
    "Triple",
    "View",
    "WordList",
    "advise",
    "built_in",
    "calibrate",
    "contributions",
    "load_sentences",
    "load_vectors",
    "mind_for",
    "rank_triples",
    "read_codes",
    "read_state",
    "read_view",
    "read_words",
    "sheet",
    "write_state",
    "write_view",
]
