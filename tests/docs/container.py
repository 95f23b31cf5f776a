"""What the tests of containers share: Dockerfile and compose.yaml, read as an engine reads them."""

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
    """One of a Dockerfile: its word, and what follows it on one line."""

    word: str
    rest: str

    @property
    def command(self) -> list[str]:
        """Of CMD or HEALTHCHECK, which are to be lists: a shell would keep signals to itself."""
        found: list[str] = json.loads(self.rest[self.rest.index("[") :])
        return found


def dockerfile() -> list[Instruction]:
    """Its instructions, from the first to the last."""
    lines = (ROOT / "Dockerfile").read_text("utf-8").splitlines()
    text = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", " ")
    return [Instruction(*line.split(maxsplit=1)) for line in text.splitlines() if line.strip()]


def instruction(word: str) -> Instruction:
    """The last of this word, which is the one that counts."""
    return [one for one in dockerfile() if one.word == word][-1]


def variables() -> dict[str, str]:
    """What ENV sets."""
    return dict(re.findall(r"(\w+)=(\S+)", instruction("ENV").rest))


def context() -> tuple[set[str], list[str]]:
    """What .dockerignore lets in, and which files of it are left out all the same."""
    lines = [
        line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if line and line[0] != "#"
    ]
    assert lines[0] == "*"
    return {line[1:] for line in lines if line[0] == "!"}, [line for line in lines[1:] if line[0] != "!"]


def copy_context(into: Path) -> None:
    """Put there what an engine would be sent."""
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
    """Those that start with this profile."""
    return {name: one for name, one in compose()["services"].items() if profile in one["profiles"]}


def asked_for() -> set[str]:
    """The variables that compose.yaml takes from .env."""
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
    """`${NAME:-default}` and `${NAME:?message}` as Compose fills them in."""

    def value(found: re.Match[str]) -> str:
        name, kind, other = found.groups()
        assert kind != "?" or values.get(name), f"{name}: {other}"
        return values.get(name) or (other or "")

    return VARIABLE.sub(value, text)


def environment(service: dict[str, Any], values: dict[str, str]) -> dict[str, str]:
    """What the service is told, where .env has these values."""
    told = service["environment"].items()
    return {
        name: values[name] if value is None else filled_in(str(value), values)
        for name, value in told
        if value is not None or name in values
    }
