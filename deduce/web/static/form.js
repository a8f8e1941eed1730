// Lines of a record from taps: the same steps as deduce.records.form, on the form's data.

export function shown(field, values, form, actor) {
  if (field.who === "me" && actor !== form.me) return false;
  if (field.who === "others" && actor === form.me) return false;
  if (Object.entries(field.unless).some(([name, words]) => (values[name] ?? []).some((word) => words.includes(word)))) return false;
  return Object.entries(field.when).every(([name, words]) => (values[name] ?? []).some((word) => words.includes(word)));
}

// The words of a field that this actor can say.
export function sayable(field, actor) {
  return field.apart ? field.words.filter((word) => word !== actor) : field.words;
}

// Every choice of any number of a few words: nobody, each alone, each two, ...
export function subsets(words) {
  const all = words.reduce((found, word) => [...found, ...found.map((each) => [...each, word])], [[]]);
  return all.sort((one, other) => one.length - other.length);
}

// Of ["black 2", "pink 1"]: {black: 2, pink: 1}.
export function countsOf(value) {
  return Object.fromEntries(value.map((each) => each.split(" ")).map(([word, number]) => [word, Number(number)]));
}

export function total(value) {
  return Object.values(countsOf(value ?? [])).reduce((sum, each) => sum + each, 0);
}

export function full(field, value) {
  if (!value || !value.length) return false;
  if (field.kind === "text") return value.filter((part) => part.trim()).length >= (field.count || 1);
  if (field.kind === "counts") return true;
  return !field.count || value.length === field.count;
}

export function line(event, values, actor) {
  let text = event.actor ? `${actor} ${event.head}` : event.head;
  for (const field of event.fields) {
    const value = (values[field.name] ?? []).filter((word) => word.trim());
    if (value.length) text += field.before + value.join(field.join);
  }
  return text.trim();
}

// Where each field stands in the line, to show an error at the field it belongs to: [name, from, to], from 1.
export function places(event, values, actor) {
  let text = event.actor ? `${actor} ${event.head}` : event.head;
  const found = [];
  for (const field of event.fields) {
    const value = values[field.name] ?? [];
    if (!value.length) continue;
    const from = text.length + 1;
    text += field.before + value.join(field.join);
    found.push([field.name, from, text.length]);
  }
  return found;
}

// Rows of a field's table that agree with what its part says already.
export function rows(form, event, field, values) {
  const fields = event.fields.filter((each) => each.table === field.table && each.part === field.part);
  return (form.tables[field.table] ?? []).filter((row) =>
    fields.every((each, place) => !(values[each.name] ?? []).length || values[each.name][0] === row[place]),
  );
}

export function partOf(event, field) {
  return event.fields.filter((each) => each.table && each.table === field.table && each.part === field.part);
}

// The next words of whole lines that begin with these words, and whether the words are a line already.
export function onward(lines, words) {
  const begun = lines.map((each) => each.split(/\s+/)).filter((each) => words.every((word, place) => each[place] === word));
  const next = [...new Set(begun.filter((each) => each.length > words.length).map((each) => each[words.length]))];
  return { next, whole: begun.some((each) => each.length === words.length) };
}

// Whole lines that begin with these words and say this one later.
export function through(lines, words, word) {
  return lines.filter((each) => {
    const split = each.split(/\s+/);
    return words.every((one, place) => split[place] === one) && split.indexOf(word, words.length) >= 0;
  });
}

// The words that lead on from here, at whatever place of a line.
export function ahead(lines, words) {
  const begun = lines.map((each) => each.split(/\s+/)).filter((each) => words.every((word, place) => each[place] === word));
  return new Set(begun.flatMap((each) => each.slice(words.length)));
}

export function afterActor(form, actor) {
  const place = form.names.indexOf(actor);
  return form.names[(place + 1) % form.names.length];
}
