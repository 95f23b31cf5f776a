"""Record in a ledger, with today's date, the current state of what earlier versions did not record."""

import hashlib
from typing import Any

from django.db import transaction

from players.traces import trace_names
from tournaments.actions.actor import Actor
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.models import Draw, LedgerEntry, Round, Scoresheet, SeatingConstraint, Tournament
from tournaments.models.digests import draw_hash, seating_constraint_hash
from tournaments.models.draws.events import RoundDrawn, SeatingConstraintAdded
from tournaments.models.origins.events import BaselineRecorded, Traces
from tournaments.models.origins.reading import contents_here
from tournaments.models.play.events import ResultCorrected, ResultImported, ResultReported
from tournaments.models.setup.events import settings_in_ledger
from tournaments.models.texts.declared import WITHOUT_TEXTS
from tournaments.verification.results import old_line
from tournaments.verification.settings import RULES


@transaction.atomic
def record_baseline(*, tournament: Tournament, by: Actor) -> LedgerEntry:
    """Record the current state of everything that entries of earlier versions omit.

    Proves nothing about the past; later changes are detected. Does not replace what the ledger already records. Can
    be repeated: a second one adds what the first did not cover.
    """
    tournament = lock_tournament(tournament.pk)
    return record(_today(tournament), tournament_id=tournament.pk, by=by)


def _today(tournament: Tournament) -> BaselineRecorded:
    settings = settings_in_ledger(tournament)
    settings |= {name: getattr(tournament.usual_format, column) for name, column in RULES.items()}
    stages = dict(tournament.stages.values_list("pk", "name"))
    teams = dict(tournament.teams.values_list("pk", "name"))
    players = dict(tournament.entries.values_list("player_id", "player__name"))
    rounds = Round.objects.filter(stage__tournament=tournament).order_by("pk")
    earlier = _told(tournament)
    drawn = {int(content["draw"]) for content in earlier[RoundDrawn.kind] if content.get("draw") is not None}
    wished = {content["wish"] for content in earlier[SeatingConstraintAdded.kind] if content.get("hash")}
    for content in earlier[BaselineRecorded.kind]:
        drawn |= set(map(int, content["draws"]))
        wished |= set(map(int, content["wishes"]))
    draws = Draw.objects.filter(stage__tournament=tournament).exclude(pk__in=drawn).order_by("pk")
    wishes = SeatingConstraint.objects.filter(tournament=tournament).exclude(pk__in=wished).order_by("pk")
    sheets, missing = _sheets(tournament, is_first=not earlier[BaselineRecorded.kind])
    return BaselineRecorded(
        settings=settings,
        odd_house_rules={str(other.players): other.house_rules for other in tournament.other_formats},
        names=Traces(
            tournament={"0": trace_names("tournament", {tournament.pk: tournament.name})[tournament.pk]},
            stage=_by_text(trace_names("stage", stages)),
            team=_by_text(trace_names("team", teams)),
            player=_by_text(trace_names("player", players)),
        ),
        draws={str(draw.pk): draw_hash(draw) for draw in draws},
        why_drawn=[(draw.pk, draw.reason) for draw in draws if draw.reason],
        wishes={str(wish.pk): seating_constraint_hash(wish) for wish in wishes},
        why_wished=[(wish.pk, wish.reason) for wish in wishes if wish.reason],
        rounds={
            str(round_.pk): (
                round_.stage_id,
                round_.number,
                round_.draw_id,
                round_.played_on.isoformat() if round_.played_on else None,
            )
            for round_ in rounds
        },
        sheets=sheets,
        why_missing=missing,
        scheme=WITHOUT_TEXTS,
    )


def _told(tournament: Tournament) -> dict[str, list[dict[str, Any]]]:
    """Return what the ledger already records, by kind of entry."""
    kinds = (RoundDrawn.kind, SeatingConstraintAdded.kind, BaselineRecorded.kind)
    entries = list(tournament.ledger.filter(kind__in=kinds).order_by("seq"))
    told: dict[str, list[dict[str, Any]]] = {kind: [] for kind in kinds}
    for entry, content in zip(entries, contents_here(tournament, entries), strict=True):
        told[entry.kind].append(content)
    return told


def _by_text(digests: dict[int, str]) -> dict[str, str]:
    return {str(pk): digest for pk, digest in digests.items()}


def _sheets(tournament: Tournament, *, is_first: bool) -> tuple[str, list[tuple[int, str]]]:
    """Return a hash over the reporter and time of each sheet recorded without them; the first baseline also covers
    the reasons for missing points.
    """
    recorded = set()
    written = tournament.ledger.filter(
        kind__in=[ResultReported.kind, ResultCorrected.kind, ResultImported.kind]
    ).order_by("seq")
    for content in contents_here(tournament, written.iterator(chunk_size=2_000)):
        if "by_seat" not in content:
            recorded.add(content.get("sheet"))
    columns = ("pk", "imbalance_reason", "reported_by_seat_id", "reported_by_user_id", "claimed_at")
    sheets = Scoresheet.objects.filter(table__round__stage__tournament=tournament).order_by("pk")
    found, missing = hashlib.sha256(), list[tuple[int, str]]()
    for pk, typed, *rest in sheets.values_list(*columns).iterator(chunk_size=4_000):
        if pk in recorded:
            found.update(old_line(pk, "", *rest))
            missing += [(pk, typed)] if typed and is_first else []
    return found.hexdigest(), missing
