"""``python -m benchmarks``: what it finds, and that contenders agree before anything is timed."""

import subprocess
import sys
from pathlib import Path

from benchmarks import page
from benchmarks.harness import Row

ROOT = Path(__file__).parents[2]


def run(*arguments):
    done = subprocess.run(
        [sys.executable, "-m", *arguments], cwd=ROOT, check=False, capture_output=True, text=True
    )
    return done.returncode, done.stdout, done.stderr


def test_every_benchmark_with_rows_is_listed():
    status, out, _ = run("benchmarks", "--list")
    assert status == 0
    assert {"clue", "deals", "mansion"} <= set(out.split())


def test_an_unknown_name_is_refused():
    status, out, err = run("benchmarks", "clues")
    assert (status, out) == (2, "")
    assert "did you mean 'clue'?" in err


def test_contenders_agree():
    program = (
        "from benchmarks import bench_deals as d, bench_mansion as m;"
        "assert d.same(d.ours(), d.pair_lists());"
        "assert m.same(m.ours_once(18), m.python_constraint(18));"
        "assert not m.same(m.ours_once(18), m.python_constraint(17));"
        "print('agreed')"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.stdout == "agreed\n", done.stderr


def test_a_page_keeps_the_sections_that_were_not_asked(tmp_path):
    rows = [Row("a|b", "deduce", 0.0021), Row("a|b", "peer", 0.21, 100.0, 3.5, "all of\nit")]
    told = page.section("What is asked.\n\nMore.", rows, on="2 cores", loads=(0.25, 1.04))
    assert told.splitlines()[0] == "What is asked."
    assert "On 2 cores; load 0.2 before, 1.0 after." in told
    assert "| a\\|b | peer | 210.00 ms | 100x | 3.5 MB | all of it |" in told
    path = tmp_path / "page.md"
    page.write(path, {"zebra": told})
    page.write(path, {"ant": "one\n"})
    page.write(path, {"zebra": "two\n"})
    assert path.read_text(encoding="utf-8") == page.HEAD + "\n## ant\n\none\n\n## zebra\n\ntwo\n"


def test_what_a_page_says_of_peers_is_summed_up_beside_it(tmp_path):
    rows = [
        *(
            Row("one", "deduce", 0.01),
            Row("one", "deduce, warm", 0.001, 0.1),
            Row("one", "peer", 0.25, 25.0),
        ),
        *(Row("two", "deduce", 0.002), Row("two", "peer", 0.0001, 0.05), Row("two", "other", float("nan"))),
        *(Row("three", "deduce", 2.0), Row("three", "peer", 6.0, 3.0), Row("four", "alone", 1.0)),
    ]
    summed = tmp_path / page.SUMMED
    summed.write_text(f"before\n{page.MARKS[0]}old\n{page.MARKS[1]}behind\n", encoding="utf-8")
    page.write(tmp_path / "page.md", {"ant": page.section("Ants.", rows, on="2 cores", loads=(1.0, 2.0))})
    text = summed.read_text(encoding="utf-8")
    assert text.startswith("before\n")
    assert text.endswith("behind\n")
    lines = [line for line in text.splitlines() if line.startswith("| [")]
    assert lines == ["| [ant](measured.md#ant) | peer | 3 | 0.05 | 3 | 25 | 1.0 to 2.0 |"]


def test_the_page_of_all_benchmarks_is_summed_up_as_it_stands():
    measured = (ROOT / "docs/measured.md").read_text(encoding="utf-8")
    summed = (ROOT / "docs" / page.SUMMED).read_text(encoding="utf-8")
    assert page.peers(measured) in summed.partition(page.MARKS[0])[2].partition(page.MARKS[1])[0]


def test_a_run_writes_its_page(tmp_path):
    path = tmp_path / "page.md"
    status, _, err = run("benchmarks", "--no-memory", "--page", str(path), "deals")
    assert status == 0, err
    text = path.read_text(encoding="utf-8")
    assert text.startswith(page.HEAD)
    assert "\n## deals\n" in text
    assert "cores" in text
    assert text.count("| deduce |") >= 1


def test_a_peer_that_is_not_there_is_named_and_the_others_are_asked():
    program = (
        "import sys; sys.modules['chess'] = None; sys.argv[1:] = ['--no-memory', 'decrypto', 'deals'];"
        "from benchmarks.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, check=False, capture_output=True, text=True
    )
    assert done.returncode == 3
    assert "decrypto stopped: " in done.stderr
    assert ".[bench]" in done.stderr
    assert "deduce" in done.stdout
