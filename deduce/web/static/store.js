// Evenings kept in this browser: name -> {text, form, seen}. The server keeps nothing. What the browser refuses to keep, since
// it is full or keeps nothing for pages, lives as long as the page does, which is told of it by the event "unkept".

const PREFIX = "deduce/evening/";
const unkept = new Map();

function read(key) {
  if (unkept.has(key)) return unkept.get(key);
  try { return localStorage.getItem(key); } catch { return null; }
}

function write(key, value) {
  try {
    localStorage.setItem(key, value);
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
    document.dispatchEvent(new CustomEvent("unkept"));
  }
}

function drop(key) {
  unkept.delete(key);
  try { localStorage.removeItem(key); } catch { /* it keeps nothing */ }
}

function keys() {
  try {
    return [...new Set([...Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place)), ...unkept.keys()])];
  } catch {
    return [...unkept.keys()];
  }
}

export function names() {
  const found = keys().filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
  return found.sort((one, other) => (load(other)?.seen ?? 0) - (load(one)?.seen ?? 0));
}

export function load(name) {
  try {
    const found = JSON.parse(read(PREFIX + name));
    return found && typeof found.text === "string" ? found : null;
  } catch {
    return null;
  }
}

export function save(name, evening) {
  write(PREFIX + name, JSON.stringify({ ...evening, seen: Date.now() }));
}

export function remove(name) {
  drop(PREFIX + name);
}

export function free(wanted) {
  const taken = new Set(names());
  if (!taken.has(wanted)) return wanted;
  let number = 2;
  while (taken.has(`${wanted} ${number}`)) number += 1;
  return `${wanted} ${number}`;
}

export function onChange(call) {
  const listen = (event) => {
    if (event.key === null || event.key.startsWith(PREFIX)) call(event.key === null ? null : event.key.slice(PREFIX.length));
  };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

// What another tab changed of the settings that begin so.
export function onSetting(prefix, call) {
  const begun = `deduce/setting/${prefix}`;
  const listen = (event) => { if (event.key?.startsWith(begun)) call(event.key.slice(begun.length)); };
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

export function setting(name, value) {
  const key = `deduce/setting/${name}`;
  if (value === undefined) return read(key);
  if (value === null) drop(key);
  else write(key, value);
  return value;
}

// Settings that nobody needs any more.
export function forget(is) {
  for (const key of keys()) if (key.startsWith("deduce/setting/") && is(key.slice("deduce/setting/".length))) drop(key);
}

// A record as the fragment of a link: nothing of it is sent to any server.
export function packed(text) {
  const bytes = new TextEncoder().encode(text);
  let signs = "";
  for (const byte of bytes) signs += String.fromCharCode(byte);
  return btoa(signs).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

export function unpacked(code) {
  const signs = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(signs, (sign) => sign.charCodeAt(0)));
}
