"""The same for the older families: what solutions must be, in plain Python over what is shown; see `family_oracles`."""

import re
from collections import Counter
from itertools import combinations, pairwise
from math import prod

from tests.pencil.family_oracles import (
    BACK,
    LOOP,
    REGIONS,
    SHADES,
    SIDES,
    WAYS,
    WORDS,
    add,
    area_at,
    areas,
    arm,
    beside,
    blocks,
    box,
    cols_of,
    corners,
    every,
    form,
    full,
    given,
    goes,
    latin,
    lines,
    no_pair,
    numbers,
    one,
    parts,
    rows_of,
    runs,
    sides_counted,
    straight,
    through,
    visits,
)


def _told(sheet):
    return sheet.layer("clues")


def _ray(cells, at, side):
    """The cells of the grid from a cell on, nearest first."""
    found = []
    while (at := add(at, side)) in cells:
        found.append(at)
    return found


def _seen(cells, at, inside):
    """How many cells in a row are inside, in the four directions together."""
    total = 0
    for side in WAYS:
        for x in _ray(cells, at, side):
            if x not in inside:
                break
            total += 1
    return total


def _around(at):
    return beside(at) | corners(at)


def _no_block(sheet, inside):
    return not any(block <= inside for block in blocks(sheet))


def _area_numbers(sheet, inside):
    return all(len(area_at(sheet, at) & inside) == n for at, n in numbers(sheet).items())


def _ordered(sheet, words):
    return all(sorted(int(words[at]) for at in own) == list(range(1, len(own) + 1)) for own in areas(sheet))


# Numbers, letters and signs.


def abcendview(sheet, words):
    letters = [x for x in "abcdefgh" if x <= sheet.extra[0]]
    if any(sorted(words[at] for at in line if words[at] != "-") != letters for line in lines(sheet)):
        return False
    for layer, own, back in (
        ("top", cols_of, False),
        ("bottom", cols_of, True),
        ("left", rows_of, False),
        ("right", rows_of, True),
    ):
        for told, line in zip(sheet.layers[layer][0], own(sheet), strict=True):
            seen = [words[at] for at in (line[::-1] if back else line) if words[at] != "-"]
            if told not in ("-", seen[0]):
                return False
    return given(sheet, words)


def binairo(sheet, words):
    for line in lines(sheet):
        text = "".join(words[at] for at in line)
        if text.count("1") != text.count("2") or "111" in text or "222" in text:
            return False
    return given(sheet, words)


def consecutivesudoku(sheet, words):
    for at, word in sheet.layer("marks").items():
        for bit, side in enumerate("eswn"):
            near = words.get(add(at, side))
            apart = near is not None and abs(int(words[at]) - int(near)) == 1
            if bool(int(word) >> bit & 1) != apart:
                return False
    return latin(sheet, words) and given(sheet, words)


def _boxed(sheet, words):
    """For grids of four: boxes of two by two."""
    return latin(sheet, words) and all(
        len({words[r + i, c + j] for i in (0, 1) for j in (0, 1)}) == 4 for r in (1, 3) for c in (1, 3)
    )


def sudoku(sheet, words):
    return _boxed(sheet, words) and given(sheet, words)


def evenoddsudoku(sheet, words):
    said = {at: word for at, word in _told(sheet).items() if word in "EO"}
    return (
        _boxed(sheet, words)
        and all(int(words[at]) % 2 == (word == "O") for at, word in said.items())
        and all(words[at] == word for at, word in _told(sheet).items() if at not in said)
    )


def jigsawsudoku(sheet, words):
    return latin(sheet, words) and _ordered(sheet, words) and given(sheet, words)


def killersudoku(sheet, words):
    for own in areas(sheet):
        found = [int(words[at]) for at in own]
        told = [n for at, n in numbers(sheet).items() if at in own]
        if len(set(found)) < len(found) or any(sum(found) != n for n in told):
            return False
    return _boxed(sheet, words)


def kenken(sheet, words):
    for at, word in _told(sheet).items():
        found = sorted(int(words[x]) for x in area_at(sheet, at))
        number = int(re.match(r"\d+", word)[0])
        sign = word[-1].replace("x", "*").replace(":", "/")
        most, rest = found[-1], found[:-1]
        gives = {
            "+": sum(found) == number,
            "*": prod(found) == number,
            "-": most - sum(rest) == number,
            "/": number * prod(rest) == most,
        }
        if len(found) == 1:
            gives = {"": found == [number]}
        if not (gives[sign] if sign in gives else any(gives.values())):
            return False
    return latin(sheet, words)


