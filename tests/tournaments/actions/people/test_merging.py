"""A person who is on file twice becomes one, and everything that follows from the games follows along."""

from collections.abc import Collection
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from players.actions import add_player, licences_of, set_licences
from players.models import NameTrace, Player, User
from tests.permissions import digest
from tests.tournaments.actions.free_play.club_night import club_night
from tests.tournaments.actions.seasons.test_confirming import confirm, fields, played_season, ranked
from tests.tournaments.hall import BALANCED, Hall, hall_in_play, open_hall, play
from tests.tournaments.standings.test_ranking import Game, an_event, played, published
from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round
from tournaments.actions.draws.inputs import history_of
from tournaments.actions.errors import ActionError
from tournaments.actions.free_play.nights import NightTerms, cancel_night, plan_nights
from tournaments.actions.free_play.sign_ups import sign_off_from_night, sign_up_for_night
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.other_divisions import IN_ANOTHER_DIVISION
from tournaments.actions.people.editing import edit_entry, remove_entry
from tournaments.actions.people.entries import form_team, register, reinstate, withdraw
from tournaments.actions.people.merging import MERGED_FOR_GOOD, merge_players
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, sign_up
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seen_versions import entry_tag, player_tag, proposal_tag, qualification_tag
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.staff.roles import appoint
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.actions.teams.captains import name_captain
from tournaments.models import (
    Entry,
    LeagueLedgerEntry,
    Move,
    NightPlayer,
    Rating,
    Registration,
    Score,
    Scoresheet,
    Season,
    Staff,
    Standing,
    Tournament,
)
from tournaments.models.play.games_of_players import games_of_players
from tournaments.permissions import can_edit_player
from tournaments.standings import publish_tournament
from tournaments.standings.qualifying import proposed
from tournaments.standings.ratings.publish import publish_ratings
from tournaments.verification import verify_league
from tournaments.verification.ledger import verify_ledger

pytestmark = pytest.mark.django_db

# Played by nobody else: whoever comes under two names.
KIM, SECOND = "P03", "Kim?"


def entered(hall: Hall, name: str) -> Entry:
    return hall.tournament.entries.select_related("player").get(player__name=name)


def two(hall: Hall) -> tuple[Entry, Entry]:
    """Two who have no account."""
    first, second = (
        hall.tournament.entries.select_related("player").filter(number__in=(2, 3)).order_by("number")
    )
    return first, second


def merge(player: Player, other: Player, by: Actor, confirm: Collection[str] = (MERGED_FOR_GOOD,)) -> Player:
    return merge_players(player=player, other=other, seen=player_tag(player), by=by, confirm=confirm)


def in_sticks(games: list[Game]) -> list[Game]:
    return [[(name, 25_000 + 100 * points) for name, points in game] for game in games]


def two_divisions() -> tuple[Hall, Hall, Season]:
    """The upper and the lower division of a season, of other players; whoever organizes one does both."""
    console = Actor(is_console=True)
    season = create_season(
        league=create_league(slug="river", name="River", by=console), name="2026", by=console
    )
    upper, lower = (
        open_hall(slug, season=season, level=level) for level, slug in enumerate(("upper", "lower"), 1)
    )
    assert upper.alice.user is not None
    appoint(tournament=lower.tournament, user=upper.alice.user, role=Staff.Role.ORGANIZER, by=lower.alice)
    return upper, lower, season


def under_two_names(games: list[Game]) -> list[Game]:
    """The same games; in every second of theirs Kim has the other name."""
    turns, found = 0, []
    for game in games:
        turns += KIM in dict(game)
        found.append([(SECOND if name == KIM and turns % 2 == 0 else name, points) for name, points in game])
    return found


def rows(hall: Hall) -> list[tuple[object, ...]]:
    columns = ("rank", "entry__player__name", "total", "penalty", "games", "firsts", "best", "worst", "last")
    return list(Standing.objects.filter(stage=hall.stage).order_by("position").values_list(*columns))


def refused(code: str, hall: Hall, player: Player, other: Player, by: Actor | None = None) -> None:
    before = digest()
    with pytest.raises(ActionError) as caught:
        merge(player, other, by or hall.alice)
    assert caught.value.code == code
    assert digest() == before


