"""Before the first game an event's page says what is played and who comes."""

import re
from datetime import date

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.hall import Hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.imports.players import import_players
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.play.round_times import set_planned_rounds
from tournaments.actions.seen_versions import qualification_tag
from tournaments.actions.setup.tournaments import Frame, add_stage, create_tournament
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.models import Tournament
from tournaments.views.public.before import MOST_GROUPS, who_comes

pytestmark = pytest.mark.django_db
PAGE = "/t/autumn-open/"


@pytest.fixture
def planned(hall: Hall) -> Tournament:
    """A tournament that nobody has registered for."""
    frame = Frame(
        slug="autumn-open", name="Autumn Open", rulebook_id="ema_2025", starts_on=date(2026, 12, 19)
    )
    return create_tournament(frame=frame, by=hall.alice)


def section(name: str, address: str = PAGE) -> str:
    page = Client().get(address).content.decode()
    found = page[page.index(f'aria-labelledby="{name}"') :].split("</section>")[0]
    return " ".join(re.sub(r"<[^>]+>", " ", found.partition(">")[2]).split())


def enter(planned: Tournament, hall: Hall, *lines: str) -> None:
    import_players(tournament=planned, text="\n".join(["name,club,team,country", *lines]), by=hall.alice)


def test_it_says_by_which_rules_and_how_many_rounds_are_played(planned: Tournament, hall: Hall) -> None:
    set_planned_rounds(stage=planned.stages.get(), by=hall.alice, rounds=7, starts_at=600, minutes=90)

    assert section("format") == (
        "Format Rules EMA Riichi Competition Rules 2025 (v1.1) Game length two rounds (hanchan)"
        " Starting points 30,000 Return points 30,000 Uma (rank points) +15/+5/−5/−15"
        " Main stage 7 rounds of 90 minutes"
    )


def test_it_says_who_goes_on_to_the_final(planned: Tournament, hall: Hall) -> None:
    first = planned.stages.get()
    final = add_stage(tournament=planned, name="Final", by=hall.alice)
    terms = Terms(rules=[Places(first.pk, last=4)])
    set_qualification(stage=final, terms=terms, seen=qualification_tag(None), by=hall.alice)
    set_planned_rounds(stage=final, by=hall.alice, rounds=1, minutes=0)

    assert section("format").endswith(
        "Main stage – Final 1 round Places 1 to 4 of Main stage All players start at 0."
    )


def test_it_says_that_nobody_has_registered(planned: Tournament) -> None:
    assert section("coming") == "Who is coming No players are registered yet."


def test_it_says_who_comes_by_club_and_country(planned: Tournament, hall: Hall) -> None:
    enter(planned, hall, "A,Ueno,,JP", "B,Vienna,,AT", "C,Vienna,,AT", "D,,,JP", "E,,,")

    assert section("coming") == (
        "Who is coming All players 5 players 2 clubs AT 2 JP 2 Vienna 2 Ueno 1 Others 2"
    )


def test_where_teams_play_it_says_who_comes_by_team(planned: Tournament, hall: Hall) -> None:
    enter(planned, hall, "A,Ueno,Dragons,", "B,Ueno,Winds,", "C,Vienna,Winds,")

    assert section("coming") == "Who is coming All players 3 players 2 teams Winds 2 Dragons 1"


def test_of_many_clubs_the_smallest_are_one_row(planned: Tournament, hall: Hall) -> None:
    enter(planned, hall, *(f"P{n},Club {min(n, MOST_GROUPS + 2)},," for n in range(1, MOST_GROUPS + 4)))

    coming = who_comes(planned)

    assert (coming.players, coming.number) == (MOST_GROUPS + 3, MOST_GROUPS + 2)
    assert [(group.name, group.players) for group in coming.groups][:1] == [("Club 10", 2)]
    assert [(group.name, group.players) for group in coming.groups][-1:] == [("", 2)]
    assert sum(group.players for group in coming.groups) == coming.players


def test_the_page_takes_as_many_statements_however_many_come(planned: Tournament, hall: Hall) -> None:
    enter(planned, hall, "A,Ueno,,JP")
    Client().get(PAGE)  # publishes who is ranked
    with CaptureQueriesContext(connection) as one:
        Client().get(PAGE)
    enter(planned, hall, "B,Vienna,,AT", "C,Paris,,FR")
    Client().get(PAGE)

    with CaptureQueriesContext(connection) as three:
        Client().get(PAGE)

    assert len(three) == len(one)


def test_substitutes_are_not_counted(planned: Tournament, hall: Hall) -> None:
    enter(planned, hall, "A,Ueno,,JP", "B,Ueno,,JP")
    planned.entries.filter(player__name="B").update(is_substitute=True)

    assert who_comes(planned).players == 1


def test_its_first_button_is_to_register_with_the_places_left(planned: Tournament, hall: Hall) -> None:
    enter(planned, hall, "A,Ueno,,JP")
    set_self_registration(
        tournament=planned, terms=RegistrationTerms(is_open=True, capacity=48), by=hall.alice
    )

    page = Client().get(PAGE).content.decode()

    hero = page[page.index('class="hero"') : page.index("</header>")]
    assert re.findall(r'class="button main" href="([^"]+)"', hero) == [f"{PAGE}register/"]
    assert '<progress max="48" value="1"' in hero
    assert "Registration open 1 of 48 places taken" in text_of(Client().get(PAGE))


def test_a_closed_registration_has_no_button(planned: Tournament, hall: Hall) -> None:
    set_self_registration(tournament=planned, terms=RegistrationTerms(is_open=False), by=hall.alice)

    page = text_of(Client().get(PAGE))

    assert "Registration closed" in page
    assert "Register" not in page.replace("Registration", "")


def test_once_it_runs_its_page_is_of_the_game(round_: object) -> None:
    assert "Who is coming" not in text_of(Client().get("/t/spring-open/"))


def test_published_rounds_are_below(hall: Hall) -> None:
    publish_round(round_=hall.draw(), by=hall.alice)

    page = text_of(Client().get("/t/spring-open/"))

    assert page.index("Who is coming") < page.index("Round 1 Published")
