// Playing against the library, or several people on one device with a curtain between them.

import { ask, away, Unreachable } from "./ask.js";
import { disc, drawBoards, sign } from "./board.js";
import { h, picture, put, say } from "./dom.js";
import { drawRanked } from "./evening.js";
import { icon } from "./icons.js";
import { rove } from "./roving.js";
import { ahead, onward, through } from "./form.js";
import { art, games, gameTile, keepNew, options, titleOf } from "./home.js";
import * as store from "./store.js";
import { story } from "./story.js";
import { called, t } from "./texts.js";

const SECONDS = 10;

export async function play(place, name) {
  const kept = load();
  if (kept && name === "table") {
    const table = new Playing(place, kept);
    return () => table.leave();
  }
  await begin(place, name, kept);
  return null;
}

function load() {
  try {
    return JSON.parse(store.setting("play"));
  } catch {
    return null;
  }
}

async function asked(request, signal) {
  try {
    return await ask(request, signal);
  } catch (error) {
    if (error instanceof Unreachable) return { ok: false, error: away() };
    throw error;
  }
}

// Which game, who sits where, which rules.
async function begin(place, name, kept) {
  const all = await games();
  const game = all.find((each) => each.name === name);
  if (!game) {
    return put(place, h("div", { class: "home" }, h("h1", {}, t("play")), h("p", {}, t("about play")), kept ? h("div", { class: "stack" }, goingOn(kept)) : null, h("ul", { class: "tiles" }, all.map((each) => gameTile(each, "play")))));
  }
  const [least, most] = game.seats;
  const seats = ["me", ...Array(Math.max(least, 2) - 1).fill(game.best)].slice(0, most);
  const chosen = {};
  const error = h("p", { role: "alert" });
  const list = h("div", { class: "stack" });
  const draw = () => put(list, seats.map((who, number) => h("label", { class: "line" }, t("seat", { number: number + 1 }),
    h("select", { onchange: (event) => { seats[number] = event.target.value; } }, ["me", ...game.players].map((each) => h("option", { value: each, selected: each === who }, each === "me" ? t("a person") : each === game.best ? `${each} (${t("strongest")})` : each))))),
  h("div", { class: "line" },
    h("button", { type: "button", disabled: seats.length >= most, onclick: () => { seats.push(game.best); draw(); } }, t("one more")),
    h("button", { type: "button", disabled: seats.length <= least, onclick: () => { seats.pop(); draw(); } }, t("one less"))));
  draw();
  put(place, h("div", { class: "home" }, h("h1", {}, `${t("play")}: ${game.title}`), list,
    h("button", { type: "button", class: "primary begin", onclick: async (event) => {
      if (kept && !kept.answer.data.over && !confirm(t("really new game", { game: titleOf(kept.answer.data.game) }))) return;
      event.target.disabled = true;
      const found = await asked({ verb: "play_new", game: game.name, seats, options: chosen, time_limit: SECONDS });
      event.target.disabled = false;
      if (!found.ok) return put(error, h("span", { class: "bad" }, found.error));
      store.setting("play", JSON.stringify({ answer: found, before: [] }));
      location.hash = "#/play/table";
    } }, t("begin")), error, options(game, chosen)));
}

// The table that is being played at, as one row.
function goingOn({ answer: { data } }) {
  return h("a", { class: "go", href: "#/play/table", "data-tap": "go on" }, h("img", { src: art(data.game), alt: "" }),
    h("span", {}, h("strong", {}, titleOf(data.game)), h("small", {}, data.over ? t("game over") : t("where you were"))), icon("next"));
}

class Playing {
  constructor(place, kept) {
    Object.assign(this, { place, answer: kept.answer, before: kept.before ?? [], words: [], advice: null, error: "", curtain: false, gone: false, half: "" });
    // Of several people nobody knows who holds the device when the page opens.
    this.curtain = this.several();
    this.draw();
    this.goOn();
  }

  leave() {
    this.gone = true;
    this.stop?.abort();
  }

  // What boards need of a form: the players are called by their seats.
  get form() {
    return { names: this.data.seats.map((_, number) => t("seat", { number: number + 1 })), texts: this.data.texts ?? {}, signs: this.data.signs ?? {}, layers: this.data.layers ?? [] };
  }

