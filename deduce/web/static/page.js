// Which page is shown: said by the part of the address after the '#', which no server sees.

import { h, put, say } from "./dom.js";
import { Evening } from "./evening.js";
import { home, keepNew, ownGame, setup, tour } from "./home.js";
import { icon, mark } from "./icons.js";
import { value } from "./record.js";
import { script } from "./scripts.js";
import * as store from "./store.js";
import { isShared, Together } from "./together.js";
import { LANGUAGES, language, start, t } from "./texts.js";

let main = document.getElementById("main");
let leave = null;

async function show() {
  leave?.();
  leave = null;
  say("");
  // A place of its own for each view: one that was left while it waited for an answer draws where nobody looks.
  const mine = h("main", { id: "main", tabindex: "-1" });
  main.replaceWith(mine);
  main = mine;
  const left = await view();
  if (main === mine) leave = left ?? null;
  else left?.();
}

// Draws what the address names; what it returns is called when the view is left.
async function view() {
  const here = main;
  const [, place, ...rest] = location.hash.split("/");
  const name = decoded(rest.join("/"));
  drawPlaces(place ?? "", name);
  document.title = name ? `${name} – deduce` : "deduce";
  if (place === "evening" && store.load(name)) {
    const evening = isShared(store.load(name).text) ? new Together(name, here) : new Evening(name, here);
    return () => evening.leave();
  }
  if (place === "story" && store.load(name) && isShared(store.load(name).text) && !store.load(name).opened) { location.hash = `#/evening/${encodeURIComponent(name)}`; return null; }
  if (place === "story" && store.load(name)) return (await import("./story.js")).kept(here, name);
  if (place === "new") return setup(here, name);
  if (place === "tour") return tour(here, name);
  if (place === "own") return ownGame(here);
  if (place === "share") return share(here, rest.join("/"));
  if (place === "play") return (await import("./play.js")).play(here, name);
  if (place === "puzzles") return (await import("./puzzles.js")).puzzles(here, name);
  return home(here);
}

// What is no address of ours names nothing.
function decoded(said) {
  try { return decodeURIComponent(said); } catch { return said; }
}

function share(here, code) {
  try {
    const text = store.unpacked(code);
    if (text.length > 65536 || !value(text, "game")) throw new Error("no record");
    history.replaceState(null, "", "#/");
    keepNew(value(text, "game"), text);
  } catch {
    put(here, h("p", { class: "bad" }, t("no record in link")));
  }
}

const PLACES = [["", "evenings", "table"], ["play", "play", "play"], ["puzzles", "puzzles", "grid"]];

function drawSettings() {
  const dark = store.setting("theme") ?? "auto";
  document.documentElement.dataset.theme = dark;
  put(document.getElementById("settings"), h("summary", { "aria-label": t("settings") }, icon("cog")), h("div", { class: "panel" },
    h("label", {}, t("language"), h("select", { "aria-label": t("language"), onchange: (event) => { store.setting("language", event.target.value); location.reload(); } },
      Object.entries(LANGUAGES).map(([code, name]) => h("option", { value: code, selected: code === language() }, name)))),
    h("label", {}, t("colours"), h("select", { "aria-label": t("colours"), onchange: (event) => { store.setting("theme", event.target.value); drawSettings(); } },
      ["auto", "light", "dark"].map((name) => h("option", { value: name, selected: name === dark }, t(name)))))));
  put(document.getElementById("brand"), mark(), "deduce");
  document.getElementById("skip").textContent = t("skip");
}

// Where one is; a turn at the table or in a puzzle has the foot of the screen for itself.
function drawPlaces(place, name) {
  const here = PLACES.some(([path]) => path === place) ? place : "";
  put(document.getElementById("places"), PLACES.map(([path, label, sign]) => h("a", { href: `#/${path}`, "aria-current": path === here ? "page" : null }, icon(sign), t(label))));
  document.body.classList.toggle("turn", (Boolean(name) && ["evening", "puzzles", "story"].includes(place)) || (place === "play" && name === "table"));
}

// The cache for evenings without a network.
function remember() {
  if ("serviceWorker" in navigator) navigator.serviceWorker.register(script("service-worker.js")).catch(() => {});
}

// Where Python is in this browser it has to be loaded first, which takes a while and is said.
document.addEventListener("python", ({ detail }) => {
  const note = document.getElementById("python");
  note.hidden = detail.state === "ready";
  note.textContent = t(detail.state === "none" ? "no python" : "python is loaded");
  if (detail.reason) note.title = detail.reason;
});

// What opens over the page closes by Escape, or by a tap beside it.
const OVER = ".menu[open], #settings[open]";
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const each of document.querySelectorAll(OVER)) { each.open = false; each.firstElementChild.focus(); }
});
document.addEventListener("click", (event) => {
  for (const each of document.querySelectorAll(OVER)) if (!each.contains(event.target)) each.open = false;
});

document.addEventListener("unkept", () => {
  const note = document.getElementById("unkept");
  note.hidden = false;
  note.textContent = t("not kept");
});

document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
await start();
drawSettings();
window.addEventListener("hashchange", show);
await show();
remember();