@pytest.mark.parametrize("tie_breaks", [["total", "lot"], ["total", "last_game", "head_to_head", "lot"]])
def test_games_under_two_names_make_the_standings_of_one_player(tie_breaks: list[str]) -> None:
    games = in_sticks(an_event("merged", players=12, rounds=6, largest=100))
    should = rows(played(games, tie_breaks=tie_breaks))
    hall = played(under_two_names(games), slug="twice", tie_breaks=tie_breaks)
    penalize(stage=hall.stage, entry=entered(hall, SECOND), ruling=Ruling(7_000, "Late"), by=hall.rob)
    assert len(published(hall)) == 13

    merge(entered(hall, KIM).player, entered(hall, SECOND).player, hall.alice)

    publish_tournament(hall.tournament.pk)
    expected = [row if row[1] != KIM else (*row[:2], row[2] - 7_000, 7_000, *row[4:]) for row in should]
    assert {row[1:] for row in rows(hall)} == {row[1:] for row in expected}
    assert verify_ledger(hall.tournament.pk).problems == []


def test_whoever_is_seated_stays_seated_and_one_of_two_stays_on_the_list() -> None:
    hall = played(under_two_names(in_sticks(an_event("list", players=8, rounds=4, largest=20))))
    kim, second = entered(hall, KIM), entered(hall, SECOND)
    seats = list(second.seats.order_by("pk").values_list("table", "wind"))

    merge(kim.player, second.player, hall.alice)

    second.refresh_from_db()
    assert (second.player, second.status, second.merged_into) == (kim.player, "withdrawn", kim)
    assert list(second.seats.order_by("pk").values_list("table", "wind")) == seats
    assert not Player.objects.filter(name=SECOND).exists()
    assert games_of_players(hall.stage)[kim.pk].played == 4
    assert sum(kim.pk in table for round_ in history_of(hall.tournament) for table in round_) == 4


def test_pages_and_files_name_the_player_once() -> None:
    hall = played(under_two_names(in_sticks(an_event("once", players=8, rounds=4, largest=20))))
    kim = entered(hall, KIM)
    merge(kim.player, entered(hall, SECOND).player, hall.alice)
    publish_tournament(hall.tournament.pk)
    browser = signed_in(hall.alice)

    entered_in = browser.get(f"/api/v1/players/{kim.player_id}/").json()["entries"]
    listed = browser.get(f"/t/{hall.tournament.slug}/players/").content.decode()
    file = browser.get(f"/t/{hall.tournament.slug}/desk/entries/players.csv").content.decode()

    assert [one["id"] for one in entered_in] == [kim.pk]
    assert (listed.count(f"/players/{kim.player_id}/"), file.count(KIM)) == (1, 1)


def test_a_game_that_is_corrected_afterwards_counts_for_the_one_who_stays() -> None:
    hall = played(under_two_names(in_sticks(an_event("corrected", players=8, rounds=4, largest=20))))
    kim, second = entered(hall, KIM), entered(hall, SECOND)
    merge(kim.player, second.player, hall.alice)
    publish_tournament(hall.tournament.pk)
    seat = second.seats.select_related("table").first()
    assert seat is not None
    before = Standing.objects.get(entry=kim)
    had = Score.objects.get(seat=seat, counts=True)

    points = [0, 0, 0, 0]
    points[seat.wind - 1], points[seat.wind % 4] = 90_000, 10_000
    sheet = Scoresheet.objects.live().get(table=seat.table)
    figures = Figures(points)
    correct_sheet(
        table=seat.table,
        report=TableReport(figures, if_match=sheet.tag, confirm=ANYTHING),
        reason="Misread",
        by=hall.rob,
    )

    publish_tournament(hall.tournament.pk)
    now = Score.objects.get(seat=seat, counts=True)
    after = Standing.objects.get(entry=kim)
    assert now.entry == kim
    assert (after.games, after.total - before.total) == (4, now.total - had.total)
    assert verify_ledger(hall.tournament.pk).problems == []


ANYTHING = ("start_total", "unusual_points", "rare_points")


