"""The three packages: built from this tree, whole, and used in environments where nothing else of ours is."""

import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import sysconfig
import tarfile
import urllib.request
import venv
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from email import message_from_string
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.crowd import seconds_to_answer
from tests.laptop import wait_until
from tests.live import Running
from tests.migrated import copy_migrated
from tools.environment import ROOT, clean
from tools.packages import build
from web.version import __version__

pytestmark = [pytest.mark.slow, pytest.mark.database("none"), pytest.mark.timeout(300)]

BIN = Path(sys.executable).parent
SITE_PACKAGES = Path(sysconfig.get_paths()["purelib"])
PACKAGES = ("jantaku", "jantaku_scoring", "jantaku_seating")
PRODUCT = (
    *("config", "docs/guides", "guides", "locale", "players", "publishing", "rules", "scoring", "seating"),
    *("static", "templates", "tournaments", "web"),
)
# Of the source, not of what runs.
NOT_PACKED = {"README.md", "pyproject.toml"}


@dataclass(frozen=True)
class Built:
    """What was built: by its name a wheel and a source distribution."""

    folder: Path

    def wheel(self, name: str) -> Path:
        return self.folder / f"{name}-{__version__}-py3-none-any.whl"

    def source(self, name: str) -> Path:
        return self.folder / f"{name}-{__version__}.tar.gz"

    def files(self, name: str) -> set[str]:
        """The files of the wheel, without what describes it."""
        with zipfile.ZipFile(self.wheel(name)) as wheel:
            return {file for file in wheel.namelist() if ".dist-info/" not in file}

    def described(self, name: str, file: str) -> str:
        with zipfile.ZipFile(self.wheel(name)) as wheel:
            return wheel.read(f"{name}-{__version__}.dist-info/{file}").decode()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """The source distributions of this tree, and wheels made of them: as a release is built."""
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder)
    return Built(folder)


def environment_with(folder: Path, wheel: Path) -> Path:
    """Make an empty environment, put the wheel into it and nothing else; return its programs' folder."""
    venv.create(folder, with_pip=False, symlinks=True)
    install = [BIN / "uv", "pip", "install", "--quiet", "--offline", "--no-index", "--no-deps"]
    subprocess.run([*install, "--python", folder / "bin" / "python", wheel], check=True)
    return folder / "bin"


def also_found(programs: Path, folder: Path) -> None:
    """Let that environment import what is in `folder`, after its own."""
    (place,) = programs.parent.glob("lib/python*/site-packages")
    (place / "also.pth").write_text(f"{folder}\n")


def tree(*folders: str) -> set[str]:
    """What is packed of these folders: all but sources of catalogues and what Python made."""
    return {
        str(file.relative_to(ROOT))
        for folder in folders
        for file in (ROOT / folder).rglob("*")
        if file.is_file() and file.suffix not in {".po", ".pyc"}
    }


