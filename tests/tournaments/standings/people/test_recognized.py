"""Which tournaments a player's page shows: not those in which anybody entered them alone."""

from dataclasses import replace

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from players.models import Player, User
from tests.tournaments.api.callers import Caller, program, signed_in
from tests.tournaments.hall import BALANCED, Hall, let_a_week_pass, open_hall, play
from tests.tournaments.views.conftest import signed_in as browser_of
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.people.entries import register
from tournaments.actions.people.recognizing import recognize_entry
from tournaments.actions.setup.tournaments import Frame, appoint, create_tournament
from tournaments.models import Entry, Recognition, Tournament
from tournaments.standings import publish_tournament
from tournaments.standings.people.recognized import tournaments_on_page_of, unrecognized_entries

pytestmark = pytest.mark.django_db
NOT_CONFIRMED = "Not confirmed"


@pytest.fixture
def played() -> Hall:
    """Charlie's public tournament, founded today, in which everybody of Alice's is entered and played a round."""
    hall = open_hall(players=8)
    by = hall.charlie
    taken = create_tournament(frame=Frame(slug="taken", name="Evil Event", rulebook_id="mleague"), by=by)
    for entry in hall.tournament.entries.select_related("player").order_by("number"):
        register(tournament=taken, player=entry.player, by=by)
    other = replace(hall, tournament=taken, alice=by)
    play(other.started().tables.get(number=1), by, BALANCED)
    publish_tournament(taken.pk)
    return hall


def taken() -> Tournament:
    return Tournament.objects.get(slug="taken")


def dora(hall: Hall) -> Player:
    """Alice entered her first; she has no account."""
    return hall.tournament.entries.select_related("player").get(number=2).player


def entry_of(player: Player) -> Entry:
    return Entry.objects.select_related("player").get(player=player, tournament__slug="taken")


def page_of(player: Player) -> str:
    return Client().get(f"/players/{player.pk}/").content.decode()


def shown(player: Player) -> set[str]:
    found = tournaments_on_page_of(player, tournaments=Tournament.objects.all())
    return set(found.values_list("slug", flat=True))


class TestAStrangersTournament:
    def test_is_on_no_page_of_the_players_whom_they_entered(self, played: Hall) -> None:
        for player in Player.objects.filter(entries__tournament=played.tournament):
            assert shown(player) == {played.tournament.slug}
            page = page_of(player)
            assert (played.tournament.name in page, "Evil Event" in page) == (False, False)

    def test_is_in_no_call_about_the_player(self, played: Hall) -> None:
        one, other = played.tournament.entries.order_by("number")[:2]
        caller = Caller()

        page = caller.get(f"/v1/players/{one.player_id}/").json()
        against = caller.get(f"/v1/players/{one.player_id}/against/{other.player_id}/").json()
        hands = caller.get(f"/v1/players/{one.player_id}/hand-statistics/").json()

        assert [entry["tournament"] for entry in page["entries"]] == [played.tournament.slug]
        assert (page["games"], against["games"], hands["careers"]) == ([], 0, [])

    def test_says_on_its_list_whom_nobody_confirmed(self, played: Hall) -> None:
        page = Client().get("/t/taken/players/").content.decode()
        home = Client().get(f"/t/{played.tournament.slug}/players/").content.decode()

        assert page.count(f">{NOT_CONFIRMED}<") == 8
        assert NOT_CONFIRMED not in home

    def test_is_shown_once_its_founder_is_known_for_a_week(self, played: Hall) -> None:
        let_a_week_pass(played.charlie)

        assert shown(dora(played)) == {played.tournament.slug, "taken"}
        assert "Evil Event" in page_of(dora(played))
        assert unrecognized_entries(taken()) == set()

    def test_gains_nothing_by_an_organizer_whom_it_appoints(self, played: Hall) -> None:
        appoint(tournament=taken(), user=played.alice.user, role="organizer", by=played.charlie)

        assert shown(dora(played)) == {played.tournament.slug}

    def test_is_the_page_of_those_whom_it_entered_first(self, played: Hall) -> None:
        entry = register(tournament=taken(), player=Player.objects.create(name="New"), by=played.charlie)

        assert shown(entry.player) == {"taken"}


@pytest.mark.parametrize("mark", ["is_founder", "is_superuser"])
def test_whom_the_operator_trusts_is_believed_at_once(played: Hall, mark: str) -> None:
    User.objects.filter(pk=played.charlie.user.pk).update(**{mark: True})

    assert shown(dora(played)) == {played.tournament.slug, "taken"}


