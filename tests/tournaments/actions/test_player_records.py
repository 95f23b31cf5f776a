"""Whose affair a person's record is: their own; without an account, theirs who entered them first; the operator's.

A stranger may found a tournament and enter in it whom they see. That gives them the entry, and nothing of the person.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from players.actions import add_player, aliases_of, club_named, licences_of, set_licences
from players.models import Licence, Player, User
from tests.permissions import digest
from tests.tournaments.api.callers import Caller, program, signed_in
from tests.tournaments.hall import Hall, hall_with_a_game, open_hall
from tests.tournaments.views.conftest import signed_in as browser_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.api_tokens import create_api_token
from tournaments.actions.imports.players import import_players
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.staff import appoint_organizer
from tournaments.actions.people.editing import edit_player, remove_entry
from tournaments.actions.people.entries import register
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, sign_up
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.seen_versions import player_tag
from tournaments.actions.setup.tournaments import Frame, appoint, create_tournament, dismiss
from tournaments.models import ApiToken, FirstTournament, LedgerEntry, Staff, Tournament
from tournaments.permissions import can_edit_player, can_merge_into, can_merge_players

pytestmark = [pytest.mark.django_db, pytest.mark.database("sqlite", thorough="both")]


@dataclass
class Theft:
    """Charlie's private tournament, in which everybody of Alice's hall is entered."""

    hall: Hall
    charlie: Actor
    taken: Tournament

    @property
    def players(self) -> list[Player]:
        return list(Player.objects.filter(entries__tournament=self.hall.tournament).order_by("pk"))

    def entry(self, player: Player) -> int:
        return self.taken.entries.get(player=player).pk


def steal(hall: Hall) -> Theft:
    """Enter everybody by the calls and with the rights that any account has."""
    caller = signed_in(hall.charlie.user)
    made = caller.post(
        "/v1/tournaments/",
        {"slug": "taken", "name": "Taken", "rulebook": "mleague", "visibility": "private"},
    )
    assert made.status_code == 201, made.content
    for player in Player.objects.filter(entries__tournament=hall.tournament).order_by("pk"):
        entered = caller.post("/v1/tournaments/taken/entries/", {"player": player.pk})
        assert entered.status_code == 201, entered.content
    return Theft(hall, hall.charlie, Tournament.objects.get(slug="taken"))


@pytest.fixture
def theft(db: None) -> Theft:
    """16 people, of whom Bob has an account; one has a licence."""
    found = steal(open_hall(players=16))
    assert len(found.players) == 16
    set_licences(player=found.players[1], licences=[("EMA", "04090035")])
    return found


def persons() -> list[tuple[object, ...]]:
    """All that stands about everybody, and how often it was recorded that it changed."""
    edits = LedgerEntry.objects.filter(kind__in=["player_edited", "players_merged"]).count()
    rows = [
        (one.pk, one.name, one.reading, one.country, one.club_id, one.user_id, aliases_of(one))
        for one in Player.objects.order_by("pk")
    ]
    return [*rows, tuple(Licence.objects.order_by("pk").values_list("player", "body", "number")), (edits,)]


CONFIRM = ["plays_elsewhere", "merged_for_good", "has_a_seat", "delete_player"]
CHANGES: Mapping[str, Mapping[str, object]] = {
    "name": {"name": "DEFACED"},
    "reading": {"reading": "デフェイス"},
    "country": {"country": "XX"},
    "club": {"club": "Evil Club"},
    "licences": {"licences": [{"body": "EMA", "number": "99999999"}]},
    "no licences": {"licences": []},
    "aliases": {"aliases": ["a_nickname_of_charlies"]},
    "no alias": {"aliases": []},
    "all at once": {"name": "DEFACED", "club": "Evil Club", "aliases": ["x"], "licences": []},
}


@pytest.mark.parametrize("as_who", [signed_in, program], ids=["signed in", "by a program"])
def test_no_stranger_changes_anybody_whom_they_entered(
    theft: Theft, as_who: Callable[[User], Caller]
) -> None:
    caller = as_who(theft.charlie.user)
    before = persons()

    statuses = {
        (player.pk, what): caller.call(
            "PATCH",
            f"/v1/players/{player.pk}/",
            {**change, "confirm": CONFIRM},
            if_match=player_tag(player),
        ).status_code
        for player in theft.players
        for what, change in CHANGES.items()
    }

    assert set(statuses.values()) == {403}
    assert len(statuses) == 16 * len(CHANGES)
    assert persons() == before


def test_no_stranger_changes_anybody_at_their_desk(theft: Theft) -> None:
    browser = browser_of(theft.charlie)
    before = persons()

    answers = [
        browser.post(
            reverse("desk_entry_edit", args=["taken", theft.entry(player)]),
            {
                "name": "DEFACED",
                "club": "Evil Club",
                "licences": "EMA 99999999",
                "aliases": "x",
                "number": 900 + player.pk,
                "seen_player": player_tag(player),
                "confirm": CONFIRM,
                "seen_entry": page_field(browser, theft, player, "seen_entry"),
            },
        )
        for player in theft.players
    ]

    assert [answer.status_code for answer in answers] == [403] * 16
    assert persons() == before
    assert not theft.taken.entries.filter(number__gt=900).exists()


def page_field(browser: Client, theft: Theft, player: Player, name: str) -> str:
    page = browser.get(reverse("desk_entry_edit", args=["taken", theft.entry(player)]))
    value: str = page.context["form"][name].initial
    return value


def test_the_desk_offers_a_stranger_the_entry_and_not_the_person(theft: Theft) -> None:
    browser = browser_of(theft.charlie)
    bob, dora = theft.players[:2]
    Player.objects.filter(pk=dora.pk).update(aliases=["dora_on_tenhou"])
    pages = [
        browser.get(reverse("desk_entry_edit", args=["taken", theft.entry(player)])) for player in (bob, dora)
    ]

    fields = [list(page.context["form"].fields) for page in pages]
    texts = [page.content.decode() for page in pages]

    assert fields == [["number", "team", "is_substitute", "seen_entry"]] * 2
    assert "Bob has an account and edits their own details." in texts[0]
    assert "Only the organizers who first entered Dora can change these details." in texts[1]
    assert 'href="/t/spring-open/"' in texts[1]
    assert not [text for text in texts if "dora_on_tenhou" in text or 'value="delete"' in text]
    assert not [text for text in texts if "/merge/" in text]


def test_a_private_first_tournament_is_not_told(theft: Theft) -> None:
    Tournament.objects.filter(pk=theft.hall.tournament.pk).update(visibility="private")
    page = reverse("desk_entry_edit", args=["taken", theft.entry(theft.players[1])])

    text = browser_of(theft.charlie).get(page).content.decode()

    assert "Only the organizers who first entered Dora can change these details." in text
    assert "spring-open" not in text
    assert "Spring Open" not in text


def test_a_stranger_changes_what_their_own_entry_shows(theft: Theft) -> None:
    browser, dora = browser_of(theft.charlie), theft.players[1]
    before = persons()

    answer = browser.post(
        reverse("desk_entry_edit", args=["taken", theft.entry(dora)]),
        {"number": 99, "seen_entry": page_field(browser, theft, dora, "seen_entry"), "team": "Winds"},
    )

    entry = theft.taken.entries.select_related("team").get(player=dora)
    assert (answer.status_code, entry.number, entry.team and entry.team.name) == (302, 99, "Winds")
    assert persons() == before


def test_no_stranger_changes_anybody_once_all_is_over() -> None:
    hall = hall_with_a_game()
    finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open", "results_missing"])
    theft = steal(hall)
    caller = signed_in(theft.charlie.user)
    before = persons()

    statuses = [
        caller.call(
            "PATCH",
            f"/v1/players/{player.pk}/",
            {"name": "DEFACED", "confirm": CONFIRM},
            if_match=player_tag(player),
        ).status_code
        for player in theft.players
    ]

    assert (statuses, persons()) == ([403] * 8, before)


def test_a_list_gives_nobody_of_others_a_licence(theft: Theft) -> None:
    dora = theft.players[2]
    before = persons()
    text = f"name,licence_body,licence_number\n{dora.name},EMA,99999999\n"
    caller = signed_in(theft.charlie.user)

    answer = caller.post("/v1/tournaments/taken/import/", {"csv": text})

    assert (answer.status_code, persons()) == (200, before)
    assert [one["code"] for one in answer.json()["findings"]] == ["licence_not_saved"]


def test_a_list_gives_a_licence_to_those_whom_its_organizer_entered_first(hall: Hall) -> None:
    text = "name,licence_body,licence_number\nDora,EMA,99999999\n"

    report = import_players(tournament=hall.tournament, text=text, by=hall.alice)

    assert licences_of(Player.objects.get(name="Dora")) == [("EMA", "99999999")]
    assert report.findings == []


Attempt = Callable[[Caller, Client, Theft], HttpResponse]


def _merged(caller: Caller, kept: Player, gone: Player) -> HttpResponse:
    body = {"other": gone.pk, "confirm": CONFIRM}
    return caller.post(f"/v1/players/{kept.pk}/merge/", body, if_match=player_tag(kept))


def _own(theft: Theft) -> Player:
    """A player whom the stranger really entered first."""
    player = add_player(name="Somebody")
    register(tournament=theft.taken, player=player, by=theft.charlie)
    return player


ATTEMPTS: dict[str, Attempt] = {
    "merge one into another": lambda caller, _browser, theft: _merged(caller, *theft.players[2:4]),
    "merge one into somebody of theirs": lambda caller, _browser, theft: _merged(
        caller, _own(theft), theft.players[2]
    ),
    "merge somebody of theirs into one": lambda caller, _browser, theft: _merged(
        caller, theft.players[2], _own(theft)
    ),
    "merge somebody of theirs into an account": lambda caller, _browser, theft: _merged(
        caller, theft.players[0], _own(theft)
    ),
    "merge at the desk": lambda _caller, browser, theft: browser.post(
        reverse("desk_entry_merge", args=["taken", theft.entry(theft.players[2])]),
        {"other": _own(theft).pk, "seen": player_tag(theft.players[2]), "confirm": CONFIRM},
    ),
    "delete": lambda caller, _browser, theft: caller.delete(
        f"/v1/players/{theft.players[2].pk}/", if_match=player_tag(theft.players[2])
    ),
    "delete with the entry": lambda caller, _browser, theft: caller.delete(
        f"/v1/entries/{theft.entry(theft.players[2])}/?player=delete"
    ),
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_no_stranger_merges_or_deletes_anybody(theft: Theft, name: str) -> None:
    caller, browser = signed_in(theft.charlie.user), browser_of(theft.charlie)
    before = persons()

    answer = ATTEMPTS[name](caller, browser, theft)

    assert answer.status_code == 403
    # Whom a case entered for itself is no change.
    assert [row for row in persons() if row[1:2] != ("Somebody",)] == before


def test_whoever_is_left_over_is_not_deleted_by_a_stranger(theft: Theft) -> None:
    """Also when they are on no other list any more: the first entry counts, not the last one."""
    dora = theft.players[3]
    remove_entry(entry=theft.hall.tournament.entries.get(player=dora), by=theft.hall.alice)
    browser = browser_of(theft.charlie)
    before = digest()

    by_call = signed_in(theft.charlie.user).delete(f"/v1/entries/{theft.entry(dora)}/?player=delete")
    page = reverse("desk_entry_remove", args=["taken", theft.entry(dora)])
    by_page = browser.post(page, {"player": "delete", "confirm": CONFIRM})
    kept = browser.get(by_page["Location"]).content.decode()

    assert (by_call.status_code, by_page.status_code, digest() == before) == (403, 302, True)
    assert "Only the organizers who first entered Fumi can change these details." in kept
    assert [can_edit_player(one, dora) for one in (theft.charlie, theft.hall.alice)] == [False, True]


class TestNamesOfAPrivateTournament:
    """Mika plays in a private tournament of Charlie's, with a licence. Alice has never heard of her."""

    @pytest.fixture
    def mika(self, hall: Hall) -> Player:
        hidden = create_tournament(
            frame=Frame(slug="hidden", name="Hidden", rulebook_id="mleague", visibility="private"),
            by=hall.charlie,
        )
        mika = add_player(name="Mika", club=club_named("Secret Club"))
        register(tournament=hidden, player=mika, by=hall.charlie)
        set_licences(player=mika, licences=[("EMA", "777")])
        return mika

    def test_are_not_offered_at_the_desk_and_cannot_be_chosen(self, hall: Hall, mika: Player) -> None:
        browser, path = browser_of(hall.alice), reverse("desk_entries", args=["spring-open"])

        answer = browser.post(path, {"name": "Mika", "player": str(mika.pk)}, follow=True)

        assert "Secret Club" not in answer.content.decode()
        entered = hall.tournament.entries.select_related("player").get(player__name="Mika")
        assert entered.player != mika

    def test_are_offered_to_those_who_run_it(self, hall: Hall, mika: Player) -> None:
        path = reverse("desk_entries", args=["hidden"])

        answer = browser_of(hall.charlie).post(path, {"name": "Mika"})

        assert (answer.status_code, "Secret Club" in answer.content.decode()) == (422, True)

    def test_are_not_told_about_who_registers(self, hall: Hall, mika: Player) -> None:
        set_self_registration(
            tournament=hall.tournament,
            terms=RegistrationTerms(is_open=True, needs_approval=True),
            by=hall.alice,
        )
        made = sign_up(tournament=hall.tournament, about=About(name="Mika"), by=Actor())
        page = browser_of(hall.alice).get("/t/spring-open/desk/registrations/").content.decode()
        call = signed_in(hall.alice.user).post(f"/v1/registrations/{made.pk}/accept/", {})

        assert "Secret Club" not in page
        assert call.status_code == 200
        assert hall.tournament.entries.get(player__name="Mika").player != mika

    def test_are_not_told_by_lists_even_to_who_knows_the_licence(self, hall: Hall, mika: Player) -> None:
        text = "name,licence_body,licence_number\nMika,,\nSomebody,EMA,777\n"

        report = import_players(tournament=hall.tournament, text=text, by=hall.alice)

        assert [(one.line, one.code) for one in report.findings] == [(3, "licence_taken")]
        assert not any("Mika" in one.message or "Secret" in one.message for one in report.findings)
        entered = set(hall.tournament.entries.values_list("player__name", flat=True))
        assert {"Mika", "Somebody"} <= entered
        assert licences_of(mika) == [("EMA", "777")]
        assert Licence.objects.count() == 1


