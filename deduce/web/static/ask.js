// Questions to the library. An answer always comes back: the library's, or a sentence on why there is none.

import { keep, kept } from "./known.js";
import { language, t } from "./texts.js";
import { HERE, send, Unreachable } from "./transport.js";

export { Unreachable };

// What is said where no answer can be had.
export function away() {
  return t(HERE ? "no python" : "offline");
}

const PATIENCE = [1000, 2000, 4000];

// What never changes is kept, for when no answer can be had.
export async function ask(asked, signal) {
  const request = spoken(asked);
  try {
    const found = await patiently(request, signal);
    keep(request, found).catch(() => {});
    return found;
  } catch (error) {
    const known = error instanceof Unreachable ? await kept(request).catch(() => null) : null;
    if (known) return known;
    throw error;
  }
}

// A server that is busy is asked again after a while, a few times.
async function patiently(request, signal) {
  for (const wait of PATIENCE) {
    const found = await send(request, signal);
    if (found.kind !== "Busy") return found;
    await new Promise((go) => { setTimeout(go, wait); });
  }
  return send(request, signal);
}

// What is said in the language of the page by the library itself.
const SPEAKS = new Set([
  "families", "sheet", "unique", "hint", "steps", "candidates", "redundant",
  "check", "new", "solve", "why", "why_not", "advise", "mend", "story", "play_new", "play_move", "play_view", "play_advise", "play_walk",
]);

function spoken(request) {
  return SPEAKS.has(request.verb) && language() !== "en" ? { ...request, language: language() } : request;
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
