// Puzzles: those of a family are drawn by taps (drawn.js); a puzzle file is typed here, judged while it is edited, explained.

import { asked } from "./ask.js";
import { h, put, say } from "./dom.js";
import { drawn } from "./drawn.js";
import { families, gallery } from "./gallery.js";
import * as store from "./store.js";
import { placed, t } from "./texts.js";

const FILE = `title = "Three pets"
question = "Who has the fish?"

[variables]
pet = { for = ["Ann", "Bob", "Cleo"], values = ["cat", "dog", "fish"] }

[[rule]]
says = "all_different(pet)"

[[clue]]
text = "Ann is allergic to dogs."
says = "pet[Ann] != dog"

[[clue]]
text = "Cleo has the cat."
says = "pet[Cleo] == cat"
`;

export async function puzzles(place, name) {
  if (!name) return gallery(place);
  if (name === "file") return typed(place, h("div", { class: "title" }, h("h1", {}, t("a puzzle file")), h("a", { href: "#/puzzles" }, t("puzzles"))));
  const [family, day = ""] = name.split("/");
  const title = (await families()).find((each) => each.name === family)?.title ?? family;
  const page = await drawn(place, family, day ? t("of the day", { title }) : title, day);
  return () => page?.leave();
}

// A puzzle of one's own: variables, rules and clues in a file.
function typed(place, head) {
  const key = "puzzle/file";
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  const told = h("div", { "aria-live": "polite" });
  const request = () => ({ puzzle: area.value });
  let stop = null;
  let timer = 0;
  const judge = async () => {
    stop?.abort();
    stop = new AbortController();
    put(verdict, h("p", { class: "quiet" }, t("thinking")));
    if (await moved(area.value.trim(), key)) return;
    const found = await asked({ verb: "unique", ...request() }, stop.signal);
    if (found) put(verdict, drawVerdict(found));
    if (found) place.dataset.settled = "yes";
  };
  const text = store.setting(key) ?? FILE;
  const area = h("textarea", { class: "grid", rows: Math.min(24, text.split("\n").length + 2), spellcheck: "false", "aria-label": t("the puzzle"), value: text, maxlength: 65536, oninput: () => {
    store.setting(key, area.value);
    place.dataset.settled = "no";
    clearTimeout(timer);
    timer = setTimeout(judge, 500);
  } });
  const entries = h("textarea", { rows: 3, spellcheck: "false", "aria-label": t("entries"), placeholder: "pet[Ann]=cat", oninput: () => store.setting(`${key}/entries`, entries.value), value: store.setting(`${key}/entries`) ?? "" });
  const filled = () => entries.value.split("\n").map((line) => line.trim()).filter(Boolean);
  const button = (label, act) => h("button", { type: "button", onclick: async () => {
    put(told, h("p", { class: "quiet" }, t("thinking")));
    const found = await act();
    if (found) put(told, found.ok === false ? h("p", { class: "bad" }, found.error) : found);
  } }, label);
  const plain = (found) => (found.ok ? h("section", { class: "card" }, h("pre", { tabindex: "0" }, found.text)) : found);
  put(place, h("div", { class: "puzzles" }, head,
    h("div", { class: "columns" },
      h("section", { class: "first", "aria-label": t("the puzzle") }, h("p", { class: "quiet" }, t("file or address")), area,
        h("details", { open: Boolean(entries.value) }, h("summary", {}, t("entries")), entries),
        h("div", { class: "moves" },
          [1, 2, 3].map((strength) => button(t(`hint ${strength}`), async () => plain(await asked({ verb: "hint", ...request(), entries: filled(), strength })))),
          button(t("steps and difficulty"), async () => { const found = await asked({ verb: "steps", ...request() }); return found.ok ? drawSteps(found) : found; }),
          button(t("superfluous"), async () => plain(await asked({ verb: "redundant", ...request() }))),
          button(t("another like it"), async () => plain(await asked({ verb: "generate", ...request(), seed: Math.floor(Math.random() * 2 ** 32), time_limit: 20 }))),
          h("button", { type: "button", onclick: () => window.print() }, t("print")))),
      h("section", { class: "second", "aria-label": t("what follows") }, verdict, told))));
  judge();
  return () => { clearTimeout(timer); stop?.abort(); };
}

// An address that holds a puzzle of a family, such as one of puzz.link, or a sudoku's digits alone: it is drawn on that
// family's page.
async function moved(text, key) {
  const digits = /^[\d\s.,;_*?|+=-]{16,}$/.test(text) && !/^\s*\d+[ \t]+\d+[ \t]*\n/.test(text);
  if (!digits && (/\s/.test(text) || !text.includes("/"))) return false;
  const found = await asked({ verb: "sheet", family: "sudoku", grid: text, time_limit: undefined });
  if (!found.ok) return false;
  store.setting(key, null);
  store.setting(`puzzle/${found.data.family}`, found.data.text);
  if (found.data.remark) say(found.data.remark, { shown: true });
  location.hash = `#/puzzles/${found.data.family}`;
  return true;
}

function drawVerdict(found) {
  if (!found.ok) return h("p", { class: "bad", role: "alert" }, found.line ? `${placed(found)}: ` : "", found.error);
  const { data } = found;
  const differ = data.difference ?? [];
  return [
    h("p", { class: found.status === 0 ? "good" : "note" }, h("strong", {}, t(`verdict ${data.status}`))),
    differ.length ? h("table", {}, h("caption", {}, t("they differ here")), h("tbody", {}, differ.slice(0, 60).map((row) => h("tr", { class: "differ" }, (Array.isArray(row) ? row : Object.values(row)).map((cell, place) => h(place ? "td" : "th", place ? {} : { scope: "row" }, String(cell))))))) : null,
    h("details", { open: true }, h("summary", {}, t("in words")), h("pre", { tabindex: "0" }, found.text)),
  ];
}

// The solution step by step: one shown at a time, so that nobody reads the end by accident.
function drawSteps(found) {
  const parts = found.text.split(/\n\n+/);
  let at = 1;
  const box = h("section", { class: "card" });
  const draw = () => put(box, h("div", { class: "title" }, h("h2", {}, `${at} / ${parts.length - 1}`),
    h("button", { type: "button", disabled: at <= 1, onclick: () => { at -= 1; draw(); } }, "←"), h("button", { type: "button", disabled: at >= parts.length - 1, onclick: () => { at += 1; draw(); } }, "→")),
  h("pre", { tabindex: "0" }, parts[at] ?? parts[0]));
  draw();
  return box;
}
