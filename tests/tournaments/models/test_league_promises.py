"""What the database itself refuses about leagues, whoever asks."""

import pytest

from tests.tournaments.hall import Hall
from tests.tournaments.models.test_promises import refuses
from tournaments.actions.leagues.founding import create_league, create_season, remove_league
from tournaments.actions.staff.invitations import invite_organizer
from tournaments.models import Invitation, League, LeagueLedgerEntry, LeagueLedgerHead, LeagueStaff

pytestmark = pytest.mark.django_db


@pytest.fixture
def league(hall: Hall) -> League:
    return create_league(slug="river", name="River League", by=hall.charlie)


def test_a_leagues_ledger_is_neither_changed_nor_cut_nor_turned_back(league: League) -> None:
    entries, heads = LeagueLedgerEntry.objects.all(), LeagueLedgerHead.objects.all()

    refuses(lambda: entries.update(kind="edited"), "league_ledger_entries_are_never_changed")
    refuses(lambda: entries.delete(), "league_ledger_entries_are_never_deleted")
    refuses(lambda: heads.update(seq=0), "league_ledger_heads_only_move_forwards")
    refuses(lambda: heads.update(chain="another"), "league_ledger_heads_only_move_forwards")


def test_it_never_forks(league: League) -> None:
    first, second = league.ledger.order_by("seq")
    fork = {"league": league, "kind": "edited", "payload": "{}", "actor": "anybody", "hash": "f"}
    at = first.recorded_at

    for seq, prev in ((2, "another"), (3, second.prev)):
        refuses(
            lambda seq=seq, prev=prev: LeagueLedgerEntry.objects.create(
                seq=seq, prev=prev, recorded_at=at, **fork
            ),
            "league",
        )


def test_a_person_organizes_it_once(league: League, hall: Hall) -> None:
    refuses(
        lambda: LeagueStaff.objects.create(league=league, user=hall.charlie.user), "one_organizer_per_person"
    )


def test_a_league_that_was_removed_has_no_seasons(league: League, hall: Hall) -> None:
    other = create_league(slug="lake", name="Lake League", by=hall.charlie)
    create_season(league=league, name="2026", by=hall.charlie)
    remove_league(league=other, by=hall.charlie)

    refuses(lambda: other.seasons.create(name="2026", ordinal=1), "a_removed_league_has_no_seasons")
    refuses(
        lambda: League.objects.filter(pk=league.pk).update(removed_at="2026-01-01T00:00:00Z"),
        "a_league_with_seasons_is_not_removed",
    )


def test_an_invitation_leads_to_one_place(league: League, hall: Hall) -> None:
    invite_organizer(league=league, by=hall.charlie)
    invitations = Invitation.objects.filter(league=league)

    for changes in ({"league": None}, {"tournament": hall.tournament}, {"role": "referee"}):
        refuses(
            lambda changes=changes: invitations.update(**changes),
            "an_invitation_is_to_a_tournament_or_to_run_a_league",
        )
