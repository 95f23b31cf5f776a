"""What hands count for everybody, through the API."""

import pytest

from tests.leagues.league import MCR
from tests.tournaments.api.callers import body_of, signed_in, stranger
from tests.tournaments.hall import Hall, open_hall, seats_of
from tests.tournaments.told import KOKUSHI, RON, WITH_YAKU, tell
from tournaments.models import Table, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def told(hall: Hall, table: Table) -> Table:
    tell(table, hall, [*[RON] * 20, KOKUSHI])
    publish_tournament(hall.tournament.pk)
    return table


def test_everybody_reads_what_hands_count(told: Table) -> None:
    found = body_of(stranger().get("/v1/tournaments/spring-open/hand-statistics/"))

    east, south, _west, north = seats_of(told)
    rows = {row["entry"]: row for row in found["entries"]}
    assert rows.keys() == {seat.entry_id for seat in seats_of(told)}
    of_east = rows[east.entry_id]
    assert (of_east["name"], of_east["players"]) == (east.entry.player.name, 4)
    assert [of_east["counts"][name] for name in ("hands", "wins", "deal_ins", "riichi_wins")] == [
        21,
        20,
        1,
        20,
    ]
    assert of_east["rates"]["win_rate"] == {"count": 20, "of": 21, "minimum": 20, "value": "20/21"}
    assert of_east["rates"]["average_win"]["value"] == "7700"
    assert rows[south.entry_id]["rates"]["tsumo_share"] == {"count": 0, "of": 0, "minimum": 5, "value": None}
    assert found["yakuman"] == [
        {
            "tournament": "spring-open",
            "table": told.pk,
            "player": north.entry.player_id,
            "yakuman": ["kokushi"],
        }
    ]


def test_a_players_careers_are_over_the_tournaments_that_one_may_find(told: Table, hall: Hall) -> None:
    player = seats_of(told)[3].entry.player
    address = f"/v1/players/{player.pk}/hand-statistics/"

    [career] = body_of(stranger().get(address))["careers"]
    assert (career["players"], career["has_riichi"], career["counts"]["yakuman"]) == (4, True, 1)
    assert [one["tournament"] for one in career["tournaments"]] == ["spring-open"]

    Tournament.objects.filter(pk=hall.tournament.pk).update(visibility=Tournament.Visibility.UNLISTED)
    assert body_of(stranger().get(address)) == {"player": player.pk, "careers": [], "yakuman": []}
    assert len(body_of(signed_in(hall.alice.user).get(address))["careers"]) == 1


def test_yaku_and_dora_are_those_of_the_wins_that_told_them(hall: Hall, table: Table) -> None:
    tell(table, hall, [*[WITH_YAKU] * 5, RON])
    publish_tournament(hall.tournament.pk)
    east = seats_of(table)[0]
    rate = {"count": 5, "of": 5, "minimum": 5, "value": "1"}
    yaku = [{"yaku": "pinfu", "rate": rate}, {"yaku": "riichi", "rate": rate}]

    of_all = body_of(stranger().get("/v1/tournaments/spring-open/hand-statistics/"))["entries"]
    [career] = body_of(stranger().get(f"/v1/players/{east.entry.player_id}/hand-statistics/"))["careers"]

    [of_east] = [row for row in of_all if row["entry"] == east.entry_id]
    for row in (of_east, career, career["tournaments"][0]):
        assert row["yaku"] == yaku
        assert (row["counts"]["yaku_wins"], row["counts"]["dora"]) == (5, 10)
        assert row["rates"]["average_dora"] == {"count": 10, "of": 5, "minimum": 5, "value": "2"}


def test_games_of_patterns_are_another_career(db: None) -> None:
    hall = open_hall("patterns", players=4, **MCR)
    table = hall.started().tables.get()
    tell(table, hall, [{"kind": "win", "wins": [{"winner": 2, "points": 24}], "loser": 1}])
    publish_tournament(hall.tournament.pk)
    player = seats_of(table)[2].entry.player

    [career] = body_of(stranger().get(f"/v1/players/{player.pk}/hand-statistics/"))["careers"]

    assert (career["has_riichi"], career["counts"]["riichi_hands"], career["counts"]["wins"]) == (False, 0, 1)