def mathrax(sheet, words):
    for (r, c), word in sheet.layer("corners").items():
        for a, b in (((r, c), (r + 1, c + 1)), ((r, c + 1), (r + 1, c))):
            x, y = sorted((int(words[a]), int(words[b])))
            sign, number = word[-1], int(word[:-1] or 0)
            fits = {
                "+": x + y == number, "-": y - x == number, "*": x * y == number, "/": x * number == y,
                "e": x % 2 == y % 2 == 0, "o": x % 2 == y % 2 == 1,
            }  # fmt: skip
            if not fits[sign.lower().translate(str.maketrans("x:÷", "*//"))]:
                return False
    return latin(sheet, words) and given(sheet, words)


def magnetic(sheet, words):
    for own in areas(sheet):
        if sorted(words[at] for at in own) not in (["x"], ["x", "x"], ["+", "-"]):
            return False
    for a, word in words.items():
        if word != "x" and any(words.get(b) == word for b in beside(a)):
            return False
    for kind, pole in (("pluses", "+"), ("minuses", "-")):
        for side, own in (("column", cols_of), ("row", rows_of)):
            for told, line in zip(sheet.layers[f"{side} {kind}"][0], own(sheet), strict=True):
                if told != "-" and int(told) != sum(words[at] == pole for at in line):
                    return False
    return True


def patchwork(sheet, words):
    even = all(len(set(Counter(words[at] for at in line).values())) == 1 for line in lines(sheet))
    whole = all({words[at] for at in line} == set(words.values()) for line in lines(sheet))
    apart = not any(words[a] == words.get(b) for a in words for b in beside(a))
    return even and whole and apart and _ordered(sheet, words) and given(sheet, words)


def skyscraper(sheet, words):
    top = int(sheet.extra[0])
    groups = list(lines(sheet))
    if sheet.extra[1:]:
        n = sheet.rows
        groups += [[(i, i) for i in range(1, n + 1)], [(i, n + 1 - i) for i in range(1, n + 1)]]
    for group in groups:
        if sorted(int(words[at]) for at in group if words[at] != "0") != list(range(1, top + 1)):
            return False
    for layer, own, back in (
        ("top", cols_of, False),
        ("bottom", cols_of, True),
        ("left", rows_of, False),
        ("right", rows_of, True),
    ):
        for told, line in zip(sheet.layers[layer][0], own(sheet), strict=True):
            heights = [int(words[at]) for at in (line[::-1] if back else line)]
            seen = sum(h > max([0, *heights[:i]]) for i, h in enumerate(heights))
            if told != "-" and int(told) != seen:
                return False
    return given(sheet, words)


def str8t(sheet, words):
    black = {at for at, word in _told(sheet).items() if word.endswith("x")}
    for at in words:
        told = _told(sheet).get(at, "")
        if told and words[at] != (told.rstrip("x") or "-"):
            return False
        if words[at] == "-" and told != "x":
            return False
    for line in lines(sheet):
        found = [words[at] for at in line if words[at] != "-"]
        if len(set(found)) < len(found):
            return False
        run = []
        for at in [*line, None]:
            if at is not None and at not in black:
                run.append(int(words[at]))
            elif run:
                if max(run) - min(run) != len(run) - 1:
                    return False
                run = []
    return True


def suguru(sheet, words):
    touching = any(words[a] == words.get(b) for a in words for b in _around(a))
    return not touching and _ordered(sheet, words) and given(sheet, words)


def hakyuu(sheet, words):
    for line in lines(sheet):
        for i, j in combinations(range(len(line)), 2):
            if words[line[i]] == words[line[j]] and j - i - 1 < int(words[line[i]]):
                return False
    return _ordered(sheet, words) and given(sheet, words)


def tennergrid(sheet, words):
    last = sheet.rows
    cell = {at: int(word) for at, word in words.items() if at[0] < last}
    if any(len({cell[at] for at in line}) < len(line) for line in list(rows_of(sheet))[:-1]):
        return False
    if any(cell[a] == cell.get(b) for a in cell for b in _around(a)):
        return False
    return all(
        sum(cell[r, at[1]] for r in range(1, last)) == n if at[0] == last else cell[at] == n
        for at, n in numbers(sheet).items()
    )


