"""The screens of a hall: what they show when, in pages of as many rows as can be read."""

import re
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.db.models.functions import Now
from django.test import Client
from django.utils.timezone import now

from players.actions import add_player
from players.models import Player
from tests.tournaments.hall import BALANCED, Hall, open_hall
from tests.tournaments.told import RON, enter
from tests.tournaments.views.desk.browser import DESK, send
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.hall.announcements import announce, remove_announcement
from tournaments.actions.hands.hands import enter_hand
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.play.clocks import start_clock
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.play.seats import substitute
from tournaments.actions.teams.counting import set_team_counting
from tournaments.models import Announcement, Round, RoundClock, Standing, TeamStanding
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.standings import publish_tournament
from web.charts.svg import percent

pytestmark = pytest.mark.django_db
SCREEN = "/t/spring-open/hall/screen/"


def shown(address: str = SCREEN) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def pages(address: str = SCREEN) -> list[str]:
    """The pages of a screen, by kind and number."""
    return re.findall(r'data-slide="([\w-]+)"', shown(address))


def said_of_a_move(by: int) -> str:
    if not by:
        return "= , same rank as before"
    sign, way = ("▲", "up") if by > 0 else ("▼", "down")
    return f"{sign}{abs(by)} , {way} {abs(by)} rank{'s' if abs(by) > 1 else ''}"


def decide(hall: Hall, round_: Round) -> None:
    for table in round_.tables.all():
        correct_sheet(table=table, report=TableReport(BALANCED), reason="paper", by=hall.rob)
    publish_tournament(hall.tournament.pk)


class TestWhatMattersNow:
    def test_before_a_round_people_look_for_their_seats(self, hall: Hall) -> None:
        publish_round(round_=hall.draw(), by=hall.alice)

        assert pages() == ["names-1", "tables-1"]

    def test_during_it_they_look_at_the_clock_and_at_results(self, hall: Hall, round_: Round) -> None:
        start_clock(round_=round_, minutes=60, by=hall.rob)
        correct_sheet(table=round_.tables.first(), report=TableReport(BALANCED), reason="paper", by=hall.rob)
        publish_tournament(hall.tournament.pk)

        assert pages() == ["clock-1", "results-1", "standings-1"]

    def test_the_clocks_page_says_who_still_plays_what_comes_next_and_the_rule_as_a_condition(
        self, hall: Hall, round_: Round
    ) -> None:
        start_clock(round_=round_, minutes=60, by=hall.rob)
        correct_sheet(
            table=round_.tables.get(number=1), report=TableReport(BALANCED), reason="paper", by=hall.rob
        )
        publish_round(round_=hall.draw(), by=hall.alice)

        clock = text_of(Client().get(f"{SCREEN}?show=clock"))
        RoundClock.objects.update(ends_at=Now())
        over = text_of(Client().get(f"{SCREEN}?show=clock"))

        assert "When time is up: finish the hand Still playing 2 Next Round 2" in clock
        assert "Time is up. Finish the hand being played" in over

    def test_live_totals_are_shown_where_they_are_chosen_and_follow_every_hand(
        self, hall: Hall, round_: Round
    ) -> None:
        address = f"{SCREEN}?show=live"
        table = round_.tables.get(number=1)
        ron = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1, "riichi": [0]}
        nothing = pages(address)
        tag = enter_hand(table=table, outcome=ron, by=hall.rob, if_match=EMPTY_LOG).tag
        publish_tournament(hall.tournament.pk)

        answer = Client().get(address)

        known = {"If-None-Match": answer.context["etag"]}
        assert (nothing, pages(address)) == (["nothing"], ["live-1"])
        assert 'data-live-every="2500"' in answer.content.decode()
        assert "data-live-every" not in shown()
        assert "+52.7" in answer.content.decode()
        assert Client().get(address, headers=known).status_code == 304
        enter_hand(table=table, outcome=ron, by=hall.rob, if_match=tag)
        assert Client().get(address, headers=known).status_code == 200

    def test_once_all_is_decided_the_next_seats_come_first(self, hall: Hall, round_: Round) -> None:
        decide(hall, round_)

        assert pages() == ["standings-1", "results-1"]

        publish_round(round_=hall.draw(), by=hall.alice)

        assert pages() == ["names-1", "tables-1", "standings-1"]
        assert "Round 2: find your table" in shown()

    def test_without_a_clock_people_look_for_their_seats_until_a_table_has_reported(
        self, hall: Hall, round_: Round
    ) -> None:
        at_first = pages()
        correct_sheet(
            table=round_.tables.get(number=1), report=TableReport(BALANCED), reason="paper", by=hall.rob
        )
        publish_tournament(hall.tournament.pk)

        assert (at_first, pages()) == (["names-1", "results-1"], ["results-1", "standings-1"])

    def test_a_draft_is_shown_to_nobody(self, hall: Hall) -> None:
        hall.draw()

        assert pages() == ["nothing"]

    def test_an_announcement_comes_first_until_it_is_taken_down(self, hall: Hall) -> None:
        publish_round(round_=hall.draw(), by=hall.alice)
        told = announce(tournament=hall.tournament, text="Lunch at one", by=hall.rob)

        assert pages()[0] == "news-1"
        assert "Lunch at one" in shown()

        remove_announcement(announcement=told, by=hall.rob)

        assert "Lunch at one" not in shown()

    def test_an_announcement_leaves_the_screen_when_its_time_has_passed(self, hall: Hall) -> None:
        until = now() + timedelta(hours=1)
        announce(tournament=hall.tournament, text="Lunch at one", until=until, by=hall.rob)
        before = Client().get(SCREEN)
        look_in = re.search(r'data-look-in="(\d+)"', before.content.decode())

        Announcement.objects.update(made_at=Now() - timedelta(hours=2), until=Now() - timedelta(seconds=1))
        after = Client().get(SCREEN, headers={"If-None-Match": before["ETag"]})

        assert look_in is not None
        assert 3_500_000 < int(look_in[1]) <= 3_600_000
        assert after.status_code == 200
        assert "Lunch at one" in before.content.decode()
        assert "Lunch at one" not in after.content.decode()


