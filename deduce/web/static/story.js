// After the end: what was still open for whom line by line, the moments at which somebody could have come to know, where it turned.

import { ask, away, Unreachable } from "./ask.js";
import { disc, drawBoards, face, initial } from "./board.js";
import { h, put, s, say } from "./dom.js";
import { icon } from "./icons.js";
import { share } from "./sharing.js";
import * as store from "./store.js";
import { called, said, t } from "./texts.js";

const WIDE = 340;
const HIGH = 150;
const LEFT = 12;
const FOOT = 18;
const LOW = 0.05;
const MOST = 12;
const LABELS = 10;
const STEP = 1400;
const SECONDS = 20;
const DASHES = ["", "7 4", "2 4", "9 3 2 3"];

// That of an evening of this browser.
export async function kept(place, name) {
  const { text, form } = store.load(name);
  const found = form ? null : await ask({ verb: "form", record: text }).catch(() => null);
  const told = await story(place, name, text, form ?? found?.data?.form ?? null, () => { location.hash = `#/evening/${encodeURIComponent(name)}`; });
  return () => told.leave();
}

// The story of a record in place of an evening: `place` is filled; gives what leaves it.
export async function story(place, name, text, form, back) {
  const told = new Told(place, name, text, form, back);
  await told.tell();
  return told;
}

class Told {
  constructor(place, name, text, form, back) {
    Object.assign(this, { place, name, text, form, back, at: null, all: false, stop: new AbortController(), timer: 0 });
  }

  leave() {
    this.stop.abort();
    clearInterval(this.timer);
  }

