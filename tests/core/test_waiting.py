"""A terminal sees that work goes on; a pipe sees nothing, and the answer stands alone."""

import io
import time

import pytest

from deduce.ground.progress import Progress, Waiting


class Terminal(io.StringIO):
    def isatty(self):
        return True


def waited(stream, seconds=0.2, **how):
    with Waiting(stream=stream, every=0.02, **how):
        time.sleep(seconds)
    return stream.getvalue()


def test_a_clock_runs_and_is_taken_away():
    said = waited(Terminal(), limit=30)
    assert "working for 0 s of at most 30; Ctrl-C stops" in said
    assert said.endswith(" \r")


def test_a_pipe_and_a_short_answer_see_nothing():
    assert waited(io.StringIO()) == ""
    with Waiting(stream=(quick := Terminal()), every=60):
        pass
    assert quick.getvalue() == ""


def test_an_error_takes_it_away_too():
    stream = Terminal()

    def stopped():
        with Waiting(stream=stream, every=0.01):
            time.sleep(0.1)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        stopped()
    assert stream.getvalue().endswith(" \r")


def test_who_counts_takes_the_line_over():
    stream = Terminal()
    with Waiting(stream=stream, every=0.02):
        time.sleep(0.1)
        counting = Progress(2, stream=stream, what="puzzles")
        time.sleep(0.15)
        counting.step()
        counted = len(stream.getvalue())
        time.sleep(0.1)
        assert "working" not in stream.getvalue()[counted:]
        counting.step()
        counting.close()
    assert "2/2 puzzles" in stream.getvalue()


def test_a_stream_that_is_closed_ends_no_answer():
    stream = Terminal()
    with Waiting(stream=stream, every=0.01):
        stream.close()
        time.sleep(0.05)
