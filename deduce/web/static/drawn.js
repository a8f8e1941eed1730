// A puzzle of a family: solved by taps with hints on the grid; in the other mode drawn, judged while it is drawn, explained, made anew.

import { asked } from "./ask.js";
import { h, picture, put, say } from "./dom.js";
import { Grid, said } from "./grid.js";
import { DAILY } from "./daily.js";
import { puzzleTile, waiting } from "./gallery.js";
import { icon } from "./icons.js";
import { levelOf, ofDay, opening, sides, stocked } from "./stock.js";
import { Solving } from "./solving.js";
import { share } from "./sharing.js";
import * as store from "./store.js";
import { placed, t } from "./texts.js";

const COLOURS = [1, 2, 3];

// Levels on offer for a new one, each with its grades.
const LEVELS = { "any": "", "easy": "1-3", "middle": "4-6", "hard": "7-10" };

// Sides on offer for a new one; of a family of which the page's store has several, those.
const SIDES = [5, 6, 7, 8, 9, 10, 12];
const SEVERAL = 4;
// Seconds that a puzzle is looked at before the next one is made ahead.
const AHEAD = 5;

export async function drawn(place, family, title, day = "") {
  const key = day ? `puzzle/${family}/${day}` : `puzzle/${family}`;
  const found = await asked({ verb: "families", name: family, time_limit: undefined });
  if (!found.ok && !store.setting(key)) return put(place, h("h1", {}, title), h("p", { class: "bad" }, found.error));
  const example = found.ok ? found.data.example : "";
  // The puzzle of a day is the same for everybody: the day is its seed.
  const side = DAILY[family] ?? 0;
  const ready = store.setting(key) ? null : day ? await ofDay(family, side, Math.floor(Date.parse(day) / 86_400_000)) : await opening(family);
  if (ready) store.setting(key, ready);
  if (day && found.ok && !store.setting(key)) {
    put(place, h("h1", {}, title), h("p", { class: "quiet" }, t("making one")));
    const blank = side ? await asked({ verb: "blank", family, rows: side, cols: side, time_limit: undefined }) : { ok: false };
    const made = await asked({ verb: "generate", family, grid: blank.ok ? blank.data.grid : example, seed: Number(day.replaceAll("-", "")), time_limit: 20 });
    if (!place.isConnected) return null;
    const text = made.ok ? made.data.puzzles?.[0]?.text : null;
    if (typeof text !== "string") return put(place, h("h1", {}, title), h("p", { class: "bad" }, made.error ?? made.text));
    store.setting(key, text);
  }
  const page = new Drawn(place, { family, key, example, about: found.ok ? found.data.about : "", title, text: store.setting(key) ?? example });
  await page.read();
  return page;
}

// What the library says of a hint without the puzzle's title, which stands above already.
function untitled(text) {
  const rest = text.includes("\n") ? text.slice(text.indexOf("\n") + 1).trim() : text;
  return /^r\d/.test(rest) ? rest : rest[0].toUpperCase() + rest.slice(1); // places keep their names
}

// A tool's name beside its sign.
function signed(name) {
  return [icon(name), h("span", {}, t(`tool ${name}`))];
}

function fresh() {
  return Math.floor(Math.random() * 2 ** 32);
}

class Drawn {
  constructor(place, given) {
    Object.assign(this, { place, ...given, stop: null, timer: 0, asking: 0, sides: SIDES, strength: 0, hinted: null, toast: null, status: "" });
    this.solving = new Solving(this.key);
    const live = new Set(["hint", "verdict", "told"]);
    this.parts = Object.fromEntries(["head", "thread", "board", "hint", "tools", "dock", "verdict", "told"].map((name) => [name, h("div", { class: name === "hint" ? "hints" : name, "aria-live": live.has(name) ? "polite" : null })]));
    this.area = h("textarea", { class: "grid", rows: 8, spellcheck: "false", "aria-label": t("the puzzle"), maxlength: 65536, onchange: () => this.take(this.area.value) });
    this.typed = h("details", {}, h("summary", {}, t("as text")), this.area);
    this.grid = new Grid(this.parts.board, {
      read: (spot, whole) => { const words = this.lines[spot.line]; return whole ? words.join(" ") : words[spot.word]; },
      word: (spot, word, whole) => this.write(spot, word, whole),
      enter: (entry, word) => this.change(() => this.solving.enterAll(this.with(entry, word), word)),
      note: (entry, kind, word) => this.change(() => this.solving.noteAll(this.with(entry, word), kind, word)),
      press: (entry) => this.press(entry),
      drag: (entry, from) => this.drag(entry, from),
    });
    Object.assign(this.grid, { entered: this.solving.entered, notes: this.solving.notes, tried: (name) => this.solving.tried(name) });
    this.clock = setInterval(() => this.ticked(), 1000);
    this.keys = (event) => {
      if (!(event.ctrlKey || event.metaKey) || this.paused || this.grid.mode !== "solve" || /INPUT|TEXTAREA/.test(event.target.tagName)) return;
      const act = { z: event.shiftKey ? "redo" : "undo", Z: "redo", y: "redo" }[event.key];
      if (!act) return;
      event.preventDefault();
      this.change(() => this.solving[act]());
    };
    window.addEventListener("keydown", this.keys);
    this.stopListening = store.onSetting(this.key, (what) => {
      if (what === "/entered" || what === "/notes") this.change(() => this.solving.heed());
      else if (!what) window.dispatchEvent(new Event("hashchange")); // it is another puzzle there
    });
    put(place, h("div", { class: "puzzles" }, this.frame = h("div", { class: "solver" }, this.parts.head, this.parts.thread,
      this.body = h("div", { class: "work" }))));
    this.lay();
  }