  get data() {
    return this.answer.data;
  }

  keep() {
    store.setting("play", JSON.stringify({ answer: this.answer, before: this.before.slice(-30) }));
  }

  people() {
    return this.data.seats.map((who, number) => (who === "me" ? number + 1 : 0)).filter(Boolean);
  }

  several() {
    return this.people().length > 1 && !this.data.over;
  }

  // What the library still has to move, until a person decides or the game is over.
  async goOn() {
    while (!this.gone && this.data.waits && !this.data.over) {
      say(t("thinking"));
      const found = await asked({ verb: "play_move", token: this.data.token, seat: this.people()[0] ?? 1, time_limit: SECONDS });
      if (this.gone) return;
      if (!found.ok) { this.error = found.error; return this.draw(); }
      this.answer = found;
      this.keep();
      this.draw();
    }
    this.place.dataset.settled = "yes";
  }

  async move(text) {
    this.place.dataset.settled = "no";
    this.stop?.abort();
    this.sent = true;
    this.draw();
    const { token, seat } = this.data;
    const found = await asked({ verb: "play_move", token, seat, move: text, time_limit: SECONDS });
    this.sent = false;
    this.words = [];
    this.touched = "";
    if (!found.ok) {
      this.error = found.error;
      this.place.dataset.settled = "yes";
      return this.draw();
    }
    this.before.push(this.answer);
    Object.assign(this, { answer: found, advice: null, error: "", half: "" });
    this.curtain = this.data.seat !== seat && this.several();
    this.keep();
    this.draw();
    await this.goOn();
  }

  undo() {
    const last = this.before.pop();
    if (!last) return;
    this.stop?.abort(); // advice for whoever is on the screen now is nobody's business afterwards
    this.curtain = last.data.seat !== this.data.seat && this.several();
    // What is half typed is the business of who typed it.
    Object.assign(this, { half: last.data.seat === this.data.seat ? this.half : "", answer: last, words: [], touched: "", advice: null, error: "" });
    this.keep();
    this.draw();
  }

  async advise() {
    this.stop = new AbortController();
    this.advice = { thinking: true };
    this.draw();
    try {
      this.advice = { found: await asked({ verb: "play_advise", token: this.data.token, seat: this.data.seat, time_limit: SECONDS }, this.stop.signal) };
    } catch {
      this.advice = null;
    }
    this.draw();
  }

  async save() {
    const over = this.data.over;
    const found = await asked({ verb: "play_save", token: this.data.token, ...(over ? {} : { seat: this.data.seat }) });
    if (found.ok) keepNew(this.data.game, found.data.record);
    else { this.error = found.error; this.draw(); }
  }

  draw() {
    const { data } = this;
    if (this.curtain) return this.drawCurtain();
    const mine = !data.over && data.actor === data.seat;
    const item = (label, act) => h("button", { type: "button", onclick: act }, t(label));
    const kept = this.place.querySelector(".compose input");
    const at = kept && kept === document.activeElement ? [kept.selectionStart, kept.selectionEnd] : null;
    put(this.place, h("div", { class: "evening play" },
      h("div", { class: "solve-head" }, h("a", { class: "back", href: "#/play", "aria-label": t("play") }, icon("back")),
        h("div", { class: "where" }, h("h1", {}, data.over ? t("game over") : mine ? t("your turn", { seat: data.seat }) : t("seat moves", { seat: data.actor })), h("small", {}, titleOf(data.game))),
        h("details", { class: "menu" }, h("summary", { "aria-label": t("more"), "data-tap": "more" }, icon("more")), h("div", { class: "panel" }, this.several() ? item("hide", () => { this.curtain = true; this.draw(); }) : null, item("save as a record", () => this.save()), h("a", { class: "chip", href: `#/play/${data.game}` }, t("new game"))))),
      h("div", { class: "columns" },
        h("div", { class: "pane" },
          h("section", { class: "second", "aria-label": t("board") }, this.drawTouched(), data.svg && !data.boards?.length ? picture(data.svg, t("board"), "board-picture") : null, h("details", {}, h("summary", {}, t("in words")), h("pre", { tabindex: "0" }, this.answer.text)), data.in_english ? h("p", { class: "quiet" }, t("partly english")) : null)),
        h("section", { class: "first", "aria-label": t("moves") },
          h("div", { class: `advice${this.advice ? " open" : ""}` }, this.drawAdvice()),
          h("div", { class: "banner", "aria-live": "polite" }, this.error ? h("p", { class: "bad", role: "alert" }, this.error) : null,
            data.happened.length ? h("ul", { class: "note" }, data.happened.slice(-4).map((each) => h("li", {}, each))) : null),
          h("div", { class: "compose" }, data.over ? this.drawEnd() : this.drawMoves()),
          h("div", { class: "dock" }, h("button", { type: "button", "data-tap": "undo", "aria-label": t("undo"), disabled: !this.before.length, onclick: () => this.undo() }, icon("undo")),
            h("button", { type: "button", class: "gold advise", "aria-label": t("what should I do"), disabled: !mine || this.sent, onclick: () => this.advise() }, icon("hint"), t("advice")))))));
    rove(this.place.querySelector(".second"));
    rove(this.place.querySelector(".compose"));
    if (!at) return;
    this.place.querySelector(".compose input")?.focus();
    this.place.querySelector(".compose input")?.setSelectionRange(...at);
  }

