// A puzzle's picture with places to tap or drag over: clues to be drawn, entries and marks to be made, and what is pointed at.

import { h, picture, put, s } from "./dom.js";
import { t } from "./texts.js";

const ON = new Set(["line", "parted", "shaded", "b"]);
export const OFF = new Set(["none", "joined", "clear", "w", "outside"]);
// What colours of cells are called where lines are entered and not cells.
export const CELL = "at ";
const SPOTS = new Set(["light", "star", "tent", "visited"]);
// Families whose numbers count the lines around them.
const COUNTED = new Set(["slitherlink"]);
const CORNERS = { nw: [-1, -1], ne: [1, -1], sw: [-1, 1], se: [1, 1] };
const FITS = 15;
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// A value in a word that can be read out and put on a button.
export function said(value) {
  const place = /^\((\d+), (\d+)\)$/.exec(value);
  if (place) return `${place[1]}/${place[2]}`;
  return value in { line: 1, none: 1, shaded: 1, clear: 1, parted: 1, joined: 1 } ? t(`value ${value}`) : value;
}

export class Grid {
  // `act.word(spot, word)` writes a clue, `act.enter(entry, value)` an entry, `act.press(entry)` and `act.drag(entry)` what
  // the tool in hand does there; an empty value takes an entry back. `group` are places held beside the chosen one. `notes` are small figures and colours, by entry.
  constructor(place, act) {
    Object.assign(this, { place, act, form: null, mode: "solve", layer: 0, entered: {}, notes: {}, chosen: null, brush: null, marks: {}, differ: [], waiting: {}, solved: false, pressed: 0, group: new Set(), tried: () => false });
  }

  show(form) {
    this.form = form;
    this.waiting = {};
    if (this.layer >= form.layers.length) this.layer = 0;
    this.draw();
  }

  // Whether lines are all that is entered here.
  get edges() {
    return this.form.entries.every((entry) => entry.shape === "edge");
  }

  // The cells between lines, to be coloured: inside and outside.
  get cells() {
    return this.clues.map((spot) => ({ ...spot, shape: "cell", name: `${CELL}${spot.line} ${spot.word}`, key: `${CELL}${spot.line} ${spot.word}`, words: [] }));
  }

  get targets() {
    if (this.mode === "solve" && this.colouring && this.edges) return this.cells;
    if (this.mode === "solve") return this.form.entries.map((entry) => ({ ...entry, key: entry.name, words: this.form.values[entry.values] }));
    const layer = this.form.layers[this.layer];
    return layer.spots.map((spot) => ({ ...spot, shape: "cell", key: `${spot.line} ${spot.word}`, words: layer.words }));
  }

  now(target) {
    if (this.mode === "solve") return this.entered[target.name] ?? "";
    return this.waiting[target.key] ?? this.act.read(target, this.form.layers[this.layer].lines);
  }

  way(target) {
    if (this.mode !== "solve") return this.form.layers[this.layer].way;
    return target.words.length <= 3 ? "cycle" : "pad";
  }

  set(target, word) {
    if (this.mode === "solve") {
      this.act.enter(target, word);
    } else {
      this.waiting[target.key] = word;
      this.act.word(target, word, this.form.layers[this.layer].lines);
    }
    this.draw();
  }

  // The places held that a value fits, the chosen one first.
  held(word = "") {
    return [this.chosen, ...this.group].map((name) => this.entry(name ?? "")).filter((entry) => entry && (!word || this.form.values[entry.values].includes(word)));
  }

  tap(target, more = false) {
    if (more && this.chosen && this.chosen !== target.key) this.group.add(this.chosen);
    else this.group.clear();
    this.group.delete(target.key);
    this.chosen = target.key;
    if (this.mode === "solve") { this.act.press(target); return; }
    const way = this.way(target);
    if (way === "brush") {
      this.set(target, this.brush ?? target.words[0]);
    } else if (way === "cycle") {
      const words = this.mode === "solve" ? ["", ...order(target.words)] : target.words;
      this.set(target, words[(words.indexOf(this.now(target)) + 1) % words.length]);
    } else {
      this.draw();
    }
  }