class TestPages:
    def test_names_are_in_the_order_of_their_readings_on_pages_that_are_about_as_full(self) -> None:
        hall = open_hall(players=36)
        entry = hall.tournament.entries.select_related("player").get(number=36)
        entry.player.reading = "Aaaa"
        entry.player.save(update_fields=["reading"])
        publish_round(round_=hall.draw(), by=hall.alice)

        page = shown(SCREEN + "?show=names")

        assert pages(SCREEN + "?show=names") == ["names-1", "names-2"]
        names = re.findall(r'<bdi class="who[^"]*">([^<]+)</bdi>', page)
        assert (len(names), names[0], names[1]) == (36, "Player 36", "Bob")
        assert re.findall(r'class="hall-list rows-(\d+)"', page) == ["9", "9"]

    def test_thirty_two_places_fit_on_one_wall(self) -> None:
        hall = open_hall(players=32)
        decide(hall, hall.started())

        page = shown(SCREEN + "?show=standings&show=results")

        assert pages(SCREEN + "?show=standings&show=results") == ["standings-1", "results-1"]
        assert page.count('<strong class="at">') == 32
        assert 'class="hall-list full rows-16"' in page
        assert 'class="hall-cards of-8"' in page

    def test_a_result_has_its_winner_first_and_who_still_plays_is_at_the_end(
        self, hall: Hall, round_: Round
    ) -> None:
        table = round_.tables.get(number=2)
        correct_sheet(
            table=table,
            report=TableReport(Figures([10_000, 20_000, 30_000, 40_000])),
            reason="paper",
            by=hall.rob,
        )

        page = shown(SCREEN + "?show=results")

        assert re.findall(r"<h2>\s*(Table \d)", page) == ["Table 2", "Table 1"]
        assert re.findall(r'"place [^>]*>(\d)<', page) == ["1", "2", "3", "4"]
        winner = table.seats.get(wind=4).entry.player.name
        assert re.findall(r'<bdi class="who[^"]*">([^<]+)</bdi>', page)[0] == winner

    def test_standings_say_what_the_last_round_brought(self, hall: Hall) -> None:
        first = hall.started()
        decide(hall, first)
        after_one = shown(SCREEN + "?show=standings")
        close_round(round_=first, by=hall.alice)
        second = hall.started()
        table = second.tables.get(number=1)
        correct_sheet(table=table, report=TableReport(BALANCED), reason="paper", by=hall.rob)
        publish_tournament(hall.tournament.pk)

        during_two = text_of(Client().get(SCREEN + "?show=standings"))

        assert "Standings in round 1" not in after_one
        assert "Standings after round 1" in after_one
        assert 'class="move' not in after_one
        assert "Standings in round 2" in during_two
        for row in Standing.objects.select_related("entry__player"):
            assert row.rank is not None
            assert row.rank_before is not None
            moved = said_of_a_move(row.rank_before - row.rank)
            assert f"{row.rank} {row.entry.player.name} {moved} " in during_two
        winner = Standing.objects.get(entry__seats__table=table, entry__seats__wind=1)
        won = winner.entry.scores.get(seat__table=table).total
        assert f" 1 +{won // 1000}.0 +{winner.total // 1000}.0" in during_two

    def test_bars_of_teams_are_to_scale_from_zero(self, hall: Hall) -> None:
        round_ = hall.started()
        for wind, name in ((1, "Bears"), (4, "Cougars")):
            team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
            hall.tournament.entries.filter(seats__round=round_, seats__wind=wind).update(team=team)
        decide(hall, round_)

        bars = re.findall(r'<rect x="([^"]+)" width="([^"]+)"', shown(SCREEN + "?show=teams"))

        high, low = TeamStanding.objects.order_by("-total").values_list("total", flat=True)
        assert high > 0 > low
        from_zero = percent(-low / (high - low))
        assert bars == [(from_zero, percent(high / (high - low))), ("0%", from_zero)]

    def test_all_places_are_shown_and_teams_come_before_players(self, hall: Hall) -> None:
        team = form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
        for name in ("Kei", "Lena", "Mika", "Nao"):
            register(tournament=hall.tournament, player=add_player(name=name), team=team, by=hall.alice)
        round_ = publish_round(round_=draw_round(stage=hall.stage, by=hall.alice), by=hall.alice)
        decide(hall, start_round(round_=round_, by=hall.alice))
        close_round(round_=round_, by=hall.alice)

        page = shown()

        assert pages() == ["teams-1", "standings-1", "results-1"]
        assert page.index("Bears") < page.index("Standings")
        assert page.count('<strong class="at">') == 12 + 1

    def test_who_is_not_ranked_has_no_rank(self, hall: Hall) -> None:
        spare = register(
            tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
        )
        round_ = hall.started()
        substitute(seat=round_.seats.first(), entry=spare, by=hall.rob)
        decide(hall, round_)

        page = shown(SCREEN + "?show=standings")
        sheet = shown("/t/spring-open/print/stages/1/standings/")

        assert re.findall(r'"at">(\S+)</strong>\s*<bdi class="who">Spare', page) == ["–"]
        assert re.findall(r'rank">(\S+)</td>\s*<th scope="row">\s*<bdi>Spare', sheet) == ["–"]

    def test_a_long_name_is_set_smaller_on_every_screen(self, hall: Hall) -> None:
        for player in Player.objects.all():
            player.name = f"{player.name} with a very long name"
            player.save(update_fields=["name"])
        team = form_team(tournament=hall.tournament, name="Bears of the long river", by=hall.alice)
        hall.tournament.entries.filter(number=1).update(team=team)
        round_ = publish_round(round_=hall.draw(), by=hall.alice)
        named = shown(SCREEN + "?show=names&show=tables")
        start_round(round_=round_, by=hall.alice)
        enter(round_.tables.get(number=1), hall.rob, [RON])
        publish_tournament(hall.tournament.pk)
        live = shown(SCREEN + "?show=live")
        decide(hall, round_)
        played = shown(SCREEN + "?show=results&show=standings&show=teams")

        sizes = [re.findall(r'<bdi class="(who[^"]*)"', page) for page in (named, live, played)]

        # In the results eight players, eight again in the standings, and a team.
        assert sizes == [["who long"] * 16, ["who long"] * 9, ["who long"] * 17]

    def test_teams_are_shown_with_their_match_points_where_these_rank_them(self, hall: Hall) -> None:
        for number, name in enumerate(("Bears", "Cougars", "Deer", "Elks")):
            team = form_team(tournament=hall.tournament, name=name, by=hall.alice)
            hall.tournament.entries.filter(number__in=(number + 1, number + 5)).update(team=team)
        set_team_counting(stage=hall.stage, match_points=[4, 2, 1, 0], by=hall.alice)
        decide(hall, hall.started())

        page = shown(SCREEN + "?show=teams")

        found = re.findall(r'"who">(\w+)</bdi>.*?<span class="sum">([^<]+)</span>', page, re.DOTALL)
        assert found == [("Elks", "4"), ("Bears", "2"), ("Cougars", "1"), ("Deer", "0")]

    def test_without_a_script_a_link_leads_to_each_page(self, hall: Hall) -> None:
        publish_round(round_=hall.draw(), by=hall.alice)
        address = SCREEN + "?show=names&show=tables"

        first, second = shown(address), shown(address + "&page=2")

        hidden = re.compile(r'data-slide="([\w-]+)"[^>]*hidden')
        assert (hidden.findall(first), hidden.findall(second)) == (["tables-1"], ["names-1"])
        assert "?show=names&amp;show=tables&amp;turn=10&amp;page=2" in first

    @pytest.mark.parametrize("page", ["0", "9", "-1", "x", "²", "9" * 50, ""])
    def test_a_page_there_is_not_is_the_first(self, page: str, hall: Hall) -> None:
        publish_round(round_=hall.draw(), by=hall.alice)

        assert re.findall(r'data-slide="([\w-]+)"[^>]*hidden', shown(f"{SCREEN}?page={page}")) == ["tables-1"]

    @pytest.mark.parametrize("query", ["show=everything", "turn=0", "turn=NaN", "show=names&show=\x00"])
    def test_what_no_screen_shows_is_refused_with_the_choices(self, query: str, hall: Hall) -> None:
        answer = Client().get(f"{SCREEN}?{query}")

        assert answer.status_code == 400
        assert 'value="standings"' in answer.content.decode()

    def test_an_open_screen_is_told_when_something_was_done_and_not_before(self, hall: Hall) -> None:
        publish_round(round_=hall.draw(), by=hall.alice)
        tag = re.search(r'data-etag="([^"]+)"', shown())[1].replace("&quot;", '"')  # type: ignore[index]

        assert Client().get(SCREEN, headers={"If-None-Match": tag}).status_code == 304

        announce(tournament=hall.tournament, text="Lunch at one", by=hall.rob)

        assert Client().get(SCREEN, headers={"If-None-Match": tag}).status_code == 200

    def test_a_bigger_hall_takes_no_more_statements(self, django_assert_num_queries) -> None:
        for players, slug in ((8, "spring-open"), (24, "big")):
            hall = open_hall(slug, players=players)
            round_ = hall.started()
            start_clock(round_=round_, minutes=60, by=hall.rob)
            decide(hall, round_)
            publish_round(
                round_=draw(stage=hall.stage, plan=Plan(), by=hall.alice).rounds.get(), by=hall.alice
            )

            # Without workers one more looks whether standings are behind.
            with django_assert_num_queries(13 + settings.EMBEDDED):
                Client().get(f"/t/{slug}/hall/screen/?" + "&".join(f"show={kind}" for kind in KINDS))


