"""What solutions of young families must be, in plain Python over what is shown; shares nothing with the rules.

An oracle gets the sheet and a candidate: a set of shaded cells, a word for each cell, a set of lines, or the regions as
lists of cells. Each says its family's rules once more, as an enthusiast would check them on paper.
"""

from collections import Counter
from functools import partial
from itertools import combinations, pairwise, product
from math import prod

WAYS = {"n": (-1, 0), "s": (1, 0), "w": (0, -1), "e": (0, 1)}
BACK = {"n": "s", "s": "n", "w": "e", "e": "w"}


def add(at, side, times=1):
    return at[0] + WAYS[side][0] * times, at[1] + WAYS[side][1] * times


def beside(at):
    return {add(at, side) for side in WAYS}


def corners(at):
    return {(at[0] + i, at[1] + j) for i in (-1, 1) for j in (-1, 1)}


def parts(cells, near=beside):
    left, found = set(cells), []
    while left:
        part, waiting = set(), [left.pop()]
        while waiting:
            at = waiting.pop()
            part.add(at)
            for x in near(at) & left:
                left.discard(x)
                waiting.append(x)
        found.append(part)
    return found


def one(cells, near=beside):
    return len(parts(cells, near)) <= 1


_lately = {}
"""Of the sheet asked for last: its areas and lines, which thousands of candidates are held against."""


def _kept(what, sheet, made):
    if _lately.get("sheet") is not sheet:
        _lately.clear()
        _lately["sheet"] = sheet
    if what not in _lately:
        _lately[what] = made(sheet)
    return _lately[what]


def areas(sheet):
    return _kept("areas", sheet, _areas)


def _areas(sheet):
    found = {}
    for r, line in enumerate(sheet.layers["areas"], 1):
        for c, name in enumerate(line, 1):
            found.setdefault(name, set()).add((r, c))
    return tuple(map(frozenset, found.values()))


def area_at(sheet, at):
    return next(area for area in areas(sheet) if at in area)


def every(sheet):
    return set(product(range(1, sheet.rows + 1), range(1, sheet.cols + 1)))


def blocks(sheet):
    for r, c in product(range(1, sheet.rows), range(1, sheet.cols)):
        yield {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}


def rows_of(sheet):
    yield from ([(r, c) for c in range(1, sheet.cols + 1)] for r in range(1, sheet.rows + 1))


def cols_of(sheet):
    yield from ([(r, c) for r in range(1, sheet.rows + 1)] for c in range(1, sheet.cols + 1))


def lines(sheet):
    return _kept("lines", sheet, lambda sheet: (*rows_of(sheet), *cols_of(sheet)))


def no_pair(cells, near=beside):
    return not any(near(at) & cells for at in cells)


def given(sheet, words):
    return all(words.get(at) == word for at, word in sheet.layer("clues").items())


def numbers(sheet):
    return {at: int(word) for at, word in sheet.layer("clues").items() if word.isdecimal()}


def latin(sheet, words):
    return all(len({words[at] for at in line}) == len(line) for line in lines(sheet))


def sides_counted(sheet, cells):
    told = [(sheet.layers["left"][0], rows_of(sheet)), (sheet.layers["top"][0], cols_of(sheet))]
    return all(
        word == "-" or int(word) == len(cells & set(line))
        for words, own in told
        for word, line in zip(words, own, strict=True)
    )


def runs(line, inside):
    found, length = [], 0
    for at in [*line, None]:
        if at in inside:
            length += 1
        elif length:
            found.append(length)
            length = 0
    return found


# Numbers, letters and arrows.


def numbrix(sheet, words):
    where = {int(word): at for at, word in words.items()}
    steps = all(where[n + 1] in beside(where[n]) for n in range(1, len(where)))
    return steps and given(sheet, words)


def eulero(sheet, words):
    number = {at: word[:-1] for at, word in words.items()}
    letter = {at: word[-1] for at, word in words.items()}
    told = all(letter[at] == word for at, word in sheet.layer("letters").items())
    whole = len(set(words.values())) == len(words)
    return latin(sheet, number) and latin(sheet, letter) and whole and told and given(sheet, number)


