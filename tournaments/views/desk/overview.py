"""The organizer's desk: one screen with what waits, the rounds, the tables, and the actions that move them on."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.contrib import messages
from django.db.models import F
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext_lazy, pgettext
from django.views.decorators.http import require_safe

from tournaments.actions.draws.from_standings import outdated
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.seasons.rehearsals import can_be_rehearsed
from tournaments.actions.setup.time_limits import limits_of
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.finals import finals_of, make_final
from tournaments.actions.states import ROUND
from tournaments.credentials.visitors import actor_of
from tournaments.forms.desk import DrawForm, FinalForm, StageForm
from tournaments.models import Entry, Round, Scoresheet, Tournament
from tournaments.models.hall.staff_tasks import hall_now
from tournaments.models.play.line_ups import line_up_rule_of
from tournaments.models.play.rounds import NOT_STARTED
from tournaments.models.play.sitting_out import sitting_out
from tournaments.models.play.table_cards import TableCard, cards_by_round
from tournaments.permissions import is_staff
from tournaments.views.desk.checklist import checklist
from tournaments.views.desk.frame import DeskActionView, DeskFormView, frame
from tournaments.views.desk.last_done import last_done
from tournaments.views.desk.people.check_in import missing_context
from tournaments.views.desk.phases import Verb, phase_of
from tournaments.views.desk.play.paper_wording import say_when_paper_counts
from tournaments.views.desk.tiles import tile_of
from tournaments.views.policies import for_tournament
from tournaments.views.public.clock_faces import ClockFace, RoundWithNow, face_of, with_clock
from tournaments.views.public.live_pages import digest_of, live_tag
from tournaments.views.questions import confirmed
from tournaments.views.repeatable_forms import Outcome
from web.etags import is_known

# Of a table in play: what its sheet says, or that there is none.
STATES = (*Scoresheet.LIVE, "missing")
# Tables that fit on a desk's screen.
AT_A_GLANCE = 16
_Rounds = list[RoundWithNow]


@dataclass(frozen=True)
class RoundPanel:
    """A round at the desk: what can be done with it now, and, where they are shown, its tables."""

    round: Round
    cards: Sequence[TableCard] = ()
    # Whether the standings it was drawn from have changed since.
    is_outdated: bool = False
    sitting_out: Sequence[Entry] = ()
    show: str = ""
    # What is left of its time, if its clock was started.
    clock: ClockFace | None = None
    # When signed paper counts in it, as a sentence, while it is played.
    paper: str = ""
    # How long its clock would run if it started now; None where nobody says so.
    minutes: int | None = None
    # All games of a match day in play; of each table, `cards` has the one it plays now, with its game in `games`.
    day: Sequence[RoundWithNow] = ()
    games: Mapping[int, int] = field(default_factory=dict)

    @property
    def title(self) -> str:
        """The match day of a day that is played or comes next, else the round."""
        is_day = self.day or self.round.status in NOT_STARTED
        return self.round.day_name if is_day else str(self.round)

    @property
    def results_of_day(self) -> tuple[int, int]:
        """How many results of a match day are confirmed, of how many."""
        return sum(one.confirmed_count for one in self.day), sum(one.tables_count for one in self.day)

    @property
    def filters(self) -> list[tuple[str, str, int, bool]]:
        """What of a round in play can be shown alone: code, name, how many tables, whether it is chosen now."""
        if self.round.status != Round.Status.STARTED:
            return []
        names = {
            "": pgettext("choice", "All tables"),
            "disputed": pgettext("status", "Disputed"),
            "submitted": pgettext("status", "To confirm"),
            "missing": pgettext("status", "Playing"),
            "confirmed": pgettext("status", "Confirmed"),
        }
        counts = Counter(_state(card) for card in self.cards)
        return [
            (code, name, counts[code] if code else len(self.cards), code == self.show)
            for code, name in names.items()
            if not code or counts[code] or code == self.show
        ]

    @property
    def is_large(self) -> bool:
        """Whether its tables are too many to see which of them are in which state at a glance."""
        return len(self.cards) > AT_A_GLANCE

    @property
    def shown_cards(self) -> list[TableCard]:
        """The tables that the filter lets through; all of them in a round that is not in play."""
        chosen = self.show if self.filters else ""
        return [card for card in self.cards if not chosen or _state(card) == chosen]

    @property
    def actions(self) -> list[str]:
        """What can be done with it now; nothing once the tournament is finished."""
        if self.round.stage.tournament.status == Tournament.Status.FINISHED:
            return []
        left_out = set()
        if any(card.sheet for card in self.cards) or max(self.games.values(), default=1) > 1:
            left_out.add("cancel_start")
        # What is published is drawn again where there is a reason to.
        if self.round.status == Round.Status.PUBLISHED and not self.is_outdated:
            left_out.add("redraw")
        return [action for (state, action) in ROUND if state == self.round.status and action not in left_out]

    @property
    def has_draft_page(self) -> bool:
        """A draft that belongs to a draw is looked at, changed and published on the page of that draw."""
        return self.round.draw_id is not None and self.round.status == Round.Status.DRAFTED

    @property
    def has_line_ups(self) -> bool:
        """Whether captains hand in line-ups for it now. Expects the stage's rule to be loaded."""
        return self.round.status == Round.Status.PUBLISHED and line_up_rule_of(self.round.stage) is not None

    @property
    def can_change_seats(self) -> bool:
        """Whether the page of its draw exchanges players: until the round starts."""
        return self.round.draw_id is not None and self.round.status in NOT_STARTED


