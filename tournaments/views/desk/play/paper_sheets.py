"""Paper sheets entered one after the other: table, points, Enter, and on to the next table."""

import re
import unicodedata
from collections.abc import Sequence
from functools import cached_property
from typing import Any, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from scoring.standing.shown_totals import show_alone
from tournaments.actions.doubts import PLEASE_CONFIRM
from tournaments.actions.play.scoresheets.paper_sheets import (
    confirm_as_second,
    confirm_together,
    enter_paper_sheet,
    is_plain,
    waits_for_referee,
)
from tournaments.actions.play.scoresheets.reporting import confirm_sheet
from tournaments.forms.play.scoresheet import STICK, SheetForm, with_field
from tournaments.models import Round, Score, Scoresheet, Seat, Table, Tournament
from tournaments.models.play.rounds import TABLE_NAME
from tournaments.models.play.table_cards import TableCard, cards_of
from tournaments.permissions import can_referee, can_score
from tournaments.views.desk.frame import DeskActionView, DeskFormView
from tournaments.views.desk.play.paper_wording import say_when_paper_counts
from tournaments.views.desk.play.tables import undo_of_confirmation
from tournaments.views.questions import questions_of_figures, typed_report
from tournaments.views.repeatable_forms import Outcome, show_message
from web.text.figures import with_minus

PLAYED = (Round.Status.STARTED, Round.Status.CLOSED)
# So many sheets are confirmed at one tap.
MOST_TOGETHER = 500
# As many sticks as may have been forgotten.
FORGOTTEN_STICKS = range(STICK, 5 * STICK, STICK)


