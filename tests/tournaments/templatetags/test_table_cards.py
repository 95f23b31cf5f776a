"""A round's tables as cards and as tiles: everything shown is escaped, and a result stands at its own seat."""

import re
from datetime import UTC, datetime
from typing import NamedTuple

import pytest
from django.utils import translation
from pytest_django import DjangoAssertNumQueries

from rules.formatting import place, wind
from tests.tournaments.hall import BALANCED, Hall, phones_of, seats_of
from tournaments.actions.play.scoresheets.reporting import TableReport, report_sheet
from tournaments.models import Round, Table, Tournament
from tournaments.models.play.table_cards import CardSeat, CardSheet, SeatResult, TableCard, cards_of
from tournaments.templatetags.table_cards import GameInPlay, table_cards, table_tiles

HALL = Tournament(slug="spring-open")
NOON = datetime(2026, 4, 5, 12, 30, 59, tzinfo=UTC)
IN_PLAY = Round(status="started", started_at=NOON)
PLAYED = CardSeat(11, 21, 1, 7, "A<b", "", "Tea & Cake", "", SeatResult(41_200, 26_200, 1), 5)
STEPS_IN = CardSeat(12, 22, 2, 8, "Ben", '"', "Winds", "Bob", SeatResult(-300, -45_300, 2), 6, 23)
NEW = [CardSeat(13, 23, 1, 9, "Cho", "ちょう", "", "", None)]
CARDS = [
    TableCard(31, 1, False, [PLAYED, STEPS_IN], CardSheet("submitted", NOON, "")),
    TableCard(32, 2, False, NEW, None),
]


def test_a_tile_says_how_far_the_table_is_since_when_and_who_sits_there() -> None:
    with translation.override("en"):
        html = table_tiles(CARDS, round=IN_PLAY, tournament=HALL)

    assert html == (
        '<li><a class="wait" href="/t/spring-open/desk/tables/31/" data-table="1"><strong>Table <b>1</b></strong> '
        '<span><span class="chip wait">Waiting for confirmation</span> <small>since 12:30 p.m.</small></span> '
        '<small class="names"><span><bdi>A&lt;b</bdi> <span class="figure">41,200</span></span> '
        '<span><bdi>Ben</bdi> <span class="figure"><span class="total neg">−300</span></span></span> '
        "</small></a></li>\n"
        '<li><a class="plain" href="/t/spring-open/desk/tables/32/" data-table="2"><strong>Table <b>2</b></strong> '
        '<span><span class="chip plain">Playing</span></span> '
        '<small class="names"><span><bdi>Cho</bdi></span> </small></a></li>\n'
    )


class Late(NamedTuple):
    tone: str = "bad"
    words: str = "Not <reported"
    until: str = "until 12:50"


def test_a_tile_of_a_table_in_play_says_what_is_odd_about_it() -> None:
    with translation.override("en"):
        html = table_tiles(CARDS[1:], round=IN_PLAY, tournament=HALL, states={32: Late()})

    assert (
        '<a class="bad" href="/t/spring-open/desk/tables/32/" data-table="2"><strong>Table <b>2</b></strong> <span>'
        '<span class="chip bad">Not &lt;reported</span> <small>until 12:50</small></span>' in html
    )


def test_before_the_round_a_tile_says_that_it_has_not_started() -> None:
    with translation.override("ja"):
        html = table_tiles(CARDS[1:], round=Round(status="published"), tournament=HALL)

    assert '<span><span class="chip plain">開始前</span></span>' in html


def test_a_card_leads_to_its_table_and_has_teams_substitutes_and_results() -> None:
    with translation.override("en"):
        html = table_cards(CARDS, round=IN_PLAY, tournament=HALL, units=1000, games={})

    assert html == (
        '<li data-names="A&lt;b  7 Ben &quot; 8"><div class="card" id="table-1"><div class="head">'
        '<h2><a href="/t/spring-open/tables/31/">Table 1</a></h2> '
        '<span class="chip wait">Waiting for confirmation</span></div><ul class="seats">'
        f'<li>{wind(1)} <span class="who"><a href="/players/21/"><bdi>A&lt;b</bdi></a>'
        ' <small><span class="team-mark own-6 team-5"></span><a href="/t/spring-open/teams/5/">'
        "<bdi>Tea &amp; Cake</bdi></a></small></span>"
        f' <span class="figure"><span class="total">+26.2</span><br><small>41,200</small></span> {place(1)}</li>'
        f'<li>{wind(2)} <span class="who"><a href="/players/22/"><bdi>Ben</bdi></a>'
        ' <small>for <a href="/players/23/"><bdi>Bob</bdi></a></small></span>'
        ' <span class="figure"><span class="total neg">−45.3</span><br>'
        f'<small><span class="total neg">−300</span></small></span> {place(2)}</li></ul></div></li>\n'
        '<li data-names="Cho ちょう 9"><div class="card" id="table-2"><div class="head">'
        '<h2><a href="/t/spring-open/tables/32/">Table 2</a></h2> <span class="chip plain">Playing</span></div>'
        f'<ul class="seats"><li>{wind(1)} <span class="who"><a href="/players/23/"><bdi>Cho</bdi></a></span></li>'
        "</ul></div></li>\n"
    )


@pytest.mark.django_db
def test_cards_are_read_by_two_queries_each_seat_with_its_own_result(
    hall: Hall, round_: Round, table: Table, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones_of(table, hall.alice)[0])
    scores = {score.seat_id: score for score in sheet.scores.all()}

    with django_assert_num_queries(2):
        cards = cards_of(round_)

    assert [card.number for card in cards] == [1, 2]
    first = next(card for card in cards if card.pk == table.pk)
    assert [(seat.name, seat.wind, seat.result) for seat in first.seats] == [
        (
            seat.entry.player.name,
            seat.wind,
            (scores[seat.pk].points, scores[seat.pk].total, scores[seat.pk].place),
        )
        for seat in seats_of(table)
    ]
    assert first.sheet == (sheet.status, sheet.reported_at, "")
    assert [card.sheet for card in cards if card is not first] == [None]


def test_a_card_in_play_says_which_hand_and_the_points() -> None:
    with translation.override("en"):
        html = table_cards(
            CARDS[1:],
            round=IN_PLAY,
            tournament=HALL,
            units=1000,
            games={32: GameInPlay("East 2", (32_700, 17_300), (4, 1))},
        )

    assert '<span class="chip plain">East 2</span>' in html
    assert '<bdi>Cho</bdi></a></span> <span class="figure">32,700</span></li>' in html
    # Who was East when the game began is North in this hand.
    assert re.findall(r'title="(\w+)"', html) == ["North"]
