// The place where an event is tapped together. It knows the form's data and nothing of any game.

import { drawing } from "./composing.js";
import { h } from "./dom.js";
import { afterActor, agreeing, ahead, countsOf, every, full, line, onward, partOf, places, rows, sayable, shown, through, total } from "./form.js";
import { icon } from "./icons.js";
import { called, t } from "./texts.js";

const FEW = 12;
const FEW_ROWS = 6;
const TOGETHER = 3;
const WINDOW = 18;

// A field with but one thing to say.
function plain(field) {
  return field.kind === "one" && field.words.length === 1 && !field.optional;
}

export class Composer {
  constructor(place, write) {
    Object.assign(this, { place, write, form: null, upcoming: {}, known: false });
    this.writeButton = h("button", { type: "button", class: "write primary", "data-tap": "write", disabled: true, onclick: () => this.finish() }, icon("pen"), t("write"));
    this.reset();
  }

  reset() {
    Object.assign(this, { event: null, values: {}, words: [], open: new Set(), wrong: "", more: false, typed: false, touched: false, liked: "", spot: "", at: "", unfolded: false });
  }

  // `after` are the record's events so far: they say what usually comes next.
  show(form, upcoming, after) {
    const fresh = this.form !== form || after.length !== this.after?.length;
    Object.assign(this, { form, upcoming, after });
    if (!this.touched && (fresh || upcoming !== this.heeded)) this.suggest();
    this.draw();
  }

  suggest() {
    const { form, upcoming } = this;
    this.heeded = upcoming;
    const last = this.after.at(-1);
    this.actor = upcoming.actor || (form.turns && last ? this.nextActor(last) : form.names[0]) || "";
    const names = this.names();
    const kind = last ? this.kindOf(last) : "";
    const soon = names.length > 0;
    const follows = (soon ? names.map((name) => this.named(name)) : form.events).find((event) => event.follows?.includes(kind) && !event.header);
    this.event = null;
    this.values = {};
    if (soon) return this.begin(follows?.name ?? names[0]);
    this.event = follows ?? form.events.find((event) => event.actor && event.passes) ?? null;
    if (this.event) this.counted(this.values);
  }

  // What comes next, or usually does, is chosen already, and its words as far as there is but one way; nothing is written yet.
  begin(name) {
    this.event = this.named(name);
    this.words = [name];
    this.counted(this.values);
    const lines = this.lines();
    for (;;) {
      const { next, whole } = onward(lines, this.words);
      if (whole || next.length !== 1 || lines.length < 2) break;
      this.words.push(next[0]);
    }
    if (lines.length === 1 && lines[0] === name) this.event = null;
    if (!lines.length && !this.event.fields.length) this.event = null; // a tap writes it
  }

  named(name) {
    return [...(this.upcoming.asked ?? []), ...this.form.events].find((event) => event.name === name) ?? { name, head: name, fields: [], actor: false };
  }

  kindOf(text) {
    const words = text.split("#")[0].trim();
    const fits = this.form.events.filter((event) => {
      const head = event.actor ? words.slice(words.indexOf(" ") + 1) : words;
      return event.head && (head === event.head || head.startsWith(`${event.head} `));
    });
    return fits.sort((one, other) => other.head.length - one.head.length)[0]?.name ?? "";
  }

  nextActor(last) {
    const actor = last.trim().split(/\s+/)[0];
    if (!this.form.names.includes(actor)) return this.form.names[0];
    const event = this.form.events.find((each) => each.name === this.kindOf(last));
    return event && !event.passes ? actor : afterActor(this.form, actor);
  }

  // Whether anything can be tapped: events of the form, or whole lines that can come next.
  tappable() {
    return this.form.events.length > 0 || this.names().length > 0;
  }

  // Names of events on offer: what can come next, first.
  names() {
    const soon = [...(this.upcoming.asked ?? []).map((event) => event.name), ...(this.upcoming.events ?? [])];
    const lines = (this.upcoming.lines ?? []).map((each) => each.split(" ")[0]);
    return [...new Set([...soon, ...lines])];
  }

