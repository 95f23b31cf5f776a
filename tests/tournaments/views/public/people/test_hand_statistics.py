"""What hands count for everybody: the page of a tournament, and a section of a player's page."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from players.models import Player
from tests.tournaments.hall import BALANCED, Hall, let_a_week_pass, open_hall, play, seats_of
from tests.tournaments.odd_hall import THREES
from tests.tournaments.told import DRAW, GAME, KOKUSHI, RON, TSUMO, WITH_YAKU, enter, tell
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.people.entries import form_team, withdraw
from tournaments.actions.play.rounds import close_round
from tournaments.models import Entry, HandStatistics, Table, Tournament
from tournaments.standings import publish_tournament

pytestmark = pytest.mark.django_db

PAGE = "/t/spring-open/statistics/"
# East deals twenty hands in a row: South pays each of them, but for the draws.
LONG = [*[RON] * 14, *[DRAW] * 6]


def published(hall: Hall) -> None:
    publish_tournament(hall.tournament.pk)


def text(page: str = PAGE) -> str:
    answer = Client().get(page)
    assert answer.status_code == 200
    return text_of(answer)


def page_of(player: Player) -> str:
    return f"/players/{player.pk}/"


def players_at(table: Table) -> list[Player]:
    return [seat.entry.player for seat in seats_of(table)]


def order(page: str) -> list[str]:
    """Whom the table lists, from the top."""
    return [row.one.name for row in Client().get(page).context["rows"]]


def test_from_twenty_hands_on_rates_are_told(hall: Hall, table: Table) -> None:
    tell(table, hall, LONG)
    published(hall)
    east, south, *_others = players_at(table)

    found = text()

    # 14 of 20 hands, none dealt in, riichi in 14 of them, no tsumo, each 7,700; two in three draws at tenpai.
    assert (
        f"{east.name} 70.0 % n=20 0.0 % n=20 70.0 % n=20 0.0 % n=14 7,700 n=14 0/5 0 of 5 deal-ins so far"
        " 100.0 % n=14 100.0 % n=6" in found
    )
    assert (
        f"{south.name} 0.0 % n=20 70.0 % n=20 0.0 % n=20 0/5 0 of 5 wins so far 0/5 0 of 5 wins so far 7,700 n=14"
        in found
    )
    assert "20 7,700 20" in found


def test_the_average_of_all_players_comes_before_them(hall: Hall, table: Table) -> None:
    tell(table, hall, LONG)
    published(hall)

    # Of four times 20 hands 14 were won and 14 dealt in; of 14 wins none was by tsumo.
    assert (
        "Average of all players 17.5 % n=80 17.5 % n=80 17.5 % n=80 0.0 % n=14 7,700 n=14 7,700 n=14 100.0 % n=14"
        in text()
    )


def test_of_few_hands_it_says_how_many_there_are(hall: Hall, table: Table) -> None:
    tell(table, hall)
    published(hall)
    east = players_at(table)[0]

    assert f"{east.name} 3/20 3 of 20 hands so far" in text()
    assert "Win rate 3 of 20 hands so far" in text(page_of(east))


def test_yaku_are_listed_with_how_many_wins_told_them(hall: Hall, table: Table) -> None:
    """On the tournament's page and on the player's; dora per win are a column as soon as any are told."""
    tell(table, hall, [*[WITH_YAKU] * 6, RON, DRAW])
    published(hall)
    east, south, *_others = players_at(table)
    listed = "Yaku of 6 wins with yaku entered Yaku Wins Part Pinfu 6 100.0 % Riichi 6 100.0 %"

    found = text()
    assert "Dora per win" in found
    assert "2.0 n=6" in found
    assert listed in found
    assert listed in text(page_of(east))
    assert "Yaku of" not in text(page_of(south))


def test_of_few_wins_with_yaku_no_part_is_told(hall: Hall, table: Table) -> None:
    tell(table, hall, [WITH_YAKU, RON, DRAW])
    published(hall)

    found = text()
    assert "Yaku of 1 win with yaku entered 1 of 5 wins with yaku so far Yaku Wins Pinfu 1 Riichi 1" in found
    assert "1/5 1 of 5 wins with yaku so far" in found


def test_plain_links_order_the_table(hall: Hall, round_: Any) -> None:
    one, two = round_.tables.order_by("number")
    tell(one, hall, LONG)
    tell(two, hall, [*[DRAW] * 8, TSUMO, *[DRAW] * 12])
    published(hall)
    east, south, _west, _north = (player.name for player in players_at(one))
    tsumo = players_at(two)[2].name
    page = Client().get(PAGE).content.decode()

    assert 'aria-sort="descending"' in page
    assert 'href="?order=deal_in_rate"' in page
    assert order(PAGE)[:2] == [east, tsumo]
    assert order(f"{PAGE}?order=deal_in_rate")[-1] == south
    assert order(f"{PAGE}?order=best_win")[0] == tsumo
    assert order(f"{PAGE}?order=hands")[0] in {player.name for player in players_at(two)}
    assert order(f"{PAGE}?order=nothing%00") == order(PAGE)


def test_columns_of_which_nothing_is_known_are_left_out(hall: Hall, table: Table) -> None:
    tell(table, hall)
    published(hall)
    assert "Call rate" not in text()

    HandStatistics.objects.update(call_hands=3, calls=1)

    assert "Call rate" in text()


def test_yakuman_are_listed_by_name_and_place(hall: Hall, table: Table) -> None:
    tell(table, hall, (RON, KOKUSHI))
    published(hall)
    north = players_at(table)[3]

    assert f"Yakuman Kokushi musou · {north.name} · Round 1, Table 1" in text()
    assert "Kokushi musou · Spring Open , Round 1, Table 1" in text(page_of(north))
    assert "国士無双" in text(f"/ja{PAGE}")


def test_where_no_hands_were_entered_it_says_so(hall: Hall, table: Table) -> None:
    play(table, hall.alice, BALANCED)
    published(hall)

    assert "No confirmed game of this tournament was entered hand by hand to the end." in text()
    assert "Hand statistics" not in text("/t/spring-open/standings/") + text("/t/spring-open/")
    assert "Hand statistics" not in text(page_of(players_at(table)[0]))


def test_games_are_compared_by_starting_wind(hall: Hall, table: Table) -> None:
    assert "By starting wind" not in text()
    play(table, hall.alice, BALANCED)

    found = text()

    assert "By starting wind 1 game" in found
    assert "東 East 1.00 100.0 % 0.0 % 40,000 +60.0 1 南 South 2.00 0.0 % 0.0 % 30,000 +10.0 1" in found
    assert "北 North 4.00 0.0 % 100.0 % 10,000 −50.0 1 All 2.50 25.0 % 25.0 % 25,000 0.0" in found


def test_hands_of_a_game_in_play_are_not_here(hall: Hall, table: Table) -> None:
    Tournament.objects.update(live_delay=10)
    enter(table, hall.rob, GAME)
    published(hall)

    assert "No confirmed game" in text()


def test_the_tournament_its_standings_and_the_players_page_lead_there(hall: Hall, table: Table) -> None:
    tell(table, hall)
    published(hall)

    for page in ("/t/spring-open/", "/t/spring-open/standings/", page_of(players_at(table)[0])):
        assert f'href="{PAGE}"' in Client().get(page).content.decode()


def test_results_that_are_annulled_are_here_no_more(hall: Hall, table: Table) -> None:
    tell(table, hall, (RON, KOKUSHI))
    published(hall)
    north = players_at(table)[3]
    Tournament.objects.update(withdrawn=Tournament.Withdrawn.ANNULLED)

    close_round(round_=table.round, by=hall.alice, leave_open=True)
    withdraw(entry=Entry.objects.get(player=north, tournament=hall.tournament), by=hall.alice)
    published(hall)

    assert north.name not in text()
    assert players_at(table)[0].name in text()
    assert "Hand statistics" not in text(page_of(north))


@pytest.mark.slow
def test_tables_of_another_size_have_a_table_of_their_own(db: None) -> None:
    hall = THREES.named(open_hall(players=11))
    draw(stage=hall.stage, plan=Plan(method="swiss", remainder="three"), by=hall.alice)
    round_ = THREES.started(hall)
    of_three = THREES.table(round_)
    of_four = next(one for one in round_.tables.order_by("number") if one.pk != of_three.pk)
    small = {"kind": "win", "wins": [{"winner": 1, "han": 3, "fu": 30}], "loser": 0}
    tell(of_three, hall, [small])
    tell(of_four, hall)
    published(hall)

    assert set(order(PAGE)) == {player.name for player in players_at(of_four)}
    assert set(order(f"{PAGE}?players=3")) == {player.name for player in players_at(of_three)}
    assert order(f"{PAGE}?players=5") == order(f"{PAGE}?players=x") == order(PAGE)
    assert 'href="?order=hands&amp;players=3"' in Client().get(f"{PAGE}?players=3").content.decode()


@pytest.mark.slow
def test_a_players_page_adds_up_all_public_tournaments(db: None) -> None:
    halls = [
        open_hall(slug, players=4, name=slug, starts_on=date(2026, month, 1), **more)
        for slug, month, more in (
            ("april", 4, {}),
            ("may", 5, {}),
            ("june", 6, {"visibility": Tournament.Visibility.UNLISTED}),
        )
    ]
    for hall in halls:
        table = hall.started().tables.get()
        tell(table, hall, LONG)
        published(hall)
        let_a_week_pass(hall.alice)
    # The same person everywhere.
    easts = [players_at(Table.objects.get(round__stage__tournament=hall.tournament))[0] for hall in halls]
    Entry.objects.filter(player__in=easts).update(player=easts[0])

    found = text(page_of(easts[0]))

    assert "Hand statistics 40 hands 2 games Best win 7,700 At most 20 hands in a row as dealer" in found
    assert "Win rate 70.0 % n=40" in found
    assert found.index("may 20 70.0 %") < found.index("april 20 70.0 %")
    assert "june" not in found


@pytest.mark.parametrize("players", [8, 16])
def test_however_many_play_it_is_the_same_number_of_queries(
    django_assert_num_queries: DjangoAssertNumQueries, players: int, db: None
) -> None:
    hall = open_hall(players=players)
    for table in hall.started().tables.all():
        tell(table, hall, (RON, KOKUSHI))
    published(hall)

    with django_assert_num_queries(4):
        Client().get(PAGE)


def test_a_players_hands_at_tables_of_three_and_without_riichi_are_apart(db: None) -> None:
    hall = THREES.named(open_hall(players=7))
    round_ = THREES.started(hall)
    of_three = THREES.table(round_)
    one = players_at(of_three)[0]
    tell(of_three, hall, [{"kind": "win", "wins": [{"winner": 1, "han": 3, "fu": 30}], "loser": 0}])
    published(hall)
    alone = text(page_of(one))
    rules = {"chombo.kind": "none", "chombo.amount": 0}
    patterns = open_hall("patterns", rulebook_id="mcr", house_rules=rules, players=4)
    table = patterns.started().tables.get()
    tell(table, patterns, [{"kind": "win", "wins": [{"winner": 1, "points": 20}], "loser": 0}])
    published(patterns)
    let_a_week_pass(patterns.alice)
    Entry.objects.filter(player=players_at(table)[0]).update(player=one)

    both = text(page_of(one))

    assert "Hand statistics · tables of 3 1 hand" in alone
    assert "Hand statistics · tables of 3 1 hand" in both
    assert "Hand statistics · tables of 4 · without riichi 1 hand" in both


@pytest.mark.slow
def test_by_tournament_it_says_of_how_few_hands_there_is_no_rate(db: None) -> None:
    halls = [open_hall(slug, players=4, name=slug) for slug in ("april", "may")]
    for hall in halls:
        tell(hall.started().tables.get(), hall)
        published(hall)
        let_a_week_pass(hall.alice)
    april, may = (
        players_at(Table.objects.get(round__stage__tournament=hall.tournament))[0] for hall in halls
    )
    Entry.objects.filter(player=may).update(player=april)

    found = text(page_of(april))

    assert "may 3 3 of 20 hands so far" in found
    assert "april 3 3 of 20 hands so far" in found


def test_a_players_team_stands_below_the_name(hall: Hall, table: Table) -> None:
    tell(table, hall)
    published(hall)
    east = players_at(table)[0]
    assert f"{east.name} 3/20" in text()
    team = form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    Entry.objects.filter(player=east).update(team=team)
    published(hall)

    assert f"{east.name} Bears 3/20" in text()
