"""The desk's list of players: sorted, filtered, in pages, and done with many at once."""

import re
from uuid import uuid4

import pytest
from django.test import Client

from players.actions import club_named, set_licences
from players.models import Player
from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall
from tests.tournaments.views.public.test_registration import text_of
from tournaments.actions.people.check_in import check_in
from tournaments.actions.people.entries import withdraw
from tournaments.actions.people.fees import note_fees_paid
from tournaments.models import Entry, PlayerCard

pytestmark = pytest.mark.django_db

LIST = "/t/spring-open/desk/entries/"
MARK = LIST + "mark/"


def numbers(page) -> list[int]:
    return [int(number) for number in re.findall(r'<td class="number">(\d+)</td>', page.content.decode())]


def some(hall: Hall, *numbers: int):
    return hall.tournament.entries.filter(number__in=numbers)


def mark(client: Client, hall: Hall, do: str, *numbers: int, **fields: str):
    ticked = [entry.pk for entry in some(hall, *numbers)]
    return client.post(MARK, {"do": do, "entry": ticked, "key": uuid4(), **fields}, follow=True)


def add_many(hall: Hall, count: int) -> None:
    """Fill the list, faster than by registering."""
    players = Player.objects.bulk_create(
        Player(name=f"Player {number}", skeleton=f"player {number}") for number in range(count)
    )
    Entry.objects.bulk_create(
        Entry(tournament=hall.tournament, player=player, number=100 + index, lot=10_000_000 + index)
        for index, player in enumerate(players)
    )


@pytest.fixture
def sorts(hall: Hall) -> Hall:
    """Four players who differ in everything; the other four have withdrawn."""
    for entry in some(hall, 5, 6, 7, 8):
        withdraw(entry=entry, by=hall.alice)
    for number, (reading, country, club) in enumerate(
        [("zz", "JP", "Aoi"), ("", "DE", "Fuji"), ("aa", "FR", ""), ("mm", "AT", "Beni")], start=1
    ):
        player = hall.tournament.entries.get(number=number).player
        player.reading, player.country = reading, country
        player.club = club_named(club) if club else None
        player.save()
    set_licences(player=hall.tournament.entries.get(number=3).player, licences=[("EMA", "04090035")])
    check_in(tournament=hall.tournament, entries=some(hall, 2, 3), by=hall.rob)
    note_fees_paid(tournament=hall.tournament, entries=some(hall, 4), by=hall.alice)
    return hall


@pytest.mark.parametrize(
    ("sort", "first"),
    [
        ("number", [1, 2, 3, 4]),
        ("-number", [8, 7, 6, 5]),
        # Dora has no reading: her name stands for it.
        ("name", [3, 2, 5, 6, 7, 8, 4, 1]),
        ("-paid", [4]),
        ("card", [1, 2, 3, 4]),
        ("country", [5, 6, 7, 8, 4, 2, 3, 1]),
        ("-group", [2, 4, 1]),
        ("-licence", [3]),
        ("state", [1, 4, 2, 3, 5, 6, 7, 8]),
        ("rubbish", [1, 2, 3, 4]),
    ],
)
def test_it_is_sorted_by_each_column(sort: str, first: list[int], sorts: Hall, alice: Client) -> None:
    found = numbers(alice.get(LIST, {"sort": sort}))

    assert (len(found), found[: len(first)]) == (8, first)


def test_a_title_sorts_by_its_column_and_then_the_other_way_round(hall: Hall, alice: Client) -> None:
    page = alice.get(LIST, {"sort": "name", "show": "here"}).content.decode()

    assert re.search(r'aria-sort="ascending">\s*<a href="\?show=here&amp;sort=-name">', page)
    assert re.search(r'<th scope="col">\s*<a href="\?show=here&amp;sort=country">', page)


@pytest.mark.parametrize(
    ("show", "found"),
    [
        ("missing", [1, 4]),
        ("here", [2, 3]),
        ("unpaid", [1, 2, 3, 5, 6, 7, 8]),
        ("withdrawn", [5, 6, 7, 8]),
        ("substitutes", []),
        ("no_card", [1, 2, 3, 4]),
        ("rubbish", [1, 2, 3, 4, 5, 6, 7, 8]),
    ],
)
def test_it_shows_those_who_are_asked_for(show: str, found: list[int], sorts: Hall, alice: Client) -> None:
    assert numbers(alice.get(LIST, {"show": show})) == found


def test_it_shows_one_club(sorts: Hall, alice: Client) -> None:
    assert numbers(alice.get(LIST, {"club": club_named("Fuji").pk})) == [2]
    assert len(numbers(alice.get(LIST, {"club": "9" * 30}))) == 8


