"""Logs share their beginning: branches never mix, and a long evening costs memory linear in its notes."""

import pickle
import threading
import tracemalloc
from random import Random

from deduce import Knowledge, Problem
from deduce.ground.logbook import Logbook


def test_branches_are_what_lists_would_be():
    for seed in range(200):
        rng = Random(seed)
        known = [(Logbook(), [])]
        for number in range(40):
            log, entries = rng.choice(known[-6:])
            new = [(number, i) for i in range(rng.randint(0, 3))]
            known.append((log.extended(new), [*entries, *new]))
        for log, entries in rng.sample(known, len(known)):
            assert log.told() == tuple(entries)
            assert len(log) == len(entries)
        log, entries = rng.choice(known)
        back = pickle.loads(pickle.dumps(log))
        assert back.told() == tuple(entries)
        assert back.extended([1]).told() == (*entries, 1)


def test_two_threads_never_write_into_each_other():
    for _ in range(20):
        start, found = Logbook(range(5)), [None] * 8

        def grow(name, found=found, start=start):
            log = start
            for i in range(50):
                log = log.extended([(name, i)])
            found[name] = log

        threads = [threading.Thread(target=grow, args=(name,)) for name in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for name, log in enumerate(found):
            assert log.told() == (*range(5), *((name, i) for i in range(50)))


def _evening(n):
    """Knowledge after each of `n` notes, all kept, and the bytes that took."""
    problem = Problem("evening")
    v = problem.variables("v", range(20), range(6))
    facts = [(v[i % 20] != 0) | (v[(i * 7) % 19] != 1) for i in range(100)]
    tracemalloc.start()
    kept = [Knowledge(problem)]
    for i in range(n):
        kept.append(kept[-1].observe(facts[i % 100], "a note"))
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return kept, taken


def test_twenty_thousand_notes_take_memory_linear_in_their_number():
    _, some = _evening(2_000)
    kept, many = _evening(20_000)
    assert many < 50_000_000
    assert many < 11 * some
    assert [len(k.log) for k in kept[::4_000]] == [0, 4_000, 8_000, 12_000, 16_000, 20_000]
    assert kept[7].log == kept[-1].log[:7]
    assert kept[3].observe(kept[0].scope[0] == 1, "aside").log[:3] == kept[9].log[:3]


def test_a_long_chain_travels_to_another_process():
    kept, _ = _evening(3_000)
    far = pickle.loads(pickle.dumps(kept[-1]))
    assert [s.text for s in far.log] == ["a note"] * 3_000
    assert far.holds(far.log[0].content) is True


def test_solvers_are_shared_by_all_who_ask():
    problem = Problem("asked")
    v = problem.variables("v", range(30), range(2))
    knowledge = Knowledge(problem)
    knowledge._wide = True
    kept, rng = [knowledge], Random(3)
    for i in range(60):
        a, b, c = rng.sample(range(30), 3)
        kept.append(kept[-1].observe((v[a] == 0) | (v[b] == 1) | (v[c] == i % 2)))
        assert kept[-1].form == "sat"
        kept[-1].holds(v[0] == 1)
    solvers = {id(k._explainer.solver) for k in kept}
    assert len(solvers) == 1
    # Whoever asks, in whatever order, is told of its own notes alone.
    for k in rng.sample(kept, len(kept)):
        fact = k.log[-1].content if k.log else v[0] == 0
        assert k.holds(fact) is (True if k.log else None)
        assert kept[0].holds(fact) is None
        assert k._timeline.statements == k.log