def yinyang(sheet, words):
    colours = [{at for at, word in words.items() if word == colour} for colour in "bw"]
    return given(sheet, words) and all(one(cells) and _no_block(sheet, cells) for cells in colours)


def gokigennaname(sheet, words):
    ends = {
        (r, c): [(r, c), (r + 1, c + 1)] if word == "\\" else [(r + 1, c), (r, c + 1)]
        for (r, c), word in words.items()
    }
    at_point = Counter(point for pair in ends.values() for point in pair)
    if any(at_point[at] != int(word) for at, word in sheet.layer("points").items()):
        return False
    home = {point: point for point in at_point}  # no diagonal joins two points that are joined already

    def root(x):
        while home[x] != x:
            x = home[x]
        return x

    for a, b in ends.values():
        if root(a) == root(b):
            return False
        home[root(a)] = root(b)
    return True


def shakashaka(sheet, words):
    """Each cell is cut into four by its diagonals; a triangle darkens two of these quarters."""
    black = set(_told(sheet))
    white = set()
    for at in every(sheet) - black:
        dark = set(words[at].strip("-"))
        white |= {(at, side) for side in WAYS if side not in dark}

    def near(quarter):
        at, side = quarter
        turned = {(at, x) for x in WAYS if x not in (side, BACK[side])}
        return turned | {(add(at, side), BACK[side])}

    for part in parts(white, near):
        points = []
        for (r, c), side in part:
            middle = (2 * r, 2 * c)
            down, right = WAYS[side]
            ends = [
                (2 * r + down + right, 2 * c + right + down),
                (2 * r + down - right, 2 * c + right - down),
            ]
            points += [middle, *ends]
        upright = (_wide(points, 1, 0), _wide(points, 0, 1))
        slanted = (_wide(points, 1, 1), _wide(points, 1, -1))
        # A quarter has the area 1 where a cell is two wide.
        if len(part) not in (prod(upright), prod(slanted) / 2):
            return False
    return all(  # 5 is a black cell without a number
        n == 5 or sum(words.get(x, "-") != "-" for x in beside(at)) == n for at, n in numbers(sheet).items()
    )


def _wide(points, a, b):
    found = [a * r + b * c for r, c in points]
    return max(found) - min(found)


def stitches(sheet, words):
    joined = Counter()
    for at, word in words.items():
        if word == "-":
            continue
        other = add(at, word)
        if words.get(other) != BACK[word] or area_at(sheet, at) == area_at(sheet, other):
            return False
        joined[frozenset((area_at(sheet, at), area_at(sheet, other)))] += 1
    for a, b in combinations(areas(sheet), 2):
        if any(beside(at) & b for at in a) and joined[frozenset((a, b))] != 2:
            return False
    return sides_counted(sheet, {at for at, word in words.items() if word != "-"})


def doppelblock(sheet, words):
    for line in lines(sheet):
        inside = sorted(words[at] for at in line if words[at] != "x")
        if inside != [str(n) for n in range(1, len(line) - 1)]:
            return False
    for layer, own in (("top", cols_of), ("left", rows_of)):
        for told, line in zip(sheet.layers[layer][0], own(sheet), strict=True):
            first, last = (i for i, at in enumerate(line) if words[at] == "x")
            if told != "-" and int(told) != sum(int(words[at]) for at in line[first + 1 : last]):
                return False
    return True


def hidoku(sheet, words):
    where = {int(word): at for at, word in words.items()}
    return given(sheet, words) and all(where[n + 1] in _around(where[n]) for n in range(1, len(where)))


def kakuro(sheet, words):
    told = _told(sheet)
    white = {at for at, word in told.items() if word == "0"}
    for at in every(sheet) - white:
        down, _, across = told.get(at, "").partition(",")
        for total, side in ((down, "s"), (across, "e")):
            run = []
            for x in _ray(every(sheet), at, side):
                if x not in white:
                    break
                run.append(int(words[x]))
            if len(set(run)) < len(run) or (total and sum(run) != int(total)):
                return False
    for line in lines(sheet):  # runs that begin at the border
        run = []
        for at in line:
            if at not in white:
                break
            run.append(words[at])
        if len(set(run)) < len(run):
            return False
    return True


