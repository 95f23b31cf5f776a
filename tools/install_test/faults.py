"""What the manual promises for killed, stopped and unavailable services, oversized requests, and power failures."""

import json
import time
from collections import Counter
from collections.abc import Iterable

from tools.install_test.house import CURL, SITE, House, Wrong

# Programs started by systemd; systemd's own lines and the backup script's are plain text.
PROGRAMS = {"gunicorn", "celery", "python"}


def kill_each(house: House) -> str:
    """kill -9 of worker, web; beat six times"""
    took = []
    for unit in ["jantaku-worker", "jantaku-web", *["jantaku-beat"] * 6]:
        killed = house.service(unit, "MainPID")
        house.machine.run(f"kill -9 {killed}")
        began = time.monotonic()
        while house.service(unit, "ActiveState") != "active" or house.service(unit, "MainPID") in (
            "0",
            killed,
        ):
            if time.monotonic() - began > 30:
                raise Wrong(f"{unit} stays {house.service(unit, 'ActiveState')}")
            time.sleep(0.2)
        took.append(time.monotonic() - began)
    house.wait_until_ready()
    found = house.visitor("report", "1")
    return f"back in {max(took):.1f} s at most; then {found}"


def stopped_in_mid_draw(house: House) -> str:
    """The worker finishes its draw when stopped"""
    ordered = house.visitor("order_draw", "long-draw")
    time.sleep(1)
    began = time.monotonic()
    house.machine.run("systemctl restart jantaku-worker")
    restart = time.monotonic() - began
    while (found := house.visitor("draw"))["status"] not in ("done", "refused", "cancelled"):
        if time.monotonic() - began > 150:
            raise Wrong(f"the draw is {found}")
        time.sleep(0.5)
    if found["status"] != "done":
        raise Wrong(str(found))
    lost = house.machine.run("journalctl -u jantaku-worker --since -5min | grep -c WorkerLost || true").stdout
    took = time.monotonic() - began
    if lost.strip() != "0":
        raise Wrong(f"{lost} workers were lost")
    return f"a draw of {ordered['about']}: the restart waited {restart:.1f} s, the draw was done after {took:.1f} s"


def away(house: House) -> str:
    """Redis away, PostgreSQL away, web away"""
    ask = f"{CURL} -m 10 -o /dev/null -w '%{{http_code}}' {SITE}"
    _wait_until_worker_listens(house)
    house.machine.run("systemctl stop redis-server")
    without_redis = house.machine.run(f"{ask}/; echo; {ask}/readyz").stdout.split()
    house.machine.run("systemctl start redis-server")
    listens = _wait_until_worker_listens(house)
    cluster = house.cluster
    house.machine.run(f"systemctl stop postgresql@{cluster}-main")
    without_postgres = house.machine.run(f"{ask}/readyz; echo; {ask}/t/spring-open/").stdout.split()
    house.machine.run(f"systemctl start postgresql@{cluster}-main")
    house.wait_until_ready()
    house.machine.run("systemctl stop jantaku-web")
    page = house.machine.run(f"{CURL} -i {SITE}/").stdout
    program = house.machine.run(f"{CURL} {SITE}/api/v1/rulebooks/").stdout
    house.machine.run("systemctl start jantaku-web")
    house.wait_until_ready()
    house.see(page.lower(), "http/2 503", "retry-after: 5", "one moment")
    json.loads(program)
    if (
        without_redis != ["200", "200"]
        or without_postgres[0] != "503"
        or without_postgres[1] not in ("503", "200")
    ):
        raise Wrong(f"{without_redis} {without_postgres}")
    return (
        f"page and readyz: without Redis {without_redis}, without PostgreSQL {without_postgres};"
        f" the worker listens again after {listens:.1f} s"
    )


def _wait_until_worker_listens(house: House) -> float:
    """Return the seconds until a worker listened to Redis."""
    began = time.monotonic()
    while "cmd=brpop" not in house.machine.run("redis-cli client list", check=False).stdout:
        if time.monotonic() - began > 60:
            raise Wrong("no worker waits at Redis for messages")
        time.sleep(0.2)
    return time.monotonic() - began


def too_large(house: House) -> str:
    """A body of 5 MB is refused in JSON"""
    output = house.machine.run(
        f"head -c 5000000 /dev/zero > /root/large; {CURL} -w ' %{{http_code}}' --data-binary @/root/large "
        f"-H 'Content-Type: application/json' {SITE}/api/v1/tournaments/"
    ).stdout
    house.see(output, "body_too_large", " 413")
    return "413 with the error shape"


def power(house: House) -> str:
    """The power goes and comes back"""
    began = time.monotonic()
    house.machine.reboot()
    took = house.wait_until_ready()
    failed = house.machine.run(
        "systemctl list-units --failed --no-legend --plain 'jantaku-*' 'nginx*' 'postgres*' 'redis*'"
    )
    if failed.stdout.strip():
        raise Wrong(failed.stdout)
    house.visitor("etag")
    return f"{time.monotonic() - began:.1f} s until ready (after the boot {took:.1f} s), nothing failed"


def journal(house: House) -> str:
    """Retention of the journal"""
    house.follow("Logs, and how long")
    return house.machine.run("journalctl --disk-usage").stdout.strip()


def log_lines(house: House) -> str:
    """Every line of web, worker, beat and commands is JSON"""
    found = _lines_of_programs(house)
    if missing := PROGRAMS - set(found):
        raise Wrong(f"no line at all of {missing}: {found}")
    return ", ".join(f"{program} {count}" for program, count in found.items())


def log_lines_anew(house: House) -> str:
    """So is every line on the new machine, from its upgrades too"""
    # Worker and beat log nothing there, because nothing fails.
    found = _lines_of_programs(house)
    if "gunicorn" not in found:
        raise Wrong(f"no line at all of gunicorn: {found}")
    return ", ".join(f"{program} {count}" for program, count in found.items())


def _lines_of_programs(house: House) -> Counter[str]:
    """Count the journal's lines by program; raises if one of ours is not JSON."""
    # --all, or messages above 4,096 bytes, such as tracebacks, are given as null.
    lines = house.machine.run(
        "journalctl -u 'jantaku-*' -o json --all --output-fields=SYSLOG_IDENTIFIER,MESSAGE --no-pager"
    ).stdout.splitlines()
    if odd := not_json(lines):
        raise Wrong(f"{len(odd)} of {len(lines)} lines are no JSON:\n" + "\n".join(odd[:20]))
    return Counter(json.loads(line)["SYSLOG_IDENTIFIER"] for line in lines)


def not_json(lines: Iterable[str]) -> list[str]:
    """Return lines of Jantaku's programs that are not a JSON object with its four fields; from
    `journalctl -o json`.
    """
    odd = []
    for line in lines:
        entry = json.loads(line)
        # Messages with unprintable characters are lists of bytes.
        message = entry["MESSAGE"]
        text = message if isinstance(message, str) else bytes(message or []).decode(errors="replace")
        if entry["SYSLOG_IDENTIFIER"] in PROGRAMS and not _is_log_line(text):
            odd.append(f"{entry['SYSLOG_IDENTIFIER']}: {text}")
    return odd


def _is_log_line(text: str) -> bool:
    try:
        found = json.loads(text)
    except ValueError:
        return False
    return isinstance(found, dict) and {"time", "level", "logger", "message"} <= found.keys()
