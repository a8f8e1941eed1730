// Python in workers of this browser. What takes milliseconds has a lane of its own, so that a sheet never waits behind
// advice. A question is stopped by ending its worker; another takes its place.

import { script } from "./scripts.js";
import * as store from "./store.js";
import { Unreachable } from "./transport.js";

// Seconds beyond what a question asks for, until its worker is ended.
const GRACE = 20;
const LEAST = 10;
const stopped = () => new DOMException("stopped", "AbortError");

// Tells the page how far Python is: "loading", "ready", or why there is none.
function tell(state, reason = "") {
  document.dispatchEvent(new CustomEvent("python", { detail: { state, reason } }));
}

// The key with which games in progress are sealed: made once in this browser, kept in it.
function key() {
  const kept = store.setting("key");
  if (kept) return kept;
  const made = Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return store.setting("key", made);
}

class Lane {
  constructor() {
    Object.assign(this, { queue: [], worker: null, ready: false, busy: null, timer: 0 });
  }

  ask(request, signal) {
    return new Promise((answer, fail) => {
      if (signal?.aborted) return fail(stopped());
      const question = { request, answer, fail };
      signal?.addEventListener("abort", () => this.leave(question));
      this.queue.push(question);
      return this.next();
    });
  }

  // Nobody waits for it any more: out of the queue, or its worker is ended.
  leave(question) {
    question.fail(stopped());
    this.queue = this.queue.filter((each) => each !== question);
    if (this.busy === question) this.end();
  }

  next() {
    if (!this.worker) this.begin();
    if (!this.ready || this.busy || !this.queue.length) return;
    this.busy = this.queue.shift();
    const limit = Math.max(LEAST, this.busy.request.time_limit ?? 0) + GRACE;
    this.timer = setTimeout(() => {
      this.busy?.answer({ ok: false, kind: "Stopped", error: "there was no answer in the time a request may take, so it was stopped" });
      this.end();
    }, 1000 * limit);
    this.worker.postMessage({ request: JSON.stringify(this.busy.request), key: key() });
  }

  begin() {
    tell("loading");
    const worker = new Worker(script("python-worker.js"), { type: "module" });
    Object.assign(this, { worker, ready: false });
    worker.onmessage = ({ data }) => {
      if (worker !== this.worker) return;
      if (data.failed !== undefined) this.fail(data.failed);
      else if (data.ready) {
        this.ready = true;
        tell("ready");
      } else {
        clearTimeout(this.timer);
        this.busy?.answer(JSON.parse(data.answer));
        this.busy = null;
      }
      if (this.worker) this.next();
    };
    worker.onerror = (event) => {
      if (worker === this.worker) this.fail(event.message ?? "");
    };
  }

  // There is no Python: whoever waits is told, and the next question tries again.
  fail(reason) {
    const waiting = [this.busy, ...this.queue].filter(Boolean);
    Object.assign(this, { busy: null, queue: [] });
    this.end();
    tell("none", reason);
    for (const question of waiting) question.fail(new Unreachable(reason));
  }

  end() {
    clearTimeout(this.timer);
    this.worker?.terminate();
    Object.assign(this, { worker: null, ready: false, busy: null });
    if (this.queue.length) this.next();
  }
}

const lanes = { quick: new Lane(), slow: new Lane() };
let slow = null;

export async function send(request, signal) {
  slow ??= fetch("site.json").then((found) => found.json()).then((site) => new Set(site.slow)).catch(() => null);
  const thinking = await slow;
  if (!thinking) {
    slow = null;
    throw new Unreachable("site.json");
  }
  return lanes[thinking.has(request.verb) ? "slow" : "quick"].ask(request, signal);
}