  key(event, target) {
    if (event.key in ARROWS) {
      const [x, y] = ARROWS[event.key];
      const ahead = this.targets.filter((other) => (other.x - target.x) * x + (other.y - target.y) * y > 1);
      const far = (other) => Math.abs((other.x - target.x) * x + (other.y - target.y) * y) + 3 * Math.abs((other.x - target.x) * y) + 3 * Math.abs((other.y - target.y) * x);
      const next = ahead.sort((one, other) => far(one) - far(other))[0];
      if (next) {
        if (event.shiftKey && this.mode === "solve") this.group.add(target.key);
        else this.group.clear();
        this.group.delete(next.key);
        this.chosen = next.key; this.draw(); this.focus();
      }
    } else if (event.key === "Enter" || event.key === " ") {
      this.tap(target); this.focus();
    } else if (event.key === "Backspace" || event.key === "Delete") {
      this.set(target, this.mode === "solve" ? "" : target.words[0] ?? "-"); this.focus();
    } else {
      const figure = /^Digit(\d)$/.exec(event.code)?.[1];
      if (this.mode === "solve" && figure && (event.shiftKey || event.ctrlKey)) {
        if (target.words.includes(figure)) { this.act.note(target, event.shiftKey ? "corner" : "centre", figure); this.focus(); event.preventDefault(); }
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const longer = [this.now(target) + event.key, event.key].find((word) => target.words.includes(word));
      if (!longer) return;
      this.set(target, longer); this.focus();
    }
    event.preventDefault();
  }

  focus() {
    this.place.querySelector('.target[tabindex="0"]')?.focus();
  }

  draw() {
    const { form } = this;
    const [width, height] = form.box;
    const targets = this.targets;
    const edges = targets.some((target) => target.shape === "edge");
    const at = targets.some((target) => target.key === this.chosen) ? this.chosen : targets[0]?.key;
    const byKey = new Map(targets.map((target) => [target.key, target]));
    const over = s("svg", { viewBox: `0 0 ${width} ${height}`, class: `over ${this.solved ? "solved" : ""}`, role: "group", "aria-label": t("the grid") },
      s("g", { "aria-hidden": "true" }, this.pointed(), this.mode === "solve" ? [this.lit(), this.spent(), this.noted(), this.written()] : this.pending(targets), this.differences()),
      targets.map((target) => {
        const word = this.now(target);
        const made = s("path", { class: `target ${target.key === this.chosen || this.group.has(target.key) ? "chosen" : ""}`, d: area(target, form.cell, edges), role: "button", tabindex: target.key === at ? "0" : "-1", "data-tap": `spot ${target.key}`, "data-at": target.label, "aria-label": `${target.label}: ${word && word !== "-" ? said(word) : t("nothing")}` });
        // A press acts at once, so that it can go on as a drag; a click without one is a keyboard's or a reader's.
        made.addEventListener("click", () => { if (this.mode !== "solve" || performance.now() - this.pressed > 700) this.tap(target); });
        made.addEventListener("keydown", (event) => this.key(event, target));
        return made;
      }));
    if (this.mode === "solve") this.draggable(over, byKey);
    const board = h("div", { class: "grid-board" }, picture(form.picture, form.title ?? form.family, "picture"), over);
    board.style.setProperty("--wide", `${Math.min(Math.max(2.2 * width, 420), 760)}px`);
    board.style.setProperty("--shape", (width / height).toFixed(3));
    board.style.setProperty("--least", `${Math.max(...form.size) * 24}px`);
    // A finger draws where the grid fits; a larger one has to be moved about.
    if (this.mode === "solve" && (edges || Math.max(...form.size) <= FITS)) board.classList.add("drags");
    put(this.place, h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("the grid") }, board), this.pad(targets.find((target) => target.key === this.chosen)));
  }

  // The words for the place that was tapped, or the brushes of areas.
  pad(target) {
    const layer = this.form.layers[this.layer];
    if (this.mode !== "solve" && layer.way === "brush") {
      const names = layer.words;
      const fresh = [..."abcdefghijklmnopqrstuvwxyz", ...Array.from({ length: 99 }, (_, place) => String(place + 1))].find((name) => !names.includes(name));
      const all = this.brush && !names.includes(this.brush) ? [...names, this.brush] : names;
      return h("div", { class: "pad", role: "group", "aria-label": t("which area") }, h("span", { class: "quiet" }, t("which area")),
        all.map((name) => this.chip(name, name, (this.brush ?? names[0]) === name, () => { this.brush = name; this.draw(); })),
        this.chip("new area", t("a new area"), false, () => { this.brush = fresh; this.draw(); }));
    }
    if (this.mode === "solve") return null; // the tools below the grid
    if (!target || this.way(target) === "cycle") return h("p", { class: "quiet" }, t("tap to draw"));
    const now = this.now(target);
    const { words } = target;
    const { typed } = layer;
    return h("div", { class: "pad", role: "group", "aria-label": target.label }, h("span", { class: "quiet" }, target.label),
      words.map((word) => this.chip(word, word === "" || word === "-" ? t("empty") : said(word), word === now, () => this.set(target, word))),
      typed ? h("input", { type: "text", class: "typed", value: words.includes(now) ? "" : now, placeholder: t("another"), "aria-label": `${target.label}: ${layer.says}`, onchange: (event) => { const word = event.target.value.trim(); if (word) this.set(target, word); } }) : null);
  }

  chip(tap, label, pressed, act) {
    return h("button", { type: "button", class: "chip", "aria-pressed": String(pressed), "data-tap": `word ${tap}`, onclick: act }, label);
  }

  entry(name) {
    return this.form.entries.find((entry) => entry.name === name);
  }

  // A finger or pen that goes on from one place to the next.
  draggable(over, byKey) {
    const under = (event) => byKey.get(document.elementFromPoint(event.clientX, event.clientY)?.getAttribute("data-tap")?.slice(5));
    over.addEventListener("pointerdown", (event) => {
      const target = under(event);
      if (!target || event.button) return;
      this.pressed = performance.now();
      this.tap(target, event.shiftKey || event.ctrlKey || event.metaKey);
      const move = (next) => { const other = under(next); if (other && other.key !== this.chosen) { const from = this.chosen; this.chosen = other.key; this.act.drag(other, from); } };
      const end = () => { window.removeEventListener("pointermove", move); window.removeEventListener("pointerup", end); window.removeEventListener("pointercancel", end); this.focus(); };
      window.addEventListener("pointermove", move);
      window.addEventListener("pointerup", end);
      window.addEventListener("pointercancel", end);
    });
  }

  get clues() {
    return this.form.layers.find((layer) => layer.name === "clues")?.spots ?? [];
  }

  // Where values are written: the row and the column of the place in hand, and wherever its value stands, or that of the key in hand.
  lit() {
    const { entries, values, cell } = this.form;
    if (!entries.every((entry) => entry.shape === "cell") || !entries.some((entry) => values[entry.values].length > 3)) return [];
    const square = (at, name) => s("rect", { x: at.x - cell / 2, y: at.y - cell / 2, width: cell, height: cell, class: name });
    const here = this.entry(this.chosen ?? "");
    const word = (here && this.entered[here.name]) || this.inHand;
    const near = new Map([...this.clues, ...entries].map((at) => [`${at.x} ${at.y}`, at]));
    return [here ? [...near.values()].filter((at) => at !== here && (at.x === here.x || at.y === here.y)).map((at) => square(at, "beside")) : [],
      word ? [...entries.filter((entry) => this.entered[entry.name] === word), ...this.clues.filter((spot) => this.act.read(spot, false) === word)].map((at) => square(at, "same")) : []];
  }

  // Numbers that have as many lines around them as they say fade.
  spent() {
    if (!COUNTED.has(this.form.family)) return [];
    const { entries, cell } = this.form;
    const lines = entries.filter((entry) => ON.has(this.entered[entry.name]));
    const around = (spot) => lines.filter((entry) => Math.hypot(entry.x - spot.x, entry.y - spot.y) < 0.6 * cell).length;
    return this.clues.filter((spot) => { const word = this.act.read(spot, false); return /^[1-4]$/.test(word) && around(spot) === Number(word); })
      .map((spot) => s("rect", { x: spot.x - 0.32 * cell, y: spot.y - 0.36 * cell, width: 0.64 * cell, height: 0.72 * cell, class: "spent" }));
  }

  // Small figures and colours of the one who solves.
  noted() {
    const { cell } = this.form;
    const places = this.edges ? this.cells : this.form.entries;
    return places.filter((entry) => this.notes[entry.name]).map((entry) => {
      const { corner = [], centre = [], colour = 0 } = this.notes[entry.name];
      const free = !this.entered[entry.name];
      return [colour ? s("rect", { x: entry.x - cell / 2, y: entry.y - cell / 2, width: cell, height: cell, class: `tint${colour}` }) : null,
        free && centre.length ? s("text", { x: entry.x, y: entry.y + 3, class: "centre" }, centre.map(said).join("")) : null,
        free ? corner.map((word, place) => s("text", { x: entry.x + (place % 3 - 1) * 0.3 * cell, y: entry.y + (place < 3 ? -0.2 : place < 6 ? 0.42 : 0.12) * cell, class: "corner" }, said(word))) : null];
    });
  }

  // What was entered.
  written() {
    return this.form.entries.filter((entry) => this.entered[entry.name]).map((entry) => value(entry, this.entered[entry.name], this.tried(entry.name) ? "mine tried" : "mine", this.form.cell));
  }

  // Clues that the picture does not show yet.
  pending(targets) {
    return targets.filter((target) => target.key in this.waiting).map((target) => [
      s("rect", { x: target.x - 12, y: target.y - 12, width: 24, height: 24, class: "fresh" }),
      s("text", { x: target.x, y: target.y + 5, class: "mine" }, this.waiting[target.key] === "-" ? "" : this.waiting[target.key])]);
  }

  // What a hint or a step points at: places, clues, and values that are left.
  pointed() {
    const { cell } = this.form;
    const made = [];
    const glow = (target, name) => made.push(target.shape === "edge"
      ? s("path", { d: `M${target.ends[0]} ${target.ends[1]}L${target.ends[2]} ${target.ends[3]}`, class: `glow ${name}` })
      : s("rect", { x: target.x - cell / 2, y: target.y - cell / 2, width: cell, height: cell, class: `glow ${name}` }));
    for (const label of this.marks.clues ?? []) {
      for (const layer of this.form.layers) for (const spot of layer.spots) if (spot.label === label && layer.name !== "areas") glow(spot, "clue");
    }
    for (const [name, variables] of Object.entries({ uses: this.marks.uses, where: this.marks.where, wrong: this.marks.wrong })) {
      for (const variable of variables ?? []) { const entry = this.entry(variable); if (entry) glow(entry, name); }
    }
    for (const [variable, left] of Object.entries(this.marks.left ?? {})) {
      const entry = this.entry(variable);
      if (!entry || (this.entered[variable] && !this.marks.fresh?.includes(variable))) continue;
      const style = this.marks.fresh?.includes(variable) ? "fresh-mark" : "old-mark";
      if (left.length === 1) made.push(value(entry, String(left[0]), style, cell));
      else if (entry.shape === "cell" && left.length < this.form.values[entry.values].length) made.push(s("text", { x: entry.x, y: entry.y + 4, class: `few ${style}` }, left.length < 5 ? left.map((each) => said(String(each))).join(" ") : `${left.length}…`));
    }
    return made;
  }

  // Where two solutions differ: one above the other.
  differences() {
    return this.differ.map(({ variable, first, second }) => {
      const entry = this.entry(variable);
      if (!entry) return [];
      if (entry.shape === "edge") return value(entry, String(ON.has(String(first)) ? first : second), ON.has(String(first)) ? "one" : "two", this.form.cell);
      return [s("rect", { x: entry.x - 13, y: entry.y - 13, width: 26, height: 26, class: "differs" }), s("text", { x: entry.x, y: entry.y + 4, class: "few" }, `${sign(first)}|${sign(second)}`)];
    });
  }
}

