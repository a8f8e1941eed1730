// Elements made from values. Text is always set as text: nothing that was typed is ever read as markup.

export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "shade") element.style.setProperty("--shade", String(value));
    else if (name === "value") element.value = value;
    else if (name === "checked" || name === "selected" || name === "disabled" || name === "open") element[name] = Boolean(value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// The same for parts of a picture that is drawn here.
export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

// A line in which names may be written from the right: each word in its place, however its neighbours are written.
const FROM_RIGHT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
export function inOrder(line) {
  return FROM_RIGHT.test(line) ? line.split(/(\s+)/).map((word) => (FROM_RIGHT.test(word) ? h("bdi", {}, word) : word)) : line;
}

export function put(place, ...children) {
  place.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
}

// A picture drawn by the library: as an image, in which nothing can run.
export function picture(svg, label, className = "picture") {
  return h("img", { class: className, alt: label, src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}` });
}

// Tells who listens what happened; `shown` to who looks, too, for a while.
let hiding = 0;
export function say(text, { shown = false } = {}) {
  const place = document.getElementById("status");
  place.textContent = text;
  clearTimeout(hiding);
  place.classList.toggle("shown", shown && Boolean(text));
  if (shown) hiding = setTimeout(() => place.classList.remove("shown"), 5000);
}