def minarism(sheet, words):
    if not latin(sheet, words) or not given(sheet, words):
        return False
    for layer, side in (("across", "e"), ("down", "s")):
        for at, word in sheet.layer(layer).items():
            a, b = int(words[at]), int(words.get(add(at, side), 99))
            fits = {"<": a < b, ">": a > b, "^": a < b, "v": a > b}
            if b == 99 or not (abs(a - b) == int(word) if word.isdecimal() else fits[word]):
                return False
    return True


def some(words):
    return {at for at, word in words.items() if word != "-"}


def sukoro(sheet, words):
    inside = some(words)
    return (
        given(sheet, words)
        and one(inside)
        and all(int(words[at]) == len(beside(at) & inside) for at in inside)
        and not any(words[at] == words[x] for at in inside for x in beside(at) & inside)
    )


def nanro(sheet, words):
    inside = some(words)
    area = {at: frozenset(own) for own in areas(sheet) for at in own}
    return (
        given(sheet, words)
        and one(inside)
        and all(own & inside for own in areas(sheet))
        and all(int(words[at]) == len(area[at] & inside) for at in inside)
        and not any(words[a] == words[b] and area[a] != area[b] for a in inside for b in beside(a) & inside)
        and not any(block <= inside for block in blocks(sheet))
    )


def _one_an_area(sheet, words):
    inside = some(words)
    return given(sheet, words) and all(
        len(own & inside) == 1 and words[next(iter(own & inside))] == str(len(own)) for own in areas(sheet)
    )


def hanare(sheet, words):
    if not _one_an_area(sheet, words):
        return False
    for line in lines(sheet):
        places = [i for i, at in enumerate(line) if words[at] != "-"]
        for i, j in pairwise(places):
            if j - i - 1 != abs(int(words[line[i]]) - int(words[line[j]])):
                return False
    return True


def putteria(sheet, words):
    marks = {at for at, word in sheet.layer("clues").items() if word == "x"}
    plain = all(words[at] == word for at, word in sheet.layer("clues").items() if word != "x")
    inside = some(words)
    single = all(
        len(own & inside) == 1 and words[next(iter(own & inside))] == str(len(own)) for own in areas(sheet)
    )
    twice = any(
        max(Counter(words[at] for at in line if at in inside).values(), default=0) > 1
        for line in lines(sheet)
    )
    return plain and not marks & inside and single and no_pair(inside) and not twice


def toichika(sheet, words):
    inside = some(words)
    if not given(sheet, words) or any(len(own & inside) != 1 for own in areas(sheet)):
        return False
    for at in inside:
        x = add(at, words[at])
        while x in words and x not in inside:
            x = add(x, words[at])
        if x not in words or words[x] != BACK[words[at]]:
            return False
        mine, other = area_at(sheet, at), area_at(sheet, x)
        if mine == other or any(beside(a) & other for a in mine):
            return False
    return True


def alter(sheet, words):
    if not given(sheet, words):
        return False
    for line in lines(sheet):
        seen = [words[at] for at in line if words[at] != "-"]
        if len(set(seen)) != 2 or any(a == b for a, b in pairwise(seen)):
            return False
    return all(
        sorted(words[at] for at in own if words[at] != "-") == ["o", "s", "t"] for own in areas(sheet)
    )


def news(sheet, words):
    for at, word in sheet.layer("clues").items():
        if words[at] != ("-" if word == "x" else word):
            return False
    for own in areas(sheet):
        found = [at for at in own if words[at] != "-"]
        if len(found) != 2:
            return False
        for a, b in (found, found[::-1]):
            down, right = WAYS[words[a]]
            if (a[0] - b[0]) * down + (a[1] - b[1]) * right <= 0:
                return False
    return all(
        max(Counter(words[at] for at in line if words[at] != "-").values(), default=0) < 2
        for line in lines(sheet)
    )


def simplegako(sheet, words):
    def like(at):
        return sum(words[x] == words[at] for x in words if x[0] == at[0] or x[1] == at[1])

    return given(sheet, words) and all(int(word) == like(at) for at, word in words.items())


