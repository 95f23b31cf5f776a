"""Steps run in the machine, in order. A step's docstring is its name; it returns what was observed."""

import json
import subprocess
from collections.abc import Callable

from tools.install_test import faults, installing, moving, upkeep
from tools.install_test.house import House, Wrong
from tools.install_test.machine import CommandFailed

Step = Callable[[House], str]
STEPS: list[Step] = [
    installing.programs,
    installing.firewall,
    installing.code,
    installing.settings,
    installing.database,
    installing.tables,
    installing.account,
    installing.services,
    installing.nginx,
    installing.first_signin,
    installing.mail,
    installing.play,
    installing.phones,
    installing.weak_etags,
    installing.news_at_once,
    faults.kill_each,
    faults.stopped_in_mid_draw,
    faults.away,
    faults.too_large,
    faults.journal,
    upkeep.timers,
    upkeep.backup,
    upkeep.rehearsal,
    upkeep.elsewhere,
    upkeep.console,
    upkeep.other_cluster,
    # Before the power cut: a container has a new journal after each boot.
    faults.log_lines,
    faults.power,
    upkeep.restore_here,
    upkeep.restore_anew,
    moving.older_version,
    moving.upgrade,
    moving.back_again,
    moving.newest_already,
    moving.other_promised_versions,
    moving.reload,
    moving.laptop,
    faults.log_lines_anew,
]


def run_step(step: Step, house: House) -> tuple[bool, str]:
    """Return whether the step succeeded, and what it observed."""
    try:
        return True, step(house)
    except (CommandFailed, Wrong, LookupError, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
        return False, str(error)
