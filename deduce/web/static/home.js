// The first page: evenings kept here, a new one, one from a file or a link.

import { ask, Unreachable } from "./ask.js";
import { h, put } from "./dom.js";
import { value } from "./record.js";
import * as store from "./store.js";
import { t } from "./texts.js";

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

export async function home(place) {
  const list = h("div");
  const drawList = () => {
    const kept = store.names();
    put(list, kept.length ? h("section", {}, h("h2", {}, t("evenings")), h("ul", { class: "tiles" }, kept.map((name) =>
      h("li", {}, h("a", { class: "tile", href: `#/evening/${encodeURIComponent(name)}` }, h("strong", {}, name), h("span", {}, value(store.load(name)?.text ?? "", "game"))))))) : null);
  };
  drawList();
  const fresh = h("section", {}, h("h2", {}, t("new evening")), h("p", { class: "quiet" }, t("thinking")));
  put(place, h("div", { class: "home" }, h("h1", {}, t("welcome")), h("p", {}, t("about")), list, fresh, importing()));
  const all = await games();
  put(fresh, h("h2", {}, t("new evening")), all.length
    ? h("ul", { class: "tiles" }, all.map((game) => h("li", {}, h("a", { class: "tile", href: `#/new/${game.name}` }, h("strong", {}, game.title), h("span", {}, `${game.seats[0]}–${game.seats[1]} ${t("players")}`)))))
    : h("p", { class: "note" }, t("offline")));
  return store.onChange(drawList);
}

function importing() {
  const input = h("input", { type: "file", accept: ".txt,text/plain", "aria-label": t("open a file"), onchange: async () => {
    const file = input.files[0];
    if (file && file.size < 65536) keepNew(file.name.replace(/\.txt$/, ""), await file.text());
  } });
  const pasted = h("textarea", { rows: 4, "aria-label": t("paste a record"), placeholder: "game: enigma" });
  return h("details", {}, h("summary", {}, t("open a record")), h("div", { class: "stack" }, input, pasted,
    h("button", { type: "button", onclick: () => { if (pasted.value.trim()) keepNew(value(pasted.value, "game") || t("evening"), pasted.value); } }, t("open"))));
}

// The set-up of a new evening: names, my seat, options with where their defaults come from.
export async function setup(place, name) {
  const game = (await games()).find((each) => each.name === name);
  if (!game) return put(place, h("p", { class: "bad" }, t("no such game")));
  const [least, most] = game.seats;
  let names = NAMES.slice(0, Math.min(most, Math.max(least, 3)));
  let me = names[0];
  const chosen = {};
  const error = h("p", { role: "alert" });
  const seats = h("div", { class: "stack" });
  const draw = () => put(seats,
    names.map((each, number) => h("div", { class: "line" },
      h("input", { type: "text", value: each, maxlength: 20, "aria-label": t("player number", { number: number + 1 }), onchange: (event) => { if (me === names[number]) me = event.target.value.trim(); names[number] = event.target.value.trim(); draw(); } }),
      h("label", { class: "check" }, h("input", { type: "radio", name: "me", checked: me === each, onchange: () => { me = each; } }), t("me")))),
    h("label", { class: "check" }, h("input", { type: "radio", name: "me", checked: me === "", onchange: () => { me = ""; } }), t("everything is written down")),
    h("div", { class: "line" },
      h("button", { type: "button", disabled: names.length >= most, onclick: () => { names.push(NAMES.find((each) => !names.includes(each)) ?? `P${names.length + 1}`); draw(); } }, t("one more")),
      h("button", { type: "button", disabled: names.length <= least, onclick: () => { const out = names.pop(); if (me === out) me = names[0]; draw(); } }, t("one less"))));
  draw();
  const begin = async () => {
    const found = await ask({ verb: "new", game: name, players: names, me, options: chosen }).catch(() => ({ ok: false, error: t("offline") }));
    if (found.ok) keepNew(game.title, found.data.record);
    else put(error, h("span", { class: "bad" }, found.error));
  };
  put(place, h("div", { class: "home" }, h("h1", {}, game.title), h("section", {}, h("h2", {}, t("who plays")), seats),
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
