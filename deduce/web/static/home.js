// The first page: evenings kept here, a new one, one from a file or a link.

import { ask, away, Unreachable } from "./ask.js";
import { h, picture, put } from "./dom.js";
import { icon, worlds } from "./icons.js";
import { families, pictureOf, puzzleTile, STRIP } from "./gallery.js";
import { DAILY } from "./daily.js";
import { parts, value, withoutLine } from "./record.js";
import * as store from "./store.js";
import { clock, t } from "./texts.js";

// As many bytes as a record may have (`deduce.web.request.LARGEST_TEXT`).
const LARGEST = 65536;
const NAMES = ["Ann", "Bob", "Cid", "Dee", "Eve", "Fay", "Gus", "Hal"];

export async function games() {
  try {
    const found = await ask({ verb: "games" });
    if (found.ok) {
      store.setting("games", JSON.stringify(found.data.games));
      return found.data.games;
    }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
  }
  return JSON.parse(store.setting("games") ?? "[]");
}

export function open(name) {
  location.hash = `#/evening/${encodeURIComponent(name)}`;
}

export function keepNew(wanted, text) {
  const name = store.free(wanted);
  store.save(name, { text, form: null, formKey: "" });
  open(name);
}

const DRAWN = ["entracte", "enigma", "decrypto", "initiative", "shakespeare"];
const FIRST = "enigma";

export function art(game) {
  return `art/${DRAWN.includes(game) ? game : "table"}.svg`;
}

// A title without what stands behind its colon, and without its article: it names a picture.
function shortly(title) {
  return title.split(":")[0].replace(/^The /, "");
}

// A game as a picture with the number of players; `door` is what is begun with it.
export function gameTile(game, door) {
  const [least, most] = game.seats;
  return h("li", {}, h("a", { class: "tile", href: `#/${door}/${game.name}` },
    h("span", { class: "pic" }, h("img", { src: art(game.name), alt: "" }), h("span", { class: "count" }, least === most ? least : `${least}–${most}`, h("span", { class: "status" }, ` ${t("players")}`))), h("strong", {}, shortly(game.title))));
}

export async function home(place) {
  const listed = games();
  const again = h("section", { class: "again", "aria-label": t("where you were") });
  const fresh = h("section", { class: "fresh" }, h("h2", {}, t("new evening")), h("p", { class: "quiet" }, t("thinking")));
  const drawAgain = () => {
    const kept = store.names();
    const puzzle = JSON.parse(store.setting("puzzle/last"));
    put(again, kept.length || puzzle ? [h("div", { class: "row" }, h("h2", {}, t("where you were"))), h("div", { class: "stack" }, kept.slice(0, 1).map(going), puzzle ? solving(puzzle) : null),
      kept.length > 1 ? h("details", {}, h("summary", {}, t("other evenings", { number: kept.length - 1 })), h("div", { class: "stack" }, kept.slice(1).map(going))) : null] : null);
  };
  drawAgain();
  put(place, h("div", { class: "home" },
    h("section", { class: "hero" }, h("h1", {}, t("welcome").split("\n").map((each) => h("span", {}, each))), h("p", {}, t("about")), worlds(t("worlds in one picture"), [t("36 possible"), t("9 left"), t("certain")]),
      h("a", { class: "primary go-evening", href: `#/tour/${FIRST}`, "data-tap": "try an evening" }, icon("go"), h("b", {}, t("try an evening")), h("span", {}, t("two minutes")))),
    again, fresh, strip(listed), importing()));
  const all = await listed;
  drawAgain();
  const tile = (game) => gameTile(game, "new");
  const shown = DRAWN.map((name) => all.find((game) => game.name === name)).filter(Boolean);
  const others = all.filter((game) => !DRAWN.includes(game.name));
  put(fresh, h("h2", {}, t("new evening")), all.length
    ? [h("ul", { class: "tiles" }, shown.map(tile), own()), others.length ? h("details", {}, h("summary", {}, t("more games", { number: others.length })), h("ul", { class: "others" }, others.map((game) => h("li", {}, h("a", { href: `#/new/${game.name}` }, game.title))))) : null]
    : h("p", { class: "note" }, away()));
  return store.onChange(drawAgain);
}