def test_it_counts_who_is_here_and_who_has_paid(sorts: Hall, alice: Client) -> None:
    assert "4 players 2 of 4 here 1 of 8 paid" in text_of(alice.get(LIST))


def test_fees_are_not_spoken_of_where_there_are_none(hall: Hall, alice: Client) -> None:
    page = text_of(alice.get(LIST))

    assert ("0 of 8 paid" in page, "Not paid" in page) == (False, False)


class TestMany:
    def test_are_checked_in_and_it_is_undone_at_once(self, hall: Hall, alice: Client) -> None:
        done = mark(alice, hall, "here", 1, 2, list="show=missing&page=1")

        assert done.redirect_chain == [(f"{LIST}?show=missing&page=1", 302)]
        assert "2 more players are here." in text_of(done)
        ticked = [("entry", str(entry.pk)) for entry in some(hall, 1, 2)]
        for name, value in [("do", "not_here"), *ticked]:
            assert f'<input type="hidden" name="{name}" value="{value}">' in done.content.decode()

    def test_have_paid(self, hall: Hall, alice: Client) -> None:
        done = text_of(mark(alice, hall, "paid", 1, 2, 3))

        assert "3 more players have paid." in done
        assert "3 of 8 paid" in done

    def test_one_is_named(self, hall: Hall, alice: Client) -> None:
        said = [text_of(mark(alice, hall, do, 1)) for do in ("paid", "paid", "unpaid")]

        assert "Bob has paid." in said[0]
        assert "Nothing changed." in said[1]
        assert "Bob has not paid yet." in said[2]

    def test_get_cards_which_are_then_printed(self, hall: Hall, alice: Client) -> None:
        withdraw(entry=some(hall, 3).get(), by=hall.alice)

        page = mark(alice, hall, "cards", 1, 2, 3)

        assert page.redirect_chain[0][0].startswith("/t/spring-open/desk/cards/print/?entry=")
        assert [card.entry.number for card in page.context["cards"]] == [1, 2]
        assert PlayerCard.objects.count() == 2

    def test_are_ticked_on_the_page_where_they_withdraw(self, hall: Hall, alice: Client) -> None:
        check_in(tournament=hall.tournament, entries=some(hall, 1, 2), by=hall.rob)

        page = mark(alice, hall, "withdraw", 1, 2)

        chosen = re.findall(r'value="(\d+)"[^>]* checked', page.content.decode())
        assert chosen == [str(entry.pk) for entry in some(hall, 1, 2)]
        assert not hall.tournament.entries.filter(status="withdrawn").exists()

    @pytest.mark.parametrize("entry", [[], ["x"], ["9" * 30], ["0"]])
    def test_none_are_refused(self, entry: list[str], hall: Hall, alice: Client) -> None:
        before = facts()

        page = alice.post(MARK, {"do": "paid", "entry": entry}, follow=True)

        assert ("Tick the players first." in text_of(page), facts()) == (True, before)

    def test_nothing_else_is_done_and_nowhere_else_led_to(self, hall: Hall, alice: Client) -> None:
        before = facts()

        refused = alice.post(MARK, {"do": "delete", "entry": hall.entries()}, follow=True)

        assert "Choose what to do with the ticked players." in text_of(refused)
        assert facts() == before
        assert alice.post(MARK, {"do": "paid", "list": "next=//evil.example"})["Location"] == LIST


def test_everybody_on_the_page_is_ticked_without_a_script(hall: Hall, alice: Client) -> None:
    page = alice.get(LIST, {"tick": "all"}).content.decode()

    assert len(re.findall(r'form="many" checked', page)) == 8


def test_a_page_has_a_hundred_players_and_its_links_keep_the_rest(hall: Hall, alice: Client) -> None:
    add_many(hall, 105)

    first, second = alice.get(LIST, {"sort": "-number"}), alice.get(LIST, {"sort": "-number", "page": 2})

    assert (len(numbers(first)), len(numbers(second))) == (100, 13)
    assert 'href="?sort=-number&amp;page=2" rel="next"' in first.content.decode()


def test_a_thousand_players_take_as_many_statements_as_eight(
    hall: Hall, alice: Client, django_assert_num_queries
) -> None:
    with django_assert_num_queries(STATEMENTS):
        alice.get(LIST)
    add_many(hall, 1_000)
    with django_assert_num_queries(STATEMENTS):
        alice.get(LIST)


# After session, person, tournament and role: counts, fee, clubs, registrations, proposals, whether a round waits, how
# many rows, and the rows of the page.
STATEMENTS = 12


def test_the_public_does_not_see_who_has_paid(hall: Hall, client: Client) -> None:
    before = text_of(client.get("/t/spring-open/players/"))
    note_fees_paid(tournament=hall.tournament, entries=some(hall, 1), by=hall.alice)

    assert text_of(client.get("/t/spring-open/players/")) == before
