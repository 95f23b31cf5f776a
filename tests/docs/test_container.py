"""The container's files: nothing is unexplained or unsafe, and every step does its work, tried without an engine."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
import yaml
from django.core.management import get_commands

from jantaku.__main__ import COMMANDS, PROGRAMS
from tests.docs import container
from tests.docs.container import asked_for, compose, context, dockerfile, instruction, services
from tests.docs.installed import program
from tests.laptop import wait_until
from tests.live import PATIENCE
from tools import servers
from tools.environment import OURS, ROOT, clean

pytestmark = pytest.mark.database("none")

# Of the user that the image names.
USER = 10001
EXAMPLE = (ROOT / "deploy" / "env" / "compose.env").read_text("utf-8")
# Programs of an image that is not ours, or of a library in it.
OTHERS = {"valkey-server", "gunicorn", "celery"}


def test_into_the_image_goes_what_runs_and_nothing_else() -> None:
    let_in, _left_out = context()
    linter = (ROOT / "pyproject.toml").read_text()
    product = set(
        re.findall(r'^    "([\w/]+)",$', linter[linter.index("only-include") :].split("]")[0], re.M)
    )

    assert {name for name in let_in if not (ROOT / name).exists()} == set()
    assert let_in == product | {
        *("LICENSE", "gunicorn.conf.py", "manage.py", "pyproject.toml"),
        *("requirements/base.txt", "requirements/sentry.txt"),
    }


def test_both_stages_begin_with_the_same_named_python_that_we_support() -> None:
    images = [one.rest.split()[0] for one in dockerfile() if one.word == "FROM"]
    (version,) = re.findall(r"^PYTHON=(3\.\d+)-slim-\w+$", instruction("ARG").rest)

    assert images == ["python:${PYTHON}"] * 2
    assert tuple(map(int, version.split("."))) >= (3, 11)


def test_the_image_runs_as_nobody_and_writes_into_one_place() -> None:
    words = [one.word for one in dockerfile()]
    told = container.variables()

    assert instruction("USER").rest == f"{USER}:{USER}"
    assert words.index("USER") > len(words) - 1 - words[::-1].index("RUN")
    assert (instruction("VOLUME").rest, told["JANTAKU_VAR_DIR"]) == ("/data", "/data")
    assert f"--owner={USER}" in instruction("RUN").rest
    assert not [name for name in told if re.search("KEY|PASSWORD|TOKEN|URL", name)]


def test_packages_come_by_their_hashes() -> None:
    (install,) = [one.rest for one in dockerfile() if one.word == "RUN" and "--requirement" in one.rest]

    assert {"--require-hashes", "--only-binary=:all:"} <= set(install.split())


def test_every_variable_that_compose_asks_for_is_explained_and_no_other() -> None:
    explained = re.findall(r"^#?([A-Z_]+)=", EXAMPLE, re.MULTILINE)

    assert sorted(explained) == sorted(asked_for())
    lines = EXAMPLE.splitlines()
    for number, line in enumerate(lines):
        if re.match(r"#?[A-Z_]+=", line):
            assert lines[number - 1].startswith("#"), f"{line} has no word of explanation"


def test_jantaku_is_told_only_what_it_reads() -> None:
    told = {
        name
        for profile in ("club", "full")
        for service in services(profile).values()
        if service.get("build")
        for name in service["environment"]
    }

    assert told - OURS == {"WEB_CONCURRENCY"}  # gunicorn reads it


@pytest.mark.parametrize("name", compose()["services"])
def test_a_service_names_its_image_and_may_do_no_more_than_it_must(name: str) -> None:
    service = compose()["services"][name]
    image = container.filled_in(service["image"], {})

    assert re.fullmatch(r"[\w/]+:[\w.]+", image)
    assert image == "jantaku:latest" or not image.endswith(":latest")
    if service["image"] != "postgres:17":
        assert (service["read_only"], service["cap_drop"]) == (True, ["ALL"])
        assert "no-new-privileges:true" in service["security_opt"]
    for volume in service.get("volumes", []):
        place = volume.split(":")[0]
        assert place in compose()["volumes"] or (ROOT / place).exists()
    for other in service.get("depends_on", {}):
        assert set(service["profiles"]) <= set(compose()["services"][other]["profiles"])


def test_every_command_is_one_that_there_is() -> None:
    commands = [service["command"] for service in compose()["services"].values() if "command" in service]
    commands.append(instruction("CMD").command)
    ours = {command[3] for command in commands if command[:3] == ["python", "-m", "jantaku"]}
    others = {command[0] for command in commands if command[0] != "python"}

    assert ours - {*PROGRAMS, *COMMANDS, *get_commands()} == set()
    assert {"run", "migrate", "first_organizer", "live"} <= ours
    assert others == OTHERS


def test_streams_of_news_are_led_to_the_process_that_has_them() -> None:
    caddyfile = (ROOT / "deploy" / "container" / "Caddyfile").read_text()
    manual = (ROOT / "deploy" / "nginx" / "jantaku-https.conf").read_text()
    (address,) = re.findall(r"path_regexp (\S+)", caddyfile)
    begin, either, end = re.split(r"[()]", address)

    led = re.findall(r"location ~ (\S+/stream/\$) \{", manual)
    assert led == [f"{begin}{one}{end}" for one in either.split("|")]
    (live,) = [one["command"] for name, one in services("full").items() if name == "live"]
    assert (live[-1], "live:8001" in caddyfile, "web:8000" in caddyfile) == ("8001", True, True)


def test_shellcheck_has_nothing_to_say_of_the_script() -> None:
    script = ROOT / "deploy" / "container" / "roles.sh"

    done = subprocess.run(
        [program("shellcheck"), "--shell=dash", script], capture_output=True, text=True, check=False
    )

    assert done.stdout == ""


# --- The steps, without an engine ---------------------------------------------------------------------------------


class Container:
    """A folder with what the image has, and processes in it as the image's user."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.code, self.static, self.data = folder / "code", folder / "static", folder / "data"
        self.places = {
            "/srv/jantaku": str(self.code),
            "/srv/static": str(self.static),
            "/data": str(self.data),
        }

    def build(self) -> None:
        """What COPY and the last RUN of the first stage do; then nobody may write there."""
        container.copy_context(self.code)
        (collect,) = [one.rest for one in dockerfile() if "collectstatic" in one.rest]
        command = self.here(collect.replace("/tmp/var", str(self.folder / "var")))
        subprocess.run(["sh", "-euc", command], cwd=self.code, env=clean(), check=True)
        self.data.mkdir(mode=0o700)
        if os.getuid() == 0:
            os.chown(self.data, USER, USER)
        subprocess.run(["chmod", "-R", "a-w,a+rX", self.code, self.static], check=True)

    def here(self, text: str) -> str:
        for place, ours in {"/srv/venv/bin/python": sys.executable, **self.places}.items():
            text = text.replace(place, ours)
        return text

    def start(self, command: list[str], told: dict[str, str], log: Path) -> "subprocess.Popen[bytes]":
        """Run a command as the image's user, if that may read our Python; else as ours."""
        programs = Path(sys.executable).parent
        path = sys.executable if command[0] == "python" else str(programs / command[0])
        here = {name: self.here(value) for name, value in container.variables().items() if name != "PATH"}
        with log.open("wb") as output:
            return subprocess.Popen(
                [path, *command[1:]],
                cwd=self.code,
                env={**clean(), **here, **told, "HOME": "/"},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
                **self.user(),
            )

    def user(self) -> dict[str, Any]:
        """What Popen takes for another user."""
        other: dict[str, Any] = {"user": USER, "group": USER, "extra_groups": []}
        if os.getuid() != 0:
            return {}
        try:
            seen = subprocess.run(
                [sys.executable, "-c", "import django"], cwd=self.code, check=False, **other
            )
        except OSError:
            return {}
        return other if seen.returncode == 0 else {}


