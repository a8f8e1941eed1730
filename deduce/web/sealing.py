"""Sealing of games in progress: what travels is encrypted and authenticated with a key that one place alone has.

A server seals with Fernet of the package `cryptography`. A page that holds Python itself has a key of its own browser
and nobody else to be guarded against; there the means of the standard library do.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from typing import Final, Protocol

from deduce.ground.errors import MissingExtra, ProblemError

_NONCE: Final = 16
_TAG: Final = 32


class LocalKey(bytes):
    """The key of a browser that answers itself."""


class Seal(Protocol):
    """Closes bytes and opens them again; `opened` raises `ProblemError` for what was changed."""

    def closed(self, data: bytes) -> str:
        """The bytes as a text that nobody reads without the key."""
        ...

    def opened(self, token: str) -> bytes:
        """What `closed` was given."""
        ...


def seal_of(secret: bytes) -> Seal:
    """The seal of a key. Raises `ProblemError` without a key, `MissingExtra` where a server lacks its package."""
    if not secret:
        raise ProblemError(
            "games are played on the page of a running 'deduce serve', which holds their key"
        )
    return _LocalSeal(secret) if isinstance(secret, LocalKey) else _ServerSeal(secret)


def _changed() -> ProblemError:
    return ProblemError(
        "this game was changed on its way, or the server that dealt it has been started anew: begin another"
    )


class _ServerSeal:
    def __init__(self, secret: bytes) -> None:
        try:
            from cryptography.fernet import Fernet
        except ImportError as error:
            raise MissingExtra("cryptography", "web", "playing on the page") from error
        self._fernet = Fernet(base64.urlsafe_b64encode(secret[:32].ljust(32, b"\0")))

    def closed(self, data: bytes) -> str:
        token: str = self._fernet.encrypt(data).decode()
        return token

    def opened(self, token: str) -> bytes:
        from cryptography.fernet import InvalidToken

        try:
            data: bytes = self._fernet.decrypt(token.encode())
        except InvalidToken as error:
            raise _changed() from error
        return data


class _LocalSeal:
    """A stream made of the key and a number used once, and a tag over both (encrypt, then authenticate)."""

    def __init__(self, secret: bytes) -> None:
        self._stream, self._tag = (
            hashlib.sha256(purpose + secret).digest() for purpose in (b"stream", b"tag")
        )

    def closed(self, data: bytes) -> str:
        nonce = secrets.token_bytes(_NONCE)
        hidden = self._with_stream(nonce, data)
        return base64.urlsafe_b64encode(nonce + self._told(nonce + hidden) + hidden).decode()

    def opened(self, token: str) -> bytes:
        try:
            told = base64.b64decode(token.encode(), altchars=b"-_", validate=True)
        except (binascii.Error, UnicodeEncodeError) as error:
            raise _changed() from error
        nonce, tag, hidden = told[:_NONCE], told[_NONCE : _NONCE + _TAG], told[_NONCE + _TAG :]
        if not hmac.compare_digest(tag, self._told(nonce + hidden)):
            raise _changed()
        return self._with_stream(nonce, hidden)

    def _told(self, data: bytes) -> bytes:
        return hmac.new(self._tag, data, "sha256").digest()

    def _with_stream(self, nonce: bytes, data: bytes) -> bytes:
        stream = hashlib.shake_256(self._stream + nonce).digest(len(data))
        return bytes(one ^ other for one, other in zip(data, stream, strict=True))
