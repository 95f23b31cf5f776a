"""Seating constraints: added, dropped, refused when they contradict each other, met by every method."""

import pytest

from tests.tournaments.hall import Hall, open_hall
from tournaments.actions.draws import seating_constraints
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import (
    Wish,
    add_seating_constraint,
    drop_seating_constraint,
)
from tournaments.actions.errors import NameTaken, RulesRefuse, StateRefuses
from tournaments.models import Draw, Entry, SeatingConstraint, Tournament
from tournaments.models.digests import seating_constraint_hash

NEVER, RATHER_NOT, TABLE, WIND = (
    SeatingConstraint.Kind.NEVER,
    SeatingConstraint.Kind.RATHER_NOT,
    SeatingConstraint.Kind.TABLE,
    SeatingConstraint.Kind.WIND,
)


@pytest.fixture
def wide(db: None) -> Hall:
    return open_hall(players=16)


def entry(number: int) -> Entry:
    return Entry.objects.get(number=number)


def test_a_wish_is_made_once_and_the_ledger_does_not_say_about_whom(wide: Hall) -> None:
    constraint = add_seating_constraint(
        tournament=wide.tournament,
        wish=Wish(NEVER, entry(2), other=entry(1), reason="Brothers"),
        by=wide.alice,
    )

    assert (constraint.entry, constraint.other, constraint.reason) == (entry(1), entry(2), "Brothers")
    assert (wide.kinds()[-1], wide.last_payload()) == (
        "wish_made",
        {
            "wish": constraint.pk,
            "kind": "never",
            "hash": seating_constraint_hash(constraint),
            "reason": "Brothers",
            "scheme": 2,
        },
    )


def test_a_dropped_wish_is_asked_no_longer(wide: Hall) -> None:
    constraint = add_seating_constraint(
        tournament=wide.tournament, wish=Wish(TABLE, entry(1), table=1), by=wide.alice
    )

    drop_seating_constraint(constraint=constraint, by=wide.alice)

    assert (SeatingConstraint.objects.count(), wide.kinds()[-1]) == (0, "wish_dropped")


@pytest.mark.parametrize("kind", [NEVER, RATHER_NOT])
def test_the_same_two_have_one_wish(wide: Hall, kind: str) -> None:
    add_seating_constraint(
        tournament=wide.tournament, wish=Wish(NEVER, entry(1), other=entry(2)), by=wide.alice
    )

    with pytest.raises(NameTaken):
        add_seating_constraint(
            tournament=wide.tournament, wish=Wish(kind, entry(2), other=entry(1)), by=wide.alice
        )

    assert SeatingConstraint.objects.count() == 1


def test_two_who_never_meet_are_not_fixed_at_one_table(wide: Hall) -> None:
    add_seating_constraint(
        tournament=wide.tournament, wish=Wish(NEVER, entry(1), other=entry(2)), by=wide.alice
    )
    add_seating_constraint(tournament=wide.tournament, wish=Wish(TABLE, entry(1), table=1), by=wide.alice)

    with pytest.raises(RulesRefuse) as refusal:
        add_seating_constraint(tournament=wide.tournament, wish=Wish(TABLE, entry(2), table=1), by=wide.alice)

    assert refusal.value.code == "wishes_conflict"
    assert refusal.value.message == (
        "Bob, Dora are fixed at table 1 and must never meet. Please drop one of these wishes."
    )
    assert SeatingConstraint.objects.count() == 2


def test_two_are_not_fixed_on_one_seat_of_one_table(wide: Hall) -> None:
    for number in (1, 2):
        add_seating_constraint(
            tournament=wide.tournament, wish=Wish(TABLE, entry(number), table=1), by=wide.alice
        )
    add_seating_constraint(tournament=wide.tournament, wish=Wish(WIND, entry(1), wind=1), by=wide.alice)

    with pytest.raises(RulesRefuse) as refusal:
        add_seating_constraint(tournament=wide.tournament, wish=Wish(WIND, entry(2), wind=1), by=wide.alice)

    assert refusal.value.code == "seat_overbooked"


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": NEVER},
        {"kind": TABLE},
        {"kind": TABLE, "table": 0},
        {"kind": TABLE, "table": 501},
        {"kind": WIND, "wind": 5},
        {"kind": WIND, "wind": 1, "table": 1},
        {"kind": "always"},
    ],
)
def test_a_wish_that_says_too_little_or_too_much_is_refused(wide: Hall, fields: dict[str, object]) -> None:
    with pytest.raises(RulesRefuse):
        add_seating_constraint(tournament=wide.tournament, wish=Wish(entry=entry(1), **fields), by=wide.alice)  # type: ignore[arg-type]

    assert not SeatingConstraint.objects.exists()