def dosufuwa(sheet, words):
    black = set(sheet.layer("clues"))
    balls = {kind: {at for at, word in words.items() if word == kind} for kind in "wb"}
    for own in areas(sheet):
        if own <= black:
            continue
        if any(len(own & cells) != 1 for cells in balls.values()):
            return False
    for kind, side in (("w", "n"), ("b", "s")):
        for at in balls[kind]:
            x = add(at, side)
            if at in black or (x in words and x not in black and x not in balls[kind]):
                return False
    return True


def meander(sheet, words):
    touching = any(words[a] == words[b] for a in words for b in (beside(a) | corners(a)) & words.keys())
    if touching or not given(sheet, words):
        return False
    for own in areas(sheet):
        where = {int(words[at]): at for at in own}
        if sorted(where) != list(range(1, len(own) + 1)):
            return False
        if any(where[n + 1] not in beside(where[n]) for n in range(1, len(own))):
            return False
    return True


def makaro(sheet, words):
    black = {at for at, word in sheet.layer("clues").items() if not word.isdecimal()}
    if any(words[at] != str(number) for at, number in numbers(sheet).items()):
        return False
    for own in areas(sheet):
        if sorted(int(words[at]) for at in own - black) != list(range(1, len(own - black) + 1)):
            return False
    white = words.keys() - black
    if any(words[a] == words[b] for a in white for b in beside(a) & white):
        return False
    for at in black:
        word = sheet.layer("clues")[at]
        if word in WAYS:
            near = {x: int(words[x]) for x in beside(at) & white}
            target = near.get(add(at, word), 0)
            if not target or sum(number >= target for number in near.values()) != 1:
                return False
    return True


def factors(sheet, words):
    return latin(sheet, words) and all(
        prod(int(words[x]) for x in area_at(sheet, at)) == number for at, number in numbers(sheet).items()
    )


def renban(sheet, words):
    area = {at: frozenset(own) for own in areas(sheet) for at in own}
    if not given(sheet, words):
        return False
    for own in areas(sheet):
        inside = sorted(int(words[at]) for at in own)
        if inside != list(range(inside[0], inside[0] + len(inside))):
            return False

    def border(a, b):
        return a in area and b in area and area[a] != area[b]

    for a in words:
        for side, along in (("e", "ns"), ("s", "we")):
            b = add(a, side)
            if not border(a, b):
                continue
            length = 1
            for way in along:
                k = 1
                while border(add(a, way, k), add(b, way, k)):
                    k, length = k + 1, length + 1
            if abs(int(words[a]) - int(words[b])) != length:
                return False
    return True


def japanesesums(sheet, words):
    inside = {at for at, word in words.items() if word != "x"}
    for layer, own in (("rows", rows_of(sheet)), ("columns", cols_of(sheet))):
        for told, line in zip(sheet.layers[layer], own, strict=True):
            seen = [words[at] for at in line if at in inside]
            if len(set(seen)) != len(seen):
                return False
            sums, total = [], 0
            for at in [*line, None]:
                if at in inside:
                    total += int(words[at])
                elif total:
                    sums.append(total)
                    total = 0
            wanted = [word for word in told if word != "0"]
            if wanted != ["-"] and (
                len(sums) != len(wanted)
                or any(w not in ("?", str(s)) for w, s in zip(wanted, sums, strict=True))
            ):
                return False
    return True


def snail(sheet, words):
    most = int(sheet.extra[0])
    wanted = sorted(map(str, range(1, most + 1)))
    if not given(sheet, words) or any(
        sorted(words[at] for at in line if words[at] != "-") != wanted for line in lines(sheet)
    ):
        return False
    path, grid = [], [list(line) for line in rows_of(sheet)]
    while grid:
        path += grid.pop(0)
        grid = [list(line) for line in zip(*grid, strict=True)][::-1]
    seen = [int(words[at]) for at in path if words[at] != "-"]
    return all(number == i % most + 1 for i, number in enumerate(seen))


