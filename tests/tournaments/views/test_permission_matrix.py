"""Every page × everybody × own, foreign and missing: written from what the roles are for, not from the code."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache

import pytest
from django.test import Client

from tests.permissions import (
    FOREIGN,
    MISSING,
    OWN,
    Digest,
    digest,
    has_changed,
    logged,
    undone,
    written,
)
from tests.registers import PAGES as REGISTER
from tests.routes import pages
from tests.tournaments.api.callers import CSRF
from tests.tournaments.api.walk import every_address, nameless, roles_for
from tests.tournaments.views.permission_matrix import (
    GET,
    IN_THE_KNOW,
    OF_A_CODE,
    OF_A_TABLE,
    OWN_ONLY,
    PAGES,
    POST,
    ROLES,
    STAFF,
    WITHOUT_ACCOUNT,
    D,
    address,
)
from tests.tournaments.worlds import (
    ANONYMOUS,
    FRESH,
    ORGANIZER,
    OTHER,
    PHONE,
    PHONE_ABROAD,
    PHONE_ELSEWHERE,
    PLAYER,
    REPLACED,
    REVOKED,
    STRANGER,
    Worlds,
    build,
)
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.models import Stage

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.most_trusted]
# For tests that read the walk: with `--dist loadgroup` they share a process, and it is walked once.
walks_pages = pytest.mark.xdist_group("pages")


@pytest.fixture
def worlds(db: None) -> Worlds:
    return furnished()


def furnished() -> Worlds:
    """Worlds with what fills the addresses of pages, and a published round in each tournament's first stage."""
    made = build()
    for world in (made.own, made.foreign, made.missing):
        world.update(one=1, two=2, three=3, csv="csv", publish="publish", withdraw="withdraw")
        world.update(sheet="schedules", round_sheet="names")
    for world in (made.own, made.foreign):
        stage = Stage.objects.get(pk=world["stage"])
        alice = Actor(stage.tournament.staff.get(role="organizer").user)
        publish_round(round_=draw_round(stage=stage, by=alice), by=alice)
    return made


@pytest.fixture
def untouched(worlds: Worlds) -> Digest:
    return digest()


@dataclass(frozen=True)
class Answer:
    """Status, where it leads, whether anything in the database is another, and all that is shown."""

    status: int
    leads_to: str
    changed: bool
    text: str


def answer_to(worlds: Worlds, untouched: Digest, role: str, method: str, path: str) -> Answer:
    client: Client = worlds.caller(role, FRESH).client
    cookies = copy(client.cookies)
    with undone(), written() as statements:
        answer = client.generic(
            method, path, b"", "application/x-www-form-urlencoded", headers={"X-CSRFToken": CSRF}
        )
        changed = has_changed(untouched, statements)
    client.cookies = cookies
    text = f"{answer.headers}\n{answer.cookies}\n{answer.getvalue().decode(errors='replace')}"
    return Answer(answer.status_code, answer.headers.get("Location", ""), changed, text)


def ask(worlds: Worlds, untouched: Digest, role: str, method: str, path: str) -> tuple[int, str, bool]:
    """Status, where it leads, and whether anything in the database is another."""
    answer = answer_to(worlds, untouched, role, method, path)
    return answer.status, answer.leads_to, answer.changed


@dataclass(frozen=True)
class Walk:
    """target, page, method, role → what came; with what was logged meanwhile, and what must not be shown."""

    answers: Mapping[tuple[str, str, str, str], Answer]
    addresses: frozenset[str]
    log: str


@cache
def walk() -> Walk:
    """Ask for every page once in a process; nothing of it stays in the database."""
    with undone(), logged() as log:
        worlds = nameless(furnished())
        untouched = digest()
        answers = {
            (target, route, method, role): answer_to(
                worlds,
                untouched,
                role,
                method,
                address(route, page, worlds.of(target), worlds.of(target)["slug"]),
            )
            for target in (OWN, FOREIGN)
            for route, page in PAGES.items()
            if target == OWN or page.is_of_tournament
            for method in page.methods
            for role in people(target, route)
        }
        return Walk(answers, frozenset(every_address()), log.getvalue())


def people(target: str, route: str) -> list[str]:
    """The roles that try it."""
    return roles_for(target, list(PAGES).index(route), PAGES[route].may, ROLES)


def is_let_in(status: int, leads_to: str) -> bool:
    return status < 500 and status not in (401, 403, 404, 405) and not leads_to.startswith("/accounts/login/")


def test_every_page_is_in_the_matrix() -> None:
    REGISTER.refuse_gaps(pages(), PAGES.keys() | OWN_ONLY | OF_A_TABLE)


@pytest.fixture
def walked(db: None) -> Walk:
    """Ask for it before `worlds`: it needs a database of its own."""
    return walk()


@walks_pages
@pytest.mark.timeout(600)
def test_each_page_opens_for_those_it_is_for_and_nothing_changes_for_the_others(walked: Walk) -> None:
    for route, page in PAGES.items():
        for method in page.methods:
            for role in people(OWN, route):
                answer = walked.answers[OWN, route, method, role]
                status, leads_to, changed = answer.status, answer.leads_to, answer.changed
                cell = (method, route, role, status, leads_to)
                assert is_let_in(status, leads_to) == (role in page.may), cell
                if role not in page.may:
                    can_ask = method == GET or not page.is_of_tournament
                    is_asked_to_sign_in = role in WITHOUT_ACCOUNT and can_ask
                    assert status == (302 if is_asked_to_sign_in else 403), cell
                if role not in page.may or method == GET:
                    assert not changed, cell


