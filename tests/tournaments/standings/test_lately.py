"""What the last rounds brought, beside a plain adding-up of the games as they were typed."""

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

import pytest
from pytest_django import DjangoAssertNumQueries

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import form_team
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.models import CountingRule, Entry, Publication, Score, Standing, TeamStanding
from tournaments.standings import lately as module
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.lately import Lately, StageLately, stage_lately
from tournaments.standings.stages.published_rows import published_rows, published_team_rows

pytestmark = pytest.mark.django_db
PLAYERS = [f"Player {number:02}" for number in range(1, 13)]
# Place by place, what points at the table bring by the rules of M-League.
UMA = (50_000, 10_000, -10_000, -30_000)


class Game:
    """A table of a round as it is typed, and what it brings by hand."""

    def __init__(self, round_: int, table: int, names: Sequence[str], points: Sequence[int]) -> None:
        self.round, self.table, self.points = round_, table, dict(zip(names, points, strict=True))

    @property
    def lines(self) -> list[str]:
        return [f"{self.round},{self.table},{name},{points}" for name, points in self.points.items()]

    @property
    def places(self) -> dict[str, int]:
        best = sorted(self.points, key=lambda name: -self.points[name])
        return {name: place for place, name in enumerate(best, 1)}

    @property
    def totals(self) -> dict[str, int]:
        return {name: self.points[name] - 30_000 + UMA[place - 1] for name, place in self.places.items()}


def season(rounds: int, *, tables: int = 2, seed: int = 7) -> list[Game]:
    """Rounds of two tables, so that four of the twelve miss each; no two at a table have the same points."""
    chance, games = random.Random(seed), list[Game]()
    for round_ in range(1, rounds + 1):
        names = chance.sample(PLAYERS, 4 * tables)
        for table in range(tables):
            first, second, third = (chance.randrange(low, low + 90) * 100 for low in (400, 300, 180))
            points = [first, second, third, 100_000 - first - second - third]
            games.append(Game(round_, table + 1, names[4 * table : 4 * table + 4], chance.sample(points, 4)))
    return games


def typed(hall: Hall, games: Sequence[Game]) -> None:
    lines = ["round,table,player,points", *(line for game in games for line in game.lines)]
    import_results(stage=hall.stage, text="\n".join(lines), by=hall.alice)
    publish_tournament(hall.tournament.pk)


def ranks(games: Sequence[Game]) -> dict[str, int]:
    """Those who have played by their totals; those who have not share the rank behind them."""
    totals = defaultdict[str, int](int)
    for game in games:
        for name, made in game.totals.items():
            totals[name] += made
    return {
        name: 1 + sum(other > totals[name] for other in totals.values())
        if name in totals
        else len(totals) + 1
        for name in PLAYERS
    }


def by_hand(games: Sequence[Game]) -> Iterator[tuple[str, Lately]]:
    rounds = sorted({game.round for game in games})
    now, then = ranks(games), ranks([game for game in games if game.round < rounds[-1]])
    for name in PLAYERS:
        mine = [game for game in games if name in game.points]
        by_round = [sum(game.totals[name] for game in mine if game.round == number) for number in rounds]
        run = [sum(by_round[:number]) for number in range(len(rounds) + 1)]
        played_last = any(game.round == rounds[-1] for game in mine)
        places = [game.places[name] for game in mine][-5:]
        yield name, Lately(then[name] - now[name], by_round[-1] if played_last else None, run, places)


@pytest.fixture
def hall() -> Hall:
    hall = open_hall(players=0)
    hall.tournament.tie_breaks = ["total", "lot"]
    hall.tournament.save(update_fields=["tie_breaks"])
    return hall


def publication() -> Publication:
    return Publication.objects.select_related("stage__tournament__usual_format", "stage__counting").get()


def looked_at(hall: Hall) -> StageLately:
    return stage_lately(publication(), published_rows(hall.stage.pk), published_team_rows(hall.stage.pk))


def of_players(hall: Hall) -> dict[str, Lately]:
    names = dict(Entry.objects.values_list("pk", "player__name"))
    return {names[key]: one for key, one in looked_at(hall).players.items()}


@pytest.mark.parametrize("seed", range(3))
def test_everybodys_last_rounds_are_what_the_typed_games_add_up_to(hall: Hall, seed: int) -> None:
    games = season(8, seed=seed)

    typed(hall, games)

    found = looked_at(hall)
    assert (found.round, list(found.rounds)) == (8, list(range(1, 9)))
    assert of_players(hall) == dict(by_hand(games))


def test_in_the_first_round_nobody_has_moved(hall: Hall) -> None:
    [first, second] = season(1)

    typed(hall, [first, second])

    assert {one.moved for one in of_players(hall).values()} == {None}
    assert {name: one.last for name, one in of_players(hall).items()} == first.totals | second.totals


