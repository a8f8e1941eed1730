// Puzzles that come with the page: a new one of a usual size is there at once, without a network too.

import { DAILY } from "./daily.js";
import * as store from "./store.js";

let loading = null;

async function all() {
  loading ??= fetch("puzzles.json").then((found) => (found.ok ? found.json() : {})).catch(() => { loading = null; return {}; });
  return loading;
}

const given = (family) => JSON.parse(store.setting(`puzzle/${family}/given`) ?? "[]");

// The same puzzle turned over, as 1: left to right, 2: top to bottom, 3: both. After the line of sizes come layers of as
// many lines as there are rows; no word of a family of the store points anywhere.
export function turned(text, way) {
  const [head, ...lines] = text.split("\n");
  const rows = Number(head.split(" ")[0]);
  if (!way || lines.length % rows) return text;
  const across = way & 1 ? lines.map((line) => line.split(" ").reverse().join(" ")) : lines;
  const layer = (place) => Math.floor(place / rows) * rows;
  const order = way & 2 ? across.map((_, place) => across[2 * layer(place) + rows - 1 - place]) : across;
  return [head, ...order].join("\n");
}

const WAYS = [0, 1, 2, 3];

// Sizes of which there are some, as sides of a square.
export async function sides(family) {
  return Object.keys((await all())[family] ?? {}).map((size) => Number(size.split("x")[0])).sort((one, other) => one - other);
}

// One of this size ("7x7") and level that was not given here before; null where there is none left.
export async function stocked(family, size, level) {
  const levels = (await all())[family]?.[size] ?? {};
  const before = new Set(given(family));
  for (const way of WAYS) {
    for (const name of level === "any" ? Object.keys(levels) : [level]) {
      for (const [number, text] of (levels[name] ?? []).entries()) {
        const key = `${size}/${name}/${number}${way ? `/${way}` : ""}`;
        if (before.has(key)) continue;
        store.setting(`puzzle/${family}/given`, JSON.stringify([...before, key]));
        return turned(text, way);
      }
    }
  }
  return null;
}

// How hard a puzzle is that comes with the page; "" for any other.
export async function levelOf(family, size, text) {
  const levels = (await all())[family]?.[size] ?? {};
  return Object.keys(levels).find((name) => WAYS.some((way) => levels[name].includes(turned(text, way)))) ?? "";
}

// What a family opens with: an easy one of the size of its puzzles of the day, else of one in the middle.
export async function opening(family) {
  const all = await sides(family);
  for (const side of [DAILY[family], all[Math.floor((all.length - 1) / 2)], ...all]) {
    const text = side ? await stocked(family, `${side}x${side}`, "easy") : null;
    if (text) return text;
  }
  return null;
}

// The puzzle of a day, by its number: the same for everybody.
export async function ofDay(family, side, number) {
  const texts = Object.values((await all())[family]?.[`${side}x${side}`] ?? {}).flat();
  return texts.length ? turned(texts[number % texts.length], Math.floor(number / texts.length) % WAYS.length) : null;
}
