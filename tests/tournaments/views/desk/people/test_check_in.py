"""At the door: a tap for each, who is missing, and who then leaves."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from players.actions import add_player, set_licences
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.public.test_registration import text_of
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.people.check_in import check_in
from tournaments.actions.people.entries import register, withdraw
from tournaments.models import Entry, PlayerCard

pytestmark = pytest.mark.django_db

DESK = "/t/spring-open/desk/check-in/"
KEY = "3f1c9d6e-0000-4000-8000-000000000001"


@pytest.fixture
def rob(hall: Hall) -> Client:
    return signed_in(hall.rob)


def entry(hall: Hall, number: int) -> Entry:
    return hall.tournament.entries.get(number=number)


def all_but(hall: Hall, *numbers: int) -> None:
    rows = hall.tournament.entries.exclude(number__in=numbers)
    check_in(tournament=hall.tournament, entries=rows, by=hall.rob)


def test_a_referee_ticks_somebody_off_and_stays_where_they_were(hall: Hall, rob: Client) -> None:
    bob = entry(hall, 1)

    response = rob.post(f"{DESK}{bob.pk}/here/", {"key": KEY, "show": "missing", "q": "b"}, follow=True)

    assert response.redirect_chain == [(f"{DESK}?q=b&show=missing#entry-{bob.pk}", 302)]
    assert "Bob is here." in text_of(response)
    assert "1 of 8 here" in text_of(response)


def here_now(hall: Hall) -> list[int]:
    rows = hall.tournament.entries.exclude(checked_in_at=None).order_by("number")
    return list(rows.values_list("number", flat=True))


class TestTypingANumber:
    def typed(self, rob: Client, text: str):
        return rob.post(f"{DESK}typed/", {"key": uuid4(), "typed": text}, follow=True)

    def test_a_number_and_enter_is_enough_and_the_next_may_be_typed_at_once(
        self, hall: Hall, rob: Client
    ) -> None:
        answers = [self.typed(rob, text) for text in ("3", " ５ ")]

        three, five = (entry(hall, number).player.name for number in (3, 5))
        assert f"{three} is here: 1 of 8." in text_of(answers[0])
        assert f"{five} is here: 2 of 8." in text_of(answers[1])
        assert re.search(r'name="typed"[^>]*autofocus', answers[1].content.decode())

    @pytest.mark.parametrize("form", ["{code}", "https://example.org/seat/#{code}"])
    def test_a_scanned_card_says_whose_it_is(self, form: str, hall: Hall, rob: Client) -> None:
        issue_player_cards(tournament=hall.tournament, by=hall.alice)
        card = PlayerCard.objects.get(entry=entry(hall, 4))

        answer = self.typed(rob, form.format(code=card.code))

        assert f"{card.entry.player.name} is here: 1 of 8." in text_of(answer)

    @pytest.mark.parametrize("text", ["99", "nobody", "9" * 400, ""])
    def test_what_is_nobodys_number_says_so_and_checks_nobody_in(
        self, text: str, hall: Hall, rob: Client
    ) -> None:
        answer = self.typed(rob, text)

        assert answer.status_code == 200
        assert "enter a number or a name from the list, or scan a" in text_of(answer)
        assert not Entry.objects.filter(checked_in_at__isnull=False).exists()

    @pytest.mark.parametrize("text", ["Dora", "ｄｏｒａ", "dor", "どら", "ドラ", "1234567"])
    def test_a_name_a_reading_or_a_licence_is_enough_where_it_is_one_players(
        self, text: str, hall: Hall, rob: Client
    ) -> None:
        dora = entry(hall, 2).player
        dora.reading = "どら"
        dora.save()
        set_licences(player=dora, licences=[("EMA", "1234567")])

        assert "Dora is here: 1 of 8." in text_of(self.typed(rob, text))

    def test_a_whole_name_is_not_taken_for_the_beginning_of_another(self, hall: Hall, rob: Client) -> None:
        register(tournament=hall.tournament, player=add_player(name="Bobby"), by=hall.alice)

        assert "Bob is here: 1 of 9." in text_of(self.typed(rob, "bob"))

    def test_of_several_the_page_asks_which_and_one_tap_answers(self, hall: Hall, rob: Client) -> None:
        register(tournament=hall.tournament, player=add_player(name="Bobby"), by=hall.alice)

        asked = self.typed(rob, "bo")
        answered = rob.post(f"{DESK}typed/", {"typed": "9"}, follow=True)

        assert asked.redirect_chain == [(f"{DESK}?typed=bo", 302)]
        assert "Who of these is “bo”? 1 Bob 9 Bobby" in text_of(asked)
        assert re.search(r'name="typed"[^>]*autofocus', asked.content.decode())
        assert "Bobby is here: 1 of 9." in text_of(answered)
        assert list(here_now(hall)) == [9]

    def test_who_was_replaced_or_plays_elsewhere_is_not_here(self, hall: Hall, rob: Client) -> None:
        other = open_hall(slug="elsewhere")
        issue_player_cards(tournament=other.tournament, by=other.alice)
        theirs = PlayerCard.objects.first()
        withdraw(entry=entry(hall, 2), by=hall.alice)

        answers = [self.typed(rob, theirs.code), self.typed(rob, "2")]

        assert ["No player here matches" in text_of(answer) for answer in answers] == [True, True]


def test_those_who_came_last_are_undone_beside_the_box(hall: Hall, rob: Client) -> None:
    for number in (1, 2, 3, 4):
        check_in(
            tournament=hall.tournament, entries=hall.tournament.entries.filter(number=number), by=hall.rob
        )

    page = rob.get(DESK).content.decode()

    undone = re.findall(r"check-in/(\d+)/undo/", page)
    assert undone == [str(entry(hall, number).pk) for number in (4, 3, 2)]
    assert "4 / 8" in page


def test_after_everybody_the_exceptions_can_be_undone(hall: Hall, rob: Client) -> None:
    response = rob.post(f"{DESK}all/", {"key": KEY, "confirm": "sure"}, follow=True)

    assert response.redirect_chain == [(f"{DESK}?show=all", 302)]
    assert response.content.decode().count("/undo/") == 8


def test_it_is_undone(hall: Hall, rob: Client) -> None:
    all_but(hall)

    response = rob.post(f"{DESK}{entry(hall, 1).pk}/undo/", {"key": KEY}, follow=True)

    assert "Bob is not here yet." in text_of(response)
    assert "7 of 8 here" in text_of(response)


def test_the_filter_shows_those_who_are_not_here_yet(hall: Hall, rob: Client) -> None:
    all_but(hall, 1, 2)

    page = rob.get(f"{DESK}?show=missing").content.decode()

    assert ("Bob" in page, "Dora" in page, "Emil" in page) == (True, True, False)


def test_a_name_is_found_without_javascript(hall: Hall, rob: Client) -> None:
    page = rob.get(f"{DESK}?q=dor").content.decode()

    assert ("Dora" in page, "Bob" in page) == (True, False)


def test_everybody_is_here_with_one_tap_and_nobody_on_another_day(hall: Hall, rob: Client) -> None:
    all_but(hall, 1, 2)

    everybody = text_of(rob.post(f"{DESK}all/", {"key": KEY, "confirm": "sure"}, follow=True))
    again = text_of(rob.post(f"{DESK}again/", {"confirm": "sure"}, follow=True))

    assert "2 more players are here." in everybody
    assert "8 of 8 here" in everybody
    assert "0 of 8 here" in again


def test_the_page_takes_as_many_queries_for_one_as_for_all(
    hall: Hall, rob: Client, django_assert_num_queries
) -> None:
    all_but(hall, 1, 2, 3)

    # After tournament, session, person and role: who takes part, and whether a round waits that would be repaired.
    with django_assert_num_queries(6):
        rob.get(DESK)


@pytest.mark.parametrize("page", ["/t/spring-open/desk/", "/t/spring-open/desk/draw/plan/"])
class TestWhoDraws:
    def test_reads_who_is_not_here(self, hall: Hall, alice: Client, page: str) -> None:
        all_but(hall, 1, 2)

        assert "2 players have not arrived yet: Bob , Dora Choose who leaves (already ticked)" in text_of(
            alice.get(page)
        )

    def test_reads_nothing_where_nobody_is_checked_in(self, hall: Hall, alice: Client, page: str) -> None:
        assert "not here yet" not in text_of(alice.get(page))

    def test_reads_nothing_where_everybody_is_here(self, hall: Hall, alice: Client, page: str) -> None:
        all_but(hall)

        assert "not here yet" not in text_of(alice.get(page))


def test_before_a_draw_those_who_do_not_come_are_ticked_to_withdraw(hall: Hall, alice: Client) -> None:
    all_but(hall, 1, 2)
    missing = [entry(hall, 1).pk, entry(hall, 2).pk]
    address = f"{DESK}leavers/"

    assert address in alice.get("/t/spring-open/desk/draw/plan/").content.decode()
    page = alice.get(address).content.decode()
    alice.post(address, {"leavers": missing, "key": KEY})

    assert page.count(" checked") == 2
    withdrawn = hall.tournament.entries.filter(status="withdrawn")
    assert sorted(withdrawn.values_list("pk", flat=True)) == missing


def test_once_tables_are_drawn_they_are_ticked_on_the_page_that_repairs(hall: Hall, alice: Client) -> None:
    all_but(hall, 1, 2)
    hall.draw()
    missing = [entry(hall, 1).pk, entry(hall, 2).pk]
    address = f"/t/spring-open/desk/draw/repair/?leaver={missing[0]}&leaver={missing[1]}"

    desk = alice.get("/t/spring-open/desk/draw/plan/").content.decode()

    assert address.replace("&", "&amp;") in desk
    assert alice.get(address).content.decode().count(" checked") == 2


def test_nobody_leaves_who_sits_in_a_round_and_the_page_says_where_they_do(hall: Hall, alice: Client) -> None:
    hall.draw()
    bob = entry(hall, 1)

    response = alice.post(f"{DESK}leavers/", {"leavers": [bob.pk], "key": KEY})

    assert (response.status_code, entry(hall, 1).status) == (409, "active")
    assert "/desk/draw/repair/" in response.content.decode()


def test_the_public_does_not_see_who_is_here(hall: Hall, client: Client) -> None:
    before = text_of(client.get("/t/spring-open/players/"))
    all_but(hall, 1)

    assert text_of(client.get("/t/spring-open/players/")) == before


def test_everybody_is_here_is_said_where_those_who_are_not_would_stand(hall: Hall, rob: Client) -> None:
    all_but(hall)

    said = [text_of(rob.get(f"{DESK}{query}")) for query in ("?show=missing", "?show=missing&q=zzz")]

    assert ["Everyone is here." in one for one in said] == [True, False]


def test_before_a_draw_the_first_twelve_who_are_not_here_are_named() -> None:
    hall = open_hall(players=14)
    alice, plan = signed_in(hall.alice), "/t/spring-open/desk/draw/plan/"
    names = list(hall.tournament.entries.order_by("number").values_list("player__name", flat=True))

    said = []
    for here in ([1], [1, 2]):
        check_in(
            tournament=hall.tournament,
            entries=hall.tournament.entries.filter(number__in=here),
            by=hall.rob,
        )
        said.append(text_of(alice.get(plan)).replace(" ,", ","))

    assert f"13 players have not arrived yet: {', '.join(names[1:13])} … Choose who leaves" in said[0]
    assert f"12 players have not arrived yet: {', '.join(names[2:14])} Choose who leaves" in said[1]