# Cells shaded, or with something in them.


def akari(sheet, lights):
    white = every(sheet) - _told(sheet).keys()
    if not lights <= white:
        return False
    lit = set(lights)
    for at in lights:
        for side in WAYS:
            for x in _ray(white, at, side):
                if x in lights:
                    return False
                lit.add(x)
    return lit == white and all(len(beside(at) & lights) == n for at, n in numbers(sheet).items())


def aqre(sheet, shaded):
    for line in lines(sheet):
        for i in range(len(line) - 3):
            if len({at in shaded for at in line[i : i + 4]}) == 1:
                return False
    return one(shaded) and _area_numbers(sheet, shaded)


def battleship(sheet, ships):
    fleet = [int(word) for word in sheet.extra]
    found = parts(ships, _around)
    if any(min(box(part)) > 1 or not full(part) for part in found):
        return False
    lengths = Counter(map(len, found))
    if any(lengths.pop(length, 0) != number for length, number in enumerate(fleet, 1)) or lengths:
        return False
    for at, word in _told(sheet).items():
        on = {side for side in WAYS if add(at, side) in ships}
        ends = {(): "o", ("s",): "n", ("n",): "s", ("e",): "w", ("w",): "e"}
        if word != ("x" if at not in ships else ends.get(tuple(on), "m")):
            return False
    return sides_counted(sheet, ships)


def canalview(sheet, shaded):
    return (
        one(shaded)
        and _no_block(sheet, shaded)
        and all(
            at not in shaded and _seen(every(sheet), at, shaded) == n for at, n in numbers(sheet).items()
        )
    )


def cave(sheet, inside):
    out = every(sheet) - inside
    edge = {at for at in out if len(beside(at) & every(sheet)) < 4}
    return (
        one(inside)
        and all(part & edge for part in parts(out))
        and _told(sheet).keys() <= inside
        and all(_seen(every(sheet), at, inside) + 1 == n for at, n in numbers(sheet).items())
    )


def chocona(sheet, shaded):
    return all(map(full, parts(shaded))) and _area_numbers(sheet, shaded)


def creek(sheet, shaded):
    return one(every(sheet) - shaded) and all(
        sum((r - i, c - j) in shaded for i in (0, 1) for j in (0, 1)) == int(word)
        for (r, c), word in sheet.layer("points").items()
    )


def heyawake(sheet, shaded):
    if not no_pair(shaded) or not one(every(sheet) - shaded) or not _area_numbers(sheet, shaded):
        return False
    for line in lines(sheet):
        crossed = 0
        for a, b in pairwise(line):
            if a in shaded:
                crossed = 0
            elif b not in shaded:
                crossed += area_at(sheet, a) != area_at(sheet, b)
                if crossed > 1:
                    return False
    return True


def hitori(sheet, shaded):
    words = _told(sheet)
    for line in lines(sheet):
        left = [words[at] for at in line if at in words and at not in shaded]
        if len(set(left)) < len(left):
            return False
    return no_pair(shaded) and one(every(sheet) - shaded)


def kakurasu(sheet, shaded):
    for layer, own in (("top", cols_of), ("left", rows_of)):
        for told, line in zip(sheet.layers[layer][0], own(sheet), strict=True):
            if told != "-" and int(told) != sum(i for i, at in enumerate(line, 1) if at in shaded):
                return False
    return True


def kurotto(sheet, shaded):
    return not _told(sheet).keys() & shaded and all(
        sum(len(part) for part in parts(shaded) if part & beside(at)) == n
        for at, n in numbers(sheet).items()
    )


def kuromasu(sheet, shaded):
    white = every(sheet) - shaded
    return (
        no_pair(shaded)
        and one(white)
        and all(at in white and _seen(every(sheet), at, white) + 1 == n for at, n in numbers(sheet).items())
    )


def lits(sheet, shaded):
    shapes = []
    for name in {word for line in sheet.layers["areas"] for word in line}:
        own = {at for at in every(sheet) if sheet.layers["areas"][at[0] - 1][at[1] - 1] == name}
        if name in "@#":
            if own & shaded:
                return False
            continue
        part = own & shaded
        if len(part) != 4 or not one(part) or form(part) == form({(1, 1), (1, 2), (2, 1), (2, 2)}):
            return False
        shapes.append(part)
    alike = any(form(a) == form(b) and any(beside(at) & b for at in a) for a, b in combinations(shapes, 2))
    return one(shaded) and _no_block(sheet, shaded) and not alike


