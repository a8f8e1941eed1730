// The signs on buttons: strokes on a field of 24, each with the word beside it or in the button's name.

import { s } from "./dom.js";

const PATHS = {
  table: "M3 9h18l-2 4H5zM7 13v7M17 13v7",
  play: "M4 8a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM10 6l.4-1.200A2 2 0 0 1 12.800 3.500l5 1.100A2 2 0 0 1 19.300 7L17 17",
  grid: "M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM9.300 4v16M14.700 4v16M4 9.300h16M4 14.700h16",
  go: "M8 5.500v13l11-6.500z", back: "M15 5l-7 7 7 7", next: "M9 5l7 7-7 7", plus: "M12 5v14M5 12h14", more: "M12 5.500v.1M12 12v.1M12 18.500v.1",
  cog: "M12 8.800a3.200 3.200 0 1 0 0 6.400 3.200 3.200 0 0 0 0-6.400M12 3v2.500M12 18.500V21M3 12h2.500M18.500 12H21M5.600 5.600l1.800 1.800M16.600 16.600l1.800 1.800M5.600 18.400l1.800-1.800M16.600 7.400l1.800-1.800",
  undo: "M4 9h10a5 5 0 0 1 0 10h-3M4 9l4-4M4 9l4 4", redo: "M20 9H10a5 5 0 0 0 0 10h3M20 9l-4-4M20 9l-4 4",
  hint: "M9.500 18h5M10.500 21h3M12 3a6 6 0 0 0-3.500 10.900V15h7v-1.100A6 6 0 0 0 12 3", check: "M5 12.500l4.500 4.500L19 7.500",
  share: "M12 15V4M8 7.500L12 3.500l4 4M5 12v7a1.500 1.500 0 0 0 1.500 1.500h11A1.500 1.500 0 0 0 19 19v-7", pause: "M8 5.500v13M16 5.500v13",
  line: "M4 18l6-12h10", cross: "M7 7l10 10M17 7L7 17", mark: "M5 7a2 2 0 0 1 2-2h10a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM9 9.500h6v5H9z",
  value: "M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM10.500 9.500L12.500 8v8", corner: "M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM7.500 8h2M14.500 8h2",
  centre: "M4 6a2 2 0 0 1 2-2h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2zM9.500 12h5", colour: "M12 3a9 9 0 1 0 0 18c2 0 2-1.500 1.400-2.600-.8-1.500.2-2.900 1.900-2.900H18c2 0 3-1.500 3-3.500C21 7 17 3 12 3zM8 9.500v.01M13 7.500v.01M7.500 14v.01",
  keys: "M3 8a2 2 0 0 1 2-2h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zM7 10v.01M11 10v.01M15 10v.01M8 14h8",
  touch: "M9 11.500V5.500a1.500 1.500 0 0 1 3 0v5l5 1.200a2 2 0 0 1 1.500 2.300L17.500 20h-7L6 15.500a1.400 1.400 0 0 1 2-2l1 1z",
  pen: "M4 20l1-4L16 5l3 3L8 19zM13.500 7.500l3 3",
  clock: "M12 6.500a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 10v3.500l2 1.500M10 3h4", erase: "M8 20l-4-4a1.500 1.500 0 0 1 0-2l9-9a1.500 1.500 0 0 1 2 0l5 5a1.500 1.500 0 0 1 0 2l-8 8zM9 9l7 7",
};

export function icon(name) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: PATHS[name] }));
}

// The house's mark: worlds, and one of them left.
export function mark() {
  const faint = [0.9, 0.55, 0.3, 0.3, 0, 0.55, 0.55, 0.3, 0.9];
  return s("svg", { viewBox: "0 0 34 34", "aria-hidden": "true" }, s("rect", { width: 34, height: 34, rx: 10, fill: "#6b2f6b" }),
    faint.map((opacity, place) => s("circle", { cx: 9 + 8 * (place % 3), cy: 9 + 8 * Math.floor(place / 3), r: opacity ? 2.6 : 4.2, fill: opacity ? "#d9a9d8" : "#f0b445", opacity: opacity || 1 })));
}

// What the library does, in one picture: worlds, a note, fewer worlds, a note, one that is certain.
const LEFT = new Set([1, 8, 9, 14, 16, 20, 21, 27, 33]);

export function worlds(label, [many, few, sure]) {
  const dots = (x, left) => Array.from({ length: 36 }, (_, place) => s("circle", {
    cx: x + 14 * (place % 6), cy: 8 + 14 * Math.floor(place / 6), r: left === null || left.has(place) ? 4.6 : 2.8, class: left === null || left.has(place) ? "dot" : "gone" }));
  const note = (x, letter, name) => [s("circle", { cx: x, cy: 18, r: 11, class: name }), s("text", { x, y: 22, class: "letter" }, letter), s("path", { d: `M${x - 14} 44h28m-8-8l8 8-8 8`, class: "arrow" })];
  return s("svg", { class: "worlds", viewBox: "0 0 340 104", role: "img", "aria-label": label }, dots(8, null), note(110, "B", "b"), dots(142, LEFT), note(244, "C", "c"),
    s("circle", { cx: 302, cy: 43, r: 33, class: "sure" }), s("path", { d: "M286 44l11 11 20-22", class: "tick" }),
    s("text", { x: 43, y: 101 }, many), s("text", { x: 177, y: 101 }, few), s("text", { x: 302, y: 101 }, sure));
}
