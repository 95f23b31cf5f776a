"""deploy/bin/upgrade on a real cluster and a real git: it goes by what was prepared, and brings nginx's file."""

import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.docs.installed import exchanged, program, written
from tests.docs.server import Server, ask, cluster
from tests.docs.test_nginx import free_ports, has_ipv6

pytestmark = [pytest.mark.once("starts its own PostgreSQL"), pytest.mark.slow, pytest.mark.timeout(300)]


@dataclass
class House:
    """A server whose code is a clone, with one version more in what it was cloned from."""

    server: Server
    place: str

    def git(self, *words: str, where: str = "app") -> str:
        us = ["-c", "user.name=test", "-c", "user.email=test@example.org"]
        command = ["git", "-C", str(self.server.folder / where), *us, *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def a_newer_version(self) -> str:
        """Somebody publishes one, with a line more in nginx's file."""
        work = self.server.folder / "work"
        file = work / "deploy" / "nginx" / "jantaku-http.conf"
        file.write_text(file.read_text() + f"# Line {len(file.read_text())} of a newer version.\n")
        self.git("commit", "--quiet", "--all", "--message=A newer version", where="work")
        self.git("push", "--quiet", where="work")
        return self.git("rev-parse", "HEAD", where="work")

    @property
    def nginx_file(self) -> Path:
        return self.server.folder / "conf.d" / "jantaku-http.conf"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Installed by the scripts of its version, nginx's file for port 80 with it."""
    program("nginx", required="JANTAKU_REQUIRE_NGINX")
    with cluster() as place:
        server = Server.in_folder(tmp_path_factory.mktemp("server"))
        house = House(server, place)
        nginx = server.folder / "app" / "deploy" / "nginx" / "jantaku-http.conf"
        (port,) = free_ports(1)
        listen = {"listen 80": f"listen 127.0.0.1:{port}", "listen [::]:80": f"listen [::1]:{port}"}
        nginx.write_text(exchanged(nginx.read_text(), listen))
        requirements = server.folder / "app" / "requirements"
        requirements.unlink()
        requirements.mkdir()
        for name in ("base.txt", "sentry.txt"):
            written(requirements, name, "")
        house.git("init", "--quiet", "--initial-branch=main")
        house.git("add", "deploy", "requirements")
        house.git("commit", "--quiet", "--message=The first version")
        house.git("clone", "--quiet", "--bare", ".", "../origin.git")
        house.git("clone", "--quiet", "origin.git", "work", where=".")
        house.git("remote", "add", "origin", "../origin.git")
        house.git("fetch", "--quiet")
        house.git("branch", "--quiet", "--set-upstream-to=origin/main")
        server.settings(DATABASE_URL=place, OWNER=place, ADMIN=place)
        settings = f"pid {server.folder}/pid;\nerror_log {server.folder}/error.log;\nevents {{}}\nhttp {{\n"
        settings += f"access_log off;\ninclude {server.folder}/conf.d/*.conf;\n}}\n"
        written(server.folder, "nginx.conf", settings)
        server.must("create-database")
        server.must("prepare")
        server.must("site", "http")
        yield house


def test_after_a_pull_by_hand_the_upgrade_goes_on_from_what_was_prepared(house: House) -> None:
    prepared, newest = house.git("rev-parse", "HEAD"), house.a_newer_version()
    house.git("pull", "--quiet", "--ff-only")

    first = house.server.must("upgrade")
    second = house.server.must("upgrade")

    assert f"was not prepared: going on from {prepared}." in first
    assert f"jantaku: from {prepared[:7]}" in first
    assert second == "jantaku: this is the newest version already.\n"
    assert (house.server.folder / "state" / "prepared").read_text() == f"{newest}\n"
    assert f"was={prepared}\n" in (house.server.folder / "backups" / "last-upgrade").read_text()


def test_where_nothing_is_noted_it_is_prepared_again(house: House) -> None:
    """The scripts of before noted nothing."""
    house.a_newer_version()
    house.git("pull", "--quiet", "--ff-only")
    (house.server.folder / "state" / "prepared").unlink()

    first = house.server.must("upgrade")

    assert "was not prepared" in first
    assert house.server.must("upgrade") == "jantaku: this is the newest version already.\n"


def test_a_missing_migration_is_no_newest_version(house: House) -> None:
    ask(house.place, "DROP TABLE django_session; DELETE FROM django_migrations WHERE app = 'sessions'")

    said = house.server.must("upgrade")

    assert re.search(r"Applying sessions\.0001_initial\S* OK", said)
    assert house.server.must("upgrade") == "jantaku: this is the newest version already.\n"


def test_nginxs_file_comes_along(house: House) -> None:
    before = house.nginx_file.read_text()
    house.a_newer_version()

    said = house.server.must("upgrade")

    after = house.nginx_file.read_text()
    assert after.startswith(before)
    assert re.fullmatch(r"# Line \d+ of a newer version\.\n", after.removeprefix(before))
    assert "nginx serves league.example.org by http." in said
    assert "systemctl reload-or-restart nginx" in (house.server.folder / "called").read_text()


def test_nginxs_file_that_was_changed_by_hand_stays_and_what_is_new_is_told(house: House) -> None:
    ours = house.nginx_file.read_text() + "# Mine.\n"
    house.nginx_file.write_text(ours)
    house.a_newer_version()

    said = house.server.must("upgrade")

    assert house.nginx_file.read_text() == ours
    assert "was changed by hand and is left as it is" in said
    assert "-# Mine.\n" in said
    assert re.search(r"^\+# Line \d+ of a newer version\.$", said, re.MULTILINE)
    assert "deploy/bin/site http" in said
    house.server.must("site", "http")


def test_an_nginx_that_refuses_keeps_its_file_and_the_upgrade_goes_on(house: House) -> None:
    before = house.nginx_file.read_text()
    work = house.server.folder / "work" / "deploy" / "nginx" / "jantaku-http.conf"
    good = work.read_text()
    work.write_text(good + "nonsense;\n")
    house.git("commit", "--quiet", "--all", "--message=Nonsense", where="work")
    house.git("push", "--quiet", where="work")

    done = house.server.run("upgrade")

    assert (done.returncode, house.nginx_file.read_text()) == (0, before)
    assert "nginx refuses it; nothing was changed." in done.stderr
    assert "nginx goes on with the file of before." in done.stdout
    work.write_text(good)
    house.git("commit", "--quiet", "--all", "--message=Sense", where="work")
    house.git("push", "--quiet", where="work")
    house.server.must("upgrade")


@pytest.mark.parametrize(
    ("version", "has"),
    [("1.22.1", "listen 443 ssl http2;"), ("1.26.3", "http2 on;"), ("1.25.1", "http2 on;")],
)
def test_http2_is_said_as_this_nginx_wants_it(house: House, version: str, has: str) -> None:
    """By a stand-in that says its version and takes everything; the real one here has only one version."""
    real = house.server.folder / "bin" / "nginx"
    kept = real.read_text()
    real.write_text(f'#!/bin/sh\n[ "$1" != -v ] || echo "nginx version: nginx/{version}" >&2\n')
    file = house.server.folder / "conf.d" / "jantaku-https.conf"

    try:
        house.server.must("site", "https")
        text = file.read_text()
    finally:
        real.write_text(kept)
        file.unlink(missing_ok=True)

    other = {"http2 on;": "ssl http2", "listen 443 ssl http2;": "http2 on;"}[has]
    assert (text.count(has) > 0, text.count(other)) == (True, 0)
    servers = text.count("\nserver {\n")
    assert (servers, text.count("listen 443 ssl"), text.count("listen [::]:443 ssl")) == (
        2,
        2,
        2 * has_ipv6(),
    )
    if has == "http2 on;":
        assert text.count(has) == servers


def test_lines_that_are_new_in_the_example_settings_are_told(house: House) -> None:
    settings = house.server.folder / "etc" / "jantaku.env"
    kept = settings.read_text()
    settings.write_text(
        kept.replace("PROXY_COUNT=1\n", "# PROXY_COUNT=1\n").replace("REDIS_URL=redis://127.0.0.1:9/0\n", "")
    )

    done = house.server.run("prepare")

    settings.write_text(kept)
    told = [line for line in done.stdout.splitlines() if "has no line for" in line]
    assert told == [
        f"jantaku: {settings} has no line for {name}. The example: {example}"
        for name, example in (
            ("REDIS_URL", "REDIS_URL=redis://127.0.0.1:6379/0"),
            ("WEB_CONCURRENCY", "#WEB_CONCURRENCY=2"),
            ("WORKER_CONCURRENCY", "#WORKER_CONCURRENCY=2"),
        )
    ]
