"""The organizer sets the order of equal totals by form, at set-up and at the desk; everybody reads it."""

import pytest
from django.test import Client

from players.models import User
from tests.tournaments.actions.refusals import facts
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.models import LedgerEntry, Tournament

pytestmark = pytest.mark.django_db
RULES = "/t/spring-open/desk/rules/"
SET = RULES + "tie-breaks/"


def order(*names: str) -> dict[str, str]:
    return {f"tie_breaks_{index}": name for index, name in enumerate([*names, "", "", "", ""][:4])}


def test_it_is_in_force_read_by_everybody_and_in_the_ledger(hall: Hall, alice: Client) -> None:
    answer = alice.post(SET, order("total", "points"), follow=True)

    assert Tournament.objects.get().tie_breaks == ["total", "points", "lot"]
    sentence = "Ties: points at the table, then the lot (the rank is shared)"
    assert "Tie-breaks of the standings saved." in text_of(answer)
    for page in (RULES, "/t/spring-open/rules/", "/t/spring-open/standings/"):
        assert sentence in text_of(alice.get(page)), page
    assert f"The tie-breaks were set: {sentence}" in text_of(alice.get("/t/spring-open/ledger/"))


def test_whose_order_it_is_is_said(hall: Hall, alice: Client) -> None:
    before = text_of(alice.get("/t/spring-open/rules/"))
    alice.post(SET, order("total", "points"))

    assert "The rulebook does not say; this is the default." in before
    assert "Chosen by the organizer." in text_of(alice.get("/t/spring-open/rules/"))


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("total", "wins", "wins"), "Each criterion can be used only once."),
        (("",), "This field is required."),
        (("luck",), "Select a valid choice."),
    ],
)
def test_what_is_no_order_comes_back_with_what_was_chosen(
    hall: Hall, alice: Client, names: tuple[str, ...], sentence: str
) -> None:
    answer = alice.post(SET, order(*names))

    assert answer.status_code == 422
    assert sentence in text_of(answer)
    assert Tournament.objects.get().tie_breaks == ["total", "wins", "seconds", "lot"]


def test_a_criterion_that_never_decides_comes_back_with_the_reason(db: None, client: Client) -> None:
    open_hall(rulebook_id="mahjongsoul_sanma")
    client.force_login(User.objects.get(name="Alice"))

    english, japanese = (client.post(f"{path}{SET}", order("total", "thirds")) for path in ("", "/ja"))

    assert (english.status_code, japanese.status_code) == (422, 422)
    assert "At tables of three, 3rd place is last" in text_of(english)
    assert "3人卓では3着が最下位" in text_of(japanese)
    assert Tournament.objects.get().tie_breaks == ["total", "wins", "seconds", "lot"]


def test_once_a_game_has_started_there_is_no_form(hall: Hall, alice: Client) -> None:
    hall.started()

    page, answer = alice.get(RULES), alice.post(SET, order("total", "points"))

    assert "Order by this list" not in text_of(page)
    assert "Ties: most 1st places" in text_of(page)
    assert answer.status_code == 409


def test_the_same_form_sent_twice_is_one_change(hall: Hall, alice: Client) -> None:
    fields = {**order("total", "points"), "key": "0123456789abcdef-twice"}

    answers = [alice.post(SET, fields).status_code for _again in range(2)]

    assert answers == [302, 302]
    assert LedgerEntry.objects.filter(kind="tie_breaks_set").count() == 1


def test_the_form_of_a_new_tournament_shows_what_its_rulebook_says(alice: Client) -> None:
    form = alice.get("/new/wsom/").context["form"]

    assert form["tie_breaks"].value() == ["total", "points", "lot"]


@pytest.mark.parametrize(
    ("sent", "in_force"),
    [
        (order("total", "wins"), ["total", "wins", "lot"]),
        # A form from before, or a program that sends no such field: as the rulebook says.
        ({}, ["total", "points", "lot"]),
    ],
)
def test_a_new_tournament_takes_the_order_chosen(
    alice: Client, sent: dict[str, str], in_force: list[str]
) -> None:
    frame = {"name": "Cup", "slug": "cup", "time_zone": "Asia/Tokyo", "visibility": "public"}
    frame |= {"confirmation_rule": "referee", "rule_chombo_kind": "none", "rule_chombo_amount": "0"}

    answer = alice.post("/new/wsom/", {**frame, **sent})

    assert answer.status_code == 302, text_of(answer)
    assert Tournament.objects.get(slug="cup").tie_breaks == in_force


def test_the_rulebook_page_says_it_with_its_source() -> None:
    text = text_of(Client().get("/rulebooks/mcr/"))

    assert "order of the standings" in text
    assert "Ties: total score, then the lot (the rank is shared)" in text


def test_a_fixed_score_that_the_rulebook_does_not_name_is_asked_beside_its_field(hall, alice):
    before = facts()

    answer = alice.post(
        f"{RULES}ranking/",
        {"substitutes": "fixed_score", "substitute_score": "", "withdrawn": "ranked"},
    )

    says = "This rulebook has no fixed score for substitutes. Please enter one, such as -30."
    form = answer.context["form"]
    assert (form.errors["substitute_score"], facts()) == ([says], before)
