// What lies on the table and what is known of it, to be touched. The library tells it as places, of which its pictures are
// drawn too: signs on squares, cards with what may be there, tables of chances, lists.
//
// `act` says what a touch does: `sayable` are the words that lead on from here, `say` takes one of them, `said` is the one taken
// last, and `why`, where there is one, is asked about a place that says nothing (or about any, while `asking`).

import { h, s } from "./dom.js";
import { about, CERTAIN, inPercent, told } from "./chances.js";
import { icon } from "./icons.js";
import { called, t } from "./texts.js";

const SHOWN = 4;
const LISTED = 12; // so many of the chances of a place are told (`deduce.show.known.LISTED`)
const FOLDED = 6;
const FOLDED_CARDS = 9;

export function drawBoards(boards, form, act) {
  return boards.map((board) => {
    const drawn = { grid, cards, table, list, faces, holders, bricks }[board.kind](board, form, act);
    if (!drawn) return null;
    const title = board.asked ? t("chances of", { board: titled(board, form), what: called(form, board.asked) }) : titled(board, form);
    const aside = board.kind === "table" && board !== boards[0] && !board.columns.concat(board.rows).some((word) => act.sayable.has(word));
    return h("section", { class: `touchboard sheet ${board.kind}`, "aria-label": titled(board, form) }, aside ? inOneLine(board, form, title, drawn) : [h("h2", {}, title, estimated(board)), drawn]);
  });
}

// A table beside the board in hand is one line on a phone, with its likeliest content; what was opened stays open.
const opened = new Set();

function inOneLine(board, form, title, drawn) {
  const likeliest = board.rows.map((name, row) => {
    const places = board.places.filter((place) => place.row === row).sort((one, other) => other.chance - one.chance);
    return places.length > 1 && places[0].chance > places[1].chance ? `${called(form, name)} ${called(form, board.columns[places[0].column])} ${told(places[0].chance)}` : "";
  }).filter(Boolean);
  const wide = window.matchMedia("(min-width: 900px)").matches;
  return h("details", { class: "more-known", open: wide !== opened.has(board.title), ontoggle: (event) => { if (event.target.open === wide) opened.delete(board.title); else opened.add(board.title); } },
    h("summary", {}, h("strong", {}, title, estimated(board)), h("span", { class: "what" }, likeliest.join(" · ")), icon("next")), drawn);
}

// Chances that are no counts of worlds are called so.
function estimated(board) {
  const open = board.places.some((place) => place.chances.some(([, chance]) => chance < CERTAIN) || (place.chance > 0 && place.chance < CERTAIN));
  return board.estimated && open ? [" ", h("span", { class: "tag" }, t("estimated"))] : null;
}

function titled(board, form) {
  return called(form, board.title);
}

// A drawing that the game gives for a word.
export function sign(form, word) {
  const path = form.signs?.[word];
  return path ? s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path })) : null;
}

// A card drawn from its words: every layer whose words are all among them; null where no layer is its own.
export function face(form, words) {
  const there = new Set(words);
  const found = (form.layers ?? []).filter((layer) => layer.words.every((word) => there.has(word)));
  if (!found.some((layer) => layer.words.length)) return null;
  return s("svg", { class: "cardface", viewBox: "0 0 62 88", "aria-hidden": "true" }, found.map((layer) =>
    s("g", { transform: `translate(${layer.x} ${layer.y}) scale(${layer.scale})` }, layer.shapes.map((each) => shape(each, form)))));
}

function shape(each, form) {
  if (each.text) return s("text", { x: each.x, y: each.y, "font-size": each.size, "font-weight": 700, "text-anchor": "middle", fill: each.fill }, called(form, each.text));
  return s("path", { d: each.path, fill: each.fill ?? "none", stroke: each.stroke ?? "none", "stroke-width": each.width ?? 0, "stroke-linecap": "round", "stroke-linejoin": "round" });
}

// A player: a letter on a colour; the name is said beside it or by what it stands on.
export function disc(form, seat, small = "") {
  const name = form.names[seat - 1] ?? String(seat);
  return h("span", { class: `disc seat${(seat - 1) % 4 + 1} ${seat > 4 ? "ring" : ""} ${small}`, "aria-hidden": "true" }, form.names.length ? initial(form.names, seat) : name.slice(0, 1));
}

// The sign of a seat: its name's first letter, or its last where another begins alike; its number where some would look the same.
export function initial(names, seat) {
  const first = (name) => [...name][0].toLowerCase();
  const signs = names.map((name) => (names.filter((other) => first(other) === first(name)).length > 1 ? [...name].at(-1) : [...name][0]));
  return new Set(signs.map((sign) => sign.toLowerCase())).size === signs.length ? signs[seat - 1] ?? String(seat) : String(seat);
}

