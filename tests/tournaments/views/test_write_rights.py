"""Every form of every page, filled in so that it succeeds, sent by everybody: only those it is for change anything.

The body is the same for all of them, so a refusal is one of the person and not of what they typed; that it succeeds
for the right person is checked beside it.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.urls import get_resolver

from config.routes import OTHER_PACKAGES
from tests.permissions import FOREIGN, MISSING, OWN, Digest, digest, has_changed, undone, views_of, written
from tests.pictures import PhotoFile
from tests.scoring.online.platform_logs import ALL_ENDS, mjlog
from tests.thorough import THOROUGH
from tests.tournaments.api import walk
from tests.tournaments.api.callers import CSRF
from tests.tournaments.views.test_permission_matrix import (
    IN_THE_KNOW,
    OWN_ONLY,
    PAGES,
    POST,
    ROLES,
    D,
    T,
    address,
    worlds,  # noqa: F401 - a fixture
)
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


POINTS = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
FILE = "round,table,east,south,west,north\n2,1,1,2,3,4\n2,2,5,6,7,8\n"  # one round is there


@dataclass(frozen=True)
class Form:
    """What is typed: "@entry" is looked up in the world at hand. `things` fills the address if PAGES does not."""

    fields: Mapping[str, object]
    things: Mapping[str, str] | None = None

    def body(self, world: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name.format(**world): world[value[1:]]
            if isinstance(value, str) and value.startswith("@")
            else value
            for name, value in self.fields.items()
        }


ANYWAY = {"confirm": ["earlier_round_open", "players_in_play", "players_not_here"]}

FORMS: dict[str, Form] = {
    f"{D}draw/": Form({"stage": "@stage", "remainder": "byes"}),
    f"{D}night/": Form({"stage": "@stage", "here": "@everybody", "remainder": "byes"}),
    f"{D}draw/plan/": Form({"stage": "@stage", "method": "random", "rounds": 1, "remainder": "byes"}),
    f"{D}draw/seed/<int:ordinal>/": Form({}),
    f"{D}draw/wishes/": Form({"kind": "table", "entry": "@entry", "table": 1}),
    f"{D}draw/wishes/<int:pk>/drop/": Form({}),
    f"{D}draw/repair/": Form({"stage": "@planned_stage", "leavers": "@entry", "remainder": "byes"}),
    f"{D}draw/import/": Form({"stage": "@stage", "text": FILE, "do": "import"}),
    f"{D}draw/tables-of/<int:players>/": Form({"rulebook": "mahjongsoul_sanma"}),
    f"{D}draw/jobs/<int:pk>/cancel/": Form({}),
    f"{D}draw/<int:pk>/swap/": Form({"round": "@drafted_round", "one": "@entry", "other": "@other_entry"}),
    f"{D}draw/<int:pk>/redraw/": Form({"reason": "two more came"}),
    f"{D}draw/<int:pk>/publish/": Form({}),
    f"{D}draw/<int:pk>/discard/": Form({}),
    f"{D}edit/": Form(
        {
            "name": "Autumn Open",
            "slug": "@slug",
            "time_zone": "Asia/Tokyo",
            "visibility": "unlisted",
            "confirmation_rule": "all_others",
            "paper_counts": "always",
            "seen": "@tournament_tag",
        }
    ),
    f"{D}stages/<int:pk>/rename/": Form({"name": "Preliminaries", "seen": "@stage_tag"}),
    f"{D}discard/": Form({"name": "The next one"}, things={"slug": "planned_slug"}),
    f"{D}texts/<int:seq>/remove/": Form({}),
    f"{D}texts/tables/<int:pk>/hands/<int:number>/remove/": Form({}),
    f"{D}preset/": Form({"preset": "qualifying_final"}, things={"slug": "planned_slug"}),
    f"{D}stages/<int:pk>/remove/": Form({}),
    f"{D}stages/<int:pk>/teams/": Form({"match_points": "4, 2, 1, 0"}),
    f"{D}stages/<int:pk>/games/": Form({"least": "10", "most": "45"}),
    f"{D}stages/<int:pk>/counting/": Form({"selection": "best", "number": "5"}),
    f"{D}stages/<int:pk>/who/": Form(
        {
            "carries": "full",
            "rules-TOTAL_FORMS": "1",
            "rules-INITIAL_FORMS": "0",
            "rules-0-source": "@stage",
            "rules-0-among": "ranking",
            "rules-0-last": "2",
            "seen": "@qualification_tag",
        }
    ),
    f"{D}stages/<int:pk>/who/remove/": Form({}),
    f"{D}stages/<int:pk>/players/": Form(
        {"seen": "@proposal_tag", "seed-{entry}": "1", "confirm": "results_missing"}
    ),
    f"{D}stages/<int:pk>/players/take-back/": Form({}),
    f"{D}teams/<int:pk>/rename/": Form({"name": "Lynxes", "seen": "@team_tag"}),
    f"{T}open-table/": Form({f"seat_{n}": f"@club_{n}" for n in range(1, 5)}),
    f"{T}tables/<int:pk>/take-back/": Form({}),
    f"{D}nights/": Form({"stage": "@stage", "starts_at": "2030-01-08T19:00", "weeks": "2", "games": "2"}),
    f"{D}nights/<int:pk>/": Form({"starts_at": "2030-01-08T20:00", "games": "2"}),
    f"{D}nights/<int:pk>/cancel/": Form({}),
    f"{D}nights/<int:pk>/sign-up/": Form({"entry": "@club_1", "games": "2"}),
    f"{D}nights/<int:pk>/sign-off/<int:entry>/": Form({}),
    f"{D}nights/<int:pk>/settle/": Form({"absent": "@evening_1"}),
    f"{D}stages/<int:pk>/free-play/": Form({"is_on": "on"}),
    f"{D}line-up-quotas/add/": Form({"name": "Under 30", "least": "1", "entries": "@entry"}),
    f"{D}line-up-quotas/<int:pk>/": Form(
        {"name": "Juniors", "least": "2", "entries": "@entry", "seen": "@line_up_quota_tag"}
    ),
    f"{D}line-up-quotas/<int:pk>/remove/": Form({}),
    f"{D}stages/<int:pk>/seat-draw/": Form({}),
    f"{D}rounds/<int:pk>/late-table/": Form({"players": "@late", "confirm": "players_in_play"}),
    f"{D}rounds/<int:pk>/exchange/": Form(
        {"one": "@seated_1", "other": "@seated_2", "if_match": "@places_tag"}
    ),
    f"{D}tables/<int:pk>/seat-order/": Form({f"seat_{wind}": f"@seated_{wind}" for wind in range(1, 5)}),
    f"{D}tables/<int:pk>/online-game/": Form(
        {"text": "@online_game", "if_match": "@no_hands_tag", "do": "enter"}
    ),
    f"{D}stages/<int:pk>/line-ups/": Form({"is_on": "on", "closes_before": "60"}),
    f"{D}rounds/<int:pk>/line-ups/show/": Form({"confirm": "line_ups_missing"}),
    f"{D}rounds/<int:pk>/line-ups/<int:team>/": Form({"table_1": "@mate"}),
    f"{D}teams/<int:pk>/captain/": Form({"captain": "@mate"}),
    f"{D}teams/<int:pk>/remove/": Form({}),
    f"{D}entries/<int:pk>/edit/": Form(
        {
            "name": "Dora Dee",
            "number": 900,
            "seen_player": "@opponent_tag",
            "seen_entry": "@other_entry_tag",
            "confirm": "plays_elsewhere",
        },
        things={"pk": "other_entry"},
    ),
    f"{D}entries/<int:pk>/propose/": Form({"name": "Bobby", "licence": "EMA 04090036"}),
    f"{D}entries/<int:pk>/merge/": Form(
        {"other": "@withdrawn_player", "seen": "@spare_tag", "confirm": "merged_for_good"},
    ),
    f"{D}entries/<int:pk>/remove/": Form({}),
    f"{D}stages/": Form({"name": "Final"}),
    f"{D}rules/": Form({"seen": "@rulebook_hash"}),
    f"{D}rules/tie-breaks/": Form(
        {"tie_breaks_0": "total", "tie_breaks_1": "points"}, things={"slug": "planned_slug"}
    ),
    f"{D}rules/ranking/": Form(
        {"substitutes": "for_absent", "withdrawn": "below"}, things={"slug": "planned_slug"}
    ),
    f"{D}finish/": Form({"confirm": ["rounds_open", "results_missing", "stages_empty"]}),
    f"{D}reopen/": Form({}, things={"slug": "finished_slug"}),
    f"{D}rounds/<int:pk>/cards/": Form({}),
    f"{D}rounds/<int:pk>/redraw/": Form({}),
    f"{D}rounds/<int:pk>/discard/": Form({}),
    f"{D}rounds/<int:pk>/publish/": Form({}),
    f"{D}rounds/<int:pk>/unpublish/": Form({}),
    f"{D}rounds/<int:pk>/start/": Form(ANYWAY),
    f"{D}rounds/<int:pk>/cancel-start/": Form({}),
    f"{D}rounds/<int:pk>/time/": Form({"planned_at": "2026-12-06T10:00"}),
    f"{D}rounds/<int:pk>/close/": Form({"confirm": "results_missing"}),
    f"{D}rounds/<int:pk>/reopen/": Form(ANYWAY),
    f"{D}sheets/": Form({**POINTS, "round": "@fresh_round", "number": "1"}),
    f"{D}rounds/<int:pk>/clock/": Form({"minutes": 60, "after_gong": "finish_hand"}),
    f"{D}rounds/<int:pk>/clock/pause/": Form({"table": ""}),
    f"{D}rounds/<int:pk>/clock/resume/": Form({"table": "@reported_table"}),
    f"{D}rounds/<int:pk>/clock/extend/": Form({"table": "@reported_table", "minutes": 5}),
    f"{D}rounds/<int:pk>/clock/reset/": Form({}),
    f"{D}rounds/<int:pk>/clock/limit/": Form(
        {"limit-minutes": 60, "limit-after_gong": "finish_hand", "limit-applies_to": "round"}
    ),
    f"{D}sheets/<int:pk>/confirm/": Form({"if_match": "@typed_tag"}),
    f"{D}rounds/<int:pk>/confirm-sheets/": Form({"sheet": "@typed_seen"}),
    f"{D}tables/<int:pk>/": Form({**POINTS, "do": "report"}),
    f"{D}tables/<int:pk>/confirm/": Form({"if_match": "@tag"}),
    f"{D}tables/<int:pk>/void/": Form({"if_match": "@tag", "reason": "wrong table"}),
    f"{D}tables/<int:pk>/substitute/": Form({"seat": "@table_seat", "entry": "@spare"}),
    f"{D}tables/<int:pk>/hands/<int:number>/": Form(
        {"what": "draw", "tenpai": "0", "reason": "East was tenpai", "if_match": "@hand_tag"}
    ),
    f"{D}cards/make/": Form({}),
    f"{D}cards/<int:pk>/revoke/": Form({}),
    f"{D}cards/phones/<int:pk>/admit/": Form({}),
    f"{D}cards/phones/<int:pk>/out/": Form({}),
    f"{D}phones/<int:pk>/revoke/": Form({}),
    f"{D}entries/": Form({"name": "Newcomer"}),
    f"{D}results/import/": Form(
        {
            "stage": "@stage",
            "text": "round,player,points\n900,Ann,25000\n900,Ben,25000\n900,Cat,25000\n900,Dan,25000\n",
            "do": "import",
        }
    ),
    f"{D}entries/import/": Form({"text": "name\nNewcomer\n", "do": "import"}),
    # Whoever sits in a round that is not over cannot withdraw.
    f"{D}entries/<int:pk>/withdraw/": Form({"confirm": "withdraw"}, things={"pk": "spare"}),
    f"{D}entries/<int:pk>/reinstate/": Form({}),
    f"{D}penalties/": Form({"stage": "@stage", "entry": "@entry", "amount": "10", "reason": "late"}),
    f"{D}penalties/<int:pk>/lift/": Form({"reason": "was not late"}),
    f"{T}register/": Form({"name": "Newcomer"}),
    f"{D}check-in/all/": Form({}),
    f"{D}check-in/typed/": Form({"typed": "1"}),
    f"{D}check-in/again/": Form({}),
    # Those of the tournament to come, who sit nowhere yet.
    f"{D}check-in/leavers/": Form({"leavers": "@next_entry"}, things={"slug": "planned_slug"}),
    f"{D}check-in/<int:pk>/here/": Form({}),
    f"{D}check-in/<int:pk>/undo/": Form({}),
    f"{D}registrations/": Form({"is_open": "", "capacity": "12", "email": "not_asked"}),
    f"{D}registrations/accept/": Form({}),
    f"{D}registrations/<int:pk>/accept/": Form({}),
    f"{D}registrations/<int:pk>/decline/": Form({}),
    f"{D}hall/": Form({"text": "Lunch at one"}),
    f"{D}hall/<int:pk>/remove/": Form({}),
    f"{D}tables/<int:pk>/photo/": Form({"photo": PhotoFile()}),
    f"{D}photos/<int:pk>/remove/": Form({}),
    f"{D}calls/<int:pk>/end/": Form({}),
    f"{D}tablets/hand-out/": Form({"number": "7"}),
    f"{D}tablets/<int:pk>/end/": Form({}),
    f"{D}staff/": Form({"email": "@email", "role": "scorer"}),
    f"{D}staff/<int:pk>/role/": Form({"role": "referee"}),
    f"{D}staff/<int:pk>/dismiss/": Form({}),
    f"{D}invitations/<int:pk>/withdraw/": Form({}),
}
# These change nothing as they stand: the rules of the evening are fixed by its first game.
WITHOUT_EFFECT = {f"{D}rules/"}
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
    return [(route, FORMS[route]) for route in PAGES if POST in PAGES[route].methods and route in FORMS]


def test_every_form_of_a_tournaments_desk_is_here() -> None:
    posts = {route for route, page in PAGES.items() if POST in page.methods and page.is_of_tournament}
    ours = {
        route
        for route, view in views_of(get_resolver().url_patterns)
        if not view.__module__.startswith(OTHER_PACKAGES) and not route.startswith("api/")
    }

    assert posts == FORMS.keys()
    assert ours >= FORMS.keys()


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
