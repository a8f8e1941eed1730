// Boards to be touched: a tap on a place says its word. The library tells them as places, of which its pictures are drawn too.

import { h } from "./dom.js";
import { told } from "./sheet.js";
import { t } from "./texts.js";

// `sayable` are the words that lead on from here; places whose word is not among them can only be looked at. `said` is
// the place that was touched last.
export function drawBoards(boards, sayable, say, said = "") {
  return boards.map((board) => {
    const at = new Map(board.places.map((place) => [`${place.row} ${place.column}`, place]));
    const square = (place) => {
      const seen = place.text || (place.chance === null ? "" : told(place.chance));
      const words = [place.say, place.about || place.text, place.chance === null ? "" : `${board.asked} ${told(place.chance)}`];
      return h("button", {
        type: "button", class: `square${place.marked ? " marked" : ""}${place.text ? "" : " chance"}`, disabled: !sayable.has(place.say), "aria-pressed": place.say === said ? "true" : null, shade: place.chance ?? 0,
        "data-tap": `place ${place.say}`, "aria-label": words.filter(Boolean).join(", "), onclick: () => say(place.say),
      }, seen);
    };
    return h("section", { class: "touchboard", "aria-label": board.title },
      h("h2", {}, board.asked ? t("chances of", { board: board.title, what: board.asked }) : board.title),
      h("table", {},
        h("thead", {}, h("tr", {}, h("td", {}), board.columns.map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, board.rows.map((name, row) => h("tr", {}, h("th", { scope: "row" }, name), board.columns.map((_, column) => {
          const place = at.get(`${row} ${column}`);
          return h("td", {}, place ? square(place) : "");
        }))))));
  });
}
