"""Timers, backups, restoring here and on a new machine."""

import re
from pathlib import Path

from tools.install_test.house import APP, House, Wrong
from tools.install_test.manual import under

DIGESTS = f"su postgres -c 'cd /; psql -XqAt1 -d jantaku' < {APP}/deploy/sql/digests.sql"


def timers(house: House) -> str:
    """Each timer's service, run by systemd"""
    for unit in ("clean", "backup", "verify", "watch"):
        done = house.machine.run(f"systemctl start jantaku-{unit}.service", check=False)
        if done.returncode:
            output = house.machine.run(f"journalctl -u jantaku-{unit} -o cat --no-pager -n 30").stdout
            raise Wrong(f"jantaku-{unit}: {output}")
    modes = house.machine.run("stat -c '%a %U' /var/backups/jantaku /var/backups/jantaku/*").stdout.split(
        "\n"
    )
    if set(filter(None, modes)) != {"700 root", "600 root"}:
        raise Wrong(str(modes))
    return house.machine.run("ls /var/backups/jantaku").stdout.replace("\n", " ")


def backup(house: House) -> str:
    """A backup by hand, no password in ps"""
    watch = (
        "while sleep 0.02; do cat /proc/[0-9]*/cmdline || true; done > /root/ps.txt 2> /dev/null & watch=$!\n"
    )
    output = house.machine.run(f"{watch}{under('Backups')[0]}\nkill $watch").stdout
    secrets = house.machine.run(
        "grep -ohE '://jantaku_[a-z]+:[^@]+' /etc/jantaku.env /etc/jantaku-owner.env | cut -d: -f3"
    ).stdout.split()
    watched = house.machine.run("tr '\\0' ' ' < /root/ps.txt").stdout
    house.see(watched, "pg_dump --format=custom")
    shown = [secret for secret in secrets if secret in watched]
    if len(secrets) != 2 or shown:
        raise Wrong("a password stands in the list of processes")
    return output.strip().splitlines()[-1]


def rehearsal(house: House) -> str:
    """The backup restored beside, digests compared"""
    output = house.follow("Backups", 1)
    house.see(output, "tables, the same in every digest", "ledgers are sound", "can be restored")
    left = house.machine.run("su postgres -c 'cd /; psql -XAtl' | grep rehearsal || true").stdout
    if left:
        raise Wrong(left)
    # A backup that does not hold what it says must be refused.
    house.machine.run(
        "cd /var/backups/jantaku; newest=$(ls jantaku-*.dump | tail -n 1); mkdir /root/bent; cp $newest /root/bent/;"
        " sed '/^table players_user /s/ [0-9a-f]*$/ 0/' ${newest%.dump}.digests > /root/bent/${newest%.dump}.digests"
    )
    bent = house.machine.run(f"{APP}/deploy/bin/rehearse /root/bent/*.dump", check=False)
    if bent.returncode == 0:
        raise Wrong("a backup with another digest was taken for good")
    return next(line for line in output.splitlines() if "tables, the same" in line)


def restore_here(house: House) -> str:
    """Restored for good, on the same machine"""
    before = house.machine.run(DIGESTS).stdout
    backup = house.machine.run(under("Backups")[0]).stdout.strip().splitlines()[-1]
    house.machine.run("su postgres -c \"cd /; psql -Xq -d jantaku -c 'DELETE FROM django_session'\"")
    commands = under("Restoring for good")[0]
    named = re.sub(r"/var/backups/jantaku/jantaku-\S+\.dump", backup, commands)
    house.see(house.machine.run(named).stdout, "the same in every digest", "is restored")
    house.wait_until_ready()
    _same(before, house.machine.run(DIGESTS).stdout, volatile=("django_session",))
    house.visitor("etag")
    return f"{len(before.splitlines())} lines of digests equal; the token is good again"


def _same(before: str, after: str, *, volatile: tuple[str, ...]) -> None:
    """Compare digests, but for tables in which a sign-in or a look leaves something."""
    left_out = (*volatile, "tournaments_apitoken", "tournaments_attempts")
    one, two = (
        [
            line
            for line in text.splitlines()
            if not any(line.startswith(f"table {name} ") for name in left_out)
        ]
        for text in (before, after)
    )
    if one != two:
        raise Wrong("\n".join(sorted(set(one) ^ set(two))))


def restore_anew(house: House) -> str:
    """Restored on a new machine (no database, no roles, no settings)"""
    house.machine.run("systemctl stop jantaku-web jantaku-worker jantaku-beat")
    before = house.machine.run(DIGESTS).stdout
    backup = house.machine.run(under("Backups")[0]).stdout.strip().splitlines()[-1]
    house.machine.run(
        "systemctl disable --now jantaku-web jantaku-worker jantaku-beat jantaku-{clean,backup,verify,watch}.timer\n"
        "rm /etc/systemd/system/jantaku-* /etc/jantaku*.env; systemctl daemon-reload; rm -rf /var/lib/jantaku\n"
        "systemctl stop postgresql@15-main; pg_dropcluster 15 main; pg_createcluster --start 15 main"
    )
    commands = under("Restoring for good")[1].replace("jantaku-2026-11-21T040000Z", Path(backup).stem)
    house.see(house.machine.run(commands).stdout, "the same in every digest", "is restored")
    _same(before, house.machine.run(DIGESTS).stdout, volatile=())
    *start, _ask = under("6. Services")[0].strip().splitlines()
    house.machine.run("\n".join(start))
    house.wait_until_ready()
    house.visitor("etag")
    return "roles, settings, units made anew; digests equal"
