"""deploy/bin with two real clusters: every script works on the database of the services, or says why it does not."""

import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.docs.installed import DEPLOY, exchanged, program, written
from tests.docs.server import Server, ask, cluster
from tools.install_test.manual import under
from tournaments.models import HandRecord, LeagueLedgerEntry, LedgerEntry

pytestmark = [
    pytest.mark.once("starts its own PostgreSQL, twice"),
    pytest.mark.slow,
    pytest.mark.timeout(300),
]


@pytest.fixture(scope="module")
def clusters() -> Iterator[tuple[str, str]]:
    """Two PostgreSQL servers on this machine: where Jantaku was at first, and where its database went."""
    with cluster() as old, cluster() as new:
        yield old, new


@pytest.fixture(scope="module")
def moved(clusters: tuple[str, str], tmp_path_factory: pytest.TempPathFactory) -> Server:
    """A server that was installed in the first cluster and moved to the second as docs/scaling.md says."""
    old, new = clusters
    server = Server.in_folder(tmp_path_factory.mktemp("server"))
    server.settings(DATABASE_URL=old, OWNER=old, ADMIN=old)
    server.must("create-database")
    server.must("prepare")
    backup = server.must("backup").splitlines()[-1]
    server.settings(DATABASE_URL=new, OWNER=new, ADMIN=new)
    server.must("restore", backup)
    ask(old, "INSERT INTO players_club (name, country) VALUES ('Club of before', 'JP')")
    ask(new, "INSERT INTO players_club (name, country) VALUES ('Club of now', 'JP')")
    return server


def clubs(place: str, database: str = "jantaku") -> list[str]:
    return [str(name) for (name,) in ask(place, "SELECT name FROM players_club ORDER BY 1", database)]


def databases(place: str) -> list[str]:
    query = "SELECT datname FROM pg_database WHERE NOT datistemplate ORDER BY 1"
    return [str(name) for (name,) in ask(place, query, "postgres")]


def inside(dump: Path) -> str:
    return subprocess.run(
        [program("pg_restore"), "--data-only", "--table=players_club", "--file=-", dump],
        check=True,
        capture_output=True,
        text=True,
    ).stdout


def test_a_backup_holds_the_database_that_the_services_use(moved: Server, clusters: tuple[str, str]) -> None:
    _old, new = clusters
    moved.settings(DATABASE_URL=new, OWNER=new)

    said = moved.must("backup")

    saved = Path(said.splitlines()[-1])
    assert saved == moved.backups[-1]
    assert ("Club of now" in inside(saved), "Club of before" in inside(saved)) == (True, False)


def test_by_the_local_user_postgres_it_is_the_cluster_of_that_port(
    moved: Server, clusters: tuple[str, str]
) -> None:
    """Without ADMIN: as on one machine, where its second cluster has a port of its own."""
    _old, new = clusters
    moved.settings(DATABASE_URL=new, OWNER=new)
    backup = moved.must("backup").splitlines()[-1]

    said = moved.must("rehearse", backup)

    assert f"{backup} can be restored." in said
    assert "jantaku_rehearsal" not in databases(new)


def test_a_restore_puts_back_what_was_there_and_leaves_the_other_cluster_alone(
    moved: Server, clusters: tuple[str, str]
) -> None:
    old, new = clusters
    moved.settings(DATABASE_URL=new, OWNER=new, ADMIN=new)
    backup = moved.must("backup").splitlines()[-1]
    ask(new, "INSERT INTO players_club (name, country) VALUES ('Club of later', 'JP')")

    said = moved.must("restore", backup)

    (kept,) = re.findall(r"the database of before is now (\w+)\.", said)
    assert (clubs(new), clubs(new, kept)) == (["Club of now"], ["Club of later", "Club of now"])
    assert clubs(old) == ["Club of before"]
    assert "tables, the same in every digest" in said
    ask(new, f"DROP DATABASE {kept}", "postgres")


