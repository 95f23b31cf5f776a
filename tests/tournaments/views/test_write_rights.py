"""Every form of every page, filled in so that it succeeds, sent by everybody: only those it is for change anything.

The body is the same for all of them, so a refusal is one of the person and not of what they typed; that it succeeds
for the right person is checked beside it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any

import pytest

from tests.permissions import FOREIGN, MISSING, OWN, Digest, digest, has_changed, undone, written
from tests.pictures import PhotoFile
from tests.registers import PAGES as REGISTER
from tests.scoring.online.platform_logs import ALL_ENDS, mjlog
from tests.thorough import THOROUGH
from tests.tournaments.api import walk
from tests.tournaments.api.callers import CSRF
from tests.tournaments.views.permission_matrix import (
    IN_THE_KNOW,
    OWN_ONLY,
    PAGES,
    POINTS,
    POST,
    ROLES,
    D,
    Form,
    address,
)
from tests.tournaments.views.test_permission_matrix import worlds  # noqa: F401 - a fixture
from tests.tournaments.worlds import (
    ANONYMOUS,
    FRESH,
    ORGANIZER,
    PHONE,
    PHONE_ABROAD,
    PHONE_ELSEWHERE,
    PLAYER,
    REFEREE,
    REPLACED,
    REPORTED,
    REVOKED,
    SCORER,
    STRANGER,
    Worlds,
)
from tournaments.actions.play.changed_places import Places
from tournaments.models import IdempotencyKey, SeatToken, Stage, Table
from tournaments.models.play.hands import EMPTY_LOG

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.most_trusted]

EVERYBODY = (*ROLES, PHONE_ELSEWHERE, PHONE_ABROAD)


def roles_for(target: str, turn: int, may: Collection[str]) -> list[str]:
    """Who sends a form: usually as in the API's matrix those between whom the line is, and one more in turn."""
    return walk.roles_for(target, turn, may, EVERYBODY)


# These change nothing as they stand: the rules of the evening are fixed by its first game, its two teams are too few
# for a final, and it is not finished, so that no records are mailed and no certificates made.
WITHOUT_EFFECT = {f"{D}rules/", f"{D}stages/final/", f"{D}results/mail/", f"{D}certificates/order/"}
# Things in a form that belong to a tournament: those of another one are refused.
NESTED = ("stage", "entry", "here", "leavers", "seat")


@pytest.fixture
def filled(worlds: Worlds) -> Worlds:  # noqa: F811
    """The worlds with what the forms name beside."""
    for world in (worlds.own, worlds.foreign):
        stage = Stage.objects.get(pk=world["stage"])
        world["everybody"] = list(
            stage.tournament.entries.filter(status="active", is_substitute=False).values_list("pk", flat=True)
        )
        table = Table.objects.get(pk=world["table"])
        seated = list(table.seats.order_by("wind").values_list("entry", "entry__player__name"))
        world |= {f"seated_{wind}": entry for wind, (entry, _name) in enumerate(seated[::-1], start=1)}
        one, other = table.seats.order_by("-wind")[:2]
        world["places_tag"] = Places(one, other).tag
        world["online_game"] = mjlog(ALL_ENDS[:1], [name for _entry, name in seated])
        world["table_seat"] = Table.objects.get(pk=world["table"]).seats.order_by("-wind")[0].pk
    named = (
        "everybody",
        "table_seat",
        "online_game",
        "places_tag",
        *(f"seated_{wind}" for wind in range(1, 5)),
    )
    worlds.missing.update(dict.fromkeys(named, 10**9))
    return worlds


def send(
    worlds: Worlds,  # noqa: F811
    untouched: Digest,
    role: str,
    path: str,
    body: Mapping[str, Any],
    scene: str = FRESH,
) -> tuple[int, bool, str]:
    """Status, whether anything in the database is another, and the page."""
    client = worlds.caller(role, scene).client
    with undone(), written() as statements:
        answer = client.post(path, body, headers={"X-CSRFToken": CSRF})
        # A refusal is remembered for its key; that changes the database, but not what the form is about.
        is_refused = IdempotencyKey.objects.filter(status__gte=400).exists()
        changed = not is_refused and has_changed(untouched, statements)
    return answer.status_code, changed, answer.content.decode()


def of_tournaments() -> list[tuple[str, Form]]:
    return [(route, page.form) for route, page in PAGES.items() if page.form is not None]


def test_every_form_of_a_tournaments_desk_is_here() -> None:
    posts = {route for route, page in PAGES.items() if POST in page.methods and page.is_of_tournament}

    REGISTER.refuse_gaps(posts, dict(of_tournaments()), of="The form")


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_form_that_succeeds_succeeds_for_those_it_is_for_alone(
    filled: Worlds, record_property: Callable[[str, object], None]
) -> None:
    untouched, wrong, calls = digest(), [], 0
    for turn, (route, form) in enumerate(of_tournaments()):
        page = replace(PAGES[route], things=form.things or PAGES[route].things)
        for target, slug in ((OWN, filled.own["slug"]), (FOREIGN, filled.foreign["slug"])):
            world = filled.of(target)
            may = page.may if target == OWN else IN_THE_KNOW
            path = address(route, page, world, slug)
            for role in roles_for(target, turn, page.may):
                status, changed, text = send(filled, untouched, role, path, form.body(world))
                calls += 1
                should = role in may and route not in WITHOUT_EFFECT
                if should != (changed and status in (200, 302)) or (changed and role not in may):
                    wrong.append(
                        (route, target, role, status, "changed" if changed else "unchanged", text[:0])
                    )
                if role not in may and status not in (302, 403, 404):
                    wrong.append((route, target, role, status, "answered"))
        missing = address(
            route, page, filled.missing | {"one": 1, "two": 2, "three": 3}, "no-such-tournament"
        )
        for role in roles_for(MISSING, turn, page.may):
            status, changed, _text = send(filled, untouched, role, missing, form.body(filled.missing))
            calls += 1
            if (status, changed) != (404, False):
                wrong.append((route, "missing", role, status, changed))

    record_property("calls", calls)
    print(f"{calls} calls")
    assert "\n".join(map(str, wrong)) == ""
    assert calls > (1_000 if THOROUGH else 400)


