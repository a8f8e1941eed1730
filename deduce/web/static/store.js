// Evenings kept in this browser: name -> {text, form, seen}. The server keeps nothing.

const PREFIX = "deduce/evening/";

export function names() {
  const found = [];
  for (let place = 0; place < localStorage.length; place += 1) {
    const key = localStorage.key(place);
    if (key.startsWith(PREFIX)) found.push(key.slice(PREFIX.length));
  }
  return found.sort((one, other) => (load(other)?.seen ?? 0) - (load(one)?.seen ?? 0));
}

export function load(name) {
  try {
    const found = JSON.parse(localStorage.getItem(PREFIX + name));
    return found && typeof found.text === "string" ? found : null;
  } catch {
    return null;
  }
}

export function save(name, evening) {
  localStorage.setItem(PREFIX + name, JSON.stringify({ ...evening, seen: Date.now() }));
}

export function remove(name) {
  localStorage.removeItem(PREFIX + name);
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

export function setting(name, value) {
  const key = `deduce/setting/${name}`;
  if (value === undefined) return localStorage.getItem(key);
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, value);
  return value;
}

// Settings that nobody needs any more.
export function forget(is) {
  const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place));
  for (const key of keys) if (key.startsWith("deduce/setting/") && is(key.slice("deduce/setting/".length))) localStorage.removeItem(key);
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