  // One column for solving; the verdict and the reasons beside the grid for drawing.
  lay() {
    const setting = this.grid.mode === "clues";
    this.paused = false;
    this.frame.classList.remove("paused");
    this.frame.classList.toggle("wide", setting);
    put(this.body, setting
      ? h("div", { class: "columns" }, h("section", { class: "first", "aria-label": t("the puzzle") }, this.parts.tools, this.parts.board, this.typed),
        h("section", { class: "second", "aria-label": t("what follows") }, this.parts.verdict, this.parts.told))
      : [this.about ? h("details", { class: "about" }, h("summary", {}, t("the rules")), h("p", {}, this.about)) : null, this.parts.board, this.parts.hint, this.parts.told, this.parts.tools, this.parts.dock]);
  }

  leave() {
    clearTimeout(this.timer);
    clearTimeout(this.watched);
    clearInterval(this.clock);
    window.removeEventListener("keydown", this.keys);
    this.stopListening();
    this.stop?.abort();
    this.forgo();
  }

  // The next puzzle is made while this one is solved; whatever a person asks goes first.
  prepare() {
    this.forgo();
    if (this.grid.form?.generated === false || this.status || store.setting(this.nextKey)) return;
    this.ahead = setTimeout(async () => {
      this.preparing = new AbortController();
      const key = this.nextKey;
      const found = await asked(this.wanted(this.text), this.preparing.signal);
      const text = found?.ok ? found.data.puzzles?.[0]?.text : null;
      if (typeof text === "string") store.setting(key, text);
    }, 1000 * AHEAD);
  }

  forgo() {
    clearTimeout(this.ahead);
    this.preparing?.abort();
    this.preparing = null;
  }

  // Kept for this family, size and level.
  get nextKey() {
    return this.keyOf(this.grid.form?.size.join("x"));
  }

  keyOf(size) {
    return `puzzle/${this.family}/next/${size}${this.level === "any" ? "" : `/${this.level}`}`;
  }

  get level() {
    const kept = store.setting(`puzzle/${this.family}/level`);
    return kept in LEVELS ? kept : "any";
  }

  // The level that a new one has for certain.
  get wished() {
    return this.level === "any" ? "" : this.level;
  }

  // The question for a new one of the level in hand.
  wanted(grid) {
    const difficulty = LEVELS[this.level];
    return { verb: "generate", family: this.family, grid, seed: fresh(), time_limit: 20, ...(difficulty ? { difficulty } : {}) };
  }

  // What there was before another puzzle came: it can be had back, with what was entered and the time.
  get pastKey() {
    return `${this.key}/past`;
  }

  async bring() {
    const past = JSON.parse(store.setting(this.pastKey));
    await this.take(past.text);
    Object.assign(this.solving.entered, past.entered);
    Object.assign(this.solving.notes, past.notes);
    this.solving.seconds = past.seconds;
    this.solving.keep();
    this.toast = null;
    this.redraw();
    this.watch();
  }

  ticked() {
    if (document.hidden || this.paused || this.grid.mode !== "solve" || this.solving.solved || !this.grid.form) return;
    this.solving.tick();
    const shown = this.parts.head.querySelector(".timer span");
    if (shown) shown.textContent = this.solving.time;
  }