class TestWhoMay:
    """Bob has an account, Dora has none; Alice's tournament is where both were entered first."""

    @pytest.fixture
    def bob(self, hall: Hall) -> Player:
        return Player.objects.get(user=hall.bob)

    @pytest.fixture
    def dora(self, hall: Hall) -> Player:
        return Player.objects.get(name="Dora")

    def test_those_who_entered_somebody_first_and_the_operator(self, hall: Hall, dora: Player) -> None:
        other = open_hall("other", players=0)
        register(tournament=other.tournament, player=dora, by=other.alice)
        root = Actor(User.objects.create_superuser("root@example.org", name="Root"))
        people = {
            "Alice": hall.alice,
            "Rob": hall.rob,
            "Charlie": hall.charlie,
            "Bob": Actor(hall.bob),
            "who entered them later": other.alice,
            "the operator": root,
            "nobody": Actor(),
        }

        assert {name for name, by in people.items() if can_edit_player(by, dora)} == {"Alice", "the operator"}

    def test_somebody_with_an_account_decides_alone(self, hall: Hall, bob: Player) -> None:
        root = Actor(User.objects.create_superuser("root@example.org", name="Root"))
        people = (Actor(hall.bob), hall.alice, hall.charlie, root)

        assert [can_edit_player(by, bob) for by in people] == [True, False, False, True]

    def test_an_account_that_was_switched_off_decides_nothing(self, hall: Hall, bob: Player) -> None:
        User.objects.filter(pk=hall.bob.pk).update(is_active=False)

        assert [can_edit_player(by, bob) for by in (hall.alice, hall.charlie)] == [True, False]

    def test_a_deleted_account_leaves_it_to_the_first_organizers(self, hall: Hall, bob: Player) -> None:
        Player.objects.filter(pk=bob.pk).update(user=None)

        assert [can_edit_player(by, bob) for by in (hall.alice, hall.charlie)] == [True, False]

    def test_the_leagues_organizers_are_those_of_its_tournaments(self) -> None:
        console = Actor(is_console=True)
        league = create_league(slug="river", name="River", by=console)
        season = create_season(league=league, name="2026", by=console)
        hall = open_hall("river-1", players=2, season=season)
        dora = Player.objects.get(name="Dora")
        other = create_league(slug="hill", name="Hill", by=hall.charlie)
        lea = User.objects.create_user("lea@example.org", name="Lea")
        appoint_organizer(league=league, user=lea, by=console)

        assert [can_edit_player(by, dora) for by in (Actor(lea), hall.charlie)] == [True, False]
        assert other.staff.get().user == hall.charlie.user

    def test_whoever_is_dismissed_loses_it_and_whoever_comes_has_it(self, hall: Hall, dora: Player) -> None:
        appoint(tournament=hall.tournament, user=hall.charlie.user, role=Staff.Role.ORGANIZER, by=hall.alice)
        dismiss(staff=hall.tournament.staff.get(user=hall.alice.user), by=hall.charlie)

        assert [can_edit_player(by, dora) for by in (hall.alice, hall.charlie)] == [False, True]

    @pytest.mark.parametrize(
        ("scope", "narrowed_to", "may"),
        [
            ("read", None, False),
            ("report", None, False),
            ("manage", None, True),
            ("manage", "spring-open", True),
            ("manage", "another", False),
        ],
    )
    def test_a_token_reaches_as_far_as_it_says(
        self, hall: Hall, dora: Player, scope: str, narrowed_to: str | None, may: bool
    ) -> None:
        another = create_tournament(
            frame=Frame(slug="another", name="Another", rulebook_id="mleague"), by=hall.alice
        )
        register(tournament=another, player=dora, by=hall.alice)
        tournament = Tournament.objects.filter(slug=narrowed_to).first()
        token, _secret = create_api_token(
            name="Robot", scope=ApiToken.Scope(scope), days=1, by=hall.alice, tournament=tournament
        )

        assert can_edit_player(replace(hall.alice, api_token=token), dora) == may

    def test_a_narrowed_token_does_not_speak_for_its_owner_as_a_player(self, hall: Hall, bob: Player) -> None:
        own = create_tournament(
            frame=Frame(slug="bobs", name="Bob's", rulebook_id="mleague"), by=Actor(hall.bob)
        )
        narrowed, _secret = create_api_token(
            name="Robot", scope=ApiToken.Scope.MANAGE, days=1, by=Actor(hall.bob), tournament=own
        )

        assert can_edit_player(Actor(hall.bob), bob)
        assert not can_edit_player(Actor(hall.bob, api_token=narrowed), bob)

    def test_whoever_registers_is_entered_first_where_they_registered(self, hall: Hall) -> None:
        other = open_hall("other", players=0)
        set_self_registration(
            tournament=other.tournament, terms=RegistrationTerms(is_open=True), by=other.alice
        )
        sign_up(tournament=other.tournament, about=About("Kei"), by=Actor())

        kei = Player.objects.get(name="Kei")

        assert [can_edit_player(by, kei) for by in (other.alice, hall.alice)] == [True, False]

    @pytest.mark.parametrize("who", ["operator", "console"])
    def test_the_operators_list_gives_anybody_a_licence(self, hall: Hall, who: str) -> None:
        root = User.objects.create_superuser("root@example.org", name="Root")
        by = Actor(root) if who == "operator" else Actor(is_console=True)
        text = "name,licence_body,licence_number\nBob,EMA,99999999\n"

        report = import_players(tournament=hall.tournament, text=text, by=by)

        assert (licences_of(Player.objects.get(user=hall.bob)), report.findings) == (
            [("EMA", "99999999")],
            [],
        )

    def test_whom_nobody_ever_entered_is_the_operators(self, hall: Hall) -> None:
        kei = add_player(name="Kei")
        root = Actor(User.objects.create_superuser("root@example.org", name="Root"))

        assert [can_edit_player(by, kei) for by in (hall.alice, root)] == [False, True]


