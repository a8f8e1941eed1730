"""``deduce serve``: the page for the table, answered by this machine."""

from __future__ import annotations

import socket
from typing import Annotated

from deduce.commands.declared import Option, say

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def serve(
    host: Annotated[
        str, Option(help="Where to listen; 0.0.0.0 lets phones on the same network in.")
    ] = "127.0.0.1",
    port: Annotated[int, Option(min=0, max=65535, help="0 takes any that is free.")] = 8765,
    open_: Annotated[bool, Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the page for the table: tap what happened, see what follows, ask why and what to do, play, puzzle."""
    from deduce.ground.errors import MissingExtra, ProblemError

    try:
        import segno
        import uvicorn

        from deduce.web.connections import Bounded
        from deduce.web.server import make_app
    except ImportError as error:
        raise MissingExtra(error.name or "starlette", "web", "deduce serve") from error
    from deduce.web.workers import Workers

    listening = bound(host, port)
    names, address = _names(host)
    url = f"http://{address}:{listening.getsockname()[1]}/"
    secret = _secret()
    quick, slow = Workers(_cores(), secret=secret), Workers(max(1, _cores() // 2), secret=secret, nice=5)
    app = make_app(quick, slow, hosts=names)
    say(f"{url}   (Ctrl-C ends it)")
    if address not in _LOOPBACK:
        segno.make(url, error="m").terminal(compact=True)
        say("Whoever is on this network can open the page; nothing of what they ask is kept.")
    if open_:
        import webbrowser

        webbrowser.open(url)
    try:
        quick.start()
        slow.start()
        config = uvicorn.Config(
            app, log_level="critical", access_log=False, server_header=False, timeout_keep_alive=30,
            limit_concurrency=1_000, h11_max_incomplete_event_size=16_384, ws="none",
            http=Bounded,
        )  # fmt: skip
        uvicorn.Server(config).run(sockets=[listening])
    except OSError as error:
        raise ProblemError(f"the page cannot be served: {error}") from error
    finally:
        quick.close()
        slow.close()


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `ProblemError` saying what to do when it cannot."""
    from deduce.ground.errors import ProblemError

    kind = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(kind, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(128)
    except OSError as error:
        found.close()
        raise ProblemError(
            f"cannot listen on {host}, port {port} ({error.strerror or error}); --port 0 takes any that is free"
        ) from error
    return found


def _names(host: str) -> tuple[set[str], str]:
    """The names the page may be called by, and the address to print."""
    names = set(_LOOPBACK)
    if host in ("127.0.0.1", "localhost", "::1"):
        return names, "127.0.0.1" if host != "::1" else "[::1]"
    address = _own_address() if host in ("0.0.0.0", "::") else host
    name = socket.gethostname().casefold()
    names |= {address.casefold(), name, f"{name}.local"}
    return names, address


def _own_address() -> str:
    """This machine's address on its network, as routing has it; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address kept for documentation
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def _cores() -> int:
    import os

    return max(1, min(8, os.cpu_count() or 1))


def _secret() -> bytes:
    """A key for games in progress that this run of the server alone knows."""
    import secrets

    return secrets.token_bytes(32)
