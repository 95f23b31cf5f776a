"""Racing actions of the staff: appoint and dismiss each other, import, close."""

from typing import Any

from players.models import User
from tests.tournaments.hall import BALANCED, open_hall, phones_of
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round
from tournaments.actions.imports.players import import_players
from tournaments.actions.imports.results import import_results
from tournaments.actions.play.rounds import close_round
from tournaments.actions.play.scoresheets.reporting import TableReport, confirm_sheet, report_sheet
from tournaments.actions.setup.tournaments import appoint, dismiss
from tournaments.models import LedgerEntry, Round, Staff, Stage, Tournament

Reply = dict[str, Any]

PLAYERS = "name,team\nKei,Bears\nLena,Foxes\n"
RESULTS = "round,table,seat,player,points\n" + "".join(
    f"9,1,{seat},{name},{points}\n"
    for seat, name, points in zip(
        "ESWN", ["Bob", "Dora", "Kei", "Lena"], [40_000, 30_000, 20_000, 10_000], strict=True
    )
)


def open_planned(slug: str) -> Reply:
    """Open a hall of eight where nothing has begun."""
    hall = open_hall(slug)
    assert hall.alice.user is not None
    return {"tournament": hall.tournament.pk, "stage": hall.stage.pk, "organizer": hall.alice.user.pk}


def open_with_one_table(slug: str) -> Reply:
    """Open a hall with one table, whose result waits for the last confirmation."""
    hall = open_hall(slug, players=4)
    round_ = hall.started()
    phones = phones_of(round_.tables.get(), hall.alice)
    sheet = report_sheet(table=round_.tables.get(), report=TableReport(BALANCED), by=phones[0])
    for phone in phones[1:3]:
        sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phone)
    assert hall.alice.user is not None
    assert phones[3].seat_token is not None
    return {
        "round": round_.pk,
        "table": sheet.table_id,
        "tag": sheet.tag,
        "token": phones[3].seat_token.pk,
        "organizer": hall.alice.user.pk,
    }


def give_role(tournament: int, user: int, role: str, by: int) -> Reply:
    appoint(
        tournament=Tournament.objects.get(pk=tournament),
        user=User.objects.get(pk=user),
        role=role,
        by=_person(by),
    )
    return {"status": 200}


def take_role(tournament: int, user: int, by: int) -> Reply:
    dismiss(staff=Staff.objects.get(tournament=tournament, user=user), by=_person(by))
    return {"status": 200}


def organizers(tournament: int) -> Reply:
    staff = Staff.objects.filter(tournament=tournament, role=Staff.Role.ORGANIZER)
    return {"users": list(staff.values_list("user", flat=True))}


def draw_by_lot(stage: int, by: int) -> Reply:
    draw_round(stage=Stage.objects.get(pk=stage), by=_person(by))
    return {"status": 200}


def import_both(stage: int, by: int) -> Reply:
    """Import a list of players, then results that add no player and pin the rulebook."""
    found = Stage.objects.select_related("tournament").get(pk=stage)
    import_players(tournament=found.tournament, text=PLAYERS, by=_person(by))
    import_results(stage=found, text=RESULTS, by=_person(by))
    return {"status": 200}


def close(round: int, by: int) -> Reply:
    close_round(round_=Round.objects.get(pk=round), by=_person(by), leave_open=True)
    entry = LedgerEntry.objects.filter(kind="closed").order_by("pk").last()
    assert entry is not None
    return {"status": 200, "body": {"open": entry.content["open"]}}


def _person(pk: int) -> Actor:
    return Actor(user=User.objects.get(pk=pk))


ACTIONS = {
    "open_planned": open_planned,
    "open_with_one_table": open_with_one_table,
    "give_role": give_role,
    "take_role": take_role,
    "organizers": organizers,
    "draw_by_lot": draw_by_lot,
    "import_both": import_both,
    "close": close,
}
