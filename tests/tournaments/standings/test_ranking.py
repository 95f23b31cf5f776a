"""Equal totals are ordered as the rulebook says: compared with a recomputation of our own, from the points alone."""

import random
from fractions import Fraction
from math import sqrt

import pytest

from players.actions import add_player
from tests.leagues.league import MCR
from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.imports.results import import_results
from tournaments.actions.people.entries import form_team, register
from tournaments.models import Entry, Standing, TableFormat, Team, TeamStanding, Tournament
from tournaments.standings import Tally, publish_standings, tie_breaks_of
from tournaments.standings import ranked as ranked_tallies
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db
WSOM = {"rulebook_id": "wsom", "house_rules": {"chombo.kind": "none", "chombo.amount": 0}}
BRINGS = (4, 2, 1, 0)

Game = list[tuple[str, int]]


def an_event(seed: str, players: int, rounds: int, largest: int) -> list[Game]:
    """Games of four whose points sum to 0; small points, so that many are equal."""
    chance = random.Random(seed)
    names = [f"P{number:02}" for number in range(players)]
    games = []
    for _round in range(rounds):
        chance.shuffle(names)
        for start in range(0, players, 4):
            points = [chance.randint(-largest, largest) for _three in range(3)]
            games.append(list(zip(names[start : start + 4], [*points, -sum(points)], strict=True)))
    return games


def played(games: list[Game], **settings: object) -> Hall:
    hall = open_hall(players=0, **settings)
    rows = [f"{number},{name},{points}" for number, game in enumerate(games, 1) for name, points in game]
    import_results(stage=hall.stage, text="\n".join(["game,player,points", *rows]), by=hall.alice)
    publish_standings(hall.stage.pk)
    return hall


def published(hall: Hall) -> list[tuple[int, str]]:
    rows = Standing.objects.filter(stage=hall.stage).order_by("position").select_related("entry__player")
    return [(row.rank, row.entry.player.name) for row in rows]


def ranked(keys: dict[str, tuple[object, ...]], hall: Hall) -> list[tuple[int, str]]:
    """Best first; whom nothing separates shares a rank, in the order of the lot that was drawn."""
    lots = dict(hall.tournament.entries.values_list("player__name", "lot"))
    names = sorted(keys, key=lambda name: lots[name])
    names.sort(key=lambda name: keys[name], reverse=True)  # type: ignore[arg-type,return-value]
    return [(1 + sum(other > keys[name] for other in keys.values()), name) for name in names]  # type: ignore[operator]


def table_points(game: Game) -> dict[str, Fraction]:
    """4, 2, 1, 0; equal points share what their places bring."""
    found = {}
    for name, points in game:
        above = sum(other > points for _name, other in game)
        equal = sum(other == points for _name, other in game)
        found[name] = Fraction(sum(BRINGS[above : above + equal]), equal)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_mcr_ranks_by_table_points_then_by_total_score(seed: int) -> None:
    games = an_event(f"mcr {seed}", players=20, rounds=5, largest=30)
    keys: dict[str, tuple[Fraction, int]] = {}
    for game in games:
        shares = table_points(game)
        for name, points in game:
            total, score = keys.get(name, (Fraction(0), 0))
            keys[name] = (total + shares[name], score + points)

    hall = played(games, **MCR)

    assert published(hall) == ranked(keys, hall)
    # Some are equal in table points, or nothing was shown here.
    assert len({total for total, _score in keys.values()}) < len(keys)


def test_wsom_ranks_by_match_points_then_by_raw_total() -> None:
    games = [
        # A: 16 and 0, B: 4 and 4 points; the roots are 4 + 0 and 2 + 2.
        [("A", 16), ("C", 0), ("D", -8), ("E", -8)],
        [("B", 4), ("F", 0), ("G", -2), ("H", -2)],
        [("A", 0), ("B", 4), ("I", -2), ("J", -2)],
    ]

    hall = played(games, **WSOM)

    assert published(hall)[:2] == [(1, "A"), (2, "B")]
    assert sqrt(16) + sqrt(0) == sqrt(4) + sqrt(4)


def test_a_fifth_place_is_a_last_place_and_ranks_below_a_fourth_at_the_same_table() -> None:
    """Two of equal totals: one was third and fourth, the other second and fifth."""
    one = Tally("fourth", 2, games=2, total=0, thirds=1, fourths=1, lasts=1)
    two = Tally("fifth", 1, games=2, total=0, seconds=1, fifths=1, lasts=1)
    never = Tally("never last", 3, games=2, total=0, thirds=2)

    of_lasts = ranked_by([one, two, never], ("total", "fewest_lasts", "lot"))
    of_places = ranked_by([one, two, never], ("total", "mean_place", "lot"))

    assert of_lasts == [("never last", 1), ("fifth", 2), ("fourth", 2)]
    assert of_places == [("never last", 1), ("fifth", 2), ("fourth", 2)]


def ranked_by(rows: list[Tally], tie_breaks: tuple[str, ...]) -> list[tuple[object, int | None]]:
    return [(place.key, place.shared_rank) for place, _row in ranked_tallies(rows, tie_breaks)]


