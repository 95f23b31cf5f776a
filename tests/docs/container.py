"""Dockerfile and compose.yaml, parsed as an engine does, for tests of containers."""

import fnmatch
import json
import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from tools.environment import ROOT

VARIABLE = re.compile(r"\$\{(\w+)(?::([-?])([^}]*))?\}")


@dataclass(frozen=True)
class Instruction:
    """An instruction of a Dockerfile: its keyword and argument on one line."""

    word: str
    rest: str

    @property
    def command(self) -> list[str]:
        """Return the list of CMD or HEALTHCHECK: a shell would not pass signals on."""
        found: list[str] = json.loads(self.rest[self.rest.index("[") :])
        return found


def dockerfile() -> list[Instruction]:
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", " ")
    return [Instruction(*line.split(maxsplit=1)) for line in text.splitlines() if line.strip()]


def instruction(word: str) -> Instruction:
    """Return the last instruction with this keyword, which takes effect."""
    return [one for one in dockerfile() if one.word == word][-1]


def variables() -> dict[str, str]:
    """Return the variables of ENV."""
    return dict(re.findall(r"(\w+)=(\S+)", instruction("ENV").rest))


def context() -> tuple[set[str], list[str]]:
    """Return what .dockerignore includes, and exceptions within that."""
    lines = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and line[0] != "#"
    ]
    assert lines[0] == "*"
    return {line[1:] for line in lines if line[0] == "!"}, [line for line in lines[1:] if line[0] != "!"]


def copy_context(into: Path) -> None:
    """Copy the files sent to an engine."""
    names, left_out = context()
    endings = [pattern.removeprefix("**/") for pattern in left_out]

    def ignored(_folder: str, files: list[str]) -> set[str]:
        return {name for name in files if any(fnmatch.fnmatch(name, ending) for ending in endings)}

    for name in names:
        source, copy = ROOT / name, into / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, copy, ignore=ignored)
        else:
            shutil.copy(source, copy)


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    return found


def services(profile: str) -> dict[str, dict[str, Any]]:
    """Return the services started with this profile."""
    return {name: one for name, one in compose()["services"].items() if profile in one["profiles"]}


def asked_for() -> set[str]:
    """Return the variables that compose.yaml takes from .env."""
    without_value = {
        name
        for service in compose()["services"].values()
        for name, value in service.get("environment", {}).items()
        if value is None
    }
    return without_value | {
        found[0] for found in VARIABLE.findall((ROOT / "compose.yaml").read_text("utf-8"))
    }


def filled_in(text: str, values: dict[str, str]) -> str:
    """Substitute `${NAME:-default}` and `${NAME:?message}` as Compose does."""

    def value(found: re.Match[str]) -> str:
        name, kind, other = found.groups()
        assert kind != "?" or values.get(name), f"{name}: {other}"
        return values.get(name) or (other or "")

    return VARIABLE.sub(value, text)


def environment(service: dict[str, Any], values: dict[str, str]) -> dict[str, str]:
    """Return the service's environment for these values in .env."""
    told = service["environment"].items()
    return {
        name: values[name] if value is None else filled_in(str(value), values)
        for name, value in told
        if value is not None or name in values
    }