  // The clock stands, and the grid is out of sight: nobody solves with the clock held.
  hold(paused) {
    this.paused = paused;
    this.frame.classList.toggle("paused", paused);
    this.drawHead();
    this.parts.head.querySelector(".timer")?.focus();
  }

  keep() {
    store.setting(this.key, this.text);
    this.solving.keep();
  }

  // Where one was, for the first page: until it is solved.
  remember() {
    const mine = this.key.slice("puzzle/".length);
    if (!this.solving.solved && this.solving.begun) store.setting("puzzle/last", JSON.stringify({ name: mine, family: this.family, title: this.title }));
    else if (JSON.parse(store.setting("puzzle/last"))?.name === mine) store.setting("puzzle/last", null);
  }

  get lines() {
    return this.text.split("\n").map((line) => line.split(/\s+/).filter(Boolean));
  }

  // Another text: read anew; an address may bring another family.
  async take(text, grade = "") {
    const { entered, notes, seconds } = this.solving;
    store.setting(`${this.key}/grade`, grade || null);
    if (text !== this.text) store.setting(this.pastKey, JSON.stringify({ text: this.text, entered, notes, seconds }));
    const left = text !== this.text && this.solving.begun;
    this.text = text;
    this.solving.forget();
    await this.read();
    if (!left) return;
    this.toast = { text: t("another puzzle"), undo: () => this.bring() };
    this.drawHint();
  }

