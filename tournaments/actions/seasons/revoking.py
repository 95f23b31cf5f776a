"""Revoking a season opened from the previous one, while nothing has been played in it."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import StateRefuses
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.locks import lock_league
from tournaments.actions.setup.discarding import put_away, record_discarded
from tournaments.models import Division, DrawJob, Entry, Move, Penalty, Round, Season, TeamMove, Tournament
from tournaments.models.leagues.events import SeasonRevoked

# Asked about what would be deleted; see `ask_first`.
SEASON_REVOKED = "season_revoked"


@dataclass(frozen=True)
class Revocation:
    """What revoking the successor of a season would delete, and what prevents it."""

    opened: Season
    tournaments: Sequence[Tournament]
    entries: int
    moves: int
    blocks: Sequence[str]

    @property
    def consequence(self) -> str:
        words = _(
            "The season “%(name)s” is revoked, along with everything set up there. Tournaments discarded: "
            "%(tournaments)s; players entered there: %(entries)s; moves withdrawn, including the points "
            "kept: %(moves)s."
        )
        return words % {
            "name": self.opened.name,
            "tournaments": len(self.tournaments),
            "entries": self.entries,
            "moves": self.moves,
        }


def revocation_of(season: Season) -> Revocation | None:
    """Return what would be revoked; None if no season was opened from this one."""
    opened = Season.objects.select_related("league").filter(follows=season).first()
    return _revocation(opened, opened.tournaments.order_by("pk")) if opened is not None else None


@transaction.atomic
def revoke_next_season(*, season: Season, by: Actor, confirm: Collection[str] = ()) -> None:
    """Revoke the season opened from this one: discard its tournaments, withdraw its moves and the points kept with
    them, and delete it, so that the next season can be proposed again.

    Its tournaments may already be discarded. Asks first, unless `season_revoked` is in `confirm`. Refused
    (`season_in_use`, with everything that blocks it) once it has a drawn round, a pending draw, a penalty in force or
    a successor. Idempotent.
    """
    lock_league(season.league_id)
    opened = Season.objects.select_related("league").filter(follows=season).first()
    if opened is None:
        return
    tournaments = Tournament.objects.select_for_update(no_key=True).filter(season=opened).order_by("pk")
    found = _revocation(opened, tournaments)
    if found.blocks:
        message = _("“%(name)s” cannot be revoked: %(blocks)s") % {
            "name": opened.name,
            "blocks": " ".join(found.blocks),
        }
        raise StateRefuses(message, code="season_in_use", fields={"season": list(found.blocks)})
    ask_first({SEASON_REVOKED: found.consequence}, confirm)
    were = [put_away(tournament) for tournament in found.tournaments]
    Move.objects.filter(next_season=opened).delete()
    TeamMove.objects.filter(next_season=opened).delete()
    Division.objects.filter(season=opened).delete()
    Season.objects.filter(pk=opened.pk).delete()
    for tournament, was in zip(found.tournaments, were, strict=True):
        record_discarded(tournament, was=was, by=by)
    record_league(
        SeasonRevoked(
            season=season.pk,
            next=opened.pk,
            ordinal=opened.ordinal,
            tournaments=[one.pk for one in found.tournaments],
            moves=found.moves,
        ),
        league_id=season.league_id,
        by=by,
    )


def _revocation(opened: Season, tournaments: Collection[Tournament]) -> Revocation:
    here = list(tournaments)
    return Revocation(
        opened,
        here,
        Entry.objects.of_one_each().filter(tournament__in=here).count(),
        Move.objects.filter(next_season=opened).count(),
        _blocks(opened, here),
    )


def _blocks(opened: Season, tournaments: Sequence[Tournament]) -> list[str]:
    """Return what prevents revoking a season, with what to do about it where possible."""
    blocks = []
    if (later := opened.followed_by.first()) is not None:
        message = _("“%(later)s” was opened from it. Please revoke that season first.")
        blocks.append(message % {"later": later.name})
    rounds: dict[int, list[Round]] = {}
    of_these = Round.objects.filter(stage__tournament__in=tournaments).select_related("stage")
    for one in of_these.order_by("stage__ordinal", "number"):
        rounds.setdefault(one.stage.tournament_id, []).append(one)
    ordered = DrawJob.objects.live().filter(stage__tournament__in=tournaments)
    drawing = set(ordered.values_list("stage__tournament", flat=True))
    in_force = Penalty.objects.filter(stage__tournament__in=tournaments, lifted_at=None)
    penalized = set(in_force.values_list("stage__tournament", flat=True))
    for tournament in tournaments:
        blocks += _blocks_of(
            tournament, rounds.get(tournament.pk, []), tournament.pk in drawing, tournament.pk in penalized
        )
    return blocks


def _blocks_of(
    tournament: Tournament, rounds: Sequence[Round], is_drawing: bool, is_penalized: bool
) -> list[str]:
    played = [one for one in rounds if one.status in (Round.Status.STARTED, Round.Status.CLOSED)]
    published = [one for one in rounds if one.status == Round.Status.PUBLISHED]
    drafted = [one for one in rounds if one.status == Round.Status.DRAFTED]
    found = []
    if played or tournament.status != Tournament.Status.PLANNED:
        found.append(_("“%(name)s” has already been played."))
    elif published:
        found.append(_("“%(name)s”: %(round)s is published. Return it to draft and discard the draft first."))
    elif drafted:
        found.append(_("“%(name)s”: %(round)s is drawn. Discard the draft first."))
    if is_drawing:
        found.append(_("“%(name)s”: a draw is being computed. Wait for it, or cancel it."))
    if is_penalized:
        found.append(_("“%(name)s”: a penalty was imposed. Lift it first."))
    about = {"name": tournament.name, "round": next(iter([*published, *drafted]), "")}
    return [message % about for message in found]
