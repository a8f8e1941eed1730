"""Arena and generate on a real Dask cluster of two worker processes: the same results as alone."""

import json
import os
from pathlib import Path

import pytest
from command_line import deduce

distributed = pytest.importorskip("distributed")

ZEBRA = Path(__file__).parents[2] / "examples" / "puzzles" / "zebra.toml"


@pytest.fixture(scope="module")
def address():
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
    ) as cluster:
        with distributed.Client(cluster) as client:
            pids = client.run(os.getpid)
        assert len(set(pids.values()) - {os.getpid()}) == 2
        yield cluster.scheduler_address


@pytest.mark.parametrize(
    "command",
    [
        ("arena", "entracte", "random", "greedy", "--players", 2, "--deals", 4, "--seed", 3),
        ("generate", ZEBRA, "-n", 3, "--seed", 5),
    ],
    ids=lambda command: command[0],
)
def test_a_cluster_gives_the_same(address, command, tmp_path):
    results = tmp_path / "results.jsonl"
    status, out, err = deduce(*command, "--json", "--dask", address, "--results", results)
    assert (status, err) == (0, "")
    alone = deduce(*command, "--json")
    assert _unseen(json.loads(out)) == _unseen(json.loads(alone[1]))
    # Gone on from the file, without the cluster.
    again = deduce(*command, "--json", "--results", results)
    assert _unseen(json.loads(again[1])) == _unseen(json.loads(out))


def _unseen(data):
    """Without how long everybody thought, which never repeats."""
    if isinstance(data, dict):
        return {key: _unseen(value) for key, value in data.items() if "seconds" not in key}
    return [_unseen(value) for value in data] if isinstance(data, list) else data


@pytest.mark.parametrize("wrong", ["no address", "tcp://127.0.0.1:1"])
def test_where_no_scheduler_answers_it_is_said(wrong, monkeypatch):
    monkeypatch.setattr("deduce.ground.spreading.PATIENCE", 0.3)
    status, out, err = deduce("generate", ZEBRA, "--dask", wrong)
    assert (status, out) == (2, "")
    assert err.startswith(f"deduce: no Dask scheduler answers at '{wrong}': ")
    assert err.count("\n") == 1
