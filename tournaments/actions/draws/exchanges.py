"""Swap two players of a round that has not started, with a preview of the cost."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from seating.audit import Record
from seating.constraints import SeatingConstraints
from seating.quality import ScheduleQuality, broken_constraints
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.draws.drawing import of_match_days, quality_of, tables_of_record
from tournaments.actions.draws.inputs import constraints_of, seats_of
from tournaments.actions.draws.ledger_entries import record_published, record_unpublished
from tournaments.actions.draws.plans import StoredDraw
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.game_quotas import asked_of_games, too_many_games
from tournaments.models import Draw, Entry, Round, Seat
from tournaments.models.digests import tables_hash
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.draws.events import PlayersSwapped
from tournaments.models.play.rounds import NOT_STARTED

OF_ONE_STAGE = (Draw.Method.SCHEDULE, Draw.Method.TEAMS, Draw.Method.TEAM_SEASON, Draw.Method.REPAIRED)
# Reasons against bringing someone in; see `against_the_draw`.
OTHER_TEAM, KEPT_APART = "other_team", "kept_apart"


@dataclass(frozen=True)
class Price:
    """Reports on all rounds of the tournament before and after the swap."""

    now: ScheduleQuality
    after: ScheduleQuality

    @property
    def rematches(self) -> int:
        """Change in the number of rematches; negative is better."""
        return self.after.metrics.excess_meetings - self.now.metrics.excess_meetings

    @property
    def winds(self) -> int:
        """Change in the number of players whose winds differ by more than one."""
        return self.after.metrics.players_off_winds - self.now.metrics.players_off_winds

    @property
    def constraints(self) -> int:
        """Change in the number of broken seating constraints."""
        return len(self.after.broken_constraints or ()) - len(self.now.broken_constraints or ())

    @property
    def is_free(self) -> bool:
        return max(self.rematches, self.winds, self.constraints) <= 0


def price_of_swap(*, round_: Round, one: Entry, other: Entry) -> Price:
    """Compare all rounds before and after a swap. Changes nothing.

    Considers the same rounds as the draw: those of the stage for a whole schedule drawn afresh, else all of the
    tournament.
    """
    tournament = round_.stage.tournament
    rounds: dict[int, dict[int, list[int]]] = {}
    of_day = set(Round.objects.of_day(round_).values_list("pk", flat=True))
    rows = Seat.objects.filter(round__stage__tournament=tournament).order_by(
        "round__stage__ordinal", "round__number", "table__number", "wind"
    )
    stored = StoredDraw.of(round_.draw) if round_.draw else None
    record = stored.record if stored else None
    looked_back = isinstance(record, Record) and bool(tables_of_record(record).get("history"))
    if round_.draw is not None and round_.draw.method in OF_ONE_STAGE and not looked_back:
        rows = rows.filter(round__stage=round_.stage)
    for round_id, table_id, entry_id in rows.values_list("round_id", "table_id", "entry_id"):
        rounds.setdefault(round_id, {}).setdefault(table_id, []).append(entry_id)
    seated = {entry for table in rounds.get(round_.pk, {}).values() for entry in table}
    refuse_exchange(round_, one, other, seated)
    now = {pk: list(tables.values()) for pk, tables in rounds.items()}
    exchanged = {one.pk: other.pk, other.pk: one.pk}
    after = {
        pk: [[exchanged.get(p, p) for p in table] for table in tables] if pk in of_day else tables
        for pk, tables in now.items()
    }
    apart = stored.plan.apart if stored else ()
    entries = tournament.entries.select_related("player").order_by("pk")
    constraints = constraints_of(tournament, entries, apart)
    games = dict(Round.objects.filter(pk__in=now).values_list("pk", "game"))
    return Price(_judged(now, games, constraints), _judged(after, games, constraints))


def _judged(
    rounds: Mapping[int, list[list[int]]], games: Mapping[int, int | None], constraints: SeatingConstraints
) -> ScheduleQuality:
    """Judge rounds by id, meetings once a match day; `games` says which game of its day each is."""
    days = [tables for pk, tables in rounds.items() if games[pk] in (None, 1)]
    quality = quality_of(days, constraints=constraints)
    most = max((game or 1 for game in games.values()), default=1)
    return of_match_days(quality, list(rounds.values()), most) if most > 1 else quality


@transaction.atomic
def swap_players(
    *, round_: Round, one: Entry, other: Entry, by: Actor, confirm: Collection[str] = ()
) -> None:
    """Swap two players of a round that has not started, or of all games of its match day. The draw then no longer
    follows from its seed and says so.

    One of the two may be sitting out; in a team match only a team mate may come in. A published round is published
    again, and the cards of the two seats are revoked. Asks first (`TOO_MANY_GAMES`) about a player coming in who has
    already played all games of the stage.
    """
    # The player coming in may be withdrawing at this moment.
    lock_tournament(round_.stage.tournament_id)
    locked = Round.objects.select_for_update(of=("self",), no_key=True).select_related("stage", "draw")
    day = list(locked.of_day(round_))
    round_ = day[0]
    one, other = (Entry.objects.select_related("player").get(pk=entry.pk) for entry in (one, other))
    if round_.status not in NOT_STARTED:
        raise StateRefuses(
            _("Only a round that has not started can be changed by hand."), code=f"round_{round_.status}"
        )
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=round_, entry__in=[one, other])}
    refuse_exchange(round_, one, other, seats)
    comers = [entry for entry in (one, other) if entry.pk not in seats]
    ask_first(asked_of_games(too_many_games(round_.stage, comers, but=round_.pk)), confirm)
    for game in day:
        _swap(game, one, other, by)


def _swap(round_: Round, one: Entry, other: Entry, by: Actor) -> None:
    seats = {seat.entry_id: seat for seat in Seat.objects.filter(round=round_, entry__in=[one, other])}
    # Rows are recreated: an update would put one player on two seats for a moment.
    Seat.objects.filter(pk__in=[seat.pk for seat in seats.values()]).delete()
    for seat in seats.values():
        # A new seat, so that the old card stays with its player.
        seat.pk = None
        seat.entry, seat.replaces = other if seat.entry_id == one.pk else one, None
    Seat.objects.bulk_create(seats.values())
    is_published = round_.status == Round.Status.PUBLISHED
    round_.method = f"{round_.method.removesuffix('+hand')}+hand"
    round_.publications += is_published
    round_.save(update_fields=["method", "publications"])
    if is_published:
        record_unpublished(round_, by)
    # The staff alone know who it was until the round is published; then anyone can draw again and compare.
    record(
        PlayersSwapped(round=round_.pk, tables_hash=tables_hash(round_.seed, seats_of(round_))),
        tournament_id=round_.stage.tournament_id,
        by=by,
    )
    if is_published:
        record_published(round_, by)


def refuse_exchange(round_: Round, one: Entry, other: Entry, seated: Collection[int]) -> None:
    """Refuse two players who cannot swap: not in the round, both unseated, or a guest in another team's match."""
    here = [entry for entry in (one, other) if entry.pk in seated]
    if one.pk == other.pk or not here:
        raise RulesRefuse(_("Both players must have a seat in this round."), code="not_seated")
    comer = other if here == [one] else one
    if len(here) == 2:
        return
    if comer.tournament_id != round_.stage.tournament_id or comer.status != Entry.Status.ACTIVE:
        raise RulesRefuse(_("%(player)s is not taking part.") % {"player": comer.player}, code="not_seated")
    is_of_teams = round_.draw is not None and round_.draw.method in OF_TEAMS
    if is_of_teams and one.team_id != other.team_id:
        raise RulesRefuse(
            _("%(player)s sits out and can only come in for a player of their own team.")
            % {"player": comer.player},
            code="other_team",
        )