function spokenFor(place, form) {
  const chances = place.chances.map(([word, chance]) => (chance >= CERTAIN ? called(form, word) : `${called(form, word)} ${told(chance)}`)).join(", ");
  const claim = place.claim[0] ? t("says", { name: form.names[place.claim[0] - 1] ?? place.claim[0], what: called(form, place.claim[1]) }) : "";
  return [chances, ...place.below, claim].filter(Boolean).join("; ");
}

// What a touch of a place does: it says its word, or asks why what stands there is so; nothing where it can do neither.
function touch(place, act, word = place.say, fact = place.fact.replace("{value}", place.chances[0]?.[0] ?? "")) {
  // What is certain is asked about, unless the board alone can say it.
  const says = word && (act.sayable.has(word) || act.phrase?.(word)) && !act.asking && !(act.why && fact && isSure(place) && !act.taps?.has(word));
  if (says) return { "data-tap": act.taps?.get(word) ?? `place ${word}`, onclick: () => act.say(word), "aria-pressed": word === act.said ? "true" : "false" };
  if (act.why && fact && (place.chances.length || place.chance !== null)) return { "data-fact": fact, onclick: () => act.why(fact) };
  return { "data-tap": `place ${word}`, disabled: true };
}

function grid(board, form, act) {
  const square = (place) => {
    const seen = place.text || (place.chance === null ? "" : told(place.chance));
    const words = [place.say, place.about || place.text, place.chance === null ? "" : `${board.asked} ${told(place.chance)}`].map((each) => called(form, each));
    return filled(place, h("button", {
      type: "button", class: `square${place.marked ? " marked" : ""}${place.text ? "" : " chance"}`, shade: place.chance ?? 0,
      "aria-label": words.filter(Boolean).join(", "), ...touch(place, act),
    }, seen));
  };
  const table = laid(board, board.columns, board.rows, square);
  table.style.setProperty("--columns", String(board.columns.length));
  return table;
}

// A table whose squares are places; names of columns and rows stand around it where there are any.
function laid(board, columns, rows, square, head = (name) => name) {
  const at = new Map(board.places.map((place) => [`${place.row} ${place.column}`, place]));
  const named = rows.some(Boolean);
  const used = columns.map((name, number) => number).filter((number) => board.places.some((place) => place.column === number));
  const row = (name, number) => h("tr", {}, named ? h("th", { scope: "row" }, head(name)) : null, used.map((column) => {
    const place = at.get(`${number} ${column}`);
    return h("td", {}, place ? square(place) : "");
  }));
  return h("table", {},
    columns.some(Boolean) ? h("thead", {}, h("tr", {}, named ? h("td", {}) : null, used.map((column) => h("th", { scope: "col" }, head(columns[column]))))) : null,
    h("tbody", {}, rows.map((name, number) => [name, number]).filter(([, number]) => board.places.some((place) => place.row === number)).map(([name, number]) => row(name, number))));
}

// A place in the colour of what lies there.
function filled(place, square) {
  if (!place.colour) return square;
  square.classList.add("filled");
  square.style.setProperty("--piece", place.colour);
  return square;
}

// Squares two columns wide, so that rows can stand shifted by half of one.
function bricks(board, form, act) {
  const made = h("div", { class: "wall", role: "group" }, board.places.map((place) => {
    const square = filled(place, h("button", { type: "button", class: `square${place.marked ? " marked" : ""}`, "aria-label": [place.say, place.about || place.text].filter(Boolean).join(", "), ...touch(place, act) }, place.text));
    square.style.gridArea = `${place.row + 1} / ${place.column + 1} / span 1 / span 2`;
    return square;
  }));
  made.style.setProperty("--columns", String(board.columns.length));
  return made;
}

