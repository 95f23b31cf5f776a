"""render.yaml: what Render makes of it is what the image and the settings ask for."""

import re
import shlex
from typing import Any

import pytest
import yaml
from django.core.management import get_commands

from jantaku.__main__ import COMMANDS, PROGRAMS
from tests.docs.container import compose
from tools.environment import OURS, ROOT

pytestmark = [pytest.mark.database("none"), pytest.mark.once("reads a file")]

# Fields of a Blueprint that we use, by type of service.
FIELDS = {
    "keyvalue": {"type", "name", "plan", "maxmemoryPolicy", "ipAllowList"},
    "web": {
        *("type", "name", "runtime", "dockerfilePath", "plan", "envVars"),
        *("healthCheckPath", "preDeployCommand", "dockerCommand"),
    },
    "worker": {
        *("type", "name", "runtime", "dockerfilePath", "plan", "envVars"),
        *("maxShutdownDelaySeconds", "dockerCommand"),
    },
}


def blueprint() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "render.yaml").read_text("utf-8"))
    return found


def services() -> dict[str, dict[str, Any]]:
    return {one["name"]: one for one in blueprint()["services"]}


def variables(service: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Return what the service is told by name: `value`, `sync`, `fromService` or `fromDatabase`."""
    return {
        one["key"]: {key: told for key, told in one.items() if key != "key"}
        for one in service.get("envVars", [])
    }


def test_every_service_has_the_fields_of_its_type() -> None:
    assert set(blueprint()) == {"databases", "services"}
    assert {one["type"]: set(one) for one in services().values()} == FIELDS
    assert {(ROOT / one["dockerfilePath"]).exists() for one in services().values() if "runtime" in one} == {
        True
    }


def test_database_and_queue_are_closed_to_the_internet() -> None:
    (database,) = blueprint()["databases"]

    assert (database["ipAllowList"], services()["jantaku-queue"]["ipAllowList"]) == ([], [])


def test_every_variable_is_read_by_jantaku_and_explained() -> None:
    told = {name for service in services().values() for name in variables(service)}
    explained = set(re.findall(r"^#?(\w+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE))

    assert told - {"WEB_CONCURRENCY"} - (OURS & explained) == set()  # gunicorn reads that one
    assert {"SITE_URL", "SECRET_KEY", "DATABASE_URL", "REDIS_URL", "EMAIL_URL", "PROXY_COUNT"} <= told


def test_no_secret_and_no_address_is_in_the_file() -> None:
    for service in services().values():
        for name, told in variables(service).items():
            assert len(told) == 1, name
            if re.search("KEY|URL|PASSWORD|EMAIL", name):
                assert "value" not in told, name


def test_whatever_is_taken_from_elsewhere_is_there() -> None:
    databases = {one["name"] for one in blueprint()["databases"]}
    for service in services().values():
        for name, told in variables(service).items():
            if "fromDatabase" in told:
                assert told["fromDatabase"]["name"] in databases, name
            if source := told.get("fromService"):
                other = services()[source["name"]]
                assert other["type"] == source["type"], name
                assert source.get("property") == "connectionString" or source["envVarKey"] in variables(other)


def test_web_and_worker_are_told_the_same() -> None:
    web, worker = variables(services()["jantaku"]), variables(services()["jantaku-worker"])

    assert set(web) - set(worker) == {"WEB_CONCURRENCY"}
    assert set(worker) <= set(web)


def test_commands_are_those_of_the_containers() -> None:
    web, worker = services()["jantaku"], services()["jantaku-worker"]
    ours = compose()["services"]["web"]["command"]
    asked = re.findall(r"python -m jantaku (\w+)", web["preDeployCommand"])

    assert shlex.split(web["dockerCommand"]) == [word.replace(":8000", ":10000") for word in ours]
    assert shlex.split(worker["dockerCommand"])[:5] == ["celery", "--quiet", "-A", "config", "worker"]
    assert "--beat" in worker["dockerCommand"]
    assert asked == ["migrate", "first_organizer"]
    assert set(asked) - {*PROGRAMS, *COMMANDS, *get_commands()} == set()
