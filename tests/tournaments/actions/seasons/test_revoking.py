"""A season that was opened from the one before is taken back while nothing is drawn there."""

import pytest

from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.actions.seasons.test_confirming import confirm, fields, played_season, ranked
from tests.tournaments.hall import SEED, Hall
from tests.tournaments.models.test_promises import refuses
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import (
    discard_round,
    draw_round,
    publish_round,
    unpublish_round,
)
from tournaments.actions.errors import StateRefuses
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_season
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.rounds import start_round
from tournaments.actions.seasons.confirming import Change
from tournaments.actions.seasons.revoking import SEASON_REVOKED, revocation_of, revoke_next_season
from tournaments.actions.seen_versions import divisions_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.models import Division, LeagueLedgerEntry, Move, Season, Tournament
from tournaments.standings.seasons.who_moves import points_kept
from tournaments.verification import verify_league, verify_ledger

pytestmark = pytest.mark.django_db


@pytest.fixture
def scene(db: None) -> tuple[Hall, Season]:
    return played_season()


@pytest.fixture
def hall(scene: tuple[Hall, Season]) -> Hall:
    return scene[0]


@pytest.fixture
def season(scene: tuple[Hall, Season]) -> Season:
    return scene[1]


def revoke(season: Season, hall: Hall) -> None:
    revoke_next_season(season=season, confirm=[SEASON_REVOKED], by=hall.charlie)


def sound(season: Season) -> None:
    assert verify_league(season.league_id).problems == []
    for tournament in Tournament.objects.all():
        assert verify_ledger(tournament.pk).problems == []


def test_what_is_gone_is_asked_first(season: Season, hall: Hall) -> None:
    confirm(season, hall)
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        revoke_next_season(season=season, by=hall.charlie)

    assert refusal.value.fields["season_revoked"] == [
        "The season “2027” is revoked, along with everything set up there. Tournaments discarded: 2; "
        "players entered there: 8; moves withdrawn, including the points kept: 8."
    ]
    assert digest() == before


def test_it_is_opened_revoked_and_opened_again_with_what_was_forgotten(season: Season, hall: Hall) -> None:
    lower = ranked("lower")
    opened = confirm(season, hall)
    tournaments = list(opened.tournaments.order_by("pk").values_list("pk", flat=True))

    revoke(season, hall)

    assert not Season.objects.filter(pk=opened.pk).exists()
    assert (Move.objects.count(), Division.objects.filter(season=opened.pk).count()) == (0, 0)
    assert not Tournament.objects.not_discarded().filter(pk__in=tournaments).exists()
    entry = LeagueLedgerEntry.objects.get(kind="season_revoked")
    assert entry.content == {
        "season": season.pk,
        "next": opened.pk,
        "ordinal": 2,
        "tournaments": tournaments,
        "moves": 8,
    }
    sound(season)
    again = confirm(season, hall, Change(lower[1], 1, "wild card"))
    assert (again.ordinal, again.follows_id) == (2, season.pk)
    assert [one.slug for one in again.tournaments.order_by("level")] == ["river-2-1", "river-2-2"]
    assert lower[1] in fields(again)[0]
    sound(season)


def test_it_may_be_repeated_and_does_nothing_where_none_is_open(season: Season, hall: Hall) -> None:
    confirm(season, hall)
    revoke(season, hall)
    before = digest()

    revoke(season, hall)

    assert digest() == before


def test_tournaments_that_were_discarded_or_set_up_beside_do_not_keep_it(season: Season, hall: Hall) -> None:
    opened = confirm(season, hall)
    discard_tournament(tournament=opened.tournaments.get(level=1), by=hall.charlie)

    found = revocation_of(season)
    revoke(season, hall)

    assert found is not None
    assert [one.level for one in found.tournaments] == [2]
    assert revocation_of(season) is None
    sound(season)


def test_points_kept_are_withdrawn_with_the_moves(season: Season, hall: Hall) -> None:
    kept = {"by_rank": [0, 2], "threshold": 9, "seasons": 2}
    boundary = {"up": 1, "down": 1, "points_up": kept}
    set_divisions(
        season=season,
        divisions=[{"name": "A", "boundary": boundary}, {"name": "B"}],
        seen=divisions_tag(list(season.divisions.order_by("level"))),
        by=hall.charlie,
    )
    opened = confirm(season, hall)
    second = ranked("lower")[1]
    assert points_kept(opened)[second] == [(2, 2, 0)]

    revoke(season, hall)

    later = create_season(league=season.league, name="2027", by=hall.charlie)
    assert points_kept(later) == {}


