"""A tournament that was set up by mistake or as a test goes for good; its ledger stays and says so."""

import contextlib
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.test import Client

from tests.permissions import digest
from tests.thorough import IS_SECOND_DATABASE, in_turn
from tests.tournaments.actions.every_action import ROWS
from tests.tournaments.hall import Hall, hall_with_a_game
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_player_cards import card_of, scan
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.errors import ActionError, StateRefuses
from tournaments.actions.leagues.divisions import join_division
from tournaments.actions.leagues.founding import create_league, create_season, remove_season
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.rounds import close_round
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.tournaments import Frame, create_tournament
from tournaments.actions.wording.constraints import words_for
from tournaments.models import (
    Discard,
    LedgerEntry,
    Photo,
    PhotoContent,
    Round,
    Score,
    Season,
    Table,
    Tournament,
)
from tournaments.permissions import listed_tournaments, visible_tournaments
from tournaments.verification.ledger import verify_ledger
from web.constraints import broken_constraint

pytestmark = pytest.mark.django_db


def discard(hall: Hall) -> None:
    discard_tournament(tournament=hall.tournament, by=hall.alice)


def problems(hall: Hall) -> list[str]:
    return [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]


def test_nobody_finds_it_any_more_and_its_ledger_stays_sound(hall: Hall) -> None:
    hall.alice.user.is_superuser = True

    discard(hall)

    assert not visible_tournaments(hall.alice).exists()
    assert not listed_tournaments(hall.alice).exists()
    for page in ("/t/spring-open/", f"/t/discarded-{hall.tournament.pk}/", "/t/spring-open/desk/"):
        assert signed_in(hall.alice).get(page).status_code == 404, page
    assert "Spring Open" not in Client().get("/").content.decode()
    assert "Spring Open" not in signed_in(hall.alice).get("/me/").content.decode()
    assert (hall.kinds()[-1], hall.last_payload()) == (
        "tournament_discarded",
        {"was": "spring-open", "slug": f"discarded-{hall.tournament.pk}", "season": None},
    )
    assert problems(hall) == []


def test_its_address_is_free_again(hall: Hall) -> None:
    discard(hall)

    again = create_tournament(
        frame=Frame(slug="spring-open", name="Again", rulebook_id="mleague"), by=hall.alice
    )

    assert again.slug == "spring-open"
    assert (problems(hall), list(verify_ledger(again.pk).problems)) == ([], [])


def test_its_season_no_longer_has_it(hall: Hall) -> None:
    season = create_season(
        league=create_league(slug="river", name="River League", by=hall.alice), name="2026", by=hall.alice
    )
    found = create_tournament(
        frame=Frame(slug="cup", name="Cup", rulebook_id="mleague", season=season), by=hall.alice
    )

    discard_tournament(tournament=found, by=hall.alice)

    remove_season(season=season, by=hall.alice)
    assert not Season.objects.exists()
    assert [str(problem) for problem in verify_ledger(found.pk).problems] == []


def test_once_more_changes_nothing(hall: Hall) -> None:
    discard(hall)
    before = digest()

    discard(hall)

    assert digest() == before


def test_a_tournament_in_play_stays(hall: Hall, round_: object) -> None:
    before = digest()

    with pytest.raises(StateRefuses, match="“Spring Open” has a round that is published or in play"):
        discard(hall)

    assert digest() == before


@pytest.fixture
def tested() -> Hall:
    """A tournament whose only round is closed."""
    hall = hall_with_a_game()
    close_round(round_=Round.objects.get(), by=hall.alice, leave_open=True)
    return hall


def test_a_test_that_was_played_goes_with_its_results_and_its_ledger_stays_sound(tested: Hall) -> None:
    player = Score.objects.values_list("seat__entry__player", flat=True).first()
    was_public = Client().get(f"/players/{player}/").status_code

    discard(tested)

    assert (was_public, Client().get(f"/players/{player}/").status_code) == (200, 404)
    assert Client().get("/t/spring-open/").status_code == 404
    assert tested.last_payload() == {
        "was": "spring-open",
        "slug": f"discarded-{tested.tournament.pk}",
        "season": None,
        "visibility": "private",
    }
    assert Score.objects.exists()
    assert problems(tested) == []


def test_a_phone_with_a_card_follows_nobody_there_any_more(tested: Hall) -> None:
    issue_player_cards(tournament=tested.tournament, by=tested.alice)
    phone = scan(card_of(tested.entries()[0]))
    before = phone.get("/seat/card/").status_code

    discard(tested)

    after = phone.get("/seat/card/")
    assert (before, after.status_code, after["Location"]) == (200, 302, "/seat/")
    assert scan(card_of(tested.entries()[1])).get("/seat/card/").status_code == 302


