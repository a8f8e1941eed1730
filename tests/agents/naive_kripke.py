"""A model checker written as plainly as the textbook: explicit worlds, relations as sets of pairs.

Worlds are numbered; a state is a tuple of values. Nothing is merged, cached or labelled.
"""

from itertools import product


class Naive:
    def __init__(self, names, states, agents):
        self.names = list(names)
        self.worlds = list(range(len(states)))
        self.state = dict(enumerate(states))
        self.weight = dict.fromkeys(self.worlds, 1.0)
        self.relation = {a: {(u, v) for u in self.worlds for v in self.worlds} for a in agents}

    def value(self, world, name):
        return self.state[world][self.names.index(name)]

    # Formulas: ("fact", function of a dict), ("not", f), ("and", f, g), ("or", f, g), ("knows", a, f),
    # ("value", a, name), ("possible", a, f), ("everyone", group, f), ("common", group, f),
    # ("together", group, f).

    def true(self, world, formula):
        kind, *rest = formula
        if kind == "fact":
            return rest[0](dict(zip(self.names, self.state[world], strict=True)))
        if kind == "not":
            return not self.true(world, rest[0])
        if kind == "and":
            return self.true(world, rest[0]) and self.true(world, rest[1])
        if kind == "or":
            return self.true(world, rest[0]) or self.true(world, rest[1])
        if kind == "knows":
            return all(self.true(v, rest[1]) for u, v in self.relation[rest[0]] if u == world)
        if kind == "possible":
            return any(self.true(v, rest[1]) for u, v in self.relation[rest[0]] if u == world)
        if kind == "value":
            return len({self.value(v, rest[1]) for u, v in self.relation[rest[0]] if u == world}) == 1
        group, inner = rest
        if kind == "everyone":
            return all(self.true(world, ("knows", a, inner)) for a in group)
        if kind == "together":
            shared = set.intersection(*(self.relation[a] for a in group))
            return all(self.true(v, inner) for u, v in shared if u == world)
        assert kind == "common"
        reached, fresh = {world}, {world}
        while fresh:
            fresh = {v for a in group for u, v in self.relation[a] if u in fresh} - reached
            reached |= fresh
        return all(self.true(v, inner) for v in reached)

    def announce(self, formula):
        kept = {w for w in self.worlds if self.true(w, formula)}
        self.worlds = [w for w in self.worlds if w in kept]
        self.relation = {
            a: {(u, v) for u, v in pairs if u in kept and v in kept} for a, pairs in self.relation.items()
        }

    def look(self, agent, see):
        shown = {w: see(w) for w in self.worlds}
        self.relation[agent] = {(u, v) for u, v in self.relation[agent] if shown[u] == shown[v]}

    def change(self, outcomes, touched, watchers):
        """The product with the possible outcomes: `outcomes(state)` gives (new state, chance) pairs."""
        new = []
        for world in self.worlds:
            for state, chance in outcomes(self.state[world]):
                if chance > 0:
                    new.append((world, state, self.weight[world] * chance))
        places = [self.names.index(name) for name in touched]
        relation = {a: set() for a in self.relation}
        for a, pairs in self.relation.items():
            for (i, (u, s, _)), (j, (v, t, _)) in product(enumerate(new), repeat=2):
                same = all(s[p] == t[p] for p in places)
                if (u, v) in pairs and (a not in watchers or same):
                    relation[a].add((i, j))
        self.worlds = list(range(len(new)))
        self.state = {i: s for i, (_, s, _) in enumerate(new)}
        self.weight = {i: w for i, (_, _, w) in enumerate(new)}
        self.relation = relation