def test_in_other_tournaments_the_entry_is_the_same_with_another_player() -> None:
    hall, other = open_hall("one", players=4), open_hall("two", players=0)
    kim, second = add_player(name="Kim"), add_player(name="Kim Two")
    for tournament, player in ((hall.tournament, kim), (other.tournament, second)):
        register(tournament=tournament, player=player, by=hall.alice)
    entry, merged = second.entries.get(), second.pk

    merge(kim, second, hall.alice)

    entry.refresh_from_db()
    assert (entry.player, entry.status, entry.merged_into) == (kim, "active", None)
    assert verify_ledger(other.tournament.pk).problems == []
    assert other.last_payload()["merged"] == merged
    last = NameTrace.objects.filter(subject=f"player:{merged}").order_by("pk").last()
    assert last is not None
    assert last.digest == ""


def test_licences_other_names_and_the_account_come_along() -> None:
    hall = open_hall(players=3)
    kim, second = (entry.player for entry in two(hall))
    set_licences(player=kim, licences=[("EMA", "1")])
    set_licences(player=second, licences=[("EMA", "2")])
    Player.objects.filter(pk=kim.pk).update(aliases=["owl", "sparrow"])
    kim.refresh_from_db()
    second.user, second.aliases = User.objects.create_user("kim@home.example", name="Kim"), ["kuma", "owl"]
    second.save()

    merge(kim, second, hall.alice)

    kim.refresh_from_db()
    assert licences_of(kim) == [("EMA", "1"), ("EMA", "2")]
    assert kim.aliases == ["owl", "sparrow", "kuma"]
    assert kim.user == User.objects.get(email="kim@home.example")


def test_a_third_record_is_merged_into_the_same_one_and_a_fourth_takes_all() -> None:
    hall = open_hall(players=4)
    one, second, three, four = hall.tournament.entries.select_related("player").order_by("number")

    merge(one.player, second.player, hall.alice)
    merge(one.player, three.player, hall.alice)
    merge(four.player, Player.objects.get(pk=one.player_id), hall.alice)

    entries = hall.tournament.entries.order_by("number").values_list("number", "player", "merged_into")
    assert list(entries) == [
        (number, four.player_id, four.pk if number < 4 else None) for number in (1, 2, 3, 4)
    ]
    assert verify_ledger(hall.tournament.pk).problems == []


def test_a_discarded_tournament_follows_too() -> None:
    hall, gone = open_hall("one", players=3), open_hall("gone", players=0)
    kim, second = (entry.player for entry in two(hall))
    register(tournament=gone.tournament, player=second, by=gone.alice)
    discard_tournament(tournament=gone.tournament, by=gone.alice)

    merge(kim, second, hall.alice)

    assert gone.tournament.entries.get().player == kim
    assert verify_ledger(gone.tournament.pk).problems == []


class TestInATournamentOfAStranger:
    """Whoever enters two people beside each other, plays with them and finishes is in nobody's way."""

    @pytest.fixture
    def strangers(self) -> tuple[Hall, Hall]:
        """Alice's hall, and another one in which both sit at one table; it has been played and finished."""
        hall, other = open_hall("one", players=4), open_hall("strangers", players=0)
        for entry in hall.tournament.entries.select_related("player").order_by("number"):
            register(tournament=other.tournament, player=entry.player, by=other.alice)
        round_ = other.started()
        play(round_.tables.get(), other.alice, BALANCED)
        close_round(round_=round_, by=other.alice)
        finish_tournament(tournament=other.tournament, by=other.alice, confirm=["stages_without_rounds"])
        publish_tournament(other.tournament.pk)
        return hall, other

    def test_two_records_become_one_and_its_results_stay(self, strangers: tuple[Hall, Hall]) -> None:
        hall, other = strangers
        kim, second = (entry.player for entry in two(hall))
        set_licences(player=second, licences=[("EMA", "2")])
        before, entries = rows(other), list(other.tournament.entries.order_by("pk").values())

        merge(kim, second, hall.alice)

        assert [entry.player for entry in two(hall)] == [kim, kim]
        assert licences_of(kim) == [("EMA", "2")]
        assert (rows(other), list(other.tournament.entries.order_by("pk").values())) == (before, entries)
        assert [can_edit_player(by, second) for by in (hall.alice, other.alice)] == [False, True]
        for tournament in (hall.tournament, other.tournament):
            assert verify_ledger(tournament.pk).problems == []

    def test_the_question_says_what_stays(self, strangers: tuple[Hall, Hall]) -> None:
        hall, _other = strangers
        kim, second = (entry.player for entry in two(hall))
        before = digest()

        with pytest.raises(ActionError) as caught:
            merge(kim, second, hall.alice, confirm=())

        assert (
            f"In 1 tournament of other organizers both take part; the name {second} stays there."
            in caught.value.message
        )
        assert digest() == before

    def test_the_operator_decides_about_all_of_it(self, strangers: tuple[Hall, Hall]) -> None:
        hall, _other = strangers
        kim, second = (entry.player for entry in two(hall))
        root = Actor(User.objects.create_superuser("root@example.org", name="Root"))

        with pytest.raises(ActionError) as caught:
            merge(kim, second, root)

        assert caught.value.code == "tournament_finished"

    def test_who_is_registered_there_beside_the_other_stays_registered(self) -> None:
        hall, other = open_hall("one", players=4), open_hall("strangers", players=0)
        kim, second = (entry.player for entry in two(hall))
        set_self_registration(
            tournament=other.tournament,
            terms=RegistrationTerms(is_open=True, needs_approval=True),
            by=other.alice,
        )
        made = [sign_up(tournament=other.tournament, about=player, by=Actor()) for player in (kim, second)]

        merge(kim, second, hall.alice)

        assert list(Registration.objects.order_by("pk").values_list("pk", "player")) == [
            (made[0].pk, kim.pk),
            (made[1].pk, second.pk),
        ]


