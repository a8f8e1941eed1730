// Chances in words, what is certain of boards, and what became so.

export const CERTAIN = 1 - 1e-9;

export function told(chance) {
  if (chance >= CERTAIN) return "✓";
  if (chance <= 0) return "–";
  return inPercent(chance);
}

// In a sentence: 0% is impossible and 100% certain, and nothing else is.
export function inPercent(chance) {
  const percent = Math.round(100 * chance);
  return percent < 1 && chance > 0 ? "<1%" : percent > 99 && chance < CERTAIN ? ">99%" : `${percent}%`;
}

// What a place with one chance is about: its name and what may be there; a sign's words where the board asks about the place.
export function about(place, board) {
  return place.about.startsWith(`${place.say} `) ? [place.say, place.about.slice(place.say.length + 1)] : [place.say, board.asked].filter(Boolean);
}

// Everything that boards tell: {fact, words, chance}, a chance each.
export function facts(boards) {
  return boards.flatMap((board) => board.places.flatMap((place) => (place.chance !== null && place.fact
    ? [{ fact: place.fact, words: about(place, board), chance: place.chance }]
    : place.fact ? place.chances.map(([word, chance]) => ({ fact: place.fact.replace("{value}", word), words: board.kind === "holders" ? [word, place.say] : [place.text || place.say, word].filter(Boolean), chance })) : [])));
}

// How many facts have become certain between two answers.
export function becameCertain(before, after) {
  const known = new Set(facts(before).filter((each) => each.chance >= CERTAIN).map((each) => each.fact));
  const there = facts(before).length > 0;
  return there ? facts(after).filter((each) => each.chance >= CERTAIN && !known.has(each.fact)).length : 0;
}