  lines() {
    const name = this.event?.name ?? "";
    const lines = (this.upcoming.lines ?? []).filter((each) => each.split(" ")[0] === name);
    return this.spot ? through(lines, [], this.spot) : lines;
  }

  // The words that lead on from here: those of places that can be touched.
  sayable() {
    const asked = this.touchable().flatMap((event) => every(event).flatMap((each) => each.words));
    return new Set([...ahead(this.upcoming.lines ?? [], this.words), ...asked, ...this.open_().flatMap((field) => sayable(field, this.actor, this.event, this.values))]);
  }

  // Whether several words, such as those of a card, lead on from here.
  phrase(words) {
    return words.includes(" ") && through(this.upcoming.lines ?? [], this.words, words).length > 0;
  }

  // The fields of the line at hand that a place can be said in.
  open_() {
    return this.typed ? [] : this.fields().filter((field) => ["one", "many", "counts"].includes(field.kind));
  }

  // What can be said next, what is begun first.
  touchable() {
    const asked = this.upcoming.asked ?? [];
    return asked.includes(this.event) ? [this.event, ...(this.touched ? [] : asked.filter((each) => each !== this.event))] : asked;
  }

  // A place of the board was touched: on with the lines that name it.
  touch(word) {
    for (const event of this.touchable()) {
      const agrees = (values) => event !== this.event || Object.entries(this.values).every(([name, value]) => !value.length || values[name][0] === value[0]);
      const found = every(event).filter((each) => each.words.includes(word));
      const kept = found.filter((each) => agrees(each.values));
      if (found.length) return this.told(event, word, kept.length ? kept : found);
    }
    const lines = through(this.upcoming.lines ?? [], this.words, word);
    if (!lines.length) return this.touchField(word);
    this.touched = true;
    this.spot = word;
    if (!this.words.length) { this.event = this.named(lines[0].split(" ")[0]); this.words = [this.event.name]; }
    this.forward();
  }

  // In the field that is asked now, or in the first one that has the word.
  touchField(word) {
    const fields = this.open_().filter((field) => sayable(field, this.actor, this.event, this.values).includes(word));
    const field = fields.find((each) => !full(each, this.values[each.name])) ?? fields[0];
    if (!field) return;
    this.touched = true;
    this.spot = word;
    this.tap(field, word);
  }

  // A move in words, as the event and the values that begin it; null where it cannot be tapped together.
  composable(move) {
    const words = move.split(/\s+/);
    const begun = (said) => said.length <= words.length && said.every((word, place) => word.replace(/,$/, "") === words[place].replace(/,$/, ""));
    const found = (this.upcoming.asked ?? []).flatMap((event) => every(event).filter((each) => begun(each.words)).map((each) => ({ event, ...each })));
    if (found.length) return found.sort((one, other) => other.words.length - one.words.length)[0];
    const line = (this.upcoming.lines ?? []).find((each) => each === move);
    return line ? { event: this.named(line.split(" ")[0]), values: {}, words: line.split(" ") } : null;
  }

  // Such a move goes into the line; a person still writes it.
  compose(move) {
    const found = this.composable(move);
    if (!found) return false;
    Object.assign(this, { event: found.event, values: found.values, words: this.lines().length ? found.words : [found.event.name], touched: true, typed: false, spot: "", at: "" });
    if (found.event.who) this.actor = found.event.who;
    if ((this.upcoming.lines ?? []).includes(move)) this.words = found.words;
    this.advised = true;
    this.draw();
    return true;
  }

  // What all these lines have in common is said.
  told(event, word, lines) {
    Object.assign(this, { event, touched: true, spot: word, values: {}, words: [event.name] });
    for (const field of event.fields) {
      const words = new Set(lines.map((each) => each.values[field.name][0]));
      if (words.size === 1) this.values[field.name] = [...words];
    }
    return this.done() ? this.finish() : this.draw();
  }