class TestMerging:
    def test_only_records_without_an_account_go_and_what_they_have_comes_to_one_of_theirs(
        self, hall: Hall
    ) -> None:
        bob, dora = Player.objects.get(name="Bob"), Player.objects.get(name="Dora")
        people = {"Alice": hall.alice, "Bob": Actor(hall.bob), "Charlie": hall.charlie}

        assert {name for name, by in people.items() if can_merge_players(by, bob, dora)} == {"Alice"}
        assert {name for name, by in people.items() if can_merge_players(by, dora, bob)} == set()
        assert {name for name, by in people.items() if can_merge_into(by, bob)} == {"Alice", "Bob"}

    def test_the_one_who_stays_keeps_their_first_tournament(self, hall: Hall) -> None:
        dora, emil = Player.objects.get(name="Dora"), Player.objects.get(name="Emil")
        second = create_tournament(
            frame=Frame(slug="second", name="Second", rulebook_id="mleague"), by=hall.alice
        )
        zoe = add_player(name="Zoe")
        register(tournament=second, player=zoe, by=hall.alice)

        for kept, gone in ((zoe, dora), (emil, zoe)):
            merge_players(
                player=kept, other=gone, seen=player_tag(kept), by=hall.alice, confirm=["merged_for_good"]
            )

        assert FirstTournament.objects.get(player=emil).tournament == hall.tournament
        assert not FirstTournament.objects.filter(player__name__in=["Dora", "Zoe"]).exists()

    def test_whom_nobody_had_entered_was_first_where_the_other_one_was(self, hall: Hall) -> None:
        kei, dora = add_player(name="Kei"), Player.objects.get(name="Dora")

        merge_players(
            player=kei, other=dora, seen=player_tag(kei), by=hall.alice, confirm=["merged_for_good"]
        )

        assert FirstTournament.objects.get(player=kei).tournament == hall.tournament


