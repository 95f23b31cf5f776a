"""Those who have not played come last, whatever the others have lost; so do teams of whom nobody has played."""

import pytest

from players.actions import add_player
from tests.tournaments.actions.stages.finals import before_the_final
from tests.tournaments.api.callers import body_of, stranger
from tests.tournaments.hall import Hall, play, seats_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.from_standings import standing_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import start_round
from tournaments.actions.stages.qualification import Places
from tournaments.models import Entry, Publication, Round, Stage, Standing, TeamStanding
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.in_play.outlook import outlook_at
from tournaments.standings.seasons.final_places import final_places
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db

# What the players of a table have: rank, total, games.
PLAYED = [(1, 60_000, 1), (2, 10_000, 1), (3, -20_000, 1), (4, -50_000, 1)]


def ranks(stage: Stage) -> list[tuple[int | None, int, int]]:
    """Rank, total and games, in the published order."""
    publish_standings(stage.pk)
    return list(
        Standing.objects.filter(stage=stage).order_by("position").values_list("rank", "total", "games")
    )


def resting(hall: Hall) -> list[Entry]:
    return list(hall.tournament.entries.filter(standings__games=0).order_by("number"))


def deduct(hall: Hall, entry: Entry, amount: int) -> None:
    penalize(stage=hall.stage, entry=entry, ruling=Ruling(amount, "By the rules"), by=hall.rob)


@pytest.fixture
def half(hall: Hall, round_: Round) -> Hall:
    """Of eight players those at table 1 have played."""
    play(round_.tables.get(number=1), hall.alice)
    publish_standings(hall.stage.pk)
    return hall


def test_players_without_a_game_share_the_last_rank(half: Hall) -> None:
    called = body_of(stranger().get(f"/v1/stages/{half.stage.pk}/standings/"))

    assert ranks(half.stage) == [*PLAYED, *[(5, 0, 0)] * 4]
    assert [row["decided_by"] for row in called["standings"]] == [
        *["", "total", "total", "total"],
        *["has_played", "lot", "lot", "lot"],
    ]
    assert [place.rank for place in final_places([half.tournament.pk])[half.tournament.pk]] == [
        *[1, 2, 3, 4, 5, 5, 5, 5]
    ]


def test_a_deduction_lifts_nobody_above_those_who_have_played(half: Hall) -> None:
    deduct(half, resting(half)[0], 5_000)

    assert ranks(half.stage) == [*PLAYED, *[(5, 0, 0)] * 3, (8, -5_000, 0)]


def test_a_bonus_is_ranked_by_its_total_until_deductions_use_it_up(half: Hall) -> None:
    """As a round that somebody sits out may bring one."""
    entry = resting(half)[0]
    deduct(half, entry, -5_000)
    with_bonus = ranks(half.stage)
    final = final_places([half.tournament.pk])[half.tournament.pk]

    deduct(half, entry, 5_000)

    last = [(6, 0, 0)] * 3
    assert with_bonus == [*PLAYED[:2], (3, 5_000, 0), (4, -20_000, 1), (5, -50_000, 1), *last]
    assert [(place.rank, place.total) for place in final] == [row[:2] for row in with_bonus]
    assert ranks(half.stage) == [*PLAYED, *[(5, 0, 0)] * 4]


def test_a_latecomer_is_last_and_is_drawn_as_the_last(hall: Hall, round_: Round) -> None:
    for table in round_.tables.all():
        play(table, hall.alice)
    late = register(tournament=hall.tournament, player=add_player(name="Late"), by=hall.alice)

    both = [(1, 60_000, 1)] * 2 + [(3, 10_000, 1)] * 2 + [(5, -20_000, 1)] * 2 + [(7, -50_000, 1)] * 2
    assert ranks(hall.stage) == [*both, (9, 0, 0)]
    everybody = set(hall.tournament.entries.values_list("pk", flat=True))
    assert standing_of(hall.stage, everybody)[-1] == late.pk


@pytest.mark.parametrize(
    "order", [["average", "lot"], ["wins", "total", "lot"], ["fewest_lasts", "total", "lot"]]
)
def test_it_is_so_by_every_order(half: Hall, order: list[str]) -> None:
    half.tournament.tie_breaks = order
    half.tournament.save(update_fields=["tie_breaks"])

    publish_standings(half.stage.pk, anew=True)

    rows = ranks(half.stage)
    assert [games for _rank, _total, games in rows] == [1] * 4 + [0] * 4
    assert {rank for rank, _total, games in rows if not games} == {5}


