// Lines of a record from taps: the same steps as deduce.records.form, on the form's data.

export function shown(field, values, form, actor) {
  if (field.who === "me" && actor !== form.me) return false;
  if (field.who === "others" && actor === form.me) return false;
  if (Object.entries(field.unless).some(([name, words]) => (values[name] ?? []).some((word) => words.includes(word)))) return false;
  return Object.entries(field.when).every(([name, words]) => (values[name] ?? []).some((word) => words.includes(word)));
}

// The words of a field that this actor can say; of an event of rows, those that go with what the fields before say.
export function sayable(field, actor, event = null, values = {}) {
  if (event?.rows?.length) {
    const place = event.fields.indexOf(field);
    const before = Object.fromEntries(event.fields.slice(0, place).map((each) => [each.name, values[each.name] ?? []]));
    const there = new Set(agreeing(event, before).map((row) => row[place]));
    return field.words.filter((word) => there.has(word));
  }
  return field.apart ? field.words.filter((word) => word !== actor) : field.words;
}

// The rows of an event that agree with what its fields say.
export function agreeing(event, values) {
  return event.rows.filter((row) => row.every((word, place) => {
    const said = values[event.fields[place].name];
    return !said?.length || said[0] === word;
  }));
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
  if (field.empty) return true;
  if (!value || !value.length) return false;
  if (field.kind === "text") return value.filter((part) => part.trim()).length >= (field.count || 1);
  if (field.kind === "counts") return true;
  return !field.count || value.length === field.count;
}

// The words of a value as they stand in a line: some fields have an order of their own, and a word for none.
function spoken(field, values) {
  const value = (values[field.name] ?? []).filter((word) => word.trim());
  if (field.sorted) value.sort((one, other) => field.words.indexOf(one) - field.words.indexOf(other));
  return value.join(field.join) || field.empty || "";
}

function begun(event, actor) {
  return event.actor ? `${event.who || actor} ${event.head}` : event.head;
}

export function line(event, values, actor) {
  let text = begun(event, actor);
  for (const field of event.fields) {
    const value = spoken(field, values);
    if (value) text += field.before + value;
  }
  return (text + (event.tail ?? "")).trim();
}

// Every line of an event whose fields are few and of one word each, with the values that make it; the actor's name aside.
const MOST = 2000;
export function every(event) {
  if (event.fields.some((field) => field.kind !== "one" || field.optional)) return [];
  if (event.fields.reduce((count, field) => count * field.words.length, 1) > MOST && !event.rows?.length) return [];
  let rows = event.rows ?? [];
  if (!rows.length) rows = event.fields.reduce((found, field) => found.flatMap((row) => field.words.map((word) => [...row, word])), [[]]);
  return rows.map((row) => {
    const values = Object.fromEntries(event.fields.map((field, place) => [field.name, [row[place]]]));
    return { values, words: line({ ...event, actor: false }, values).split(/\s+/) };
  });
}

// Where each field stands in the line, to show an error at the field it belongs to: [name, from, to], from 1.
export function places(event, values, actor) {
  let text = begun(event, actor);
  const found = [];
  for (const field of event.fields) {
    const value = spoken(field, values);
    if (!value) continue;
    const from = text.length + 1;
    text += field.before + value;
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

// Whole lines that begin with these words and say this one later; it may be several words, such as those of a card.
export function through(lines, words, word) {
  const said = word.split(" ");
  return lines.filter((each) => {
    const split = each.split(/\s+/);
    return words.every((one, place) => split[place] === one) && split.some((_, at) => at >= words.length && said.every((one, place) => split[at + place] === one));
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
