// How a question reaches Python: over the network to the server of the page, or into a worker of this browser. Which of them
// the page says in its head. `send` gives an answer, throws AbortError when the asker has left, and Unreachable where there
// is no Python.

export class Unreachable extends Error {}

// Whether Python is in this browser.
export const HERE = document.querySelector('meta[name="answers"]')?.content === "here";

export async function send(request, signal) {
  return HERE ? (await import("./here.js")).send(request, signal) : overNetwork(request, signal);
}

async function overNetwork(request, signal) {
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
