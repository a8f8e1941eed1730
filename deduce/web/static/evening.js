// One evening: the log, the composer, the answer, reasons, mending, advice.

import { ask, away, Unreachable } from "./ask.js";
import { disc, drawBoards, face } from "./board.js";
import { Composer } from "./composer.js";
import { h, inOrder, put, say } from "./dom.js";
import { body, headerKey, parts, value, withChange, withLine, withMore, withoutLine } from "./record.js";
import { icon } from "./icons.js";
import { becameCertain, CERTAIN, facts, inPercent } from "./chances.js";
import { rove } from "./roving.js";
import { games, titleOf } from "./home.js";
import { copy, share } from "./sharing.js";
import * as store from "./store.js";
import { HERE } from "./transport.js";
import { called, placed, said, t } from "./texts.js";

const SECONDS = 10;
// Milliseconds until a server that was not reached is asked again: at first, and at most.
const SOON = 2000;
const SELDOM = 60000;

export class Evening {
  // `at`: whose screen it is, in an evening of everybody (together.js), which keeps its text.
  constructor(name, place, at = null) {
    const kept = at ? { text: at.notes } : store.load(name);
    Object.assign(this, { name, place, at, alone: false, text: kept?.text ?? "", form: kept?.form ?? null, formKey: kept?.formKey ?? "", known: kept?.known ?? false, waiting: kept?.waiting ?? [] });
    Object.assign(this, { answer: null, error: null, why: null, mends: null, advice: null, seat: null, upcoming: {}, editing: 0, undone: [], asked: 0, changed: "" });
    this.build();
    this.stopListening = at ? () => {} : store.onChange((other) => {
      if (other !== null && other !== this.name) return;
      const now = store.load(this.name);
      if (now && now.text !== this.text) this.set(now.text, { keep: false, waiting: now.waiting ?? [] });
    });
    this.online = () => this.refresh();
    this.patience = SOON;
    window.addEventListener("online", this.online);
    if (!store.setting("games")) games().then(() => this.drawState());
    this.refresh();
  }

  leave() {
    this.asked += 1; // an answer that comes later is nobody's
    this.gone = true;
    this.stopListening();
    clearTimeout(this.again);
    window.removeEventListener("online", this.online);
    this.stopAdvice();
  }

  keep() {
    if (!this.at) store.save(this.name, { text: this.text, form: this.form, formKey: this.formKey, known: this.known, waiting: this.waiting });
  }

  build() {
    this.parts = Object.fromEntries(["banner", "sure", "touch", "compose", "latest", "words", "why", "advice", "log", "dock"].map((name) => [name, h("div", { class: name })]));
    this.parts.banner.setAttribute("aria-live", "polite");
    this.parts.why.setAttribute("aria-live", "polite");
    this.composer = new Composer(this.parts.compose, (line, kept) => this.write(line, kept));
    this.composer.known = this.known;
    this.composer.onKnown = (known) => { this.known = known; this.keep(); };
    this.composer.onDraw = () => { this.drawTouch(); rove(this.parts.compose); };
    this.composer.onBoard = () => (this.answer?.data.boards ?? []).slice(0, 1).filter((board) => board.kind === "cards" || board.kind === "grid").flatMap((board) => board.places.map((place) => place.say));
    this.composer.headerSaid = (head) => Boolean(value(this.text, head.slice(0, -1)));
    this.undoButton = h("button", { type: "button", "data-tap": "undo", "aria-label": t("undo"), onclick: () => this.undo() }, icon("undo"));
    this.adviceButton = h("button", { type: "button", class: "gold advise", "aria-label": t("what should I do"), onclick: () => this.advise() }, icon("hint"), t("advice"));
    put(this.parts.dock, this.undoButton, this.adviceButton, this.composer.writeButton);
    this.state = h("small", {});
    rove(this.parts.touch);
    put(this.place, h("div", { class: "evening" },
      h("div", { class: "solve-head" }, h("a", { class: "back", href: "#/", "aria-label": t("evenings") }, icon("back")), h("div", { class: "where" }, h("h1", {}, this.at?.who ?? this.name), this.state), this.drawMenu()),
      this.at ? this.at.bar() : null,
      this.parts.sure,
      h("div", { class: "columns" },
        h("div", { class: "pane" },
          h("section", { class: "second", "aria-label": t("what follows") }, this.parts.touch, this.parts.words),
          h("div", { class: "third" }, this.parts.log)),
        h("section", { class: "first", "aria-label": t("what happened") }, this.parts.why, this.parts.advice, this.parts.banner, this.parts.latest, this.parts.compose, this.parts.dock))));
  }