// What a game is called.
export function titleOf(name) {
  return JSON.parse(store.setting("games") ?? "[]").find((each) => each.name === name)?.title ?? name;
}

// An evening kept here, as one row: what is played, how far it is.
function going(name) {
  const text = store.load(name)?.text ?? "";
  const game = value(text, "game");
  return h("a", { class: "go", href: `#/evening/${encodeURIComponent(name)}` }, h("img", { src: art(game), alt: "" }),
    h("span", {}, h("strong", {}, name), h("small", {}, `${titleOf(game)} · ${t("lines so far", { count: parts(text).events.filter((line) => !line.text.startsWith("@")).length })}`)), icon("next"));
}

// A puzzle that was begun: what it is, and the time so far.
function solving({ name, family, title }) {
  const frame = h("span", { class: "frame" });
  pictureOf(family).then((svg) => { if (svg) put(frame, picture(svg, "", "")); });
  return h("a", { class: "go", href: `#/puzzles/${name}` }, frame, h("span", {}, h("strong", {}, title), h("small", {}, clock(Number(store.setting(`puzzle/${name}/seconds`) ?? 0)))), icon("next"));
}

// A game of one's own is written in Python; how, is a page of the documentation.
function own() {
  return h("li", {}, h("a", { class: "tile", href: "#/own" }, h("span", { class: "pic plus" }, icon("plus")), h("strong", {}, t("your own"))));
}

export function ownGame(place) {
  put(place, h("div", { class: "setup" }, h("h1", {}, t("your own")), h("p", {}, t("how to write a game")),
    h("pre", { tabindex: "0" }, "deduce examples templates/game.py\nDEDUCE_GAMES=examples/templates/game.py deduce serve")));
}

// A few families as pictures, filled when they are known, and not before what stands above them: a tap must find what it was on.
function strip(above) {
  const section = h("section", {});
  Promise.all([families(), above]).then(([listed]) => {
    const named = STRIP.map((name) => listed.find((each) => each.name === name)).filter(Boolean);
    if (named.length) put(section, h("div", { class: "row" }, h("h2", {}, t("puzzles")), h("a", { href: "#/puzzles" }, t("all kinds", { number: listed.length }))),
      h("ul", { class: "strip", tabindex: "0", "aria-label": t("puzzles") }, ofToday(named), named.map((each) => h("li", {}, puzzleTile(each)))));
  });
  return section;
}

// The puzzle of the day: families take turns, and the day is the seed. Those of other days that were begun are forgotten.
function ofToday(named) {
  const now = new Date();
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((each) => String(each).padStart(2, "0")).join("-");
  store.forget((key) => /^puzzle\/\w+\/\d{4}-\d\d-\d\d/.test(key) && !key.includes(day));
  const daily = named.filter((each) => each.name in DAILY);
  return daily.length ? h("li", {}, puzzleTile(daily[Math.floor(Date.parse(day) / 86_400_000) % daily.length], day)) : null;
}

// The shipped evening, line by line: it begins without its lines, which wait to be written.
export async function tour(place, name) {
  const found = await ask({ verb: "example", game: name || FIRST }).catch(() => ({ ok: false, error: away() }));
  if (!place.isConnected) return; // somebody has gone on
  if (!found.ok) { put(place, h("p", { class: "bad" }, found.error)); return; }
  const { events } = parts(found.data.record);
  const text = events.reduceRight((left, line) => withoutLine(left, line.number), found.data.record);
  const kept = store.free(t("an evening to try"));
  store.save(kept, { text, form: null, formKey: "", waiting: events.map((line) => line.text.trim()) });
  open(kept);
}

