"""`python -m scoring` at a terminal and in a script."""

import json
import os
import pty
import subprocess
import sys

import pytest

from scoring.verbs import EXAMPLES, VERBS
from seating.__main__ import EXAMPLES as DRAWS
from seating.json_requests import KINDS

COMMANDS = {"scoring": EXAMPLES["draw"], "seating": DRAWS["schedule"]}


def run(module: str, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess:
    command = [sys.executable, "-m", module, *arguments]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(("module", "names"), [("scoring", VERBS), ("seating", KINDS)])
def test_help_names_every_verb_with_an_example(module, names):
    ran = run(module, "--help")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert all(f"  {name} " in ran.stdout and f'"do": "{name}"' in ran.stdout for name in names)


@pytest.mark.parametrize("module", COMMANDS)
@pytest.mark.parametrize("argument", ["--nope", "file.json", "--hel"])
def test_arguments_it_does_not_know_are_refused(module, argument):
    ran = run(module, argument, stdin=COMMANDS[module])

    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"unrecognized arguments: {argument}" in ran.stderr


@pytest.mark.slow
@pytest.mark.parametrize("module", COMMANDS)
def test_it_ends_with_1_when_a_line_was_an_error_and_answers_the_others(module):
    good = COMMANDS[module]

    assert run(module, stdin=good + "\n").returncode == 0
    ran = run(module, stdin=f"nonsense\n{good}\n")

    first, second = (json.loads(line) for line in ran.stdout.splitlines())
    assert (ran.returncode, "error" in first, "error" in second) == (1, True, False)


@pytest.mark.parametrize("module", COMMANDS)
def test_at_a_terminal_it_says_what_it_waits_for(module):
    keyboard, terminal = pty.openpty()
    command = [sys.executable, "-m", module]
    with subprocess.Popen(command, stdin=terminal, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        os.write(keyboard, b"\x04")
        out, prompt = running.communicate(timeout=60)
    os.close(keyboard)
    os.close(terminal)

    assert (running.returncode, out) == (0, b"")
    assert prompt.startswith(b"Waiting for requests: a JSON object a line")


@pytest.mark.parametrize("name", KINDS)
def test_every_example_of_a_draw_is_drawn(name):
    ran = run("seating", stdin=DRAWS[name])

    assert (ran.returncode, json.loads(ran.stdout).keys() & {"error"}) == (0, set())
