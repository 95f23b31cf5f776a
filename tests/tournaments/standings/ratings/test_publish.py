"""Ratings follow from what was played, in the order of play, also after corrections and moved tournaments."""

from collections import defaultdict
from datetime import date

import pytest
from openskill.models import PlackettLuce

from tests.tournaments.hall import Hall, open_hall, play
from tests.tournaments.replay import replayed
from tests.tournaments.verification.attacker import without_checks
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.people.entries import register
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.models import Entry, League, RatedTournament, Rating, RatingRule, Score, Season, Tournament
from tournaments.standings.ratings import publish
from tournaments.standings.ratings.publish import publish_ratings, publish_ratings_with, publish_stale_ratings
from tournaments.verification import verify_league

pytestmark = pytest.mark.django_db

SOUTH_WINS = Figures([10_000, 40_000, 28_000, 22_000])
TIED = Figures([35_000, 35_000, 20_000, 10_000])


def event(slug: str, season: Season, day: int, players: int = 8, **more: object) -> Hall:
    """A tournament of this season on a day of May, with two rounds played, always by the same people."""
    hall = open_hall(slug, players=0, season=season, starts_on=date(2026, 5, day), **more)
    for player in Entry.objects.filter(tournament__slug="spring-open").order_by("number")[:players]:
        register(tournament=hall.tournament, player=player.player, by=hall.alice)
    for number in range(2):
        round_ = hall.started()
        for table in round_.tables.order_by("number"):
            play(table, hall.alice, TIED if (table.number + number) % 2 else SOUTH_WINS)
        close_round(round_=round_, by=hall.alice)
    return hall


@replayed
def played(*events: tuple[str, int], players: int = 8, secret: str = "") -> tuple[Season, Hall, list[Hall]]:
    """A season with these tournaments, each with its day, and a hall in which the same people are at home."""
    hall = open_hall()
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    return (
        season,
        hall,
        [
            event(slug, season, day, players, visibility="private" if slug == secret else "public")
            for slug, day in events
        ],
    )


def stored(league: League) -> dict[tuple[str, str], tuple[int, int, int, int, int, bool]]:
    rows = Rating.objects.filter(league=league).values_list(
        "tournament__slug", "player__name", "value", "mean", "deviation", "change", "games", "is_latest"
    )
    return {(row[0], row[1]): tuple(row[2:]) for row in rows}


def worked_out(slugs: list[str], method: str) -> dict[tuple[str, str], tuple[int, int, int, int, int, bool]]:
    """The same by hand: one game after the other, every pair of a table by itself."""
    model = PlackettLuce(mu=1500, sigma=500, beta=250, tau=5)
    mean: defaultdict[str, int] = defaultdict(lambda: 1_500_000)
    deviation: defaultdict[str, int] = defaultdict(lambda: 0 if method == "elo" else 500_000)
    games: defaultdict[str, int] = defaultdict(int)
    found = {}
    for slug in slugs:
        was = {}
        scores = Score.objects.filter(counts=True, stage__tournament__slug=slug)
        tables: defaultdict[tuple[int, int], list[tuple[str, int]]] = defaultdict(list)
        for score in scores.select_related("seat__round", "seat__table", "entry__player").order_by(
            "seat__wind"
        ):
            at = score.seat.round.number, score.seat.table.number
            tables[at].append((score.entry.player.name, score.place))
        for at in sorted(tables):
            names, places = zip(*tables[at], strict=True)
            now = {name: mean[name] for name in names}
            sure = {name: deviation[name] for name in names}
            for name in names:
                was.setdefault(name, mean[name] - 3 * deviation[name])
                games[name] += 1
            if method == "elo":
                for one, mine in zip(names, places, strict=True):
                    for other, theirs in zip(names, places, strict=True):
                        if one != other:
                            expected = 1 / (1 + 10 ** ((now[other] - now[one]) / 400_000))
                            made = 1 if mine < theirs else 0.5 if mine == theirs else 0
                            mean[one] += round(12_000 * (made - expected))
            else:
                teams = [[model.create_rating([now[name] / 1000, sure[name] / 1000])] for name in names]
                for name, [after] in zip(names, model.rate(teams, ranks=list(places)), strict=True):
                    mean[name], deviation[name] = round(after.mu * 1000), round(after.sigma * 1000)
        for name, before in was.items():
            value = mean[name] - 3 * deviation[name]
            found[slug, name] = value, mean[name], deviation[name], value - before, games[name]
    last = {name: slug for slug, name in found}
    return {key: (*row, last[key[1]] == key[0]) for key, row in found.items()}


@pytest.mark.parametrize("method", RatingRule.Method.values)
def test_they_are_what_one_game_after_the_other_makes_them(method: str) -> None:
    season, hall, _events = played(("may", 10), ("april", 1))
    set_rating(league=season.league, method=method, by=hall.charlie)

    assert publish_ratings(season.league_id)
    assert not publish_ratings(season.league_id)

    assert stored(season.league) == worked_out(["april", "may"], method)
    assert len(stored(season.league)) == 16
    assert sum(row[-1] for row in stored(season.league).values()) == 8
    assert verify_league(season.league_id).problems == []