  // What lies open for all, until the device is in the hands of whoever moves.
  drawCurtain() {
    const { shared, seat } = this.data;
    const told = shared?.happened ?? [];
    put(this.place, h("div", { class: "curtain" }, h("h1", {}, t("give to seat", { seat })),
      h("button", { type: "button", class: "primary", "data-tap": "look", onclick: () => { this.curtain = false; this.draw(); } }, t("look")),
      shared ? h("section", { class: "shared", "aria-label": t("open for all") }, h("h2", {}, t("open for all")), told.length ? h("ul", { class: "note" }, told.map((each) => h("li", {}, each))) : null,
        shared.boards.length ? drawBoards(shared.boards, this.form, { sayable: new Set() }) : shared.svg ? picture(shared.svg, t("board"), "board-picture") : h("pre", { tabindex: "0" }, shared.text)) : null));
  }

  drawEnd() {
    const { data } = this;
    return [h("ol", {}, (data.scores ?? []).map((score, number) => h("li", {}, `${t("seat", { number: number + 1 })} (${data.seats[number] === "me" ? t("a person") : data.seats[number]}): ${score}`))),
      data.revealed?.length ? h("details", { class: "revealed", open: true }, h("summary", {}, t("what was hidden")), h("pre", { tabindex: "0" }, data.revealed.join("\n"))) : null,
      h("div", { class: "moves" }, h("button", { type: "button", class: "primary", "data-tap": "story", onclick: () => this.story() }, t("the story")),
        h("button", { type: "button", onclick: () => this.walk(null) }, t("walk through")))];
  }

  // The whole game told afterwards.
  async story() {
    const saved = await asked({ verb: "play_save", token: this.data.token });
    if (!saved.ok) { this.error = saved.error; return this.draw(); }
    const form = await asked({ verb: "form", record: saved.data.record });
    const told = await story(this.place, t("game over"), saved.data.record, form.data?.form ?? null, () => { told.leave(); this.draw(); });
    return told;
  }

  // A word of a move as people read it: a seat is a player, what the game has a text or a drawing for has that.
  drawn(word) {
    const seat = /^P(\d+)$/.exec(word);
    return seat ? [disc(this.form, Number(seat[1]), "m"), called(this.form, word)] : [sign(this.form, word), called(this.form, word)];
  }

  // The moves on offer: where a place of the board was touched, those that name it.
  moves() {
    return this.touched ? through(this.data.moves, [], this.touched) : this.data.moves;
  }

  // On while there is but one way.
  forward() {
    for (;;) {
      const on = onward(this.moves(), this.words);
      if (on.whole && !on.next.length) return this.move(this.words.join(" "));
      if (on.whole || on.next.length !== 1) return this.draw();
      this.words.push(on.next[0]);
    }
  }