def against_the_draw(*, seat: Seat, entry: Entry) -> dict[str, str]:
    """Return questions by code about bringing `entry` in at a table; see `ask_first`. Changes nothing.

    They concern a player of another team in a team's seat, a player beyond the stage's game quota, and players the
    draw had to keep apart.
    """
    draw, tournament = seat.round.draw, seat.round.stage.tournament
    found = {}
    if draw is not None and draw.method in OF_TEAMS and entry.team_id != seat.entry.team_id:
        message = _("%(player)s does not play for the team of %(other)s.")
        found[OTHER_TEAM] = message % {"player": entry.player, "other": seat.entry.player}
    found.update(asked_of_games(too_many_games(seat.round.stage, [entry], but=seat.round_id)))
    others = Seat.objects.filter(table=seat.table_id).exclude(pk=seat.pk)
    people = [entry, *(other.entry for other in others.select_related("entry__player"))]
    constraints = constraints_of(tournament, people, StoredDraw.of(draw).plan.apart if draw else ())
    names = {person.pk: person.player.name for person in people}
    apart = [
        names[other]
        for broken in broken_constraints([[list(names)]], constraints)
        if entry.pk in broken.pair
        for other in broken.pair
        if other != entry.pk
    ]
    if apart:
        message = _("The draw keeps %(player)s and %(others)s apart, but they would share a table.")
        found[KEPT_APART] = message % {"player": entry.player, "others": ", ".join(apart)}
    return found
