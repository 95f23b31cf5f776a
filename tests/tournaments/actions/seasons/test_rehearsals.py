"""A rehearsal is played in a private copy with made-up players, and leaves nothing behind."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from players.models import Player
from scoring.result.result import settle
from scoring.rulebook.rulebook import editions, load
from seating.drbg import Drbg
from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall
from tournaments.actions.errors import StateRefuses
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.rounds import RESULTS_MISSING, close_round
from tournaments.actions.seasons.rehearsals import end_rehearsal, made_up_points, rehearse
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.editing import edit_tournament
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.models import (
    Discard,
    LedgerEntry,
    Rehearsal,
    Round,
    RoundClock,
    Scoresheet,
    Tournament,
)
from tournaments.permissions import listed_tournaments, visible_tournaments
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db


def rehearsed(hall: Hall) -> Tournament:
    return rehearse(tournament=hall.tournament, by=hall.alice)


def end(hall: Hall) -> None:
    end_rehearsal(tournament=hall.tournament, by=hall.alice)


def problems(tournament: Tournament) -> list[str]:
    return [str(problem) for problem in verify_ledger(tournament.pk).problems]


def test_the_first_round_is_in_play_and_one_table_is_left_to_type(hall: Hall) -> None:
    set_time_limit(tournament=hall.tournament, minutes=70, by=hall.alice)

    copy = rehearsed(hall)

    assert (copy.name, copy.slug) == ("Rehearsal · Spring Open", "spring-open-rehearsal")
    [round_] = Round.objects.filter(stage__tournament=copy)
    assert (round_.number, round_.status) == (1, Round.Status.STARTED)
    assert RoundClock.objects.filter(round=round_).exists()
    sheets = Scoresheet.objects.filter(table__round=round_)
    assert list(sheets.values_list("table__number", "status")) == [(1, Scoresheet.Status.CONFIRMED)]
    assert round_.tables.count() == 2
    assert set(copy.staff.values_list("user", "role")) == set(
        hall.tournament.staff.values_list("user", "role")
    )
    assert problems(copy) == []


def test_its_players_are_made_up_and_nobody_else_finds_it(hall: Hall) -> None:
    real = set(Player.objects.values_list("pk", flat=True))

    copy = rehearsed(hall)

    names = list(copy.entries.order_by("number").values_list("player__name", flat=True))
    assert names == [f"Player {number:02}" for number in range(1, 9)]
    assert not copy.entries.filter(player__in=real).exists()
    assert (copy.visibility, copy.season) == (Tournament.Visibility.PRIVATE, None)
    assert list(listed_tournaments(hall.alice)) == [hall.tournament]
    assert copy in visible_tournaments(hall.alice)
    assert copy not in visible_tournaments(hall.charlie)
    assert Client().get(f"/t/{copy.slug}/").status_code == 404


def test_the_rehearsed_tournament_and_its_ledger_are_untouched(hall: Hall) -> None:
    before = LedgerEntry.objects.filter(tournament=hall.tournament).count()

    rehearsed(hall)

    hall.tournament.refresh_from_db()
    assert hall.tournament.status == Tournament.Status.PLANNED
    assert LedgerEntry.objects.filter(tournament=hall.tournament).count() == before


def test_there_is_one_at_a_time(hall: Hall) -> None:
    first = rehearsed(hall)
    before = facts()

    again = rehearsed(hall)

    assert (again, facts()) == (first, before)


def test_once_it_is_ended_it_is_gone_and_another_one_can_begin(hall: Hall) -> None:
    copy = rehearsed(hall)

    end(hall)

    assert Discard.objects.get().tournament == copy
    assert not Rehearsal.objects.exists()
    assert copy not in visible_tournaments(hall.alice)
    assert problems(copy) == []
    assert rehearsed(hall).slug == "spring-open-rehearsal"


def test_ending_it_twice_changes_nothing(hall: Hall) -> None:
    rehearsed(hall)
    end(hall)
    before = facts()

    end(hall)

    assert facts() == before


def test_it_ends_also_after_it_was_finished(hall: Hall) -> None:
    copy = rehearsed(hall)
    close_round(round_=Round.objects.get(), by=hall.alice, leave_open=True)
    finish_tournament(tournament=copy, by=hall.alice, confirm=[RESULTS_MISSING])

    end(hall)

    assert Discard.objects.get().tournament == copy


def test_discarding_it_in_its_settings_ends_it_too(hall: Hall) -> None:
    copy = rehearsed(hall)
    close_round(round_=Round.objects.get(), by=hall.alice, leave_open=True)

    discard_tournament(tournament=copy, by=hall.alice)

    assert not Rehearsal.objects.exists()


def test_what_has_started_is_not_rehearsed(hall: Hall, round_: Round) -> None:
    before = facts()

    with pytest.raises(StateRefuses, match="has not started yet"):
        rehearsed(hall)

    assert facts() == before


def test_a_rehearsal_is_not_rehearsed(hall: Hall) -> None:
    copy = rehearsed(hall)
    before = facts()

    with pytest.raises(StateRefuses, match="has not started yet"):
        rehearse(tournament=copy, by=hall.alice)

    assert facts() == before


def test_the_database_keeps_it_private(hall: Hall) -> None:
    copy = rehearsed(hall)

    with pytest.raises(IntegrityError, match="a_rehearsal_stays_private"), transaction.atomic():
        edit_tournament(
            tournament=copy, changes={"visibility": "public"}, seen=tournament_tag(copy), by=hall.alice
        )
    with pytest.raises(IntegrityError, match="rehearsals_are_never_changed"), transaction.atomic():
        Rehearsal.objects.update(of=copy)
    Rehearsal.objects.all().delete()
    with pytest.raises(IntegrityError, match="a_rehearsal_begins_private"), transaction.atomic():
        Rehearsal.objects.create(tournament=hall.tournament, of=copy)
    with pytest.raises(IntegrityError), transaction.atomic():
        Rehearsal.objects.create(tournament=copy, of=copy)


def test_its_day_is_today(hall: Hall) -> None:
    Tournament.objects.update(starts_on=date(2030, 5, 1), ends_on=date(2030, 5, 2))
    hall.tournament.refresh_from_db()

    copy = rehearsed(hall)

    assert copy.starts_on is not None
    assert copy.ends_on is not None
    assert (copy.starts_on < date(2030, 5, 1), (copy.ends_on - copy.starts_on).days) == (True, 1)


@pytest.mark.parametrize("edition", sorted(editions()))
def test_results_are_made_up_for_every_rulebook(edition: str) -> None:
    book = load(edition)
    chance = Drbg("made up", edition)

    for _game in range(20):
        points = made_up_points(chance, book)
        assert len(set(points)) == len(points)
        if not isinstance(book.table.starting_points, int):
            continue
        assert sum(points) == book.table.starting_points * book.table.players
        if not (book.result.return_points and book.result.kind == "points"):
            settle(book, points)