def test_equal_in_everything_is_one_rank() -> None:
    hall = played([[("A", 10), ("B", 10), ("C", -10), ("D", -10)]], **MCR)

    assert [rank for rank, _name in published(hall)] == [1, 1, 3, 3]
    assert published(hall) == ranked({"A": (1,), "B": (1,), "C": (0,), "D": (0,)}, hall)


def test_where_the_rulebook_is_silent_1st_places_come_before_2nd_places() -> None:
    """A: 1st and 4th; B: 2nd and 3rd. Without uma both come to 0."""
    games = [
        [("A", 40_000), ("B", 30_000), ("C", 20_000), ("D", 10_000)],
        [("E", 40_000), ("F", 30_000), ("B", 20_000), ("A", 10_000)],
    ]
    house = {"result.uma": {"*": [0, 0, 0, 0]}, "result.oka": 0, "result.return_points": 25_000}

    hall = played(games, rulebook_id="mleague", house_rules=house)

    of = {name: rank for rank, name in published(hall)}
    rows = {row.entry.player.name: row for row in Standing.objects.select_related("entry__player")}
    assert rows["A"].total == rows["B"].total == 0
    assert (rows["A"].firsts, rows["B"].seconds) == (1, 1)
    assert of["A"] + 1 == of["B"]


def test_at_tables_of_three_the_third_is_last() -> None:
    """Beate is level with Anna and Dora, and was never last: a first and a third place against two seconds."""
    lines = """round,table,player,points
        1,1,Anna,45000
        1,1,Carl,35000
        1,1,Dora,25000
        1,2,Emil,45000
        1,2,Beate,35000
        1,2,Fritz,25000
        2,1,Carl,45000
        2,1,Emil,35000
        2,1,Anna,25000
        2,2,Dora,45000
        2,2,Beate,35000
        2,2,Fritz,25000"""
    hall = open_hall(players=0, rulebook_id="mahjongsoul_sanma", tie_breaks=["total", "fewest_lasts", "lot"])
    import_results(stage=hall.stage, text=lines.replace(" ", ""), by=hall.alice)

    publish_standings(hall.stage.pk)

    assert {name: rank for rank, name in published(hall)} == {
        "Carl": 1,
        "Emil": 1,
        "Beate": 3,
        "Anna": 4,
        "Dora": 4,
        "Fritz": 6,
    }
    lasts = dict(Standing.objects.values_list("entry__player__name", "lasts"))
    assert lasts == {"Carl": 0, "Emil": 0, "Beate": 0, "Anna": 1, "Dora": 1, "Fritz": 2}
    called = body_of(stranger().get(f"/v1/stages/{hall.stage.pk}/standings/"))
    assert [row["places"] for row in called["standings"]] == [
        *([[1, 1, 0]] * 2),
        [0, 2, 0],
        *([[1, 0, 1]] * 2),
        [0, 0, 2],
    ]
    assert verify_ledger(hall.tournament.pk).problems == []


def test_what_the_organizer_chose_comes_before_what_the_rulebook_says() -> None:
    # Table points: A 4 + 1, B 2 + 2, E 4; in score B 5, E 9.
    games = [
        [("A", 2), ("B", 1), ("C", -1), ("D", -2)],
        [("E", 9), ("B", 4), ("A", -1), ("F", -12)],
    ]

    by_rulebook = played(games, **MCR)
    chosen = played(games, slug="seconds-first", **MCR, tie_breaks=["seconds", "total", "lot"])

    assert [name for _rank, name in published(by_rulebook)[:3]] == ["A", "E", "B"]
    assert [name for _rank, name in published(chosen)[:2]] == ["B", "A"]


def test_teams_are_ordered_by_the_same_list() -> None:
    hall = open_hall(players=0, **MCR)
    for name in ("Reds", "Blues"):
        team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
        for number in (1, 2):
            register_in(hall, f"{name} {number}", team)
    rows = [("Reds 1", 9), ("Blues 1", 5), ("Blues 2", 4), ("Reds 2", -18)]
    text = "\n".join(["game,player,points", *(f"1,{name},{points}" for name, points in rows)])
    second = [("Blues 2", 30), ("Reds 2", 3), ("Reds 1", 2), ("Blues 1", -35)]
    text += "\n" + "\n".join(f"2,{name},{points}" for name, points in second)
    import_results(stage=hall.stage, text=text, by=hall.alice)

    publish_standings(hall.stage.pk)

    # 4 + 0 + 2 + 1 table points to 2 + 1 + 4 + 0; in score −4 to 4.
    teams = TeamStanding.objects.order_by("position").select_related("team")
    assert [(row.rank, row.team.name, row.total) for row in teams] == [(1, "Blues", 84), (2, "Reds", 84)]


def register_in(hall: Hall, name: str, team: Team) -> Entry:
    return register(tournament=hall.tournament, player=add_player(name=name), team=team, by=hall.alice)


def test_a_tournament_from_before_keeps_the_order_it_had(hall: Hall) -> None:
    """Empty stands for wins and second places, whatever the rulebook says by now."""
    Tournament.objects.update(tie_breaks=[])
    TableFormat.objects.update(rulebook_id="mcr", house_rules=MCR["house_rules"])
    tournament = Tournament.objects.get()

    assert tie_breaks_of(tournament) == ("total", "wins", "seconds", "lot")