  // Fields that take rows together: what no row has beside what was said last gives way, what has but one answer is said.
  agree(field) {
    const { event } = this;
    if (!event.rows?.length) return;
    const kept = { [field.name]: this.values[field.name] };
    for (const each of event.fields) {
      if (each === field || !this.values[each.name]?.length) continue;
      if (agreeing(event, { ...kept, [each.name]: this.values[each.name] }).length) kept[each.name] = this.values[each.name];
    }
    const left = agreeing(event, kept);
    if (kept[field.name].length) {
      event.fields.forEach((each, place) => {
        const words = new Set(left.map((row) => row[place]));
        if (words.size === 1) kept[each.name] = [...words];
      });
    }
    this.values = kept;
  }

  counted(values) {
    for (const field of this.event?.fields ?? []) {
      if (field.kind === "number") {
        values[field.name] = [String(this.after.filter((each) => this.kindOf(each) === this.event.name).length + 1)];
      }
    }
    return values;
  }

  choose(name) {
    this.event = this.named(name);
    Object.assign(this, { values: {}, words: [name], open: new Set(), wrong: "", more: false, liked: "", spot: "", at: "", unfolded: false, touched: true });
    this.counted(this.values);
    const lines = this.lines();
    if (lines.length) return this.forward();
    if (this.done() && !this.optional()) return this.finish();
    this.draw();
  }

  // Lines known whole: go on while there is but one way.
  forward() {
    const lines = this.lines();
    for (;;) {
      const { next, whole } = onward(lines, this.words);
      if (whole && !next.length) return this.finish(this.words.join(" "));
      if (whole || next.length !== 1) return this.draw();
      this.words.push(next[0]);
    }
  }

  fields() {
    return (this.event?.fields ?? []).filter((field) => shown(field, this.values, this.form, this.actor));
  }

  done() {
    return Boolean(this.event) && this.fields().every((field) => field.optional || full(field, this.values[field.name]));
  }

  optional() {
    return this.fields().some(
      (field) => (field.optional && !(this.values[field.name] ?? []).length) || (field.kind === "many" && !field.count) ||
        field.kind === "text" || (field.kind === "counts" && total(this.values[field.name]) < (field.count || Infinity)),
    );
  }

  tap(field, word) {
    this.at = "";
    const value = this.values[field.name] ?? [];
    if (field.kind === "many") {
      this.values[field.name] = value.includes(word) ? value.filter((each) => each !== word) : [...value, word];
      if (field.count && this.values[field.name].length > field.count) this.values[field.name].shift();
    } else if (field.kind === "counts") {
      // A word alone is one more of it; a word and a number say how many.
      const counts = countsOf(value);
      const [what, number] = word.split(" ");
      counts[what] = number ? Number(number) : (counts[what] ?? 0) + 1;
      this.values[field.name] = field.words.filter((each) => counts[each]).map((each) => `${each} ${counts[each]}`);
    } else {
      this.values[field.name] = value[0] === word ? [] : [word];
    }
    this.wrong = "";
    this.agree(field);
    for (const each of this.event.fields) {
      if (each.like === field.name && (!(this.values[each.name] ?? []).length || this.liked === each.name)) {
        this.values[each.name] = [...this.values[field.name]];
        this.liked = each.name;
      }
    }
    if (this.liked === field.name) this.liked = "";
    this.narrow(field);
    this.settle();
    if (this.done() && (!this.optional() || this.last(field))) return this.finish();
    this.draw();
  }

  // Several words by one tap, with the word of another field where they belong together; that they are said is enough.
  tapAll(field, words, other, word) {
    this.values[field.name] = words;
    if (other) this.values[other.name] = words.length ? [word] : [];
    this.wrong = "";
    this.settle();
    const fields = this.fields();
    if (this.done() && fields.at(-1) === (words.length && other ? other : field)) return this.finish();
    this.draw();
  }

  // What is no longer asked is forgotten; what has but one answer is said.
  settle() {
    for (const each of this.event.fields) if (!shown(each, this.values, this.form, this.actor)) delete this.values[each.name];
    for (const each of this.fields()) if (plain(each)) this.values[each.name] = [...each.words];
  }

  // Whether the words of a field are few enough to be said by one tap together.
  joint(field) {
    return field.kind === "many" && !field.count && (field.optional || field.empty) && sayable(field, this.actor).length <= TOGETHER;
  }

