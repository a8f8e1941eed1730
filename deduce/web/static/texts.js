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
  if (chosen !== "en") sentences = patterns(await (await fetch("sentences.json")).json());
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

// A word of a game's form, as the game calls it in this language; of "code 2" it is enough that "code" has a text, and what
// has several words is called word by word.
export function called(form, key) {
  const text = form.texts?.[chosen]?.[key] ?? form.texts?.en?.[key];
  if (text !== undefined) return text;
  const numbered = /^(.+) (\d+)$/.exec(key);
  if (numbered && form.texts?.en?.[numbered[1]]) return `${called(form, numbered[1])} ${numbered[2]}`;
  return String(key).includes(" ") ? key.split(" ").map((word) => called(form, word)).join(" ") : key;
}

// The library's own sentences, by what it says in English: what stands in braces there is anything, and is set in here.
function patterns(told) {
  const escaped = (text) => text.replace(/[.*+?^$()|[\]\\]/g, "\\$&");
  const made = Object.entries(told).map(([english, here]) => ({
    pattern: new RegExp(`^${english.split(/\{\w+\}/).map(escaped).join("(.+?)")}$`),
    names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name), text: here[chosen], weight: english.replace(/\{\w+\}/g, "").length,
  }));
  return made.sort((one, other) => other.weight - one.weight);
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
  for (const { pattern, names, text: here } of sentences) {
    const found = pattern.exec(text);
    if (found) return here.replace(/\{(\w+)\}/g, (_, name) => (TYPED.has(name) ? found[1 + names.indexOf(name)] : inner(found[1 + names.indexOf(name)], form)));
  }
  return null;
}

// What is to be typed stays as it is typed.
const TYPED = new Set(["values", "meant", "got", "word", "other", "meanings", "example", "move"]);
const JOINED = { de: { or: "oder", and: "und" }, ru: { or: "или", and: "и" } };

function inner(value, form) {
  const known = whole(value, form);
  if (known !== null || !form) return known ?? value;
  const parts = value.split(/(, | or | and )/);
  return parts.map((part, place) => (place % 2 ? part.replace(/or|and/, (word) => JOINED[chosen]?.[word] ?? word) : called(form, part))).join("");
}
