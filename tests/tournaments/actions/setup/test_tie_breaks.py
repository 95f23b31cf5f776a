"""The order of equal totals: the rulebook's unless the organizer chooses another; fixed by the first start."""

import pytest

from tests.permissions import digest
from tests.tournaments.hall import Hall, open_hall, play
from tournaments.actions.errors import ActionError, RulesRefuse, StateRefuses
from tournaments.actions.play.rounds import close_round
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.actions.setup.tie_breaks import set_tie_breaks
from tournaments.models import LedgerEntry, Publication, Tournament
from tournaments.standings import is_stale, publish_standings
from tournaments.verification.ledger import verify_ledger

MCR = {"rulebook_id": "mcr", "house_rules": {"chombo.kind": "none", "chombo.amount": 0}}
pytestmark = pytest.mark.django_db


def created(hall: Hall) -> dict[str, object]:
    return LedgerEntry.objects.get(tournament=hall.tournament, kind="created").content


@pytest.mark.parametrize(
    ("settings", "in_force"),
    [
        ({}, ["total", "wins", "seconds", "lot"]),
        (MCR, ["total", "points", "lot"]),
        (MCR | {"tie_breaks": ["total", "wins", "lot"]}, ["total", "wins", "lot"]),
    ],
)
def test_what_is_in_force_is_stored_and_in_the_ledger_from_the_start(
    settings: dict[str, object], in_force: list[str]
) -> None:
    hall = open_hall(players=0, **settings)

    assert hall.tournament.tie_breaks == in_force
    assert created(hall)["tie_breaks"] == in_force


def test_a_change_is_in_force_in_the_ledger_and_moves_the_standings(hall: Hall) -> None:
    publish_standings(hall.stage.pk)

    set_tie_breaks(tournament=hall.tournament, tie_breaks=["total", "points", "lot"], by=hall.alice)

    assert Tournament.objects.get().tie_breaks == ["total", "points", "lot"]
    assert (hall.kinds()[-1], hall.last_payload()) == (
        "tie_breaks_set",
        {"tie_breaks": ["total", "points", "lot"]},
    )
    assert is_stale(Publication.objects.select_related("stage__tournament__head").get(stage=hall.stage))


def test_the_same_again_changes_nothing(hall: Hall) -> None:
    before = digest()

    set_tie_breaks(tournament=hall.tournament, tie_breaks=["total", "wins", "seconds", "lot"], by=hall.alice)

    assert digest() == before


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ([], "lot_must_be_last"),
        (["total"], "lot_must_be_last"),
        (["total", "beauty", "lot"], "unknown_tie_break"),
        (["total", "total", "lot"], "repeated_tie_break"),
    ],
)
def test_what_is_no_order_is_refused_beside_its_field(hall: Hall, names: list[str], code: str) -> None:
    refusal = refused(hall, names)

    assert isinstance(refusal, RulesRefuse)
    assert (refusal.code, list(refusal.fields)) == (code, ["tie_breaks"])


PAID_AT_THE_TABLE = {"chombo.kind": "mangan"}


@pytest.mark.parametrize(
    ("settings", "name", "reason"),
    [
        (
            {"house_rules": PAID_AT_THE_TABLE},
            "fewest_chombo",
            "“Fewest chombo” compares what chombo cost after the game, which is nothing by these rules: all "
            "would be equal. Please choose another criterion.",
        ),
        (
            {"rulebook_id": "mahjongsoul_sanma"},
            "thirds",
            "At tables of three, 3rd place is last: “Most 3rd places” would favour players who were last "
            "more often. Please choose “Fewest last places”.",
        ),
    ],
)
def test_a_criterion_that_the_rules_cannot_feed_is_refused_with_the_reason(
    db: None, settings: dict[str, object], name: str, reason: str
) -> None:
    hall = open_hall(players=0, **settings)

    refusal = refused(hall, ["total", name, "lot"])
    with pytest.raises(RulesRefuse) as at_once:
        open_hall("other", players=0, **settings, tie_breaks=["total", name, "lot"])

    for one in (refusal, at_once.value):
        assert isinstance(one, RulesRefuse)
        assert (one.code, one.fields) == ("criterion_never_decides", {"tie_breaks": [reason]})
    assert Tournament.objects.count() == 1


def test_where_it_can_be_fed_it_is_taken(hall: Hall) -> None:
    order = ["total", "fewest_chombo", "thirds", "lot"]

    set_tie_breaks(tournament=hall.tournament, tie_breaks=order, by=hall.alice)

    assert Tournament.objects.get().tie_breaks == order


def test_rules_that_would_leave_a_criterion_without_effect_are_refused(hall: Hall) -> None:
    order = ["total", "fewest_chombo", "lot"]
    set_tie_breaks(tournament=hall.tournament, tie_breaks=order, by=hall.alice)
    before, seen = digest(), hall.tournament.rulebook.hash()

    with pytest.raises(RulesRefuse) as refusal:
        change_house_rules(
            tournament=hall.tournament, house_rules=PAID_AT_THE_TABLE, seen=seen, by=hall.alice
        )

    assert (refusal.value.code, list(refusal.value.fields)) == ("criterion_never_decides", ["tie_breaks"])
    assert digest() == before


def test_an_order_of_old_stays_valid_under_its_rules(hall: Hall) -> None:
    """It was stored before such a criterion was refused: saved again, and beside other rules, it is no mistake."""
    change_house_rules(
        tournament=hall.tournament,
        house_rules=PAID_AT_THE_TABLE,
        seen=hall.tournament.rulebook.hash(),
        by=hall.alice,
    )
    order = ["total", "fewest_chombo", "lot"]
    Tournament.objects.update(tie_breaks=order)
    hall.tournament.refresh_from_db()

    set_tie_breaks(tournament=hall.tournament, tie_breaks=order, by=hall.alice)
    change_house_rules(
        tournament=hall.tournament,
        house_rules={**PAID_AT_THE_TABLE, "result.tie": "seat_order"},
        seen=Tournament.objects.get().rulebook.hash(),
        by=hall.alice,
    )

    assert Tournament.objects.get().tie_breaks == order


def test_once_a_game_has_started_it_is_fixed_like_every_rule(hall: Hall) -> None:
    hall.started()

    refusal = refused(hall, ["total", "points", "lot"])

    assert isinstance(refusal, StateRefuses)
    assert refusal.code == "rules_are_fixed"


def test_it_is_no_house_rule(hall: Hall) -> None:
    with pytest.raises(RulesRefuse) as refusal:
        open_hall("other", players=0, house_rules={"standing.tie_breaks": ["total", "points", "lot"]})

    assert (refusal.value.code, list(refusal.value.fields)) == ("set_as_tie_breaks", ["standing.tie_breaks"])


def test_the_ledger_still_agrees_after_a_change_and_a_game(hall: Hall) -> None:
    set_tie_breaks(tournament=hall.tournament, tie_breaks=["total", "points", "lot"], by=hall.alice)
    round_ = hall.started()
    for table in round_.tables.all():
        play(table, hall.alice)
    close_round(round_=round_, by=hall.alice)
    publish_standings(hall.stage.pk)

    assert verify_ledger(hall.tournament.pk).problems == []


def refused(hall: Hall, names: list[str]) -> ActionError:
    """The refusal, and nothing else has happened."""
    before = digest()
    with pytest.raises(ActionError) as refusal:
        set_tie_breaks(tournament=Tournament.objects.get(), tie_breaks=names, by=hall.alice)
    assert digest() == before
    return refusal.value
