"""Decrypto (T. Dagenais-Lespérance, 2018): give clues that only your own team understands.

Unofficial; no affiliation with the publisher, and no word list, art or logo of theirs. The words that come
with this package were written for it. `GAME` is the plug-in; `docs/decrypto-model.md` tells how it is modelled.
"""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports
from deduce_models.decrypto.game import GAME, Decrypto

if TYPE_CHECKING:
    from deduce.rulebook import State
    from deduce.rulebook.sheet_forms import write_sheet as write_state
    from deduce.rulebook.sheet_forms import write_sheet as write_view
    from deduce.rulebook.sheets import SheetReplay as Replay
    from deduce_models.decrypto.advice.advice import advise
    from deduce_models.decrypto.advice.encryptor import rank_triples
    from deduce_models.decrypto.advice.triples import Triple
    from deduce_models.decrypto.components.options import Rules
    from deduce_models.decrypto.components.wordlist import WordList, built_in, read_words
    from deduce_models.decrypto.knowledge.associations import Associations
    from deduce_models.decrypto.knowledge.belief import CodeBelief, ColumnBelief
    from deduce_models.decrypto.knowledge.similarity import (
        Combination,
        Judgements,
        Similarity,
        Tempered,
        calibrate,
    )
    from deduce_models.decrypto.knowledge.understanding import (
        Mind,
        contributions,
        mind_for,
        read_codes,
        sheet,
    )
    from deduce_models.decrypto.knowledge.vectors import Embeddings, load_sentences, load_vectors
    from deduce_models.decrypto.players.named import Aware, Naive
    from deduce_models.decrypto.records.reading import read_state, read_view
    from deduce_models.decrypto.rules.moves import CODES, Clue, Deal, Draw, Guess, Name
    from deduce_models.decrypto.rules.setup import Half, Setup
    from deduce_models.decrypto.rules.views import View

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
    "Replay",
    "Rules",
    "Setup",
    "Similarity",
    "State",
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

_HOMES = {
    "advice.advice": "advise",
    "advice.encryptor": "rank_triples",
    "advice.triples": "Triple",
    "components.options": "Rules",
    "components.wordlist": "WordList built_in read_words",
    "knowledge.associations": "Associations",
    "knowledge.belief": "CodeBelief ColumnBelief",
    "knowledge.understanding": "Mind contributions mind_for read_codes sheet",
    "knowledge.similarity": "Combination Judgements Similarity Tempered calibrate",
    "knowledge.vectors": "Embeddings load_sentences load_vectors",
    "players.named": "Aware Naive",
    "records.reading": "read_state read_view",
    "rules.moves": "CODES Clue Deal Draw Guess Name",
    "rules.setup": "Half Setup",
    "rules.views": "View",
}

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.rulebook": "State",
        "deduce.rulebook.sheets": "Replay=SheetReplay",
        "deduce.rulebook.sheet_forms": "write_state=write_sheet write_view=write_sheet",
        **{f"{__name__}.{module}": names for module, names in _HOMES.items()},
    },
)