def undead(sheet, words):
    mirrors = sheet.layer("clues")
    kinds = Counter(words[at] for at in words if at not in mirrors)
    if [kinds[kind] for kind in "GVZ"] != list(map(int, sheet.extra)):
        return False
    starts = {"top": ("s", cols_of(sheet), 0), "bottom": ("n", cols_of(sheet), -1)}
    starts |= {"left": ("e", rows_of(sheet), 0), "right": ("w", rows_of(sheet), -1)}
    for layer, (way, own, end) in starts.items():
        for word, line in zip(sheet.layers[layer][0], own, strict=True):
            if word == "-":
                continue
            at, side, mirrored, seen = line[end], way, False, 0
            while at in words:
                if at in mirrors:
                    pairs = ("ne", "sw") if mirrors[at] == "/" else ("nw", "se")
                    other = dict(pairs) | {b: a for a, b in pairs}
                    side, mirrored = other[side], True
                else:
                    seen += words[at] in ("GZ" if mirrored else "VZ")
                at = add(at, side)
            if seen != int(word):
                return False
    return True


def mapcolouring(sheet, words):
    area = {at: frozenset(own) for own in areas(sheet) for at in own}
    return given(sheet, words) and all(
        (words[a] == words[b]) == (area[a] == area[b]) for a in words for b in beside(a) & words.keys()
    )


def juosan(sheet, words):
    for own, word in ((rows_of(sheet), "ns"), (cols_of(sheet), "ew")):
        if any(max(runs(line, {at for at in line if words[at] == word}), default=0) > 2 for line in own):
            return False
    return all(
        number in Counter(words[x] for x in area_at(sheet, at)).values()
        or (number == 0 and len({words[x] for x in area_at(sheet, at)}) == 1)
        for at, number in numbers(sheet).items()
    )


def nondango(sheet, words):
    circles = set(sheet.layer("clues"))
    if any(sum(words[at] == "b" for at in own & circles) != 1 for own in areas(sheet)):
        return False
    for r, c in circles:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            three = [(r + i * down, c + i * right) for i in range(3)]
            if circles >= set(three) and len({words[at] for at in three}) == 1:
                return False
    return True


def tateyoko(sheet, words):
    clues = sheet.layer("clues")
    black = {at for at, word in clues.items() if word.endswith("x")}
    bars = []
    for own, word in ((cols_of(sheet), "ns"), (rows_of(sheet), "ew")):
        for line in own:
            bar = []
            for at in [*line, None]:
                if at is not None and at not in black and words[at] == word:
                    bar.append(at)
                elif bar:
                    bars.append((word, bar))
                    bar = []
    for _, bar in bars:
        told = [clues[at] for at in bar if at in clues]
        if len(told) > 1 or (told and int(told[0]) != len(bar)):
            return False
    for at in black:
        if clues[at] != "x":
            ends = sum(
                any(x in bar and word == ("ns" if side in "ns" else "ew") for word, bar in bars)
                for side in WAYS
                for x in [add(at, side)]
            )
            if ends != int(clues[at][:-1]):
                return False
    return True


# Shaded cells.


def paintarea(sheet, shaded):
    return (
        one(shaded)
        and all(own <= shaded or not own & shaded for own in areas(sheet))
        and not any(block <= shaded or not block & shaded for block in blocks(sheet))
        and all(len(beside(at) & shaded) == number for at, number in numbers(sheet).items())
    )


def usoone(sheet, shaded):
    told = numbers(sheet)
    return (
        no_pair(shaded)
        and one(every(sheet) - shaded)
        and not shaded & told.keys()
        and all(
            sum(len(beside(at) & shaded) != told[at] for at in own if at in told) == 1
            for own in areas(sheet)
        )
    )


def _islands(sheet, white):
    clues = sheet.layer("clues")
    for part in parts(white):
        told = [clues[at] for at in part if at in clues]
        if len(told) != 1 or told[0] not in ("?", str(len(part))):
            return False
    return clues.keys() <= white


def norinuri(sheet, shaded):
    return all(len(beside(at) & shaded) == 1 for at in shaded) and _islands(sheet, every(sheet) - shaded)


