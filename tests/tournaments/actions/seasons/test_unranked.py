"""Players without a rank, a club's nights and a series, on the page of the next season and in what it opens."""

from datetime import date

import pytest

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.actions.seasons.test_carried import full_season
from tests.tournaments.actions.seasons.test_confirming import confirm, fields, played_season
from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.entries import register
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.seasons.confirming import UNRANKED_STAY, Change, SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seasons.revoking import SEASON_REVOKED, revoke_next_season
from tournaments.actions.seasons.sizes import what_does_not_fit
from tournaments.actions.seen_versions import divisions_tag
from tournaments.actions.stages.counting import set_counting
from tournaments.models import Entry, Move, Night, Season, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db


def with_absent() -> tuple[Hall, Season, list[int]]:
    """The season of two divisions, in whose upper one two were absent, and a third is a substitute."""
    hall, season = played_season()
    upper = Tournament.objects.get(slug="upper")
    reopen_tournament(tournament=upper, by=hall.charlie)
    stage = upper.stages.get()
    set_counting(stage=stage, minimum_games=1, confirm=["ranks_may_change"], by=hall.charlie)
    absent = [add_player(name=name) for name in ("Absent Annie", "Absent Ben", "Spare Sue")]
    for player in absent:
        is_substitute = player.name == "Spare Sue"
        register(tournament=upper, player=player, is_substitute=is_substitute, by=hall.charlie)
    finish_tournament(tournament=upper, by=hall.charlie, confirm=["rounds_open"])
    publish_tournament(upper.pk)
    return hall, season, [player.pk for player in absent]


def test_who_has_no_rank_stays_and_a_substitute_remains_one() -> None:
    hall, season, [annie, ben, sue] = with_absent()
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        confirm(season, hall)

    assert digest() == before
    assert refusal.value.fields["unranked_stay"] == [
        "2 players have no rank and stay in their divisions: Absent Annie, Absent Ben."
    ]
    following = confirm_next_season(
        season=season,
        plan=SeasonPlan("2027", changes=[Change(ben, None)]),
        seen=propose_next_season(season).tag,
        by=hall.charlie,
        confirm=[UNRANKED_STAY],
    )
    assert fields(following)[0][-2:] == [annie, sue]
    entries = Entry.objects.filter(tournament__season=following)
    assert set(entries.filter(is_substitute=True).values_list("player", flat=True)) == {sue}
    moves = {
        move.player_id: (move.level, move.position, move.to_level, move.way) for move in Move.objects.all()
    }
    assert [moves[player] for player in (annie, ben, sue)] == [
        (1, None, 1, "stays"),
        (1, None, None, "leaves"),
        (1, None, 1, "stays"),
    ]
    # The page of the season shows places, and they have none.
    assert "Absent Annie" not in text_of(signed_in(hall.charlie).get("/l/river/seasons/1/"))


def test_the_page_lists_them_with_a_choice_and_says_whether_tables_are_filled() -> None:
    hall, season, [annie, ben, sue] = with_absent()
    charlie, page = signed_in(hall.charlie), "/l/river/seasons/1/next/"

    shown = charlie.get(page)

    said = " ".join(text_of(shown).split())
    assert "Next season: 6 players 6 players do not fill tables of 4: find 2 more, or let 2 sit out" in said
    assert "Without a rank Absent Annie Stays" in said
    assert "Spare Sue Stays Substitute" in said
    form = shown.context["form"]
    typed = {name: str(form[name].value()) for name in form.fields if name.startswith("to_")}
    assert {typed[f"to_{player}"] for player in (annie, ben, sue)} == {"1"}
    typed |= {"seen": form["seen"].value(), "name": "2027", f"to_{annie}": "2"}
    assert charlie.post(page, typed)["Location"] == "/l/river/seasons/2/"
    assert Move.objects.get(player=annie).way == "down"
    revoke_next_season(season=season, confirm=[SEASON_REVOKED], by=hall.charlie)
    again = charlie.get(page).context["form"]
    typed |= {"seen": again["seen"].value(), f"to_{annie}": ""}
    assert charlie.post(page, typed)["Location"] == "/l/river/seasons/2/"
    assert Move.objects.get(player=annie).way == "leaves"


