"""A written site, served as any web server would, with a CPython process in the place of each worker's Pyodide.

The page, its lanes and the ending of workers are the real ones; `python-worker.js` alone is another, which hands the
messages on. A process holds what a worker holds, `deduce.web.local.reply`, and ends when its worker has been ended.
"""

import json
import multiprocessing
import select
import threading
from collections import OrderedDict
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

STAND_IN = """
const mine = `bridge/${crypto.randomUUID()}`;
self.onmessage = async ({ data }) => {
  const found = await fetch(mine, { method: "POST", body: JSON.stringify(data) });
  self.postMessage({ answer: await found.text() });
};
fetch(mine, { method: "PUT" }).then((found) => {
  if (!found.ok) throw new Error(`the stand-in said ${found.status}`);
  self.postMessage({ ready: true });
}).catch((error) => self.postMessage({ failed: error.message }));
"""
MOST = 6
"""So many processes at a time; the one not asked for longest is ended first, and begun anew when it is asked."""


def life(pipe):
    from deduce.web.local import reply

    while True:
        try:
            question = pipe.recv()
        except EOFError:
            return
        pipe.send(reply(question["request"], question["key"]))


class Python:
    """The process of one worker."""

    def __init__(self, context):
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=life, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.lock = threading.Lock()

    def end(self):
        self.process.kill()
        self.process.join(5)


class Standing:
    """The processes by worker, and how many were ended because their worker was."""

    def __init__(self):
        self.context = multiprocessing.get_context("forkserver")
        self.context.set_forkserver_preload(["deduce.web.warm"])
        self.lock, self.pythons, self.ended = threading.Lock(), OrderedDict(), 0

    def of(self, name):
        with self.lock:
            found = self.pythons.pop(name, None) or Python(self.context)
            self.pythons[name] = found
            idle = [
                each for each, python in self.pythons.items() if each != name and not python.lock.locked()
            ]
            for each in idle[: max(0, len(self.pythons) - MOST)]:
                self.pythons.pop(each).end()
        return found

    def warm(self):
        """Wait until a process has answered: the first one imports the library for all."""
        pipe = self.of("warm").pipe
        pipe.send({"request": '{"verb": "games"}', "key": ""})
        pipe.recv()

    def left(self, name):
        with self.lock:
            self.ended += 1
            python = self.pythons.pop(name, None)
        if python is not None:
            python.end()

    def close(self):
        for python in self.pythons.values():
            python.end()


class Handler(SimpleHTTPRequestHandler):
    standing = None

    def log_message(self, *args):
        pass

    def do_GET(self):
        if self.path.partition("?")[0].endswith("/python-worker.js"):
            return self.say(STAND_IN.encode(), "text/javascript")
        return super().do_GET()

    def say(self, told, kind="application/json"):
        self.send_response(200)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def do_PUT(self):
        self.standing.of(self.path)
        self.say(b"")

    def do_POST(self):
        question = json.loads(self.rfile.read(int(self.headers["content-length"])))
        python = self.standing.of(self.path)
        with python.lock:
            python.pipe.send(question)
            while not python.pipe.poll(0.05):
                if select.select([self.connection], [], [], 0)[0]:  # the worker has been ended
                    self.close_connection = True
                    return self.standing.left(self.path)
            told = python.pipe.recv()
        return self.say(told.encode())


def served(folder):
    """A server of that folder on the loopback, already answering; end it with `shutdown`."""
    handler = type("Handler", (Handler,), {"standing": Standing()})
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=str(folder)))
    server.daemon_threads = True
    server.standing = handler.standing
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
