"""Rows of live totals: everything shown is escaped, and what is confirmed stands beside what would be."""

from django.utils import translation

from scoring.game.game import State
from tournaments.models import Tournament, Wind
from tournaments.standings.in_play.live_totals import LiveGame, LiveRow, LiveSeat
from tournaments.templatetags.live_rows import live_rows

HALL = Tournament(slug="spring-open")
PLAYS = LiveSeat(entry=11, team=None, wind=Wind.EAST, name="A<b", points=32_700, made=52_700)
GAME = LiveGame(31, 4, 1, 1, False, State((32_700, 17_300, 25_000, 25_000)), [PLAYS])
REPORTED = LiveGame(32, 5, 1, 1, False, None, [PLAYS])


def shown(row: LiveRow, hand: str = "") -> str:
    with translation.override("en"):
        return live_rows([(row, hand)], tournament=HALL, units=1_000)


def test_who_plays_has_a_table_a_hand_this_game_and_what_is_confirmed() -> None:
    row = LiveRow(11, 7, "A<b", "Tea & Cake", 5, 3, -1_000, 1, 51_700, GAME, PLAYS)

    assert shown(row, "East 1 <1>") == (
        '<tr id="e11"><td class="rank">1 <small class="muted was">← <span class="vh">confirmed</span> 3</small></td>'
        '<td class="who"><a href="/players/7/"><bdi>A&lt;b</bdi></a> '
        '<small class="team"><span class="team-mark own-6 team-5"></span><a href="/t/spring-open/teams/5/">'
        "<bdi>Tea &amp; Cake</bdi></a></small> "
        '<small class="team"><a href="/t/spring-open/tables/31/">Table 4</a> · East 1 &lt;1&gt;</small></td>'
        '<td class="number"><span class="total">+52.7</span><br><small class="muted">32,700</small></td>'
        '<td class="number"><span class="sum"><span class="total">+51.7</span></span><br>'
        '<small class="muted">confirmed <span class="total neg">−1.0</span></small></td></tr>\n'
    )


def test_who_does_not_play_stays_where_they_are() -> None:
    row = LiveRow(12, 8, "Ben", "", None, 2, 0, 2, 0)

    assert shown(row) == (
        '<tr id="e12"><td class="rank">2</td><td class="who"><a href="/players/8/"><bdi>Ben</bdi></a></td>'
        '<td class="number">–</td>'
        '<td class="number"><span class="sum"><span class="total">0.0</span></span></td></tr>\n'
    )


def test_a_game_is_over_or_its_result_waits() -> None:
    over, waits = (
        shown(LiveRow(11, 7, "Ann", "", None, None, 0, None, 52_700, game, PLAYS))
        for game in (GAME, REPORTED)
    )

    assert "Table 4</a> · over</small>" in over
    assert "Table 5</a> · to be confirmed</small>" in waits
    assert '<td class="rank">–</td>' in waits