def test_whoever_is_ranked_below_and_a_substitute_above_is_in_one_division() -> None:
    hall, season, _absent = with_absent()
    lower = Entry.objects.filter(tournament__slug="lower").earliest("number")
    Entry.objects.filter(player__name="Spare Sue").delete()
    upper = Tournament.objects.get(slug="upper")
    reopen_tournament(tournament=upper, by=hall.charlie)
    register(tournament=upper, player=lower.player, is_substitute=True, confirm=[], by=hall.charlie)
    finish_tournament(tournament=upper, by=hall.charlie, confirm=["rounds_open"])
    publish_tournament(upper.pk)

    proposal = propose_next_season(season)

    assert lower.player_id not in proposal.unranked
    assert proposal.places[lower.player_id].level == 2
    assert proposal.members[lower.player_id].entry == lower.pk


@pytest.mark.parametrize(
    ("players", "says"),
    [
        (8, ""),
        (13, "13 players do not fill tables of 4: find 3 more, or let 1 sit out."),
        (3, "3 players do not fill a table of 4: find 1 more."),
        (1, "1 player does not fill a table of 4: find 3 more."),
    ],
)
def test_it_is_said_who_fills_no_tables(players: int, says: str) -> None:
    assert what_does_not_fit(open_hall(players=0).tournament, players) == says


@pytest.mark.slow
def test_the_page_plans_nights_from_the_day_that_was_chosen_or_none() -> None:
    hall, season = full_season()
    season.league.staff.create(user=hall.alice.user)
    alice, page = signed_in(hall.alice), "/l/river/seasons/1/next/"
    form = alice.get(page).context["form"]
    typed = {name: str(form[name].value()) for name in form.fields if name.startswith("to_")}
    typed |= {"seen": form["seen"].value(), "name": "2027", "confirm": "lot_decides"}
    assert form["nights_from"].value() >= date(2026, 1, 15)

    answer = alice.post(page, {**typed, "nights_from": "2030-01-01"})

    assert answer["Location"] == "/l/river/seasons/2/"
    nights = Night.objects.filter(stage__tournament__season__ordinal=2)
    assert [night.starts_at.date() for night in nights] == [date(2030, 1, 2), date(2030, 1, 9)]
    revoke_next_season(season=season, confirm=[SEASON_REVOKED], by=hall.alice)
    assert alice.post(page, {**typed, "nights_from": ""})["Location"] == "/l/river/seasons/2/"
    assert not Night.objects.filter(stage__tournament__season__ordinal=2).exists()


def test_nights_of_another_century_are_refused() -> None:
    hall, season = played_season()
    seen = propose_next_season(season).tag

    says = refused(
        lambda: confirm_next_season(
            season=season,
            plan=SeasonPlan("2027", nights_from=date.max),
            seen=seen,
            by=hall.charlie,
        ),
        RulesRefuse,
        "night_terms",
    )

    assert says == "Enter a date between 2000 and 2099."


def test_a_series_is_opened_by_the_page_and_nobody_is_placed_in_it() -> None:
    hall = open_hall()
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="1", by=hall.charlie)
    set_divisions(season=season, divisions=[{"name": "GP"}], seen=divisions_tag([]), by=hall.charlie)
    for number in (1, 2):
        one = open_hall(f"event-{number}", season=season, players=4)
        Tournament.objects.filter(pk=one.tournament.pk).update(name=f"Event {number}")
        play(one.started().tables.get(), one.alice)
        finish_tournament(tournament=one.tournament, by=one.alice, confirm=["rounds_open"])
        publish_tournament(one.tournament.pk)
    somebody = Entry.objects.filter(tournament__season=season).earliest("pk").player_id
    charlie, page = signed_in(hall.charlie), "/l/river/seasons/1/next/"

    shown = charlie.get(page)

    assert "A series: its 2 tournaments are set up again" in text_of(shown)
    says = refused(lambda: confirm(season, hall, Change(somebody, 1, "x")), RulesRefuse, "bad_change")
    assert says == "GP is a series: players register for each of its tournaments."
    seen = shown.context["form"]["seen"].value()
    assert charlie.post(page, {"seen": seen, "name": "2"})["Location"] == "/l/river/seasons/2/"
    # “1” might mean anything, also the number of the event.
    again = Season.objects.get(ordinal=2).tournaments.order_by("pk")
    assert [(one.name, one.entries.count()) for one in again] == [("Event 1 2", 0), ("Event 2 2", 0)]
    assert "already been opened from this one" in text_of(charlie.get(page))


def test_somebody_moves_only_where_each_division_is_one_tournament() -> None:
    hall, season = played_season()
    open_hall("beside", season=season, level=2)
    before = digest()

    refused(lambda: confirm(season, hall), StateRefuses, "one_tournament_per_division")

    assert digest() == before
