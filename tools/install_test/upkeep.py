"""Timers, backups, restoring here and on a new machine."""

import re
from pathlib import Path

from tools.environment import ROOT
from tools.install_test.house import APP, House, Wrong
from tools.install_test.manual import blocks, under

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
    # A backup with a wrong checksum must be refused.
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
    """Compare digests, except for tables that change by signing in or by reading."""
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
    version = house.cluster
    house.machine.run(
        "cp /etc/jantaku-backup.key /root/\n"
        "systemctl disable --now jantaku-web jantaku-worker jantaku-beat\n"
        "systemctl disable --now jantaku-{clean,backup,verify,watch,ship}.timer\n"
        "rm -r /etc/systemd/system/jantaku-* /etc/jantaku*; systemctl daemon-reload\n"
        "rm -rf /var/lib/jantaku /var/lib/jantaku-deploy\n"
        f"systemctl stop postgresql@{version}-main; pg_dropcluster {version} main\n"
        f"pg_createcluster --start {version} main"
    )
    commands = under("Restoring for good")[1].replace("jantaku-2026-11-21T040000Z", Path(backup).stem)
    house.see(house.machine.run(commands).stdout, "the same in every digest", "is restored")
    _same(before, house.machine.run(DIGESTS).stdout, volatile=())
    *start, _ask = under("6. Services")[0].strip().splitlines()
    house.machine.run("\n".join(start))
    house.wait_until_ready()
    house.visitor("etag")
    return "roles, settings, units made anew; digests equal"


def elsewhere(house: House) -> str:
    """Brought to another machine, by one who can read nothing else"""
    # This machine also plays the other one: what matters is which user may go where.
    house.machine.run(
        "apt-get install -y -q rsync openssh-client openssh-server > /dev/null; systemctl start ssh\n"
        "adduser --quiet --disabled-password --gecos '' keeper\n"
        "install -d -m 700 -o keeper -g keeper /home/keeper/jantaku /home/keeper/.ssh",
        network=True,
    )
    commands = under("On another machine")[0].replace("backups.example.org", "localhost")
    said = house.machine.run(commands.replace("apt-get install -y rsync openssh-client", "true")).stdout
    (line,) = [line for line in said.splitlines() if line.startswith("restrict,command=")]
    house.machine.run(
        f"cd /home/keeper/.ssh; cat > authorized_keys << 'KEY'\n{line}\nKEY\nchown keeper authorized_keys"
    )
    house.follow("On another machine", 1)
    backup = house.machine.run(under("Backups")[0]).stdout.strip().splitlines()[-1]
    house.machine.run("systemctl start jantaku-ship")
    names = house.machine.run("ls /home/keeper/jantaku").stdout.split()
    house.machine.run(f"cmp {backup} /home/keeper/jantaku/{Path(backup).name}")
    if any(name.endswith(".tar") for name in names):
        raise Wrong(f"secrets went in the clear: {names}")
    for forbidden in ("cat /etc/jantaku.env", "cat /etc/jantaku-backup.key", f"touch {backup}"):
        if house.machine.run(f"runuser -u jantaku-ship -- {forbidden}", check=False).returncode == 0:
            raise Wrong(f"the user of the backups may: {forbidden}")
    key = "rsync --rsh='ssh -o BatchMode=yes'"
    take = house.machine.run(
        f"cd /tmp; runuser -u jantaku-ship -- {key} keeper@localhost: /tmp/taken/", check=False
    )
    if take.returncode == 0:
        raise Wrong("its key can read what is there")
    security = house.machine.run("systemd-analyze security --no-pager jantaku-ship | tail -n 1").stdout
    return f"{len(names)} files; {security.strip()}"


def console(house: House) -> str:
    """Commands of the console, by files of root's"""
    commands = under("Commands of the console")[0]
    output = house.machine.run(f"cd /root\n{commands}").stdout
    house.see(output, "receipts agree")
    refused = house.machine.run(
        f"{APP}/deploy/bin/manage take_in_tournament - < /root/spring-open.jantaku", check=False
    )
    # It is already here; it is read to the end.
    if refused.returncode == 0 or "Permission denied" in refused.stdout:
        raise Wrong(refused.stdout)
    size = house.machine.run("wc -c < /root/spring-open.jantaku").stdout.strip()
    return f"a tournament of {size} bytes; {output.strip().splitlines()[-1]}"


def other_cluster(house: House) -> str:
    """The database on another port: backup, rehearsal, and back"""
    version = house.cluster
    house.machine.run(f"pg_createcluster --port=5433 --start {version} second")
    page = (ROOT / "docs" / "scaling.md").read_text()
    (move,) = [
        block.commands for block in blocks(page) if block.heading.startswith("The database on a machine")
    ]
    lines = [line for line in move.splitlines() if not line.startswith("echo ")]
    there = "\n".join(lines).replace("db.example.org:5432", "127.0.0.1:5433")
    house.see(house.machine.run(there).stdout, "is restored", "can be restored")
    house.wait_until_ready()
    found = house.visitor("etag")
    # Only the services know of it: each script must report that.
    house.machine.run("sed -i 's#@127.0.0.1:5433/#@127.0.0.1:5432/#' /etc/jantaku-owner.env")
    refused = house.machine.run(f"{APP}/deploy/bin/backup", check=False)
    if refused.returncode != 1 or "two databases" not in refused.stdout:
        raise Wrong(refused.stdout)
    house.machine.run("sed -i 's#@127.0.0.1:5432/#@127.0.0.1:5433/#' /etc/jantaku-owner.env")
    back = there.replace("@127.0.0.1:5433", "@127.0.0.1:0").replace(
        r"127\.0\.0\.1:5432", r"127\.0\.0\.1:5433"
    )
    back = back.replace("@127.0.0.1:0", "@127.0.0.1:5432")
    house.see(house.machine.run(back).stdout, "is restored")
    house.machine.run(f"pg_dropcluster --stop {version} second")
    house.wait_until_ready()
    return f"there and back; {found['ETag']}"