def test_where_totals_are_carried_everybody_is_ranked_by_them() -> None:
    """+62.8, +60, +12.6 and +10, halved. A deduction before the final ranks by what is left."""
    scene = before_the_final()
    scene.set(carries="ratio", numerator=1, denominator=2, rounding="half_up")
    scene.confirm()

    publish_tournament(scene.hall.tournament.pk)

    carried = [(1, 31_400, 0), (2, 30_000, 0), (3, 6_300, 0), (4, 5_000, 0)]
    assert ranks(scene.final) == carried
    last = Entry.objects.get(pk=Standing.objects.get(stage=scene.final, position=4).entry_id)
    penalize(stage=scene.final, entry=last, ruling=Ruling(5_000, "Late"), by=scene.hall.rob)
    assert ranks(scene.final) == [*carried[:3], (4, 0, 0)]


@pytest.mark.parametrize(
    ("carried", "expected"),
    [
        (
            {"carries": "by_rank", "by_rank": [0] * 8},
            [*PLAYED[:2], *[(3, 0, 0)] * 4, (7, -20_000, 1), (8, -50_000, 1)],
        ),
        ({}, [*PLAYED, *[(5, 0, 0)] * 4]),
    ],
)
def test_a_carried_zero_is_ranked_as_a_total_and_nothing_is_not(
    carried: dict[str, object], expected: list[tuple[int, int, int]]
) -> None:
    """All eight go on, and one of two tables has played."""
    scene = before_the_final()
    scene.set(rules=[Places(scene.main.pk, last=8)], **carried)
    scene.confirm()
    (round_,) = draw(stage=scene.final, plan=Plan(), by=scene.hall.alice).rounds.all()
    publish_round(round_=round_, by=scene.hall.alice)

    play(start_round(round_=round_, by=scene.hall.alice).tables.get(number=1), scene.hall.alice)

    assert ranks(scene.final) == expected
    assert verify_ledger(scene.hall.tournament.pk).problems == []


def test_a_team_without_a_game_is_last(hall: Hall, round_: Round) -> None:
    table = round_.tables.get(number=1)
    seated = [seat.entry for seat in seats_of(table)]
    others = hall.tournament.entries.exclude(pk__in=[entry.pk for entry in seated])
    for number, entries in enumerate([seated[:1], seated[1:3], seated[3:], list(others)], 1):
        team = form_team(tournament=hall.tournament, name=f"Team {number}", by=hall.alice)
        hall.tournament.entries.filter(pk__in=[entry.pk for entry in entries]).update(team=team)
    play(table, hall.alice)

    def teams() -> list[tuple[int, str, int]]:
        publish_standings(hall.stage.pk, anew=True)
        rows = TeamStanding.objects.filter(stage=hall.stage).order_by("position")
        return list(rows.values_list("rank", "team__name", "total"))

    first, last = (1, "Team 1", 60_000), (4, "Team 4", 0)
    assert teams() == [first, (2, "Team 2", -10_000), (3, "Team 3", -50_000), last]
    called = body_of(stranger().get(f"/v1/stages/{hall.stage.pk}/standings/"))
    assert [row["decided_by"] for row in called["teams"]] == ["", "total", "total", "has_played"]


def test_at_a_table_nobody_fears_those_who_have_not_played(half: Hall, round_: Round) -> None:
    """Table 2 still plays: its four are last before it ends, and those of table 1 are their only rivals."""
    table = round_.tables.get(number=2)
    seats = list(table.seats.select_related("entry").order_by("wind"))
    register(tournament=half.tournament, player=add_player(name="Late"), by=half.alice)
    publish_standings(half.stage.pk)

    outlook = outlook_at(half.tournament, table, seats)

    assert outlook.ranks == (5, 5, 5, 5)
    assert sorted(outlook.others)[1:] == [-50_000, -20_000, 10_000, 60_000]
    # Behind everybody, whatever is lost here.
    assert sorted(outlook.others)[0] < -(10**15)
    assert outlook.size == 9


def test_rows_ranked_by_an_earlier_version_are_sound_only_while_they_are_behind(half: Hall) -> None:
    """It had those who have not played between +10 and −20."""
    rows = list(Standing.objects.filter(stage=half.stage).order_by("position"))
    places = [(1, 1), (2, 2), (7, 7), (8, 8), (3, 3), (4, 3), (5, 3), (6, 3)]
    for row, (position, rank) in zip(rows, places, strict=True):
        Standing.objects.filter(pk=row.pk).update(position=position, rank=rank)
    current = verify_ledger(half.tournament.pk).problems

    register(tournament=half.tournament, player=add_player(name="Late"), by=half.alice)

    assert len(current) == 6
    publication = Publication.objects.get(stage=half.stage)
    assert publication.as_of_seq < publication.stage.tournament.head.standings_seq
    assert verify_ledger(half.tournament.pk).problems == []
    publish_standings(half.stage.pk)
    assert ranks(half.stage) == [*PLAYED, *[(5, 0, 0)] * 5]
    assert verify_ledger(half.tournament.pk).problems == []