  drawMenu() {
    const note = (text) => say(text, { shown: true });
    return h("details", { class: "menu" }, h("summary", { "aria-label": t("more") }, icon("more")),
      h("div", { class: "panel" },
        h("button", { type: "button", "data-tap": "asking", "aria-pressed": String(Boolean(this.asking)), onclick: (event) => { this.asking = !this.asking; event.target.setAttribute("aria-pressed", String(this.asking)); event.target.closest("details").open = false; this.drawTouch(); } }, t("taps ask why")),
        this.at && !this.at.opened ? null : h("a", { class: "chip", "data-tap": "story", href: `#/story/${encodeURIComponent(this.name)}` }, t("the story")),
        h("button", { type: "button", onclick: () => this.download() }, t("save as a file")),
        h("button", { type: "button", onclick: async () => note(await copy(this.text)) }, t("copy the text")),
        h("button", { type: "button", onclick: async () => {
          const link = `${location.origin}${location.pathname}#/share/${store.packed(this.text)}`;
          note(await share({ title: this.name, url: link }, link, "link copied"));
        } }, t("share as a link")),
        h("button", { type: "button", onclick: () => window.print() }, t("print")),
        this.at && !this.at.who && !this.at.opened ? h("button", { type: "button", "data-tap": "open everything", onclick: () => this.at.open() }, t("open everything")) : null,
        this.at?.who ? null : h("button", { type: "button", class: "danger", onclick: () => { if (confirm(t("really delete", { name: this.name }))) { store.remove(this.name); location.hash = "#/"; } } }, t("delete"))));
  }

  download() {
    const link = h("a", { href: URL.createObjectURL(new Blob([this.text], { type: "text/plain" })), download: `${this.name}.txt` });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  // The record changes here and nowhere else.
  // What another tab changed is one change more, so that Undo takes back no more than the last.
  async set(text, { keep = true, remember = true, waiting = this.waiting } = {}) {
    if (this.at && text !== this.text) {
      const found = await this.at.write(text);
      if (this.gone) return;
      if (!found.ok) { this.error = found; this.editing = 0; this.draw(); return; }
      text = found.data.notes;
    }
    if (remember) this.undone.push({ text: this.text, waiting: this.waiting });
    const edited = this.editing && !keep && lineAt(text, this.editing) === lineAt(this.text, this.editing);
    Object.assign(this, { text, waiting });
    if (keep) this.keep();
    if (!edited) this.editing = 0;
    this.upcoming = {};
    this.why = null;
    this.mends = null;
    this.alone = false;
    this.stopAdvice();
    this.draw();
    this.refresh();
  }

  write(line, kept, waiting = this.waiting) {
    const before = this.text;
    const text = kept?.event.joins ? withMore(before, kept.event.joins, line) : withLine(before, line);
    const whole = kept?.event.header ? line : parts(text).events.at(-1)?.text ?? "";
    this.last = kept ? { line: whole, kept, before, offset: whole.length - line.length } : null;
    this.set(text, { waiting });
  }

  undo() {
    const before = this.undone.pop();
    if (before) return this.set(before.text, { remember: false, waiting: before.waiting });
    const last = parts(this.text).events.at(-1);
    if (last) this.set(withoutLine(this.text, last.number), { remember: false });
  }

  async refresh({ again = false } = {}) {
    const turn = ++this.asked;
    const text = this.text;
    clearTimeout(this.again);
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
      const [answer, upcoming] = await Promise.all([ask({ verb: "solve", record: text, boards: 1, ...seat }), ask({ verb: "upcoming", record: text })]);
      if (turn !== this.asked) return;
      this.offline = false;
      this.patience = SOON;
      this.upcoming = upcoming.ok ? upcoming.data.upcoming : {};
      if (answer.ok) {
        const count = !answer.status && this.answer && !this.answer.status ? becameCertain(this.answer.data.boards ?? [], answer.data.boards ?? []) : 0;
        this.changed = count ? t("became certain", { count }) : "";
        this.answer = answer;
        this.composer.elsewhere = certainWords(answer.data.boards ?? []);
        this.error = null;
        if (this.changed) say(this.changed);
      } else {
        this.error = answer;
      }
      this.draw();
      this.place.dataset.settled = "yes";
      if (answer.ok && answer.status === 1) this.mend(text, turn);
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      if (turn !== this.asked) return;
      this.offline = true;
      if (!again) this.draw();
      this.place.dataset.settled = "yes";
      this.askAgain();
    }
  }