def minesweeper(sheet, mines):
    return (
        not _told(sheet).keys() & mines
        and len(mines) == int(sheet.extra[0])
        and all(len(_around(at) & mines) == n for at, n in numbers(sheet).items())
    )


def mosaic(sheet, shaded):
    return all(len((_around(at) | {at}) & shaded) == n for at, n in numbers(sheet).items())


def nonogram(sheet, shaded):
    told = [*zip(sheet.layers["columns"], cols_of(sheet), strict=True)]
    told += zip(sheet.layers["rows"], rows_of(sheet), strict=True)
    return all(runs(line, shaded) == [int(word) for word in words if word != "0"] for words, line in told)


def norinori(sheet, shaded):
    return all(len(own & shaded) == 2 for own in areas(sheet)) and all(
        len(beside(at) & shaded) == 1 for at in shaded
    )


def nurikabe(sheet, shaded):
    white = parts(every(sheet) - shaded)
    return (
        one(shaded)
        and _no_block(sheet, shaded)
        and not _told(sheet).keys() & shaded
        and all(len(part & _told(sheet).keys()) == 1 for part in white)
        and all(len(next(p for p in white if at in p)) == n for at, n in numbers(sheet).items())
    )


def shimaguni(sheet, shaded):
    islands = [own & shaded for own in areas(sheet)]
    if not all(island and one(island) for island in islands):
        return False
    for a, b in combinations(areas(sheet), 2):
        touch = any(beside(at) & b & shaded for at in a & shaded)
        if any(beside(at) & b for at in a) and (touch or len(a & shaded) == len(b & shaded)):
            return False
    return _area_numbers(sheet, shaded)


def snake(sheet, shaded):
    ends = set(_told(sheet))
    if not ends <= shaded or not one(shaded) or not sides_counted(sheet, shaded):
        return False
    if any(len(beside(at) & shaded) != (1 if at in ends else 2) for at in shaded):
        return False
    return not any(
        x in shaded and not beside(at) & beside(x) & shaded for at in shaded for x in corners(at)
    )


def starbattle(sheet, stars):
    number = int(sheet.extra[0])
    holes = {at for at in every(sheet) if sheet.layers["areas"][at[0] - 1][at[1] - 1] in "@#"}
    groups = [*map(set, lines(sheet)), *(own for own in areas(sheet) if not own & holes)]
    return (
        not holes & stars
        and no_pair(stars, _around)
        and all(len(group & stars) == number for group in groups)
    )


def tent(sheet, tents):
    trees = list(_told(sheet))
    if set(trees) & tents or not no_pair(tents, _around) or not sides_counted(sheet, tents):
        return False

    def matched(left, free):
        if not left:
            return not free
        return any(matched(left[1:], free - {x}) for x in beside(left[0]) & free)

    return matched(trees, frozenset(tents))


def thermometer(sheet, filled):
    tubes = {}
    for at, word in sheet.layer("tubes").items():
        name, _, place = word.partition(".")
        tubes.setdefault(name, {})[int(place)] = at
    if not filled <= {at for tube in tubes.values() for at in tube.values()}:
        return False
    return sides_counted(sheet, filled) and all(
        tube[i] in filled or tube[i + 1] not in filled
        for tube in tubes.values()
        for i in range(1, len(tube))
    )


# Regions, as sets of cells.


def _part_of(regions, at):
    return next(part for part in regions if at in part)


def araf(sheet, regions):
    told = numbers(sheet)
    for part in regions:
        inside = sorted(told[at] for at in part & told.keys())
        if len(inside) != 2 or not inside[0] < len(part) < inside[1]:
            return False
    return True


def galaxies(sheet, regions):
    taken = set()
    for (r, c), word in _told(sheet).items():
        down, right = int(word) // 2, int(word) % 2
        part = _part_of(regions, (r, c))
        homes = {(r + i, c + j) for i in range(down + 1) for j in range(right + 1)}
        image = {(2 * r + down - a, 2 * c + right - b) for a, b in part}
        if part in taken or not homes <= part or image != part:
            return False
        taken.add(part)
    return len(taken) == len(regions)


