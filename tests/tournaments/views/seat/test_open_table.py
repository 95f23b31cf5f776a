"""Players of a club open their own tables, each from the phone that follows their card, or signed in."""

import pytest
from django.test import Client

from tests.permissions import digest
from tests.tournaments.actions.free_play.club_night import ClubNight, club_night
from tests.tournaments.odd_hall import THREES
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_player_cards import card_of, report, scan
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.actions.setup.tournaments import add_stage
from tournaments.models import Scoresheet, Seat, Table

pytestmark = pytest.mark.django_db

HERE = "/t/spring-open/open-table/"
FOUR = ("Bob", "Dora", "Emil", "Fumi")


@pytest.fixture
def club() -> ClubNight:
    found = club_night()
    issue_player_cards(tournament=found.hall.tournament, by=found.hall.alice)
    return found


def phone_of(club: ClubNight, name: str) -> Client:
    return scan(card_of(club.player(name)))


def bob(club: ClubNight) -> Client:
    return signed_in(Actor(club.hall.bob))


def seats(club: ClubNight, *names: str) -> dict[str, int]:
    return {f"seat_{wind}": club.player(name).pk for wind, name in enumerate(names, 1)}


def take_back(table: Table) -> str:
    return f"/t/spring-open/tables/{table.pk}/take-back/"


def test_the_card_leads_there_and_on_to_the_table(club: ClubNight) -> None:
    dora, emil = phone_of(club, "Dora"), phone_of(club, "Emil")
    assert f'href="{HERE}"' in dora.get("/seat/card/").content.decode()

    done = dora.post(HERE, seats(club, *FOUR), follow=True)

    assert done.redirect_chain == [("/seat/table/", 302)]
    assert "The table is open. Enter the result when the game is over." in text_of(done)
    assert club.seated() == {(1, 1): list(FOUR)}
    # The other phones are led there by themselves.
    assert emil.get("/seat/card/").headers["Location"] == "/seat/table/"


def test_after_the_result_the_next_table_is_one_tap_away(club: ClubNight) -> None:
    dora = phone_of(club, "Dora")
    dora.post(HERE, seats(club, *FOUR))

    report(dora, Seat.objects.get(entry=club.player("Dora")))

    assert f'href="{HERE}"' in dora.get("/seat/table/").content.decode()


def test_whoever_is_signed_in_as_the_player_needs_no_card(club: ClubNight) -> None:
    browser = bob(club)

    done = browser.post(HERE, seats(club, *FOUR), follow=True)

    assert done.redirect_chain == [("/seat/table/", 302)]
    assert "This phone: Bob, East" in text_of(done)
    assert "Stop using this card" not in text_of(done)
    report(browser, Seat.objects.get(entry=club.player("Bob")))
    sheet = Scoresheet.objects.get()
    assert sheet.reported_by_seat == Seat.objects.get(entry=club.player("Bob"))
    assert "You reported" in text_of(browser.get("/seat/table/"))


def test_whoever_opens_a_table_sits_there(club: ClubNight) -> None:
    dora = phone_of(club, "Dora")
    before = digest()

    refused = dora.post(HERE, seats(club, "Bob", "Emil", "Fumi", "Goro"))

    assert refused.status_code == 422
    assert "Please include yourself: the player who opens a table sits at it." in text_of(refused)
    assert digest() == before


def test_the_staff_open_one_for_others_and_see_it(club: ClubNight) -> None:
    alice = signed_in(club.hall.alice)

    done = alice.post(HERE, seats(club, *FOUR))

    assert done.headers["Location"] == f"/t/spring-open/tables/{Table.objects.get().pk}/"


def test_what_is_refused_comes_back_with_what_was_chosen(club: ClubNight) -> None:
    refused = bob(club).post(HERE, seats(club, "Bob", "Dora", "Emil", "Bob"))

    assert refused.status_code == 422
    assert "Please choose a different player for each seat." in text_of(refused)
    chosen = refused.content.decode().split(" selected>")[1:]
    assert [part.split("<")[0].split(" ")[1].strip() for part in chosen] == ["Bob", "Dora", "Emil", "Bob"]


