// The words of the page, as data by language; a missing word is said in English.

import { setting } from "./store.js";

export const LANGUAGES = { en: "English", de: "Deutsch", ru: "Русский" };
let chosen = "en";
let words = {};
let fallback = {};

export async function start() {
  const wanted = setting("language") || (navigator.language || "en").slice(0, 2);
  chosen = wanted in LANGUAGES ? wanted : "en";
  fallback = await (await fetch("texts/en.json")).json();
  words = chosen === "en" ? fallback : await (await fetch(`texts/${chosen}.json`)).json();
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

// A word of a game's form, as the game calls it in this language; of "code 2" it is enough that "code" has a text.
export function called(form, key) {
  const text = form.texts?.[chosen]?.[key] ?? form.texts?.en?.[key];
  if (text !== undefined) return text;
  const numbered = /^(.+) (\d+)$/.exec(key);
  return numbered && form.texts?.en?.[numbered[1]] ? `${called(form, numbered[1])} ${numbered[2]}` : key;
}
