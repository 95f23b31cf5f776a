"""From sums to tallies: entries and teams have the same columns, added up in the same way."""

import pytest

from players.actions import add_player
from tests.tournaments.hall import BALANCED, Hall, play
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round
from tournaments.models import Entry, Round
from tournaments.standings import add_up
from tournaments.standings.sources import SOURCES, adjustments, games
from tournaments.standings.tally import Tallies, Tally, columns_of
from tournaments.standings.teams.rosters import Rosters


def test_what_sources_give_is_added_and_the_best_and_the_worst_stand() -> None:
    row = Tally(key=7, lot=3)

    row.add({"games": 2, "total": 30, "firsts": 1, "fourths": 1, "points": 500, "best": 50, "worst": -20})
    row.add({"penalty": 10, "total": -10})
    row.add({"games": 1, "total": 60, "firsts": 1, "points": 400, "best": 60, "worst": 60, "chombo": -1})

    assert row == Tally(
        key=7,
        lot=3,
        total=80,
        penalty=10,
        games=3,
        firsts=2,
        fourths=1,
        points=900,
        chombo=-1,
        best=60,
        worst=-20,
    )


def test_a_team_is_what_its_players_are_together_with_the_lowest_of_their_lots() -> None:
    one = Tally(key=1, lot=5, total=40, games=2, firsts=1, seconds=1, points=700, best=30, worst=10)
    two = Tally(
        key=2, lot=2, total=-25, penalty=5, games=1, fourths=1, points=100, chombo=-3, best=-20, worst=-20
    )
    alone, new = Tally(key=3, lot=1, total=9, games=1), Tally(key=4, lot=9)

    found = Tallies.of([one, two, alone, new], Rosters({1: 8, 2: 8, 3: None, 4: 6}))

    assert found.entries == [one, two, alone, new]
    assert found.teams == [
        Tally(
            key=8,
            lot=2,
            total=15,
            penalty=5,
            games=3,
            firsts=1,
            seconds=1,
            fourths=1,
            points=800,
            chombo=-3,
            best=30,
            worst=-20,
        ),
        Tally(key=6, lot=9),
    ]


def test_everybody_is_listed_who_takes_part_or_has_played_or_was_penalized(hall: Hall, round_: Round) -> None:
    play(round_.tables.get(number=1), hall.alice, BALANCED)
    close_round(round_=round_, by=hall.alice, leave_open=True)
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    played = round_.tables.get(number=1).seats.get(wind=1).entry
    idle, fined = (round_.tables.get(number=2).seats.get(wind=wind).entry for wind in (1, 2))
    penalize(stage=hall.stage, entry=fined, ruling=Ruling(2_000, "Late"), by=hall.rob)
    for entry in (played, idle, fined):
        withdraw(entry=Entry.objects.get(pk=entry.pk), by=hall.alice)

    found = {row.key: row for row in add_up(hall.stage).entries}

    assert found.keys() == set(hall.entries()) - {spare.pk, idle.pk}
    assert found[played.pk] == Tally(
        played.pk,
        played.lot,
        60_000,
        games=1,
        firsts=1,
        points=40_000,
        best=60_000,
        worst=60_000,
        seed=played.number,
    )
    assert found[fined.pk] == Tally(fined.pk, fined.lot, -2_000, penalty=2_000, seed=fined.number)


def test_what_is_known_is_not_read_but_its_lot_and_team_are(hall: Hall, round_: Round) -> None:
    play(round_.tables.get(number=1), hall.alice, BALANCED)
    bob = Entry.objects.get(player__name="Bob")
    team = form_team(tournament=hall.tournament, name="Reds", by=hall.alice)
    Entry.objects.filter(pk=bob.pk).update(team=team, lot=77)

    found = add_up(hall.stage, {bob.pk: columns_of(Tally(bob.pk, lot=0, total=123, games=9))})

    assert [row for row in found.entries if row.key == bob.pk] == [
        Tally(bob.pk, lot=77, total=123, games=9, seed=bob.number)
    ]
    assert found.teams == [Tally(team.pk, lot=77, total=123, games=9, seed=bob.number)]


def test_sums_of_games_that_are_known_already_stand_for_reading_them(
    hall: Hall, django_assert_num_queries
) -> None:
    stage, (first, *others) = hall.stage, hall.entries()

    with django_assert_num_queries(4):
        found = add_up(stage, of_games={first: {"games": 1, "total": 5, "best": 5, "worst": 5}})

    assert {row.key: row.total for row in found.entries} == {first: 5, **dict.fromkeys(others, 0)}


@pytest.mark.parametrize("source", SOURCES)
def test_a_source_gives_nothing_to_whom_it_is_not_asked_about(source, hall: Hall, round_: Round) -> None:
    table = round_.tables.get(number=1)
    play(table, hall.alice, BALANCED)
    one, other = (table.seats.get(wind=wind).entry for wind in (1, 2))
    for entry in (one, other):
        penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, "Late"), by=hall.rob)

    everybodys, ones, nobodys = source(hall.stage, None), source(hall.stage, [one.pk]), source(hall.stage, [])

    assert {one.pk, other.pk} <= everybodys.keys()
    assert (ones, nobodys) == ({one.pk: everybodys[one.pk]}, {})


def test_the_sources_are_games_and_what_referees_deduct() -> None:
    assert (games, adjustments) == SOURCES