def test_an_empty_seat_is_asked_for(club: ClubNight) -> None:
    refused = bob(club).post(HERE, {**seats(club, "Bob", "Dora", "Emil")})

    assert (refused.status_code, Table.objects.count()) == (422, 0)
    assert "This field is required." in text_of(refused)


def test_where_tables_of_three_have_rules_the_last_seat_may_stay_empty(club: ClubNight) -> None:
    name_odd_rulebook(
        tournament=club.hall.tournament,
        players=3,
        rulebook_id="mleague",
        house_rules=THREES.rules,
        by=club.hall.alice,
    )
    browser = bob(club)
    assert "Leave empty at smaller tables." in text_of(browser.get(HERE))

    browser.post(HERE, seats(club, "Bob", "Dora", "Emil"))

    assert club.seated() == {(1, 1): ["Bob", "Dora", "Emil"]}


def test_those_who_played_today_are_offered_first(club: ClubNight) -> None:
    page = text_of(bob(club).get(HERE))
    assert "Played today" not in page

    club.play("Goro", "Hana", "Iris", "Jun")

    first = bob(club).get(HERE).content.decode().split("</select>")[0]
    groups = first.split("<optgroup")[1:]
    assert ['label="Played today"' in groups[0], 'label="All others"' in groups[1]] == [True, True]
    assert ["Goro" in groups[0], "Bob" in groups[1]] == [True, True]


def test_of_two_such_stages_one_is_chosen(club: ClubNight) -> None:
    final = add_stage(
        tournament=club.hall.tournament, name="Friendly games", kind="free_play", by=club.hall.alice
    )

    bob(club).post(HERE, {**seats(club, *FOUR), "stage": final.pk})

    assert Table.objects.get().round.stage == final


def test_those_who_sit_there_take_a_table_back_and_nobody_else(club: ClubNight) -> None:
    table = club.open(*FOUR)
    emil = phone_of(club, "Emil")
    assert "Opened by mistake?" in text_of(emil.get("/seat/table/"))

    assert phone_of(club, "Goro").post(take_back(table)).status_code == 403
    assert Table.objects.count() == 1
    done = emil.post(take_back(table), follow=True)

    assert "The table was taken back." in text_of(done)
    assert Table.objects.count() == 0


def test_a_table_with_a_result_says_why_it_stays(club: ClubNight) -> None:
    table = club.play(*FOUR)

    done = bob(club).post(take_back(table), follow=True)

    assert "Table 1 has a result; the referee can void it first." in text_of(done)


def test_where_nobody_opens_tables_there_is_no_such_page(club: ClubNight) -> None:
    set_free_play(stage=club.hall.stage, is_on=False, by=club.hall.alice)

    assert bob(club).get(HERE).status_code == 404


def test_a_tournament_that_is_over_opens_nothing(club: ClubNight) -> None:
    club.play(*FOUR)
    finish_tournament(tournament=club.hall.tournament, by=club.hall.alice, confirm=["rounds_open"])

    refused = bob(club).post(HERE, seats(club, *FOUR))

    assert "This tournament is finished." in text_of(refused)
    assert "Open a table" not in text_of(Client().get("/t/spring-open/"))


def test_everybody_finds_it_on_the_tournaments_page(club: ClubNight) -> None:
    assert f'href="{HERE}"' in Client().get("/t/spring-open/").content.decode()
    assert Client().get(HERE).headers["Location"] == f"/accounts/login/?next={HERE}"


def test_the_account_of_a_player_leads_there_as_long_as_the_tournament_goes_on(club: ClubNight) -> None:
    club.play(*FOUR)
    assert f'href="{HERE}"' in bob(club).get("/me/").content.decode()
    assert f'href="{HERE}"' not in signed_in(club.hall.charlie).get("/me/").content.decode()

    finish_tournament(tournament=club.hall.tournament, by=club.hall.alice, confirm=["rounds_open"])

    assert f'href="{HERE}"' not in bob(club).get("/me/").content.decode()


def test_a_table_that_does_not_count_says_so_on_the_phone(club: ClubNight) -> None:
    club.open(*FOUR, is_unranked=True)

    assert "Table 1 · Round 1 Unranked" in text_of(phone_of(club, "Dora").get("/seat/table/"))