  drawTouched() {
    const { data } = this;
    if (!data.boards?.length) return null;
    const mine = !data.over && data.actor === data.seat && !this.sent;
    return drawBoards(data.boards, this.form, { said: this.touched, sayable: mine ? ahead(data.moves, []) : new Set(), phrase: (words) => mine && words.includes(" ") && through(data.moves, [], words).length > 0, say: (word) => {
      if (!through(data.moves, this.words, word).length) this.words = [];
      this.touched = word;
      this.forward();
    } });
  }

  drawMoves() {
    const { data } = this;
    if (data.actor !== data.seat || this.sent) return h("p", {}, t("thinking"));
    const { next, whole } = onward(this.moves(), this.words);
    const step = (word) => { this.words.push(word); this.forward(); };
    const typed = h("input", { type: "text", value: this.half, oninput: () => { this.half = typed.value; }, "aria-label": t("type a move"), maxlength: 300, autocomplete: "off", onkeydown: (event) => { if (event.key === "Enter" && typed.value.trim()) this.move(typed.value.trim()); } });
    return [
      h("p", {}, this.words.length ? this.words.map((word) => h("span", { class: "slot" }, this.drawn(word))) : t("choose a move", { count: this.moves().length })),
      h("div", { class: "moves field" }, next.map((word) => h("button", { type: "button", class: "chip", "data-tap": `move ${word}`, onclick: () => step(word) }, this.drawn(word))),
        whole ? h("button", { type: "button", class: "chip", "data-tap": "whole", onclick: () => this.move(this.words.join(" ")) }, t("nothing more")) : null,
        this.words.length ? h("button", { type: "button", class: "chip quiet", onclick: () => { this.words = []; this.touched = ""; this.draw(); } }, t("back")) : null),
      data.more ? h("div", { class: "line" }, typed, h("button", { type: "button", onclick: () => { if (typed.value.trim()) this.move(typed.value.trim()); } }, t("play it"))) : null,
    ];
  }

  drawAdvice() {
    const { advice, data } = this;
    if (data.over || data.actor !== data.seat) return null;
    if (!advice) return null;
    if (advice.thinking) return h("div", { class: "thinking" }, h("progress", { "aria-label": t("thinking") }), h("button", { type: "button", onclick: () => this.stop.abort() }, t("stop")));
    const shut = h("div", { class: "title" }, h("h2", {}, t("advice")), h("button", { type: "button", onclick: () => { this.advice = null; this.draw(); } }, t("close")));
    return h("section", { class: "card" }, shut, advice.found.ok ? drawRanked(advice.found, { form: this.form, label: t("play it"), can: (move) => data.moves.includes(move), take: (move) => this.move(move) }) : h("p", { class: "bad" }, advice.found.error));
  }

  // A finished game, decision by decision: what the seat knew, what it played, what was best.
  async walk(made, seat) {
    const found = await asked({ verb: "play_walk", token: this.data.token, time_limit: SECONDS, ...(made === null ? {} : { made }), ...(seat === undefined ? {} : { seat }) });
    if (!found.ok) { this.error = found.error; return this.draw(); }
    const { data } = found;
    const at = data.decisions.indexOf(data.made);
    const go = (step) => h("button", { type: "button", disabled: !(at + step in data.decisions), onclick: () => this.walk(data.decisions[at + step]) }, step < 0 ? "←" : "→");
    put(this.place, h("div", { class: "walk" },
      h("div", { class: "title" }, h("h1", {}, `${at + 1} / ${data.decisions.length}`), go(-1), go(1),
        h("label", {}, `${t("seen by")} `, h("select", { onchange: (event) => this.walk(data.made, Number(event.target.value)) }, [t("bystander"), ...data.seats.map((_, number) => t("seat", { number: number + 1 }))].map((label, number) => h("option", { value: number, selected: number === data.seat }, label)))),
        h("button", { type: "button", onclick: () => this.draw() }, t("close"))),
      h("p", {}, t("seat played", { seat: data.actor, move: data.played })),
      data.best ? h("p", { class: data.best.move === data.played ? "good" : "note" }, t("best was", { move: data.best.move }), " ", h("small", {}, data.best.reason)) : null,
      data.boards.length ? h("div", {}, drawBoards(data.boards, this.form, { sayable: new Set() })) : picture(data.svg, t("board"), "board-picture"), h("pre", { tabindex: "0" }, found.text)));
  }
}
