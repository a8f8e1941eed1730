"""Decrypto (T. Dagenais-Lespérance, 2018): give clues that only your own team understands.

Unofficial; no affiliation with the publisher, and no word list, art or logo of theirs. The words that come
with this package were written for it. `GAME` is the plug-in, the other names here are those that pages and examples
name; `docs/decrypto-model.md` tells how it is modelled.
"""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports
from deduce_models.decrypto.game import GAME, Decrypto

if TYPE_CHECKING:
    from deduce.rulebook.sheet_forms import write_sheet as write_view
    from deduce_models.decrypto.advice.encryptor import rank_triples
    from deduce_models.decrypto.components.wordlist import built_in
    from deduce_models.decrypto.knowledge.associations import Associations
    from deduce_models.decrypto.knowledge.understanding import contributions, mind_for, read_codes
    from deduce_models.decrypto.players.named import Aware, Naive
    from deduce_models.decrypto.records.reading import read_view
    from deduce_models.decrypto.rules.moves import CODES, Clue, Guess

__all__ = [
    "CODES", "GAME", "Associations", "Aware", "Clue", "Decrypto", "Guess", "Naive", "built_in", "contributions",
    "mind_for", "rank_triples", "read_codes", "read_view", "write_view",
]  # fmt: skip

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.rulebook.sheet_forms": "write_view=write_sheet",
        "deduce_models.decrypto.advice.encryptor": "rank_triples",
        "deduce_models.decrypto.components.wordlist": "built_in",
        "deduce_models.decrypto.knowledge.associations": "Associations",
        "deduce_models.decrypto.knowledge.understanding": "contributions mind_for read_codes",
        "deduce_models.decrypto.players.named": "Aware Naive",
        "deduce_models.decrypto.records.reading": "read_view",
        "deduce_models.decrypto.rules.moves": "CODES Clue Guess",
    },
)