def test_it_is_asked_first() -> None:
    hall = open_hall(players=3)
    kim, second = (entry.player for entry in two(hall))
    before = digest()

    with pytest.raises(ActionError) as caught:
        merge(kim, second, hall.alice, confirm=())

    assert (caught.value.code, caught.value.fields["confirm"]) == ("please_confirm", [MERGED_FOR_GOOD])
    assert "is deleted for good, and their record in 1 tournament" in str(caught.value)
    assert digest() == before


class TestInALeague:
    @pytest.mark.slow
    def test_divisions_of_past_seasons_follow(self) -> None:
        hall, season = played_season()
        following = confirm(season, hall)
        kim, gone = two(hall)[0].player, Player.objects.get(pk=ranked("lower")[0])
        merged = gone.pk

        merge(kim, gone, hall.alice)

        assert Move.objects.get(player=kim).way == "up"
        assert kim.pk in fields(following)[0]
        assert ranked("lower")[0] == kim.pk
        last = LeagueLedgerEntry.objects.order_by("seq").last()
        assert last is not None
        assert (last.kind, last.content["merged"]) == ("league_players_merged", merged)
        assert verify_league(season.league_id).problems == []
        for tournament in Tournament.objects.all():
            assert verify_ledger(tournament.pk).problems == []

    def test_two_of_one_season_are_two_people(self) -> None:
        hall, season = played_season()
        confirm(season, hall)
        one, other = (Player.objects.get(pk=ranked(slug)[0]) for slug in ("upper", "lower"))
        refused("same_season", hall, one, other, Actor(is_console=True))

    def test_two_who_take_part_in_two_divisions_are_asked_about(self) -> None:
        """As by every other way into a second division; substitutes and the withdrawn are not."""
        hall, other, season = two_divisions()
        [kim, beside] = (two(one)[0] for one in (hall, other))
        before = digest()

        with pytest.raises(ActionError) as caught:
            merge(kim.player, beside.player, hall.alice)

        assert (caught.value.code, caught.value.fields["confirm"]) == (
            "please_confirm",
            [IN_ANOTHER_DIVISION],
        )
        assert (
            f"{kim.player} plays in Spring Open, and {beside.player} in Spring Open, two divisions of the season"
            " River 2026."
        ) in str(caught.value)
        assert digest() == before
        merge(kim.player, beside.player, hall.alice, confirm=(MERGED_FOR_GOOD, IN_ANOTHER_DIVISION))
        taking_part = Entry.objects.active().filter(player=kim.player, tournament__season=season)
        assert taking_part.count() == 2

    def test_who_has_withdrawn_from_one_of_them_is_not_asked_about(self) -> None:
        hall, other, _season = two_divisions()
        [kim, beside] = (two(one)[0] for one in (hall, other))
        withdraw(entry=beside, by=hall.alice)

        assert merge(kim.player, beside.player, hall.alice) == kim.player

    @pytest.mark.slow
    def test_ratings_are_those_of_one_player(self) -> None:
        hall, season = played_season()
        set_rating(league=season.league, method="elo", by=hall.charlie)
        publish_ratings(season.league_id)
        one, other = (Player.objects.get(pk=ranked(slug)[0]) for slug in ("upper", "lower"))

        merge(one, other, hall.alice)

        publish_ratings(season.league_id)
        assert Rating.objects.get(player=one, is_latest=True).games == 2
        assert verify_league(season.league_id).problems == []


