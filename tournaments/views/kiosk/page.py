"""The one page of a tablet: its table's game, the result, or that nothing is played there now."""

import hashlib
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import quote_etag
from django.utils.translation import get_language

from scoring.game.game import final_result
from tournaments.actions.hands.hand_log import takes_hands
from tournaments.actions.play.scoresheets.confirmation_rule import agreement
from tournaments.forms.play.hands import HandForm
from tournaments.forms.play.scoresheet import SheetForm
from tournaments.models import PlayerCard, Round, Scoresheet, Seat, Table, TableKiosk
from tournaments.models.kiosks.kiosks import table_now_of
from tournaments.models.play.hands import standing
from tournaments.views.hands_wording import name_of_hand, say_over
from tournaments.views.public.clock_faces import beginning_of, face_at
from tournaments.views.questions import questions_of_figures
from tournaments.views.report_draft import report_fields
from tournaments.views.seat.hands import TablesGame
from tournaments.views.seat.table_state import etag_of_game, see

Status = Scoresheet.Status


class TabletPage:
    """What a tablet shows now; read once."""

    def __init__(self, kiosk: TableKiosk) -> None:
        self.kiosk = kiosk
        self.table: Table | None = table_now_of(kiosk)
        self.seats: list[Seat] = []
        if self.table is not None:
            self.seats = list(self.table.seats.for_display())
            for seat in self.seats:
                seat.table, seat.round = self.table, self.table.round
        parts = [get_language(), kiosk.pk]
        self.calls = False
        if self.seats:
            seen = see(self.seats[0])
            parts += [seen.etag, etag_of_game(self.seats[0])]
            self.calls = seen.calls
        self.etag = quote_etag(hashlib.sha256(repr(parts).encode()).hexdigest()[:20])

    def context(
        self, request: HttpRequest, *, form: SheetForm | None, hand: HandForm | None
    ) -> dict[str, Any]:
        table = self.table
        if table is None:
            return {}
        tournament, round_ = table.round.stage.tournament, table.round
        sheets = list(table.scoresheets.for_display())
        live = sheets[0] if sheets and sheets[0].is_live else None
        is_open = round_.status == Round.Status.STARTED
        can_report = is_open and (live is None or live.status in (Status.SUBMITTED, Status.DISPUTED))
        by_hand = live is None and takes_hands(tournament, len(self.seats))
        wants_points = form is not None or "points" in request.GET
        shows_form = can_report and (wants_points if live is not None or by_hand else True)
        game = TablesGame(self.seats[0]) if by_hand and is_open and not shows_form else None
        with_pin = set(
            PlayerCard.objects.alive()
            .filter(entry__in=[seat.entry_id for seat in self.seats])
            .values_list("entry", flat=True)
        )
        agreed = {one.seat_id for one in live.confirmations.all() if one.seat_id} if live else set()
        rulebook = tournament.rulebook_for(len(self.seats))
        if shows_form and form is None:
            draft = None if live else report_fields(request.GET)
            form = SheetForm(rulebook, self.seats, sheet=live, draft=draft)
        return {
            "tournament": tournament,
            "round": round_,
            "table": table,
            "seats": self.seats,
            "with_pin": with_pin,
            "sheet": live,
            "form": form if shows_form else None,
            "takes_hands": by_hand,
            "agreement": agreement(tournament, live, self.seats, agreed) if live else None,
            "agreed": agreed,
            "can_report": can_report,
            "can_change": can_report and live is not None,
            "waits_for": live is not None and live.status == Status.SUBMITTED and is_open,
            "units": tournament.rulebook.units_per_point,
            "clock": None if live else face_at(table),
            "begins": beginning_of(round_),
            "calls": self.calls,
            **(self._of_game(game, hand) if game is not None else {}),
        }

    def _of_game(self, game: TablesGame, hand: HandForm | None) -> dict[str, Any]:
        lines, state = game.hands
        by = next((record.seat_id for record in standing(game.records[::-1]).values()), None)
        if state.over:
            shares = final_result(game.rulebook, state).seats
            return {
                "over": say_over(state),
                "result": list(zip(self.seats, shares, strict=True)),
                "tag": game.tag,
                "lines": lines[::-1],
            }
        hand = hand or HandForm(game.rulebook, self.seats, state, tag=game.tag)
        return {
            "hand": hand,
            "hand_name": name_of_hand(state),
            "rows": [(row, None) for row in hand.rows],
            "lines": lines[::-1],
            "tag": game.tag,
            "by": by,
        }


def tablet_response(
    request: HttpRequest,
    kiosk: TableKiosk,
    page: TabletPage | None = None,
    *,
    form: SheetForm | None = None,
    hand: HandForm | None = None,
    asked: str = "",
    refusal: str = "",
    status: int = 200,
) -> HttpResponse:
    """The page of this tablet as it is now, with what was typed and refused."""
    page = page or TabletPage(kiosk)
    with timezone.override(kiosk.tournament.time_zone):
        context = {
            "kiosk": kiosk,
            "tournament": kiosk.tournament,
            "etag": page.etag,
            "refusal": refusal,
            **page.context(request, form=form, hand=hand),
        }
        # What waits for somebody's PIN is shown for the seat that was tapped.
        if asked and form is not None:
            context["questions"] = questions_of_figures(request, asked, form.rulebook, form.reported)
        context["tapped"] = request.POST.get("seat", "")
        template = "kiosk/page.html" if page.table is not None else "kiosk/idle.html"
        response = render(request, template, context, status=status)
    response["ETag"] = page.etag
    return response