  write(spot, word, whole) {
    const lines = this.lines;
    if (whole) lines[spot.line] = word.split(/\s+/).filter(Boolean);
    else lines[spot.line][spot.word] = word;
    this.text = lines.map((line) => line.join(" ")).join("\n");
    this.keep();
    this.area.value = this.text;
    this.place.dataset.settled = "no";
    this.asking += 1; // an answer on its way is about what was there before
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.read(), 250);
  }

  // Whatever changes what was entered goes through here: the hint is about what stood there before.
  change(act) {
    const before = this.solving.solved;
    act();
    if (this.solving.solved && !before) { this.grid.chosen = null; this.grid.group.clear(); this.solving.endTrial(true); } // the tools are laid away with the last entry
    this.strength = 0;
    this.hinted = null;
    this.toast = null;
    this.grid.marks = {};
    this.redraw();
    this.remember();
    this.watch();
  }

  press(entry) {
    const { solving } = this;
    const { tool } = solving;
    this.brush = undefined;
    if (tool === "colour") {
      this.tint = solving.notes[entry.name]?.colour === (solving.colour ?? 1) ? 0 : solving.colour ?? 1;
      return this.change(() => solving.paint(entry, this.tint));
    }
    if (this.solving.words(entry).length > 3) {
      if (solving.value === null) return this.redraw(); // the place first, its value by a key
      return this.put([entry], solving.value);
    }
    this.brush = solving.next(entry);
    this.change(() => solving.enter(entry, this.brush));
  }

  // Further places under a finger get what the first one got; where values come by keys, they are held together.
  drag(entry, from) {
    const { solving, grid } = this;
    if (solving.tool !== "colour" && solving.value === null && solving.words(entry).length > 3) {
      grid.group.add(from);
      grid.group.delete(entry.name);
      return this.redraw();
    }
    if (this.solving.tool === "colour") return this.change(() => this.solving.paint(entry, this.tint, true));
    if (this.brush === undefined || (this.brush && !this.solving.words(entry).includes(this.brush))) return;
    this.change(() => this.solving.enter(entry, this.brush, true));
  }

  // What is held together with a place.
  with(entry, word) {
    return this.grid.chosen === entry.name ? this.grid.held(word) : [entry];
  }

  // A value at places: as the entry, or as a small figure; it goes where all have it.
  put(entries, word) {
    const { solving } = this;
    if (solving.tool === "corner" || solving.tool === "centre") this.change(() => solving.noteAll(entries, solving.tool, word));
    else this.change(() => solving.enterAll(entries, entries.every((entry) => solving.entered[entry.name] === word) ? "" : word));
  }

  redraw() {
    this.grid.solved = this.solving.solved;
    this.grid.colouring = this.solving.tool === "colour";
    this.grid.inHand = this.solving.value;
    this.grid.draw();
    if (this.grid.mode !== "solve") return;
    this.drawHead();
    this.drawTools();
    this.drawHint();
    this.drawDock();
    this.parts.thread.replaceChildren(h("i", { shade: this.solving.progress.toFixed(3) }));
  }

  // What can be tapped, and whether there is one solution.
  async read() {
    this.keep();
    const turn = this.asking += 1;
    this.place.dataset.settled = "no";
    const found = await asked({ verb: "sheet", family: this.family, grid: this.text, time_limit: undefined });
    if (turn !== this.asking) return;
    if (!found.ok) {
      if (this.grid.mode === "solve") this.turn("clues");
      put(this.parts.verdict, h("p", { class: "bad", role: "alert" }, found.line ? `${placed(found)}: ` : "", found.error));
      this.area.value = this.text;
      if (!this.grid.form) this.typed.open = true;
      this.place.dataset.settled = "yes";
      return;
    }
    if (found.data.family !== this.family) {
      store.setting(`puzzle/${found.data.family}`, found.data.text);
      if (found.data.remark) say(found.data.remark, { shown: true });
      location.hash = `#/puzzles/${found.data.family}`;
      return;
    }
    this.text = found.data.text;
    this.area.value = this.text;
    this.solving.about(found.data.entries, found.data.values);
    const kept = await sides(this.family);
    this.sides = kept.length >= SEVERAL ? kept : SIDES;
    this.grade = store.setting(`${this.key}/grade`) ?? await levelOf(this.family, found.data.size.join("x"), this.text);
    this.keep();
    Object.assign(this.grid, { differ: [], marks: {} });
    this.status = "";
    this.drawHead();
    this.grid.show({ ...found.data, title: this.title });
    this.redraw();
    this.drawTools();
    await this.judge(turn, found.data.problem);
  }

  async judge(turn, problem) {
    this.stop?.abort();
    this.stop = new AbortController();
    if (problem) {
      this.status = problem;
      put(this.parts.verdict, h("p", { class: "note" }, problem));
      this.redraw();
      this.place.dataset.settled = "yes";
      return;
    }
    put(this.parts.verdict, h("p", { class: "quiet" }, t("thinking")));
    const found = await asked({ verb: "unique", family: this.family, grid: this.text }, this.stop.signal);
    if (!found || turn !== this.asking) return;
    if (!found.ok) put(this.parts.verdict, h("p", { class: "bad", role: "alert" }, found.error));
    else this.drawVerdict(found);
    this.watch();
    this.prepare();
    this.place.dataset.settled = "yes";
  }

  drawVerdict(found) {
    const { data } = found;
    const differ = data.difference ?? [];
    this.status = found.status === 0 ? "" : t(`verdict ${data.status}`);
    this.solving.solution = found.status === 0 ? data.solution : null;
    this.grid.differ = this.grid.mode === "clues" ? differ : [];
    this.differ = differ;
    const because = data.conflict?.because ?? [];
    if (because.length && this.grid.mode === "clues") this.grid.marks = { clues: because.map((each) => each.place).filter(Boolean) };
    this.redraw();
    put(this.parts.verdict, h("p", { class: found.status === 0 ? "good" : "note" }, h("strong", {}, t(`verdict ${data.status}`)), differ.length ? ` ${t("they differ here")} (${differ.length})` : ""),
      because.length ? h("ul", {}, because.map((each) => h("li", {}, each.where ? `${each.where}: ` : "", each.text))) : null,
      data.pictures?.length ? h("details", {}, h("summary", {}, t(data.pictures.length > 1 ? "two solutions" : "solution")), h("div", { class: "pictures" }, data.pictures.map((svg, number) => picture(svg, `${t("solution")} ${number + 1}`)))) : null);
  }

  // What every place can still be, as small figures, and how many solutions each value leaves: anew after whatever changes.
  watch() {
    clearTimeout(this.watched);
    if (this.live) this.watched = setTimeout(() => this.candidates(), 100);
  }

  async candidates() {
    const turn = this.asking;
    const before = this.solving.state;
    const found = await asked({ verb: "candidates", family: this.family, grid: this.text, entries: this.filled() });
    if (!this.live || turn !== this.asking || before !== this.solving.state) return;
    const struck = found.ok ? found.data.struck : {};
    const none = !found.ok || found.data.solutions === 0;
    this.point(none ? {} : { left: Object.fromEntries(this.solving.entries.map((entry) => [entry.name, this.solving.words(entry).filter((word) => !struck[entry.name]?.includes(word))])) });
    put(this.parts.told, h("section", { class: "card candidates" }, h("pre", { tabindex: "0" }, found.ok ? found.text : found.error)));
  }

  point(marks) {
    this.grid.marks = marks;
    this.grid.draw();
  }

  turn(mode) {
    this.grid.mode = mode;
    this.grid.chosen = null;
    this.grid.group.clear();
    this.grid.differ = mode === "clues" ? this.differ ?? [] : [];
    this.grid.marks = {};
    Object.assign(this, { strength: 0, hinted: null, toast: null });
    put(this.parts.told);
    this.lay();
    this.drawHead();
    this.drawTools();
    if (this.grid.form) this.redraw();
    this.watch();
  }

  // One thing that is asked of the library; what it says stands where it belongs.
  told(label, name, act) {
    return h("button", { type: "button", "data-tap": name, onclick: async () => {
      this.forgo();
      this.point({});
      put(this.parts.told, h("p", { class: "quiet" }, t("thinking")));
      put(this.parts.told, await act());
    } }, label);
  }

  drawHead() {
    const { form } = this.grid;
    const solve = this.grid.mode === "solve";
    const items = [
      h("button", { type: "button", "data-tap": solve ? "mode clues" : "mode solve", onclick: () => this.turn(solve ? "clues" : "solve") }, t(solve ? "mode clues" : "mode solve")),
      form && form.generated !== false ? this.told(t("another like it"), "another", () => this.another()) : null,
      solve && form && form.generated !== false && form.size[0] === form.size[1] ? h("label", {}, t("new of size"), h("select", { "data-tap": "new of size", onchange: (event) => { this.parts.head.querySelector("details").open = false; this.ofSide(Number(event.target.value)); } }, h("option", { value: "" }, "–"), this.sides.map((side) => h("option", { value: side }, `${side}×${side}`)))) : null,
      solve && form && form.generated !== false ? h("label", {}, t("level of new ones"), h("select", { "data-tap": "level", onchange: (event) => { store.setting(`puzzle/${this.family}/level`, event.target.value); this.prepare(); } }, Object.keys(LEVELS).map((name) => h("option", { value: name, selected: name === this.level }, t(`level ${name}`))))) : null,
      store.setting(this.pastKey) ? h("button", { type: "button", "data-tap": "the one before", onclick: () => this.bring() }, t("the one before")) : null,
      this.told(t("steps and difficulty"), "steps", () => this.steps()),
      h("button", { type: "button", "data-tap": "candidates", "aria-pressed": String(Boolean(this.live)), onclick: () => { this.live = !this.live; this.point({}); put(this.parts.told); this.drawHead(); this.watch(); } }, t("candidates")),
      solve && this.solving.trial === null ? h("button", { type: "button", "data-tap": "try out", onclick: () => { this.solving.tryOut(); this.redraw(); } }, t("try out")) : null,
      solve ? h("button", { type: "button", "data-tap": "start over", onclick: () => { this.change(() => this.solving.clear()); this.toast = { text: t("started over"), undo: () => this.change(() => this.solving.undo()) }; this.redraw(); } }, t("start over")) : null,
      h("button", { type: "button", onclick: () => window.print() }, t("print")),
    ];
    const open = this.parts.head.querySelector("details")?.open ?? false;
    put(this.parts.head, h("header", { class: "solve-head" }, h("a", { class: "back", href: "#/puzzles", "aria-label": t("puzzles") }, icon("back")),
      h("div", { class: "where" }, h("h1", {}, this.title), h("small", {}, form ? [form.size.join("×"), this.grade ? t(`level ${this.grade}`) : "", this.status].filter(Boolean).join(" · ") : "")),
      solve ? h("button", { type: "button", class: "timer chip", "data-tap": "pause", "aria-pressed": String(Boolean(this.paused)), "aria-label": t(this.paused ? "let the clock go on" : "hold the clock"), onclick: () => this.hold(!this.paused) }, icon(this.paused ? "go" : "clock"), h("span", { role: "timer" }, this.solving.time)) : null,
      h("details", { class: "menu", open }, h("summary", { "aria-label": t("more"), "data-tap": "more" }, icon("more")), h("div", { class: "panel", onclick: (event) => { if (event.target.closest("button")) this.parts.head.querySelector("details").open = false; } }, items))));
  }

  drawTools() {
    const { form } = this.grid;
    if (!form) return put(this.parts.tools);
    put(this.parts.tools, this.grid.mode === "clues" ? this.setterTools(form) : this.solverTools());
  }

  setterTools(form) {
    const layers = form.layers.length > 1 ? h("div", { class: "field" }, h("span", { class: "label" }, t("where")), form.layers.map((layer, place) => h("button", { type: "button", class: "chip", "aria-pressed": String(this.grid.layer === place), "data-tap": `layer ${layer.name}`, onclick: () => { this.grid.layer = place; this.grid.chosen = null; this.grid.draw(); this.drawTools(); } }, t(`layer ${layer.name}`)))) : null;
    const sizes = (label, now, name) => h("select", { "aria-label": label, "data-tap": name }, Array.from({ length: 20 }, (_, place) => h("option", { value: place + 1, selected: place + 1 === now }, place + 1)));
    const [rows, cols] = [sizes(t("rows"), form.size[0], "rows"), sizes(t("columns"), form.size[1], "columns")];
    return [
      h("div", { class: "line" }, rows, "×", cols, h("button", { type: "button", "data-tap": "blank", onclick: () => this.blank(Number(rows.value), Number(cols.value)) }, t("empty grid")), h("button", { type: "button", class: "quiet", onclick: () => this.take(this.example) }, t("the example"))),
      form.extra_words ? h("label", { class: "line" }, form.extra_words, h("input", { type: "text", value: form.extra, onchange: (event) => { const lines = this.text.split("\n"); lines[0] = `${form.size.join(" ")} ${event.target.value.trim()}`; this.take(lines.join("\n")); } })) : null,
      layers, h("div", { class: "moves" }, this.told(t("superfluous"), "superfluous", () => this.superfluous()), h("button", { type: "button", class: "primary", "data-tap": "solve it", onclick: () => this.turn("solve") }, t("mode solve"))),
      form.generated === false ? h("small", {}, t("not generated")) : null,
    ];
  }

  solverTools() {
    const { solving } = this;
    if (solving.solved && !this.grid.chosen) return null;
    const tools = solving.byKeys ? ["mark", "corner", "centre", "colour"] : ["mark", "cross", "colour"];
    const segments = h("div", { class: "segments several", role: "group", "aria-label": t("tool") }, tools.map((name) => h("button", { type: "button", "aria-pressed": String(solving.tool === name), "data-tap": `tool ${name}`, onclick: () => { solving.tool = name; solving.value = null; this.redraw(); } }, signed(name !== "mark" ? name : solving.byKeys ? "value" : this.grid.edges ? "line" : name))));
    if (solving.tool === "colour") return [segments, h("div", { class: "keys" }, COLOURS.map((number) => h("button", { type: "button", class: "key", "aria-pressed": String((solving.colour ?? 1) === number), "data-tap": `colour ${number}`, onclick: () => { solving.colour = number; this.redraw(); } }, t(`colour ${number}`))))];
    if (!solving.byKeys) return segments;
    const chosen = this.grid.entry(this.grid.chosen ?? "");
    const words = chosen ? solving.words(chosen) : [...new Set(solving.entries.flatMap((entry) => solving.words(entry)))];
    // A key for the place that is chosen; without one it stays in the hand, and places are tapped after it.
    const press = (word) => {
      if (chosen) return this.put(this.grid.held(word), word);
      solving.value = solving.value === word ? null : word;
      this.redraw();
    };
    const key = (word) => {
      const left = solving.tool === "mark" ? solving.toGo(word) : null;
      return h("button", { type: "button", class: "key", "aria-pressed": String(solving.value === word), "data-tap": `word ${word}`, onclick: () => press(word) }, said(word), left === null ? null : h("small", { "aria-hidden": "true" }, left));
    };
    const erase = h("button", { type: "button", class: "key", "aria-label": t("empty"), "data-tap": "word ", onclick: () => { if (chosen) this.change(() => solving.enterAll(this.grid.held(), "")); } }, icon("erase"));
    return [segments, h("div", { class: "keys", role: "group", "aria-label": chosen?.label ?? t("tool value") }, words.slice(0, 60).map(key), erase)];
  }

  drawHint() {
    const { solving, toast, hinted } = this;
    const strip = (name, sign, text, ...buttons) => h("div", { class: `hint ${name}` }, icon(sign), h("div", {}, text), buttons);
    if (solving.solved) return put(this.parts.hint, strip("good", "check", t("solved in", { time: solving.time })), this.waiting ??= h("ul", { class: "strip", tabindex: "0", "aria-label": t("puzzles") }, waiting(this.family).map((each) => h("li", {}, puzzleTile(each)))));
    if (toast) return put(this.parts.hint, h("div", { class: "toast" }, toast.text, h("button", { type: "button", "data-tap": "undo toast", onclick: toast.undo }, t("undo"))));
    if (!hinted && solving.trial !== null) return put(this.parts.hint, strip("trial", "check", t("trying out"), ...["keep it", "take it back"].map((name, place) => h("button", { type: "button", "data-tap": name, onclick: () => this.change(() => solving.endTrial(!place)) }, t(name)))));
    if (!hinted) return put(this.parts.hint);
    const more = hinted.more ? h("button", { type: "button", "data-tap": "tell more", onclick: () => this.hint() }, t("tell more")) : null;
    const enter = hinted.enters ? h("button", { type: "button", "data-tap": "enter it", onclick: () => this.change(() => { Object.entries(hinted.enters).forEach(([name, word], place) => { const entry = this.grid.entry(name); if (entry) solving.enter(entry, String(word), place > 0); }); }) }, t("enter it")) : null;
    put(this.parts.hint, strip(hinted.kind ?? "", hinted.kind === "good" ? "check" : "hint", hinted.text, more, enter));
  }

  drawDock() {
    const { solving } = this;
    const button = (name, sign, label, act, given = {}) => h("button", { type: "button", "data-tap": name, "aria-label": label, onclick: act, ...given }, icon(sign), given.said ? label : null);
    const undo = button("undo", "undo", t("undo"), () => this.change(() => solving.undo()), { disabled: !solving.undone.length });
    const redo = button("redo", "redo", t("redo"), () => this.change(() => solving.redo()), { disabled: !solving.redone.length });
    put(this.parts.dock, undo, redo, solving.solved
      ? [button("share", "share", t("share"), () => this.share(), { said: true }), this.grid.form.generated === false ? h("span") : button("next", "next", t("next puzzle"), () => this.another(), { class: "primary", said: true })]
      : [button("hint", "hint", t("hint"), () => this.hint(), { class: "gold", said: true }), button("check", "check", t("check"), () => this.check(), { said: true })]);
  }

  async share() {
    const found = await asked({ verb: "sheet", family: this.family, grid: this.text, time_limit: undefined });
    const text = found.ok && found.data.address ? found.data.address : this.text;
    say(await share({ title: this.title, text }, text), { shown: true });
  }

  async blank(rows, cols) {
    const found = await asked({ verb: "blank", family: this.family, rows, cols, time_limit: undefined });
    if (!found.ok) put(this.parts.told, h("p", { class: "bad" }, found.error));
    else { put(this.parts.told); await this.take(found.data.grid); }
  }

  filled() {
    return Object.entries(this.solving.entered).map(([name, word]) => `${name}=${word}`);
  }

  // Only what no solution has is marked; where the solution is not known the library is asked.
  async check() {
    this.forgo();
    const { solving } = this;
    if (!solving.solution) return this.hint(2, true);
    const { faults } = solving;
    this.hinted = faults.length ? { text: t("some are wrong", { count: faults.length }), kind: "bad" } : { text: t("nothing is wrong"), kind: "good" };
    this.point({ wrong: faults });
    this.drawHint();
  }

  // Three strengths, one after the other: where to look, which clues, the step.
  async hint(wanted = 0, wrongOnly = false) {
    this.forgo();
    const strength = wanted || Math.min(3, this.strength + 1);
    const turn = this.asking;
    this.hinted = { text: t("thinking") };
    this.drawHint();
    const before = this.solving.state;
    const found = await asked({ verb: "hint", family: this.family, grid: this.text, entries: this.filled(), strength });
    if (turn !== this.asking || before !== this.solving.state) return;
    this.strength = strength;
    this.hinted = found.ok ? this.shown(found, strength, wrongOnly) : { text: found.error, kind: "bad" };
    this.drawHint();
  }

  // What a hint points at on the grid, and its words.
  shown({ data, text: whole }, strength, wrongOnly) {
    // With the step itself the place to look at is said once.
    const text = untitled(strength === 3 && data.steps?.length ? untitled(whole) : whole);
    if (wrongOnly && !data.mistake) return { text: t("nothing is wrong"), kind: "good" };
    const clues = (data.statements ?? []).map((each) => each.place).filter(Boolean);
    if (data.mistake) {
      const why = data.mistake.why?.because ?? [];
      const entered = why.filter((each) => each.place === "entered").flatMap((each) => this.grid.form.entries.filter((entry) => each.text.startsWith(`${entry.name} is `))).map((entry) => entry.name);
      this.point({ wrong: [data.mistake.variable], uses: strength > 1 ? entered : [], clues: strength > 1 ? why.map((each) => each.place).filter(Boolean) : [] });
      return { text, kind: "bad", more: strength < 3 };
    }
    const steps = data.steps ?? [];
    this.point({ where: data.where, clues, uses: steps.flatMap((step) => step.uses ?? []), left: Object.assign({}, ...steps.map((step) => step.left ?? {})), fresh: steps.flatMap((step) => Object.keys(step.left ?? {})) });
    const placed = strength === 3 ? Object.assign({}, ...steps.map((step) => step.placed)) : {};
    const places = (data.where ?? []).map((name) => this.grid.entry(name)?.label).filter(Boolean);
    const look = places.length && places.length < 3 ? t("look at", { where: places.join(", ") }) : t("look there");
    if (data.in_english) return { text: [text, h("small", { class: "quiet" }, t("only english"))], more: strength < 3, enters: Object.keys(placed).length ? placed : null };
    return { text: strength === 1 ? [look, places.length < 3 ? null : h("span", { class: "unseen" }, places.join("; "))] : text, more: strength < 3, enters: Object.keys(placed).length ? placed : null };
  }

  async superfluous() {
    const found = await asked({ verb: "redundant", family: this.family, grid: this.text });
    if (!found.ok) return h("p", { class: "bad" }, found.error);
    this.point({ clues: (found.data.implied_at ?? []).concat(found.data.spare_at ?? []).filter(Boolean) });
    return h("section", { class: "card" }, h("pre", { tabindex: "0" }, found.text));
  }

  // The solution one step at a time, drawn on the grid, so that nobody reads the end by accident.
  async steps() {
    const found = await asked({ verb: "steps", family: this.family, grid: this.text });
    if (!found.ok) return h("p", { class: "bad" }, found.error);
    const parts = found.text.split(/\n\n+/);
    const steps = found.data.steps ?? [];
    const end = parts[parts.length - 1];
    const box = h("section", { class: "card" });
    let at = 1;
    const draw = () => {
      const left = {};
      for (const step of steps.slice(0, at)) {
        for (const [name, values] of Object.entries(step.left ?? {})) left[name] = left[name] ? left[name].filter((each) => values.includes(each)) : values;
      }
      const step = steps[at - 1] ?? {};
      this.point({ left, fresh: Object.keys(step.left ?? {}), where: Object.keys(step.left ?? {}), uses: step.uses ?? [], clues: (step.statements ?? []).map((each) => each.place).filter(Boolean) });
      const go = (label, to) => h("button", { type: "button", "aria-label": t(label), "data-tap": label, disabled: to < 1 || to > steps.length, onclick: () => { at = to; draw(); } }, icon(label === "previous" ? "back" : "next"));
      put(box, h("div", { class: "title" }, h("h2", {}, `${at} / ${steps.length}`), go("previous", at - 1), go("next", at + 1)), h("pre", { tabindex: "0" }, parts[at] ?? ""), found.data.in_english ? h("p", { class: "quiet" }, t("some only english")) : null, h("p", { class: "quiet difficulty" }, end));
    };
    if (steps.length) draw();
    else put(box, h("pre", { tabindex: "0" }, found.text));
    return box;
  }

  // One of that size and of the level in hand that need not be made: of the page's store, or made ahead.
  async ready(size) {
    const key = this.keyOf(size);
    const ahead = store.setting(key);
    if (!ahead) return stocked(this.family, size, this.level);
    store.setting(key, null);
    return ahead;
  }

  // A new one of another size.
  async ofSide(side) {
    this.forgo();
    const ready = await this.ready(`${side}x${side}`);
    if (ready) return this.take(ready, this.wished);
    this.hinted = { text: t("making one") };
    this.drawHint();
    const blank = await asked({ verb: "blank", family: this.family, rows: side, cols: side, time_limit: undefined });
    const found = blank.ok ? await asked(this.wanted(blank.data.grid)) : blank;
    const text = found.ok ? found.data.puzzles?.[0]?.text : null;
    this.hinted = typeof text === "string" ? null : { kind: "bad", text: found.error ?? found.text };
    if (typeof text === "string") return this.take(text, this.wished);
    return this.drawHint();
  }

  async another() {
    this.forgo();
    const ready = await this.ready(this.grid.form.size.join("x"));
    if (ready) {
      await this.take(ready, this.wished);
      return h("p", { class: "good" }, t("made anew"));
    }
    this.hinted = { text: t("making one") };
    if (this.grid.mode === "solve") this.drawHint();
    const found = await asked(this.wanted(this.text));
    this.hinted = null;
    if (!found.ok) { this.drawHint(); return h("p", { class: "bad" }, found.error); }
    const text = found.data.puzzles?.[0]?.text;
    if (typeof text !== "string") return h("pre", { tabindex: "0" }, found.text);
    await this.take(text, this.wished);
    return h("p", { class: "good" }, t("made anew"));
  }
}
