"""Writing into a ledger what earlier versions did not record: as it is today, with today's date."""

import hashlib

from django.db import transaction

from players.traces import trace_names
from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.models import Draw, LedgerEntry, Round, Scoresheet, SeatingConstraint, Tournament
from tournaments.models.digests import draw_hash, seating_constraint_hash
from tournaments.models.ledger_kinds import Kind
from tournaments.models.origins.reading import contents_here
from tournaments.verification.results import old_line
from tournaments.verification.settings import RULES, SETTINGS


@transaction.atomic
def record_baseline(*, tournament: Tournament, by: Actor) -> LedgerEntry:
    """Record how everything is now that entries of earlier versions do not tell.

    It proves nothing about the time before; from this entry on a change is found. What the ledger tells already is
    not replaced by it. May be repeated: a second one adds what the first did not know.
    """
    tournament = lock_tournament(tournament.pk)
    return record(tournament_id=tournament.pk, kind=Kind.BASELINE, payload=_today(tournament), by=by)


def _today(tournament: Tournament) -> dict[str, object]:
    settings = {name: getattr(tournament, column) for name, column in SETTINGS.items()}
    settings |= {name: getattr(tournament.usual_format, column) for name, column in RULES.items()}
    for name in ("starts_on", "ends_on"):
        settings[name] = settings[name].isoformat() if settings[name] else None
    stages = dict(tournament.stages.values_list("pk", "name"))
    teams = dict(tournament.teams.values_list("pk", "name"))
    players = dict(tournament.entries.values_list("player_id", "player__name"))
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("pk")
    return {
        "settings": settings,
        "odd_house_rules": {str(other.players): other.house_rules for other in tournament.other_formats},
        "names": {
            "tournament": {"0": trace_names("tournament", {tournament.pk: tournament.name})[tournament.pk]},
            "stage": _by_text(trace_names("stage", stages)),
            "team": _by_text(trace_names("team", teams)),
            "player": _by_text(trace_names("player", players)),
        },
        "draws": {
            str(draw.pk): draw_hash(draw) for draw in Draw.objects.filter(stage__tournament=tournament)
        },
        "wishes": {
            str(constraint.pk): seating_constraint_hash(constraint)
            for constraint in SeatingConstraint.objects.filter(tournament=tournament)
        },
        "rounds": {
            str(round_.pk): [
                round_.stage_id,
                round_.number,
                round_.draw_id,
                round_.played_on.isoformat() if round_.played_on else None,
            ]
            for round_ in rounds
        },
        "sheets": _sheets(tournament),
    }


def _by_text(digests: dict[int, str]) -> dict[str, str]:
    return {str(pk): digest for pk, digest in digests.items()}


def _sheets(tournament: Tournament) -> str:
    """One hash over who reported each sheet that was written without saying so, when, and why points were missing."""
    recorded = set()
    written = tournament.ledger.filter(kind__in=[Kind.REPORTED, Kind.CORRECTED, Kind.IMPORTED]).order_by(
        "seq"
    )
    for content in contents_here(tournament, written.iterator(chunk_size=2_000)):
        if "by_seat" not in content:
            recorded.add(content.get("sheet"))
    columns = ("pk", "imbalance_reason", "reported_by_seat_id", "reported_by_user_id", "claimed_at")
    sheets = Scoresheet.objects.filter(table__round__stage__tournament=tournament).order_by("pk")
    found = hashlib.sha256()
    for row in sheets.values_list(*columns).iterator(chunk_size=4_000):
        if row[0] in recorded:
            found.update(old_line(*row))
    return found.hexdigest()
