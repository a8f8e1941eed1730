"""Workers and a client of the server, shared by the tests of this room: starting them takes seconds."""

import os
import threading

import pytest
from tapping import BROWSER, PHONE

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


@pytest.fixture(scope="session")
def site(tmp_path_factory):
    """The page as `deduce site` writes it, with CPython in the place of its workers; a server and its address."""
    from standing_in import served

    from deduce.web.site import write_site

    folder = tmp_path_factory.mktemp("site")
    write_site(folder)
    server = served(folder)
    server.standing.warm()
    yield server, f"http://127.0.0.1:{server.server_address[1]}/"
    server.shutdown()
    server.standing.close()


@pytest.fixture(scope="module")
def address(request):
    """The page; with ``DEDUCE_PAGE=site`` the one that needs no server."""
    if os.environ.get("DEDUCE_PAGE") == "site":
        return request.getfixturevalue("site")[1]
    return request.getfixturevalue("served_address")


@pytest.fixture(scope="module")
def served_address(lanes):
    """The page, served on the loopback address by a thread."""
    import uvicorn

    from deduce.commands.serving import bound
    from deduce.web.limiting import Shares
    from deduce.web.server import make_app

    listening = bound("127.0.0.1", 0)
    app = make_app(*lanes, hosts={"127.0.0.1"}, shares=Shares(rate=1000, burst=1000, together=50))
    server = uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def browser():
    sync_api = pytest.importorskip(
        "playwright.sync_api", reason="browser tests need playwright's Python package"
    )
    with sync_api.sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=BROWSER, args=["--no-sandbox"])
        yield found
        found.close()


@pytest.fixture
def context(browser, request):
    """A browser of somebody new; the files for days without a network, a second of work, are kept where a test asks."""
    kept = "allow" if request.node.get_closest_marker("service_worker") else "block"
    made = browser.new_context(viewport=PHONE, locale="en-GB", service_workers=kept)
    made.set_default_timeout(180_000)  # machines may be busy: no test here is about time
    yield made
    made.close()


@pytest.fixture
def page(context):
    made = context.new_page()
    made.faults = []
    made.on("pageerror", lambda error: made.faults.append(str(error)))
    made.on(
        "console",
        lambda said: made.faults.append(said.text) if "Content Security Policy" in said.text else None,
    )
    yield made
    assert made.faults == []
