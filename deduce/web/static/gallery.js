// The families of puzzles as pictures: looked for by name, drawn when they come into sight.

import { ask, away } from "./ask.js";
import { h, picture, put } from "./dom.js";
import { sides } from "./stock.js";
import { t } from "./texts.js";

let known = null;

export async function families() {
  if (!known) {
    const listed = await ask({ verb: "families" }).catch(() => ({ ok: false }));
    if (!listed.ok) return [];
    known = listed.data.families;
  }
  return known;
}

const pictures = new Map();

// A family's example; solved where the family opens with another puzzle, so that it gives nothing away.
export async function pictureOf(name) {
  const solved = (await sides(name)).length > 0;
  if (!pictures.has(name)) pictures.set(name, ask({ verb: "families", name, ...(solved ? { solved } : {}) }).then((found) => (found.ok ? found.data.picture : "")).catch(() => ""));
  return pictures.get(name);
}

export const STRIP = ["slitherlink", "sudoku", "nurikabe", "masyu", "heyawake", "akari", "starbattle", "kakuro"];

// Three families for whoever has solved one of this.
export function waiting(family) {
  const others = STRIP.filter((name) => name !== family);
  const from = STRIP.indexOf(family) + 1;
  return [0, 1, 2].map((step) => others[(from + step) % others.length]).map((name) => (known ?? []).find((each) => each.name === name)).filter(Boolean);
}

// A family with its example's picture, which is asked for when the tile is seen.
export function puzzleTile({ name, title }, day = "") {
  const frame = h("span", { class: "frame" });
  const tile = h("a", { class: `puzzle-tile${day ? " today" : ""}`, href: `#/puzzles/${name}${day ? `/${day}` : ""}` }, frame, h("span", {}, day ? t("today", { title }) : title));
  const seen = new IntersectionObserver(async (entries) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    seen.disconnect();
    const svg = await pictureOf(name);
    if (svg) put(frame, picture(svg, "", ""));
  }, { rootMargin: "200px" });
  seen.observe(tile);
  return tile;
}

export async function gallery(place) {
  put(place, h("div", { class: "home" }, h("h1", {}, t("puzzles")), h("p", { class: "quiet" }, t("thinking"))));
  const all = await families();
  const list = h("ul", { class: "gallery" });
  const tiles = all.map((each) => [each, h("li", {}, puzzleTile(each))]);
  const draw = (wanted) => {
    const fitting = tiles.filter(([each]) => `${each.title} ${each.name}`.toLowerCase().includes(wanted.trim().toLowerCase()));
    put(list, fitting.length ? fitting.map(([, tile]) => tile) : all.length ? h("li", {}, t("no such kind")) : null);
  };
  draw("");
  put(place, h("div", { class: "home" }, h("h1", {}, t("puzzles")), all.length ? null : h("p", { class: "note" }, away()),
    h("div", { class: "line" }, h("input", { type: "text", class: "find", placeholder: t("find a kind"), "aria-label": t("find a kind"), oninput: (event) => draw(event.target.value) }),
      h("a", { href: "#/puzzles/file" }, t("a puzzle file"))), list));
}
