"""Who may: roles are read from the database, tokens only narrow."""

from collections.abc import Callable
from dataclasses import replace

import pytest
from django.contrib.auth.models import AnonymousUser

from players.models import Player, User
from tests.tournaments.hall import Hall, open_hall, phones_of, seats_of
from tournaments import permissions
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token
from tournaments.actions.draws.draft_rounds import draw_round
from tournaments.actions.people.entries import register
from tournaments.actions.setup.tournaments import Frame, appoint, create_tournament, dismiss
from tournaments.models import ApiToken, Staff, Table, Tournament

Role = Staff.Role
Scope = ApiToken.Scope
Predicate = Callable[[Actor, Tournament], bool]


@pytest.fixture
def scorer(hall: Hall) -> Actor:
    user = User.objects.create_user("sue@example.org", name="Sue")
    appoint(tournament=hall.tournament, user=user, role=Role.SCORER, by=hall.alice)
    return Actor(user)


@pytest.mark.parametrize(
    ("predicate", "allowed"),
    [
        (permissions.can_run, {"organizer"}),
        (permissions.can_referee, {"organizer", "referee"}),
        (permissions.can_score, {"organizer", "referee", "scorer"}),
        (permissions.is_staff, {"organizer", "referee", "scorer"}),
    ],
)
def test_each_role_may_what_it_is_for(
    hall: Hall, scorer: Actor, predicate: Predicate, allowed: set[str]
) -> None:
    people = {
        "organizer": hall.alice,
        "referee": hall.rob,
        "scorer": scorer,
        "player": Actor(hall.bob),
        "stranger": hall.charlie,
        "organizer elsewhere": open_hall("other").alice,
        "nobody": Actor(),
    }

    assert {name for name, actor in people.items() if predicate(actor, hall.tournament)} == allowed


def test_a_dismissed_referee_may_nothing_from_the_next_request_on(hall: Hall) -> None:
    dismiss(staff=hall.tournament.staff.get(user=hall.rob.user), by=hall.alice)

    assert not permissions.can_referee(hall.rob, hall.tournament)


def test_the_operator_may_what_an_organizer_may(hall: Hall) -> None:
    operator = Actor(User.objects.create_superuser("operator@example.org", "x", name="Operator"))

    assert permissions.can_run(operator, hall.tournament)


def test_those_who_sit_at_a_table_report_it_and_no_other(hall: Hall, table: Table) -> None:
    other = table.round.tables.exclude(pk=table.pk).get()
    phone = phones_of(table, hall.alice)[2]

    reach = [permissions.can_report(phone, seats_of(at), hall.tournament) for at in (table, other)]

    assert reach == [True, False]


def test_a_player_with_an_account_reports_their_own_table(hall: Hall, table: Table) -> None:
    tables = [table, table.round.tables.exclude(pk=table.pk).get()]

    reach = {
        any(seat.entry.player.user_id == hall.bob.pk for seat in seats_of(at)): permissions.can_report(
            Actor(hall.bob), seats_of(at), hall.tournament
        )
        for at in tables
    }

    assert reach == {True: True, False: False}


@pytest.mark.parametrize(
    ("scope", "reach"),
    [
        (Scope.READ, [True, False, False]),
        (Scope.REPORT, [True, True, False]),
        (Scope.MANAGE, [True, True, True]),
    ],
)
def test_a_token_narrows_its_owners_rights(hall: Hall, scope: Scope, reach: list[bool]) -> None:
    token, _secret = create_api_token(name="Robot", scope=scope, days=1, by=hall.alice)
    robot = replace(hall.alice, api_token=token)

    assert [
        permissions.is_staff(robot, hall.tournament),
        permissions.can_score(robot, hall.tournament),
        permissions.can_run(robot, hall.tournament),
    ] == reach


def test_a_token_for_one_tournament_reaches_no_other(hall: Hall) -> None:
    token, _secret = create_api_token(
        name="Robot", scope=Scope.MANAGE, days=1, by=hall.alice, tournament=hall.tournament
    )
    robot = replace(hall.alice, api_token=token)
    other = open_hall("other").tournament
    appoint(tournament=other, user=hall.alice.user, role=Role.ORGANIZER, by=hall.alice)

    assert permissions.can_run(robot, hall.tournament)
    assert not permissions.can_run(robot, other)
    assert permissions.can_run(hall.alice, other)


def test_a_token_never_adds_rights(hall: Hall) -> None:
    token, _secret = create_api_token(name="Robot", scope=Scope.MANAGE, days=1, by=hall.charlie)

    assert not permissions.can_score(replace(hall.charlie, api_token=token), hall.tournament)


def test_a_token_cannot_make_tokens(hall: Hall) -> None:
    token, _secret = create_api_token(name="Robot", scope=Scope.MANAGE, days=1, by=hall.alice)

    assert permissions.can_use_tokens_of(hall.alice, hall.alice.user)
    assert not permissions.can_use_tokens_of(replace(hall.alice, api_token=token), hall.alice.user)
    assert not permissions.can_use_tokens_of(hall.charlie, hall.alice.user)


@pytest.mark.parametrize(
    ("visibility", "who"),
    [
        ("public", {"alice", "rob", "bob", "charlie", "nobody"}),
        ("unlisted", {"alice", "rob", "bob", "charlie", "nobody"}),
        ("private", {"alice", "rob", "bob"}),
    ],
)
def test_a_tournament_is_visible_to_those_it_concerns(hall: Hall, visibility: str, who: set[str]) -> None:
    Tournament.objects.filter(pk=hall.tournament.pk).update(visibility=visibility)
    people = {"alice": hall.alice.user, "rob": hall.rob.user, "bob": hall.bob, "charlie": hall.charlie.user}

    seen = {name for name, user in people.items() if Tournament.objects.visible_to(user).exists()}
    if Tournament.objects.visible_to(AnonymousUser()).exists():
        seen.add("nobody")

    assert seen == who
    assert Tournament.objects.listed().exists() == (visibility == "public")


def test_everybody_sees_published_rounds_and_drafts_are_for_the_staff(hall: Hall) -> None:
    published, other = hall.started(), open_hall("other")
    drafted = draw_round(stage=hall.stage, by=hall.alice)
    root = Actor(User.objects.create_superuser("root@example.org", name="Root"))
    people = {
        "nobody": Actor(),
        "stranger": hall.charlie,
        "player": Actor(hall.bob),
        "organizer elsewhere": other.alice,
        "referee": hall.rob,
        "organizer": hall.alice,
        "operator": root,
    }

    seen = {name: set(permissions.visible_rounds(actor)) for name, actor in people.items()}

    staff = ("referee", "organizer", "operator")
    assert seen == {name: {published, drafted} if name in staff else {published} for name in people}


def test_two_records_become_one_by_who_answers_for_both_wherever_strangers_entered_them(hall: Hall) -> None:
    bob, dora = Player.objects.get(name="Bob"), Player.objects.get(name="Dora")
    second = create_tournament(
        frame=Frame(slug="second", name="Second", rulebook_id="mleague"), by=hall.alice
    )
    register(tournament=second, player=dora, by=hall.alice)
    root = Actor(User.objects.create_superuser("root@example.org", name="Root"))
    assert permissions.can_merge_players(hall.alice, bob, dora)
    other = open_hall("other", players=0)

    register(tournament=other.tournament, player=dora, by=other.alice)

    # Two of the three are Alice's, and one is the other Alice's.
    people = (hall.alice, other.alice, root)
    assert [permissions.can_merge_players(by, bob, dora) for by in people] == [True, False, True]