  // Whether a tap has said the last thing that this event can say.
  last(field) {
    const fields = this.fields().filter((each) => !plain(each));
    const ends = field.kind === "one" || (field.kind === "many" && field.count > 0);
    return ends && full(field, this.values[field.name]) && fields.at(-1) === field && fields.length > 1;
  }

  narrow(field) {
    if (!this.known || !field.table) return;
    const left = rows(this.form, this.event, field, this.values);
    if (left.length === 1) this.take(field, left[0]);
  }

  take(field, row) {
    partOf(this.event, field).forEach((each, place) => {
      this.values[each.name] = [row[place]];
    });
  }

  finish(text = this.lines().length ? this.words.join(" ") : line(this.event, this.values, this.actor)) {
    const kept = { event: this.event, values: this.values, actor: this.actor, words: [this.event.name] };
    this.reset();
    this.write(text, kept);
  }

  // Back to the taps of a line that was refused, with the field the error belongs to.
  reopen(kept, column) {
    this.reset();
    Object.assign(this, kept, { touched: true });
    this.wrong = places(kept.event, kept.values, kept.actor).find(([, from, to]) => from <= column && column <= to + 1)?.[0] ?? "";
    this.draw();
  }

  // Whether a tap on Write would write something.
  ready() {
    const { event } = this;
    if (!event) return false;
    const lines = this.lines();
    if (lines.length) return onward(lines, this.words).whole;
    return this.done();
  }

  // Once something is said of an event, the others are folded away.
  folded() {
    const said = this.words.length > 1 || this.event?.fields.some((field) => field.kind !== "number" && this.values[field.name]?.length);
    return Boolean(this.event && this.touched && !this.unfolded && said);
  }

  // What the line asks, in its order: each with its field, a key, about how many chips it takes, and how it is drawn.
  entries() {
    const found = [];
    const parts = new Set();
    const shut = this.later();
    this.said = new Set(this.fields().filter((field) => field.together && this.joint(field)).map((field) => field.together));
    for (const field of this.fields()) {
      if (field.kind === "number" || plain(field)) continue;
      const value = this.values[field.name] ?? [];
      const part = field.table ? `${field.table}/${field.part}` : "";
      const key = part || field.name;
      const add = (size, draw, waits = !part) => found.push({ field, key, size, draw, waits });
      if (field.kind === "one" && this.said.has(field.name)) continue;
      if (part && shut.has(part)) continue;
      if (part && this.saidWhole(field) && !this.open.has(`${part} again`)) {
        if (!parts.has(part)) add(1, () => this.drawSaid(field));
        parts.add(part);
        continue;
      }
      const own = field.who === "me" && part;
      const hidden = field.optional && !value.length && !own && (part || field.words.length > FEW) && !this.open.has(key);
      if (hidden) {
        if (!parts.has(key)) add(1, () => this.chip(`+ ${this.label(field)}`, false, () => { this.open.add(key); this.draw(); }, `open ${key}`, "quiet"), true);
        parts.add(key);
        continue;
      }
      if (part && !parts.has(part)) {
        parts.add(part);
        add(0, () => this.drawDeck(field));
      }
      if (part && !this.held(field).length && (this.fewCards(field).length || !this.next(field))) continue;
      if (part && this.held(field).length && !this.open.has(part)) {
        if (field === partOf(this.event, field)[0]) add(1, () => this.chip(t("another card"), false, () => { this.open.add(part); this.draw(); }, `open ${part}`, "quiet"), true);
        continue;
      }
      if (this.onlyOnBoard(field)) continue;
      const many = field.kind === "counts" ? 3 * field.words.length : field.kind === "text" ? 4 : sayable(field, this.actor, this.event, this.values).length;
      add(many, () => (field.kind === "text" ? this.drawText(field, value) : this.drawWords(field, value)));
      if (part && this.next(field)) add(0, () => this.drawRows(field));
    }
    return found;
  }

