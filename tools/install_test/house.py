"""The machine under test, its state between steps, and helpers of steps."""

import json
import time
from dataclasses import dataclass

from tools.install_test.machine import Machine
from tools.install_test.manual import DOMAIN, under

APP = "/srv/jantaku/app"
# A request by https and host name, between curl's options and the path.
CURL = "curl -s --cacert /root/ca.pem"
SITE = f"https://{DOMAIN}"


class Wrong(RuntimeError):
    """The machine does not do what the manual promises."""


@dataclass
class House:
    """The machine, and what steps pass on to later ones."""

    machine: Machine
    promised: list[str]
    """The commits of versions from which upgrades are tried, the oldest first."""
    older: str = ""
    """The one that serves here before an upgrade."""

    @property
    def cluster(self) -> str:
        """Return Debian's version of PostgreSQL."""
        return self.machine.run("pg_lsclusters --no-header | awk '{ print $1; exit }'").stdout.strip()

    def follow(self, heading: str, number: int = 0, *, network: bool = False) -> str:
        """Run a block of the manual unchanged."""
        return self.machine.run(under(heading)[number], network=network).stdout

    def see(self, output: str, *wanted: str) -> None:
        for text in wanted:
            if text not in output:
                raise Wrong(f"expected to see “{text}” in:\n{output[-2000:]}")

    def visitor(self, what: str, *words: str) -> dict[str, object]:
        quoted = " ".join(f"'{word}'" for word in (what, *words))
        done = self.machine.run(f"python3 /root/visitors.py {quoted}", check=False)
        if done.returncode:
            raise Wrong(f"visitors {quoted}:\n{done.stdout[-3000:]}")
        lines = done.stdout.strip().splitlines()
        found: dict[str, object] = json.loads(lines[-1]) if lines else {}
        return found

    def wait_until_ready(self, seconds: float = 60) -> float:
        """Return the seconds until readyz answered 200."""
        began = time.monotonic()
        ask = (
            f"curl -s -o /dev/null -m 3 -w '%{{http_code}}' -H 'Host: {DOMAIN}' http://127.0.0.1:8000/readyz"
        )
        while self.machine.run(ask, check=False).stdout.strip() != "200":
            if time.monotonic() - began > seconds:
                raise Wrong("readyz does not say 200")
            time.sleep(0.2)
        return time.monotonic() - began

    def service(self, unit: str, what: str) -> str:
        return self.machine.run(f"systemctl show --property={what} --value {unit}").stdout.strip()