class TestFirstTournament:
    def test_a_later_entry_changes_nothing_and_the_end_of_the_first_neither(self, hall: Hall) -> None:
        other = open_hall("other", players=0)
        dora = Player.objects.get(name="Dora")
        register(tournament=other.tournament, player=dora, by=other.alice)

        remove_entry(entry=hall.tournament.entries.get(player=dora), by=hall.alice)

        assert FirstTournament.objects.get(player=dora).tournament == hall.tournament

    def test_the_database_refuses_another_one(self, hall: Hall) -> None:
        other = open_hall("other", players=0)
        before = list(FirstTournament.objects.order_by("player").values_list("player", "tournament"))

        with pytest.raises(DatabaseError, match="a_first_tournament_never_changes"), transaction.atomic():
            FirstTournament.objects.update(tournament=other.tournament)

        found = list(FirstTournament.objects.order_by("player").values_list("player", "tournament"))
        assert found == before

    def test_a_list_of_many_is_entered_first_where_it_was_imported(self, hall: Hall) -> None:
        import_players(tournament=hall.tournament, text="name\nKei\nLou\n", by=hall.alice)

        firsts = FirstTournament.objects.filter(player__name__in=["Kei", "Lou"])
        assert [one.tournament for one in firsts] == [hall.tournament] * 2