@pytest.mark.parametrize(
    "script",
    [
        "backup",
        "rehearse",
        "restore",
        "prepare",
        "upgrade",
        "undo-upgrade",
        "import-laptop",
        "create-database",
    ],
)
def test_while_settings_name_two_databases_nothing_is_done_and_both_are_named(
    moved: Server, clusters: tuple[str, str], script: str, tmp_path: Path
) -> None:
    """The database went to another cluster, and only the services were told."""
    old, new = clusters
    before = [path.name for path in moved.backups]
    moved.settings(DATABASE_URL=new, OWNER=old, ADMIN=old)
    dump = written(tmp_path, "a.dump", "")
    file = [dump] if script in ("rehearse", "restore", "import-laptop") else []
    if script == "undo-upgrade":
        written(moved.folder / "backups", "last-upgrade", f"was=x\nbackup={dump}\n")

    says = moved.refuses(script, *file)

    (moved.folder / "backups" / "last-upgrade").unlink(missing_ok=True)
    assert says.startswith(
        f"jantaku: DATABASE_URL leads to {new}/jantaku, OWNER (in {moved.folder}/etc/jantaku-owner.env) to"
        f" {old}/jantaku: two databases."
    )
    assert (clubs(old), clubs(new)) == (["Club of before"], ["Club of now"])
    assert databases(old) == databases(new) == ["jantaku", "postgres"]
    assert [path.name for path in moved.backups] == before


@pytest.mark.parametrize("script", ["rehearse", "restore", "create-database"])
def test_what_makes_databases_elsewhere_asks_for_a_role_that_may(
    moved: Server, script: str, tmp_path: Path
) -> None:
    moved.settings(DATABASE_URL="db.example.org:5433", OWNER="db.example.org:5433")

    says = moved.refuses(script, *([written(tmp_path, "a.dump", "")] if script != "create-database" else []))

    assert says == (
        "jantaku: OWNER leads to db.example.org:5433/jantaku, which is not this machine. This script makes or renames"
        f" databases there and needs a role that may: put ADMIN=postgres://ROLE:PASSWORD@… into"
        f" {moved.folder}/etc/jantaku-owner.env (docs/scaling.md)."
    )


def test_whoever_administers_another_server_is_told(
    moved: Server, clusters: tuple[str, str], tmp_path: Path
) -> None:
    old, new = clusters
    moved.settings(DATABASE_URL=new, OWNER=new, ADMIN=old)

    says = moved.refuses("restore", written(tmp_path, "a.dump", ""))

    assert says.startswith(f"jantaku: OWNER leads to {new}/jantaku, but ADMIN")
    assert databases(old) == databases(new) == ["jantaku", "postgres"]


def test_a_role_that_is_no_superuser_may_administer(moved: Server, clusters: tuple[str, str]) -> None:
    """As most who rent databases out give one."""
    _old, new = clusters
    ask(new, "CREATE ROLE landlord LOGIN CREATEDB CREATEROLE PASSWORD 'x'", "postgres")
    moved.settings(DATABASE_URL=new, OWNER=new, ADMIN=new)
    owner = moved.folder / "etc" / "jantaku-owner.env"
    owner.write_text(owner.read_text().replace("ADMIN=postgres://jantaku:@", "ADMIN=postgres://landlord:x@"))

    moved.must("create-database")
    said = moved.must("rehearse", moved.must("backup").splitlines()[-1])

    assert "can be restored" in said


def test_sqlite_and_a_typing_error_are_named(moved: Server, clusters: tuple[str, str]) -> None:
    _old, new = clusters
    moved.settings(DATABASE_URL=new, OWNER=new)
    settings = moved.folder / "etc" / "jantaku.env"
    settings.write_text(re.sub("DATABASE_URL=.*", "DATABASE_URL=sqlite:////tmp/x", settings.read_text()))

    says = moved.refuses("backup")

    assert says.endswith("sqlite:… is not the address of a PostgreSQL database (postgres://…)")


def test_no_password_stands_in_a_command_line(moved: Server, clusters: tuple[str, str]) -> None:
    _old, new = clusters
    moved.settings(DATABASE_URL=new, OWNER=new, ADMIN=new)
    log = moved.folder / "lines"
    for name in ("psql", "pg_dump", "pg_restore"):
        watched = moved.folder / "bin" / name
        watched.write_text(f'#!/bin/sh\nprintf "%s\\n" "{name} $*" >> "{log}"\nexec "{program(name)}" "$@"\n')
        watched.chmod(0o755)

    try:
        moved.must("rehearse", moved.must("backup").splitlines()[-1])
    finally:
        for name in ("psql", "pg_dump", "pg_restore"):
            (moved.folder / "bin" / name).unlink()

    lines = log.read_text()
    assert {line.split()[0] for line in lines.splitlines() if line.split()} >= {
        "psql",
        "pg_dump",
        "pg_restore",
    }
    assert [word for word in ("app/word", "app%2F", "owner's word", "owner%27") if word in lines] == []


