"""What is done in the machine, in this order. A step's docstring is its name, its answer what was seen."""

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
    # Before the power goes: a container has another journal after each boot.
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
    """Whether it went well, and what was seen."""
    try:
        return True, step(house)
    except (CommandFailed, Wrong, LookupError, subprocess.TimeoutExpired, json.JSONDecodeError) as error:
        return False, str(error)
