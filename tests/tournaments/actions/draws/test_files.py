"""Draws from files: all or nothing, every line's mistake by its line; and out again."""

import pytest

from players.actions import add_player
from tests.tournaments.hall import Hall
from tournaments.actions.draws.checks import check_draw
from tournaments.actions.draws.draft_rounds import discard_round, redraw_round
from tournaments.actions.draws.exchanges import swap_players
from tournaments.actions.draws.files import draw_as_csv, import_draw
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import StateRefuses
from tournaments.actions.imports.players import ImportRefused
from tournaments.actions.people.entries import register
from tournaments.models import Draw, Entry, Round

pytestmark = pytest.mark.database("sqlite", thorough="both")

HEAD = "round,table,east,south,west,north\n"
TWO = HEAD + "1,1,1,2,3,4\n1,2,5,6,7,8\n2,2,3,4,7,8\n2,1,Bob,Dora,Goro,Hana\n"


def ids(*numbers: int) -> list[int]:
    at = dict(Entry.objects.values_list("number", "pk"))
    return [at[number] for number in numbers]


def test_rounds_come_in_as_drafts_by_number_or_name(hall: Hall) -> None:
    report = import_draw(stage=hall.stage, text=TWO, by=hall.alice)

    assert (report.findings, len(report.rounds), report.tables) == ([], 2, 4)
    assert [(r.status, r.method, seats_of(r)) for r in Round.objects.order_by("number")] == [
        ("drafted", "imported", [ids(1, 2, 3, 4), ids(5, 6, 7, 8)]),
        ("drafted", "imported", [ids(1, 2, 5, 6), ids(3, 4, 7, 8)]),
    ]
    assert Draw.objects.get().quality["repeated_pairs"] == 4


def test_japanese_headers_are_understood(hall: Hall) -> None:
    text = "回戦,卓,東,南,西,北\n1,1,1,2,3,4\n1,2,5,6,7,8\n"

    assert import_draw(stage=hall.stage, text=text, by=hall.alice).tables == 2


def test_a_dry_run_changes_nothing(hall: Hall) -> None:
    report = import_draw(stage=hall.stage, text=TWO, by=hall.alice, dry_run=True)

    assert (report.tables, report.draw, Draw.objects.count(), Round.objects.count()) == (4, None, 0, 0)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ("1,1,1,2,3,9\n", [(2, "unknown_player")]),
        ("1,1,1,2,3,Zoe\n", [(2, "unknown_player")]),
        ("1,1,1,2,3,\n", [(2, "seat_empty")]),
        ("x,1,1,2,3,4\n", [(2, "bad_number")]),
        ("1,0,1,2,3,4\n", [(2, "bad_number")]),
        ("61,1,1,2,3,4\n", [(2, "bad_number")]),
        ("1,1,1,2,3,4\n1,1,5,6,7,8\n", [(3, "table_twice")]),
        ("1,1,1,2,3,4\n1,2,4,6,7,8\n", [(3, "player_twice")]),
        ("1,1,1,2,3,3\n", [(2, "player_twice")]),
        ("1,2,1,2,3,4\n", [(2, "table_missing")]),
        ("2,1,1,2,3,4\n", [(2, "round_out_of_order")]),
        ("1,1,1,2,3,4\n3,1,1,2,3,4\n", [(3, "round_out_of_order")]),
    ],
)
def test_mistakes_are_found_by_line_and_nothing_comes_in(hall: Hall, rows: str, found: object) -> None:
    with pytest.raises(ImportRefused) as refusal:
        import_draw(stage=hall.stage, text=HEAD + rows, by=hall.alice)

    lines = refusal.value.fields["lines"]
    assert [(line["line"], line["code"]) for line in lines] == found  # type: ignore[attr-defined]
    assert (Draw.objects.count(), Round.objects.count()) == (0, 0)


def test_two_of_one_name_need_their_numbers(hall: Hall) -> None:
    register(tournament=hall.tournament, player=add_player(name="Bob"), by=hall.alice)

    report = import_draw(stage=hall.stage, text=HEAD + "1,1,Bob,2,3,4\n", by=hall.alice, dry_run=True)

    assert [finding.code for finding in report.errors] == ["ambiguous"]


def test_a_wish_the_file_breaks_is_said_and_the_file_still_comes_in(hall: Hall) -> None:
    one, other = Entry.objects.order_by("number")[:2]
    add_seating_constraint(tournament=hall.tournament, wish=Wish("never", one, other=other), by=hall.alice)

    report = import_draw(stage=hall.stage, text=TWO, by=hall.alice)

    assert [(finding.code, finding.is_error) for finding in report.findings] == [("wish_broken", False)]


def test_what_goes_out_comes_in_again(hall: Hall) -> None:
    import_draw(stage=hall.stage, text=TWO, by=hall.alice)
    before = [seats_of(round_) for round_ in Round.objects.order_by("number")]
    text = draw_as_csv(list(Round.objects.all()))
    for round_ in Round.objects.all():
        discard_round(round_=round_, by=hall.alice)

    import_draw(stage=hall.stage, text=text, by=hall.alice)

    assert [seats_of(round_) for round_ in Round.objects.order_by("number")] == before


def test_an_imported_draw_says_that_it_was_not_drawn_here_and_when_it_was_changed(hall: Hall) -> None:
    import_draw(stage=hall.stage, text=TWO, by=hall.alice)
    stored = Draw.objects.get()
    assert check_draw(stored).reasons == ["not_drawn_here"]

    one, other = Entry.objects.filter(number__in=[1, 5]).order_by("number")
    swap_players(round_=Round.objects.get(number=1), one=one, other=other, by=hall.alice)

    assert check_draw(stored).reasons == ["by_hand", "not_drawn_here"]


def test_an_imported_draw_is_not_drawn_again(hall: Hall) -> None:
    import_draw(stage=hall.stage, text=TWO, by=hall.alice)

    with pytest.raises(StateRefuses):
        redraw_round(round_=Round.objects.get(number=1), by=hall.alice)

    assert Round.objects.count() == 2