def test_each_is_a_wheel_and_its_source_with_their_sums(built: Built) -> None:
    """An index would take them, or they would not have been built: see `tools.packages.build`."""
    files = {path.name for name in PACKAGES for path in (built.wheel(name), built.source(name))}

    assert {file.name for file in built.folder.iterdir()} == files | {"SHA256SUMS"}
    checked = subprocess.run(
        ["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=built.folder, capture_output=True, check=False
    )
    assert (checked.returncode, checked.stdout) == (0, b"")


def test_the_wheel_holds_the_whole_product_in_one_folder(built: Built) -> None:
    left_out = {f"{library}/{name}" for library in ("scoring", "seating") for name in NOT_PACKED}
    wanted = {f"jantaku/app/{file}" for file in tree(*PRODUCT) - left_out}
    wanted |= tree("jantaku") | {"jantaku/app/manage.py", "jantaku/app/gunicorn.conf.py"}

    assert built.files("jantaku") == wanted
    # What tree() could lose unnoticed.
    app = {file.removeprefix("jantaku/app/") for file in wanted}
    assert {
        "locale/ja/LC_MESSAGES/django.mo",
        "scoring/locale/ja/LC_MESSAGES/scoring.mo",
        "scoring/rulebook/editions/mleague.toml",
        "seating/designs/data/kirkman.json",
        "templates/base.html",
        "static/css/tokens.css",
        "docs/guides/ja/the-day.md",
        "tournaments/demo/mleague_2018.csv",
        "tournaments/api/examples.json",
        "tournaments/migrations/__init__.py",
    } <= app


@pytest.mark.parametrize("library", ["scoring", "seating"])
def test_a_library_holds_its_folder_and_is_typed(library: str, built: Built) -> None:
    found = built.files(f"jantaku_{library}")

    assert found == tree(library) - {f"{library}/{name}" for name in NOT_PACKED}
    assert f"{library}/py.typed" in found


def test_the_sources_hold_no_tests_and_no_tools(built: Built) -> None:
    with tarfile.open(built.source("jantaku")) as source:
        folders = {name.split("/")[1] for name in source.getnames()}

    assert folders & {"tests", "tools", "benchmarks", "var", ".venv"} == set()
    assert {"LICENSE", "CHANGELOG.md", "requirements", "jantaku", "deploy"} <= folders


def asked_for(name: str) -> dict[str, Requirement]:
    """Return the requirements of one file by name."""
    lines = (ROOT / "requirements" / f"{name}.in").read_text().splitlines()
    return {one.name: one for line in lines if line and line[0] != "#" for one in [Requirement(line)]}


def test_what_is_needed_is_what_requirements_say(built: Built) -> None:
    base, extra = asked_for("base"), asked_for("sentry")

    needed = {name: message_from_string(built.described(name, "METADATA")) for name in PACKAGES}
    wanted = {
        name: {str(Requirement(one)) for one in about.get_all("Requires-Dist", [])}
        for name, about in needed.items()
    }

    assert wanted == {
        "jantaku": {str(one) for one in base.values()}
        | {str(Requirement(f'{one}; extra == "sentry"')) for one in extra.values()},
        "jantaku_scoring": {str(base[name]) for name in ("defusedxml", "mahjong")},
        "jantaku_seating": set(),
    }
    assert {about["Version"] for about in needed.values()} == {__version__}
    assert {about["License-Expression"] for about in needed.values()} == {"BSD-3-Clause"}
    assert {built.described(name, "licenses/LICENSE") for name in PACKAGES} == {
        (ROOT / "LICENSE").read_text()
    }


@pytest.mark.parametrize(("library", "needs"), [("scoring", ("mahjong", "defusedxml")), ("seating", ())])
def test_a_library_alone_does_what_its_readme_says(
    library: str, needs: tuple[str, ...], built: Built, tmp_path: Path
) -> None:
    programs = environment_with(tmp_path / "env", built.wheel(f"jantaku_{library}"))
    for name in needs:
        shutil.copytree(SITE_PACKAGES / name, tmp_path / "needed" / name)
    also_found(programs, tmp_path / "needed")
    readme = shutil.copy(ROOT / library / "README.md", tmp_path)

    def python(*words: str | Path, says: str = "") -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [programs / "python", *words],
            cwd=tmp_path,
            env=clean(),
            input=says,
            capture_output=True,
            text=True,
            check=False,
        )

    examples = python("-m", "doctest", "-v", readme)
    there = python(
        "-c", "import importlib.util as i; print([n for n in ('django', 'jantaku', 'web') if i.find_spec(n)])"
    )
    by_lines = python("-m", library, says='{"do": "nothing"}\n')

    assert examples.returncode == 0, examples.stdout
    assert re.search(r"\b(1[0-9]|[2-9][0-9]) passed", examples.stdout)
    assert there.stdout == "[]\n"
    assert (by_lines.returncode, by_lines.stdout.startswith('{"error":{"code":"unknown_')) == (1, True)


