// One evening: the log, the composer, the answer, reasons, mending, advice.

import { ask, Unreachable } from "./ask.js";
import { drawBoards } from "./board.js";
import { Composer } from "./composer.js";
import { h, picture, put, say } from "./dom.js";
import { body, headerKey, parts, value, withChange, withLine, withMore, withoutLine } from "./record.js";
import { icon } from "./icons.js";
import { becameCertain, CERTAIN, cells, drawSheet } from "./sheet.js";
import * as store from "./store.js";
import { called, t } from "./texts.js";

const SECONDS = 10;

export class Evening {
  constructor(name, place) {
    const kept = store.load(name);
    Object.assign(this, { name, place, text: kept?.text ?? "", form: kept?.form ?? null, formKey: kept?.formKey ?? "", known: kept?.known ?? false, waiting: kept?.waiting ?? [] });
    Object.assign(this, { answer: null, error: null, why: null, mends: [], advice: null, seat: null, upcoming: {}, editing: 0, undone: [], asked: 0, changed: "" });
    this.build();
    this.stopListening = store.onChange((other) => {
      if (other !== null && other !== this.name) return;
      const now = store.load(this.name);
      if (now && now.text !== this.text) this.set(now.text, { keep: false });
    });
    this.online = () => this.refresh();
    window.addEventListener("online", this.online);
    this.refresh();
  }

  leave() {
    this.stopListening();
    window.removeEventListener("online", this.online);
    this.stopAdvice();
  }

  keep() {
    store.save(this.name, { text: this.text, form: this.form, formKey: this.formKey, known: this.known, waiting: this.waiting });
  }

  build() {
    this.parts = Object.fromEntries(["banner", "sure", "touch", "compose", "latest", "board", "sheets", "why", "advice", "log", "dock"].map((name) => [name, h("div", { class: name })]));
    this.parts.banner.setAttribute("aria-live", "polite");
    this.parts.why.setAttribute("aria-live", "polite");
    this.composer = new Composer(this.parts.compose, (line, kept) => this.write(line, kept));
    this.composer.known = this.known;
    this.composer.onKnown = (known) => { this.known = known; this.keep(); };
    this.composer.onDraw = () => this.drawTouch();
    this.composer.headerSaid = (head) => Boolean(value(this.text, head.slice(0, -1)));
    const game = value(this.text, "game");
    this.undoButton = h("button", { type: "button", "data-tap": "undo", onclick: () => this.undo() }, icon("undo"), t("undo"));
    this.adviceButton = h("button", { type: "button", class: "gold advise", onclick: () => this.advise() }, icon("hint"), t("what should I do"));
    put(this.parts.dock, this.undoButton, this.adviceButton);
    put(this.place, h("div", { class: "evening" },
      h("div", { class: "solve-head" }, h("a", { class: "back", href: "#/", "aria-label": t("evenings") }, icon("back")), h("div", { class: "where" }, h("h1", {}, this.name), h("small", {}, game)), this.drawMenu()),
      this.parts.sure,
      h("div", { class: "columns" },
        h("section", { class: "first", "aria-label": t("what happened") }, this.parts.banner, this.parts.touch, this.parts.compose, this.parts.latest, this.parts.dock),
        h("section", { class: "second", "aria-label": t("what follows") }, this.parts.advice, this.parts.why, this.parts.sheets, this.parts.board),
        h("div", { class: "third" }, this.parts.log))));
  }

  drawMenu() {
    const note = (text) => { say(text); };
    return h("details", { class: "menu" }, h("summary", { "aria-label": t("share") }, icon("more")),
      h("div", { class: "panel" },
        h("button", { type: "button", onclick: () => this.download() }, t("save as a file")),
        h("button", { type: "button", onclick: async () => { await navigator.clipboard?.writeText(this.text); note(t("copied")); } }, t("copy the text")),
        h("button", { type: "button", onclick: async () => {
          const link = `${location.origin}${location.pathname}#/share/${store.packed(this.text)}`;
          if (navigator.share) await navigator.share({ title: this.name, url: link }).catch(() => {});
          else await navigator.clipboard?.writeText(link);
          note(t("link copied"));
        } }, t("share as a link")),
        h("button", { type: "button", onclick: () => window.print() }, t("print")),
        h("button", { type: "button", class: "danger", onclick: () => { if (confirm(t("really delete", { name: this.name }))) { store.remove(this.name); location.hash = "#/"; } } }, t("delete"))));
  }