  async tell() {
    this.place.dataset.settled = "no";
    this.frame(h("p", { class: "quiet" }, t("thinking")));
    try {
      const found = await ask({ verb: "story", record: this.text, time_limit: SECONDS }, this.stop.signal);
      if (!found.ok) return this.frame(h("p", { class: "bad", role: "alert" }, said(found.error)));
      this.data = found.data;
      this.said = found.text;
      this.draw();
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Unreachable)) throw error;
      this.frame(h("p", { class: "note" }, away()));
    }
  }

  frame(...inside) {
    put(this.place, h("div", { class: "story" },
      h("div", { class: "solve-head" }, h("button", { type: "button", class: "back", "aria-label": t("back"), onclick: this.back }, icon("back")),
        h("div", { class: "where" }, h("h1", {}, this.name), h("small", {}, [this.data?.title, t("the story")].filter(Boolean).join(" · ")))),
      inside));
    this.place.dataset.settled = "yes";
  }

  who(seat) {
    return seat ? this.data.players[seat - 1] : t("bystander");
  }

  draw() {
    const { data } = this;
    const focus = document.activeElement?.dataset?.tap;
    this.frame(this.ended(),
      h("div", { class: "columns" },
        h("section", { "aria-label": t("what was open") }, h("div", { class: "row" }, h("h2", {}, t("what was open")), h("small", {}, t("by line"))), this.curve(), this.turned(), this.view()),
        h("section", { "aria-label": t("who knew what when") }, h("div", { class: "row" }, h("h2", {}, t("who knew what when")),
          h("button", { type: "button", class: "quiet", "data-tap": "all", "aria-pressed": String(this.all), onclick: () => { this.all = !this.all; this.draw(); } }, t("all lines"))), this.moments(), this.table())),
      h("details", {}, h("summary", {}, t("in words")), h("pre", { tabindex: "0" }, this.said)),
      h("div", { class: "dock two" }, h("button", { type: "button", onclick: () => this.share() }, icon("share"), t("share")),
        h("button", { type: "button", class: "primary", "data-tap": "watch", onclick: () => this.watch() }, icon(this.timer ? "pause" : "go"), t(this.timer ? "stop" : "watch again"))));
    if (focus) this.place.querySelector(`[data-tap="${CSS.escape(focus)}"]`)?.focus();
  }

  // How it ended, where the record tells.
  ended() {
    const { scores, players } = this.data;
    if (!scores) return h("div", { class: "certain none" }, h("span", { class: "what" }, t("as could be known", { name: this.who(this.data.viewers[0]) })));
    return h("div", { class: "certain" }, icon("check"), h("span", { class: "what" }, players.map((name, number) => `${name} ${scores[number]}`).join(" · ")));
  }

  // What was still hidden from each, a line each: a level is a doubling of the worlds.
  curve() {
    const { moments, viewers } = this.data;
    const seats = viewers.map((seat, number) => [seat, number]).filter(([seat]) => seat || viewers.length === 1);
    const most = Math.max(LOW, ...moments.flatMap((each) => seats.map(([, number]) => each.bits[number] ?? 0)));
    const x = (place) => LEFT + (WIDE - 2 * LEFT) * place / Math.max(1, moments.length - 1);
    const y = (bits) => 14 + (HIGH - FOOT - 20) * (1 - bits / most);
    const lines = [[most, t("possible", { number: worlds(most) })], [most / 2, t("possible", { number: worlds(most / 2) })], [0, t("certain")]];
    const every = Math.ceil(moments.length / LABELS);
    const marks = moments.map((each, place) => ({ each, place })).filter(({ each, place }) => each.line && place % every === 0);
    const paths = seats.map(([seat, number]) => {
      const points = moments.map((each, place) => [each.bits[number], place]).filter(([bits]) => bits !== null).map(([bits, place]) => [x(place), y(bits)]);
      const sure = moments.findIndex((each, place) => moments.slice(place).every((later) => later.bits[number] !== null && later.bits[number] < LOW));
      return [s("polyline", { points: points.map((point) => point.map((value) => value.toFixed(1)).join(",")).join(" "), class: `course seat${(Math.max(1, seat) - 1) % 4 + 1}`, "stroke-dasharray": DASHES[(Math.max(1, seat) - 1) % 4] }),
        sure > 0 ? s("g", { class: `seat${(Math.max(1, seat) - 1) % 4 + 1}` }, s("circle", { cx: x(sure), cy: y(0), r: 8, class: "knob" }), s("text", { x: x(sure), y: y(0) + 3.5, class: "letter" }, seat ? initial(this.data.players, seat) : this.who(seat).slice(0, 1))) : null];
    });
    const now = this.at === null ? null : s("line", { x1: x(this.at), x2: x(this.at), y1: 8, y2: HIGH - FOOT, class: "now" });
    const label = seats.map(([seat, number]) => `${this.who(seat)}: ${t("possible", { number: worlds(moments[0].bits[number] ?? 0) })} → ${t("possible", { number: worlds(moments.at(-1).bits[number] ?? 0) })}`).join("; ");
    return h("div", { class: "card curve" }, s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": label },
      lines.map(([bits, words]) => [s("line", { x1: LEFT, x2: WIDE - LEFT, y1: y(bits), y2: y(bits), class: "level" }), s("text", { x: bits ? WIDE - LEFT : LEFT, y: y(bits) - 4, class: bits ? "end" : "start" }, words)]),
      marks.map(({ each, place }) => s("text", { x: x(place), y: HIGH - 4, class: "mark" }, each.line)), now, paths),
    h("div", { class: "legend" }, seats.map(([seat]) => h("span", {}, seat ? disc({ names: this.data.players }, seat, "s") : null, this.who(seat)))));
  }

  turned() {
    const { turn } = this.data;
    if (!turn) return null;
    const words = t("turned at", { line: turn.line, name: this.who(turn.seat), before: short(turn.before), after: short(turn.after), error: short(turn.error) });
    return h("div", { class: "note turned" }, icon("hint"), h("span", {}, words), h("button", { type: "button", "data-tap": "turn", onclick: () => this.look(this.data.moments.findIndex((each) => each.line === turn.line)) }, t("look")));
  }

  // The lines that told somebody something; of many those that told most.
  moments() {
    const { moments, viewers } = this.data;
    const told = moments.map((each, place) => {
      const gains = place ? viewers.map((seat, number) => ({ seat, bits: (moments[place - 1].bits[number] ?? NaN) - (each.bits[number] ?? NaN), left: each.bits[number] })).filter((gain) => gain.bits > LOW && (gain.seat || viewers.length === 1)) : [];
      const facts = this.data.found.map((fact) => ({ fact: fact.fact, seats: fact.lines.flatMap((line, number) => (line === each.line && place ? [viewers[number]] : [])).filter((seat) => seat || viewers.length === 1) })).filter((fact) => fact.seats.length);
      return { each, place, gains, facts, most: Math.max(0, ...gains.map((gain) => gain.bits)) };
    }).filter(({ each, gains, facts }) => each.line && (gains.length || facts.length || this.all));
    const least = [...told].sort((one, other) => other.most + 3 * other.facts.length - one.most - 3 * one.facts.length).slice(0, MOST);
    const shown = this.all ? told : told.filter((each) => least.includes(each));
    return h("ol", { class: "time" }, shown.map((each) => this.moment(each)));
  }

  moment({ each, place, gains, facts }) {
    const by = this.data.players.findIndex((name) => each.said.startsWith(`${name} `)) + 1;
    const best = [...gains].sort((one, other) => other.bits - one.bits)[0];
    const card = this.cardIn(each.said);
    const alone = this.data.viewers.length === 1;
    const heads = facts.slice(0, 3).map(({ fact, seats }) => (alone ? this.fact(fact) : t("knows from here", { names: seats.map((seat) => this.who(seat)).join(", "), what: this.fact(fact) })));
    return h("li", {}, by ? disc({ names: this.data.players }, by) : h("span", { class: "dot" }),
      h("button", { type: "button", class: `moment${facts.length ? " ev" : ""}`, "data-tap": `moment ${each.line}`, "aria-pressed": String(this.at === place), onclick: () => this.look(place) },
        card, h("span", {}, heads.length ? heads.map((head) => h("strong", {}, head)) : null, h("span", { class: "said-line" }, `${each.line} ${each.said}`),
          facts.length > 3 ? h("small", {}, t("and more", { count: facts.length - 3 })) : null)),
      h("span", { class: "num" }, best && best.left !== null ? worlds(best.left) : ""));
  }

  // A card with a face, where the line names one.
  cardIn(said) {
    const table = Object.values(this.form?.tables ?? {}).flat().map((row) => row.join(" "));
    const found = table.find((words) => ` ${said} `.includes(` ${words} `));
    return found ? face(this.form, found.split(" ")) : null;
  }

  fact(text, until = null) {
    if (until !== null) return `${this.fact(text.replace(" now = ", " = "))} (${t("until line", { line: until })})`;
    const [about, value = ""] = text.split(" = ");
    const parted = /^(.+?)\[(.+)\]$/.exec(about);
    const whose = parted && this.data.players.includes(parted[2]) ? parted[2] : parted ? `${called(this.form ?? {}, parted[1])} ${parted[2]}` : called(this.form ?? {}, about);
    return value ? `${whose}: ${called(this.form ?? {}, value)}` : whose;
  }

  // What could be known, and from which line on, by each.
  table() {
    const { found, viewers } = this.data;
    if (!found.length) return h("p", { class: "quiet" }, t("nothing was hidden"));
    const since = (line) => (line === null ? "–" : line === 0 ? t("from the start") : String(line));
    return h("details", { class: "known" }, h("summary", {}, t("as a table")), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": t("who knew what when") }, h("table", {},
      h("thead", {}, h("tr", {}, h("td", {}), viewers.map((seat) => h("th", { scope: "col" }, this.who(seat))))),
      h("tbody", {}, found.map((fact) => h("tr", {}, h("th", { scope: "row" }, this.fact(fact.fact, fact.until ?? null)), fact.lines.map((line) => h("td", {}, since(line)))))))));
  }

  // The board as it was known after a line, by whoever wrote the record, or the player who had moved.
  async look(place) {
    this.at = place;
    this.boards = null;
    this.draw();
    this.place.querySelector(".then").scrollIntoView({ block: "nearest" });
    const moment = this.data.moments[place];
    const whole = this.data.viewers.length > 1;
    const seat = this.seat ?? (this.data.players.findIndex((name) => moment.said.startsWith(`${name} `)) + 1 || 1);
    const found = await ask({ verb: "solve", record: this.text, until: String(moment.line || 1), boards: 1, ...(this.data.opened.length ? (seat ? { who: this.data.players[seat - 1] } : {}) : whole ? { seat } : {}) }, this.stop.signal).catch(() => ({ ok: false }));
    if (this.at !== place) return;
    this.boards = found.ok ? { seat: whole ? seat : this.data.viewers[0], boards: found.data.boards ?? [], text: found.text } : null;
    this.draw();
  }

  view() {
    if (this.at === null) return null;
    const moment = this.data.moments[this.at];
    const go = (step) => h("button", { type: "button", "data-tap": step < 0 ? "earlier" : "later", "aria-label": t(step < 0 ? "earlier" : "later"), disabled: !(this.at + step in this.data.moments), onclick: () => this.look(this.at + step) }, step < 0 ? "←" : "→");
    const seats = this.data.viewers.length > 1 ? h("select", { "aria-label": t("seen by"), onchange: (event) => { this.seat = Number(event.target.value); this.look(this.at); } }, this.data.viewers.map((seat) => h("option", { value: seat, selected: seat === this.boards?.seat }, this.who(seat)))) : null;
    return h("div", { class: "then" }, h("div", { class: "line" }, go(-1), go(1), h("code", {}, `${moment.line} ${moment.said}`), seats),
      this.boards?.boards.length ? h("div", { class: "touch" }, drawBoards(this.boards.boards, this.form ?? { names: this.data.players }, { sayable: new Set() })) : this.boards ? h("pre", { tabindex: "0" }, this.boards.text) : h("p", { class: "quiet" }, t("thinking")));
  }

  // Line by line from the beginning; a second tap stops it.
  watch() {
    if (this.timer) {
      clearInterval(this.timer);
      this.timer = 0;
      return this.draw();
    }
    const last = this.data.moments.length - 1;
    const next = () => {
      if (this.at >= last) { clearInterval(this.timer); this.timer = 0; return this.draw(); }
      return this.boards ? this.look(this.at + 1) : null;
    };
    this.timer = setInterval(next, STEP);
    return this.look(0);
  }

  async share() {
    const title = `${this.data.title}: ${t("the story")}`;
    say(await share({ title, text: this.said }, this.said), { shown: true });
  }
}

function worlds(bits) {
  if (bits < LOW) return "1";
  if (bits > 33) return `2^${Math.round(bits)}`;
  return Math.round(2 ** bits).toLocaleString(document.documentElement.lang);
}

function short(number) {
  return Number(number.toFixed(2)).toLocaleString(document.documentElement.lang);
}