def lightshadow(sheet, shaded):
    clues = sheet.layer("clues")
    if any((at in shaded) != word.endswith("x") for at, word in clues.items()):
        return False
    for part in [*parts(shaded), *parts(every(sheet) - shaded)]:
        told = [clues[at].strip("x") for at in part if at in clues]
        if len(told) != 1 or told[0] not in ("?", str(len(part))):
            return False
    return True


def context(sheet, shaded):
    return (
        no_pair(shaded)
        and one(every(sheet) - shaded)
        and all(
            len((corners(at) if at in shaded else beside(at)) & shaded) == number
            for at, number in numbers(sheet).items()
        )
    )


def aquapelago(sheet, shaded):
    white = every(sheet) - shaded
    groups = {at: part for part in parts(shaded, corners) for at in part}
    return (
        no_pair(shaded)
        and one(white)
        and not any(block <= white for block in blocks(sheet))
        and all(
            at in shaded and (word == "x" or int(word) == len(groups[at]))
            for at, word in sheet.layer("clues").items()
        )
    )


def box(part):
    rows, cols = [at[0] for at in part], [at[1] for at in part]
    return max(rows) - min(rows) + 1, max(cols) - min(cols) + 1


def full(part):
    return len(part) == prod(box(part))


def cbanana(sheet, shaded):
    black, white = parts(shaded), parts(every(sheet) - shaded)
    size = {at: len(part) for part in black + white for at in part}
    return (
        all(map(full, black))
        and not any(map(full, white))
        and all(size[at] == number for at, number in numbers(sheet).items())
    )


def square(part):
    return full(part) and len(set(box(part))) == 1


def tasquare(sheet, shaded):
    clues = sheet.layer("clues")
    if shaded & clues.keys() or not one(every(sheet) - shaded) or not all(map(square, parts(shaded))):
        return False
    for at, word in clues.items():
        near = sum(len(part) for part in parts(shaded) if part & beside(at))
        if not near if word == "o" else near != int(word):
            return False
    return True


def circlesquare(sheet, shaded):
    return (
        one(shaded)
        and not any(block <= shaded for block in blocks(sheet))
        and all(map(square, parts(every(sheet) - shaded)))
        and all((at in shaded) == (word == "b") for at, word in sheet.layer("clues").items())
    )


def _runs_told(sheet, shaded, fits):
    return all(
        tuple(told) == ("-",) or fits([word for word in told if word != "0"], runs(line, shaded))
        for layer, own in (("rows", rows_of(sheet)), ("columns", cols_of(sheet)))
        for told, line in zip(sheet.layers[layer], own, strict=True)
    )


def _river(sheet, shaded):
    return one(shaded) and not any(block <= shaded for block in blocks(sheet))


def coral(sheet, shaded):
    rim = {at for at in every(sheet) if at[0] in (1, sheet.rows) or at[1] in (1, sheet.cols)}
    open_ = all(part & rim for part in parts(every(sheet) - shaded))
    told = _runs_told(sheet, shaded, lambda words, found: sorted(map(int, words)) == sorted(found))
    return open_ and told and _river(sheet, shaded)


def _matches(words, found):
    if not words:
        return not found
    if words[0] == "*":
        return any(_matches(words[1:], found[i:]) for i in range(len(found) + 1))
    return bool(found) and words[0] in ("?", str(found[0])) and _matches(words[1:], found[1:])


def cts(sheet, shaded):
    return _river(sheet, shaded) and _runs_told(sheet, shaded, _matches)


def clouds(sheet, shaded):
    return (
        all(full(part) and min(box(part)) > 1 for part in parts(shaded))
        and len(parts(shaded)) == len(parts(shaded, lambda at: beside(at) | corners(at)))
        and sides_counted(sheet, shaded)
    )


def gappy(sheet, shaded):
    if not no_pair(shaded, lambda at: beside(at) | corners(at)):
        return False
    for layer, own in (("left", rows_of(sheet)), ("top", cols_of(sheet))):
        for word, line in zip(sheet.layers[layer][0], own, strict=True):
            places = [i for i, at in enumerate(line) if at in shaded]
            if len(places) != 2 or word not in ("-", str(places[1] - places[0] - 1)):
                return False
    return True


