// A puzzle being solved: entries, small figures and colours, what was done and can be undone, the time, and when it is done.

import { CELL, OFF, order } from "./grid.js";
import * as store from "./store.js";
import { clock } from "./texts.js";

const MOST_UNDONE = 500;

export class Solving {
  // `entries` come later (`about`), once the puzzle has been read.
  constructor(key) {
    const kept = JSON.parse(store.setting(`${key}/entered`) ?? "{}");
    Object.assign(this, { key, entered: kept, notes: JSON.parse(store.setting(`${key}/notes`) ?? "{}"), seconds: Number(store.setting(`${key}/seconds`) ?? 0), trial: store.setting(`${key}/trial`) });
    Object.assign(this, { entries: [], values: [], solution: null, tool: "mark", value: null, undone: [], redone: [], wrong: [] });
  }

  about(entries, values) {
    Object.assign(this, { entries, values, solution: null });
    const known = new Set(entries.map((entry) => entry.name));
    for (const part of [this.entered, this.notes]) for (const name of Object.keys(part)) if (!known.has(name) && !name.startsWith(CELL)) delete part[name];
  }

  words(entry) {
    return this.values[entry.values];
  }

  // Places of two or three values are tapped or dragged over; others have keys for their values.
  get byKeys() {
    return this.entries.some((entry) => this.words(entry).length > 3);
  }

  keep() {
    store.setting(`${this.key}/entered`, JSON.stringify(this.entered));
    store.setting(`${this.key}/notes`, JSON.stringify(this.notes));
  }

  // What another tab has entered is one thing more that can be undone.
  heed() {
    this.act(() => this.become(`[${store.setting(`${this.key}/entered`) ?? "{}"},${store.setting(`${this.key}/notes`) ?? "{}"}]`));
  }

  // Whether anything would be lost with it.
  get begun() {
    return Object.keys(this.entered).length > 0 || Object.keys(this.notes).length > 0;
  }

  get state() {
    return JSON.stringify([this.entered, this.notes]);
  }

  // One thing that can be undone. A drag is one thing: its further places are done with `again`.
  act(change, again = false) {
    const before = this.state;
    change();
    if (this.state === before) return;
    if (!again || !this.undone.length) this.undone.push(before);
    if (this.undone.length > MOST_UNDONE) this.undone.shift();
    this.redone = [];
    this.keep();
  }

  back(from, to) {
    if (!from.length) return;
    to.push(this.state);
    this.become(from.pop());
    this.keep();
  }

  become(state) {
    const [entered, notes] = JSON.parse(state);
    for (const [mine, now] of [[this.entered, entered], [this.notes, notes]]) {
      for (const name of Object.keys(mine)) delete mine[name];
      Object.assign(mine, now);
    }
  }

  undo() { this.back(this.undone, this.redone); }

  redo() { this.back(this.redone, this.undone); }

  enter(entry, word, again = false) {
    this.enterAll([entry], word, again);
  }

  // One value at several places, one thing to undo.
  enterAll(entries, word, again = false) {
    this.act(() => {
      for (const entry of entries) {
        if (word) this.entered[entry.name] = word;
        else delete this.entered[entry.name];
      }
    }, again);
  }

  // Something to be tried out: what is entered from here on can be kept or taken back as one.
  tryOut() {
    this.trial = this.state;
    store.setting(`${this.key}/trial`, this.trial);
  }

  endTrial(kept) {
    const { trial } = this;
    this.trial = null;
    store.setting(`${this.key}/trial`, null);
    if (!kept) this.act(() => this.become(trial));
  }

  // Whether this was entered since a trial began.
  tried(name) {
    return this.trial !== null && JSON.parse(this.trial)[0][name] !== this.entered[name];
  }

  // A colour, 0 for none; of a drag, further places get what the first one got.
  paint(entry, colour, again = false) {
    this.act(() => {
      const { corner, centre } = this.notes[entry.name] ?? {};
      if (colour || corner?.length || centre?.length) this.notes[entry.name] = { ...this.notes[entry.name], colour };
      else delete this.notes[entry.name];
    }, again);
  }

  // A small figure at several places: it goes where all have it.
  noteAll(entries, kind, word) {
    const has = (entry) => this.notes[entry.name]?.[kind]?.includes(word) ?? false;
    const out = entries.every(has);
    this.act(() => {
      for (const entry of entries) {
        if (has(entry) !== out) continue;
        const mine = { ...this.notes[entry.name] };
        mine[kind] = out ? mine[kind].filter((each) => each !== word) : [...(mine[kind] ?? []), word].sort();
        if (mine.corner?.length || mine.centre?.length || mine.colour) this.notes[entry.name] = mine;
        else delete this.notes[entry.name];
      }
    });
  }

  // What a tap with the tool in hand puts there; "" takes away what is there.
  next(entry) {
    const now = this.entered[entry.name] ?? "";
    const all = order(this.words(entry));
    const crosses = all.filter((word) => OFF.has(word));
    const marks = all.filter((word) => !OFF.has(word));
    const wanted = this.tool === "cross" ? (crosses.length ? crosses : all) : (marks.length ? marks : all);
    const ring = ["", ...wanted];
    return ring[(ring.indexOf(now) + 1) % ring.length];
  }

  // Once one solution is known: what has to be entered, how far that is done, and what cannot stay.
  needed(entry) {
    return !OFF.has(String(this.solution[entry.name])) && String(this.solution[entry.name]) !== "0";
  }

  get progress() {
    const counted = this.solution ? this.entries.filter((entry) => this.needed(entry)) : this.entries;
    const done = counted.filter((entry) => this.entered[entry.name]).length;
    return counted.length ? done / counted.length : 0;
  }

  get faults() {
    return this.entries.filter((entry) => entry.name in this.entered && this.entered[entry.name] !== String(this.solution?.[entry.name])).map((entry) => entry.name);
  }

  get solved() {
    if (!this.solution || !this.entries.length) return false;
    const done = this.entries.every((entry) => (entry.name in this.entered ? this.entered[entry.name] === String(this.solution[entry.name]) : !this.needed(entry)));
    return done && Object.keys(this.entered).length > 0;
  }

  // Of a value, how many are to go: only where the solution says so.
  toGo(word) {
    if (!this.solution) return null;
    const all = this.entries.filter((entry) => String(this.solution[entry.name]) === word).length;
    return Math.max(0, all - Object.values(this.entered).filter((each) => each === word).length);
  }

  tick() {
    this.seconds += 1;
    if (this.seconds % 5 === 0) store.setting(`${this.key}/seconds`, String(this.seconds));
  }

  get time() {
    return clock(this.seconds);
  }

  // Everything from the beginning; one step to undo.
  clear() {
    this.act(() => {
      for (const part of [this.entered, this.notes]) for (const name of Object.keys(part)) delete part[name];
    });
  }

  forget() {
    this.endTrial(true);
    this.clear();
    Object.assign(this, { undone: [], redone: [], seconds: 0, solution: null });
    store.setting(`${this.key}/seconds`, "0");
  }
}