  // What the board alone is touched for, because every word of it lies there.
  onlyOnBoard(field) {
    if (field.kind !== "one" || field.optional || field.table) return false;
    const there = new Set(this.onBoard?.() ?? []);
    return there.size > 1 && field.words.length > 1 && field.words.every((word) => there.has(word));
  }

  // By word, what a tap on its place is called.
  taps() {
    const fields = this.typed || !this.event || this.lines().length ? [] : this.fields().filter((field) => this.onlyOnBoard(field));
    return new Map(fields.flatMap((field) => field.words.map((word) => [word, `${field.name}=${word}`])));
  }

  // As many fields as stand above the bar without scrolling, from the one that is asked now; all where they are few. The
  // others stand in the sentence.
  windowed() {
    const entries = this.entries();
    const total = entries.reduce((sum, entry) => sum + entry.size, 0);
    if (total <= WINDOW || entries.some((entry) => entry.field.table)) return { before: [], shown: entries };
    let first = entries.findIndex((entry) => (this.at ? entry.key === this.at : this.wrong ? entry.field.name === this.wrong : !(this.values[entry.field.name] ?? []).length));
    if (first < 0) first = entries.length - 1;
    let size = 0;
    let end = first;
    while (end < entries.length && (end === first || size + entries[end].size <= WINDOW)) { size += entries[end].size; end += 1; }
    const before = [...entries.slice(0, first), ...entries.slice(end)].filter((entry) => entry.waits || this.values[entry.field.name]?.length);
    return { before, shown: entries.slice(first, end) };
  }

  // Cards of one line are said one after the other: those that wait for the one before them.
  later() {
    const fields = this.fields();
    const parts = [...new Set(fields.filter((field) => field.table).map((field) => `${field.table}/${field.part}`))];
    const first = parts.findIndex((part) => fields.some((field) => `${field.table}/${field.part}` === part && !(this.values[field.name] ?? []).length));
    return new Set(first < 0 ? [] : parts.slice(first + 1).filter((part) => fields.every((field) => `${field.table}/${field.part}` !== part || !(this.values[field.name] ?? []).length)));
  }

  // Whether a card is said to its last value, and not by choosing from a hand, where another tap chooses another.
  saidWhole(field) {
    return !this.held(field).length && partOf(this.event, field).every((each) => (this.values[each.name] ?? []).length);
  }

  // The cards that it can be, where they are few: the writer's own, or what is left of the deck.
  fewCards(field) {
    const mine = this.held(field);
    if (mine.length) return mine;
    const open = partOf(this.event, field).some((each) => !(this.values[each.name] ?? []).length);
    const left = this.known && open ? rows(this.form, this.event, field, this.values) : [];
    return left.length > 1 && left.length <= FEW_ROWS ? left : [];
  }

  // Whether a field is the first of its card that is not said yet.
  next(field) {
    return partOf(this.event, field).find((each) => !(this.values[each.name] ?? []).length) === field;
  }

  // The cards that the writer holds, where this part of the line is one of them.
  held(field) {
    return this.actor === this.form.me ? this.upcoming.rows?.[field.part] ?? [] : [];
  }

  label(field) {
    return field.part ? called(this.form, field.part) : called(this.form, field.name);
  }

  // What is often said where anything can be typed: words of the form, or of what the record waits for.
  offered(field) {
    return this.upcoming.words?.[field.name] ?? field.words;
  }

  say(field, word) {
    const value = Array.from({ length: field.count || 1 }, (_, place) => (this.values[field.name] ?? [])[place] ?? "");
    const free = value.findIndex((each) => !each.trim());
    value[free < 0 ? value.length - 1 : free] = word;
    this.values[field.name] = value;
    if (this.done() && full(field, value) && this.fields().at(-1) === field) return this.finish();
    this.draw();
  }

  text() {
    return this.event && !this.lines().length ? line(this.event, this.values, this.actor) : this.words.join(" ");
  }

  refresh() {
    const written = this.place.querySelector(".written");
    if (written) written.textContent = this.text();
    this.writeButton.disabled = !this.ready();
  }
}

Object.assign(Composer.prototype, drawing);
