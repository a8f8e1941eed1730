// Which page is shown: said by the part of the address after the '#', which no server sees.

import { h, put, say } from "./dom.js";
import { Evening } from "./evening.js";
import { home, keepNew, ownGame, setup, tour } from "./home.js";
import { icon, mark } from "./icons.js";
import { value } from "./record.js";
import * as store from "./store.js";
import { LANGUAGES, language, start, t } from "./texts.js";

const main = document.getElementById("main");
let leave = null;

async function show() {
  leave?.();
  leave = null;
  say("");
  const [, place, ...rest] = location.hash.split("/");
  const name = decodeURIComponent(rest.join("/"));
  drawPlaces(place ?? "", name);
  if (place === "evening" && store.load(name)) {
    const evening = new Evening(name, main);
    leave = () => evening.leave();
  } else if (place === "new") {
    await setup(main, name);
  } else if (place === "tour") {
    await tour(main, name);
  } else if (place === "own") {
    ownGame(main);
  } else if (place === "share") {
    share(rest.join("/"));
  } else if (place === "play") {
    const { play } = await import("./play.js");
    leave = await play(main, name);
  } else if (place === "puzzles") {
    const { puzzles } = await import("./puzzles.js");
    leave = await puzzles(main, name);
  } else {
    leave = await home(main);
  }
  document.title = name ? `${name} – deduce` : "deduce";
}

function share(code) {
  try {
    const text = store.unpacked(code);
    if (text.length > 65536 || !value(text, "game")) throw new Error("no record");
    history.replaceState(null, "", "#/");
    keepNew(value(text, "game"), text);
  } catch {
    put(main, h("p", { class: "bad" }, t("no record in link")));
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
  document.body.classList.toggle("turn", Boolean(name) && ["evening", "puzzles"].includes(place));
}

// The one address that may become a script of its own: the cache for evenings without a network.
function remember() {
  if (!("serviceWorker" in navigator)) return;
  const policy = window.trustedTypes?.createPolicy("page", { createScriptURL: () => "service-worker.js" });
  navigator.serviceWorker.register(policy ? policy.createScriptURL("") : "service-worker.js").catch(() => {});
}

document.getElementById("skip").addEventListener("click", (event) => { event.preventDefault(); main.focus(); });
await start();
drawSettings();
window.addEventListener("hashchange", show);
await show();
remember();