def test_the_founder_of_the_first_tournament_is_believed_about_the_next(hall: Hall) -> None:
    User.objects.update(date_joined=Now())
    player = hall.tournament.entries.get(number=2).player
    create_tournament(frame=Frame(slug="next", name="Next", rulebook_id="mleague"), by=hall.alice)
    register(tournament=Tournament.objects.get(slug="next"), player=player, by=hall.alice)

    assert shown(player) == {hall.tournament.slug, "next"}


def test_tournaments_of_one_league_answer_for_each_other(hall: Hall) -> None:
    User.objects.update(date_joined=Now())
    season = create_season(
        league=create_league(slug="league", name="League", by=hall.alice), name="2026", by=hall.alice
    )
    player = Player.objects.create(name="New")
    for slug, by in [("first", hall.alice), ("second", hall.charlie)]:
        made = create_tournament(
            frame=Frame(slug=slug, name=slug, rulebook_id="mleague", season=season), by=by
        )
        register(tournament=made, player=player, by=by)

    assert shown(player) == {"first", "second"}


class TestWhatWasSaid:
    @pytest.mark.parametrize("is_theirs", [True, False])
    def test_decides_whoever_founded_the_tournament(self, played: Hall, is_theirs: bool) -> None:
        player = dora(played)
        if not is_theirs:
            let_a_week_pass(played.charlie)

        recognize_entry(entry=entry_of(player), is_theirs=is_theirs, by=played.alice)

        assert ("taken" in shown(player)) == is_theirs
        assert (entry_of(player).pk in unrecognized_entries(taken())) != is_theirs
        assert ("Evil Event" in page_of(player)) == is_theirs

    def test_can_be_said_otherwise_and_twice(self, played: Hall) -> None:
        entry = entry_of(dora(played))
        for is_theirs in (True, False, False):
            recognize_entry(entry=entry, is_theirs=is_theirs, by=played.alice)

        assert list(Recognition.objects.values_list("entry", "is_theirs", "said_by")) == [
            (entry.pk, False, played.alice.user.pk)
        ]

    def test_is_not_the_affair_of_whoever_entered_them(self, played: Hall) -> None:
        entry = entry_of(dora(played))

        call = signed_in(played.charlie.user).post(
            f"/v1/entries/{entry.pk}/recognition/", {"is_theirs": True}
        )
        page = browser_of(played.charlie).post(reverse("recognize_entry", args=[entry.pk]), {})
        record = browser_of(played.charlie).get(reverse("player_record", args=[entry.player_id]))

        assert (call.status_code, page.status_code, record.status_code) == (403, 403, 403)
        assert not Recognition.objects.exists()

    def test_is_said_by_a_program_of_those_who_entered_them_first(self, played: Hall) -> None:
        entry = entry_of(dora(played))

        answer = program(played.alice.user).post(f"/v1/entries/{entry.pk}/recognition/", {"is_theirs": True})

        assert answer.json() == {"entry": entry.pk, "player": entry.player_id, "is_on_page": True}

    def test_is_said_on_the_players_record(self, played: Hall) -> None:
        player, browser = dora(played), browser_of(played.alice)
        path = reverse("player_record", args=[player.pk])
        assert "Not on the player page" in browser.get(path).content.decode()

        answer = browser.post(reverse("recognize_entry", args=[entry_of(player).pk]), {}, follow=True)

        assert answer.redirect_chain == [(path, 302)]
        assert "“Evil Event” now appears on the page of" in answer.content.decode()
        assert "taken" in shown(player)

    def test_is_said_by_the_person_themselves(self, played: Hall) -> None:
        bob = Player.objects.get(user=played.bob)

        page = browser_of(Actor(played.bob)).get(reverse("player_record", args=[bob.pk])).content.decode()
        alices = browser_of(played.alice).get(reverse("player_record", args=[bob.pk]))

        assert ("This is me" in page, "This is not me" in page) == (True, True)
        assert alices.status_code == 403

    def test_names_no_private_tournament_to_those_who_may_not_know_of_it(self, played: Hall) -> None:
        Tournament.objects.filter(slug="taken").update(visibility="private")
        player = dora(played)

        page = browser_of(played.alice).get(reverse("player_record", args=[player.pk])).content.decode()
        posted = browser_of(played.alice).post(reverse("recognize_entry", args=[entry_of(player).pk]), {})

        assert ("Evil Event" in page, posted.status_code) == (False, 404)
        assert not Recognition.objects.exists()