class PaperSheets(DeskFormView):
    """One form for all tables of a round. A referee's entry counts at once, a scorer's where signed paper does; what
    waits is confirmed here by another person.
    """

    permission = can_score
    tab = "desk"
    template_name = "desk/paper_sheets/entry.html"
    table: Table | None = None
    seats: list[Seat] | None = None
    number_error = ""
    refusal = ""
    asks_code = ""
    live: Scoresheet | None = None

    @cached_property
    def rounds(self) -> list[Round]:
        """Those that have been started, in order."""
        rounds = Round.objects.filter(stage__tournament=self.tournament, status__in=PLAYED)
        return list(rounds.select_related("stage").order_by("stage__ordinal", "number"))

    @cached_property
    def round(self) -> Round | None:
        """The round that was chosen; else the first in play, else the last one that was played."""
        sent = self.request.POST or self.request.GET
        chosen = next((one for one in self.rounds if str(one.pk) == sent.get("round", "")), None)
        in_play = next((one for one in self.rounds if one.status == Round.Status.STARTED), None)
        return chosen or in_play or (self.rounds[-1] if self.rounds else None)

    @cached_property
    def cards(self) -> list[TableCard]:
        """The tables of the round, as they are when the page is shown: after what it did."""
        return cards_of(self.round) if self.round else []

    @property
    def decides(self) -> bool:
        return can_referee(self.by, self.tournament)

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        if request.POST.get("typed_by", self.typed_by) != self.typed_by:
            # A computer may hold a sheet that another account typed there: who typed it decides who may confirm it.
            self.refusal = _(
                "A different account entered this sheet on this computer, so it was not recorded. It is "
                "sent once that person signs in here again; or enter it again."
            )
            return self.render_page(self.get_form(None), 409)
        typed = unicodedata.normalize("NFKC", request.POST.get("number", "")).strip()
        if self.round is not None and re.fullmatch(r"\d{1,4}", typed):
            found = Table.objects.filter(round=self.round, number=int(typed))
            self.table = found.select_related("round__stage__tournament").first()
        if self.table is None:
            self.number_error = self.unknown(typed)
            return self.render_page(self.get_form(request.POST), 422)
        self.seats = list(self.table.seats.for_display())
        return super().post(request, **kwargs)

    @property
    def typed_by(self) -> str:
        """The account that is signed in, as the form names it."""
        return str(self.by.user.pk) if self.by.user is not None else ""

    def unknown(self, typed: str) -> str:
        if not typed:
            return _("Please enter the table number.")
        count = len(self.cards)
        return ngettext(
            "There is no table %(typed)s in this round; there is %(count)s.",
            "There is no table %(typed)s in this round; there are %(count)s.",
            count,
        ) % {"typed": typed[:20], "count": count}

    def get_form(self, data: QueryDict | None) -> SheetForm | None:  # type: ignore[override]
        """The form of the table that was named; before that, an empty one with a line for each seat there may be.

        None before a round is in play: there is nothing to type then.
        """
        if self.seats is None and not self.cards:
            return None
        seats = self.seats or self.largest_table()
        return SheetForm(self.tournament.rulebook_for(len(seats)), seats, data=data)

    def largest_table(self) -> list[Seat]:
        """The seats of a table of the round at which most sit."""
        card = max(self.cards, key=lambda card: len(card.seats))
        return list(Seat.objects.filter(table=card.pk).for_display())

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        assert self.table is not None
        sheet = enter_paper_sheet(
            table=self.table,
            report=typed_report(self.request, data),
            decides=self.decides,
            by=self.by,
            reason=self.request.POST.get("reason", ""),
        )
        return {
            "round": self.table.round_id,
            "number": self.table.number,
            "results": self.results(sheet),
            "waits": sheet.status != Scoresheet.Status.CONFIRMED,
        }

    def results(self, sheet: Scoresheet) -> str:
        """Who made which place, best first, to hold against the paper."""
        scores = Score.objects.filter(sheet=sheet).select_related("entry__player")
        units = self.tournament.rulebook.units_per_point
        return " · ".join(
            f"{score.place} {score.entry.player.name} {with_minus(show_alone(score.total, units))}"
            for score in scores.order_by("place", "seat__wind")
        )

    def get_success_message(self, outcome: Outcome) -> str:
        if outcome.body["waits"]:
            return _("Table %(number)s is waiting for confirmation: %(results)s") % outcome.body
        return _("Table %(number)s entered: %(results)s") % outcome.body

    def success_response(self, outcome: Outcome) -> HttpResponse:
        address = reverse("desk_sheets", args=[self.tournament.slug])
        return redirect(f"{address}?round={outcome.body['round']}")

    def show_error(self, form: SheetForm, outcome: Outcome) -> None:
        """Show what stands at the table, so that the next try is made knowing it."""
        assert self.table is not None
        self.asks_code = outcome.code
        self.refusal = "" if outcome.code == PLEASE_CONFIRM else outcome.refusal
        self.live = self.table.scoresheets.live().for_display().first()
        form.data = with_field(form.data, "if_match", self.live.tag if self.live else "")

    def get_context(self, form: SheetForm | None) -> dict[str, Any]:
        questions = []
        if form is not None and self.seats is not None:
            rulebook = self.tournament.rulebook_for(len(self.seats))
            questions = questions_of_figures(self.request, self.asks_code, rulebook, form.reported)
        of_status: dict[str, list[TableCard]] = {status: [] for status in ("", *Scoresheet.LIVE)}
        for card in self.cards:
            of_status[card.sheet.status if card.sheet is not None else ""].append(card)
        typed = waiting_on_paper(self.round) if self.round else []
        confirmable = [
            sheet for sheet in typed if sheet.reported_by_user_id != getattr(self.by.user, "pk", None)
        ]
        may_confirm = self.decides or not waits_for_referee(self.tournament)
        on_paper = {sheet.table_id for sheet in typed}
        return {
            "rounds": self.rounds,
            "round": self.round,
            "missing": of_status[""],
            "waiting": [card for card in of_status[Scoresheet.Status.SUBMITTED] if card.pk not in on_paper],
            "disputed": of_status[Scoresheet.Status.DISPUTED],
            "entered": of_status[Scoresheet.Status.CONFIRMED],
            "typed": typed,
            "confirmable": confirmable if may_confirm else [],
            "plain": [sheet for sheet in confirmable if is_plain(sheet)] if may_confirm else [],
            "typed_by": self.typed_by,
            "rule": say_when_paper_counts(self.tournament, [self.round])[self.round.pk] if self.round else "",
            "number": self.request.POST.get("number", "")[:20],
            "number_error": self.number_error,
            "table": self.table,
            "sheet": self.live,
            "refusal": self.refusal,
            "questions": questions,
            "reason": self.request.POST.get("reason", ""),
            "seated": ",".join(str(seat.entry_id) for seat in self.seats or []),
            "focus": self.focus(form, asks=bool(questions)),
            "units": self.tournament.rulebook.units_per_point,
        }

    def focus(self, form: SheetForm | None, *, asks: bool) -> str:
        """The field in which the person goes on typing."""
        if form is None or self.table is None:
            return "number"
        if form.filled is not None:
            return f"points_{form.seats.index(form.filled)}"
        wrong = next((name for name in form.fields if name in form.errors), "")
        if wrong:
            return wrong
        if asks:
            return "confirm"
        if form.missing in FORGOTTEN_STICKS and form.takes_sticks:
            return "sticks"
        return "reason" if self.live is not None and self.decides else "points_0"


