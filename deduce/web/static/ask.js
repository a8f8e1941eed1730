// Questions to the server. An answer always comes back: the library's, or a sentence on why there is none.

import { t } from "./texts.js";

export class Unreachable extends Error {}

const PATIENCE = [1000, 2000, 4000];

// A server that is busy is asked again after a while, a few times.
export async function ask(request, signal) {
  for (const wait of PATIENCE) {
    const found = await once(request, signal);
    if (found.kind !== "Busy") return found;
    await new Promise((go) => { setTimeout(go, wait); });
  }
  return once(request, signal);
}

async function once(request, signal) {
  let response;
  try {
    response = await fetch("api", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(request),
      signal,
      cache: "no-store",
      credentials: "omit",
    });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable(error.message);
  }
  try {
    return await response.json();
  } catch {
    throw new Unreachable(String(response.status));
  }
}

// The same about a puzzle, with time to think; without a network a sentence, and nothing when it was stopped.
export async function asked(request, signal) {
  try {
    return await ask({ time_limit: 10, ...request }, signal);
  } catch (error) {
    if (error.name === "AbortError") return null;
    if (error instanceof Unreachable) return { ok: false, error: t("offline") };
    throw error;
  }
}
