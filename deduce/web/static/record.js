// A record as lines: the same rules about header, comments and events as in the library.

export const HEADER = /^[a-z_]+:(\s|$)/;

export function body(line) {
  return line.split("#")[0].trim();
}

// The events, each with its number in the file (from 1), and the header's lines.
export function parts(text) {
  const lines = text.split("\n");
  const header = [];
  const events = [];
  let inHeader = true;
  lines.forEach((line, place) => {
    if (!body(line)) {
      if (inHeader && header.length && !line.trim()) inHeader = false;
      return;
    }
    (inHeader ? header : events).push({ number: place + 1, text: line });
  });
  return { lines, header, events };
}

export function value(text, key) {
  const found = parts(text).header.find((line) => body(line.text).toLowerCase().startsWith(`${key}:`));
  return found ? body(found.text).slice(key.length + 1).trim() : "";
}

// The record with a line in its place: events at the end, header lines at the end of the header.
export function withLine(text, line) {
  const lines = text.replace(/\n+$/, "").split("\n");
  if (HEADER.test(line)) {
    const key = line.split(":")[0];
    const old = parts(text).header.find((each) => each.text.toLowerCase().startsWith(`${key}:`));
    if (old) lines[old.number - 1] = line;
    else {
      const last = parts(text).header.at(-1);
      lines.splice(last ? last.number : lines.length, 0, line);
    }
  } else {
    if (!lines.some((each) => !each.trim())) lines.push("");
    lines.push(line);
  }
  return `${lines.join("\n")}\n`;
}

// The record with its last event going on; behind a comment it goes on in a line of its own.
export function withMore(text, join, more) {
  const last = parts(text).events.at(-1);
  if (!last || last.text.includes("#")) return withLine(text, more);
  const open = last.text.trimEnd().replace(/, \?$/, "");
  return withChange(text, last.number, more ? open + join + more : open);
}

export function withoutLine(text, number) {
  const lines = text.split("\n");
  lines.splice(number - 1, 1);
  return lines.join("\n");
}

export function withChange(text, number, line) {
  const lines = text.split("\n");
  lines[number - 1] = line;
  return lines.join("\n");
}

// What the form depends on: two records with equal headers have equal forms.
export function headerKey(text) {
  return parts(text).header.map((line) => body(line.text)).join("\n");
}