class TestRefused:
    def test_who_sat_in_one_round(self) -> None:
        games = in_sticks(an_event("two", players=8, rounds=1, largest=20))
        hall = played(games)
        one, other, *_others = (name for name, _points in games[0])
        refused("same_round", hall, entered(hall, one).player, entered(hall, other).player)

    def test_nobody_is_merged_with_themselves(self) -> None:
        hall = open_hall(players=3)
        refused("not_two_players", hall, two(hall)[0].player, two(hall)[0].player)

    def test_two_accounts(self) -> None:
        hall = open_hall(players=3)
        both = [entry.player for entry in two(hall)]
        for number, player in enumerate(both):
            player.user = User.objects.create_user(f"{number}@home.example", name=player.name)
            player.save()
        refused("two_accounts", hall, *both)

    def test_a_substitute_and_a_player(self) -> None:
        hall = open_hall(players=3)
        spare = add_player(name="Spare")
        register(tournament=hall.tournament, player=spare, by=hall.alice, is_substitute=True)
        refused("substitute_or_not", hall, two(hall)[0].player, spare)

    def test_whoever_is_to_stay_has_withdrawn(self) -> None:
        hall = open_hall(players=3)
        kim, second = two(hall)
        withdraw(entry=kim, by=hall.alice)
        refused("withdrawn", hall, kim.player, second.player)

    def test_a_seat_in_a_round_that_is_not_over(self) -> None:
        hall = open_hall(players=4)
        draw_round(stage=hall.stage, by=hall.alice)
        late = add_player(name="Late")
        register(tournament=hall.tournament, player=late, by=hall.alice)
        refused("still_seated", hall, late, two(hall)[0].player)

    def test_a_captain(self) -> None:
        hall = open_hall(players=3)
        kim, second = two(hall)
        team = form_team(tournament=hall.tournament, name="Dragons", by=hall.alice)
        edit_entry(entry=second, changes={"team": team}, seen=entry_tag(second), by=hall.alice)
        name_captain(team=team, entry=second, by=hall.alice)
        refused("is_captain", hall, kim.player, second.player)

    def test_whoever_is_confirmed_for_a_later_stage(self) -> None:
        hall = played(in_sticks(an_event("final", players=8, rounds=1, largest=20)))
        main = hall.stage
        final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
        terms = Terms(rules=[Places(main.pk, last=2)])
        qualification = set_qualification(
            stage=final, terms=terms, seen=qualification_tag(None), by=hall.alice
        )
        seen = proposed(qualification)
        keys = [one.key for one in seen.candidates]
        confirm_qualifiers(stage=final, keys=keys, seen=proposal_tag(seen), by=hall.alice)
        late = add_player(name="Late")
        register(tournament=hall.tournament, player=late, by=hall.alice)
        refused("qualified", hall, late, Entry.objects.get(pk=keys[0]).player)

    def test_whoever_waits_for_a_place_in_a_tournament_of_the_other(self) -> None:
        hall = open_hall(players=3)
        kim, second = two(hall)
        set_self_registration(
            tournament=hall.tournament,
            terms=RegistrationTerms(is_open=True, capacity=3, email="optional"),
            by=hall.alice,
        )
        waiting = sign_up(tournament=hall.tournament, about=About("Kim"), by=Actor())
        Registration.objects.filter(pk=waiting.pk).update(player=second.player)
        refused("registered_twice", hall, kim.player, second.player)

    def test_a_finished_tournament_of_both(self) -> None:
        hall, _round = hall_in_play()
        kim, second = (entry.player for entry in two(hall))
        finish_tournament(
            tournament=hall.tournament, by=hall.alice, confirm=["rounds_open", "results_missing"]
        )
        refused("tournament_finished", hall, kim, second)

    def test_the_number_that_stays_is_not_taken_off_the_list(self) -> None:
        hall = open_hall(players=3)
        kim, second = two(hall)
        merge(kim.player, second.player, hall.alice)
        before = digest()
        with pytest.raises(ActionError) as caught:
            remove_entry(entry=kim, by=hall.alice)
        assert caught.value.code == "entry_in_use"
        assert digest() == before
        remove_entry(entry=second, by=hall.alice)
        remove_entry(entry=kim, by=hall.alice)
        assert verify_ledger(hall.tournament.pk).problems == []

    def test_whoever_was_merged_does_not_come_back(self) -> None:
        hall = open_hall(players=3)
        kim, second = two(hall)
        merge(kim.player, second.player, hall.alice)
        before = digest()
        with pytest.raises(ActionError) as caught:
            reinstate(entry=second, by=hall.alice)
        assert caught.value.code == "merged"
        assert digest() == before