def shikaku(sheet, regions):
    return all(full(part) and len(part & _told(sheet).keys()) == 1 for part in regions) and all(
        len(_part_of(regions, at)) == n for at, n in numbers(sheet).items()
    )


def tatamibari(sheet, regions):
    for part in regions:
        signs = [_told(sheet)[at] for at in part & _told(sheet).keys()]
        if len(signs) != 1 or not full(part):
            return False
        height, width = box(part)
        kind = "v" if height > width else "h" if width > height else "s+"
        if signs[0] != "?" and signs[0] not in kind:
            return False
    return not any(len({_part_of(regions, at) for at in block}) == 4 for block in blocks(sheet))


def foseruzu(sheet, regions):
    allowed = [4, 5] if not sheet.extra else [int(sheet.extra[0])]
    return (
        len({len(part) for part in regions}) == 1
        and all(len(part) in allowed for part in regions)
        and all(len(beside(at) - _part_of(regions, at)) == n for at, n in numbers(sheet).items())
    )


def dominos(sheet, regions):
    told = numbers(sheet)
    most = max(told.values())
    found = sorted(tuple(sorted(told[at] for at in part)) for part in regions)
    return found == [(a, b) for a in range(most + 1) for b in range(a, most + 1)]


# Lines, as sets of pairs of cells.


def balanceloop(sheet, line):
    for at, word in _told(sheet).items():
        arms = [arm(line, at, side) for side in goes(line, at)]
        if len(arms) != 2 or (arms[0] == arms[1]) != ("w" in word):
            return False
        digits = word.strip("bw")
        if digits and sum(arms) != int(digits):
            return False
    return True


def castlewall(sheet, line):
    def inside(at):
        west = [(at[0], c) for c in range(1, at[1])]
        return sum(frozenset({x, add(x, "s")}) in line for x in west) % 2 == 1

    for at, word in _told(sheet).items():
        if at in through(line):
            return False
        if word[-1] in "xo" and inside(at) != (word[-1] == "o"):
            return False
        number, side = re.match(r"(\d*)([nswe]?)", word).groups()
        if number:
            ray = _ray(every(sheet), at, side)
            if sum(frozenset(pair) in line for pair in pairwise(ray)) != int(number):
                return False
    return True


def _holes(sheet):
    return {at for at in every(sheet) if sheet.layers["areas"][at[0] - 1][at[1] - 1] in "@#"}


def _rooms(sheet):
    return [own for own in areas(sheet) if not own & _holes(sheet)]


def countryroad(sheet, line):
    on = through(line)
    if on & _holes(sheet) or any(len(visits(line, own)) != 1 for own in _rooms(sheet)):
        return False
    off = every(sheet) - on - _holes(sheet)
    if any(area_at(sheet, a) != area_at(sheet, b) for a in off for b in beside(a) & off):
        return False
    return _area_numbers(sheet, on)


def moonsun(sheet, line):
    on = through(line)
    if on & _holes(sheet) or any(len(visits(line, own)) != 1 for own in _rooms(sheet)):
        return False
    kind = {}
    for own in _rooms(sheet):
        of = {word: {at for at in own if _told(sheet).get(at) == word} for word in "xo"}
        taken = [a for a, b in ("xo", "ox") if of[a] and of[a] <= on and not of[b] & on]
        if not taken:
            return False
        kind.update(dict.fromkeys(own, taken[0]))
    return not any(
        area_at(sheet, a) != area_at(sheet, b) and kind[a] == kind[b] for a, b in map(tuple, line)
    )


def geradeweg(sheet, line):
    for at, word in _told(sheet).items():
        ways = [arm(line, at, a) + arm(line, at, b) for a, b in ("ns", "we")]
        stretches = [n for n in ways if n]
        number = int(word) if word != "?" else 0
        if not stretches or len(set(stretches)) > 1 or (number and stretches[0] != number):
            return False
    return True


def _off(sheet, line):
    return every(sheet) - through(line) - _told(sheet).keys()


def koburin(sheet, line):
    shaded = _off(sheet, line)
    return (
        not _told(sheet).keys() & through(line)
        and no_pair(shaded)
        and all(len(beside(at) & shaded) == n for at, n in numbers(sheet).items())
    )


def yajilin(sheet, line):
    shaded = _off(sheet, line)
    return (
        not _told(sheet).keys() & through(line)
        and no_pair(shaded)
        and all(
            sum(x in shaded for x in _ray(every(sheet), at, word[-1])) == int(word[:-1])
            for at, word in _told(sheet).items()
            if word != "x"
        )
    )