// Cards in a row, with who played each in its corner and whose tokens lie below; the row is seen from its end.
function faces(board, form, act) {
  const strip = h("div", { class: "facestrip", role: "group", tabindex: "0", "aria-label": titled(board, form) }, board.places.map((place) => {
    const words = place.text.split(" ").filter(Boolean);
    const acts = touch(place, act);
    const inside = [face(form, words) ?? h("span", { class: "plainface" }, place.text || "?"),
      place.by ? h("span", { class: "by" }, disc(form, place.by, "m")) : null];
    const name = place.about || place.text;
    return h("div", { class: "played" },
      acts.onclick ? h("button", { type: "button", class: `facebutton${place.marked ? " marked" : ""}`, "aria-label": name, ...acts }, inside)
        : h("div", { class: `facebutton${place.marked ? " marked" : ""}`, role: "img", "aria-label": name }, inside),
      h("span", { class: "tokens", "aria-hidden": "true" }, place.seen.map((seat) => disc(form, seat, "s")), place.below.map((each) => h("small", {}, each))));
  }));
  requestAnimationFrame(() => { strip.scrollLeft = strip.scrollWidth; strip.classList.toggle("goes-on", strip.scrollLeft > 0); });
  strip.addEventListener("scroll", () => strip.classList.toggle("goes-on", strip.scrollLeft > 0), { passive: true });
  return strip;
}

// What somebody has: a place each, with a disc for everyone who may have it, the larger the likelier, each at a corner of
// its own.
function holders(board, form, act) {
  const cell = (place) => {
    const sure = place.chances.find(([, chance]) => chance >= CERTAIN);
    const discs = place.chances.map(([name, chance]) => {
      const seat = form.names.indexOf(name) + 1;
      return h("span", { class: `pip corner${(seat - 1) % 4 + 1} ${chance >= CERTAIN ? "sure" : chance >= 0.3 ? "large" : chance >= 0.2 ? "middle" : ""}` }, disc(form, seat, "p"));
    });
    const label = place.chances.map(([name, chance]) => (chance >= CERTAIN ? t("certain of", { name }) : `${name} ${told(chance)}`)).join(", ");
    return h("button", { type: "button", class: `cell code ${sure ? "sure" : place.chances.length ? "" : "none"}`, "aria-label": `${codeName(form, place)}: ${label || t("nobody")}`, ...touch(place, act) },
      h("span", { class: "k" }, sign(form, place.text) ?? called(form, place.text)), discs);
  };
  const table = laid(board, board.columns, board.rows, cell, (name) => [sign(form, name), h("span", { class: sign(form, name) ? "unseen" : "" }, called(form, name))]);
  table.classList.add("codes");
  return table;
}

function codeName(form, place) {
  return place.say.split(" ").map((word) => called(form, word)).join(" ");
}

function cards(board, form, act) {
  const across = Math.max(1, ...board.places.map((place) => place.column + 1));
  const solved = board.places.length > FOLDED_CARDS ? board.places.filter(isSure) : [];
  const fold = solved.length < board.places.length ? solved : [];
  const holes = !fold.length && board.places.some((place, number) => place.row * across + place.column !== number);
  const made = h("div", { class: `mansion across${Math.min(4, across)}${holes ? " placed" : ""}` }, board.places.filter((place) => !fold.includes(place)).map((place) => {
    const made = room(place, form, act);
    if (holes) made.style.gridArea = `${place.row + 1} / ${place.column + 1}`;
    return made;
  }));
  return [made, folded(fold, form, act, (place) => [place.text || place.say, place.chances[0][0]])];
}

function isSure(place) {
  return place.chances.length === 1 && place.chances[0][1] >= CERTAIN;
}

// What is solved leaves a long sheet: it stands in one line below.
function folded(places, form, act, words) {
  return places.length ? h("details", { class: "fold" }, h("summary", {}, t("certain rows", { count: places.length })), h("div", { class: "moves" },
    places.map((place) => h("button", { type: "button", class: "cell sure", ...touch(place, { ...act, sayable: new Set() }) }, words(place).map((word) => called(form, word)).join(" "))))) : null;
}

function room(place, form, act) {
  const sure = isSure(place);
  const name = called(form, place.text || place.say);
  const kind = sure ? (place.open ? "sure face" : "sure") : place.chances.length ? "" : "bare";
  const seats = place.seen.map((seat) => disc(form, seat, "s"));
  const rows = sure ? [h("span", { class: "pic" }, sign(form, place.chances[0][0])), h("span", { class: "nm" }, called(form, place.chances[0][0]))] : odds(place, form);
  const label = spokenFor(place, form);
  return h("button", { type: "button", class: `room cell ${kind} ${place.marked ? "marked" : ""}`, "aria-label": label ? `${name}: ${label}` : name, ...touch(place, act) },
    h("span", { class: "n" }, h("span", {}, sure && !place.open ? `${name} ✓` : name), h("span", { class: "discs" }, seats)), rows,
    place.below.map((each) => h("span", { class: "below" }, each)),
    place.claim[0] ? h("span", { class: "said" }, disc(form, place.claim[0], "s"), sign(form, place.claim[1]), called(form, place.claim[1])) : null);
}