@pytest.fixture(scope="module")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel in it, and what it needs found where we have it."""
    programs = environment_with(tmp_path_factory.mktemp("installed") / "env", built.wheel("jantaku"))
    also_found(programs, SITE_PACKAGES)
    return programs


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


def surroundings(home: Path) -> dict[str, str]:
    """Those of a user who has set nothing."""
    home.mkdir(exist_ok=True)
    left_out = {"JANTAKU_ENV_FILE", "XDG_DATA_HOME", "PYTHONPATH"}
    here = {name: value for name, value in clean().items() if name not in left_out}
    return {**here, "HOME": str(home)}


def jantaku(programs: Path, home: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [programs / "jantaku", *words],
        cwd=home.parent,
        env=surroundings(home),
        capture_output=True,
        text=True,
        check=False,
    )


@contextlib.contextmanager
def serving(programs: Path, home: Path) -> Iterator[Running]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = home.parent / "jantaku.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [programs / "jantaku", "run", f"--port={port}"],
            cwd=home.parent,
            env=surroundings(home),
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            start_new_session=True,
        )
    server = Running(process, log, f"http://127.0.0.1:{port}")
    try:
        wait_until(lambda: process.poll() is not None or seconds_to_answer(server.url, "/healthz")[0] == 200)
        assert process.poll() is None, log.read_text()
        yield server
    finally:
        server.stop()


PAGES = (
    "/",
    "/ja/",
    "/t/m-league-2018/standings/",
    "/ja/guides/the-day/",
    "/rulebooks/",
    "/api/",
    "/api/v1/schema/",
    "/accounts/login/",
)


def test_the_product_runs_from_the_wheel_in_an_empty_home(installed: Path, home: Path) -> None:
    kept = home / ".local" / "share" / "jantaku"
    begun = [jantaku(installed, home, *words) for words in (("migrate", "-v0"), ("demo",))]
    assert [done.returncode for done in begun] == [0, 0], begun
    with serving(installed, home) as server:
        pages = {page: urllib.request.urlopen(server.url + page).read().decode() for page in PAGES}
        sheets = re.findall(r'href="(/static/css/[^"]+\.css)"', pages["/"])
        styles = [urllib.request.urlopen(server.url + sheet).status for sheet in sheets]

    assert styles == [200] * len(sheets) != []
    assert "大会" in pages["/ja/"]
    assert f"your data stays in {kept})" in server.log.read_text()
    assert "Traceback" not in server.log.read_text()
    assert [path.name for path in home.parent.iterdir() if path.suffix not in {".log"}] == ["home"]
    assert {"jantaku.sqlite3", "secret_key"} <= {path.name for path in kept.iterdir()}

    verified = jantaku(installed, home, "verify")
    backed_up = jantaku(installed, home, "backup", str(home / "evening.sqlite3"))
    restored = jantaku(installed, home, "restore", str(home / "evening.sqlite3"))

    assert (verified.returncode, "ledgers are sound" in verified.stdout) == (0, True), verified.stderr
    assert (backed_up.returncode, restored.returncode) == (0, 0), backed_up.stderr + restored.stderr
    assert [path.suffix for path in kept.glob("jantaku-before-*")] == [".sqlite3"]


def test_what_the_server_starts_beside_itself_is_in_the_wheel(installed: Path, home: Path) -> None:
    """The process that computes draws, and Celery, which looks for `config`."""
    copy_migrated(home / ".local" / "share" / "jantaku" / "jantaku.sqlite3")
    assert jantaku(installed, home, "migrate", "-v0").returncode == 0
    (app,) = installed.parent.glob("lib/python*/site-packages/jantaku/app")
    asks_celery = (
        "import subprocess, sys; from jantaku.worker import Supervisor;"
        "one = Supervisor([sys.executable, '-m', 'celery', '-A', 'config', 'report']);"
        "sys.exit(subprocess.run(one.command, env=one.environment).returncode)"
    )

    draws, celery = (
        subprocess.run(
            [installed / "python", *words],
            cwd=home,
            env=surroundings(home),
            capture_output=True,
            text=True,
            check=False,
        )
        for words in ([app / "manage.py", "work_off_draws"], ["-c", asks_celery])
    )

    assert (draws.returncode, draws.stdout) == (0, "0 draws computed.\n"), draws.stderr
    assert (celery.returncode, "tournaments.standings.tasks" in celery.stdout) == (0, True), celery.stderr


def test_settings_are_read_from_the_folder_with_the_data(installed: Path, home: Path) -> None:
    kept = home / ".local" / "share" / "jantaku"
    kept.mkdir(parents=True)
    (kept / ".env").write_text("SECRET_KEY=abc\n")

    done = jantaku(installed, home, "check")

    assert (done.returncode, "SECRET_KEY is too easy to guess" in done.stderr) == (1, True)


def test_nothing_of_the_product_has_a_name_in_the_environment(installed: Path) -> None:
    (place,) = installed.parent.glob("lib/python*/site-packages")

    ours = sorted(path.name for path in place.iterdir() if path.is_dir() and "dist-info" not in path.name)

    assert ours == ["jantaku"]
    assert os.access(installed / "jantaku", os.X_OK)
