"""Line-ups: captains secretly name whom their team sends to each table of a round, until all are revealed."""

from collections.abc import Collection, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models.functions import Now
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.draws.ledger_entries import record_published, record_unpublished
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.line_up_quotas import QUOTA_MISSED, quotas_missed_by
from tournaments.actions.play.penalties import LARGE_DEDUCTION, Ruling, penalize_team
from tournaments.actions.setup.game_quotas import asked_of_games, too_many_games
from tournaments.actions.setup.settings import set_setting
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, LineUp, LineUpRule, Penalty, Round, Seat, Stage, Team
from tournaments.models.digests import sha256, tables_hash
from tournaments.models.play.events import LineUpHandedIn, LineUpRuleSet, LineUpShown, LineUpsShown

# Asked before line-ups are revealed; see `ask_first`.
LINE_UPS_MISSING = "line_ups_missing"


def set_line_up_rule(*, stage: Stage, by: Actor, is_on: bool = True, **terms: int) -> LineUpRule | None:
    """Set whether captains name who plays in the rounds of a stage; otherwise the draw decides (returns None).

    `terms`: a line-up is late from `closes_before` minutes before a round's planned time, and costs the team
    `late_penalty` units. Cannot be switched off while line-ups wait to be revealed. See `set_setting`.
    """

    def refuse(_before: LineUpRule | None, after: LineUpRule | None) -> None:
        if after is None and LineUp.objects.filter(round__stage=stage, is_shown=False).exists():
            message = _("Some line-ups have not been shown yet. Please show them first.")
            raise StateRefuses(message, code="line_ups_wait")

    wanted = {"is_on": is_on, **terms}
    found: LineUpRule | None = set_setting(LineUpRuleSet, wanted, stage=stage, by=by, refuse=refuse)
    return found


