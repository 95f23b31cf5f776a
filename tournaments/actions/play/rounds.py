"""A round in play: start, undo the start, close, reopen."""

from collections.abc import Collection, Mapping, Sequence

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.check_in import absent
from tournaments.actions.play.clocks import drop_clock, start_clock
from tournaments.actions.play.live_results import RESULTS_EXIST, delete_void_results, refuse_live_results
from tournaments.actions.play.rounds_without_a_game import give_scores, scores_of_round
from tournaments.actions.round_transitions import locked_day, move_round
from tournaments.actions.setup.odd_tables import pin_format, pin_odd_rulebooks
from tournaments.actions.wording.lists import in_short, rounds_in_short
from tournaments.models import Entry, LineUp, Penalty, Round, Scoresheet, Seat, Table, Tournament
from tournaments.models.play.events import RoundClosed, RoundReopened, RoundStartCancelled, RoundStarted
from tournaments.models.setup.events import RulebookPinned

# Asked when a round is started, closed or reopened; see `ask_first`.
EARLIER_ROUND_OPEN = "earlier_round_open"
PLAYERS_IN_PLAY = "players_in_play"
PLAYERS_NOT_HERE = "players_not_here"
RESULTS_MISSING = "results_missing"


@transaction.atomic
def start_round(*, round_: Round, by: Actor, confirm: Collection[str] = (), clock: bool = False) -> Round:
    """Start a round, or all games of its match day: tables can report. The tournament's first start pins its
    rulebook. With `clock` the clock of the first game starts too, if there is a time limit.

    Asks first, unless the code is in `confirm`, if an earlier round is not closed (`earlier_round_open`) or a player
    is in another round in play (`players_in_play`) or not here yet (`players_not_here`). Refused until line-ups are
    revealed.
    """
    # Locked before reading: a concurrent change of house rules is either pinned or comes too late.
    lock_tournament(round_.stage.tournament_id)
    day = locked_day(round_, "start")
    first = day[0]
    if LineUp.objects.filter(round__in=day, is_shown=False).exists():
        message = _("Line-ups were handed in for this round. Please show them first.")
        raise StateRefuses(message, code="line_ups_wait")
    ask_first(_earlier_rounds_open(first) | _players_in_play(first) | _not_here(first), confirm)
    started = {one.pk: move_round(one, "start", RoundStarted, by, started_at=Now()) for one in day}
    pin_rulebook(first.stage.tournament, by=by)
    if clock:
        start_clock(round_=started[first.pk], by=by)
    return started[round_.pk]


@transaction.atomic
def cancel_start(*, round_: Round, by: Actor) -> Round:
    """Undo the start of a round, or of its match day: it returns to published, without its clock. The rulebook stays
    pinned.

    Refused if one of its tables has a result or a hand, and in free play. Void results and hands that were taken back
    are deleted; the ledger keeps them.
    """
    lock_tournament(round_.stage.tournament_id)
    # Locked before reading: a concurrent report is either seen here or finds the round not in play.
    day = locked_day(round_, "cancel_start")
    if day[0].is_of_free_play:
        message = _("Players opened the tables of this round themselves. Take each table back individually.")
        raise StateRefuses(message, code="opened_by_players")
    tables = Table.objects.filter(round__in=day)
    refuse_live_results(tables, code=RESULTS_EXIST, before=_("The start of this round cannot be undone now."))
    # Penalties for late line-ups were imposed before the start.
    imposed = Penalty.objects.filter(round__in=day, lifted_at=None)
    if imposed.filter(imposed_at__gte=F("round__started_at")).exists():
        raise StateRefuses(
            _("A penalty was imposed in this round, so its start cannot be undone."), code="penalties_exist"
        )
    back = {}
    for one in day:
        drop_clock(one)
        cleared = delete_void_results(Table.objects.filter(round=one))
        extra = {"cleared": cleared} if cleared else {}
        back[one.pk] = move_round(one, "cancel_start", RoundStartCancelled, by, extra=extra, started_at=None)
    return back[round_.pk]


@transaction.atomic
def close_round(*, round_: Round, by: Actor, leave_open: bool = False) -> Round:
    """Close a round, or all games of its match day: phones can no longer report or confirm; the referee can still
    correct.

    Refuses while tables have no confirmed result, naming them, unless `leave_open` accepts that. Players without a
    game get the stage's score for it.
    """
    # Locked before reading: a concurrent report is either seen here or finds the round closed.
    day = locked_day(round_, "close")
    waiting = dict[int, list[int]]()
    tables = Table.objects.filter(round__in=day).exclude(scoresheets__status=Scoresheet.Status.CONFIRMED)
    for pk, number in tables.order_by("round__number", "number").values_list("round_id", "number"):
        waiting.setdefault(pk, []).append(number)
    if waiting and not leave_open:
        raise _results_missing(day, waiting)
    closed = {}
    for one in day:
        scores = scores_of_round(one)
        closed[one.pk] = move_round(
            one, "close", RoundClosed, by, extra={"open": waiting.get(one.pk, [])}, closed_at=Now()
        )
        give_scores(closed[one.pk], scores, by=by)
    return closed[round_.pk]


