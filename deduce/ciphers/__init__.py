"""Substitution ciphers: every text that fits glyphs, open windows and a lexicon, with its chances."""

from typing import TYPE_CHECKING

from deduce.ground.lazy import exports

if TYPE_CHECKING:
    from deduce.ciphers.card import Card, Cryptogram, Window
    from deduce.ciphers.decipher import Deciphered, Guess, decipher
    from deduce.ciphers.decoded import Decoded
    from deduce.ciphers.text import decipher_text

__all__ = ["Card", "Cryptogram", "Deciphered", "Decoded", "Guess", "Window", "decipher", "decipher_text"]

__getattr__, __dir__ = exports(
    __name__,
    {
        "deduce.ciphers.card": "Card Cryptogram Window",
        "deduce.ciphers.decipher": "Deciphered Guess decipher",
        "deduce.ciphers.decoded": "Decoded",
        "deduce.ciphers.text": "decipher_text",
    },
)
