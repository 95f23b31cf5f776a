"""Follow docs/install.md in a bare Debian with systemd: `make install-test`. Needs root, debootstrap and nspawn.

Tests the committed code, from the manual's first command to moving a laptop's data to the server: installed, used,
killed, backed up, restored, upgraded from each promised version by its own scripts. Prints a line for each step and
exits with 1 if one failed.
"""

import argparse
import sys
import time

from tools.install_test.house import House
from tools.install_test.installing import code
from tools.install_test.machine import RELEASES, CannotRun, bare_debian
from tools.install_test.repository import bring_code, fetch_packages
from tools.install_test.steps import STEPS, run_step
from tools.promised import PROMISED


def main() -> int:
    parser = argparse.ArgumentParser(prog="make install-test")
    parser.add_argument("--keep", action="store_true", help="leave the machine's files when it is over")
    parser.add_argument("--debian", choices=sorted(RELEASES), default="12")
    parser.add_argument(
        "--older",
        action="append",
        metavar="COMMIT",
        help="upgrade from this one instead of the promised versions (tools/promised.py); may be repeated",
    )
    chosen = parser.parse_args()
    began, failed = time.monotonic(), 0
    try:
        with bare_debian(chosen.debian, keep=chosen.keep) as machine:
            house = House(machine, chosen.older or [version.commit for version in PROMISED])
            bring_code(machine, house.promised)
            for step in STEPS:
                step_began = time.monotonic()
                is_well, seen = run_step(step, house)
                name = (step.__doc__ or step.__name__).strip().splitlines()[0]
                took = f"{time.monotonic() - step_began:.0f} s"
                print(f"{'ok    ' if is_well else 'FAILED'}  {took:>6}  {name:<52} {seen}", flush=True)
                if not is_well:
                    failed += 1
                    break
                if step is code:
                    for commit in house.promised:
                        fetch_packages(machine, commit)
    except CannotRun as reason:
        print(f"The installation cannot be tested on this machine: {reason}", file=sys.stderr)
        return 1
    print(
        f"{time.monotonic() - began:.0f} seconds. "
        + ("A step failed; those after it were not run." if failed else "All steps went well.")
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
