"""Racing actions of a table's tablet: it is claimed, and players type their PINs."""

from typing import Any

from tournaments.actions.actor import Actor
from tournaments.actions.credentials.kiosks import claim_kiosk, issue_kiosks
from tournaments.actions.credentials.player_cards import issue_player_cards
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, confirm_sheet, report_sheet
from tournaments.actions.rate_limits import PINS_OF_A_CARD, attempts_counted
from tournaments.credentials.tablets import proven, seat_at
from tournaments.models import LedgerEntry, PlayerCard, Scoresheet, Table, TableKiosk

Reply = dict[str, Any]


def hand_out(table: int, organizer: int) -> Reply:
    """Issue cards for all players and a tablet for this table; return its code, and the seats with their PINs, East
    first.
    """
    at = Table.objects.select_related("round__stage__tournament").get(pk=table)
    tournament = at.round.stage.tournament
    by = Actor(user=tournament.staff.get(user=organizer).user)
    issue_player_cards(tournament=tournament, by=by)
    [kiosk] = issue_kiosks(tournament=tournament, numbers=[at.number], by=by)
    pins = {card.entry_id: card.pin for card in PlayerCard.objects.alive().filter(entry__seats__table=table)}
    seats = [[seat.pk, pins[seat.entry_id]] for seat in at.seats.order_by("wind")]
    return {"kiosk": kiosk.pk, "code": kiosk.code, "seats": seats}


def claim(code: str, key: str) -> Reply:
    kiosk, _secret = claim_kiosk(code=code, key=key)
    return {"status": 200, "body": {"device": kiosk.device_hash}}


def report(kiosk: int, table: int, seat: int, pin: str, points: list[int]) -> Reply:
    sheet = report_sheet(
        table=Table(pk=table), report=TableReport(Figures(points)), by=_player(kiosk, table, seat, pin)
    )
    return {"status": 201, "body": {"sheet": sheet.pk, "tag": sheet.tag}}


def confirm(kiosk: int, table: int, seat: int, pin: str, if_match: str) -> Reply:
    by = _player(kiosk, table, seat, pin)
    sheet = confirm_sheet(sheet=Scoresheet.objects.live().get(table=table), if_match=if_match, by=by)
    return {"status": 200, "body": {"status": sheet.status}}


def wrong_pins(seat: int) -> Reply:
    """Count wrong PINs on the card of a seat's player."""
    card = PlayerCard.objects.alive().get(entry__seats=seat)
    return {"counted": attempts_counted(PINS_OF_A_CARD, str(card.pk))}


def entries_of(tournament: int, kinds: list[str]) -> Reply:
    """Return the ledger entries of these kinds, with their actors."""
    ledger = LedgerEntry.objects.filter(tournament=tournament, kind__in=kinds).order_by("seq")
    return {"entries": [[entry.kind, entry.actor] for entry in ledger]}


ACTIONS = {
    "hand_out_tablet": hand_out,
    "claim_tablet": claim,
    "report_at_tablet": report,
    "confirm_at_tablet": confirm,
    "wrong_pins": wrong_pins,
    "entries_of": entries_of,
}


def _player(kiosk: int, table: int, seat: int, pin: str) -> Actor:
    tablet = TableKiosk.objects.get(pk=kiosk)
    return proven(tablet, seat_at(tablet, table, seat), pin)
