// Puzzles that come with the page: a new one of a usual size is there at once, without a network too.

import * as store from "./store.js";

let loading = null;

async function all() {
  loading ??= fetch("puzzles.json").then((found) => (found.ok ? found.json() : {})).catch(() => { loading = null; return {}; });
  return loading;
}

const given = (family) => JSON.parse(store.setting(`puzzle/${family}/given`) ?? "[]");

// One of this size ("7x7") and level that was not given here before; null where there is none left.
export async function stocked(family, size, level) {
  const levels = (await all())[family]?.[size] ?? {};
  const before = new Set(given(family));
  for (const name of level === "any" ? Object.keys(levels) : [level]) {
    for (const [number, text] of (levels[name] ?? []).entries()) {
      const key = `${size}/${name}/${number}`;
      if (before.has(key)) continue;
      store.setting(`puzzle/${family}/given`, JSON.stringify([...before, key]));
      return text;
    }
  }
  return null;
}

// How hard a puzzle is that comes with the page; "" for any other.
export async function levelOf(family, size, text) {
  const levels = (await all())[family]?.[size] ?? {};
  return Object.keys(levels).find((name) => levels[name].includes(text)) ?? "";
}

// What a family opens with: an easy one of a size in the middle.
export async function opening(family) {
  const sizes = Object.keys((await all())[family] ?? {});
  return sizes.length ? stocked(family, sizes[Math.floor((sizes.length - 1) / 2)], "easy") : null;
}

// The puzzle of a day, by its number: the same for everybody.
export async function ofDay(family, side, number) {
  const texts = Object.values((await all())[family]?.[`${side}x${side}`] ?? {}).flat();
  return texts.length ? texts[number % texts.length] : null;
}