  download() {
    const link = h("a", { href: URL.createObjectURL(new Blob([this.text], { type: "text/plain" })), download: `${this.name}.txt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // The record changes here and nowhere else.
  set(text, { keep = true, remember = true } = {}) {
    if (remember && keep) this.undone.push(this.text);
    this.text = text;
    if (keep) this.keep();
    this.editing = 0;
    this.upcoming = {};
    this.why = null;
    this.mends = [];
    this.stopAdvice();
    this.draw();
    this.refresh();
  }

  write(line, kept) {
    const before = this.text;
    const text = kept?.event.joins ? withMore(before, kept.event.joins, line) : withLine(before, line);
    const whole = kept?.event.header ? line : parts(text).events.at(-1)?.text ?? "";
    this.last = kept ? { line: whole, kept, before, offset: whole.length - line.length } : null;
    this.set(text);
  }

  undo() {
    if (this.undone.length) return this.set(this.undone.pop(), { remember: false });
    const last = parts(this.text).events.at(-1);
    if (last) this.set(withoutLine(this.text, last.number), { remember: false });
  }

  async refresh() {
    const turn = ++this.asked;
    const text = this.text;
    this.place.dataset.settled = "no";
    const seat = this.seat === null ? {} : { seat: this.seat };
    try {
      if (headerKey(text) !== this.formKey) {
        const found = await ask({ verb: "form", record: text });
        if (turn !== this.asked) return;
        if (found.ok) {
          this.form = found.data.form;
          this.formKey = headerKey(text);
          this.upcoming = found.data.upcoming;
          this.keep();
          this.draw();
        }
      }
      const [answer, upcoming] = await Promise.all([ask({ verb: "solve", record: text, ...seat }), ask({ verb: "upcoming", record: text })]);
      if (turn !== this.asked) return;
      this.offline = false;
      this.upcoming = upcoming.ok ? upcoming.data.upcoming : {};
      if (answer.ok) {
        const count = this.form && !answer.status && this.answer && !this.answer.status ? becameCertain(this.form, this.answer.data, answer.data) : 0;
        this.changed = count ? t("became certain", { count }) : "";
        this.answer = answer;
        this.error = null;
        if (this.changed) say(this.changed);
      } else {
        this.error = answer;
      }
      this.draw();
      this.place.dataset.settled = "yes";
      this.board(text, turn);
      if (answer.ok && answer.status === 1) this.mend(text, turn);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      if (turn !== this.asked) return;
      this.offline = true;
      this.draw();
      this.place.dataset.settled = "yes";
    }
  }

  async board(text, turn) {
    const found = await ask({ verb: "board", record: text, ...(this.seat === null ? {} : { seat: this.seat }) }).catch(() => ({ ok: false }));
    if (turn !== this.asked) return;
    this.boards = found.ok ? found.data.boards : [];
    this.drawTouch();
    put(this.parts.board, found.ok && found.data.svg && !this.boards.length ? h("details", { class: "boardbox", open: store.setting("board") !== "closed", ontoggle: (event) => store.setting("board", event.target.open ? "open" : "closed") },
      h("summary", {}, t("board")), picture(found.data.svg, /<title>([^<]*)/.exec(found.data.svg)?.[1] ?? t("board"), "board-picture")) : null);
  }

  // The boards of the game, where a tap on a place says it in the line.
  drawTouch() {
    put(this.parts.touch, drawBoards(this.boards ?? [], this.offline ? new Set() : this.composer.sayable(), (word) => this.composer.touch(word), this.composer.spot));
  }

  async mend(text, turn) {
    const found = await ask({ verb: "mend", record: text, time_limit: SECONDS }).catch(() => ({ ok: false }));
    if (turn !== this.asked || !found.ok) return;
    this.mends = found.data.mends;
    this.drawBanner();
  }

  draw() {
    this.drawBanner();
    if (this.form) this.composer.show(this.form, this.offline ? {} : this.upcoming, parts(this.text).events.map((line) => line.text));
    else this.composer.show({ names: [], events: [], texts: {} }, {}, []);
    this.drawSure();
    this.drawSheets();
    this.drawWhy();
    this.drawAdvice();
    this.drawLog();
    this.drawLatest();
    this.undoButton.disabled = !this.undone.length && !parts(this.text).events.length;
  }

  drawBanner() {
    const shown = [];
    this.place.firstElementChild.classList.toggle("touring", this.waiting.length > 0);
    if (this.waiting.length) shown.push(this.drawTour());
    if (this.offline) shown.push(h("div", { class: "note" }, t("offline")));
    if (this.error) shown.push(this.drawError());
    else if (this.answer?.status === 1 && this.answer.data.consistent === false) shown.push(this.drawConflict());
    else if (this.changed) shown.push(h("div", { class: "good" }, this.changed));
    put(this.parts.banner, shown);
  }

  // An evening that is only looked at: its next line waits to be written.
  drawTour() {
    const [line, ...rest] = this.waiting;
    const write = () => { this.waiting = rest; this.write(line, null); };
    return h("div", { class: "note tour" }, h("span", {}, t("next in this evening", { number: rest.length })), h("code", {}, line),
      h("button", { type: "button", class: "primary", "data-tap": "next line", onclick: write }, t("write it")),
      h("button", { type: "button", class: "quiet", onclick: () => { this.waiting = []; this.keep(); this.drawBanner(); } }, t("go on alone")));
  }

  drawError() {
    const { error, line, column } = this.error;
    const where = line ? t("at line", { line, column: column || "–" }) : "";
    const mine = this.last && this.lastNumber() === line;
    return h("div", { class: "bad", role: "alert" }, h("strong", {}, where), h("p", {}, error),
      mine ? h("button", { type: "button", class: "primary", onclick: () => this.reopen(column || 0) }, t("change this entry")) : null,
      line ? h("button", { type: "button", onclick: () => this.edit(line) }, t("edit line", { line })) : null);
  }

  // The line written last, which goes back to its taps as long as the page knows them.
  drawLatest() {
    const last = parts(this.text).events.at(-1);
    const mine = last && this.last?.line === last.text && !this.error;
    put(this.parts.latest, last ? [h("code", {}, `${last.number} ${last.text}`),
      mine ? h("button", { type: "button", class: "quiet", "data-tap": "change", onclick: () => this.reopen(0) }, t("change")) : null] : null);
  }

  // What was written last leaves the record and is in the composer again, with the field that was wrong.
  reopen(column) {
    const { kept, before, offset } = this.last;
    this.last = null;
    this.set(before);
    this.composer.reopen(kept, column - Math.max(0, offset));
  }

  lastNumber() {
    return parts(this.text).events.at(-1)?.number ?? 0;
  }

  drawConflict() {
    const because = this.answer.data.conflict?.because ?? [];
    return h("div", { class: "bad", role: "alert" }, h("strong", {}, t("contradiction")),
      h("ul", {}, because.map((each) => h("li", {}, this.placeLink(each.place), ` ${each.text}`))),
      this.mends.length ? [h("p", {}, t("likeliest slips")), h("div", { class: "mends" }, this.mends.map((mend) =>
        h("button", { type: "button", class: "mend", "data-line": mend.line, onclick: () => this.set(withChange(this.text, mend.line, mend.text || `# ${mend.was}`)) },
          h("span", {}, mend.text ? t("mend line", { line: mend.line }) : t("leave out line", { line: mend.line }), mend.chance ? ` (${Math.round(100 * mend.chance)}%)` : ""), h("code", {}, mend.text || mend.was))))] : null);
  }

  placeLink(place) {
    const line = Number(/line (\d+)/.exec(place ?? "")?.[1] ?? 0);
    return line ? h("a", { href: `#line-${line}`, onclick: (event) => { event.preventDefault(); this.jump(line); } }, place) : place ?? "";
  }

  jump(line) {
    const row = this.parts.log.querySelector(`#line-${line}`);
    row?.scrollIntoView({ block: "center" });
    row?.querySelector("button")?.focus();
  }

  drawSheets() {
    const { answer, form } = this;
    if (!answer) return put(this.parts.sheets, this.error ? null : h("p", { class: "quiet" }, t(this.offline ? "no answer yet" : "thinking")));
    const stale = Boolean(this.error) || this.offline;
    const sheets = (form?.sheets ?? []).map((sheet) => drawSheet(form, sheet, answer.data, (fact) => this.explain(fact)));
    put(this.parts.sheets, h("div", { class: stale ? "stale" : "" }, this.drawSeats(), sheets,
      h("details", { open: !sheets.some(Boolean) }, h("summary", {}, t("in words")), h("pre", { tabindex: "0" }, answer.text))));
  }

  // What is certain, in one line at the same place always; each part of it can be asked why.
  drawSure() {
    const { answer, form } = this;
    const found = form && answer && !this.error && !answer.status ? (form.sheets ?? []).flatMap((sheet) => cells(sheet, answer.data).filter((cell) => cell.chance >= CERTAIN)) : [];
    const said = (cell) => [cell.outer, cell.inner].filter(Boolean).map((word) => called(form, word)).join(" ");
    put(this.parts.sure, found.length ? h("details", { class: "certain-box" }, h("summary", { class: "certain" }, icon("check"), h("span", { class: "what" }, found.map(said).join(" · "))),
      h("div", { class: "moves" }, found.map((cell) => h("button", { type: "button", class: "chip known", onclick: () => this.explain(cell.fact) }, said(cell))))) : null);
  }

  // Another seat's view only where the record tells everything.
  drawSeats() {
    if (!this.form || this.form.me || value(this.text, "me") || value(this.text, "seat")) return null;
    const seats = [[null, t("as the record")], [0, t("bystander")], ...this.form.names.map((name, place) => [place + 1, name])];
    return h("label", { class: "seats" }, `${t("seen by")} `, h("select", { onchange: (event) => { this.seat = event.target.value === "" ? null : Number(event.target.value); this.answer = null; this.refresh(); } },
      seats.map(([seat, name]) => h("option", { value: seat ?? "", selected: seat === this.seat }, name))));
  }

  async explain(fact) {
    this.why = { fact, text: t("thinking") };
    this.drawWhy();
    this.parts.why.scrollIntoView({ block: "nearest" });
    const seat = this.seat === null ? {} : { seat: this.seat };
    const found = await ask({ verb: "why", record: this.text, fact, ...seat }).catch((error) => ({ ok: false, error: error instanceof Unreachable ? t("offline") : String(error) }));
    if (this.why?.fact !== fact) return;
    const lines = new Set((found.data?.because ?? []).map((each) => Number(/line (\d+)/.exec(each.place ?? "")?.[1] ?? 0)).filter(Boolean));
    for (const hit of (found.text ?? "").matchAll(/\bline (\d+)\b/g)) lines.add(Number(hit[1]));
    this.why = { fact, text: found.ok ? found.text : found.error, lines };
    this.drawWhy();
    this.drawLog();
  }

  drawWhy() {
    const { why } = this;
    put(this.parts.why, why ? h("section", { class: "card", "aria-label": t("why") },
      h("div", { class: "title" }, h("h2", {}, `${t("why")} ${why.fact}`), h("button", { type: "button", class: "quiet", "aria-label": t("close"), onclick: () => { this.why = null; this.drawWhy(); this.drawLog(); } }, "×")),
      h("pre", { tabindex: "0" }, why.text),
      why.lines?.size ? h("p", {}, [...why.lines].sort((one, other) => one - other).map((line) => [this.placeLink(`line ${line}`), " "])) : null) : null);
  }

  async advise() {
    this.stopAdvice();
    const stop = new AbortController();
    const began = Date.now();
    const bar = h("progress", { max: SECONDS, value: 0, "aria-label": t("thinking") });
    this.advice = { stop, bar, timer: setInterval(() => { bar.value = (Date.now() - began) / 1000; }, 200) };
    this.drawAdvice();
    try {
      const seat = this.seat === null ? {} : { seat: this.seat };
      const found = await ask({ verb: "advise", record: this.text, time_limit: SECONDS, ...seat }, stop.signal);
      clearInterval(this.advice?.timer);
      this.advice = { found };
    } catch (error) {
      clearInterval(this.advice?.timer);
      this.advice = error.name === "AbortError" ? null : { found: { ok: false, error: t("offline") } };
    }
    this.drawAdvice();
  }

  stopAdvice() {
    this.advice?.stop?.abort();
    clearInterval(this.advice?.timer);
    this.advice = null;
  }

  drawAdvice() {
    const { advice } = this;
    this.adviceButton.disabled = Boolean(advice?.stop);
    this.parts.advice.classList.toggle("open", Boolean(advice));
    if (!advice) return put(this.parts.advice);
    const shut = (label) => h("button", { type: "button", onclick: () => { this.stopAdvice(); this.drawAdvice(); this.adviceButton.focus(); } }, t(label));
    if (advice.stop) return put(this.parts.advice, h("div", { class: "thinking" }, advice.bar, shut("stop")));
    const { found } = advice;
    put(this.parts.advice, h("section", { class: "card", "aria-label": t("advice") }, h("div", { class: "title" }, h("h2", {}, t("advice")), shut("close")), found.ok ? drawRanked(found) : h("p", { class: "bad" }, found.error)));
  }

  drawLog() {
    const { header, events } = parts(this.text);
    const lines = this.why?.lines ?? new Set((this.answer?.data?.conflict?.because ?? []).map((each) => Number(/line (\d+)/.exec(each.place ?? "")?.[1] ?? 0)));
    const row = (line) => h("li", { id: `line-${line.number}`, class: `${lines.has(line.number) ? "lit" : ""} ${this.error?.line === line.number ? "wrong" : ""}` },
      this.editing === line.number ? this.drawEdit(line) : [
        h("span", { class: "number" }, String(line.number)),
        h("button", { type: "button", class: "text", "aria-label": `${t("edit line", { line: line.number })}: ${line.text}`, onclick: () => this.edit(line.number) }, line.text)]);
    put(this.parts.log, h("section", { "aria-label": t("log") }, h("h2", {}, t("log")), h("details", { open: this.editing && header.some((line) => line.number === this.editing) }, h("summary", {}, t("header")), h("ol", {}, header.map(row))),
      h("ol", { class: "events" }, events.map(row))));
  }

  edit(number) {
    this.editing = number;
    this.drawLog();
    this.parts.log.querySelector("input")?.focus();
  }

  drawEdit(line) {
    const input = h("input", { type: "text", value: line.text, maxlength: 2000, "aria-label": t("edit line", { line: line.number }), onkeydown: (event) => { if (event.key === "Enter") save(); if (event.key === "Escape") { this.editing = 0; this.drawLog(); } } });
    const save = () => this.set(body(input.value) || input.value.startsWith("#") ? withChange(this.text, line.number, input.value) : withoutLine(this.text, line.number));
    return h("span", { class: "edit" }, input,
      h("button", { type: "button", class: "primary", onclick: save }, t("save")),
      h("button", { type: "button", class: "danger", onclick: () => this.set(withoutLine(this.text, line.number)) }, t("remove")),
      h("button", { type: "button", onclick: () => { this.editing = 0; this.drawLog(); } }, t("cancel")));
  }
}

// Advice as cards where the data has rows of moves, the best first, with the whole text below.
export function drawRanked(found) {
  const rows = Object.values(found.data ?? {}).find((each) => Array.isArray(each) && each.length && typeof each[0] === "object" && "move" in each[0] && "value" in each[0]);
  const number = (value) => (typeof value === "number" ? Number(value.toPrecision(3)).toString() : "");
  const card = (row, place) => h("li", { class: `advice-card ${place ? "" : "best"}` }, h("strong", {}, row.move),
    h("span", { class: "figure" }, number(row.value), row.error ? h("small", {}, ` ± ${number(row.error)}`) : "", row.kind ? h("small", {}, ` ${t(row.kind)}`) : ""),
    row.reason ? h("p", {}, row.reason) : null);
  return [
    rows ? h("ol", { class: "cards" }, rows.slice(0, 3).map(card)) : null,
    rows && rows.length > 3 ? h("details", {}, h("summary", {}, t("more")), h("ol", { class: "cards" }, rows.slice(3, 8).map((row) => card(row, 1)))) : null,
    h("details", { open: !rows }, h("summary", {}, t("in words")), h("pre", { tabindex: "0" }, found.text)),
  ];
}

export { called };