function sign(value) {
  const word = String(value);
  return ON.has(word) ? "■" : OFF.has(word) ? "·" : SPOTS.has(word) ? "●" : said(word);
}

// Values in the order of tapping: what is there first, what is not there after it.
export function order(words) {
  return [...words].sort((one, other) => OFF.has(one) - OFF.has(other));
}

// Where a tap counts: a square for a cell, a diamond for the edge between two.
function area(target, cell, edges) {
  const half = cell / 2;
  if (target.shape === "edge") {
    const [x1, y1, x2, y2] = target.ends;
    const [along, across] = [[x2 - target.x, y2 - target.y], [-(y2 - target.y), x2 - target.x]].map(([x, y]) => { const long = Math.hypot(x, y) || 1; return [x / long * half, y / long * half]; });
    const long = Math.max(1, Math.hypot(x2 - x1, y2 - y1) / cell);
    const ends = [[target.x + along[0] * long, target.y + along[1] * long], [target.x + across[0], target.y + across[1]], [target.x - along[0] * long, target.y - along[1] * long], [target.x - across[0], target.y - across[1]]];
    return `M${ends.map((end) => end.join(" ")).join("L")}Z`;
  }
  const side = edges ? half * 0.55 : half;
  return `M${target.x - side} ${target.y - side}h${2 * side}v${2 * side}h${-2 * side}Z`;
}

