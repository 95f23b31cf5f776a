"""Upgrades under traffic, downgrades, and moving a laptop's data to the server."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

from tools.install_test.house import APP, House, Wrong
from tools.install_test.manual import DOMAIN, under
from tools.install_test.repository import NEWEST

STOP = "systemctl stop jantaku-web jantaku-worker jantaku-beat"
START = "systemctl start jantaku-web jantaku-worker jantaku-beat"
# Otherwise the demo's accounts are refused, as they should be.
RENAME = (
    "from players.models import User; from django.db.models import F, Value; "
    "from django.db.models.functions import Replace; "
    "from allauth.account.models import EmailAddress; "
    "[rows.update(email=Replace(F('email'), Value('demo.'), Value('club.')))"
    " for rows in (User.objects, EmailAddress.objects)]"
)
# Its packages are already in uv's cache; the isolated network has no access.
OFFLINE = {"UV_OFFLINE": "1"}
DEMO = ("organizer@demo.example", "jantaku-demo")


@contextmanager
def traffic(house: House) -> Iterator[dict[str, Any]]:
    """Send visitors' requests while the block runs; the dictionary has their results afterwards."""
    found: dict[str, Any] = {}
    house.machine.run("rm -f /root/stop")
    with ThreadPoolExecutor() as pool:
        seen = pool.submit(house.visitor, "traffic", "/root/stop")
        time.sleep(4)
        try:
            yield found
            time.sleep(4)
        finally:
            house.machine.run("touch /root/stop")
        found |= seen.result()
    if found["lost"] or not found["acknowledged"]:
        raise Wrong(str(found))


def older_version(house: House) -> str:
    """(the oldest promised version, with the demo in it)"""
    house.older = house.older or house.promised[0]
    house.machine.run(
        f"{STOP}; cd {APP}; git reset -q --hard {house.older}; su postgres -c 'cd /; dropdb --force jantaku'\n"
        "UV_OFFLINE=1 make install\ndeploy/bin/create-database\ndeploy/bin/prepare\ndeploy/bin/units\n"
        f"{START}\ndeploy/bin/manage load_demo --anyway"
    )
    house.wait_until_ready()
    return str(house.visitor("demo", *DEMO))


def upgrade(house: House) -> str:
    """Upgrade by its own scripts, under traffic"""
    with traffic(house) as found:
        began = time.monotonic()
        output = house.machine.run(under("Upgrading")[0], variables=OFFLINE).stdout
        took = time.monotonic() - began
    house.see(output, "ready", "jantaku: from ")
    house.see(house.machine.run(f"{APP}/deploy/bin/manage verify_ledger").stdout, "ledgers are sound")
    return f"{took:.1f} s; {found}"


def back_again(house: House) -> str:
    """The way back from an upgrade"""
    house.see(house.machine.run(under("Upgrading")[1], variables=OFFLINE).stdout, "is restored")
    house.wait_until_ready()
    at = house.machine.run(f"git -C {APP} rev-parse HEAD").stdout.strip()
    if at != house.older:
        raise Wrong(at)
    house.machine.run(f"{under('Upgrading')[0].strip()} {NEWEST}", variables=OFFLINE)
    house.wait_until_ready()
    return "there, and forward once more, to a tag"


def newest_already(house: House) -> str:
    """Upgraded again; after a pull by hand; nginx's file"""
    house.see(house.machine.run(under("Upgrading")[0], variables=OFFLINE).stdout, "newest version already")
    conf = "/etc/nginx/conf.d/jantaku-https.conf"
    # Simulate an older version with newer code already fetched.
    house.machine.run(
        f"cd {APP}; path=deploy/nginx/jantaku-https.conf; was=$(git log --format=%H -n 1 --skip=1 -- $path)\n"
        f"echo $was > /var/lib/jantaku-deploy/prepared; git show $was:$path > {conf}; systemctl reload nginx"
    )
    output = house.machine.run(under("Upgrading")[0], variables=OFFLINE).stdout
    house.see(output, "was not prepared: going on from", f"nginx serves {DOMAIN} by https")
    house.see(house.machine.run(f"cat {conf}").stdout, "limit_conn jantaku_requests")
    house.wait_until_ready()
    return "nothing to do; all of it; brought along"


def other_promised_versions(house: House) -> str:
    """Upgrades from the other promised versions"""
    for commit in house.promised[1:]:
        house.older = commit
        older_version(house)
        upgrade(house)
    return f"{len(house.promised) - 1}"


def reload(house: House) -> str:
    """systemctl reload jantaku-web under traffic"""
    with traffic(house) as found:
        house.machine.run("systemctl reload jantaku-web")
        time.sleep(4)
    if set(found["statuses"]) - {"200", "201"}:
        raise Wrong(str(found))
    return str(found)


def laptop(house: House) -> str:
    """A laptop's house moved to the server"""
    house.machine.run(
        f"cp -a {APP} /root/laptop; cd /root/laptop; export JANTAKU_VAR_DIR=/root/laptop/var\n"
        ".venv/bin/python manage.py migrate -v0; .venv/bin/python manage.py load_demo > /dev/null\n"
        f'.venv/bin/python manage.py shell -v0 -c "{RENAME}"\n'
        ".venv/bin/python manage.py backup /root/evening.sqlite3"
    )
    there = house.machine.run(
        "cd /root/laptop; JANTAKU_VAR_DIR=/root/laptop/var .venv/bin/python manage.py verify_ledger"
    ).stdout
    house.machine.run(
        f"{STOP}; cd {APP}; su postgres -c 'cd /; dropdb --force jantaku'; deploy/bin/create-database\n"
        "deploy/bin/prepare"
    )
    output = house.follow("From a laptop")
    house.see(
        output, "every table is the same", *[line for line in there.splitlines() if "ends with" in line]
    )
    house.machine.run(START)
    house.wait_until_ready()
    house.visitor("signin", "organizer@club.example", "jantaku-demo")
    guarded = house.machine.run(
        "su postgres -c 'cd /; psql -X -d jantaku -c \"UPDATE tournaments_ledgerentry SET kind = kind\"'",
        check=False,
    )
    if guarded.returncode == 0:
        raise Wrong("the ledger's guards did not arrive")
    return next(line for line in output.splitlines() if "every table" in line)
