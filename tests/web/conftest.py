"""Workers and a client of the server, shared by the tests of this room: starting them takes seconds."""

import pytest

pytest.importorskip("starlette", reason="the page needs the extra web")
pytest.importorskip("httpx", reason="Starlette's client needs httpx")

SECRET = b"0123456789abcdef0123456789abcdef"


@pytest.fixture(scope="session")
def lanes():
    from deduce.web.workers import Limits, Workers

    limits = Limits(seconds=60, grace=5)  # generous: these tests are not about time
    quick, slow = Workers(1, limits, secret=SECRET), Workers(1, limits, secret=SECRET)
    yield quick, slow
    quick.close()
    slow.close()
    assert quick.alive == slow.alive == 0


@pytest.fixture
def client(lanes):
    from starlette.testclient import TestClient

    from deduce.web.limiting import Shares
    from deduce.web.server import make_app

    app = make_app(*lanes, hosts={"127.0.0.1"}, shares=Shares(rate=1000, burst=1000))
    # Without a context the application's end, which ends the workers, is not played.
    return TestClient(app, base_url="http://127.0.0.1:8765", raise_server_exceptions=False)