@transaction.atomic
def hand_in_line_up(
    *,
    round_: Round,
    team: Team,
    entries: Sequence[Entry],
    by: Actor,
    may_be_late: bool = False,
    confirm: Collection[str] | None = None,
) -> LineUp:
    """Submit a team's line-up for a published round, one player for each of its tables in order; secret until all are
    revealed.

    Resubmitting replaces it; the same line-up changes nothing. Refused after the deadline unless it `may_be_late`, as
    at the desk. Also refused once line-ups are revealed, for a team that sits out, a wrong number of players, players
    of other teams, withdrawn players and duplicates. Exceeding the game quota (`TOO_MANY_GAMES`) and missing a
    line-up quota (`QUOTA_MISSED`) are refused, or asked about if `confirm` is given, as at the desk.
    """
    tournament = lock_tournament(team.tournament_id)
    refuse_finished(tournament)
    round_, now = _locked(round_)
    rule = _rule_of(round_)
    places = seats_of_teams(round_).get(team.pk, [])
    closes_at = rule.closes_at(round_)
    is_late = closes_at is not None and closes_at <= now
    if closes_at is not None and is_late and not may_be_late:
        raise _too_late(round_, closes_at)
    named = [entry.pk for entry in entries]
    people = {
        entry.pk: entry for entry in Entry.objects.filter(pk__in=named, team=team).select_related("player")
    }
    _refuse_players(team, entries, people, len(places))
    _refuse_against_quotas(round_, team, [people[pk] for pk in named], confirm)
    before = LineUp.objects.select_for_update(no_key=True).filter(round=round_, team=team).first()
    if before is not None and before.entries == named:
        return before
    line_up = LineUp.of(round_, team, named, is_late=is_late)
    line_up.pk = before.pk if before is not None else None
    line_up.save()
    record(
        LineUpHandedIn(
            round=round_.pk, number=round_.number, team=team.pk, hash=sha256(line_up.content), is_late=is_late
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    return line_up


@transaction.atomic
def show_line_ups(*, round_: Round, by: Actor, confirm: Collection[str] = ()) -> Round:
    """Reveal the line-ups of a published round and seat those players in their teams' seats.

    Refused once they are revealed. Teams without a line-up, or with one that no longer fits (a player has withdrawn),
    play with the drawn players. Late and missing line-ups are penalized by the rule. Asks first while some are
    missing (`LINE_UPS_MISSING`) and about drawn players who have used up the game quota (`TOO_MANY_GAMES`). The
    ledger records the line-ups verbatim, so that anyone can check them against the earlier hash; the round is
    published again.
    """
    tournament = lock_tournament(round_.stage.tournament_id)
    refuse_finished(tournament)
    round_, _now = _locked(round_)
    rule = _rule_of(round_)
    places = seats_of_teams(round_)
    line_ups = {one.team_id: one for one in LineUp.objects.filter(round=round_).order_by("team")}
    # Penalized teams are locked before the ledger head.
    locked = Team.objects.select_for_update(no_key=True).filter(pk__in=[*places, *line_ups]).order_by("pk")
    teams = {team.pk: team for team in locked}
    missing = [pk for pk in sorted(places) if pk not in line_ups]
    drawn_players = [seat.entry for pk in missing for seat in places[pk]]
    over = asked_of_games(too_many_games(round_.stage, drawn_players, but=round_.pk))
    ask_first({**_missing([teams[pk] for pk in missing]), **over}, confirm)
    for pk in missing:
        drawn = [seat.entry_id for seat in places[pk]]
        line_ups[pk] = LineUp.of(round_, teams[pk], drawn, is_late=True)
        line_ups[pk].save(force_insert=True)
    plays = {pk: line_up.entries for pk, line_up in line_ups.items() if _fits(line_up, places.get(pk, []))}
    _seat(places, plays)
    late = sorted(pk for pk, line_up in line_ups.items() if line_up.is_late)
    LineUp.objects.filter(round=round_).update(is_shown=True)
    round_.method = f"{round_.method.removesuffix('+hand')}+hand"
    round_.publications += 1
    round_.save(update_fields=["method", "publications"])
    record_unpublished(round_, by)
    record(
        LineUpsShown(
            round=round_.pk,
            number=round_.number,
            line_ups=[
                LineUpShown(team=pk, entries=plays.get(pk, []), content=line_up.content)
                for pk, line_up in line_ups.items()
            ],
            late=late,
            tables_hash=tables_hash(round_.seed, seats_of(round_)),
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    record_published(round_, by)
    if rule.late_penalty:
        reason = _("Line-up for %(round)s late or missing") % {"round": round_}
        # A redrawn round is revealed again; a team already penalized or forgiven does not pay twice.
        before = set(Penalty.objects.filter(round=round_, team__in=late).values_list("team", flat=True))
        for pk in (one for one in late if one not in before):
            penalize_team(
                stage=round_.stage,
                team=teams[pk],
                ruling=Ruling(rule.late_penalty, reason, round=round_),
                by=by,
                before_start=True,
                confirm=[LARGE_DEDUCTION],
            )
    return round_


def seats_of_teams(round_: Round) -> dict[int, list[Seat]]:
    """Return the seats of each team in a round, ordered by table, by team id. One query."""
    found: dict[int, list[Seat]] = {}
    seats = Seat.objects.filter(round=round_).exclude(entry__team=None)
    for seat in seats.select_related("entry__player", "table").order_by("table__number", "wind"):
        found.setdefault(seat.entry.team_id or 0, []).append(seat)
    return found


def _locked(round_: Round) -> tuple[Round, datetime]:
    """Return the round, locked and reloaded, and the time; refuses one that is not open for line-ups."""
    found = (
        Round.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage__tournament__usual_format", "draw")
        .get(pk=round_.pk)
    )
    if found.status != Round.Status.PUBLISHED:
        message = _("Line-ups can be handed in for rounds that are published and have not started.")
        raise StateRefuses(message, code=f"round_{found.status}")
    if LineUp.objects.filter(round=found, is_shown=True).exists():
        message = _("The line-ups of this round have been shown. Exchange players on the draw page.")
        raise StateRefuses(message, code="line_ups_shown")
    now: datetime = Round.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=found.pk)
    return found, now


def _rule_of(round_: Round) -> LineUpRule:
    rule = LineUpRule.objects.filter(stage=round_.stage_id).first()
    if rule is None:
        message = _("In this stage the draw decides who plays; captains hand in no line-ups.")
        raise StateRefuses(message, code="no_line_ups")
    return rule


def _too_late(round_: Round, closes_at: datetime) -> StateRefuses:
    message = _("Line-ups for %(round)s were due by %(time)s. Please ask the organizer.")
    time = date_format(localtime(closes_at, ZoneInfo(round_.stage.tournament.time_zone)), "DATETIME_FORMAT")
    return StateRefuses(message % {"round": round_, "time": time}, code="line_up_too_late")


def _refuse_players(team: Team, entries: Sequence[Entry], people: dict[int, Entry], tables: int) -> None:
    if not tables:
        words = _("“%(team)s” does not play in this round.") % {"team": team.name}
        raise RulesRefuse(words, code="team_sits_out", fields={"team": [words]})
    if len(entries) != tables or len({entry.pk for entry in entries}) != len(entries):
        words = ngettext(
            "“%(team)s” plays at %(count)s table of this round: please choose one player.",
            "“%(team)s” plays at %(count)s tables of this round: please choose that many different players.",
            tables,
        ) % {"team": team.name, "count": tables}
        raise RulesRefuse(words, code="line_up_size", fields={"entries": [words]})
    for entry in entries:
        found = people.get(entry.pk)
        if found is None:
            message = _("%(player)s is not a player of the team “%(team)s”.")
            words = message % {"player": entry.player, "team": team.name}
            raise RulesRefuse(words, code="not_of_the_team", fields={"entries": [words]})
        if found.status != Entry.Status.ACTIVE:
            words = _("%(player)s has withdrawn.") % {"player": found.player}
            raise RulesRefuse(words, code="withdrawn", fields={"entries": [words]})


def _refuse_against_quotas(
    round_: Round, team: Team, named: Sequence[Entry], confirm: Collection[str] | None
) -> None:
    """Refuse, or with `confirm` ask about, violations of game and line-up quotas."""
    against = asked_of_games(too_many_games(round_.stage, named, but=round_.pk))
    missed = quotas_missed_by(team, [entry.pk for entry in named])
    if missed:
        against[QUOTA_MISSED] = missed
    if confirm is not None:
        ask_first(against, confirm)
        return
    for code, words in against.items():
        raise RulesRefuse(words, code=code, fields={"entries": [words]})


def _missing(teams: Sequence[Team]) -> dict[str, str]:
    """Return the question whether the drawn players should play for teams without a line-up, if any."""
    if not teams:
        return {}
    message = _("No line-up from %(teams)s. The drawn players would play.")
    return {LINE_UPS_MISSING: message % {"teams": ", ".join(team.name for team in teams)}}


def _fits(line_up: LineUp, places: Sequence[Seat]) -> bool:
    """Whether a line-up can still be seated: a player of the team for each of its tables."""
    named = Entry.objects.filter(team=line_up.team_id, pk__in=line_up.entries)
    there = named.filter(status=Entry.Status.ACTIVE).count()
    return there == len(line_up.entries) == len(places)


def _seat(places: dict[int, list[Seat]], plays: dict[int, list[int]]) -> None:
    """Give the seats to the named players; a new player gets a new seat row, so that the old card stays with its
    player.
    """
    changed = [
        (seat, entry)
        for team, entries in plays.items()
        for seat, entry in zip(places[team], entries, strict=True)
        if seat.entry_id != entry
    ]
    # Rows are recreated: an update would put one player on two seats for a moment.
    Seat.objects.filter(pk__in=[seat.pk for seat, _entry in changed]).delete()
    Seat.objects.bulk_create(
        Seat(table_id=seat.table_id, round_id=seat.round_id, wind=seat.wind, entry_id=entry)
        for seat, entry in changed
    )
