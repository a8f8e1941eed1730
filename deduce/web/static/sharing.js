// Text that leaves the page: for another program, or copied. What is told of it is what happened.

import { h } from "./dom.js";
import { t } from "./texts.js";

// Copies a text; what to say of it. Where the page was not reached by https, browsers have only the old way.
export async function copy(text, done = "copied") {
  try {
    await navigator.clipboard.writeText(text);
    return t(done);
  } catch {
    const area = h("textarea", { class: "status", readonly: true, value: text });
    document.body.append(area);
    area.select();
    const copied = document.execCommand("copy");
    area.remove();
    return t(copied ? done : "not copied");
  }
}

// Gives something to another program, or copies its text; what to say, nothing where somebody called it off.
export async function share(given, text, done = "copied") {
  if (!navigator.share) return copy(text, done);
  try {
    await navigator.share(given);
    return "";
  } catch (error) {
    return error.name === "AbortError" ? "" : copy(text, done);
  }
}