@pytest.mark.slow
@pytest.mark.parametrize("method", RatingRule.Method.values)
def test_a_correction_is_worked_out_from_its_tournament_on(
    method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    season, hall, events = played(("one", 1), ("two", 2), ("three", 3))
    set_rating(league=season.league, method=method, by=hall.charlie)
    publish_ratings(season.league_id)
    read: list[list[int]] = []
    games_of = publish.games_of
    monkeypatch.setattr(publish, "games_of", lambda pks: read.append(list(pks)) or games_of(pks))

    two = events[1]
    table = two.stage.rounds.get(number=1).tables.get(number=1)
    sheet = table.scoresheets.get()
    figures = Figures([1_000, 2_000, 3_000, 94_000])
    correct_sheet(
        table=table, report=TableReport(figures, if_match=sheet.tag), reason="Typed wrong", by=two.alice
    )
    publish_ratings_with(two.tournament.pk)

    assert stored(season.league) == worked_out(["one", "two", "three"], method)
    assert read == [[two.tournament.pk, events[2].tournament.pk]]
    assert verify_league(season.league_id).problems == []


@pytest.mark.slow
def test_a_result_that_is_taken_back_is_gone_from_them() -> None:
    season, hall, (one, two) = played(("one", 1), ("two", 2), players=4)
    set_rating(league=season.league, method="elo", by=hall.charlie)
    publish_ratings(season.league_id)

    for round_ in two.stage.rounds.all():
        sheet = round_.tables.get().scoresheets.get()
        void_sheet(sheet=sheet, if_match=sheet.tag, reason="Not played", by=two.alice)
    publish_stale_ratings()

    assert stored(season.league) == worked_out(["one"], "elo")
    assert all(row[-1] for row in stored(season.league).values())
    assert {slug for slug, _name in stored(season.league)} == {one.tournament.slug}


@pytest.mark.slow
def test_only_public_tournaments_are_in_them() -> None:
    season, hall, (_one, secret) = played(("one", 1), ("secret", 2), secret="secret")
    set_rating(league=season.league, method="elo", by=hall.charlie)
    publish_ratings(season.league_id)
    assert stored(season.league) == worked_out(["one"], "elo")

    Tournament.objects.filter(pk=secret.tournament.pk).update(visibility="public")
    assert publish_ratings(season.league_id)
    assert stored(season.league) == worked_out(["one", "secret"], "elo")

    Tournament.objects.filter(pk=secret.tournament.pk).update(visibility="unlisted")
    assert publish_ratings(season.league_id)
    assert stored(season.league) == worked_out(["one"], "elo")


@pytest.mark.slow
def test_a_tournament_that_moves_before_another_is_rated_before_it() -> None:
    season, hall, (_one, two) = played(("one", 1), ("two", 2))
    set_rating(league=season.league, method="elo", by=hall.charlie)
    publish_ratings(season.league_id)

    Tournament.objects.filter(pk=two.tournament.pk).update(starts_on=date(2025, 12, 31))
    publish_ratings(season.league_id)

    assert stored(season.league) == worked_out(["two", "one"], "elo")


@pytest.mark.slow
def test_another_method_rates_everything_again_and_none_leaves_nothing() -> None:
    season, hall, _events = played(("one", 1))
    for method in ("elo", "weng_lin"):
        set_rating(league=season.league, method=method, by=hall.charlie)
        publish_ratings(season.league_id)
        assert stored(season.league) == worked_out(["one"], method)

    set_rating(league=season.league, method=None, by=hall.charlie)

    assert not publish_ratings(season.league_id)
    assert not Rating.objects.exists()
    assert not RatedTournament.objects.exists()
    assert verify_league(season.league_id).problems == []


def test_more_games_until_a_rank_moves_no_rating() -> None:
    season, hall, _events = played(("one", 1))
    set_rating(league=season.league, method="elo", by=hall.charlie)
    publish_ratings(season.league_id)

    set_rating(league=season.league, method="elo", minimum_games=3, by=hall.charlie)

    assert not publish_ratings(season.league_id)
    assert stored(season.league) == worked_out(["one"], "elo")


def test_a_league_without_ratings_is_left_alone() -> None:
    season, hall, (one,) = played(("one", 1))

    assert not publish_ratings(season.league_id)
    assert not publish_ratings_with(one.tournament.pk)
    assert not publish_ratings_with(hall.tournament.pk)
    assert publish_stale_ratings() == 0
    assert not Rating.objects.exists()


def test_a_rating_changed_by_hand_is_found() -> None:
    season, hall, _events = played(("one", 1))
    set_rating(league=season.league, method="elo", by=hall.charlie)
    publish_ratings(season.league_id)
    assert verify_league(season.league_id).problems == []

    Rating.objects.filter(player__name="Bob").update(value=9_000_000)

    (problem,) = verify_league(season.league_id).problems
    assert "does not match the games played" in problem.message


def test_a_league_that_cannot_be_rated_is_told_and_holds_up_no_other(
    db: None, caplog: pytest.LogCaptureFixture
) -> None:
    season, hall, _events = played(("may", 1))
    other = create_league(slug="lake", name="Lake League", by=hall.charlie)
    for league in (season.league, other):
        RatingRule.objects.create(league=league, method="elo", minimum_games=0)
    with without_checks(RatingRule):
        RatingRule.objects.filter(league=season.league).update(method="beauty")
    event("june", create_season(league=other, name="2026", by=hall.charlie), 2)

    assert publish_stale_ratings() == 1

    assert f"ratings of league {season.league_id} could not be published" in caplog.text