@for_tournament(is_staff)
@require_safe
def desk(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """What waits, then the rounds: those that move first."""
    hall = hall_now(tournament)
    # Time alone adds to what needs attention.
    tag = live_tag(request, tournament, f"-{digest_of(([need.key for need in hall.needs], hall.changes_at))}")
    if is_known(request, tag):
        return HttpResponseNotModified()
    rounds = list(
        with_clock(
            Round.objects.filter(stage__tournament=tournament)
            .select_related("stage__line_up_rule", "stage__tournament", "draw")
            .with_progress()
            .defer("draw__record", "draw__quality")
        ).order_by("stage__ordinal", "number")
    )
    settings = ("qualification", "game_quota", "planned_rounds")
    stages = list(
        tournament.stages.select_related(*settings)
        .annotate(
            rehearsed_in=F("tournament__rehearsed_in__tournament__slug"),
            is_rehearsal=F("tournament__rehearsal"),
        )
        .order_by("ordinal")
    )
    has_players = bool(rounds) or tournament.entries.active().exists()
    phase = phase_of(tournament, stages=stages, rounds=rounds, hall=hall, has_players=has_players)
    in_play, coming, later, past = _in_turn(rounds)
    # While a round is played the next ones are a line each; before, the tables are those of the next one.
    shown = in_play or coming[:1]
    lines = coming if in_play else coming[1:]
    waiting, cards = sitting_out(shown), cards_by_round(shown, for_staff=True)
    draws = [round_.draw for round_ in (*shown, *lines) if round_.draw and round_.status in NOT_STARTED]
    changed = outdated(draws, tournament)
    can_start = [round_ for round_ in coming if round_.status == Round.Status.PUBLISHED]
    limits = limits_of(tournament, can_start) if can_start else {}
    paper = say_when_paper_counts(tournament, in_play)
    show = request.GET.get("show", "") if request.GET.get("show") in STATES else ""

    def panel_of(round_: RoundWithNow) -> RoundPanel:
        return RoundPanel(
            round_,
            cards.get(round_.pk, ()),
            is_outdated=round_.status in NOT_STARTED and round_.draw_id in changed,
            sitting_out=waiting.get(round_.pk, ()),
            show=show,
            clock=face_of(round_, round_.now),
            paper=paper.get(round_.pk, ""),
            minutes=limits[round_.pk].minutes if round_.pk in limits else None,
        )

    current = [
        panel_of(day[0]) if len(day) == 1 else _of_day(panel_of(_lead(day, phase.round)), day, cards)
        for day in _by_day(shown)
    ]
    context = {
        **frame(tournament, actor_of(request), "desk"),
        "phase": phase,
        "head": next((panel for panel in current if panel.round == phase.round), None),
        "current": current,
        "coming": [panel_of(round_) for round_ in lines],
        "later": [RoundPanel(round_) for round_ in later],
        "past": [RoundPanel(round_) for round_ in reversed(past)],
        "states": {table.pk: tile_of(table) for table in hall.tables},
        "done": last_done(
            tournament,
            {round_.pk: round_ for round_ in rounds},
            {pk for pk, of_round in cards.items() if any(card.sheet for card in of_round)},
        ),
        "needs": hall.needs,
        "due": hall.milliseconds_to_change,
        "checklist": checklist(tournament, rounds, stages[0]),
        "rehearsed_in": stages[0].rehearsed_in,
        "can_be_rehearsed": stages[0].rehearsed_in is None
        and can_be_rehearsed(tournament, stages[0], is_rehearsal=stages[0].is_rehearsal is not None),
        "draw_form": DrawForm(tournament),
        "stage_form": StageForm(),
        "final_form": FinalForm(finals_of(tournament)) if phase.verb == Verb.MAKE_FINAL else None,
        **(missing_context(tournament) if not in_play else {}),
        "units": tournament.rulebook.units_per_point,
        "show": show,
        "is_over": _is_over(tournament) and not in_play,
        "etag": tag,
    }
    return render(request, "desk/overview.html", context)


@for_tournament(is_staff)
@require_safe
def desk_round(request: HttpRequest, tournament: Tournament, pk: int) -> HttpResponse:
    """One round with its tables, also long after it was closed: each leads to where its result is corrected."""
    rounds = with_clock(Round.objects.select_related("stage__tournament").with_progress())
    round_: RoundWithNow = get_object_or_404(rounds, pk=pk, stage__tournament=tournament)
    panel = RoundPanel(
        round_,
        cards_by_round([round_])[round_.pk],
        sitting_out=sitting_out([round_])[round_.pk],
        clock=face_of(round_, round_.now),
    )
    context = {**frame(tournament, actor_of(request), "desk"), "panel": panel, "round": round_}
    return render(request, "desk/play/round.html", context)


def _is_over(tournament: Tournament) -> bool:
    """Whether it goes on although its last day is over, as days are counted where it is played."""
    last_day = tournament.ends_on or tournament.starts_on
    is_past = last_day is not None and last_day < timezone.localdate()
    return is_past and tournament.status == Tournament.Status.RUNNING


def _by_day(rounds: Iterable[RoundWithNow]) -> list[_Rounds]:
    """Group rounds in order by match day; a round without one is alone."""
    found: list[_Rounds] = []
    for round_ in rounds:
        if found and round_.is_played_with(found[-1][0]):
            found[-1].append(round_)
        else:
            found.append([round_])
    return found


def _lead(day: _Rounds, round_: Round | None) -> RoundWithNow:
    """The game of a day that the step is about, else the first with a result to come."""
    unsettled = (one for one in day if one.confirmed_count < one.tables_count)
    return next((one for one in day if one == round_), None) or next(unsettled, day[-1])


def _of_day(panel: RoundPanel, day: _Rounds, cards: Mapping[int, Sequence[TableCard]]) -> RoundPanel:
    """The panel of a match day in play: each table with its first game that is not confirmed, else its last."""
    now: dict[int, TableCard] = {}
    games: dict[int, int] = {}
    for number, round_ in enumerate(day, 1):
        for card in cards[round_.pk]:
            before = now.get(card.number)
            if before is None or _state(before) == Scoresheet.Status.CONFIRMED:
                now[card.number], games[card.number] = card, number
    shown = [now[number] for number in sorted(now)]
    return replace(panel, day=day, cards=shown, games={card.pk: games[card.number] for card in shown})


def _state(card: TableCard) -> str:
    """What the desk sorts tables of a round in play by."""
    return card.sheet.status if card.sheet is not None else "missing"


def _in_turn(rounds: Iterable[RoundWithNow]) -> tuple[_Rounds, _Rounds, _Rounds, _Rounds]:
    """The rounds in play, the next of each stage, those that come later, and the closed ones; each first to last."""
    in_play: _Rounds = []
    coming: dict[int, RoundWithNow] = {}
    later: _Rounds = []
    past: _Rounds = []
    for round_ in rounds:
        if round_.status == Round.Status.STARTED:
            in_play.append(round_)
        elif round_.status == Round.Status.CLOSED:
            past.append(round_)
        elif round_.game is not None and round_.game > 1:
            continue  # the first game stands for its day
        elif coming.setdefault(round_.stage_id, round_) is not round_:
            later.append(round_)
    return in_play, list(coming.values()), later, past


class AddStage(DeskFormView):
    """Add the next stage, such as a final: it leads on to who plays in it."""

    http_method_names = ["post"]
    success_message = gettext_lazy("Stage added. Next: who qualifies for it?")

    def get_form(self, data: QueryDict | None) -> StageForm:
        return StageForm(data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        return {"stage": add_stage(tournament=self.tournament, name=data["name"], by=self.by).pk}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_qualification", self.tournament.slug, outcome.body["stage"])

    def render_page(self, form: StageForm, status: int = 200) -> HttpResponse:
        """One line on the desk: what is wrong with it stands above."""
        messages.error(
            self.request, " ".join(str(error) for errors in form.errors.values() for error in errors)
        )
        return redirect("desk", self.tournament.slug)


class MakeFinal(DeskFormView):
    """Make a final of the best: it leads to the list of who plays in it."""

    http_method_names = ["post"]
    success_message = gettext_lazy("Final added. Confirm who plays in it.")

    def get_form(self, data: QueryDict | None) -> FinalForm:
        return FinalForm(finals_of(self.tournament), data)

    def perform(self, data: dict[str, Any]) -> dict[str, object]:
        return {"stage": make_final(tournament=self.tournament, by=self.by, **data).pk}

    def success_response(self, outcome: Outcome) -> HttpResponse:
        return redirect("desk_qualifiers", self.tournament.slug, outcome.body["stage"])

    def render_page(self, form: FinalForm, status: int = 200) -> HttpResponse:
        """The choice stands on the desk: what is wrong with it stands above."""
        messages.error(
            self.request, " ".join(str(error) for errors in form.errors.values() for error in errors)
        )
        return redirect("desk", self.tournament.slug)


class Finish(DeskActionView):
    """End the tournament; asks first while something is open."""

    success_message = gettext_lazy("The tournament is finished. Thank you for organizing it.")
    success_page = "desk"

    def perform(self) -> None:
        finish_tournament(tournament=self.tournament, by=self.by, confirm=confirmed(self.request))


class Reopen(DeskActionView):
    """Open a finished tournament again."""

    success_message = gettext_lazy("The tournament was reopened.")
    success_page = "desk"

    def perform(self) -> None:
        reopen_tournament(tournament=self.tournament, by=self.by)
