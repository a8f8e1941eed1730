// Questions to the library. An answer always comes back: the library's, or a sentence on why there is none.

import { t } from "./texts.js";
import { HERE, send, Unreachable } from "./transport.js";

export { Unreachable };

// What is said where no answer can be had.
export function away() {
  return t(HERE ? "no python" : "offline");
}

const PATIENCE = [1000, 2000, 4000];

// A server that is busy is asked again after a while, a few times.
export async function ask(request, signal) {
  for (const wait of PATIENCE) {
    const found = await send(request, signal);
    if (found.kind !== "Busy") return found;
    await new Promise((go) => { setTimeout(go, wait); });
  }
  return send(request, signal);
}

// The same about a puzzle, with time to think; without a network a sentence, and nothing when it was stopped.
export async function asked(request, signal) {
  try {
    return await ask({ time_limit: 10, ...request }, signal);
  } catch (error) {
    if (error.name === "AbortError") return null;
    if (error instanceof Unreachable) return { ok: false, error: away() };
    throw error;
  }
}