def test_every_method_that_a_page_answers_is_in_its_row(worlds: Worlds) -> None:
    """Asked for a method that no page has, each says which it has; but for those that send all but phones away."""
    wrong, silent = [], []
    for route, page in PAGES.items():
        client = worlds.caller(ORGANIZER if ORGANIZER in page.may else min(page.may), FRESH).client
        path = address(route, page, worlds.own, worlds.own["slug"])
        with undone():
            answer = client.generic("PURGE", path, headers={"X-CSRFToken": CSRF})
        has = {GET, POST} & set(answer.headers.get("Allow", "").split(", "))
        if answer.status_code != 405:
            silent.append(route)
        elif has != {*page.methods, *((POST,) if route in OF_A_CODE else ())}:
            wrong.append(f"{route} answers {' and '.join(sorted(has))}: name them in its row of PAGES")

    assert "\n".join(wrong) == ""
    assert silent == [
        "seat/line-up/<int:pk>/",
        "seat/night/<int:pk>/",
        "seat/night/<int:pk>/sign-off/",
        # Leads to another page, whatever is asked for.
        f"{D}teams/",
    ]


@walks_pages
@pytest.mark.timeout(600)
def test_a_foreign_tournament_reads_like_a_missing_one(
    walked: Walk, worlds: Worlds, untouched: Digest
) -> None:
    for turn, (route, page) in enumerate(PAGES.items()):
        if not page.is_of_tournament:
            continue
        missing = address(
            route, page, worlds.missing | {"one": 1, "two": 2, "three": 3}, "no-such-tournament"
        )
        for method in page.methods:
            for place, role in enumerate(people(FOREIGN, route)):
                foreign = walked.answers[FOREIGN, route, method, role]
                # What is not there has no rights to look up: each is asked by a third of them, in turn.
                if (place + turn) % 3 == 0 or len(people(FOREIGN, route)) < 3:
                    assert ask(worlds, untouched, role, method, missing)[0] == 404, (method, missing, role)
                if role in IN_THE_KNOW:
                    assert is_let_in(foreign.status, foreign.leads_to), (method, route, role, foreign.status)
                else:
                    assert (foreign.status, foreign.changed) == (404, False), (method, route, role)


def test_another_tournaments_thing_is_not_reached_through_ones_own(worlds: Worlds, untouched: Digest) -> None:
    for route, page in PAGES.items():
        if page.is_of_tournament and "pk" in (page.things or {}):
            crossed = address(route, page, worlds.foreign, worlds.own["slug"])
            for method in page.methods:
                status, _leads_to, changed = ask(worlds, untouched, ORGANIZER, method, crossed)
                assert (status, changed) == (404, False), (method, crossed)


def test_only_a_phone_that_holds_a_seat_gets_to_its_table(worlds: Worlds, untouched: Digest) -> None:
    for route in sorted(OWN_ONLY - {"me/tokens/<int:pk>/revoke/"}):
        method = GET if route in ("seat/table/", "seat/hands/", "seat/draw/") else POST
        for role in (ANONYMOUS, STRANGER, REPLACED, REVOKED, ORGANIZER):
            status, leads_to, changed = ask(worlds, untouched, role, method, f"/{route}")
            assert (status, leads_to, changed) == (302, "/seat/", False), (route, role)
        status, leads_to, _changed = ask(worlds, untouched, PHONE, method, f"/{route}")
        assert leads_to != "/seat/", route
        assert status < 500, route


def test_a_photo_is_there_for_its_table_and_the_staff_alone(worlds: Worlds, untouched: Digest) -> None:
    for route in sorted(OF_A_TABLE):
        for target, may in (
            (OWN, STAFF | {PLAYER, PHONE}),
            (FOREIGN, IN_THE_KNOW | {PHONE_ABROAD}),
            (MISSING, set()),
        ):
            path = f"/{route}".replace("<int:pk>", str(worlds.of(target)["photo"]))
            for role in (*ROLES, PHONE_ELSEWHERE, PHONE_ABROAD):
                answer = answer_to(worlds, untouched, role, GET, path)
                cell = (route, target, role)
                assert (answer.status, answer.changed) == (200 if role in may else 404, False), cell


def test_a_code_that_opens_nothing_is_refused_whoever_types_it(worlds: Worlds, untouched: Digest) -> None:
    answers = {
        route: {ask(worlds, untouched, role, POST, f"/{route}") for role in ROLES} for route in OF_A_CODE
    }

    assert {cell for cells in answers.values() for cell in cells} == {(403, "", False)}


def test_only_ones_own_token_is_revoked(worlds: Worlds, untouched: Digest) -> None:
    path = f"/me/tokens/{worlds.own['token']}/revoke/"

    answers = {
        role: ask(worlds, untouched, role, POST, path) for role in (STRANGER, OTHER, ORGANIZER, ANONYMOUS)
    }

    assert {role: (status, changed) for role, (status, _to, changed) in answers.items()} == {
        STRANGER: (404, False),
        OTHER: (404, False),
        ORGANIZER: (302, True),
        ANONYMOUS: (302, False),
    }
