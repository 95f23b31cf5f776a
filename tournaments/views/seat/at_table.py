"""What players do at their table: the same actions on a player's phone and at the tablet that lies there.

A `Screen` says who acts, and where it shows what was done or refused.
"""

from collections.abc import Callable
from typing import Any, ClassVar, cast

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect
from django.utils.decorators import classonlymethod
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from tournaments.actions.actor import Actor
from tournaments.actions.errors import ActionError
from tournaments.actions.hall.referee_calls import call_referee, end_call
from tournaments.actions.hands.hands import enter_hand, report_hands, take_hands_back
from tournaments.actions.play.scoresheets.reporting import (
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.models import RefereeCall, Scoresheet, Seat, TableKiosk
from tournaments.models.codes import read_code
from tournaments.views.action_views import ActionFormView, ActionView, BaseActionView
from tournaments.views.questions import typed_report
from tournaments.views.repeatable_forms import Outcome
from web.policies import Page

# Shows a code for the device that asks; keeps what it got in a cookie.
Take = Callable[..., tuple[Any, str]]
Keep = Callable[..., None]


class Screen:
    """A kind of screen at a table. `addresses` are the names of its pages' addresses, by what is done there."""

    addresses: ClassVar[dict[str, str]]

    def policy(self, page: Page) -> Page:
        """For whom its pages are."""
        raise NotImplementedError

    def who(self, view: "AtTable") -> tuple[Seat, Actor]:
        """Return who sent the form of a view. Raises ActionError, or Gone where the screen opens no table now."""
        raise NotImplementedError

    def refused(self, view: "AtTable", outcome: Outcome) -> HttpResponse | None:
        """The page that says what was refused; None: the page that follows says it."""
        raise NotImplementedError

    def says_of(self, sentence: str, seat: Seat) -> str:
        """What is said once it is done."""
        raise NotImplementedError


class AtTable(BaseActionView):
    """An action of the player in `seat`, at a `screen`."""

    screen: Screen = Screen()
    # As the page calls its form.
    form_name: ClassVar[str] = ""
    # Whether it binds the player. At a tablet they prove who they are.
    binds: ClassVar[bool] = False
    # Whether a phone shows what was refused on the page of the form, and not on the page that follows.
    stays: ClassVar[bool] = False
    done: ClassVar[str | Promise] = ""
    leads_to: ClassVar[str] = "table"
    seat: Seat
    # At a tablet: which.
    kiosk: TableKiosk

    @classonlymethod
    def as_view(cls, **initkwargs: Any) -> Page:
        screen = initkwargs.get("screen") or cls.screen
        return screen.policy(cast("Page", super().as_view(**initkwargs)))

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.method == "POST":
            try:
                self.seat, self.by = self.screen.who(self)
            except ActionError as error:
                return self.unknown(error)
        return super().dispatch(request, *args, **kwargs)

    def unknown(self, error: ActionError) -> HttpResponse:
        """The answer where `screen.who` refused."""
        found = self.screen.refused(self, Outcome(error.status, code=error.code, refusal=error.message))
        assert found is not None, "a screen that refuses has a page"
        return found

    def to_page(self, name: str) -> HttpResponse:
        return redirect(self.screen.addresses[name])

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return self.to_page(self.leads_to)

    def get_success_message(self, outcome: Outcome) -> str:
        return str(self.success_message) or (
            self.screen.says_of(str(self.done), self.seat) if self.done else ""
        )


class Button(AtTable, ActionView):
    """One that is pressed at a table."""

    def failure_response(self, outcome: Outcome) -> HttpResponse:
        return self.screen.refused(self, outcome) or super().failure_response(outcome)


REPORTED = gettext_lazy("%(name)s has reported. The other players now confirm.")


class ReportView(AtTable, ActionFormView):
    """Take down the result. The same figures as another seat's are this seat's agreement."""

    http_method_names = ["post"]
    form_name = "report"
    binds = True
    done = REPORTED

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        sheet = report_sheet(
            table=self.seat.table,
            report=typed_report(self.request, data),
            by=self.by,
            same_agrees=True,
        )
        return {"sheet": sheet.pk, "same_as": self._other_reporter(sheet), "agreed": self._agreed(sheet)}

    def get_success_message(self, outcome: Outcome) -> str:
        name = outcome.body.get("same_as")
        if not name:
            return super().get_success_message(outcome)
        if outcome.body.get("agreed"):
            message = _("Your numbers match those reported by %(name)s. This counts as your confirmation.")
        else:
            message = _("Your numbers match those reported by %(name)s.")
        return message % {"name": name}

    def _other_reporter(self, sheet: Scoresheet) -> str:
        """Who had reported these figures before, or nobody."""
        reporter = sheet.reported_by_seat
        if sheet.reported_by_seat_id == self.seat.pk:
            return ""
        return reporter.entry.player.name if reporter else pgettext("in place of a name", "the staff")

    def _agreed(self, sheet: Scoresheet) -> bool:
        return sheet.confirmations.filter(seat=self.seat).exists()


class Judgement(Button):
    """What a player says of the version that was on the page, and of no other."""

    binds = True
    stays = True

    def post(self, request: HttpRequest, **kwargs: Any) -> HttpResponse:
        sheet = Scoresheet.objects.filter(table=self.seat.table_id).order_by("-version").first()
        if sheet is None:
            messages.error(request, _("There is no result yet. Please enter it."))
            return self.to_page("table")
        self.sheet, self.if_match = sheet, request.POST.get("if_match", "")
        return super().post(request, **kwargs)


class Confirm(Judgement):
    """Agree."""

    form_name = "confirm"
    done = gettext_lazy("%(name)s has confirmed.")

    def perform(self) -> dict[str, object]:
        return {"sheet": confirm_sheet(sheet=self.sheet, if_match=self.if_match, by=self.by).pk}


class Dispute(Judgement):
    """Say that it is wrong, and what about it."""

    form_name = "dispute"

    def perform(self) -> dict[str, object]:
        reason = self.request.POST.get("reason", "")
        sheet = dispute_sheet(sheet=self.sheet, if_match=self.if_match, reason=reason, by=self.by)
        return {"sheet": sheet.pk}


class HandView(AtTable, ActionFormView):
    """Take down a hand."""

    http_method_names = ["post"]
    form_name = "hand"
    leads_to = "hands"

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        record = enter_hand(
            table=self.seat.table, outcome=data["outcome"], by=self.by, if_match=data["if_match"]
        )
        name = record.seat.entry.player.name if record.is_repeat and record.seat else ""
        same_as = name if record.seat_id != self.seat.pk else ""
        # A hand that a phone held back with this one names it.
        return {"record": record.pk, "tag": record.tag, "same_as": same_as}

    def get_success_message(self, outcome: Outcome) -> str:
        name = outcome.body.get("same_as")
        return _("%(name)s had already entered this hand. It counts once.") % {"name": name} if name else ""


class TakeBack(Button):
    """Take a hand back, and all after it."""

    form_name = "undo"
    leads_to = "hands"

    def perform(self) -> dict[str, object]:
        first, tag = number_in(self.request, "first"), self.request.POST.get("if_match", "")
        record = take_hands_back(table=self.seat.table, first=first, by=self.by, if_match=tag)
        return {"record": record.pk, "tag": record.tag}


class ReportGame(Button):
    """Report the result that the hands have made."""

    form_name = "report_game"
    binds = True
    done = REPORTED

    def perform(self) -> dict[str, object]:
        tag = self.request.POST.get("if_match", "")
        return {"sheet": report_hands(table=self.seat.table, by=self.by, if_match=tag).pk}

    def refused_response(self, outcome: Outcome) -> HttpResponse:
        return self.to_page("hands")


class CallReferee(Button):
    """Call the referee to this table."""

    form_name = "call"

    def perform(self) -> dict[str, object]:
        reason = self.request.POST.get("reason", "")
        return {"call": call_referee(table=self.seat.table, reason=reason, by=self.by).pk}


class EndCall(Button):
    """Say that nobody needs the referee here any more."""

    form_name = "end_call"

    def perform(self) -> None:
        waiting = RefereeCall.objects.waiting().filter(seat__table=self.seat.table_id)
        for call in waiting.select_related("seat"):
            end_call(call=call, by=self.by)


def number_in(request: HttpRequest, name: str) -> int:
    """A sent number, or 0."""
    typed = request.POST.get(name, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 18 else 0


def show_code(
    request: HttpRequest, device: str, ways: Callable[[str], tuple[Take, Keep]], *, leads_to: str
) -> tuple[HttpResponse | None, str, int]:
    """Claim what the typed code opens, and lead on; or return what speaks against it, with the status."""
    code, agent = read_code(request.POST.get("code", "")), request.headers.get("User-Agent", "")
    take, keep = ways(code)
    try:
        _holds, secret = take(request, code=code, key=device, device_name=agent)
    except ActionError as error:
        return None, error.message, error.status
    response: HttpResponse = redirect(leads_to)
    keep(response, secret, is_secure=request.is_secure())
    return response, "", response.status_code