  // A browser says that a network is there before anything can be reached, and never that the server is back: it is asked
  // again after a while, each time a longer one. Python in this browser does not come by waiting.
  askAgain() {
    if (HERE) return;
    this.again = setTimeout(() => this.refresh({ again: true }), this.patience);
    this.patience = Math.min(2 * this.patience, SELDOM);
  }

  // The boards, where a tap on a place says it in the line, or asks why.
  drawTouch() {
    const focus = this.parts.touch.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const sayable = this.offline ? new Set() : this.composer.sayable();
    const { answer, form } = this;
    if (!answer || !form) return put(this.parts.touch, this.error ? null : h("p", { class: "quiet" }, t(this.offline ? "no answer yet" : "thinking")));
    const boards = answer.data.boards ?? [];
    this.parts.touch.classList.toggle("stale", this.stale());
    put(this.parts.touch, this.drawSeats(), drawBoards(boards, form, { sayable, phrase: (words) => !this.offline && this.composer.phrase(words), taps: this.composer.taps(), asking: this.asking, said: this.composer.spot, say: (word) => this.composer.touch(word), why: (fact) => this.explain(fact) }));
    rove(this.parts.touch);
    if (focus) [...this.parts.touch.querySelectorAll("button")].find((each) => each.getAttribute("aria-label") === focus)?.focus();
  }

  // Whether what is shown is of fewer lines than stand in the log.
  stale() {
    return Boolean(this.error) || this.unread().length > 0 || Boolean(this.offline);
  }

  async mend(text, turn) {
    if (this.at?.who && await this.at.alone() && turn === this.asked) {
      this.alone = true;
      this.drawBanner();
    }
    const found = await ask({ verb: "mend", record: text, time_limit: SECONDS }).catch(() => ({ ok: false, error: away() }));
    if (turn !== this.asked) return;
    // What all read nobody mends alone.
    const own = (each) => !this.at?.who || this.at.own.includes(each.line);
    const all = found.ok ? found.data.mends : [];
    this.mends = { lines: all.filter(own), others: !all.every(own), whole: found.data?.whole, reservations: found.data?.reservations ?? [], error: found.error };
    this.drawBanner();
  }

  draw() {
    this.drawBanner();
    if (this.form) this.composer.show(this.form, this.offline ? {} : this.upcoming, parts(this.text).events.map((line) => line.text));
    else this.composer.show({ names: [], events: [], texts: {} }, {}, []);
    this.drawSure();
    this.drawTouch();
    this.drawWords();
    this.drawState();
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
    if (this.offline) shown.push(h("div", { class: "note" }, away()));
    if (this.error) shown.push(this.drawError());
    else if (this.answer?.status === 1 && this.answer.data.consistent === false) shown.push(this.drawConflict());
    else if (this.unread().length) shown.push(this.drawUnread());
    else if (this.changed) shown.push(h("div", { class: "good" }, this.changed));
    put(this.parts.banner, shown);
  }

