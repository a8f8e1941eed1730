// How a line that is tapped together looks: the methods of `Composer` that draw.

import { h, put } from "./dom.js";
import { countsOf, onward, partOf, rows, sayable, subsets, total } from "./form.js";
import { disc, face, sign } from "./board.js";
import { icon } from "./icons.js";
import { called, t } from "./texts.js";

const FEW_NAMES = 2;
const FEW_ROWS = 6;
const AT_ONCE = 5;
const MOST_EVENTS = 5;
const MOST_COLUMNS = 8;
const MOST_BARS = 5;

export const drawing = {
  draw() {
    const { form } = this;
    if (!form) return put(this.place);
    const focus = document.activeElement?.dataset?.tap;
    // A line that is being typed is drawn once: an answer that comes meanwhile takes no letter of it, and no caret.
    const line = this.place.querySelector(".typed");
    const begun = line?.querySelector("input").value ?? "";
    const same = line && Boolean(line.querySelector(".chip")) === this.tappable();
    if (begun && !same) this.typed = true;
    const typed = this.typed || !this.tappable();
    if (!typed || !same) put(this.place, typed ? this.drawTyped(begun) : [this.drawSentence(), this.drawFields()]);
    this.writeButton.disabled = typed || !this.ready();
    this.onDraw?.();
    // Who works by keys stays where the keys were; what is gone or done with leads back to the beginning.
    if (!focus) return;
    // That is found anew once it is known what comes next.
    const again = focus === this.stray ? null : this.place.querySelector(`[data-tap="${CSS.escape(focus)}"]`);
    const chip = again && !again.disabled ? again : this.place.querySelector(".chip");
    this.stray = chip && chip !== again ? chip.dataset.tap : "";
    chip?.focus();
  },

  chip(label, pressed, act, tap, extra = "", spoken = null) {
    return h("button", {
      type: "button", class: `chip ${extra}`, "aria-pressed": pressed ? "true" : "false", "data-tap": tap, "aria-label": spoken,
      onclick: () => { this.touched = true; act(); },
    }, label);
  },

  group(label, wrong, ...children) {
    return h("div", { class: `field${wrong ? " wrong" : ""}`, role: "group", "aria-label": label }, h("span", { class: "label" }, label), children);
  },

  // The line as far as it is said: who, what, and what has its field no longer below.
  drawSentence() {
    const folded = this.folded();
    return h("div", { class: "sentence field", role: "group", "aria-label": t("the line") }, this.drawActors(),
      folded ? this.slot(called(this.form, this.event.name), `event ${this.event.name}`, () => { this.unfolded = true; this.draw(); }, true) : this.drawEvents(),
      this.event && !this.lines().length ? [this.fields().filter((field) => this.onlyOnBoard(field) && (this.values[field.name] ?? []).length).map((field) => h("span", { class: "slot" }, called(this.form, this.values[field.name][0]))), this.windowed().before.map((entry) => this.slotOf(entry))] : null,
      this.event && this.done() && this.event.fields.length ? h("code", { class: "written" }, this.text()) : null);
  },

  slot(label, tap, act, pressed = null) {
    return h("button", { type: "button", class: "slot", "data-tap": tap, "aria-pressed": pressed === null ? null : "true", onclick: act }, label);
  },

  // A field above the palette: what it says, or that it is open.
  slotOf(entry) {
    const { field, key } = entry;
    const value = this.values[field.name] ?? [];
    const back = () => { this.at = key; this.open.add(key); this.draw(); };
    if (!value.length) return h("button", { type: "button", class: "slot open", "data-tap": `open ${key}`, onclick: back }, this.label(field));
    const words = value.map((word) => called(this.form, word)).join(" ");
    return this.slot([sign(this.form, value[0]), words], field.kind === "many" || field.kind === "one" ? `${field.name}=${value.join("+")}` : `open ${key}`, back, true);
  },

  drawActors() {
    const { form } = this;
    const asked = this.upcoming.asked ?? [];
    const who = this.event ? this.event.who : asked.length && asked.every((event) => event.who === asked[0].who) ? asked[0].who : "";
    const wanted = who || (this.event ? this.event.actor : form.events.some((event) => event.actor && !event.header));
    if (!wanted) return null;
    const names = who ? [who] : form.names;
    if (who) this.actor = who;
    const shown = this.folded() ? names.filter((name) => name === this.actor) : names;
    return h("span", { class: "who", role: "group", "aria-label": t("who") }, shown.map((name) =>
      h("button", { type: "button", class: "chip player", "data-tap": `actor ${name}`, "aria-pressed": String(name === this.actor), onclick: () => { this.touched = true; this.actor = name; this.draw(); } }, disc(form, form.names.indexOf(name) + 1), h("span", { class: name === this.actor || shown.length <= FEW_NAMES ? null : "unseen" }, name))));
  },

  drawEvents() {
    const { form } = this;
    const soon = this.names();
    const headers = form.events.filter((event) => event.header && !this.headerSaid?.(event.head)).map((event) => event.name);
    const all = form.events.filter((event) => !event.header).map((event) => event.name);
    const first = soon.length ? soon : all;
    if (!(this.upcoming.asked ?? []).length && !this.more) first.splice(MOST_EVENTS);
    const rest = all.filter((name) => !first.includes(name));
    const listed = [...headers, ...first, ...(this.more ? rest : [])];
    if (this.event && !listed.includes(this.event.name)) listed.push(this.event.name);
    return [listed.map((name) => this.chip(called(form, name), this.event?.name === name, () => this.choose(name), `event ${name}`, headers.includes(name) ? "setup" : "")),
      rest.length && !this.more ? this.chip(icon("more"), false, () => { this.more = true; this.draw(); }, "more", "quiet", t("more")) : null,
      rest.length && !this.more ? null : this.chip(icon("keys"), false, () => { this.typed = true; this.draw(); this.place.querySelector("input")?.focus(); }, "type", "quiet", t("type it"))];
  },

  drawFields() {
    if (!this.event) return null;
    const lines = this.lines();
    if (lines.length) return this.drawOnward(lines);
    const { shown } = this.windowed();
    const touched = this.fields().find((field) => this.onlyOnBoard(field) && !(this.values[field.name] ?? []).length);
    return h("div", { class: "fields" }, touched ? h("p", { class: "quiet touchhint" }, icon("touch"), t("touch the board")) : null, shown.map((entry) => entry.draw()), this.drawKnown());
  },

  // Whether the cards are those of the form's table: then what is left of it is offered.
  drawKnown() {
    if (!this.fields().some((field) => field.table)) return null;
    const change = (event) => { this.known = event.target.checked; this.onKnown?.(this.known); this.draw(); };
    return h("label", { class: "check" }, h("input", { type: "checkbox", checked: this.known, onchange: change }), t("only cards of the known deck"));
  },

  drawSaid(field) {
    const part = partOf(this.event, field);
    const text = part.map((each) => this.values[each.name][0]).join(" ");
    const drawn = face(this.form, text.split(" "));
    return this.group(this.label(field), part.some((each) => this.wrong === each.name), this.chip(drawn ?? text, true, () => {
      for (const each of part) delete this.values[each.name];
      this.draw();
    }, `said ${field.part} ${text}`, drawn ? "facechip" : "", text));
  },

  // The cards that it can be, where they are few: the writer's own, or what is left of the deck.
  drawDeck(field) {
    const left = this.fewCards(field);
    const made = left.length ? this.group(this.label(field), false, left.map((row) => this.row(field, row))) : null;
    made?.classList.add("facerow");
    return [this.drawBegun(field), made];
  },

  // What is said of a card that is not whole yet; a tap begins it anew.
  drawBegun(field) {
    const part = partOf(this.event, field).filter((each) => (this.values[each.name] ?? []).length);
    if (!part.length || this.saidWhole(field) || this.held(field).length) return null;
    const words = part.flatMap((each) => this.values[each.name][0].split(" "));
    const begin = () => { for (const each of part) delete this.values[each.name]; this.draw(); };
    return h("button", { type: "button", class: "slot", "data-tap": `begun ${field.part}`, "aria-label": `${t("clear")}: ${words.map((word) => called(this.form, word)).join(" ")}`, onclick: begin },
      words.map((word) => sign(this.form, word) ?? called(this.form, word)));
  },

  row(field, row) {
    const pressed = partOf(this.event, field).every((each, place) => this.values[each.name]?.[0] === row[place]);
    const words = row.join(" ").split(" ");
    const drawn = face(this.form, words);
    return this.chip(drawn ?? row.join(" "), pressed, () => {
      this.take(field, row);
      const last = partOf(this.event, field).includes(this.fields().at(-1));
      if (this.done() && (!this.optional() || last)) this.finish();
      else this.draw();
    }, `row ${field.part} ${row.join(" ")}`, drawn ? "facechip" : "", row.join(" "));
  },

  // A line that is nothing but cards (an exchange, a hand) lists the whole deck too: a tap a card, below what narrows it down.
  drawRows(field) {
    if (!this.known || this.event.fields.some((each) => !each.table)) return null;
    const taken = new Set(this.event.fields.filter((each) => each.part !== field.part).map((each) => each.part)
      .map((part) => this.event.fields.filter((each) => each.part === part).map((each) => this.values[each.name]?.[0] ?? "").join(" ")));
    const left = rows(this.form, this.event, field, this.values).filter((each) => !taken.has(each.join(" ")));
    const made = left.length > FEW_ROWS ? this.group(t("which card"), false, left.map((row) => this.row(field, row))) : null;
    made?.classList.add("facerow", "small");
    return made;
  },

  drawWords(field, value) {
    const allowed = this.known && field.table ? new Set(rows(this.form, this.event, field, { ...this.values, [field.name]: [] }).map((row) => row[partOf(this.event, field).indexOf(field)])) : null;
    if (field.kind === "counts") return this.drawCounts(field, value);
    const label = called(this.form, field.name).replace(/^.*: /, "");
    const finder = field.table ? this.drawFinder(field, value, allowed) : null;
    if (finder) return finder;
    if (this.joint(field)) return this.drawTogether(field, value, label);
    const made = this.group(label, this.wrong === field.name,
      sayable(field, this.actor, this.event, this.values).filter((word) => !allowed || allowed.has(word) || value.includes(word)).map((word) =>
        this.chip(this.drawn(word), value.includes(word), () => this.tap(field, word), `${field.name}=${word}`, this.form.signs?.[word] ? `pick${this.elsewhere?.has(word) ? " out" : ""}` : "")),
      field.empty ? this.chip(called(this.form, field.empty), false, () => this.tapAll(field, [], null), `${field.name}=`) : null);
    if (field.table) made.classList.add("tight"); // a card has many values: they stand close, so that the sheet is near
    return made;
  },

  // Two values at once: a column for the one, a row for the other, and how many cards of the known deck are left of both.
  drawFinder(field, value, allowed) {
    const pairs = field.words.map((word) => word.split(" "));
    const columns = [...new Set(pairs.map(([first]) => first))];
    const lines = [...new Set(pairs.map(([, second]) => second))];
    if (pairs.some((pair) => pair.length !== 2) || columns.length > MOST_COLUMNS) return null;
    const place = partOf(this.event, field).indexOf(field);
    const left = this.known ? rows(this.form, this.event, field, { ...this.values, [field.name]: [] }) : [];
    const head = (word) => h("span", { class: "h" }, sign(this.form, word) ? [sign(this.form, word), h("span", { class: "unseen" }, called(this.form, word))] : called(this.form, word));
    const cell = (word) => {
      const count = left.filter((row) => row[place] === word).length;
      const made = this.chip(Array.from({ length: Math.min(count, MOST_BARS) }, () => h("b", {})), value.includes(word), () => this.tap(field, word), `${field.name}=${word}`, "finds", [word.split(" ").map((each) => called(this.form, each)).join(" "), this.known ? t("cards left", { count }) : ""].filter(Boolean).join(": "));
      if (allowed && !allowed.has(word)) made.disabled = true;
      return made;
    };
    const made = h("div", { class: "finder", role: "group", "aria-label": `${this.label(field)}: ${called(this.form, field.name).replace(/^.*: /, "")}` },
      h("span", {}), columns.map(head), lines.map((line) => [head(line), columns.map((column) => cell(`${column} ${line}`))]));
    made.style.setProperty("--columns", String(columns.length));
    return made;
  },

  // A word as it stands on a chip: with its drawing, or a player's disc, where it has one.
  drawn(word) {
    const seat = this.form.names.indexOf(word) + 1;
    return [sign(this.form, word), seat ? disc(this.form, seat, "m") : null, h("span", {}, called(this.form, word))];
  },

  // How many of each: a word is one more of it, the numbers beside it say how many at once.
  drawCounts(field, value) {
    const counts = countsOf(value);
    const said = total(value);
    const most = (word) => Math.min(AT_ONCE, field.count ? field.count - said + (counts[word] ?? 0) : AT_ONCE);
    const name = called(this.form, field.name) + (field.count ? `: ${said} / ${field.count}` : "");
    return this.group(name, this.wrong === field.name, field.words.map((word) => h("div", { class: "count" },
      this.chip(counts[word] ? `${called(this.form, word)} ${counts[word]}` : called(this.form, word), counts[word] > 0, () => this.tap(field, word), `${field.name}=${word}`),
      Array.from({ length: Math.max(0, most(word) - 1) }, (_, place) => this.chip(String(place + 2), counts[word] === place + 2, () => this.tap(field, `${word} ${place + 2}`), `${field.name}=${word} ${place + 2}`, "", `${called(this.form, word)} ${place + 2}`)))),
      value.length ? this.chip(t("clear"), false, () => { this.values[field.name] = []; this.draw(); }, `clear ${field.name}`, "quiet") : null);
  },

  drawTogether(field, value, label) {
    const other = this.event.fields.find((each) => each.name === field.together);
    const words = sayable(field, this.actor);
    const chips = subsets(words).flatMap((some) => (other && some.length ? other.words : [""]).map((word) => {
      const pressed = some.length === value.length && some.every((each) => value.includes(each)) && (!word || this.values[other.name]?.[0] === word);
      const name = some.length ? some.map((each) => called(this.form, each)).join(", ") : field.empty ? called(this.form, field.empty) : t("nobody");
      const discs = !word && some.length && some.every((each) => this.form.names.includes(each)) ? some.map((each) => disc(this.form, this.form.names.indexOf(each) + 1, "m")) : null;
      return this.chip(discs ?? (word ? `${name}: ${called(this.form, word)}` : name), pressed, () => this.tapAll(field, some, other, word), `${field.name}=${some.join("+")}${word ? `:${word}` : ""}`, discs ? "discs" : "", discs ? name : null);
    }));
    const wrong = this.wrong === field.name || (other && this.wrong === other.name);
    return this.group(label, wrong, chips);
  },

  drawText(field, value) {
    const count = field.count || 1;
    const label = called(this.form, field.name);
    return this.group(label, this.wrong === field.name, Array.from({ length: count }, (_, place) =>
      h("input", {
        type: "text", value: value[place] ?? "", maxlength: 80, autocomplete: "off", autocapitalize: "off", "data-tap": `${field.name} ${place}`,
        "aria-label": count > 1 ? `${label} ${place + 1}` : label,
        oninput: (event) => {
          const now = Array.from({ length: count }, (_each, at) => (this.values[field.name] ?? [])[at] ?? "");
          this.touched = true;
          now[place] = event.target.value.replaceAll(";", "").replaceAll("#", "");
          this.values[field.name] = now;
          this.refresh();
        },
        onkeydown: (event) => { if (event.key === "Enter" && this.done()) this.finish(); },
      })), this.offered(field).map((word) => this.chip(word, value.includes(word), () => this.say(field, word), `${field.name}=${word}`)));
  },

  drawOnward(lines) {
    const { next, whole } = onward(lines, this.words);
    const said = this.words.slice(1);
    return h("div", { class: "fields" },
      this.group(said.length ? said.map((word) => called(this.form, word)).join(" ") : t("which"), false,
        next.map((word) => this.chip(called(this.form, word), false, () => { this.words.push(word); this.forward(); }, `word ${word}`)),
        whole ? this.chip(t("nothing more"), false, () => this.finish(this.words.join(" ")), "whole") : null,
        said.length ? this.chip(t("back"), false, () => { this.words = [this.event.name]; this.spot = ""; this.draw(); }, "back", "quiet") : null));
  },

  drawTyped(begun) {
    const send = () => {
      const input = this.place.querySelector("input");
      const text = input.value.trim();
      if (!text) return;
      this.reset();
      this.typed = true;
      input.value = "";
      this.write(text, null);
    };
    return h("div", { class: "line typed" },
      h("input", { type: "text", value: begun, "aria-label": t("a line of the record"), maxlength: 2000, autocomplete: "off", autocapitalize: "off", onkeydown: (event) => { if (event.key === "Enter") send(); } }),
      h("button", { type: "button", class: "write primary", onclick: send }, t("write")),
      this.tappable() ? this.chip(t("tap it"), false, () => { this.typed = false; this.draw(); }, "tap", "quiet") : null);
  },
};
