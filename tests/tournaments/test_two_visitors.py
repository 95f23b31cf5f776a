"""Whoever asks first, nobody gets what was made for another: every address that is read, from the memory of pages."""

import re
from collections.abc import Iterator, Mapping

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from tests.permissions import FOREIGN, OWN, undone
from tests.thorough import in_turn
from tests.tournaments.api.callers import Caller
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.views.permission_matrix import PAGES, address
from tests.tournaments.views.test_permission_matrix import furnished
from tests.tournaments.worlds import (
    FRESH,
    ORGANIZER,
    OTHER,
    PHONE,
    PHONE_ABROAD,
    READ_TOKEN,
    Worlds,
)
from tests.web.clock import Clock
from tournaments.models import Tournament
from tournaments.standings import publish_tournament
from web.page_memory import memory

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.database("sqlite")]

LANGUAGES = ("en", "ja")
# Those whom something was made for: by session, by the seat's cookie, by bearer.
KNOWN = {OWN: (ORGANIZER, PHONE, READ_TOKEN), FOREIGN: (OTHER, PHONE_ABROAD)}
# Another in every answer: a form's token and key, the moment of a clock, what is counted down.
FLEETING = re.compile(
    rb'name="(?:csrfmiddlewaretoken|key)" value="[\w-]+"|data-(?:now|ends|at)="\d+"'
    rb'|"(?:now|seconds_left)": ?"?[^",}]+|-?\d+:\d\d(?::\d\d)?'
)

Shown = tuple[int, str, str, bytes]
Asked = tuple[str, str]
"""Language and path."""


@pytest.fixture
def worlds(db: None) -> Iterator[Worlds]:
    with undone():
        made = furnished()
        # What is behind is not kept where a reader may publish it.
        for tournament in Tournament.objects.all():
            publish_tournament(tournament.pk)
        yield made


@pytest.fixture(autouse=True)
def no_time_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "clock", Clock())


def addresses(worlds: Worlds, target: str) -> list[str]:
    """Every address that can be read, pages and API, of things of this tournament."""
    world = worlds.of(target)
    pages = [
        address(route, page, world, world["slug"])
        for route, page in PAGES.items()
        if "GET" in page.methods and (target == OWN or page.is_of_tournament)
    ]
    calls = [row.path(world) for row in MATRIX if row.method == "GET" and target in row.expected]
    return list(dict.fromkeys(pages + calls))


def in_language(language: str, path: str) -> tuple[str, dict[str, str]]:
    """Pages have /ja in front, the API is asked for a language."""
    if path.startswith("/api/") or path.endswith("/news/"):
        return path, {"Accept-Language": language}
    return (path if language == "en" else f"/ja{path}"), {}


def shown(answer: HttpResponse) -> Shown:
    head = [answer.headers.get(name, "") for name in ("Location", "Cache-Control")]
    return answer.status_code, *head, FLEETING.sub(b"", answer.getvalue())


def as_stranger(language: str, path: str) -> Shown:
    """Somebody of whom nothing is known; their browser may say which language they chose."""
    client = Client()
    # To the API any cookie is somebody's.
    if not path.startswith("/api/"):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    path, headers = in_language(language, path)
    return shown(client.get(path, headers=headers))


def as_known(caller: Caller, language: str, path: str) -> Shown:
    path, headers = in_language(language, path)
    if caller.bearer is not None:
        headers["Authorization"] = f"Bearer {caller.bearer}"
    return shown(caller.client.get(path, headers=headers))


def who_asks(worlds: Worlds, target: str) -> dict[Asked, list[Caller]]:
    """Every address, with those of the known who ask for it: in turn, thoroughly all.

    In both languages; usually in one of them, in turn, what has an address for each or is not kept.
    """
    return {
        (language, path): [
            worlds.caller(role, FRESH) for role in in_turn(KNOWN[target], turn + shift, len(KNOWN[target]))
        ]
        for turn, path in enumerate(addresses(worlds, target))
        for shift, language in enumerate(
            LANGUAGES if is_one_for_both(path) else in_turn(LANGUAGES, turn, len(LANGUAGES))
        )
    }


def is_one_for_both(path: str) -> bool:
    """Are answers in both languages kept of this very address?"""
    return in_language("ja", path)[0] == path and path.endswith(("/standings/", "/news/"))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("target", [OWN, FOREIGN])
def test_nobody_gets_what_was_made_for_another(worlds: Worlds, target: str) -> None:
    asked = who_asks(worlds, target)

    for_them = {asks: [made_for(who, *asks) for who in those] for asks, those in asked.items()}
    memory.clear()
    for_them_in_turn = {asks: [as_known(who, *asks) for who in those] for asks, those in asked.items()}
    left_by_them = memory.paths()
    for_stranger_after_them = {asks: as_stranger(*asks) for asks in asked}
    memory.clear()
    for_stranger = {asks: as_stranger(*asks) for asks in asked}
    stored = memory.paths()
    # What was not stored is made anew for whoever asks.
    for_stranger_again = {asks: as_stranger(*asks) for asks in asked if in_language(*asks)[0] in stored}
    for_them_again = {
        asks: [as_known(who, *asks) for who in those]
        for asks, those in asked.items()
        if in_language(*asks)[0] in stored
    }

    # What was not stored was made for each of them, and may say when they were there before.
    from_memory = {asks: for_them_in_turn[asks] for asks in for_them_again}
    assert differing(from_memory, for_them) == []
    assert differing(for_stranger_after_them, for_stranger) == []
    assert differing(for_stranger_again, for_stranger) == []
    assert differing(for_them_again, for_them) == []
    assert stored == {
        in_language(*asks)[0] for asks, answer in for_stranger.items() if is_for_all(*asks, answer)
    }
    # Whoever sends cookies leaves the same pages as whoever sends none; whoever has a bearer leaves nothing.
    with_cookies = {
        in_language(*asks)[0] for asks, those in asked.items() if any(who.bearer is None for who in those)
    }
    assert left_by_them == {path for path in stored & with_cookies if not path.startswith("/api/")}


def made_for(caller: Caller, language: str, path: str) -> Shown:
    """What is made for them alone."""
    memory.clear()
    return as_known(caller, language, path)


def is_for_all(language: str, path: str, answer: Shown) -> bool:
    """Was this answered, and says it that anybody may have it? Of the API only standings of stages are kept; no files
    are.
    """
    status, _location, cache_control, _body = answer
    if path.startswith("/api/"):
        return status == 200 and path.endswith("/standings/") and "/seasons/" not in path
    return status == 200 and "public" in cache_control and not path.endswith(".csv")


def differing(these: Mapping[Asked, object], those: Mapping[Asked, object]) -> list[Asked]:
    return [asks for asks, answer in these.items() if answer != those[asks]]