def test_its_photos_are_deleted_at_once(tested: Hall) -> None:
    photo = Photo.objects.create(
        table=Table.objects.order_by("pk")[0],
        number=1,
        sha256="0" * 64,
        size=4,
        width=1,
        height=1,
        taken_by=tested.alice.user,
        delete_at=Now() + timedelta(days=9),
    )
    PhotoContent.objects.create(photo=photo, content=b"JPEG")

    discard(tested)

    assert tested.kinds()[-2:] == ["photos_deleted", "tournament_discarded"]
    assert not PhotoContent.objects.exists()
    assert not Photo.objects.filter(deleted_at=None).exists()


def test_results_that_count_in_a_season_stay(tested: Hall) -> None:
    season = create_season(
        league=create_league(slug="river", name="River League", by=tested.alice),
        name="2026",
        by=tested.alice,
    )
    join_division(season=season, level=1, name="", by=tested.alice)
    Tournament.objects.update(season=season)
    before = digest()

    with pytest.raises(StateRefuses, match="count in its season"):
        discard(tested)

    assert digest() == before


def test_before_a_played_one_is_discarded_it_can_be_downloaded(tested: Hall) -> None:
    alice = signed_in(tested.alice)

    page = alice.get("/t/spring-open/desk/discard/").content.decode()

    assert 'href="/t/spring-open/downloads/tournament/"' in page
    assert "/desk/discard/" in alice.get("/t/spring-open/desk/edit/").content.decode()
    assert alice.post("/t/spring-open/desk/discard/", {"name": "Spring Open"})["Location"] == "/me/"


def test_the_database_keeps_rounds_and_discards_apart(hall: Hall) -> None:
    stage = hall.stage
    discard(hall)

    with pytest.raises(IntegrityError), transaction.atomic():
        Round.objects.create(stage=stage, number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Discard.objects.all().delete()


def test_a_tournament_in_play_is_not_discarded_behind_the_ledger(hall: Hall, round_: object) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Discard.objects.create(tournament=hall.tournament)


def test_one_that_was_discarded_behind_the_ledger_is_found(hall: Hall) -> None:
    Discard.objects.create(tournament=hall.tournament)

    assert "There is the discarding of the tournament, but no ledger entry records it." in problems(hall)


def test_the_page_asks_for_the_name(hall: Hall) -> None:
    alice = signed_in(hall.alice)

    wrong = alice.post("/t/spring-open/desk/discard/", {"name": "Autumn Open"})
    right = alice.post("/t/spring-open/desk/discard/", {"name": "Spring Open"})

    assert (wrong.status_code, right.status_code, right["Location"]) == (422, 302, "/me/")
    assert Tournament.objects.get().discard


# Those of a person, who goes on living in other tournaments.
OF_A_PERSON = {
    "people.editing.edit_player",
    "people.merging.merge_players",
    "people.record_proposals.accept_proposal",
}
OF_A_TOURNAMENT = sorted(name for name, one in ROWS.items() if one.kinds and name not in OF_A_PERSON)
# One guard of the ledger refuses all of them. Every day it is asked by each third, and on a second database by a few.
TRIED = in_turn(OF_A_TOURNAMENT, 1, of=10 if IS_SECOND_DATABASE else 3)


@pytest.mark.parametrize("name", sorted(OF_A_PERSON))
def test_who_took_part_is_still_mended_and_merged_and_the_ledger_says_so(name: str, hall: Hall) -> None:
    act = ROWS[name].scene(hall)
    discard(hall)

    act()

    assert hall.kinds()[-2:] == ["tournament_discarded", ROWS[name].kinds]
    assert problems(hall) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIED)
def test_nothing_is_written_any_more_by_whoever_found_it_before(name: str, hall: Hall) -> None:
    act = ROWS[name].scene(hall)
    try:
        discard(hall)
    except StateRefuses:
        # Something was drawn for this action already.
        return
    before = digest()

    with contextlib.suppress(ActionError, IntegrityError), transaction.atomic():
        act()

    assert hall.kinds()[-1] == "tournament_discarded"
    # A new tournament is another one.
    if not LedgerEntry.objects.exclude(tournament=hall.tournament).exists():
        assert digest() == before


def test_whoever_acts_then_is_told_so(hall: Hall) -> None:
    discard(hall)

    with pytest.raises(IntegrityError) as error, transaction.atomic():
        form_team(tournament=hall.tournament, name="Reds", by=hall.alice)

    assert words_for(broken_constraint(error.value)) == (
        "a_discarded_tournament_is_not_written",
        409,
        "This tournament has just been discarded. Nothing was saved.",
        "",
    )
