"""What each variant rule says, written once more in plain Python over a filled grid: ``(r, c) -> number``."""

from itertools import groupby, pairwise


def neighbours(at, size):
    r, c = at
    found = [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return [x for x in found if min(x) >= 1 and max(x) <= size]


def parts(line, box):
    return [list(group) for _, group in groupby(line.cells, key=lambda at: box[at])]


def triples(values):
    return [values[i : i + 3] for i in range(max(1, len(values) - 2))]


def sandwich(values, size):
    a, b = sorted((values.index(1), values.index(size)))
    return sum(values[a + 1 : b])


def seen(values):
    return sum(x > max(values[:i], default=0) for i, x in enumerate(values))


def apart(grid, steps):
    return all(
        grid[r, c] != grid[r + a, c + b] for r, c in grid for a, b in steps if (r + a, c + b) in grid
    )


def number_of(values, size):
    base = 10 if size < 10 else 100
    total = 0
    for x in values:
        total = total * base + x
    return total


def holds(line, grid, size, box, lines):
    """Whether a filled grid obeys a line."""
    v = [grid[at] for at in line.cells]
    w = [grid[at] for at in line.second]
    n = line.numbers
    two = list(pairwise(v))
    beside = [(grid[a], grid[b], frozenset((a, b))) for a in grid for b in neighbours(a, size) if a < b]

    def marked(*names):
        return {frozenset(other.cells) for other in lines if other.name in names}

    def of(name):
        return {at for other in lines if other.name == name for at in other.cells}

    rules = {
        "thermometer": lambda: v == sorted(set(v)) and len(set(v)) == len(v),
        "slow-thermometer": lambda: v == sorted(v),
        "whispers": lambda: all(abs(a - b) >= (n[0] if n else (size + 1) // 2) for a, b in two),
        "parity-line": lambda: all(a % 2 != b % 2 for a, b in two),
        "palindrome": lambda: v == v[::-1],
        "white": lambda: v[0] - v[1] in (1, -1),
        "black": lambda: max(v) == 2 * min(v),
        "difference": lambda: abs(v[0] - v[1]) == n[0],
        "ratio": lambda: v[0] == n[0] * v[1] or v[1] == n[0] * v[0],
        "x": lambda: sum(v) == 10,
        "v": lambda: sum(v) == 5,
        "less": lambda: v[0] < v[1],
        "all-kropki": lambda: all(
            pair in marked("white", "black") or (abs(a - b) != 1 and max(a, b) != 2 * min(a, b))
            for a, b, pair in beside
        ),
        "all-xv": lambda: all(pair in marked("x", "v") or a + b not in (5, 10) for a, b, pair in beside),
        "renban": lambda: len(set(v)) == len(v) == max(v) - min(v) + 1,
        "between": lambda: all(min(v[0], v[-1]) < x < max(v[0], v[-1]) for x in v[1:-1]),
        "lockout": lambda: (
            abs(v[0] - v[-1]) >= (n[0] if n else 4)
            and all(not min(v[0], v[-1]) <= x <= max(v[0], v[-1]) for x in v[1:-1])
        ),
        "entropic": lambda: all(len({(x - 1) // -(-size // 3) for x in t}) == len(t) for t in triples(v)),
        "modular": lambda: all(len({x % 3 for x in t}) == len(t) for t in triples(v)),
        "zipper": lambda: (
            len(
                {v[i] + v[-1 - i] for i in range(len(v) // 2)} | ({v[len(v) // 2]} if len(v) % 2 else set())
            )
            == 1
        ),
        "region-sum": lambda: len({sum(grid[at] for at in part) for part in parts(line, box)}) == 1,
        "arrow": lambda: number_of(v, size) == sum(w),
        "double-arrow": lambda: v[0] + v[-1] == sum(v[1:-1]),
        "cage": lambda: len(set(v)) == len(v) and (not n or sum(v) == n[0]),
        "sum": lambda: sum(v) == n[0],
        "extra-region": lambda: len(set(v)) == len(v),
        "clone": lambda: v == w,
        "quadruple": lambda: all(v.count(x) >= n.count(x) for x in n),
        "circles": lambda: all(v.count(x) == x for x in v),
        "odd": lambda: all(x % 2 for x in v),
        "even": lambda: not any(x % 2 for x in v),
        "minimum": lambda: all(
            grid[at] < grid[x] for at in line.cells for x in neighbours(at, size) if x not in of("minimum")
        ),
        "maximum": lambda: all(
            grid[at] > grid[x] for at in line.cells for x in neighbours(at, size) if x not in of("maximum")
        ),
        "little-killer": lambda: sum(v) == n[0],
        "sandwich": lambda: sandwich(v, size) == n[0],
        "skyscraper": lambda: seen(v) == n[0],
        "x-sum": lambda: sum(v[: v[0]]) == n[0],
        "numbered-room": lambda: v[v[0] - 1] == n[0],
        "anti-knight": lambda: apart(grid, [(1, 2), (2, 1), (-1, 2), (-2, 1)]),
        "anti-king": lambda: apart(grid, [(1, 1), (1, -1), (0, 1), (1, 0)]),
        "non-consecutive": lambda: all(abs(a - b) != 1 for a, b, _ in beside),
        "disjoint-groups": lambda: all(
            len({grid[at] for at in same}) == len(same) for same in same_places(box)
        ),
        "diagonal": lambda: len({grid[i, i] for i in range(1, size + 1)}) == size,
        "anti-diagonal": lambda: len({grid[i, size + 1 - i] for i in range(1, size + 1)}) == size,
        "region": lambda: len(set(v)) == len(v),
        "no-boxes": lambda: True,
    }
    return rules[line.name]()


def same_places(box):
    groups = {}
    for number in set(box.values()):
        for i, at in enumerate(sorted(at for at in box if box[at] == number)):
            groups.setdefault(i, []).append(at)
    return groups.values()
