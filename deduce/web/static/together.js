// One evening for everybody at this device: the screen of all, and behind a curtain what belongs to one alone. What somebody may
// see is made by the library ("everybody"); of the others' lines nothing reaches the page's elements, its requests or its links.

import { ask, away, Unreachable } from "./ask.js";
import { h, put, say } from "./dom.js";
import { Evening } from "./evening.js";
import { parts, value } from "./record.js";
import * as store from "./store.js";
import { t } from "./texts.js";

const EVERYBODY = "everybody";

// Whether a record is one of everybody: the same rule as in the library.
export function isShared(text) {
  const said = (value(text, "me") || value(text, "seat")).toLowerCase();
  return said === EVERYBODY && !value(text, "players").toLowerCase().split(/[\s,]+/).includes(EVERYBODY);
}

export class Together {
  constructor(name, place) {
    const kept = store.load(name);
    Object.assign(this, { name, place, whole: kept.text, opened: Boolean(kept.opened), who: null, names: [], evening: null, turn: 0, gone: false });
    this.stopListening = store.onChange((other) => {
      if (other !== null && other !== this.name) return;
      const now = store.load(this.name);
      if (now && (now.text !== this.whole || Boolean(now.opened) !== this.opened)) { Object.assign(this, { whole: now.text, opened: Boolean(now.opened) }); this.show(null); }
    });
    // Whoever puts the device away is done looking.
    this.hidden = () => { if (document.hidden && this.who && !this.opened) this.show(null); };
    document.addEventListener("visibilitychange", this.hidden);
    window.addEventListener("pagehide", this.hidden);
    this.show(null);
  }

  leave() {
    this.gone = true;
    this.clear();
    this.stopListening();
    document.removeEventListener("visibilitychange", this.hidden);
    window.removeEventListener("pagehide", this.hidden);
  }

  // Nothing of whoever looked stays anywhere.
  clear() {
    this.turn += 1;
    this.evening?.leave();
    this.evening = null;
    say("");
    put(this.place);
  }

  async asked(fields) {
    try {
      return await ask({ verb: "everybody", record: this.whole, ...fields });
    } catch (error) {
      if (error instanceof Unreachable) return { ok: false, error: away() };
      throw error;
    }
  }

  // The screen of one person, or of all.
  async show(who) {
    this.clear();
    const { turn } = this;
    this.who = who;
    this.place.dataset.settled = "no";
    const found = await this.asked(who ? { who } : {});
    if (this.gone || turn !== this.turn) return;
    if (!found.ok) {
      put(this.place, h("div", { class: "curtain" }, h("p", { class: "bad", role: "alert" }, found.error), this.drawRepair(who)));
      this.place.dataset.settled = "yes";
      return;
    }
    this.names = found.data.names;
    this.evening = new Evening(this.name, this.place, this.seat(who, found.data));
  }

  // What an evening needs to know of whose screen it is.
  seat(who, { notes, own }) {
    const seat = { who, notes, own, opened: this.opened, bar: () => this.drawBar(who), alone: () => this.alone(), open: () => this.open() };
    seat.write = async (text) => {
      const found = await this.asked({ notes: text, ...(who ? { who } : {}) });
      if (found.ok) {
        this.whole = found.data.record;
        seat.own = found.data.own;
        store.save(this.name, { text: this.whole, opened: this.opened, form: null, formKey: "" });
      }
      return found;
    };
    return seat;
  }

  drawBar(who) {
    const one = (name) => h("button", { type: "button", class: `chip${name === who ? " on" : ""}`, "data-tap": `seat ${name}`, onclick: () => (this.opened ? this.show(name) : this.drawCurtain(name)) }, name);
    if (who && !this.opened) {
      return h("div", { class: "whose mine" }, h("p", {}, h("strong", {}, t("only for", { name: who })), ` ${t("yours alone")}`),
        h("button", { type: "button", class: "primary", "data-tap": "hide", onclick: () => this.show(null) }, t("hide")));
    }
    return h("div", { class: "whose" }, h("p", {}, h("strong", {}, this.opened ? t("opened") : t("open for all")), this.opened ? null : ` ${t("all read this")}`),
      h("div", { class: "moves" }, this.opened ? h("button", { type: "button", class: `chip${who ? "" : " on"}`, "data-tap": "seat all", onclick: () => this.show(null) }, t("all")) : null, this.names.map(one)),
      this.opened && !who ? h("details", { class: "revealed", open: true }, h("summary", {}, t("what was hidden")), h("ol", {}, this.kept().map(([name, said]) => h("li", {}, h("strong", {}, name), ` ${said}`)))) : null);
  }

  // What each kept, as the record has it, once everything is open.
  kept() {
    const { header, events } = parts(this.whole);
    return [...header, ...events].map((line) => /^\s*@(\S+)\s+(?:=\s+)?(.*)$/.exec(line.text)).filter(Boolean).map(([, names, said]) => [names.replaceAll(",", ", "), said]);
  }

  drawCurtain(name) {
    this.clear();
    put(this.place, h("div", { class: "curtain" }, h("h1", {}, t("give to", { name })),
      h("button", { type: "button", class: "primary", "data-tap": "look", onclick: () => this.show(name) }, t("look")),
      h("button", { type: "button", class: "quiet", "data-tap": "not now", onclick: () => this.show(null) }, t("cancel"))));
    this.place.dataset.settled = "yes";
  }

  // Lines that cannot be shown are mended by whoever they belong to; what all wrote, by all.
  drawRepair(who) {
    return h("button", { type: "button", onclick: () => (who ? this.show(null) : (location.hash = "#/")) }, t("back"));
  }

  // Whether what contradicts this person's notes is no contradiction for all.
  async alone() {
    const open = await this.asked({});
    const found = open.ok ? await ask({ verb: "solve", record: open.data.notes }).catch(() => ({ ok: false })) : open;
    return Boolean(found.ok && !found.status);
  }

  // The end of the game: nothing is hidden any more.
  open() {
    if (!confirm(t("really open"))) return;
    this.opened = true;
    store.save(this.name, { text: this.whole, opened: true, form: null, formKey: "" });
    this.show(null);
  }
}