def stamp(ago: timedelta) -> str:
    return f"jantaku-{datetime.now(UTC) - ago:%Y-%m-%dT%H%M%SZ}"


@pytest.fixture
def quiet(moved: Server, clusters: tuple[str, str]) -> Server:
    """The server with no backup yet, and no key for them."""
    _old, new = clusters
    moved.settings(DATABASE_URL=new, OWNER=new, ADMIN=new)
    for path in (moved.folder / "backups").iterdir():
        path.unlink()
    (moved.folder / "etc" / "jantaku-backup.key").unlink(missing_ok=True)
    return moved


def test_the_timer_makes_one_an_hour_and_one_in_ten_minutes_while_results_come_in(
    quiet: Server,
) -> None:
    folder = quiet.folder / "backups"

    def made(newest: timedelta, *, played: bool) -> int:
        for path in folder.glob("jantaku-*"):
            path.unlink()
        (folder / f"{stamp(newest)}.dump").write_bytes(b"")
        (folder / "newest-entries").write_text("another line\n" if played else as_noted)
        quiet.must("backup", "--when-due")
        return len(quiet.backups) - 1

    quiet.must("backup", "--when-due")
    first, as_noted = len(quiet.backups), (folder / "newest-entries").read_text()
    found = {
        (minutes, played): made(timedelta(minutes=minutes), played=played)
        for minutes, played in [(5, True), (10, False), (10, True), (50, False), (60, False)]
    }

    assert first == 1
    assert found == {(5, True): 0, (10, False): 0, (10, True): 1, (50, False): 0, (60, False): 1}


def test_what_is_played_or_decided_is_a_ledger_entry_or_a_hand() -> None:
    looked_at = re.findall(r"max\(id\) FROM (\w+)", (DEPLOY / "sql" / "written.sql").read_text())

    assert looked_at == [model._meta.db_table for model in (LedgerEntry, LeagueLedgerEntry, HandRecord)]


def test_all_of_a_day_one_an_hour_of_two_days_and_one_a_day_of_thirty_are_kept(quiet: Server) -> None:
    folder = quiet.folder / "backups"
    now = datetime.now(UTC)
    # As the timer makes them for two days; then one in two hours, which is enough to be thinned to one a day.
    minutes = [*range(10, 48 * 60, 10), *range(48 * 60, 40 * 24 * 60, 120)]
    ago = [timedelta(minutes=number, seconds=7) for number in minutes]
    for when in ago:
        name = stamp(when)
        for kind in ("dump", "digests", "settings.tar.age"):
            (folder / f"{name}.{kind}").touch()

    quiet.must("backup")

    kept = [
        now - datetime.strptime(path.stem, "jantaku-%Y-%m-%dT%H%M%SZ").replace(tzinfo=UTC)
        for path in quiet.backups
    ]
    day = sum(age < timedelta(days=1) for age in kept)
    second = sum(timedelta(days=1) < age < timedelta(days=2) for age in kept)
    later = sum(age > timedelta(days=2) for age in kept)
    # With the new one; where an hour or a day is cut by a border, one more or less.
    assert (abs(day - 145) <= 1, abs(second - 24) <= 1, abs(later - 28) <= 1) == (True, True, True)
    assert max(kept) < timedelta(days=30)
    assert len(list(folder.glob("*.digests"))) == len(kept)


def test_the_way_back_from_an_upgrade_is_kept(quiet: Server) -> None:
    folder = quiet.folder / "backups"
    names = [stamp(timedelta(days=3, hours=hours)) for hours in (0, 0.1, 0.2)]
    for name in names:
        (folder / f"{name}.dump").touch()
    oldest = folder / f"{min(names)}.dump"
    (folder / "last-upgrade").write_text(f"was=x\nbackup={oldest}\n")

    quiet.must("backup")

    assert oldest.exists()


