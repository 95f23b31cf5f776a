"""The chapter Rescue: every case says the same three things, and what it tells to type is there."""

import re

import pytest
from django.core.management import get_commands

from jantaku.__main__ import COMMANDS, PROGRAMS
from tests.docs.container import services
from tests.docs.installed import UNITS
from tools.environment import OURS, ROOT

pytestmark = [pytest.mark.database("none"), pytest.mark.once("reads a page")]

PAGE = (ROOT / "docs" / "rescue.md").read_text("utf-8")
CASES = dict(re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE, re.MULTILINE | re.DOTALL))


def test_the_cases_are_those_that_happen() -> None:
    assert list(CASES) == [
        "The secret key is lost",
        "A password is lost, and no mail goes out",
        "No organizer or superuser is left",
        "A worker hangs",
        "The disk is full",
        "The clock is wrong",
        "https in a hall without internet",
        "A migration fails",
        "The database is newer than the program",
        "A ledger is not sound",
    ]


@pytest.mark.parametrize("case", CASES)
def test_a_case_says_what_is_seen_what_to_do_and_what_is_lost(case: str) -> None:
    assert re.findall(r"^\* \*\*(.+?)\*\*", CASES[case], re.MULTILINE) == ["You see", "Do", "Lost"]


def test_every_command_of_jantaku_exists() -> None:
    called = set(re.findall(r"`(?:python -m )?jantaku ([a-z_]+)", PAGE))

    assert called - {*PROGRAMS, *COMMANDS, *get_commands()} == set()
    assert {
        "changepassword",
        "createsuperuser",
        "first_organizer",
        "remove_second_factor",
        "restore",
    } <= called


def test_every_script_and_unit_exists() -> None:
    units = {unit.stem for unit in UNITS}

    assert {name for name in re.findall(r"deploy/bin/[\w-]+", PAGE) if not (ROOT / name).exists()} == set()
    for line in re.findall(r"systemctl restart ([\w -]+)", PAGE):
        assert set(line.split()) - {"systemd-timesyncd", "postgresql"} <= units
    assert set(re.findall(r"journalctl -u (\S+?)`", PAGE)) <= units


def test_every_service_of_a_container_exists() -> None:
    calls = re.findall(r"docker compose --profile (\w+) (?:exec|restart|logs|run --rm) ?([\w ]*)", PAGE)
    assert len(calls) >= 5

    for profile, words in calls:
        named = set(words.split()) - {"python"}
        assert named <= set(services(profile)), (profile, words)


def test_every_variable_is_read() -> None:
    named = set(re.findall(r"\b([A-Z]+_[A-Z_]+)\b", PAGE))

    assert named - OURS - {"JANTAKU_VERSION"} == set()  # the name of an image, in compose.yaml
