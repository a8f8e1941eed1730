// The words of the page, as data by language; a missing word is said in English.

import { setting } from "./store.js";

export const LANGUAGES = { en: "English", de: "Deutsch", ru: "Русский" };
let chosen = "en";
let words = {};
let fallback = {};
let sentences = [];

export async function start() {
  const wanted = setting("language") || (navigator.language || "en").slice(0, 2);
  chosen = wanted in LANGUAGES ? wanted : "en";
  fallback = await (await fetch("texts/en.json")).json();
  words = chosen === "en" ? fallback : await (await fetch(`texts/${chosen}.json`)).json();
  if (chosen !== "en") sentences = patterns(Object.entries(await (await fetch("sentences.json")).json()).map(([english, told]) => [english, told[chosen]]));
  document.documentElement.lang = chosen;
}

export function language() {
  return chosen;
}

// A text of several forms has one for each kind of number that the language knows, chosen by the count.
export function t(key, values = {}) {
  const found = words[key] ?? fallback[key] ?? key;
  const text = typeof found === "string" ? found : found[new Intl.PluralRules(chosen).select(values.count ?? 0)] ?? found.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

// Where in a text something is wrong; a column only where one is known.
export function placed({ line, column }) {
  return line ? t(column ? "at line" : "slip line", { line, column }) : "";
}

// Seconds as a clock shows them.
export function clock(seconds) {
  const [hours, minutes, left] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60].map((each) => String(each));
  return hours > 0 ? `${hours}:${minutes.padStart(2, "0")}:${left.padStart(2, "0")}` : `${minutes}:${left.padStart(2, "0")}`;
}

// A word of a game's form, as the game calls it in this language: by a key that is the word, by one with slots ("{who} has
// {card}"); of "code 2" it is enough that "code" has a text, and what has several words is called word by word.
export function called(form, key) {
  if (NUMBER.test(key)) return key; // its point and its sign are no parts of a word
  const { here, slotted, made } = wordsOf(form);
  if (!made.has(key)) made.set(key, here[key] ?? filled(slotted, key, (found) => called(form, found)) ?? numbered(form, key) ?? apart(form, key));
  return made.get(key);
}

const NUMBER = /^[+-]?\d+(\.\d+)?%?[,;:)]*$/;

function numbered(form, key) {
  const [, word, number] = /^(.+) (\d+)$/.exec(key) ?? [];
  return word && wordsOf(form).here[word] ? `${called(form, word)} ${number}` : null;
}

function apart(form, key) {
  return String(key).includes(" ") ? key.split(" ").map((word) => called(form, word)).join(" ") : key;
}

// The words of a form in this language, those of them that have slots, and what was called by them before.
const known = new WeakMap();
function wordsOf(form) {
  const texts = form.texts ?? NONE;
  if (!known.has(texts)) {
    const here = Object.assign(Object.create(null), texts.en, texts[chosen]);
    known.set(texts, { here, slotted: patterns(Object.entries(here).filter(([key]) => key.includes("{"))), made: new Map() });
  }
  return known.get(texts);
}
const NONE = {};

// Sentences by what is said in English: what stands in braces there is anything, and is set in here.
function patterns(told) {
  const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const slot = (english) => (english.includes(" ") ? "(.+?)" : "(\\S+?)"); // one word in one word
  const made = told.map(([english, text]) => ({
    pattern: new RegExp(`^${english.split(/(\{\w+\})/).map((part, place) => (place % 2 ? slot(english) : escaped(part))).join("")}$`),
    names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name), text, weight: english.replace(/\{\w+\}/g, "").length,
  }));
  return made.sort((one, other) => other.weight - one.weight);
}

// A text by the first pattern that it has, with what stands in its slots; null where it has none.
function filled(made, text, inner) {
  for (const { pattern, names, text: here } of made) {
    const found = pattern.exec(text);
    if (found) return here.replace(/\{(\w+)\}/g, (_, name) => inner(found[1 + names.indexOf(name)]));
  }
  return null;
}

// A sentence of the library in this language as far as it is known here, line by line and part by part; the rest as it is.
export function said(text, form = null) {
  if (!sentences.length || !text) return text;
  return String(text).split("\n").map((line) => {
    const [, indent, rest] = /^(\s*)(.*)$/.exec(line);
    return indent + (whole(rest, form) ?? rest.split("; ").map((part) => whole(part, form) ?? part).join("; "));
  }).join("\n");
}

function whole(text, form) {
  return filled(sentences, text, (found) => inner(found, form)) ??
    (form && !NUMBER.test(text) ? filled(wordsOf(form).slotted, text, (found) => inner(found, form)) : null);
}

const JOINED = { de: { or: "oder", and: "und" }, ru: { or: "или", and: "и" } };

function inner(value, form) {
  const known = whole(value, form);
  if (known !== null || !form) return known ?? value;
  const parts = value.split(/(, | or | and )/);
  return parts.map((part, place) => (place % 2 ? part.replace(/or|and/, (word) => JOINED[chosen]?.[word] ?? word) : called(form, part))).join("");
}