class TestOnesOwnPage:
    """What nobody else may change, the person does."""

    FORM: Mapping[str, Any] = {
        "name": "Robert",
        "reading": "ロバート",
        "country": "de",
        "club": "Hill Club",
        "licences": "EMA 04090035",
        "aliases": "bob_the_sparrow",
    }

    def test_a_person_changes_all_of_it_wherever_they_play(self, hall: Hall) -> None:
        browser, bob = browser_of(Actor(hall.bob)), Player.objects.get(name="Bob")
        other = open_hall("other", players=0)
        register(tournament=other.tournament, player=bob, by=other.alice)
        assert 'href="/me/player/"' in browser.get("/me/").content.decode()

        answer = browser.post("/me/player/", {**self.FORM, "seen_player": player_tag(bob)}, follow=True)

        bob = Player.objects.select_related("club").get(pk=bob.pk)
        assert (bob.name, bob.reading, bob.country, str(bob.club)) == (
            "Robert",
            "ロバート",
            "DE",
            "Hill Club",
        )
        assert (licences_of(bob), aliases_of(bob)) == ([("EMA", "04090035")], ["bob_the_sparrow"])
        assert "Your details were saved." in answer.content.decode()
        assert (hall.kinds()[-1], other.kinds()[-1]) == ("player_edited", "player_edited")

    def test_a_licence_that_somebody_else_has_is_refused_at_its_field(self, hall: Hall) -> None:
        bob, dora = Player.objects.get(name="Bob"), Player.objects.get(name="Dora")
        set_licences(player=dora, licences=[("EMA", "04090035")])
        before = persons()

        answer = browser_of(Actor(hall.bob)).post(
            "/me/player/", {**self.FORM, "seen_player": player_tag(bob)}
        )

        assert (answer.status_code, persons()) == (409, before)
        assert answer.context["form"].errors == {
            "licences": [
                "The licence EMA 04090035 belongs to someone else. If it is this player's, the operator can "
                "reassign it."
            ],
        }

    def test_what_was_changed_meanwhile_is_not_undone(self, hall: Hall) -> None:
        bob = Player.objects.get(name="Bob")
        seen = player_tag(bob)
        club = club_named("Dragon Club")
        edit_player(player=bob, changes={"club": club}, seen=seen, by=Actor(hall.bob))

        answer = browser_of(Actor(hall.bob)).post("/me/player/", {**self.FORM, "seen_player": seen})

        bob.refresh_from_db()
        assert (answer.status_code, bob.name, bob.club) == (412, "Bob", club)

    def test_an_account_that_is_no_player_has_no_such_page(self, hall: Hall) -> None:
        browser = browser_of(hall.charlie)

        answers = [browser.get("/me/player/"), browser.post("/me/player/", dict(self.FORM))]

        assert [answer.status_code for answer in answers] == [403, 403]
        assert "/me/player/" not in browser.get("/me/").content.decode()
