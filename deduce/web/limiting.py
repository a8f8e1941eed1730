"""Fair shares: how often, and how many at once, one client may ask; and how many may wait in all."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from deduce.ground.wording import many

_CLIENTS = 4_096
"""So many addresses are remembered; the one not heard of for longest is forgotten first."""


@dataclass(slots=True)
class _Client:
    tokens: float
    seen: float
    asking: int = 0


@dataclass
class Shares:
    """Token buckets by client, and a bound on all that wait.

    Args:
        rate: Requests a second that a client gets back.
        burst: Requests it may make at once after a pause.
        together: Requests of one client that may wait or be worked on at a time.
        waiting: The same for all clients together.
        clock: Seconds, for tests.
    """

    rate: float = 10.0
    burst: float = 40.0
    together: int = 6
    waiting: int = 200
    clock: Callable[[], float] = time.monotonic
    clients: OrderedDict[str, _Client] = field(default_factory=OrderedDict)
    asking: int = 0

    def enter(self, name: str) -> str:
        """Begin a request of the client; a sentence when it may not, empty when it may."""
        now = self.clock()
        client = self.clients.pop(name, None) or _Client(self.burst, now)
        self.clients[name] = client
        if len(self.clients) > _CLIENTS:
            idle = next((other for other, each in self.clients.items() if not each.asking), None)
            if idle is not None and idle != name:
                del self.clients[idle]
        client.tokens = min(self.burst, client.tokens + (now - client.seen) * self.rate)
        client.seen = now
        if client.tokens < 1:
            return "too many questions at once; wait a moment and ask again"
        if client.asking >= self.together:
            return f"{many(client.asking, 'question')} from here are still being answered; wait for one of them"
        if self.asking >= self.waiting:
            return "too many people are asking at this moment; ask again soon"
        client.tokens -= 1
        client.asking += 1
        self.asking += 1
        return ""

    def leave(self, name: str) -> None:
        """End a request of the client that had entered."""
        client = self.clients.get(name)
        if client is not None:
            client.asking = max(0, client.asking - 1)
        self.asking = max(0, self.asking - 1)
