"""Rehearse a tournament in a private copy with made-up players, and discard the copy afterwards."""

import secrets
from zoneinfo import ZoneInfo

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.actions import add_player
from scoring.rulebook.rulebook import Rulebook
from seating.drbg import Drbg
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import publish_draw, unpublish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.errors import StateRefuses
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.entering import enter
from tournaments.actions.play.ending import reopen_tournament
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.seasons.copying import copy_tournament
from tournaments.actions.seen_versions import tournament_tag
from tournaments.actions.setup.addresses import free_tournament_address
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.editing import edit_tournament
from tournaments.actions.setup.time_limits import limit_of
from tournaments.models import Rehearsal, Round, Stage, Tournament
from tournaments.models.leagues.league import LONGEST_TITLE

# One table is left to be typed, so there are others; what can be learned is learned at this many.
FEWEST_TABLES, MOST_TABLES = 2, 16
WINS = 12
# In points of the game: riichi counts in hundreds, other games singly.
RIICHI, SINGLE = (1_000, 2_000, 3_900, 5_200, 8_000), (8, 10, 12, 16, 24)
USUAL_START = 25_000


def can_be_rehearsed(tournament: Tournament, first: Stage, *, is_rehearsal: bool) -> bool:
    """Whether it is still to come, has rounds, and is no rehearsal itself. `first` is its first stage."""
    is_to_come = tournament.status == Tournament.Status.PLANNED and first.kind == Stage.Kind.ROUNDS
    return is_to_come and not is_rehearsal


@transaction.atomic
def rehearse(*, tournament: Tournament, by: Actor) -> Tournament:
    """Set up a private copy, play its first round up to the last table, and return it. Idempotent while it exists.

    Its players are made up, as many as are entered, for 2 to 16 full tables; it has the staff and settings of the
    tournament and belongs to no season. Its first round is in play, with its clock if there is a time limit, and all
    tables but the last have a confirmed result. Refused once the tournament has started, if it begins with free play,
    and for a rehearsal.
    """
    tournament = lock_tournament(tournament.pk)
    there = Rehearsal.objects.filter(of=tournament).select_related("tournament").first()
    if there is not None:
        return there.tournament
    first, is_rehearsal = tournament.stages.earliest("ordinal"), hasattr(tournament, "rehearsal")
    if not can_be_rehearsed(tournament, first, is_rehearsal=is_rehearsal):
        message = _("Only a tournament of rounds that has not started yet can be rehearsed.")
        raise StateRefuses(message, code="not_rehearsed")
    copy = _private_copy(tournament, by)
    Rehearsal.objects.create(tournament=copy, of=tournament)
    size = copy.usual_format.players
    tables = tournament.entries.active().filter(is_substitute=False).count() // size
    for number in range(1, min(max(tables, FEWEST_TABLES), MOST_TABLES) * size + 1):
        name = pgettext("made-up player", "Player %(number)02d") % {"number": number}
        enter(tournament=copy, player=add_player(name=name), by=by)
    _play_all_but_one_table(copy, by)
    return copy


@transaction.atomic
def end_rehearsal(*, tournament: Tournament, by: Actor) -> None:
    """Discard the rehearsal of a tournament, in any state. Idempotent."""
    lock_tournament(tournament.pk)
    row = Rehearsal.objects.filter(of=tournament).first()
    if row is None:
        return
    copy = lock_tournament(row.tournament_id)
    # All of them before the first ledger entry: a report waits for the head with its round locked.
    locked = Round.objects.select_for_update(of=("self",), no_key=True)
    rounds = list(locked.filter(stage__tournament=copy).order_by("pk"))
    published = [one for one in rounds if one.status == Round.Status.PUBLISHED and one.game in (None, 1)]
    if published and copy.status == Tournament.Status.FINISHED:
        reopen_tournament(tournament=copy, by=by)
    for round_ in rounds:
        if round_.status == Round.Status.STARTED and round_.game in (None, 1):
            close_round(round_=round_, by=by, leave_open=True)
    for round_ in published:
        unpublish_round(round_=round_, by=by)
    discard_tournament(tournament=copy, by=by)


def _private_copy(tournament: Tournament, by: Actor) -> Tournament:
    """Today, so that what is planned by the hour is now."""
    name = _("Rehearsal · %(name)s") % {"name": tournament.name}
    copy = copy_tournament(
        tournament=tournament,
        name=name[:LONGEST_TITLE],
        slug=free_tournament_address(f"{tournament.slug[:44]}-rehearsal"),
        starts_on=timezone.localdate(timezone=ZoneInfo(tournament.time_zone)),
        in_its_season=False,
        by=by,
    )
    private = {"visibility": Tournament.Visibility.PRIVATE}
    return edit_tournament(tournament=copy, changes=private, seen=tournament_tag(copy), by=by)


def _play_all_but_one_table(copy: Tournament, by: Actor) -> None:
    [round_] = publish_draw(draw=draw(stage=copy.stages.earliest("ordinal"), plan=Plan(), by=by), by=by)
    has_limit = limit_of(copy, round_).minutes is not None
    round_ = start_round(round_=round_, by=by, clock=has_limit)
    copy.refresh_from_db()
    chance = Drbg(secrets.token_hex(16), "made-up results")
    *tables, _last = round_.tables.order_by("number")
    for table in tables:
        report = TableReport(Figures(points=made_up_points(chance, copy.rulebook)))
        correct_sheet(table=table, report=report, reason=_("made up for the rehearsal"), by=by)


def made_up_points(chance: Drbg, rulebook: Rulebook) -> list[int]:
    """Return the points of a game that could have been, by seat: all different, so that no rule on ties is needed."""
    is_riichi = rulebook.result.kind == "points"
    start = rulebook.table.starting_points
    if not isinstance(start, int):
        start = USUAL_START if is_riichi else 0
    prices = RIICHI if is_riichi else SINGLE
    while True:
        points = [start] * rulebook.table.players
        for _win in range(WINS):
            winner, loser = chance.shuffled(range(len(points)))[:2]
            price = prices[chance.below(len(prices))]
            # Where a game begins with points, nobody falls below none.
            if not start or points[loser] >= price:
                points[winner] += price
                points[loser] -= price
        if len(set(points)) == len(points):
            return points