def linesweeper(sheet, line):
    return not _told(sheet).keys() & through(line) and all(
        len(_around(at) & through(line)) == n for at, n in numbers(sheet).items()
    )


def masyu(sheet, line):
    for at, word in _told(sheet).items():
        sides = goes(line, at)
        if len(sides) != 2 or straight(line, at) != (word in "w1"):
            return False
        on = [straight(line, add(at, side)) for side in sides]
        if not all(on) if word in "b2" else all(on):
            return False
    return True


def shingoki(sheet, line):
    for at, word in _told(sheet).items():
        sides = goes(line, at)
        kind, digits = word.strip("0123456789"), word.strip("bwg")
        if len(sides) != 2 or (kind in ("b", "w") and straight(line, at) != (kind == "w")):
            return False
        if digits and sum(arm(line, at, side) for side in sides) != int(digits):
            return False
    return True


def simpleloop(sheet, line):
    return through(line) == every(sheet) - _told(sheet).keys()


def slitherlink(sheet, line):
    def sides(r, c):
        a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        return {frozenset(pair) for pair in ((a, b), (a, d), (b, e), (d, e))}

    return all(len(sides(*at) & line) == n for at, n in numbers(sheet).items())


def numberlink(sheet, line):
    told = _told(sheet)
    if any(len(goes(line, at)) != (1 if at in told else 2) for at in every(sheet)):
        return False
    for part in parts(every(sheet), lambda at: {add(at, side) for side in goes(line, at)}):
        ends = [told[at] for at in part if at in told]
        if len(ends) != 2 or ends[0] != ends[1]:
            return False
    return True


def pipelink(sheet, line):
    """Followed from some cell on, straight through crossings, the line comes back after all its steps."""
    if any(goes(line, at) != set(word) for at, word in _told(sheet).items()):
        return False
    if any(len(goes(line, at)) not in (2, 4) for at in every(sheet)):
        return False
    start = at = (1, 1)
    steps, side = 0, "e"
    while True:
        at, steps = add(at, side), steps + 1
        if at == start:
            return steps == len(line)
        on = goes(line, at) - {BACK[side]}
        side = side if len(on) == 3 else next(iter(on))


def hashi(sheet, bridges):
    """Bridges are pairs of islands, each with how many there are."""
    ends, cells = Counter(), []
    for pair, number in bridges:
        a, b = sorted(pair)
        for at in pair:
            ends[at] += number
        way = {(r, c) for r in range(a[0], b[0] + 1) for c in range(a[1], b[1] + 1)} - pair
        if any(way & other for other in cells):
            return False
        cells.append(way)
    whole = one(_told(sheet), lambda at: {x for pair, _ in bridges if at in pair for x in pair})
    return whole and all(ends[at] == n for at, n in numbers(sheet).items())


LINES, BRIDGES = "lines", "bridges"
OLDER = {
    **{f.__name__: (WORDS, f) for f in (
        abcendview, binairo, consecutivesudoku, sudoku, evenoddsudoku, jigsawsudoku, killersudoku, kenken, mathrax,
        magnetic, patchwork, skyscraper, str8t, suguru, hakyuu, tennergrid, yinyang, gokigennaname, shakashaka, stitches,
        doppelblock, hidoku, kakuro,
    )},
    **{f.__name__: (SHADES, f) for f in (
        akari, aqre, battleship, canalview, cave, chocona, creek, heyawake, hitori, kakurasu, kurotto, kuromasu, lits,
        minesweeper, mosaic, nonogram, norinori, nurikabe, shimaguni, snake, starbattle, tent, thermometer,
    )},
    **{f.__name__: (REGIONS, f) for f in (araf, galaxies, shikaku, tatamibari, foseruzu, dominos)},
    **{f.__name__: (LOOP, f) for f in (
        balanceloop, castlewall, countryroad, moonsun, geradeweg, koburin, yajilin, linesweeper, masyu, shingoki,
        simpleloop,
    )},
    "slitherlink": (SIDES, slitherlink),
    "numberlink": (LINES, numberlink),
    "pipelink": (LINES, pipelink),
    "hashi": (BRIDGES, hashi),
}  # fmt: skip
"""What the candidates of each older family are, and its oracle."""
