"""The same draw in another language: a spectator need not trust this program."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from seating.requests import ScheduleRequest
from seating.schedules.schedule import draw_schedule

SCRIPT = Path(__file__).parent / "verify_draw.mjs"


@pytest.mark.skipif(shutil.which("node") is None, reason="needs Node.js")
@pytest.mark.parametrize(
    ("tables", "rounds", "seed"), [(11, 8, "spring"), (13, 13, "雀卓 2026"), (251, 7, "x\ny")]
)
def test_an_independent_program_draws_the_same_schedule(tables, rounds, seed):
    done = subprocess.run(
        ["node", str(SCRIPT)],
        input=json.dumps({"seed": seed, "tables": tables, "rounds": rounds}),
        capture_output=True,
        text=True,
        check=True,
    )

    drawn = draw_schedule(ScheduleRequest(range(4 * tables), rounds), seed).rounds
    assert json.loads(done.stdout) == [[list(t) for t in r] for r in drawn]
