"""Players who change teams during a season."""

from collections.abc import Collection
from typing import Literal, NamedTuple

from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.editing import HAS_A_SEAT, captaincy_of
from tournaments.actions.seen_versions import entry_tag, refuse_stale
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, FormerTeam, Round, Seat, Stage, Team
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.play.rounds import NOT_STARTED
from tournaments.models.teams.events import TeamChanged


class Since(NamedTuple):
    """The round and stage from which a player is in another team."""

    stage: Stage
    round: int


# From the next round to start.
NOW: Literal["now"] = "now"


def next_round_of(entry: Entry) -> Since | None:
    """Return the first round that has not started, from which a player can join another team: in the stage where they
    were last seated, else in the last stage begun. None while no round has started. At most two queries.
    """
    begun = Round.objects.filter(stage__tournament=entry.tournament_id).exclude(status__in=NOT_STARTED)
    last = begun.order_by("-stage__ordinal", "-number").select_related("stage")
    played = last.filter(Q(seats__entry=entry) | Q(seats__replaces=entry)).first() or last.first()
    if played is None:
        return None
    number = begun.filter(stage=played.stage).aggregate(last=Max("number"))["last"]
    return Since(played.stage, number + 1)


@transaction.atomic
def change_team(
    *,
    entry: Entry,
    team: Team | None,
    since: Since | Literal["now"] | None,
    seen: str,
    by: Actor,
    confirm: Collection[str] = (),
) -> Entry:
    """Move a player to another team (None: to none) from a round on; earlier results stay with the earlier team.
    `since` None corrects a wrong team from the beginning, moving all results; `NOW` is from the next round to start,
    which before the first round is the beginning.

    `seen` is the `entry_tag` shown. Asks first if they have seats that would become the new team's (`HAS_A_SEAT`).
    The current team with an earlier round moves the last change to that round. Refuses another tournament's team or
    stage, captains, a round after the next one (`round_to_come`) or before another change of teams (`changed_later`),
    a future seat drawn for their team (`seated_for_team`), and a finished tournament. Unchanged values do nothing.
    """
    tournament = lock_tournament(entry.tournament_id)
    entry = (
        Entry.objects.select_for_update(of=("self",), no_key=True)
        .select_related("player__club", "team", "tournament")
        .get(pk=entry.pk)
    )
    refuse_stale(seen, entry_tag(entry))
    former = list(
        FormerTeam.objects.filter(entry=entry)
        .select_related("team", "stage")
        .order_by("stage__ordinal", "before_round")
    )
    if since == NOW:
        since = next_round_of(entry)
    if since is not None and _order(since) <= (1, 1):
        since = None
    if team == entry.team and not _goes_before(since, former):
        return entry
    refuse_finished(tournament)
    for of_it in (team, since and since.stage):
        if of_it is not None and of_it.tournament_id != tournament.pk:
            raise RulesRefuse(_("This team belongs to another tournament."), code="foreign_team")
    if entry.merged_into_id is not None:
        message = _("This number was merged into another number of the same player. Please use that one.")
        raise StateRefuses(message, code="merged")
    if team != entry.team and (refusal := captaincy_of(entry)):
        raise StateRefuses(refusal, code="is_captain")
    # The last change was dated too late: it is undone and repeated from the earlier round.
    moved = former.pop() if team == entry.team and since is not None else None
    if since is not None:
        _refuse_round(entry, since, former)
    if since is not None and moved is None:
        _refuse_drawn_for_team(entry, since)
    if _seats_from(entry, since).exists():
        question = _("%(player)s already has a seat in a round: ranks and totals of teams may change.")
        if since is not None:
            question = _(
                "%(player)s already has a seat in Round %(number)s or later: it counts for the new team."
            )
        about = {"player": entry.player, "number": since.round if since is not None else ""}
        ask_first({HAS_A_SEAT: question % about}, confirm)
    if since is None:
        FormerTeam.objects.filter(entry=entry).delete()
    else:
        if moved is not None:
            moved.delete()
        before = entry.team if moved is None else moved.team
        _write(entry, before, team, since, former)
    entry.team = team
    entry.save(update_fields=["team"])
    record(
        TeamChanged(
            entry=entry.pk,
            team=entry.team_id,
            stage=since.stage.pk if since else None,
            number=since.round if since else None,
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    return entry


def _write(
    entry: Entry, before: Team | None, team: Team | None, since: Since, former: list[FormerTeam]
) -> None:
    """Store until when `before` was the player's team; this may be no round, or restore the team before it."""
    last = former[-1] if former else None
    if last is None or (last.stage_id, last.before_round) != (since.stage.pk, since.round):
        FormerTeam.objects.create(entry=entry, team=before, stage=since.stage, before_round=since.round)
    elif last.team == team:
        last.delete()


def _refuse_round(entry: Entry, since: Since, former: list[FormerTeam]) -> None:
    """Refuse a round that is neither the next nor an earlier one, and one before the last change of teams."""
    next_one = next_round_of(entry)
    if since.round < 1 or next_one is None or _order(since) > _order(next_one):
        message = _(
            "%(player)s can change teams only up to the next round to start. For a later round, change the "
            "team when it comes."
        ) % {"player": entry.player}
        raise StateRefuses(message, code="round_to_come", fields={"round": [message]})
    if _goes_before(since, former):
        last = former[-1]
        message = _(
            "%(player)s changed teams from Round %(number)s of “%(stage)s” on. Please choose that round or "
            "a later one, or enter the team they had from the beginning."
        ) % {"player": entry.player, "number": last.before_round, "stage": last.stage.name}
        raise StateRefuses(message, code="changed_later", fields={"round": [message]})


def _goes_before(since: Since | None, former: list[FormerTeam]) -> bool:
    """Whether a change from this round on would precede the last one."""
    if not former:
        return False
    return since is None or _order(since) < (former[-1].stage.ordinal, former[-1].before_round)


def _order(since: Since) -> tuple[int, int]:
    return since.stage.ordinal, since.round


def _seats_from(entry: Entry, since: Since | None) -> QuerySet[Seat]:
    """Return the player's seats in rounds that would be the new team's."""
    seats = Seat.objects.filter(Q(entry=entry) | Q(replaces=entry))
    if since is None:
        return seats
    return seats.filter(
        Q(round__stage__ordinal__gt=since.stage.ordinal)
        | Q(round__stage=since.stage, round__number__gte=since.round)
    )


def _refuse_drawn_for_team(entry: Entry, since: Since) -> None:
    """Refuse while the player has a future seat of their team in a team match."""
    to_come = _seats_from(entry, since).filter(
        round__in=Round.objects.not_started(), round__draw__method__in=OF_TEAMS
    )
    seat = to_come.select_related("round").order_by("round__stage__ordinal", "round__number").first()
    if seat is not None and entry.team is not None:
        message = _(
            "%(player)s plays for “%(team)s” in %(round)s, a team round. Please give that seat to a "
            "teammate first."
        )
        about = {"player": entry.player, "team": entry.team.name, "round": seat.round}
        raise StateRefuses(message % about, code="seated_for_team")