def test_what_belongs_to_another_tournament_cannot_be_named_in_a_form(filled: Worlds) -> None:
    untouched, wrong, calls = digest(), [], 0
    for route, form in of_tournaments():
        for name in NESTED:
            if name not in form.fields:
                continue
            body = form.body(filled.own) | {name: form.body(filled.foreign)[name]}
            path = address(route, PAGES[route], filled.own, filled.own["slug"])
            status, changed, text = send(filled, untouched, ORGANIZER, path, body)
            missing = form.body(filled.own) | {name: form.body(filled.missing)[name]}
            calls += 1
            if changed or status >= 500 or "secret-cup" in text:
                wrong.append((route, name, status, changed))
            # Foreign or missing: the same answer.
            if send(filled, untouched, ORGANIZER, path, missing)[0] != status:
                wrong.append((route, name, status, "tells foreign from missing"))

    assert "\n".join(map(str, wrong)) == ""
    assert calls >= 9


def test_nothing_is_done_through_ones_own_address_to_what_belongs_to_another_tournament(
    filled: Worlds,
) -> None:
    untouched, answers = digest(), {}
    own_addresses = {name: value for name, value in filled.own.items() if name.endswith("slug")}
    for route, form in of_tournaments():
        page = replace(PAGES[route], things=form.things or PAGES[route].things)
        if "pk" not in (page.things or {}):
            continue
        for whose, world in (("foreign", filled.foreign), ("missing", filled.missing)):
            path = address(route, page, {**world, **own_addresses}, filled.own["slug"])
            status, changed, text = send(filled, untouched, ORGANIZER, path, form.body(filled.own))
            answers[route, whose] = (status, changed, "secret-cup" in text)

    assert {place: answer for place, answer in answers.items() if answer != (404, False, False)} == {}
    assert len(answers) >= 28


AT_THE_TABLE = {
    "seat/table/report/": ({**POINTS}, FRESH),
    "seat/hands/enter/": ({"what": "draw", "if_match": EMPTY_LOG}, FRESH),
    "seat/table/call/": ({"reason": "A tile is missing"}, FRESH),
    "seat/table/call/end/": ({}, FRESH),
    "seat/table/photo/": ({"photo": PhotoFile()}, FRESH),
    "seat/table/photo/remove/": ({"photo": "@photo"}, FRESH),
    "seat/table/confirm/": ({"if_match": "@tag"}, REPORTED),
    "seat/table/dispute/": ({"if_match": "@tag", "reason": "not so"}, REPORTED),
}


def test_at_the_table_only_phones_and_the_players_act_and_each_at_its_own(filled: Worlds) -> None:
    assert AT_THE_TABLE.keys() <= OWN_ONLY
    untouched, found = digest(), {}
    for route, (fields, scene) in AT_THE_TABLE.items():
        body = Form(fields).body(filled.own)
        for role in (ANONYMOUS, STRANGER, SCORER, REFEREE, ORGANIZER, REPLACED, REVOKED):
            assert send(filled, untouched, role, f"/{route}", body, scene)[:2] == (302, False), (route, role)
        found[route] = [
            send(filled, untouched, role, f"/{route}", body, scene)[0]
            for role in (PLAYER, PHONE, PHONE_ELSEWHERE, PHONE_ABROAD)
        ]

    assert found == {
        # Each reports at its own table: the address does not say which.
        "seat/table/report/": [302, 302, 302, 302],
        "seat/hands/enter/": [302, 302, 302, 302],
        "seat/table/call/": [302, 302, 302, 302],
        "seat/table/call/end/": [302, 302, 302, 302],
        "seat/table/photo/": [302, 302, 302, 302],
        # At another table, where the signed-in player sits by now, it is none of its photos.
        "seat/table/photo/remove/": [404, 302, 404, 404],
        # At another table there is no sheet yet (back to the form), or one with another tag (412).
        "seat/table/confirm/": [302, 302, 302, 412],
        "seat/table/dispute/": [302, 302, 302, 412],
    }


def test_a_phone_writes_nothing_at_any_table_but_its_own(filled: Worlds) -> None:
    own = Table.objects.get(pk=filled.own["table"])
    phone = filled.caller(PHONE_ELSEWHERE, FRESH).client
    with undone():
        phone.post("/seat/table/report/", POINTS, headers={"X-CSRFToken": CSRF})

        assert own.scoresheets.count() == 0
        assert SeatToken.objects.count() > 0


def test_fields_that_a_form_does_not_have_change_nothing(filled: Worlds) -> None:
    """Mass assignment: what is no field is not taken, whatever it is called."""
    more = {
        "tournament": filled.foreign["slug"],
        "status": "closed",
        "role": "organizer",
        "is_superuser": "on",
    }
    path = f"/t/{filled.own['slug']}/desk/entries/"
    organizer = filled.caller(ORGANIZER, FRESH).client
    with undone():
        organizer.post(path, {**more, "name": "Newcomer", "lot": 1, "user": 1}, headers={"X-CSRFToken": CSRF})
        tournament = Stage.objects.get(pk=filled.own["stage"]).tournament
        entry = tournament.entries.select_related("player").get(player__name="Newcomer")

    assert (entry.status, entry.is_substitute, entry.player.user_id) == ("active", False, None)
