"""What a worker inside a browser holds: a question as text in, its answer as text out.

The worker is ended when nobody waits for its answer any more, and another takes its place; the limits of a server
(memory, files, processor time) are the browser's here. Nothing leaves the machine.
"""

from __future__ import annotations

import json

from deduce.web.answering import answer, failed
from deduce.web.sealing import LocalKey


def reply(question: str, key: str = "") -> str:
    """The answer to a question, both as JSON. `key` seals games in progress; a browser makes one and keeps it."""
    try:
        request = json.loads(question)
    except (ValueError, RecursionError):
        return json.dumps(failed("this is not JSON", "Refused"))
    return json.dumps(answer(request, secret=LocalKey(key.encode())), ensure_ascii=False)
