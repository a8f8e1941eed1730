"""Half-open heads end by themselves, and one address cannot hold all connections."""

import socket
import threading
import time

import pytest

pytest.importorskip("uvicorn", reason="the page needs the extra web")


async def plain(scope, receive, send):
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@pytest.fixture
def port(monkeypatch):
    import uvicorn

    from deduce.commands.serving import bound
    from deduce.web.connections import Bounded

    monkeypatch.setattr(Bounded, "longest_head", 0.4)
    monkeypatch.setattr(Bounded, "most_held", 3)
    listening = bound("127.0.0.1", 0)
    server = uvicorn.Server(uvicorn.Config(plain, log_level="critical", lifespan="off", http=Bounded))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(5)


def opened(port, text=b""):
    found = socket.create_connection(("127.0.0.1", port), timeout=5)
    found.sendall(text)
    return found


def ends(connection):
    """Whether the server closes the connection before five seconds are over."""
    try:
        return connection.recv(100) == b""
    except ConnectionResetError:
        return True


def answered(connection):
    """Whether a whole answer comes."""
    said = b""
    while not said.endswith(b"ok"):
        said += connection.recv(1000)
    return said.startswith(b"HTTP/1.1 200")


WHOLE = b"GET / HTTP/1.1\r\nhost: x\r\n\r\n"


def test_half_a_head_is_not_waited_for(port):
    for text in (b"", b"GET / HT"):
        with opened(port, text) as connection:
            assert ends(connection)
    with opened(port, WHOLE) as connection:
        assert answered(connection)
        time.sleep(0.6)  # between two requests nobody is hurried
        connection.sendall(WHOLE)
        assert answered(connection)
        connection.sendall(b"GET")
        assert ends(connection)


def test_an_address_holds_a_few_connections_and_gets_them_back(port):
    held = [opened(port, b"GET") for _ in range(3)]
    with opened(port) as one_more:
        assert ends(one_more)
    assert all(ends(each) for each in held)
    for each in held:
        each.close()
    with opened(port, WHOLE) as connection:
        assert answered(connection)
