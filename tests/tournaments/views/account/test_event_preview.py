"""What the form of a new tournament shows beside itself: the public page by what is typed so far."""

import re

import pytest
import time_machine

from tests.tournaments.views.conftest import signed_in
from tournaments.actions.actor import Actor
from tournaments.actions.leagues.founding import create_league
from tournaments.actions.leagues.presets import open_season
from tournaments.models import Draw, Stage, Tournament
from tournaments.views.account.new_tournament import PREVIEWS_A_MINUTE
from web.fair_use import MINUTE, count_call

pytestmark = pytest.mark.django_db

PAGE = "/new/mleague/preview/"
TYPED = {
    "name": "Harbour Open",
    "starts_on": "2027-03-06",
    "starts_at": "09:30",
    "venue": "Town Hall",
    "rounds": "4",
    "minutes": "75",
    "pause": "15",
    "lunch_after": "2",
    "lunch": "60",
    "time_zone": "Europe/Berlin",
    "visibility": "public",
    "confirmation_rule": "all_others",
}


def text_of(answer) -> str:
    """What a person reads in a part of a page."""
    return words(answer.content.decode())


def words(markup: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", markup).split())


def test_the_preview_says_name_days_venue_rules_rounds_and_times(charlie):
    said = text_of(charlie.post(f"{PAGE}?shape=one_day", TYPED))

    assert said.startswith("Harbour Open Planned March 6, 2027 Town Hall Format Rules M-League")
    assert "Main stage 4 rounds of 75 minutes" in said
    assert said.endswith("Timetable March 6, 2027 09:30 Round 1 11:00 Round 2 13:15 Round 3 14:45 Round 4")


def test_the_preview_is_what_the_public_page_then_says(charlie):
    """Head, format and timetable are the same, but for the links."""
    typed = {**TYPED, "final_tables": "2", "final_carries": "full", "first_stage": "Morning"}
    preview = charlie.post(f"{PAGE}?shape=qualifying_final", typed)
    charlie.post("/new/mleague/?shape=qualifying_final", typed)

    public = charlie.get("/t/harbour-open/").content.decode()

    said = text_of(preview)
    for part in (
        r'<ul class="line">.*?</ul>',
        r'<section[^>]*"format".*?</section>',
        r'<section[^>]*"timetable".*?</section>',
    ):
        shown = re.search(part, public, re.DOTALL)
        assert shown is not None
        assert words(shown[0]) in said
    assert "Places 1 to 8 of Morning All players start with their whole total." in said


@pytest.mark.parametrize(
    "shape", ["ema_event", "m_league", "club_ladder", "knockout", "pools_final", "nonsense"]
)
@pytest.mark.parametrize("rulebook", ["mleague", "danching", "beginner", "wrc_2025"])
def test_every_shape_has_a_preview_under_every_kind_of_rulebook(charlie, shape, rulebook):
    answer = charlie.post(f"/new/{rulebook}/preview/?shape={shape}", TYPED)

    assert answer.status_code == 200
    assert text_of(answer).startswith("Harbour Open Planned")


def test_the_form_opens_with_a_preview_of_what_it_is_filled_in_with(charlie):
    page = charlie.get("/new/mleague/?shape=ema_event").content.decode()

    shown = page.split("data-preview=", 1)[1]
    assert shown.startswith('"/new/mleague/preview/?shape=ema_event"')
    assert "10 rounds of 90 minutes" in shown
    assert "Round 10" in shown


def test_a_form_that_is_refused_shows_what_was_typed(charlie):
    answer = charlie.post("/new/mleague/?shape=one_day", {**TYPED, "slug": "Ü"})

    assert answer.status_code == 422
    shown = answer.content.decode().split("data-preview=", 1)[1]
    assert "Harbour Open" in shown
    assert "4 rounds of 75 minutes" in shown


@pytest.mark.parametrize(
    ("field", "bad", "gone"),
    [
        ("name", "", "Harbour Open"),
        ("name", "a\x00b", "Harbour Open"),
        ("name", "x" * 20_000, "Harbour Open"),
        ("starts_on", "soon", "March 6, 2027"),
        ("starts_on", "0001-01-01", "Timetable"),
        ("ends_on", "2027-03-01", "March 1, 2027"),
        ("rounds", "9" * 5_000, "Timetable"),
        ("minutes", "-1", "Timetable"),
        ("time_zone", "Mars/Base", "Mars"),
        ("final_carries", "all", "all of"),
    ],
)
def test_what_is_invalid_is_left_out(charlie, field, bad, gone):
    answer = charlie.post(f"{PAGE}?shape=qualifying_final", {**TYPED, field: bad})

    assert answer.status_code == 200
    assert gone not in text_of(answer)
    assert "Town Hall" in text_of(answer)


def test_answers_to_what_the_rulebook_leaves_open_are_seen_at_once(charlie):
    answers = {"rule_table_starting_points": "25000", "rule_result_return_points": "30000"}

    before, after = [text_of(charlie.post("/new/mu/preview/", {**TYPED, **more})) for more in ({}, answers)]

    assert "Starting points left open Return points left open" in before
    assert "Starting points 25,000 Return points 30,000" in after


def test_the_preview_has_no_links_forms_or_scripts_and_stores_nothing(hall, charlie):
    before = [list(model.objects.order_by("pk").values()) for model in (Tournament, Stage, Draw)]

    page = charlie.post(f"{PAGE}?shape=one_day", {**TYPED, "name": "<b>Open</b>"}).content.decode()

    assert not re.findall(r"<(?:a|form|script|button|input)\b", page)
    assert "&lt;b&gt;Open&lt;/b&gt;" in page
    assert [list(model.objects.order_by("pk").values()) for model in (Tournament, Stage, Draw)] == before


def test_the_league_and_its_division_are_shown(hall):
    league = create_league(slug="river", name="River League", by=Actor(hall.bob))
    season = open_season(league=league, name="2027", by=Actor(hall.bob))

    said = text_of(signed_in(Actor(hall.bob)).post(PAGE, {**TYPED, "season": season.pk, "division": "A"}))
    other = text_of(signed_in(hall.charlie).post(PAGE, {**TYPED, "season": season.pk, "division": "A"}))

    assert said.startswith("River League Harbour Open Planned 2027 · A")
    assert "River League" not in other


def test_an_unknown_rulebook_has_no_preview(charlie):
    assert charlie.post("/new/nonsense/preview/", TYPED).status_code == 404
    assert charlie.get(PAGE).status_code == 405


# Previews are counted by the minute of the clock: it must not turn while we count.
@time_machine.travel("2026-11-21 09:30:30Z", tick=False)
def test_previews_are_counted_for_each_person(hall, charlie):
    for _time in range(PREVIEWS_A_MINUTE - 1):
        count_call("event-preview", hall.charlie.key, seconds=MINUTE)

    last, refused = [charlie.post(f"{PAGE}?shape=one_day", TYPED) for _time in range(2)]

    assert (last.status_code, refused.status_code, refused["Retry-After"]) == (200, 429, "60")
    assert "Too many previews. Please wait a minute." in text_of(refused)
    assert 'href="/new/mleague/?shape=one_day"' in refused.content.decode()
    assert signed_in(hall.alice).post(PAGE, TYPED).status_code == 200
