// The answer as cells: chances as shades and numbers, each a question to tap.

import { h } from "./dom.js";
import { called, t } from "./texts.js";

export const CERTAIN = 1 - 1e-9;

function within(data, path) {
  return path.reduce((found, key) => (found === null || typeof found !== "object" ? undefined : found[key]), data);
}

// A part of the data as rows of cells: {outer, inner, chance, fact}.
export function cells(sheet, data) {
  const found = within(data, sheet.at);
  if (!found || typeof found !== "object") return [];
  const pairs = Array.isArray(found) ? found.map((each, place) => [String(place + 1), each]) : Object.entries(found);
  const made = [];
  for (const [outer, inside] of pairs) {
    const inner = typeof inside === "number" ? [["", inside, outer]] : Object.entries(inside ?? {}).map(([key, value]) => [outer, value, key]);
    for (const [row, chance, column] of inner) {
      if (typeof chance !== "number") continue;
      const outerName = typeof inside === "number" ? "" : row;
      made.push({ outer: outerName, inner: column, chance, fact: sheet.fact.replace("{outer}", outerName).replace("{inner}", column) });
    }
  }
  return made;
}

export function told(chance) {
  if (chance >= CERTAIN) return "✓";
  if (chance <= 0) return "–";
  const percent = Math.round(100 * chance);
  return `${Math.min(99, Math.max(1, percent))}%`;
}

// How many cells have become certain, either way, between two answers.
export function becameCertain(form, before, after) {
  if (!before || !after) return 0;
  const settled = (chance) => chance <= 0 || chance >= CERTAIN;
  let count = 0;
  for (const sheet of form.sheets) {
    const old = new Map(cells(sheet, before).map((cell) => [cell.fact, cell.chance]));
    for (const cell of cells(sheet, after)) {
      const chance = old.get(cell.fact);
      if (chance !== undefined && !settled(chance) && settled(cell.chance)) count += 1;
    }
  }
  return count;
}

export function drawSheet(form, sheet, data, ask) {
  const all = cells(sheet, data);
  if (!all.length) return null;
  const outer = [...new Set(all.map((cell) => cell.outer))];
  const inner = [...new Set(all.map((cell) => cell.inner))];
  const at = new Map(all.map((cell) => [`${cell.outer}\n${cell.inner}`, cell]));
  const list = outer.length === 1 && !outer[0];
  const sparse = all.length < 0.6 * outer.length * inner.length;
  const title = called(form, sheet.name);
  const button = (cell, name = "") => h("button", {
    type: "button", class: `cell ${cell.chance >= CERTAIN ? "sure" : cell.chance <= 0 ? "never" : "open"}`, shade: Math.max(0, Math.min(1, cell.chance)).toFixed(3),
    "aria-label": `${title}: ${cell.outer} ${cell.inner}: ${cell.chance >= CERTAIN ? t("certain") : cell.chance <= 0 ? t("impossible") : told(cell.chance)}`,
    "data-fact": cell.fact, onclick: () => ask(cell.fact, cell),
  }, name ? `${name} ` : "", told(cell.chance));
  if (list || sparse) {
    const rows = outer.map((key) => {
      const likely = all.filter((cell) => cell.outer === key).sort((one, other) => other.chance - one.chance).slice(0, 12);
      return h("div", { class: "row" }, key ? h("span", { class: "label" }, called(form, key)) : null, likely.map((cell) => button(cell, cell.inner)));
    });
    return h("section", { class: "sheet list" }, h("h2", {}, title), rows);
  }
  const [columns, rows] = sheet.across === "outer" ? [outer, inner] : [inner, outer];
  const of = (row, column) => at.get(sheet.across === "outer" ? `${column}\n${row}` : `${row}\n${column}`);
  return h("section", { class: "sheet" }, h("h2", {}, title), h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, h("table", {},
    h("thead", {}, h("tr", {}, h("td", {}), columns.map((name) => h("th", { scope: "col" }, called(form, name))))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, called(form, row)), columns.map((column) => {
      const cell = of(row, column);
      return h("td", {}, cell ? button(cell) : "");
    })))))));
}