  // An evening that is only looked at: its next line waits to be written.
  drawTour() {
    const [line, ...rest] = this.waiting;
    const write = () => this.write(line, null, rest);
    return h("div", { class: "note tour" }, h("span", {}, t("next in this evening", { number: rest.length })), h("code", {}, line),
      h("button", { type: "button", class: "primary", "data-tap": "next line", onclick: write }, t("write it")),
      h("button", { type: "button", class: "quiet", onclick: () => { this.waiting = []; this.keep(); this.drawBanner(); } }, t("go on alone")));
  }

  drawError() {
    const { error, line, column, kind, ways } = this.error;
    // What happened is told with its next line: nothing is wrong yet.
    if (kind === "Unfinished") return h("div", { class: "note", role: "status" }, said(error, this.form));
    return h("div", { class: "bad", role: "alert" }, h("strong", {}, placed(this.error)), this.drawWays(line, ways) ?? h("p", {}, said(error, this.form)), this.drawWayBack(line, column || 0));
  }

  // Lines that could not be read: what stands on the boards is of what was noted before them.
  unread() {
    return this.answer?.data.unread ?? [];
  }

  drawUnread() {
    return h("div", { class: "bad", role: "alert" }, this.unread().map(({ line, reason, ways }) => [h("strong", {}, t("not read", { line })), this.drawWays(line, ways) ?? h("p", {}, said(reason, this.form)), this.drawWayBack(line, 0)]));
  }

  drawWayBack(line, column) {
    const mine = this.last && this.lastNumber() === line;
    return [mine ? h("button", { type: "button", class: "primary", onclick: () => this.reopen(column) }, t("change this entry")) : null,
      line ? h("button", { type: "button", onclick: () => this.edit(line) }, t("edit line", { line })) : null];
  }