def test_databases_of_before_a_restore_are_told_and_go_after_thirty_days(
    quiet: Server, clusters: tuple[str, str]
) -> None:
    _old, new = clusters
    recent, old = (
        f"jantaku_before_{datetime.now(UTC) - timedelta(days=days):%Y%m%dt%H%M%S}" for days in (29, 31)
    )
    others = ["jantaku_before_the_season", "somebody_elses"]
    for name in (recent, old, *others):
        ask(new, f"CREATE DATABASE {name} OWNER jantaku_owner", "postgres")

    said = quiet.must("backup")

    there = databases(new)
    for name in (recent, *others):
        ask(new, f"DROP DATABASE {name}", "postgres")
    assert there == sorted(["jantaku", recent, *others, "postgres"])
    assert f"{recent}, a database of before a restore, is still here" in said
    assert f"{old}, a database of before a restore, is 30 days old and was dropped" in said


def test_secrets_in_a_backup_are_encrypted_and_come_back_by_the_key(quiet: Server, tmp_path: Path) -> None:
    age = program("age", required="JANTAKU_REQUIRE_AGE")
    said = quiet.must("backup-key")
    key = quiet.folder / "etc" / "jantaku-backup.key"
    dropin = quiet.folder / "etc" / "systemd" / "system" / "jantaku-web.service.d"
    dropin.mkdir(parents=True)
    (dropin / "override.conf").write_text("[Service]\nNice=1\n")

    quiet.must("backup")

    (archive,) = (quiet.folder / "backups").glob("*.settings.tar.age")
    assert list((quiet.folder / "backups").glob("*.settings.tar")) == []
    secrets = [b"app%2Fword", b"AGE-SECRET-KEY"]
    assert [secret for secret in secrets if secret in archive.read_bytes()] == []
    tar = subprocess.run(
        [age, "--decrypt", "--identity", key, archive], check=True, capture_output=True
    ).stdout
    subprocess.run(["tar", "--extract", f"--directory={tmp_path}"], input=tar, check=True)
    back = {
        str(path.relative_to(tmp_path)): path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    }
    assert back == {
        name: (quiet.folder / "etc" / name).read_bytes()
        for name in (
            "jantaku.env",
            "jantaku-owner.env",
            "jantaku-backup.key",
            "systemd/system/jantaku-web.service.d/override.conf",
        )
    }
    assert "Keep a copy of it away from this machine" in said
    assert key.stat().st_mode & 0o077 == 0


def test_without_the_key_backups_go_on_and_say_what_is_in_the_clear(quiet: Server) -> None:
    done = quiet.run("backup")

    (archive,) = (quiet.folder / "backups").glob("*.settings.tar")
    assert (done.returncode, archive.stat().st_mode & 0o077) == (0, 0)
    assert done.stderr == (
        f"jantaku: the secrets in {archive.with_suffix('')}.tar are not encrypted: deploy/bin/backup-key\n"
    )


def test_the_consoles_commands_take_and_give_files_of_roots_from_any_folder(
    moved: Server, clusters: tuple[str, str], tmp_path: Path
) -> None:
    _old, new = clusters
    moved.settings(DATABASE_URL=new, OWNER=new)
    games = "game,player,points\n" + "".join(f"1,{name},25000\n" for name in "ABCD")
    written(tmp_path, "games.csv", games)
    manage = moved.folder / "app" / "deploy" / "bin" / "manage"
    places = {"/srv/jantaku/app/deploy/bin/manage": str(manage), "/root/": f"{tmp_path}/"}
    imported = (
        f"{manage} import_results - --tournament spring-open --rulebook mleague < {tmp_path}/games.csv\n"
    )

    done = moved.typed(["sh", "-euc", imported + exchanged(under("Commands of the console")[0], places)])
    again = moved.typed(["sh", "-euc", f"{manage} take_in_tournament - < {tmp_path}/spring-open.jantaku"])

    assert done.returncode == 0, done.stderr
    entries = (tmp_path / "spring-open.jsonl").read_text().splitlines()
    assert done.stdout.splitlines()[-1] == f"1 ledger is sound; {len(entries)} receipts agree."
    assert len((tmp_path / "heads.jsonl").read_text().splitlines()) == 1
    # Read to its end, and refused because it is here.
    assert (again.returncode, "Permission denied" in again.stderr) == (1, False)
