"""Bounds on connections, before anybody has asked anything: how many one address holds, and how long a head may take.

Without them whoever opens connections and sends half a head in each shuts everybody out for as long as they stay open.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any, ClassVar, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from deduce.ground.compat import override

LONGEST_HEAD: Final = 10.0
"""Seconds from a connection, or from the first byte of a later request, to the end of its head."""
MOST_HELD: Final = 64
"""Connections of one address; further ones are closed at once."""


class Bounded(H11Protocol):
    """uvicorn's protocol with both bounds."""

    held: ClassVar[Counter[str]] = Counter()
    """Open connections by address, of this process."""
    longest_head = LONGEST_HEAD
    most_held = MOST_HELD

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._head: asyncio.TimerHandle | None = None
        self._address = ""

    @override
    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._address = self.client[0] if self.client else "?"
        self.held[self._address] += 1
        if self.held[self._address] > self.most_held:
            transport.abort()
            return
        self._head = self.loop.call_later(self.longest_head, self._late)

    @override
    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        waits = self.conn.their_state is h11.IDLE
        if waits and self._head is None:
            self._head = self.loop.call_later(self.longest_head, self._late)
        elif not waits:
            self._arrived()

    @override
    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        if self._address:
            self.held[self._address] -= 1
            if self.held[self._address] <= 0:
                del self.held[self._address]
        super().connection_lost(exc)

    def _arrived(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _late(self) -> None:
        self._head = None
        if self.transport is not None and not self.transport.is_closing():
            self.transport.abort()
