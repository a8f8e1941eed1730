"""The HTTP layer: a page, its files, and one address to ask, each as guarded as on the open internet.

It keeps nothing of what it is asked; it counts answers by verb. Workers do the thinking (`deduce.web.workers`).
"""

from __future__ import annotations

import asyncio
import json
import os
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deduce.ground.compat import override
from deduce.web.answering import HOMES, failed
from deduce.web.limiting import Shares
from deduce.web.policy import POLICY, SLOW, STATIC
from deduce.web.workers import Workers

LARGEST_BODY: Final = 512 * 1024
"""Bytes; JSON may spell a sign in six."""
LONGEST_READ: Final = 10.0
"""Seconds that a request may take to arrive."""
LONGEST_QUEUE: Final = 15.0
"""Seconds that a request waits for a free worker before it is sent away."""
_HEADERS: Final = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
)
_VERBS: Final = frozenset(verb for verbs in HOMES.values() for verb in verbs)


class _Files(StaticFiles):
    """The page's own files. A path that no file can have is none of them; older Starlettes fail at it."""

    @override
    def lookup_path(self, path: str) -> tuple[str, os.stat_result | None]:
        return ("", None) if "\0" in path else super().lookup_path(path)


class _Guard:
    """Around the whole application: only our own hosts, only our own pages, and headers on every answer."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self.app, self.hosts = app, frozenset(host.casefold() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return

        async def headed(message: Message) -> None:
            if message["type"] == "http.response.start":
                names = {name for name, _ in message["headers"]}
                extra = [pair for pair in _HEADERS if pair[0] not in names]
                if b"cache-control" not in names:
                    extra.append((b"cache-control", b"no-cache"))
                message = {**message, "headers": [*message["headers"], *extra]}
            await send(message)

        refusal = self._refusal(scope)
        if refusal:
            await JSONResponse(failed(refusal, "Refused"), 403)(scope, receive, headed)
            return
        await self.app(scope, receive, headed)

    def _refusal(self, scope: Scope) -> str:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if _bare(host) not in self.hosts:
            return "this server does not go by that name; use the address it printed"
        origin = headers.get(b"origin")
        if origin is not None and origin.partition("://")[2] != host:
            return "only pages of this server may ask it"
        # A link from elsewhere may open the page itself; nothing else may be fetched from other sites.
        elsewhere = headers.get(b"sec-fetch-site") not in (None, "same-origin", "none")
        if elsewhere and (scope["method"] != "GET" or headers.get(b"sec-fetch-mode") != "navigate"):
            return "only pages of this server may ask it"
        return ""


def _bare(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.casefold().rpartition(":")
    return name if colon and port.isdigit() else host.casefold()


class _Asking:
    """The address ``/api``: a request as JSON in, its answer as JSON out."""

    def __init__(self, quick: Workers, slow: Workers, shares: Shares) -> None:
        self.lanes = {"quick": quick, "slow": slow}
        self.free = {lane: asyncio.Semaphore(workers.count) for lane, workers in self.lanes.items()}
        self.shares = shares
        self.counts: Counter[str] = Counter()

    async def __call__(self, request: Request) -> Response:
        client = request.client.host if request.client else "?"
        refusal = self.shares.enter(client)
        if refusal:
            self.counts["refused"] += 1
            return JSONResponse(failed(refusal, "Busy"), 429)
        try:
            return await self._answered(request)
        finally:
            self.shares.leave(client)

    async def _answered(self, request: Request) -> Response:
        try:
            fields = await asyncio.wait_for(_body(request), LONGEST_READ)
        except _Refused as error:
            self.counts["refused"] += 1
            return JSONResponse(failed(error.sentence, "Refused"), error.status)
        except TimeoutError:
            return JSONResponse(failed("the question took too long to arrive", "Refused"), 408)
        except ClientDisconnect:
            return Response(status_code=400)
        verb = fields.get("verb")
        verb = verb if isinstance(verb, str) and verb in _VERBS else "unknown"
        self.counts[verb] += 1
        began = time.perf_counter()
        found = await self._thought(fields, "slow" if verb in SLOW else "quick", request)
        spent = 1000 * (time.perf_counter() - began)
        if found.get("kind") in ("Stopped", "Fault", "Busy"):
            self.counts[found["kind"].lower()] += 1
        status = {"Fault": 500, "Stopped": 503, "Busy": 503}.get(str(found.get("kind")), 200)
        return JSONResponse(found, status, headers={"server-timing": f"answer;dur={spent:.1f}"})

    async def _thought(self, fields: dict[str, Any], lane: str, request: Request) -> dict[str, Any]:
        """Wait for a worker of the lane, and for its answer; both end when the asker leaves."""
        free = self.free[lane]
        try:
            await asyncio.wait_for(free.acquire(), LONGEST_QUEUE)
        except TimeoutError:
            return failed("too many people are asking at this moment; ask again soon", "Busy")
        try:
            left = threading.Event()
            thinking = asyncio.ensure_future(asyncio.to_thread(self.lanes[lane].ask, fields, left=left))
            try:
                while not thinking.done():
                    await asyncio.wait([thinking], timeout=0.25)
                    if not thinking.done() and await request.is_disconnected():
                        left.set()
            except asyncio.CancelledError:
                left.set()
                with suppress(asyncio.CancelledError):
                    await thinking
                raise
            return thinking.result()
        finally:
            free.release()


class _Refused(Exception):
    def __init__(self, sentence: str, status: int) -> None:
        super().__init__(sentence)
        self.sentence, self.status = sentence, status


async def _body(request: Request) -> dict[str, Any]:
    """The request's fields. Raises `_Refused` for anything but a JSON object of a bearable size."""
    if request.headers.get("content-type", "").partition(";")[0].strip().casefold() != "application/json":
        raise _Refused("a question is sent as application/json", 415)
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST_BODY:
            raise _Refused(f"a question may have {LARGEST_BODY // 1024} kB", 413)
    try:
        fields = json.loads(bytes(body))
    except (ValueError, RecursionError) as error:
        raise _Refused("this is not JSON", 400) from error
    if not isinstance(fields, dict):
        raise _Refused("a question is a JSON object with the field 'verb'", 400)
    return fields


def make_app(
    quick: Workers, slow: Workers, *, hosts: Collection[str], shares: Shares | None = None
) -> ASGIApp:
    """The application: the page at ``/``, its files, and ``POST /api``.

    Args:
        quick: Workers for what takes milliseconds.
        slow: Workers for what may think.
        hosts: The names this server goes by, without ports; others are refused, so that no foreign name that is
            made to point here can ask in a visitor's name.
        shares: How often a client may ask.
    """
    asking = _Asking(quick, slow, shares or Shares())

    async def ask(request: Request) -> Response:
        return await asking(request)

    async def missing(_request: Request, error: Exception) -> Response:
        return JSONResponse(
            failed("there is nothing at this address", "Refused"), getattr(error, "status_code", 404)
        )

    async def fault(_request: Request, _error: Exception) -> Response:
        asking.counts["fault"] += 1
        return JSONResponse(failed("the server failed at this; please report it", "Fault"), 500)

    @asynccontextmanager
    async def life(_app: Starlette) -> AsyncIterator[None]:
        yield
        quick.close()
        slow.close()

    files = _Files(directory=STATIC, html=True)
    app = Starlette(
        routes=[Route("/api", ask, methods=["POST"]), Mount("/", files)],
        exception_handlers={404: missing, 405: missing, 500: fault},
        lifespan=life,
    )
    app.state.asking = asking
    return _Guard(app, hosts)