  // The line written last, which goes back to its taps as long as the page knows them.
  drawLatest() {
    const last = parts(this.text).events.at(-1);
    const mine = last && this.last?.line === last.text && !this.error;
    put(this.parts.latest, last ? [h("code", {}, inOrder(`${last.number} ${last.text}`)),
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
    return h("div", { class: "bad conflict", role: "alert" }, h("strong", {}, t("contradiction")), this.alone ? h("p", { class: "alone" }, t("told alone")) : null,
      h("ul", {}, because.map((each) => h("li", {}, this.placeLink(each.place), ` ${said(each.text, this.form)}`))),
      this.drawMends());
  }

  // What would mend the notes, by lines: the chance is that the slip is in the line, whatever was meant instead.
  drawMends() {
    const { mends } = this;
    if (!mends) return h("p", {}, t("thinking"));
    if (!mends.lines.length) return mends.others ? null : h("p", {}, mends.error ? said(mends.error, this.form) : t("no mend"));
    return [h("p", {}, t("likeliest slips")), mends.lines.map(({ line, was, chance, texts }) => {
      const place = chance === null ? t("slip line", { line }) : t("slip in line", { line, chance: inPercent(chance) });
      return h("div", { class: "mends", role: "group", "aria-label": place }, h("p", { class: "slip-line" }, place), texts.map((text) => this.drawMend(line, text || `# ${was}`, t(text ? "change it to" : "leave it out"), text || was)));
    }), [...mends.reservations, mends.whole ? "" : t("not all tried")].filter(Boolean).map((each) => h("p", {}, each))];
  }

  // What a line may mean, each a line of its own.
  drawWays(line, ways) {
    return ways ? h("div", { class: "mends", role: "group", "aria-label": t("it can mean") }, h("p", {}, t("it can mean")), ways.map((text) => this.drawMend(line, text, "", text))) : null;
  }

  // A line as it would be, one tap away.
  drawMend(line, text, what, shown) {
    return h("button", { type: "button", class: "mend", "data-line": line, onclick: () => this.set(withChange(this.text, line, text)) },
      what ? h("span", {}, what) : null, h("code", {}, inOrder(shown)));
  }

  placeLink(place) {
    const line = Number(/line (\d+)/.exec(place ?? "")?.[1] ?? 0);
    return line ? h("a", { href: `#line-${line}`, onclick: (event) => { event.preventDefault(); this.jump(line); } }, said(place, this.form)) : place ?? "";
  }

  jump(line) {
    const row = this.parts.log.querySelector(`#line-${line}`);
    this.why = this.why && { ...this.why, shut: true };
    this.parts.why.classList.remove("open");
    row?.scrollIntoView({ block: "center" });
    row?.querySelector("button")?.focus();
  }

  // The game, and whose turn it is.
  drawState() {
    const actor = this.upcoming.actor ?? "";
    put(this.state, [this.title(), actor ? t("turn of", { name: actor }) : ""].filter(Boolean).join(" · "));
  }

  title() {
    return titleOf(value(this.text, "game"));
  }

  drawWords() {
    const { answer } = this;
    this.parts.words.classList.toggle("stale", this.stale());
    put(this.parts.words, answer ? h("details", { open: !answer.data.boards?.length }, h("summary", {}, t("in words")), h("pre", { tabindex: "0" }, said(answer.text, this.form))) : null);
  }

  // What is certain, in one line at the same place always; each part of it can be asked why. At its end, how much is open.
  drawSure() {
    const { answer, form } = this;
    const fine = form && answer && !this.error && !answer.status;
    const found = fine ? facts(answer.data.boards ?? []).filter((each) => each.chance >= CERTAIN) : [];
    const words = ({ words: [what, ...rest] }) => [h("b", {}, called(form, what)), rest.map((word) => ` ${called(form, word)}`)];
    this.parts.sure.classList.toggle("stale", this.stale());
    const left = fine && !this.offline ? answer.data.worlds ?? answer.data.layouts : null;
    const pill = typeof left === "number" && left > 1 ? h("span", { class: "left" }, t("left", { number: counted(left) })) : null;
    put(this.parts.sure, fine ? h("details", { class: "certain-box" }, h("summary", { class: `certain${found.length ? "" : " none"}` }, found.length ? icon("check") : null, h("span", { class: "what" }, found.length ? found.map((each, place) => [place ? " · " : null, words(each)]) : t("nothing certain")), pill),
      h("div", { class: "moves" }, found.map((each) => h("button", { type: "button", class: "chip known", onclick: () => this.explain(each.fact) }, words(each))))) : null);
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
    const seat = this.seat === null ? {} : { seat: this.seat };
    const found = await ask({ verb: "why", record: this.text, fact, ...seat }).catch((error) => ({ ok: false, error: error instanceof Unreachable ? away() : String(error) }));
    if (this.why?.fact !== fact) return;
    const lines = new Set((found.data?.because ?? []).map((each) => Number(/line (\d+)/.exec(each.place ?? "")?.[1] ?? 0)).filter(Boolean));
    for (const hit of (found.text ?? "").matchAll(/\bline (\d+)\b/g)) lines.add(Number(hit[1]));
    this.why = { fact, text: found.ok ? found.text : found.error, lines, because: found.data?.because ?? [] };
    this.drawWhy();
    this.drawLog();
  }

  drawWhy() {
    const { why } = this;
    this.parts.why.classList.toggle("open", Boolean(why));
    const shut = () => { this.why = null; this.drawWhy(); this.drawLog(); this.place.querySelector(`[data-fact="${CSS.escape(why.fact)}"]`)?.focus(); };
    // Who closes it by a key while it thinks must not lose the button when the answer comes.
    const focused = this.parts.why.contains(document.activeElement);
    put(this.parts.why, why ? h("section", { class: "card", "aria-label": t("why"), onkeydown: (event) => { if (event.key === "Escape") shut(); } },
      h("div", { class: "title" }, h("h2", {}, `${t("why")} ${inWords(this.form, why.fact)}`), h("button", { type: "button", class: "quiet", "aria-label": t("close"), onclick: shut }, "×")),
      this.drawReason(why)) : null);
    if (focused && why) this.parts.why.querySelector("button").focus();
  }

  // A proof as a sentence, the lines that it takes, and how sure it is; whatever else is said of a fact as it stands.
  drawReason(why) {
    const told = why.text.split("\n");
    if (why.because?.length && told.length > 2) {
      return [h("p", {}, said(told[0], this.form)), h("ul", {}, why.because.map((each) => h("li", {}, this.placeLink(each.place), ` ${said(each.text, this.form)}`))), h("small", {}, said(told.at(-1), this.form))];
    }
    return [h("pre", { tabindex: "0" }, said(why.text, this.form)),
      why.lines?.size ? h("p", {}, [...why.lines].sort((one, other) => one - other).map((line) => [this.placeLink(`line ${line}`), " "])) : null];
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
      this.advice = error.name === "AbortError" ? null : { found: { ok: false, error: away() } };
    }
    this.drawAdvice();
  }

  // Whom advice is for: it says so itself, by name or by seat; else who is to move.
  advised(found) {
    return found.data?.player || this.form?.names[(found.data?.seat ?? 0) - 1] || (found.ok ? this.upcoming.actor : this.form?.me) || this.upcoming.actor || "";
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
    const shut = () => { this.stopAdvice(); this.drawAdvice(); this.adviceButton.focus(); };
    const end = (label) => h("button", { type: "button", onclick: shut }, t(label));
    const sheet = (...inside) => h("section", { class: "card", role: "dialog", "aria-label": t("advice"), onkeydown: (event) => { if (event.key === "Escape") shut(); } }, inside);
    if (advice.stop) return put(this.parts.advice, sheet(h("div", { class: "thinking" }, advice.bar, end("stop"))));
    const { found } = advice;
    const into = (move) => { if (!this.composer.compose(move)) return false; this.stopAdvice(); this.drawAdvice(); this.composer.writeButton.focus(); return true; };
    put(this.parts.advice, sheet(h("div", { class: "title" }, h("h2", {}, this.advised(found) ? t("advice for", { name: this.advised(found) }) : t("what should I do")), end("close")),
      found.ok ? drawRanked(found, { form: this.form, label: t("into the line"), take: into, can: (move) => this.composer.composable(move) !== null }) : h("p", { class: found.kind === "Fault" ? "bad" : "note" }, said(found.error, this.form))));
    this.parts.advice.querySelector(".advice-card button, button")?.focus();
  }

  drawLog() {
    const { header, events } = parts(this.text);
    const lines = this.why?.lines ?? new Set((this.answer?.data?.conflict?.because ?? []).map((each) => Number(/line (\d+)/.exec(each.place ?? "")?.[1] ?? 0)));
    const unread = new Set(this.unread().map((each) => each.line));
    const row = (line) => h("li", { id: `line-${line.number}`, class: `${lines.has(line.number) ? "lit" : ""} ${this.at?.who && this.at.own.includes(line.number) ? "own" : ""} ${this.error?.line === line.number || unread.has(line.number) ? "wrong" : ""}` },
      this.editing === line.number ? this.drawEdit(line) : [
        h("span", { class: "number" }, String(line.number)),
        h("button", { type: "button", class: "text", "aria-label": `${t("edit line", { line: line.number })}: ${line.text}`, onclick: () => this.edit(line.number) }, inOrder(line.text))]);
    const kept = this.parts.log.querySelector("input");
    const at = kept && kept === document.activeElement ? [kept.selectionStart, kept.selectionEnd] : null;
    put(this.parts.log, h("section", { "aria-label": t("log") }, h("h2", {}, t("log")), h("details", { open: this.editing && header.some((line) => line.number === this.editing) }, h("summary", {}, t("header")), h("ol", {}, header.map(row))),
      h("ol", { class: "events" }, events.map(row))));
    rove(this.parts.log);
    if (!at) return;
    this.parts.log.querySelector("input")?.focus();
    this.parts.log.querySelector("input")?.setSelectionRange(...at);
  }

  edit(number) {
    this.editing = number;
    this.draft = null;
    this.drawLog();
    this.parts.log.querySelector("input")?.focus();
  }

  drawEdit(line) {
    const input = h("input", { type: "text", value: this.draft ?? line.text, oninput: (event) => { this.draft = event.target.value; }, maxlength: 2000, autocomplete: "off", "aria-label": t("edit line", { line: line.number }), onkeydown: (event) => { if (event.key === "Enter") save(); if (event.key === "Escape") { this.editing = 0; this.drawLog(); } } });
    const save = () => this.set(body(input.value) || input.value.startsWith("#") ? withChange(this.text, line.number, input.value) : withoutLine(this.text, line.number));
    return h("span", { class: "edit" }, input,
      h("button", { type: "button", class: "primary", onclick: save }, t("save")),
      h("button", { type: "button", class: "danger", onclick: () => this.set(withoutLine(this.text, line.number)) }, t("remove")),
      h("button", { type: "button", onclick: () => { this.editing = 0; this.drawLog(); } }, t("cancel")));
  }
}

// Advice as cards where the data has rows of moves, the best first and chosen, with the whole text below. `use` says what the
// chosen one is for: `take` it, called `label`, where it `can` be taken.
export function drawRanked(found, use) {
  const rows = Object.values(found.data ?? {}).find((each) => Array.isArray(each) && each.length && typeof each[0] === "object" && "move" in each[0] && "value" in each[0]) ?? [];
  const unit = (row) => row.unit ?? found.data?.unit;
  const number = (row, value, figures = 3) => (typeof value !== "number" ? "" : ["chance", "win", "right"].includes(unit(row)) ? inPercent(value) : Number(value.toPrecision(figures)).toString());
  const most = Math.max(...rows.map((row) => Math.abs(row.value ?? 0)), 1e-9);
  const least = Math.min(0, ...rows.map((row) => row.value ?? 0));
  const take = h("button", { type: "button", class: "primary", "data-tap": "into the line", onclick: () => use.take(rows[chosen].move) }, icon("go"), use.label);
  let chosen = 0;
  const card = (row, place) => h("li", {}, h("button", { type: "button", class: "advice-card", "data-tap": `advice ${place + 1}`, "data-move": row.move, "aria-pressed": place === chosen ? "true" : "false", onclick: () => { chosen = place; mark(); } },
    face(use.form ?? {}, String(row.move).split(" ")), h("strong", {}, inWords(use.form, row.move)), h("span", { class: "figure" }, number(row, row.value), row.error ? h("small", {}, ` ± ${number(row, row.error, 1)}`) : "", typeof row.value === "number" && unit(row) ? h("small", { class: "unit" }, ` ${t(`unit ${unit(row)}`)}`) : ""),
    h("span", { class: "meter", shade: Math.max(0, Math.min(1, ((row.value ?? 0) - least) / (most - least || 1))).toFixed(3) }, h("i", {})),
    row.reason ? h("span", { class: "reason" }, said(row.reason, use.form)) : null));
  const taking = h("div", { class: "taking" }, take);
  const all = rows.slice(0, 8).map(card);
  const mark = () => {
    all.forEach((each, place) => each.firstElementChild.setAttribute("aria-pressed", String(place === chosen)));
    take.disabled = !rows.length || !use.can(rows[chosen].move);
    taking.hidden = !rows.some((row) => use.can(row.move));
  };
  mark();
  return [
    rows[0]?.kind ? h("span", { class: "tag" }, t(rows[0].kind)) : null,
    all.length ? h("ol", { class: "cards" }, all.slice(0, 3)) : null,
    all.length > 3 ? h("details", {}, h("summary", {}, t("more")), h("ol", { class: "cards" }, all.slice(3))) : null,
    h("details", { open: !rows.length }, h("summary", {}, t("in words")), h("pre", { tabindex: "0" }, said(found.text, use.form))),
    taking,
  ];
}

// Words of cards that lie somewhere for certain: naming one elsewhere is a lie.
function certainWords(boards) {
  return new Set(boards.filter((board) => board.kind === "cards").flatMap((board) => board.places).filter((place) => place.chances[0]?.[1] >= CERTAIN).map((place) => place.chances[0][0]));
}

function lineAt(text, number) {
  return text.split("\n")[number - 1];
}

// A number of worlds: whole where it can be read, else its magnitude.
function counted(number) {
  const power = Math.floor(Math.log10(number));
  return power < 7 ? number.toLocaleString(document.documentElement.lang) : `≈ 10${[...String(power)].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

// A move as people read it: its words as the game calls them in this language.
function inWords(form, move) {
  return called(form ?? {}, move);
}
