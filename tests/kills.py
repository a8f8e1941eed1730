"""Kills commands at random moments and goes on: ``python tests/kills.py COMMAND ... --kills 100 --seed 0``.

Commands: ``arena``, ``generate`` (one worker), ``workers`` (generate with two), ``campaign`` (`tests/campaign.py`) and
``log`` (the live notes). Each is killed with SIGKILL at a moment drawn anew, started again on the same file, killed
again, until it comes to its end; then everything begins anew. After every kill each whole line that was in the file
before is still there, nothing is doubled, and at most the last line is cut; of the notes every answered line is kept.
What the command says at its end is what it says when nobody disturbs it. Needs Linux or macOS.
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from determinism import timeless

ROOT = Path(__file__).parents[1]
EXAMPLES = ROOT / "examples"
DEDUCE = (sys.executable, "-m", "deduce")
NOTES = (EXAMPLES / "enigma" / "evening.txt").read_text(encoding="utf-8")
HEADER, EVENTS = NOTES.split("\n\n", 1)[0] + "\n\n", NOTES.split("\n\n", 1)[1].splitlines()[:8]
ARENA = ("arena", "entracte", "random", "greedy", "--deals", "6", "--seed", "3", "--json")
GENERATE = ("generate", "--family", "yinyang", "--size", "4x4", "-n", "8", "--seed", "5", "--json")
CAMPAIGN = (
    sys.executable,
    str(ROOT / "tests" / "campaign.py"),
    "oracle",
    "decrypto",
    "enigma",
    "--cases",
    "12",
)
JOBS = {
    "arena": (*DEDUCE, *ARENA),
    "generate": (*DEDUCE, *GENERATE),
    "workers": (*DEDUCE, *GENERATE, "--jobs", "2"),
    "campaign": CAMPAIGN,
}


def parsed(text):
    """The JSON of a text, of its lines if it has several; words as they are, without their figures of time."""
    try:
        return timeless(json.loads(text))
    except json.JSONDecodeError:
        return [line.split(",")[0] for line in text.splitlines()]


def whole_lines(path):
    """The lines of a file that came to their end, as JSON without times."""
    data = path.read_bytes() if path.exists() else b""
    return [timeless(json.loads(line)) for line in data.split(b"\n")[:-1]]


def run(command):
    """A job to its end: seconds it took, what it said."""
    started = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, cwd=ROOT, check=False)
    if done.returncode:
        raise AssertionError(f"exit status {done.returncode}: {done.stdout[-300:]}{done.stderr[-300:]}")
    return time.monotonic() - started, parsed(done.stdout)


def group(pid):
    """Did a killed leader leave processes behind in its group?"""
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return False
    return True


def killed(command, seconds):
    """Run a job and kill it after so many seconds; was it still at work? Its workers end by themselves."""
    with subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT, start_new_session=True
    ) as running:
        try:
            running.wait(seconds)
            return False
        except subprocess.TimeoutExpired:
            running.send_signal(signal.SIGKILL)
    for _ in range(200):
        if not group(running.pid):
            return True
        time.sleep(0.1)
    os.killpg(running.pid, signal.SIGKILL)
    raise AssertionError("workers went on for 20 s after their leader had been killed")


def chain(name, rng, kills, folder):
    """Kill one job again and again on the same file, then let it end: how often it was killed."""
    path = Path(folder) / "results.jsonl"
    command = (*JOBS[name], "--results", str(path))
    alone = Path(folder) / "alone.jsonl"
    seconds, said = run((*JOBS[name], "--results", str(alone)))
    before, count = [], 0
    while count < kills and killed(command, rng.uniform(0, 1.1 * seconds)):
        count += 1
        now = whole_lines(path)
        if now[: len(before)] != before:
            raise AssertionError(f"lines were lost or changed: {before[-2:]} became {now[-2:]}")
        before = now
    _, again = run(command)
    if again != said:
        raise AssertionError(f"it said {str(again)[:300]}, undisturbed {str(said)[:300]}")
    ends = [
        sorted(json.dumps(line, sort_keys=True) for line in whole_lines(each)) for each in (path, alone)
    ]
    if ends[0] != ends[1]:
        raise AssertionError("the results are not those of an undisturbed run")
    return count


def notes(rng, kills, folder):
    """Kill the live notes again and again while lines are sent: how often they were killed."""
    path, count, sent = Path(folder) / "evening.txt", 0, 0
    path.write_text(HEADER, encoding="utf-8")
    while sent < len(EVENTS):
        with subprocess.Popen(
            (*DEDUCE, "log", str(path), "--json"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
        ) as running:
            answered, first = sent, sent
            until = first + rng.randint(0, 3) if count < kills else len(EVENTS)
            for event in EVENTS[first:until]:
                running.stdin.write(event + "\n")
                running.stdin.flush()
                sent += 1
                if rng.random() < 0.7:  # the rest is in flight when the kill comes
                    while answered < sent and running.stdout.readline():
                        answered += 1
            if until < len(EVENTS):
                time.sleep(rng.uniform(0, 0.4))
                running.send_signal(signal.SIGKILL)
                count += 1
            else:
                running.communicate()
                answered = sent
        now = path.read_text(encoding="utf-8")
        kept = [line for line in now.removeprefix(HEADER).splitlines() if line]
        if not now.startswith(HEADER) or kept != EVENTS[: len(kept)] or len(kept) < answered:
            raise AssertionError(f"{answered} lines were answered, the file ends {now[-200:]!r}")
        sent = len(kept)
    return count


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help="all by default")
    parser.add_argument("--kills", type=int, default=100, help="of each command")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    wrong = False
    for name in options.commands or (*JOBS, "log"):
        done = chains = 0
        findings = []
        while done < options.kills and len(findings) < 3:
            rng = random.Random(f"{name} {options.seed} {chains}")
            chains += 1
            with tempfile.TemporaryDirectory() as folder:
                try:
                    wanted = options.kills - done
                    one = notes(rng, wanted, folder) if name == "log" else chain(name, rng, wanted, folder)
                    done += one
                except AssertionError as error:
                    findings.append(f"run {chains}: {error}")
        wrong |= bool(findings)
        print(f"{name}: killed {done} times in {chains} runs, findings: {findings or 'none'}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
