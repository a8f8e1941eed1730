// A puzzle of a family: drawn by taps, judged while it is drawn, solved by taps with hints, explained, made anew, printed.

import { asked } from "./ask.js";
import { h, picture, put } from "./dom.js";
import { Grid } from "./grid.js";
import * as store from "./store.js";
import { t } from "./texts.js";

export async function drawn(place, family, title, head) {
  const key = `puzzle/${family}`;
  const found = await asked({ verb: "families", name: family, time_limit: undefined });
  if (!found.ok && !store.setting(key)) return put(place, head, h("p", { class: "bad" }, found.error));
  const example = found.ok ? found.data.example : "";
  const kept = JSON.parse(store.setting(`${key}/entered`) ?? "{}");
  const page = new Drawn(place, { family, key, example, about: found.ok ? found.data.about : "", title, head, text: store.setting(key) ?? example, entered: kept });
  await page.read();
  return page;
}

class Drawn {
  constructor(place, given) {
    Object.assign(this, { place, ...given, verdict: null, stop: null, timer: 0, size: null, asking: 0 });
    this.parts = Object.fromEntries(["tools", "board", "verdict", "told"].map((name) => [name, h("div", { class: name, "aria-live": name === "board" || name === "tools" ? null : "polite" })]));
    this.area = h("textarea", { class: "grid", rows: 8, spellcheck: "false", "aria-label": t("the puzzle"), maxlength: 65536, onchange: () => this.take(this.area.value) });
    this.grid = new Grid(this.parts.board, {
      read: (spot, whole) => { const words = this.lines[spot.line]; return whole ? words.join(" ") : words[spot.word]; },
      word: (spot, word, whole) => this.write(spot, word, whole),
      enter: (entry, word) => this.enter(entry, word),
    });
    this.grid.entered = this.entered;
    put(place, h("div", { class: "puzzles" }, this.head, this.about ? h("p", { class: "about" }, this.about) : null,
      h("div", { class: "columns" },
        h("section", { class: "first", "aria-label": t("the puzzle") }, this.parts.tools, this.parts.board,
          h("details", {}, h("summary", {}, t("as text")), this.area)),
        h("section", { class: "second", "aria-label": t("what follows") }, this.parts.verdict, this.parts.told))));
  }

  leave() {
    clearTimeout(this.timer);
    this.stop?.abort();
  }

  keep() {
    store.setting(this.key, this.text);
    store.setting(`${this.key}/entered`, JSON.stringify(this.entered));
  }

  get lines() {
    return this.text.split("\n").map((line) => line.split(/\s+/).filter(Boolean));
  }