// A value drawn where it belongs.
function value(entry, word, style, cell) {
  if (entry.shape === "edge") {
    const [x1, y1, x2, y2] = entry.ends;
    if (OFF.has(word) || word === "0") return s("path", { d: `M${entry.x - 3} ${entry.y - 3}l6 6M${entry.x - 3} ${entry.y + 3}l6 -6`, class: `cross ${style}` });
    return s("path", { d: `M${x1} ${y1}L${x2} ${y2}`, class: `stroke ${style} ${word === "2" ? "double" : ""}` });
  }
  if (word === "shaded" || word === "b") return s("rect", { x: entry.x - 0.4 * cell, y: entry.y - 0.4 * cell, width: 0.8 * cell, height: 0.8 * cell, class: `shade ${style}` });
  if (OFF.has(word)) return s("circle", { cx: entry.x, cy: entry.y, r: 2.5, class: `dot ${style}` });
  if (SPOTS.has(word)) return s("circle", { cx: entry.x, cy: entry.y, r: 0.28 * cell, class: `lamp ${style}` });
  if (word in CORNERS) {
    const [a, b] = CORNERS[word].map((each) => each * 0.45 * cell);
    return s("path", { d: `M${entry.x + a} ${entry.y + b}L${entry.x - a} ${entry.y + b}L${entry.x + a} ${entry.y - b}Z`, class: `shade ${style}` });
  }
  return s("text", { x: entry.x, y: entry.y + 6, class: `word ${style}` }, said(word));
}