class TestWhatLeadsOn:
    """Where somebody knew the one who was merged away."""

    def test_pages_and_calls_of_the_number_lead_to_the_player_who_stays(self, client: Client) -> None:
        hall = open_hall(players=4)
        ours, theirs = two(hall)
        third = hall.tournament.entries.select_related("player").get(number=4).player
        gone = theirs.player_id
        merge(ours.player, theirs.player, hall.alice)
        # Merged once more, both numbers lead there at once.
        again = ours.player_id
        merge(third, Player.objects.get(pk=again), hall.alice)

        for number in (gone, again):
            page = client.get(f"/players/{number}/?from=paper")
            call = client.get(f"/api/v1/players/{number}/")
            both = client.get(f"/players/{number}/against/{third.pk}/")

            assert (page.status_code, page["Location"]) == (301, f"/players/{third.pk}/?from=paper")
            assert (both.status_code, both["Location"]) == (301, f"/players/{third.pk}/against/{third.pk}/")
            assert (call.status_code, call["Location"]) == (301, f"/api/v1/players/{third.pk}/")
            assert call.json()["error"]["code"] == "player_merged"
            assert call.json()["error"]["fields"] == {"player": [third.pk]}
        assert client.get(f"/players/00{gone}/")["Location"] == f"/players/{third.pk}/"
        assert client.get(f"/players/{third.pk + 900}/").status_code == 404
        # What would change something is not sent on.
        assert client.delete(f"/api/v1/players/{gone}/").status_code in (401, 403, 404)

    @pytest.mark.parametrize("number", [2**63 - 1, 2**63, 10**40])
    def test_a_number_that_no_database_holds_is_nobodys(self, client: Client, db: None, number: int) -> None:
        pages = (f"/players/{number}/", f"/players/1/against/{number}/", f"/api/v1/players/{number}/")

        assert [client.get(page).status_code for page in pages] == [404, 404, 404]

    def test_whoever_may_not_know_of_the_player_learns_nothing(self, client: Client) -> None:
        hall = open_hall(players=4, visibility="private")
        ours, theirs = two(hall)
        gone = theirs.player_id

        merge(ours.player, theirs.player, hall.alice)

        assert client.get(f"/players/{gone}/").status_code == 404
        assert client.get(f"/api/v1/players/{gone}/").status_code == 404

    def test_sign_ups_for_nights_to_come_follow_once_each(self) -> None:
        club = club_night()
        hall = club.hall
        ann, ben, cleo = hall.tournament.entries.select_related("player").order_by("number")[1:4]
        soon = timezone.now() + timedelta(days=1)
        alone, both, over = plan_nights(
            stage=hall.stage, terms=NightTerms(soon, places=2), by=hall.alice, weeks=3
        )
        for night, entries in ((alone, [ben]), (both, [ann, ben, cleo]), (over, [ben])):
            for entry in entries:
                sign_up_for_night(night=night, entry=entry, by=hall.alice)
        cancel_night(night=over, by=hall.alice)

        merge(ann.player, ben.player, hall.alice)

        rows = NightPlayer.objects.order_by("night", "turn").values_list("night", "entry", "status")
        assert list(rows) == [
            (alone.pk, ann.pk, "coming"),
            (both.pk, ann.pk, "coming"),
            (both.pk, cleo.pk, "coming"),
            # What is over stays as it was.
            (over.pk, ben.pk, "coming"),
        ]
        assert [str(problem) for problem in verify_ledger(hall.tournament.pk).problems] == []
        # Also a second time nobody is found on a list twice.
        sign_off_from_night(night=both, entry=ann, by=hall.alice)
        assert [str(problem) for problem in verify_ledger(hall.tournament.pk).problems] == []