def _results_missing(day: Sequence[Round], waiting: Mapping[int, Sequence[int]]) -> StateRefuses:
    """Return the refusal to close rounds with these tables, by round, without a confirmed result."""
    tables = [
        (number if one.game is None else _("%(table)s (game %(game)s)") % {"table": number, "game": one.game})
        for one in day
        for number in waiting.get(one.pk, ())
    ]
    message = _(
        "No confirmed result yet from table %(tables)s. Please wait, decide the result, or close without it."
    )
    return StateRefuses(
        message % {"tables": in_short(tables)},
        code=RESULTS_MISSING,
        fields={"tables": sorted({number for numbers in waiting.values() for number in numbers})},
    )


@transaction.atomic
def reopen_round(*, round_: Round, by: Actor, confirm: Collection[str] = ()) -> Round:
    """Reopen a round, or a match day, that was closed too early, so that phones can report again.

    Asks first, unless `players_in_play` is in `confirm`, if a player is in another round in play by now.
    """
    # Otherwise a tournament finished concurrently would have an open round.
    lock_tournament(round_.stage.tournament_id)
    day = locked_day(round_, "reopen")
    ask_first(_players_in_play(day[0]), confirm)
    reopened = {one.pk: move_round(one, "reopen", RoundReopened, by, closed_at=None) for one in day}
    return reopened[round_.pk]


def pin_rulebook(tournament: Tournament, *, by: Actor) -> None:
    """Copy the full content of its rulebooks into the tournament, so that later editions never rewrite its
    history.
    """
    if tournament.status != Tournament.Status.PLANNED:
        pin_odd_rulebooks(tournament, by=by)
        return
    pinned = pin_format(tournament.usual_format)
    tournament.status = Tournament.Status.RUNNING
    tournament.save(update_fields=["status"])
    record(RulebookPinned(**pinned), tournament_id=tournament.pk, by=by)
    pin_odd_rulebooks(tournament, by=by)


def _earlier_rounds_open(round_: Round) -> dict[str, str]:
    """Return the question about earlier rounds that are still open, if any."""
    here = round_.stage
    before = Q(stage=here, number__lt=round_.number) | Q(stage__ordinal__lt=here.ordinal)
    rounds = Round.objects.filter(before, stage__tournament=here.tournament_id)
    earlier = list(
        rounds.exclude(status=Round.Status.CLOSED)
        .select_related("stage")
        .order_by("stage__ordinal", "number")
    )
    if not earlier:
        return {}
    message = ngettext(
        "%(rounds)s comes before this round and is not closed.",
        "%(rounds)s come before this round and are not closed.",
        len(earlier),
    )
    return {EARLIER_ROUND_OPEN: message % {"rounds": rounds_in_short(earlier)}}


def _not_here(round_: Round) -> dict[str, str]:
    """Return the question about tables with players who are not here yet, naming them."""
    missing = dict(absent(round_.stage.tournament).values_list("pk", "player__name"))
    seats = Seat.objects.filter(round=round_, entry__in=missing).order_by("table__number", "wind")
    found = [
        _("%(name)s (table %(number)s)") % {"name": missing[entry], "number": number}
        for entry, number in seats.values_list("entry", "table__number")
    ]
    if not found:
        return {}
    return {PLAYERS_NOT_HERE: _("Not here yet: %(names)s.") % {"names": in_short(found)}}


def _players_in_play(round_: Round) -> dict[str, str]:
    """Return the question about players who would be in two rounds in play at once, if any."""
    in_play = Round.objects.filter(stage__tournament=round_.stage.tournament_id, status=Round.Status.STARTED)
    others = list(in_play.exclude(pk=round_.pk).select_related("stage").order_by("stage__ordinal", "number"))
    twice = Entry.objects.filter(seats__round__in=others).filter(seats__round=round_).distinct().count()
    if not twice:
        return {}
    message = ngettext(
        "%(count)s player of this round is still in %(rounds)s, which is in play.",
        "%(count)s players of this round are still in %(rounds)s, which is in play.",
        twice,
    )
    return {PLAYERS_IN_PLAY: message % {"count": twice, "rounds": rounds_in_short(others)}}