def test_before_the_first_game_there_is_nothing_and_nobody_asks(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    hall = open_hall(players=4)
    publish_tournament(hall.tournament.pk)
    of, rows = publication(), published_rows(hall.stage.pk)

    with django_assert_num_queries(0):
        found = stage_lately(of, rows)

    assert (found.round, list(found.rounds)) == (None, [])
    assert list(found.players.values()) == 4 * [Lately(None, None, [], [])]


def test_each_result_moves_ranks_from_where_they_were_before_its_round(hall: Hall) -> None:
    games = season(4)
    typed(hall, games[:6])
    last, other = games[6:]

    typed(hall, [last])
    half = of_players(hall)
    typed(hall, [other])

    assert half == dict(by_hand([*games[:6], last]))
    assert of_players(hall) == dict(by_hand(games))


def test_what_was_worked_out_step_by_step_is_what_follows_from_all_anew(hall: Hall) -> None:
    games = season(5)
    for number in range(len(games)):
        typed(hall, games[number : number + 1])
    columns = ("entry", "position", "rank", "rank_before")
    step_by_step = list(Standing.objects.order_by("position").values_list(*columns))

    publish_standings(hall.stage.pk, anew=True)

    assert list(Standing.objects.order_by("position").values_list(*columns)) == step_by_step


def test_a_penalty_in_the_last_round_moves_from_the_rank_before_it(hall: Hall) -> None:
    games = season(3)
    typed(hall, games)
    leader = Entry.objects.get(player__name=next(name for name, rank in ranks(games).items() if rank == 1))
    before = Standing.objects.get(entry=leader).rank_before

    penalize(stage=hall.stage, entry=leader, ruling=Ruling(60_000, "Late"), by=hall.rob)
    publish_tournament(hall.tournament.pk)

    row = Standing.objects.get(entry=leader)
    assert (row.rank_before, row.rank != 1) == (before, True)
    run = of_players(hall)[leader.player.name].run
    assert (run[-1], run[0]) == (row.total, -60_000)


def teams(hall: Hall, games: Sequence[Game]) -> Mapping[str, list[str]]:
    """Three teams of four, formed of those who have played."""
    typed(hall, games)
    found = defaultdict[str, list[str]](list)
    for number, name in enumerate(PLAYERS):
        team = f"Team {number % 3}"
        found[team].append(name)
        entry = Entry.objects.filter(player__name=name).first()
        if entry is not None:
            entry.team = hall.tournament.teams.filter(name=team).first() or form_team(
                tournament=hall.tournament, name=team, by=hall.alice
            )
            entry.save(update_fields=["team"])
    publish_standings(hall.stage.pk, anew=True)
    return found


def test_a_teams_last_rounds_are_those_of_its_players(hall: Hall) -> None:
    games = season(8)
    members = teams(hall, games)

    found = looked_at(hall).teams

    names = dict(TeamStanding.objects.values_list("team", "team__name"))
    assert len(found) == 3
    for key, one in found.items():
        mine = [
            (game.round, game.totals[name])
            for game in games
            for name in members[names[key]]
            if name in game.totals
        ]
        run = [sum(made for number, made in mine if number <= until) for until in range(9)]
        played_last = any(number == 8 for number, _made in mine)
        assert (list(one.run), one.last) == (run, run[8] - run[7] if played_last else None)
        scores = Score.objects.filter(entry__team=key).order_by("seat__round__number", "sheet", "place")
        assert list(one.places) == list(scores.values_list("place", flat=True))[-5:]

    def team_ranks(until: int) -> dict[int, int]:
        totals = {key: one.run[until] for key, one in found.items()}
        return {key: 1 + sum(other > totals[key] for other in totals.values()) for key in totals}

    now, then = team_ranks(8), team_ranks(7)
    assert {key: one.moved for key, one in found.items()} == {key: then[key] - now[key] for key in now}


def test_where_not_all_games_count_there_is_no_run(hall: Hall) -> None:
    CountingRule.objects.create(stage=hall.stage, selection="best", number=2)

    typed(hall, season(4))

    found = of_players(hall)
    assert {tuple(one.run) for one in found.values()} == {()}
    assert any(one.moved for one in found.values())


@pytest.mark.parametrize("rounds", [2, 6])
def test_it_is_one_query_however_many_rounds_and_two_more_for_unknown_rosters(
    hall: Hall, rounds: int, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    teams(hall, season(rounds))
    of, rows, of_teams = publication(), published_rows(hall.stage.pk), published_team_rows(hall.stage.pk)

    with django_assert_num_queries(1):
        stage_lately(of, rows)
    with django_assert_num_queries(3):
        stage_lately(of, rows, of_teams)


def test_of_a_long_stage_with_many_players_the_last_rounds_are_read(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = season(8)
    typed(hall, games)
    monkeypatch.setattr(module, "MOST_GAMES", 36)

    found, whole = looked_at(hall), dict(by_hand(games))

    assert list(found.rounds) == [6, 7, 8]
    names = dict(Entry.objects.values_list("pk", "player__name"))
    for key, one in found.players.items():
        assert (one.moved, one.last, list(one.run)) == (
            whole[names[key]].moved,
            whole[names[key]].last,
            list(whole[names[key]].run[-4:]),
        )