class ConfirmSheet(DeskActionView):
    """Confirm a sheet typed by another person: as the referee, or as a second person."""

    permission = can_score

    def perform(self) -> dict[str, object]:
        waiting = Scoresheet.objects.filter(table__round__stage__tournament=self.tournament)
        found = get_object_or_404(waiting.select_related("table"), pk=self.kwargs["pk"])
        tag = self.request.POST.get("if_match", "")
        is_referee = can_referee(self.by, self.tournament)
        if is_referee:
            confirm_sheet(sheet=found, if_match=tag, by=self.by, as_referee=True)
        else:
            confirm_as_second(sheet=found, if_match=tag, by=self.by)
        about = {"number": found.table.number, "round": found.table.round_id}
        return {**about, "sheet": found.pk, "undo": tag if is_referee else ""}

    def get_success_message(self, outcome: Outcome) -> str:
        return _("Table %(number)s confirmed.") % outcome.body

    def get_undo(self, outcome: Outcome) -> str:
        return undo_of_confirmation(self, outcome)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return to_sheets(self.tournament, outcome.body.get("round"))


class ConfirmTogether(DeskActionView):
    """Confirm all sheets of a round that were shown; those that cannot be are named, each with why."""

    permission = can_score

    def perform(self) -> dict[str, object]:
        round_ = get_object_or_404(
            Round.objects.select_related("stage"), pk=self.kwargs["pk"], stage__tournament=self.tournament
        )
        together = confirm_together(
            round_=round_,
            sheets=seen_sheets(self.request.POST.getlist("sheet")),
            by=self.by,
            as_referee=can_referee(self.by, self.tournament),
        )
        return {
            "confirmed": [sheet.table.number for sheet in together.confirmed],
            "refused": [[one.number, one.message] for one in together.refused],
        }

    def succeed(self, outcome: Outcome) -> HttpResponse:
        numbers = cast("list[int]", outcome.body["confirmed"])
        refused = cast("list[tuple[int | None, str]]", outcome.body["refused"])
        if numbers:
            said = ngettext("Table %(tables)s confirmed.", "Tables %(tables)s confirmed.", len(numbers))
            show_message(
                self.request,
                outcome,
                said % {"tables": pgettext("between names", ", ").join(map(str, numbers))},
            )
        elif not refused:
            messages.info(self.request, _("No sheets were waiting for confirmation."))
        for number, why in refused:
            table = str(TABLE_NAME) % {"number": number if number is not None else "?"}
            messages.error(
                self.request, _("%(table)s is not confirmed: %(why)s") % {"table": table, "why": why}
            )
        return self.success_response(outcome)

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return to_sheets(self.tournament, self.kwargs["pk"])


def to_sheets(tournament: Tournament, round_: object) -> HttpResponse:
    address = reverse("desk_sheets", args=[tournament.slug])
    return redirect(f"{address}?round={round_}" if round_ else address)


def seen_sheets(sent: Sequence[str]) -> list[tuple[int, str]]:
    """The sheets that a page named, each as `17/r1-0a1b2c3d`; what is none of these is left out."""
    found = (re.fullmatch(r"(\d{1,18})/([\w-]{1,60})", one) for one in sent[:MOST_TOGETHER])
    return [(int(match[1]), match[2]) for match in found if match]


def waiting_on_paper(round_: Round) -> list[Scoresheet]:
    """The sheets of a round that the staff typed and nobody has confirmed yet, by table; with their scores."""
    waiting = Scoresheet.objects.filter(
        table__round=round_,
        status=Scoresheet.Status.SUBMITTED,
        reported_by_seat=None,
        reported_by_user__isnull=False,
    )
    return list(waiting.for_display().select_related("table", "reported_by_user").order_by("table__number"))
