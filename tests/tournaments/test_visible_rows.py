"""Who sees which rows, and what a token or a role that is nearly enough does not open."""

import io
from dataclasses import replace

import pytest

from players.actions import add_player
from tests.pictures import photo
from tests.tournaments.hall import BALANCED, Hall, open_hall, order_draw, phones_of, seats_of
from tournaments import permissions
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.draws.plans import Plan
from tournaments.actions.hall.photos import take_photo
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.play.seats import substitute
from tournaments.actions.setup.tournaments import appoint
from tournaments.actions.teams.captains import name_captain
from tournaments.models import (
    ApiToken,
    Entry,
    Photo,
    PlayerCard,
    Round,
    Staff,
    Table,
    Tournament,
)
from web.pictures import picture_of

Scope = ApiToken.Scope


def with_token(actor: Actor, scope: str, tournament: Tournament | None = None) -> Actor:
    token, _secret = create_api_token(name="Robot", scope=scope, days=1, by=actor, tournament=tournament)
    return replace(actor, api_token=token)


@pytest.fixture
def two_halls(hall: Hall) -> tuple[Hall, Hall]:
    """Two public tournaments, both organized by Alice."""
    other = open_hall("autumn-open")
    appoint(tournament=other.tournament, user=hall.alice.user, role=Staff.Role.ORGANIZER, by=other.alice)
    return hall, other


def test_a_draft_is_the_staffs_and_a_closed_round_everybodys(hall: Hall, round_: Round) -> None:
    for table in round_.tables.all():
        correct_sheet(table=table, report=TableReport(BALANCED), reason="Paper", by=hall.rob)
    close_round(round_=round_, by=hall.alice)
    draft = hall.draw()

    seen = [
        set(permissions.visible_rounds(one)) for one in (Actor(), hall.charlie, Actor(hall.bob), hall.rob)
    ]

    assert seen == [{round_}, {round_}, {round_}, {round_, draft}]


def test_nobody_else_knows_of_an_ordered_draw(db: None) -> None:
    hall = open_hall(players=16)
    job = order_draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2, effort=4), by=hall.alice)

    seen = [
        list(permissions.visible_draw_jobs(one)) for one in (Actor(), hall.charlie, Actor(hall.bob), hall.rob)
    ]

    assert seen == [[], [], [], [job]]


def test_a_scorer_enters_results_and_confirms_none(hall: Hall, table: Table) -> None:
    sue = Actor(open_hall("autumn-open").charlie.user)
    appoint(tournament=hall.tournament, user=sue.user, role=Staff.Role.SCORER, by=hall.alice)

    at = seats_of(table), hall.tournament
    may = [
        (permissions.can_report(one, *at), permissions.can_confirm(one, *at))
        for one in (sue, hall.rob, hall.charlie)
    ]

    assert may == [(True, False), (True, True), (False, False)]


def test_a_token_for_one_tournament_finds_no_other_public_one(two_halls: tuple[Hall, Hall]) -> None:
    hall, other = two_halls

    robot = with_token(hall.alice, Scope.READ, hall.tournament)

    assert set(permissions.visible_tournaments(robot)) == {hall.tournament}
    assert set(permissions.visible_tournaments(hall.alice)) == {hall.tournament, other.tournament}


def photographed(hall: Hall) -> Photo:
    Tournament.objects.filter(pk=hall.tournament.pk).update(photo_days=30)
    table = hall.started().tables.get(number=1)
    return take_photo(
        table=table, picture=picture_of(io.BytesIO(photo())), by=phones_of(table, hall.alice)[1]
    )


def test_a_token_for_one_tournament_finds_no_photo_of_another(two_halls: tuple[Hall, Hall]) -> None:
    ours, others = map(photographed, two_halls)
    hall = two_halls[0]

    robot = with_token(hall.alice, Scope.READ, hall.tournament)

    assert set(permissions.visible_photos(robot)) == {ours}
    assert set(permissions.visible_photos(hall.alice)) == {ours, others}


def test_who_gave_up_their_chair_still_sees_what_was_photographed_at_it(hall: Hall) -> None:
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    taken = photographed(hall)
    east, south, *_others = seats_of(taken.table)
    elsewhere = (
        hall.tournament.entries.filter(seats__round=east.round_id).exclude(seats__table=taken.table).first()
    )
    substitute(seat=east, entry=spare, by=hall.rob)
    issue_player_cards(tournament=hall.tournament, by=hall.alice)

    def sees(entry: Entry | None) -> set[Photo]:
        return set(permissions.visible_photos(Actor(card=PlayerCard.objects.get(entry=entry))))

    assert [sees(east.entry), sees(south.entry), sees(spare), sees(elsewhere)] == [
        {taken},
        {taken},
        {taken},
        set(),
    ]


def test_a_captains_reading_token_hands_in_no_line_up(hall: Hall) -> None:
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    Entry.objects.filter(player__user=hall.bob).update(team=team)
    name_captain(team=team, entry=Entry.objects.get(player__user=hall.bob), by=hall.alice)
    bob = Actor(hall.bob)

    may = [
        permissions.can_hand_in_line_ups(one, team)
        for one in (bob, with_token(bob, Scope.REPORT), with_token(bob, Scope.READ), hall.charlie)
    ]

    assert may == [True, True, False, False]


def test_one_of_the_players_is_enough_to_open_a_table(hall: Hall) -> None:
    entries = list(hall.tournament.entries.select_related("player").order_by("number")[:4])
    without_bob = [entry for entry in entries if entry.player.user_id != hall.bob.pk]

    may = [
        permissions.can_seat(one, players, hall.tournament)
        for one in (Actor(hall.bob), hall.charlie)
        for players in (entries, without_bob)
    ]

    assert may == [True, False, False, False]