// The likeliest, a bar each; equal ones share a row as signs where the game has signs.
function odds(place, form) {
  const rows = [];
  for (const [word, chance] of place.chances) {
    const last = rows.at(-1);
    const alike = last && Math.abs(last.chance - chance) < 1e-9 && form.signs?.[word] && place.chances.length > SHOWN;
    if (alike) last.words.push(word);
    else rows.push({ chance, words: [word] });
  }
  const room = SHOWN - Math.min(2, place.below.length);
  const left = rows.slice(room).reduce((sum, row) => sum + row.words.length, 0);
  return rows.length ? h("span", { class: "odds" }, rows.slice(0, room).map(({ chance, words }) => h("span", { class: "odd", shade: chance.toFixed(3) }, h("i", {}),
    words.length > 1 ? h("span", { class: `signs${words.length > 6 ? " many" : ""}` }, words.map((word) => sign(form, word))) : [sign(form, words[0]), h("span", { class: "nm" }, called(form, words[0]))], h("span", { class: "num" }, told(chance).replace("%", "")))),
  left ? h("span", { class: "more" }, others(place.chances, rows.slice(0, room).reduce((sum, row) => sum + row.words.length, 0))) : null) : null;
}

// What is not shown of chances: how many, where the rest is told at all; else how likely it is one of the others.
function others(chances, shown) {
  const known = chances.reduce((sum, [, chance]) => sum + chance, 0);
  const seen = chances.slice(0, shown).reduce((sum, [, chance]) => sum + chance, 0);
  return known > 1 - 1e-6 ? `+ ${chances.length - shown}` : t("others", { chance: inPercent(1 - seen) });
}

// Rows that are certain leave the sheet where it is long: they stand in one line below.
function table(board, form, act) {
  const rows = board.rows.map((_, number) => board.places.filter((place) => place.row === number));
  const solved = rows.map((places) => places.some((place) => place.chance >= CERTAIN));
  const fold = board.rows.length > FOLDED && solved.some(Boolean) && !solved.every(Boolean);
  const kept = fold ? { ...board, places: board.places.filter((place) => !solved[place.row]) } : board;
  const cell = (place) => h("button", {
    type: "button", class: `cell ${place.chance >= CERTAIN ? "sure" : place.chance <= 0 ? "never" : "open"}`, shade: place.chance.toFixed(3),
    "aria-label": `${about(place, board).map((word) => called(form, word)).join(" ")}: ${place.chance >= CERTAIN ? t("certain") : place.chance <= 0 ? t("impossible") : told(place.chance)}`, ...touch(place, { ...act, sayable: new Set() }),
  }, told(place.chance).replace("%", ""));
  // Names of rows and columns are words too.
  const head = (name) => (act.sayable.has(name) && !act.asking
    ? h("button", { type: "button", class: "name", "data-tap": `place ${name}`, "aria-pressed": name === act.said ? "true" : "false", onclick: () => act.say(name) }, called(form, name))
    : called(form, name));
  return [h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": titled(board, form) }, laid(kept, board.columns, board.rows, cell, head)),
    board.estimated ? rest(board) : null,
    folded(fold ? board.places.filter((place) => solved[place.row] && place.chance >= CERTAIN) : [], form, act, (place) => about(place, board))];
}

// Of a table that has the likeliest words of a model alone, how likely it is one of the others.
function rest(board) {
  const sums = new Map();
  for (const { say, chance } of board.places) sums.set(say, (sums.get(say) ?? 0) + chance);
  const [least, most] = [1 - Math.max(...sums.values()), 1 - Math.min(...sums.values())].map((left) => inPercent(Math.max(0, left)));
  return most === "0%" ? null : h("p", { class: "more" }, t("others", { chance: least === most ? most : `${least} – ${most}` }));
}

function list(board, form, act) {
  const [place] = board.places;
  const shown = place.chances.filter(([, chance], number) => number < SHOWN || chance >= 0.01);
  const more = shown.length < place.chances.length || place.chances.length >= LISTED;
  return h("div", { class: "moves" }, shown.map(([word, chance]) => h("button", {
    type: "button", class: `cell ${chance >= CERTAIN ? "sure" : "open"}`, shade: chance.toFixed(3), ...touch({ ...place, chance }, act, word, place.fact.replace("{value}", word)),
  }, `${called(form, word)} ${told(chance)}`)), more && shown.length && !isSure(place) ? h("span", { class: "more" }, others(place.chances, shown.length)) : null);
}