def test_whatever_was_drawn_there_is_named_and_keeps_it(season: Season, hall: Hall) -> None:
    opened = confirm(season, hall)
    upper = opened.tournaments.get(level=1)
    round_ = draw_round(stage=upper.stages.get(), seed=SEED, by=hall.charlie)

    def says() -> list[str]:
        before = digest()
        with pytest.raises(StateRefuses) as refusal:
            revoke(season, hall)
        assert (refusal.value.code, digest()) == ("season_in_use", before)
        return list(refusal.value.fields["season"])

    assert says() == [f"“{upper.name}”: Round 1 is drawn. Discard the draft first."]
    publish_round(round_=round_, by=hall.charlie)
    assert says() == [
        f"“{upper.name}”: Round 1 is published. Return it to draft and discard the draft first."
    ]
    unpublish_round(round_=round_, by=hall.charlie)
    discard_round(round_=round_, by=hall.charlie)
    penalty = penalize(
        stage=upper.stages.get(), entry=upper.entries.first(), ruling=Ruling(1_000, "x"), by=hall.charlie
    )
    assert says() == [f"“{upper.name}”: a penalty was imposed. Lift it first."]
    lift_penalty(penalty=penalty, reason="A slip", by=hall.charlie)
    revoke(season, hall)
    sound(season)


def test_a_season_that_is_played_stays(season: Season, hall: Hall) -> None:
    opened = confirm(season, hall)
    for one in opened.tournaments.order_by("level"):
        round_ = draw_round(stage=one.stages.get(), seed=SEED, by=hall.charlie)
        start_round(round_=publish_round(round_=round_, by=hall.charlie), by=hall.charlie)
    names = list(opened.tournaments.order_by("pk").values_list("name", flat=True))

    says = refused(lambda: revoke(season, hall), StateRefuses, "season_in_use")

    played = " ".join(f"“{name}” has already been played." for name in names)
    assert says == f"“2027” cannot be revoked: {played}"


def test_seasons_are_revoked_from_the_last_one_back(season: Season, hall: Hall) -> None:
    opened = confirm(season, hall)
    create = create_season(league=season.league, name="2028", follows=opened, by=hall.charlie)

    says = refused(lambda: revoke(season, hall), StateRefuses, "season_in_use")

    assert says == "“2027” cannot be revoked: “2028” was opened from it. Please revoke that season first."
    refuses(lambda: Season.objects.filter(pk=opened.pk).update(follows=create), "a_season_follows_an_earlier")
    refuses(
        lambda: Season.objects.create(league=season.league, name="x", ordinal=9, follows=opened),
        "a_season_is_followed_by_one",
    )


def test_a_page_says_what_is_gone_and_revokes_it(season: Season, hall: Hall) -> None:
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/next/revoke/"
    assert "No season has been opened from this one." in text_of(charlie.get(page))
    opened = confirm(season, hall)
    assert page in charlie.get("/l/river/edit/").content.decode()
    assert page in charlie.get(f"/l/river/seasons/{season.ordinal}/next/").content.decode()

    names = list(opened.tournaments.values_list("name", flat=True))

    shown = text_of(charlie.get(page))
    answer = charlie.post(page)

    assert "Tournaments discarded: 2; players entered there: 8" in shown
    assert all(name in shown for name in names)
    assert answer["Location"] == "/l/river/edit/"
    assert Season.objects.count() == 1
    assert "Propose the next season" in text_of(charlie.get("/l/river/edit/"))


def test_the_page_says_what_keeps_it_and_has_no_button_then(season: Season, hall: Hall) -> None:
    upper = confirm(season, hall).tournaments.get(level=1)
    draw_round(stage=upper.stages.get(), seed=SEED, by=hall.charlie)
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/next/revoke/"

    shown = charlie.get(page)
    answer = charlie.post(page)

    assert f"“{upper.name}”: Round 1 is drawn. Discard the draft first." in text_of(shown)
    assert "Revoke the season" not in text_of(shown)
    assert answer.status_code == 409
    assert Season.objects.count() == 2