KINDS = ("names", "tables", "clock", "results", "teams", "standings", "news")


class TestAnnouncements:
    def test_the_desk_tells_the_hall_and_takes_it_down(self, hall: Hall, alice: Client) -> None:
        send(alice, DESK + "hall/", text="  Lunch\n at one ")
        told = Announcement.objects.get()

        assert (told.text, told.made_by.name) == ("Lunch at one", "Alice")

        send(alice, f"{DESK}hall/{told.pk}/remove/")
        told.refresh_from_db()

        assert told.removed_at is not None
        assert hall.kinds()[-2:] == ["announced", "announcement_removed"]

    @pytest.mark.slow
    @pytest.mark.parametrize("text", ["", "   ", "x" * 201, "000,1\u202e"])
    def test_what_nobody_can_read_is_refused(self, text: str, hall: Hall, alice: Client) -> None:
        assert alice.post(DESK + "hall/", {"text": text}).status_code == 422
        assert not Announcement.objects.exists()

    def test_an_announcement_ends_with_the_day_by_default(self, hall: Hall, alice: Client) -> None:
        page = alice.get(DESK + "hall/").content.decode()

        here = now().astimezone(ZoneInfo(hall.tournament.time_zone))
        assert f'value="{here:%Y-%m-%d}T23:59"' in page

    def test_the_desk_says_until_when_and_what_is_over(self, hall: Hall, alice: Client) -> None:
        send(alice, DESK + "hall/", text="Lunch at one", until="2099-01-01T13:30")
        told = Announcement.objects.get()
        here = ZoneInfo(hall.tournament.time_zone)

        before = alice.get(DESK + "hall/").content.decode()
        Announcement.objects.update(made_at=Now() - timedelta(hours=2), until=Now() - timedelta(seconds=1))
        after = alice.get(DESK + "hall/").content.decode()

        assert told.until == datetime(2099, 1, 1, 13, 30, tzinfo=here)
        assert ("until 01/01/2099 1:30 p.m." in before, "over since" in before) == (True, False)
        assert ("Take down" in after, "over since" in after) == (False, True)

    def test_a_time_that_has_passed_is_refused(self, hall: Hall, alice: Client) -> None:
        answer = alice.post(DESK + "hall/", {"text": "Lunch at one", "until": "2020-01-01T13:30"})

        assert answer.status_code == 422
        assert "This time has passed." in answer.content.decode()
        assert not Announcement.objects.exists()

    def test_there_is_an_end_to_announcements(self, hall: Hall, alice: Client) -> None:
        for number in range(20):
            announce(tournament=hall.tournament, text=f"{number}", by=hall.rob)

        assert alice.post(DESK + "hall/", {"text": "one more"}).status_code == 409
        assert Announcement.objects.count() == 20