def batten(sheet, shaded):
    boards = set()
    for block in blocks(sheet):
        a, b, c, d = sorted(block)
        if {a, d} == block & shaded or {b, c} == block & shaded:
            boards.add(d)
    return boards == set(sheet.layer("points")) and sides_counted(sheet, shaded)


def nothree(sheet, shaded):
    for line in lines(sheet):
        places = [i for i, at in enumerate(line) if at in shaded]
        if any(b - a == c - b for a, b, c in zip(places, places[1:], places[2:], strict=False)):
            return False
    for (r, c), word in sheet.layer("clues").items():
        touched = {(r + i, c + j) for i in range(1 + int(word) // 2) for j in range(1 + int(word) % 2)}
        if len(touched & shaded) != 1 or not touched <= every(sheet):
            return False
    return no_pair(shaded) and one(every(sheet) - shaded)


def mannequin(sheet, shaded):
    gap = {}
    for own in areas(sheet):
        if len(own & shaded) != 2:
            return False
        start, end = own & shaded
        front, seen, steps = {start}, {start}, 0
        while end not in front:
            front = {x for at in front for x in beside(at) & own} - seen
            if not front:
                return False
            seen |= front
            steps += 1
        gap |= dict.fromkeys(own, steps - 1)
    area = {at: frozenset(own) for own in areas(sheet) for at in own}
    apart = all(gap[a] != gap[b] for a in area for b in beside(a) & area.keys() if area[a] != area[b])
    told = all(gap[at] == number for at, number in numbers(sheet).items())
    return apart and told and one(every(sheet) - shaded)


def wittgen(sheet, shaded):
    clues = numbers(sheet)
    if shaded & clues.keys() or not one(every(sheet) - shaded):
        return False
    if any(len(beside(at) & shaded) != number for at, number in clues.items()):
        return False

    def cut(left):
        if not left:
            return True
        r, c = min(left)
        bars = ({(r, c + k) for k in range(3)}, {(r + k, c) for k in range(3)})
        return any(bar <= left and cut(left - bar) for bar in bars)

    return cut(set(shaded))


# Regions, as sets of cells.


def _of(regions, at):
    return next(part for part in regions if at in part)


def _apart(regions, alike):
    return not any(alike(a, b) and any(beside(at) & b for at in a) for a, b in combinations(regions, 2))


def _crossing(sheet, regions):
    for block in blocks(sheet):
        a, b, c, d = (_of(regions, at) for at in sorted(block))
        if a != b and a != c and b != d and c != d:
            return True
    return False


def form(part):
    forms = []
    cells = list(part)
    for _ in range(4):
        cells = [(c, -r) for r, c in cells]
        for seen in (cells, [(r, -c) for r, c in cells]):
            low, left = min(r for r, _ in seen), min(c for _, c in seen)
            forms.append(tuple(sorted((r - low, c - left) for r, c in seen)))
    return min(forms)


NAMES = {
    5: {
        "F": "01 02 10 11 21", "I": "00 01 02 03 04", "L": "00 01 02 03 10", "N": "00 01 02 12 13",
        "P": "00 01 10 11 20", "T": "00 01 02 11 21", "U": "00 02 10 11 12", "V": "00 10 20 21 22",
        "W": "00 10 11 21 22", "X": "01 10 11 12 21", "Y": "00 01 02 03 11", "Z": "00 01 11 21 22",
    },
    4: {"I": "00 01 02 03", "L": "00 01 02 10", "O": "00 01 10 11", "S": "00 01 11 12", "T": "00 01 02 11"},
}  # fmt: skip
FORMS = {
    size: {name: form([(int(a), int(b)) for a, b in text.split()]) for name, text in names.items()}
    for size, names in NAMES.items()
}


def _ominoes(size):
    def oracle(sheet, regions):
        return (
            all(len(part) == size for part in regions)
            and _apart(regions, lambda a, b: form(a) == form(b))
            and all(
                form(_of(regions, at)) == FORMS[size][word] for at, word in sheet.layer("clues").items()
            )
        )

    return oracle


def lying(part):
    low, left = min(r for r, _ in part), min(c for _, c in part)
    return sorted((r - low, c - left) for r, c in part)


def heteromino(sheet, regions):
    black = set(sheet.layer("clues"))
    white = [part for part in regions if not part & black]
    return (
        all(len(part) == 1 for part in regions if part & black)
        and all(len(part) == 3 for part in white)
        and _apart(white, lambda a, b: lying(a) == lying(b))
    )


def _mats(sheet, regions):
    return all(full(part) and min(box(part)) == 1 for part in regions) and not _crossing(sheet, regions)


def fillmat(sheet, regions):
    told = numbers(sheet)
    return (
        _mats(sheet, regions)
        and all(len(part) <= 4 and len(part & told.keys()) <= 1 for part in regions)
        and _apart(regions, lambda a, b: len(a) == len(b))
        and all(len(_of(regions, at)) == number for at, number in told.items())
    )


def usotatami(sheet, regions):
    clues, told = sheet.layer("clues"), numbers(sheet)
    return (
        _mats(sheet, regions)
        and all(len(part & clues.keys()) == 1 for part in regions)
        and all(len(_of(regions, at)) != number for at, number in told.items())
    )


def nawabari(sheet, regions):
    clues, told = sheet.layer("clues"), numbers(sheet)
    return all(full(part) and len(part & clues.keys()) == 1 for part in regions) and all(
        len(beside(at) - _of(regions, at)) == number for at, number in told.items()
    )


def squarejam(sheet, regions):
    return (
        all(map(square, regions))
        and not _crossing(sheet, regions)
        and all(box(_of(regions, at))[0] == number for at, number in numbers(sheet).items())
    )


def compass(sheet, regions):
    clues = sheet.layer("clues")
    if any(len(part & clues.keys()) != 1 for part in regions):
        return False
    for at, word in clues.items():
        part = _of(regions, at)
        for i, side in enumerate(word):
            if side in WAYS:
                digits = ""
                for sign in word[i + 1 :]:
                    if not sign.isdecimal():
                        break
                    digits += sign
                down, right = WAYS[side]
                further = sum((x[0] - at[0]) * down + (x[1] - at[1]) * right > 0 for x in part)
                if further != int(digits):
                    return False
    return True


# Lines, as sets of pairs of cells.


def goes(line, at):
    return {side for side in WAYS if frozenset({at, add(at, side)}) in line}


def through(line):
    return {at for pair in line for at in pair}


def straight(line, at):
    return goes(line, at) in ({"n", "s"}, {"w", "e"})


def arm(line, at, side):
    length = 0
    while frozenset({at, add(at, side)}) in line:
        at, length = add(at, side), length + 1
    return length


def midloop(sheet, line):
    for at, word in sheet.layer("clues").items():
        if word == "0":
            if not straight(line, at):
                return False
            a, b = goes(line, at)
            if arm(line, at, a) != arm(line, at, b):
                return False
            continue
        side = "e" if word == "1" else "s"
        other = add(at, side)
        if frozenset({at, other}) not in line or arm(line, at, BACK[side]) != arm(line, other, side):
            return False
    return True


def _turns(line, cells):
    return sum(at in through(line) and not straight(line, at) for at in cells)


def detour(sheet, line):
    return through(line) == every(sheet) and all(
        _turns(line, area_at(sheet, at)) == number for at, number in numbers(sheet).items()
    )


def visits(line, area):
    return parts(area & through(line), lambda at: {add(at, side) for side in goes(line, at)})


def doubleback(sheet, line):
    return through(line) == every(sheet) and all(len(visits(line, own)) == 2 for own in areas(sheet))


def maxi(sheet, line):
    return through(line) == every(sheet) and all(
        max(map(len, visits(line, area_at(sheet, at)))) == number for at, number in numbers(sheet).items()
    )


def dotchi(sheet, line):
    clues = sheet.layer("clues")
    white = {at for at, word in clues.items() if word == "w"}
    if not white <= through(line) or (clues.keys() - white) & through(line):
        return False
    return all(len({straight(line, at) for at in own & white}) < 2 for own in areas(sheet))


def yajilinregions(sheet, line):
    shaded = every(sheet) - through(line)
    return no_pair(shaded) and all(
        len(area_at(sheet, at) & shaded) == number for at, number in numbers(sheet).items()
    )


def _around(at):
    """The corners of a cell and its sides, as pairs of points."""
    r, c = at
    a, b, d, e = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
    return {a, b, d, e}, {frozenset(pair) for pair in ((a, b), (a, d), (b, e), (d, e))}


def vslither(sheet, line):
    return all(len(_around(at)[0] & through(line)) == n for at, n in numbers(sheet).items())


def _joined(pairs, x):
    return {y for pair in pairs if x in pair for y in pair - {x}}


def tslither(sheet, line):
    for at, number in numbers(sheet).items():
        ends, own = _around(at)
        near = own & line
        met = parts(ends & through(line), partial(_joined, near))
        if len(met) != number:
            return False
    return True


def swslither(sheet, line):
    def inside(at):
        return sum(frozenset({(at[0], c), (at[0] + 1, c)}) in line for c in range(1, at[1] + 1)) % 2

    return all(
        inside(at) == (word == "s") if word in "sw" else len(_around(at)[1] & line) == int(word)
        for at, word in sheet.layer("clues").items()
    )


def tracks(sheet, line):
    clues = sheet.layer("clues")
    out = {at: {side for side in word if add(at, side) not in every(sheet)} for at, word in clues.items()}
    ends = {at for at, sides in out.items() if sides}
    return (
        {at for at in through(line) if len(goes(line, at)) == 1} == ends
        and all(goes(line, at) == set(word) - out[at] for at, word in clues.items())
        and sides_counted(sheet, through(line))
    )


def net(sheet, line):
    def turned(sides, times):
        return {"nesw"[("nesw".index(side) + times) % 4] for side in sides}

    whole = one(every(sheet), lambda at: {add(at, side) for side in goes(line, at)})
    return whole and all(
        any(goes(line, at) == turned(word, k) for k in range(4))
        for at, word in sheet.layer("clues").items()
    )


def wblink(sheet, links):
    """Links are pairs of circles."""
    clues = sheet.layer("clues")
    ends = Counter(at for pair in links for at in pair)
    if any(ends[at] != 1 for at in clues) or len(ends) != len(clues):
        return False
    taken = Counter()
    for a, b in map(sorted, links):
        if clues[a] == clues[b] or (a[0] != b[0] and a[1] != b[1]):
            return False
        cells = [(r, c) for r in range(a[0], b[0] + 1) for c in range(a[1], b[1] + 1)]
        if any(x in clues for x in cells[1:-1]):
            return False
        taken.update(cells)
    return max(taken.values()) == 1


WORDS, SHADES, REGIONS, LOOP, SIDES, TREE, TRACK, LINKS = (
    "words", "shades", "regions", "loop", "sides", "tree", "track", "links",
)  # fmt: skip
ORACLES = {
    **{f.__name__: (WORDS, f) for f in (
        numbrix, eulero, minarism, sukoro, nanro, hanare, putteria, toichika, alter, news, simplegako, dosufuwa, meander,
        makaro, factors, renban, japanesesums, snail, undead, mapcolouring, juosan, nondango, tateyoko,
    )},
    **{f.__name__: (SHADES, f) for f in (
        paintarea, usoone, norinuri, lightshadow, context, aquapelago, cbanana, tasquare, circlesquare, coral, cts,
        clouds, gappy, batten, nothree, mannequin, wittgen,
    )},
    "pentominous": (REGIONS, _ominoes(5)),
    "tetrominous": (REGIONS, _ominoes(4)),
    **{f.__name__: (REGIONS, f) for f in (heteromino, fillmat, usotatami, nawabari, squarejam, compass)},
    **{f.__name__: (LOOP, f) for f in (midloop, detour, doubleback, maxi, dotchi, yajilinregions)},
    **{f.__name__: (SIDES, f) for f in (vslither, tslither, swslither)},
    "net": (TREE, net),
    "tracks": (TRACK, tracks),
    "wblink": (LINKS, wblink),
}  # fmt: skip
"""What the candidates of each family are, and its oracle."""