def test_nobody_is_kept_apart_from_themselves_nor_from_another_tournaments_player(wide: Hall) -> None:
    other = open_hall("other-cup")
    foreign = other.tournament.entries.get(number=1)

    for against in (wide.tournament.entries.get(number=1), foreign):
        with pytest.raises(RulesRefuse):
            add_seating_constraint(
                tournament=wide.tournament,
                wish=Wish(NEVER, wide.tournament.entries.get(number=1), other=against),
                by=wide.alice,
            )


def test_a_finished_tournament_has_no_more_wishes(wide: Hall) -> None:
    wide.started()
    Tournament.objects.update(status=Tournament.Status.FINISHED)

    with pytest.raises(StateRefuses):
        add_seating_constraint(tournament=wide.tournament, wish=Wish(TABLE, entry(1), table=1), by=wide.alice)


@pytest.mark.parametrize(
    "method", ["random", "swiss", "by_standing", "snake", "interval", "met_least", "schedule"]
)
def test_every_method_keeps_fixed_tables_and_pairs_apart(wide: Hall, method: str) -> None:
    add_seating_constraint(
        tournament=wide.tournament, wish=Wish(NEVER, entry(1), other=entry(2)), by=wide.alice
    )
    add_seating_constraint(tournament=wide.tournament, wish=Wish(TABLE, entry(3), table=4), by=wide.alice)
    add_seating_constraint(tournament=wide.tournament, wish=Wish(WIND, entry(4), wind=1), by=wide.alice)

    stored = draw(stage=wide.stage, plan=Plan(method=method), by=wide.alice)

    tables = seats_of(stored.rounds.get())
    assert not [table for table in tables if {entry(1).pk, entry(2).pk} <= set(table)]
    assert entry(3).pk in tables[3]
    assert entry(4).pk in [table[0] for table in tables]
    assert {"code": "wishes_kept", "pairs": 0} in stored.quality["remarks"]


def test_what_cannot_be_drawn_is_named_and_nothing_is_drawn(wide: Hall) -> None:
    for one in range(1, 6):
        for other in range(one + 1, 6):
            add_seating_constraint(
                tournament=wide.tournament, wish=Wish(NEVER, entry(one), other=entry(other)), by=wide.alice
            )

    with pytest.raises(RulesRefuse) as refusal:
        draw(stage=wide.stage, plan=Plan(method=Draw.Method.SCHEDULE, rounds=2), by=wide.alice)

    assert refusal.value.message == (
        "5 players who must never meet cannot be kept apart on 4 tables: Bob, Dora, Emil, Fumi, Goro."
    )
    assert not Draw.objects.exists()


def test_dropped_twice_it_is_dropped_once(wide: Hall) -> None:
    constraint = add_seating_constraint(
        tournament=wide.tournament, wish=Wish(TABLE, entry(1), table=1), by=wide.alice
    )
    seen = SeatingConstraint.objects.get()
    drop_seating_constraint(constraint=constraint, by=wide.alice)

    drop_seating_constraint(constraint=seen, by=wide.alice)

    assert wide.kinds().count("wish_dropped") == 1


def test_there_is_an_end_of_wishes(wide: Hall) -> None:
    add_seating_constraint(
        tournament=wide.tournament, wish=Wish(NEVER, entry(1), other=entry(2)), by=wide.alice
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(seating_constraints, "MOST_CONSTRAINTS", 1)

        with pytest.raises(RulesRefuse) as refusal:
            add_seating_constraint(
                tournament=wide.tournament, wish=Wish(TABLE, entry(1), table=1), by=wide.alice
            )

    assert (refusal.value.code, refusal.value.message) == (
        "too_many_wishes",
        "A tournament can have at most 1 wishes.",
    )
    assert SeatingConstraint.objects.count() == 1