  // Another text: read anew; an address may bring another family.
  async take(text) {
    this.text = text;
    this.entered = {};
    this.grid.entered = this.entered;
    await this.read();
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

  enter(entry, word) {
    if (word) this.entered[entry.name] = word;
    else delete this.entered[entry.name];
    this.point({});
    this.keep();
  }

  // What can be tapped, and whether there is one solution.
  async read() {
    this.keep();
    const turn = this.asking += 1;
    this.place.dataset.settled = "no";
    const found = await asked({ verb: "sheet", family: this.family, grid: this.text, time_limit: undefined });
    if (turn !== this.asking) return;
    if (!found.ok) {
      put(this.parts.verdict, h("p", { class: "bad", role: "alert" }, found.line ? `${t("at line", { line: found.line, column: found.column || "–" })}: ` : "", found.error));
      this.area.value = this.text;
      if (!this.grid.form) this.area.parentElement.open = true;
      this.place.dataset.settled = "yes";
      return;
    }
    if (found.data.family !== this.family) {
      store.setting(`puzzle/${found.data.family}`, found.data.text);
      location.hash = `#/puzzles/${found.data.family}`;
      return;
    }
    this.text = found.data.text;
    this.area.value = this.text;
    this.keep();
    const known = new Set(found.data.entries.map((entry) => entry.name));
    for (const name of Object.keys(this.entered)) if (!known.has(name)) delete this.entered[name];
    this.grid.differ = [];
    this.grid.marks = {};
    this.grid.show({ ...found.data, title: this.title });
    this.drawTools();
    await this.judge(turn, found.data.problem);
  }

  async judge(turn, problem) {
    this.stop?.abort();
    this.stop = new AbortController();
    if (problem) {
      put(this.parts.verdict, h("p", { class: "note" }, problem));
      this.place.dataset.settled = "yes";
      return;
    }
    put(this.parts.verdict, h("p", { class: "quiet" }, t("thinking")));
    const found = await asked({ verb: "unique", family: this.family, grid: this.text }, this.stop.signal);
    if (!found || turn !== this.asking) return;
    if (!found.ok) put(this.parts.verdict, h("p", { class: "bad", role: "alert" }, found.error));
    else this.drawVerdict(found);
    this.place.dataset.settled = "yes";
  }

  drawVerdict(found) {
    const { data } = found;
    const differ = data.difference ?? [];
    this.grid.differ = this.grid.mode === "clues" ? differ : [];
    this.differ = differ;
    this.grid.draw();
    const because = data.conflict?.because ?? [];
    if (because.length) this.point({ clues: because.map((each) => each.place).filter(Boolean) });
    put(this.parts.verdict, h("p", { class: found.status === 0 ? "good" : "note" }, h("strong", {}, t(`verdict ${data.status}`)), differ.length ? ` ${t("they differ here")} (${differ.length})` : ""),
      because.length ? h("ul", {}, because.map((each) => h("li", {}, each.place ? `${each.place}: ` : "", each.text))) : null,
      data.pictures?.length ? h("details", {}, h("summary", {}, t(data.pictures.length > 1 ? "two solutions" : "solution")), h("div", { class: "pictures" }, data.pictures.map((svg, number) => picture(svg, `${t("solution")} ${number + 1}`)))) : null);
  }

  point(marks) {
    this.grid.marks = marks;
    this.grid.draw();
  }

  drawTools() {
    const { form } = this.grid;
    const mode = (name) => h("button", { type: "button", class: "chip", "aria-pressed": String(this.grid.mode === name), "data-tap": `mode ${name}`, onclick: () => { this.grid.mode = name; this.grid.chosen = null; this.grid.differ = name === "clues" ? this.differ ?? [] : []; put(this.parts.told); this.point({}); this.drawTools(); } }, t(`mode ${name}`));
    const layers = form.layers.length > 1 && this.grid.mode === "clues" ? h("div", { class: "field" }, h("span", { class: "label" }, t("where")), form.layers.map((layer, place) => h("button", { type: "button", class: "chip", "aria-pressed": String(this.grid.layer === place), "data-tap": `layer ${layer.name}`, onclick: () => { this.grid.layer = place; this.grid.chosen = null; this.grid.draw(); this.drawTools(); } }, t(`layer ${layer.name}`)))) : null;
    const sizes = (label, now) => h("select", { "aria-label": label }, Array.from({ length: 20 }, (_, place) => h("option", { value: place + 1, selected: place + 1 === now }, place + 1)));
    const [rows, cols] = [sizes(t("rows"), form.size[0]), sizes(t("columns"), form.size[1])];
    const button = (label, name, act) => h("button", { type: "button", "data-tap": name, onclick: async () => {
      this.point({});
      put(this.parts.told, h("p", { class: "quiet" }, t("thinking")));
      const shown = await act();
      put(this.parts.told, shown);
    } }, label);
    const clues = [
      button(t("superfluous"), "superfluous", () => this.superfluous()),
      button(t("steps and difficulty"), "steps", () => this.steps()),
      form.generated === false ? h("small", {}, t("not generated")) : button(t("another like it"), "another", () => this.another()),
    ];
    const solve = [
      ...[1, 2, 3].map((strength) => button(t(`hint ${strength}`), `hint ${strength}`, () => this.hint(strength))),
      button(t("which is wrong"), "wrong", () => this.hint(2, true)),
      h("button", { type: "button", "data-tap": "start over", onclick: () => { for (const name of Object.keys(this.entered)) delete this.entered[name]; this.keep(); this.point({}); } }, t("start over")),
    ];
    put(this.parts.tools,
      h("div", { class: "field" }, mode("clues"), mode("solve"), h("button", { type: "button", class: "quiet", onclick: () => window.print() }, t("print"))),
      this.grid.mode === "clues" ? h("div", { class: "line" }, rows, "×", cols, h("button", { type: "button", "data-tap": "blank", onclick: () => this.blank(Number(rows.value), Number(cols.value)) }, t("empty grid")), h("button", { type: "button", class: "quiet", onclick: () => this.take(this.example) }, t("the example"))) : null,
      this.grid.mode === "clues" && form.extra_words ? h("label", { class: "line" }, form.extra_words, h("input", { type: "text", value: form.extra, onchange: (event) => { const lines = this.text.split("\n"); lines[0] = `${form.size.join(" ")} ${event.target.value.trim()}`; this.take(lines.join("\n")); } })) : null,
      layers, h("div", { class: "moves" }, this.grid.mode === "clues" ? clues : solve));
  }

  async blank(rows, cols) {
    const found = await asked({ verb: "blank", family: this.family, rows, cols, time_limit: undefined });
    if (!found.ok) put(this.parts.told, h("p", { class: "bad" }, found.error));
    else { put(this.parts.told); await this.take(found.data.grid); }
  }

  filled() {
    return Object.entries(this.entered).map(([name, word]) => `${name}=${word}`);
  }

  async hint(strength, wrongOnly = false) {
    const found = await asked({ verb: "hint", family: this.family, grid: this.text, entries: this.filled(), strength });
    if (!found.ok) return h("p", { class: "bad" }, found.error);
    const { data } = found;
    if (wrongOnly && !data.mistake) return h("p", { class: "good" }, t("nothing is wrong"));
    const clues = (data.statements ?? []).map((each) => each.place).filter(Boolean);
    if (data.mistake) {
      const why = data.mistake.why?.because ?? [];
      const entered = why.filter((each) => each.place === "entered").flatMap((each) => this.grid.form.entries.filter((entry) => each.text.startsWith(`${entry.name} is `))).map((entry) => entry.name);
      this.point({ wrong: [data.mistake.variable], uses: strength > 1 ? entered : [], clues: strength > 1 ? why.map((each) => each.place).filter(Boolean) : [] });
    } else {
      const steps = data.steps ?? [];
      this.point({ where: data.where, clues, uses: steps.flatMap((step) => step.uses ?? []), left: Object.assign({}, ...steps.map((step) => step.left ?? {})), fresh: steps.flatMap((step) => Object.keys(step.left ?? {})) });
    }
    const settled = strength === 3 && !data.mistake ? Object.assign({}, ...(data.steps ?? []).map((step) => step.placed)) : {};
    return h("section", { class: "card" }, h("pre", { tabindex: "0" }, found.text),
      Object.keys(settled).length ? h("button", { type: "button", "data-tap": "enter it", onclick: () => { for (const [name, word] of Object.entries(settled)) if (this.grid.entry(name)) this.entered[name] = String(word); this.keep(); this.point({}); put(this.parts.told); } }, t("enter it")) : null);
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
      const go = (label, to) => h("button", { type: "button", "aria-label": t(label), "data-tap": label, disabled: to < 1 || to > steps.length, onclick: () => { at = to; draw(); } }, label === "previous" ? "←" : "→");
      put(box, h("div", { class: "title" }, h("h2", {}, `${at} / ${steps.length}`), go("previous", at - 1), go("next", at + 1)), h("pre", { tabindex: "0" }, parts[at] ?? ""), h("p", { class: "quiet difficulty" }, end));
    };
    if (steps.length) draw();
    else put(box, h("pre", { tabindex: "0" }, found.text));
    return box;
  }

  async another() {
    const found = await asked({ verb: "generate", family: this.family, grid: this.text, seed: Math.floor(Math.random() * 2 ** 32), time_limit: 20 });
    if (!found.ok) return h("p", { class: "bad" }, found.error);
    const text = found.data.puzzles?.[0]?.text;
    if (typeof text !== "string") return h("pre", { tabindex: "0" }, found.text);
    await this.take(text);
    return h("p", { class: "good" }, t("made anew"));
  }
}