function importing() {
  const input = h("input", { type: "file", accept: ".txt,text/plain", "aria-label": t("open a file"), onchange: async () => {
    const file = input.files[0];
    const text = file && file.size <= LARGEST ? await file.text() : "";
    if (value(text, "game")) keepNew(file.name.replace(/\.txt$/, ""), text);
    else if (file) put(refused, t(file.size > LARGEST ? "too long" : "no record in file", { name: file.name, most: LARGEST / 1024 }));
  } });
  const refused = h("p", { role: "alert", class: "refused" });
  const pasted = h("textarea", { rows: 4, "aria-label": t("paste a record"), placeholder: "game: enigma" });
  return h("details", {}, h("summary", {}, t("open a record")), h("div", { class: "stack" }, input, refused, pasted,
    h("button", { type: "button", onclick: () => { if (pasted.value.trim()) keepNew(value(pasted.value, "game") || t("evening"), pasted.value); } }, t("open"))));
}

// The set-up of a new evening: names, my seat, options with where their defaults come from.
export async function setup(place, name) {
  const game = (await games()).find((each) => each.name === name);
  if (!game) return put(place, h("p", { class: "bad" }, t("no such game")));
  const [least, most] = game.seats;
  let names = NAMES.slice(0, Math.min(most, Math.max(least, 3)));
  let me = 0; // a seat, or what the header says in place of a name
  const chosen = {};
  const error = h("p", { role: "alert" });
  const seats = h("div", { class: "stack" });
  // A name that is typed draws nothing anew: the tap that leaves its field must find what it was on.
  const draw = () => put(seats,
    names.map((each, number) => h("div", { class: "line" },
      h("input", { type: "text", value: each, placeholder: each, maxlength: 20, "aria-label": t("player number", { number: number + 1 }), oninput: (event) => { names[number] = event.target.value.trim() || each; } }),
      h("label", { class: "check" }, h("input", { type: "radio", name: "me", checked: me === number, onchange: () => { me = number; } }), t("me")))),
    h("label", { class: "check" }, h("input", { type: "radio", name: "me", checked: me === "", onchange: () => { me = ""; } }), t("everything is written down")),
    h("label", { class: "check" }, h("input", { type: "radio", name: "me", "data-tap": "everybody", checked: me === "everybody", onchange: () => { me = "everybody"; } }), t("all at this device")),
    h("div", { class: "line" },
      h("button", { type: "button", disabled: names.length >= most, onclick: () => { names.push(NAMES.find((each) => !names.includes(each)) ?? `P${names.length + 1}`); draw(); } }, t("one more")),
      h("button", { type: "button", disabled: names.length <= least, onclick: () => { names.pop(); if (me === names.length) me = 0; draw(); } }, t("one less"))));
  draw();
  const begin = async () => {
    const found = await ask({ verb: "new", game: name, players: names, me: names[me] ?? me, options: chosen }).catch(() => ({ ok: false, error: away() }));
    if (found.ok) keepNew(game.title, found.data.record);
    else put(error, h("span", { class: "bad" }, found.error));
  };
  put(place, h("div", { class: "setup home" }, h("h1", {}, game.title), h("section", {}, h("h2", {}, t("who plays")), seats),
    h("button", { type: "button", class: "primary begin", onclick: begin }, t("begin")), error,
    options(game, chosen)));
}

// Rule options, each with where its default comes from.
export function options(game, chosen) {
  return h("details", { class: "options" }, h("summary", {}, t("options")), h("dl", {}, game.options.map((option) => [
    h("dt", {}, h("label", {}, `${option.name} `, option.allowed
      ? h("select", { onchange: (event) => { if (event.target.value === option.default) delete chosen[option.name]; else chosen[option.name] = event.target.value; } }, option.allowed.map((word) => h("option", { value: word, selected: word === option.default }, word)))
      : h("input", { type: "text", value: option.default, maxlength: 200, onchange: (event) => { chosen[option.name] = event.target.value.trim(); } }))),
    h("dd", {}, option.doc, " ", h("em", {}, t(option.provenance))),
  ])));
}
