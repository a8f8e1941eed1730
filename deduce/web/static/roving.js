// One Tab for each board and each group of chips; arrows move inside, to what lies nearest that way.

const GROUPS = ".touchboard, .field, .finder, .events, .certain-box .moves";
const ITEMS = "button:not(:disabled), input, summary";
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// To be called after what is inside was drawn anew.
export function rove(box) {
  if (!box.dataset.roves) {
    box.dataset.roves = "yes";
    box.addEventListener("keydown", move);
    box.addEventListener("focusin", (event) => { const group = event.target.closest(GROUPS); if (group && event.target.matches(ITEMS)) only(group, event.target); });
  }
  for (const group of box.querySelectorAll(GROUPS)) {
    const items = [...group.querySelectorAll(ITEMS)];
    only(group, items.find((each) => each === document.activeElement) ?? items.find((each) => each.getAttribute("aria-pressed") === "true") ?? items[0]);
  }
}

function only(group, item) {
  for (const each of group.querySelectorAll(ITEMS)) each.tabIndex = each === item ? 0 : -1;
}

function move(event) {
  const way = WAYS[event.key];
  const group = event.target.closest(GROUPS);
  if (!way || !group || event.target.tagName === "INPUT") return;
  const here = centre(event.target);
  const near = [...group.querySelectorAll(ITEMS)].filter((each) => each !== event.target && each.offsetParent).map((each) => {
    const [x, y] = centre(each).map((value, axis) => value - here[axis]);
    const along = x * way[0] + y * way[1];
    const across = Math.abs(x * way[1]) + Math.abs(y * way[0]);
    return { each, along, far: along + 3 * across };
  }).filter(({ along }) => along > 2).sort((one, other) => one.far - other.far)[0];
  if (!near) return;
  event.preventDefault();
  near.each.focus();
}

function centre(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}