@pytest.fixture(scope="module")
def image() -> Iterator[Container]:
    # Not in pytest's folder, which nobody else may enter.
    with tempfile.TemporaryDirectory(prefix="jantaku-image-") as folder:
        Path(folder).chmod(0o755)
        one = Container(Path(folder))
        one.build()
        yield one
        subprocess.run(["chmod", "-R", "u+w", folder], check=True)


@pytest.fixture
def processes() -> Iterator[list["subprocess.Popen[bytes]"]]:
    """Those that a test has started; what is left of them ends with it."""
    started: list[subprocess.Popen[bytes]] = []
    yield started
    for process in started:
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def ask(url: str) -> int:
    with contextlib.suppress(OSError), urllib.request.urlopen(url, timeout=5) as answer:
        return int(answer.status)
    return 0


def troubles(url: str) -> set[str] | None:
    """What is wrong there, by name; None as long as nobody answers."""
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            found = json.load(answer)
    except urllib.error.HTTPError as answer:
        found = json.load(answer)
    except OSError:
        return None
    return {one["code"] for one in found["wrong"]}


@pytest.mark.slow
def test_a_club_runs_from_a_root_that_nobody_can_write_into(
    image: Container, processes: list["subprocess.Popen[bytes]"], tmp_path: Path
) -> None:
    port, log = free_port(), tmp_path / "club.log"
    told = container.environment(services("club")["club"], {"SITE_URL": "http://192.0.2.7:8000"})
    process = image.start([*instruction("CMD").command, "--port", str(port)], told, log)
    processes.append(process)
    healthy = [word.replace("8000", str(port)) for word in instruction("HEALTHCHECK").command]

    wait_until(
        lambda: (
            process.poll() is not None
            or subprocess.run([sys.executable, *healthy[1:]], capture_output=True, check=False).returncode
            == 0
        )
    )
    pages = [ask(f"http://127.0.0.1:{port}{page}") for page in ("/", "/ja/guides/", "/rulebooks/")]
    process.send_signal(getattr(signal, instruction("STOPSIGNAL").rest))
    status = process.wait(timeout=PATIENCE)

    assert (pages, status) == ([200] * 3, 0), log.read_text()
    assert "Jantaku 雀卓 is at http://192.0.2.7:8000" in log.read_text()
    assert re.search(r"http://192\.0\.2\.7:8000/accounts/first/#\S+", log.read_text())
    assert "Traceback" not in log.read_text()
    assert {"jantaku.sqlite3", "secret_key"} <= {path.name for path in image.data.iterdir()}
    assert not [path for path in image.code.rglob("*") if path.stat().st_uid == USER]


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_server_for_many_starts_in_the_order_of_its_services(
    image: Container, processes: list["subprocess.Popen[bytes]"], tmp_path: Path
) -> None:
    psql = Path(program("psql"))
    values = {
        "SITE_URL": "https://league.example.org",
        "SECRET_KEY": "0123456789abcdef" * 4,
        "POSTGRES_PASSWORD": "administrator",
        "OWNER_PASSWORD": "owner",
        "APP_PASSWORD": "application",
        "EMAIL_URL": "smtp://127.0.0.1:9",
    }
    full = services("full")
    with servers.postgres(durable=True) as database, servers.redis() as queue:
        place = urlsplit(database)
        with psycopg.connect(database.rpartition("/")[0] + "/postgres", autocommit=True) as connection:
            connection.execute("DROP DATABASE jantaku")
            connection.execute("CREATE ROLE postgres SUPERUSER LOGIN")

        def told(name: str) -> dict[str, str]:
            found = container.environment(full[name], values)
            exchanged = {"@db:5432": f"@127.0.0.1:{place.port}", "redis://redis:6379/0": queue}
            for old, new in exchanged.items():
                found = {key: text.replace(old, new) for key, text in found.items()}
            return found

        def of_postgres(name: str) -> None:
            command = [word.replace("/deploy", str(ROOT / "deploy"), 1) for word in full[name]["entrypoint"]]
            here = {
                **container.environment(full[name], values),
                "PGHOST": "127.0.0.1",
                "PGPORT": str(place.port),
            }
            path = f"{psql.parent}:{os.environ['PATH']}"
            subprocess.run(command, env={**os.environ, **here, "PATH": path}, check=True)

        def ours(name: str, log: Path, command: list[str] | None = None) -> "subprocess.Popen[bytes]":
            words = [container.filled_in(word, values) for word in command or full[name]["command"]]
            processes.append(image.start(words, told(name), log))
            return processes[-1]

        for _time in range(2):  # may be repeated, as with every `up`
            of_postgres("roles")
            assert ours("migrate", tmp_path / "migrate.log").wait() == 0, (
                tmp_path / "migrate.log"
            ).read_text()
            of_postgres("grants")
        first = ours("first", tmp_path / "first.log").wait()
        web, live = free_port(), free_port()
        commands = {
            "web": [word.replace("0.0.0.0:8000", f"127.0.0.1:{web}") for word in full["web"]["command"]],
            "live": [*full["live"]["command"][:-3], "127.0.0.1", "--port", str(live)],
            "worker": full["worker"]["command"],
            "beat": full["beat"]["command"],
        }
        running = {name: ours(name, tmp_path / f"{name}.log", command) for name, command in commands.items()}

        wait_until(lambda: troubles(f"http://127.0.0.1:{web}/statusz") == {"backup_missing"})
        wait_until(lambda: ask(f"http://127.0.0.1:{live}/healthz") == 200)
        with urllib.request.urlopen(f"http://127.0.0.1:{web}/readyz") as answer:
            ready = json.load(answer)["ready"]
        app = told("web")["DATABASE_URL"]
        with psycopg.connect(app) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
            connection.execute("UPDATE tournaments_ledgerentry SET kind = 'x'")
        for process in running.values():
            process.terminate()
        statuses = {name: process.wait(timeout=PATIENCE) for name, process in running.items()}

    logs = {name: (tmp_path / f"{name}.log").read_text() for name in running}
    assert ready is True, logs
    invited = (tmp_path / "first.log").read_text()
    assert (first, len(re.findall(r"https://league\.example\.org/accounts/first/#\S{20,}", invited))) == (
        0,
        1,
    ), invited
    # uvicorn closes its streams, then lets the signal end it.
    assert statuses == {"web": 0, "worker": 0, "beat": 0, "live": -signal.SIGTERM}, logs
    assert [name for name, log in logs.items() if "Traceback" in log] == [], logs


def test_compose_reads_as_yaml_without_a_word_twice() -> None:
    class Strict(yaml.SafeLoader):
        pass

    def mapping(loader: Strict, node: yaml.MappingNode) -> dict[Any, Any]:
        names = [key.value for key, _value in node.value if key.value != "<<"]
        assert len(names) == len(set(names)), names
        loader.flatten_mapping(node)
        return loader.construct_mapping(node)

    Strict.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, mapping)

    assert (
        yaml.load((ROOT / "compose.yaml").read_text(), Strict)["services"].keys()
        == compose()["services"].keys()
    )
