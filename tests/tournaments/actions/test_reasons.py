"""A reason is stored as one readable line; it stands in the ledger for everybody."""

import pytest

from tests.tournaments.hall import BALANCED, Hall
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.scoresheets.deciding import correct_sheet, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, dispute_sheet, report_sheet
from tournaments.actions.reasons import reason_of, required_reason
from tournaments.models import Draw, LedgerEntry, Penalty, Scoresheet, SeatingConstraint, Table

pytestmark = pytest.mark.database("sqlite", thorough="both")

BAD = {
    "NUL": ("a\x00b", "reason_unprintable"),
    "a bidi override": ("paid \u202e000,1", "reason_unprintable"),
    "an unassigned character": ("\U000e0fff", "reason_unprintable"),
    "half a surrogate pair": ("\ud800", "reason_unprintable"),
    "a novel": ("x" * 201, "reason_too_long"),
}


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("  Late\r\n by  10 minutes ", "Late by 10 minutes"),
        ("遅刻　１０分", "遅刻 １０分"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("x" * 200, "x" * 200),
        (" ", ""),
    ],
)
def test_blanks_are_collapsed_and_the_rest_is_kept(text: str, cleaned: str) -> None:
    assert reason_of(text) == cleaned


def test_where_one_is_needed_none_is_refused() -> None:
    with pytest.raises(RulesRefuse) as refusal:
        required_reason(" \n", "why")

    assert (refusal.value.code, refusal.value.message) == ("reason_missing", "Please say why.")


@pytest.mark.parametrize("name", BAD)
def test_every_action_refuses_a_reason_that_cannot_be_read_and_does_nothing(
    hall: Hall, table: Table, name: str
) -> None:
    text, code = BAD[name]
    entry, other = hall.tournament.entries.order_by("number")[:2]
    penalty = penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, "Late"), by=hall.rob)
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=hall.alice)
    missing = Figures([40_000, 30_000, 20_000, 9_000], imbalance=1_000, imbalance_reason=text)
    before = LedgerEntry.objects.count()
    actions = [
        lambda: penalize(stage=hall.stage, entry=entry, ruling=Ruling(1_000, text), by=hall.rob),
        lambda: lift_penalty(penalty=penalty, reason=text, by=hall.rob),
        lambda: dispute_sheet(sheet=sheet, if_match=sheet.tag, reason=text, by=hall.rob),
        lambda: correct_sheet(
            table=table, report=TableReport(BALANCED, if_match=sheet.tag), reason=text, by=hall.rob
        ),
        lambda: report_sheet(table=table, report=TableReport(missing, if_match=sheet.tag), by=hall.alice),
        lambda: void_sheet(sheet=sheet, if_match=sheet.tag, reason=text, by=hall.rob),
        lambda: draw(stage=hall.stage, plan=Plan(), reason=text, by=hall.alice),
        lambda: add_seating_constraint(
            tournament=hall.tournament, wish=Wish("never", entry, other=other, reason=text), by=hall.alice
        ),
    ]

    codes = []
    for action in actions:
        with pytest.raises(RulesRefuse) as refusal:
            action()
        codes.append(refusal.value.code)

    assert codes == [code] * len(actions)
    assert LedgerEntry.objects.count() == before
    assert (Penalty.objects.count(), Scoresheet.objects.count()) == (1, 1)
    assert (Draw.objects.count(), SeatingConstraint.objects.count()) == (1, 0)
