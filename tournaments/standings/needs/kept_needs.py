"""What is needed in a last round, kept beside the published standings: a worker works it out, and pages read it.

It takes tens of milliseconds with a thousand players, which no visitor should wait for. What is kept names the
publication and the open rounds it was made for; where those are others, nothing is shown until a worker has come.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Sum

from scoring.conditions.at_the_line import Enough
from tournaments.models import (
    LastRoundNeeds,
    LedgerEntry,
    LedgerHead,
    Publication,
    QualifyingRule,
    Round,
    Stage,
)
from tournaments.models.events import kinds_that_move_seats
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.play.rounds import OPEN_ROUNDS
from tournaments.standings.lines import Place, lines_of
from tournaments.standings.locked_publication import end_of, lock_publication
from tournaments.standings.needs.needed import Need, OpenRound, Outcome, can_be_said, needed, open_round
from tournaments.standings.stages.published_rows import published_rows


class LastRound(NamedTuple):
    """The round in play, if it is the last, and what is needed in it, by entry id."""

    round: Round
    needs: dict[int, Need]


def open_seating(stage: str) -> "QuerySet[Any, Any]":
    """A number that changes when another round is open in the stage at this path, or others sit there before it is
    started; no row without one, and where no line is to be decided.
    """
    rules = QualifyingRule.objects.filter(source=OuterRef("stage"), qualification__confirmed_at=None)
    open_rounds = Round.objects.filter(
        Exists(rules), stage=OuterRef(stage), status__in=OPEN_ROUNDS
    ).order_by()
    seated = F("pk") * 1_000_000 + F("publications") * 10_000 + F("progress__tables")
    return open_rounds.values("stage").annotate(seating=Sum(seated)).values("seating")


def needs_kept(publication: str) -> "QuerySet[LastRoundNeeds, int]":
    """When what is kept for the publication at this path was worked out, as a ledger entry; no row where it is that
    of other standings or other rounds, or says nothing.
    """
    return LastRoundNeeds.objects.filter(
        stage=OuterRef(publication),
        as_of_seq=OuterRef("as_of_seq"),
        seating=Subquery(open_seating("stage")),
        round__isnull=False,
    ).values_list("seated_seq", flat=True)


def last_round_of(stage: Stage, as_of_seq: int) -> LastRound | None:
    """Return what is needed in a stage as it is published as of this entry; None where nothing can be said, or is
    not worked out yet. One query.
    """
    for kept in _KEPT.read(stage.pk, as_of_seq):
        assert kept.round is not None, "asked for"
        return LastRound(kept.round, {int(entry): _read(need) for entry, need in kept.needs.items()})
    return None


def last_round_as_published(stage: Stage) -> LastRound | None:
    """The same as of the current publication. Two queries."""
    as_of_seq = Publication.objects.values_list("as_of_seq", flat=True).get(pk=stage.pk)
    return last_round_of(stage, as_of_seq)


def _kept(stage: int, as_of_seq: int) -> "QuerySet[LastRoundNeeds]":
    kept = LastRoundNeeds.objects.filter(stage=stage, as_of_seq=as_of_seq, round__isnull=False)
    return kept.filter(seating=Subquery(open_seating("stage"))).select_related("round")


_KEPT = PreparedQuery(_kept, of=(int, int))


@transaction.atomic
def keep_needs(stage_id: int) -> None:
    """Work out what is needed in a stage as it is published, and keep it; also that nothing can be said.

    Nothing is kept while standings are behind, or when seats move meanwhile: then a worker is on its way.
    """
    publication = lock_publication(stage_id)
    stage, as_of_seq = publication.stage, publication.as_of_seq
    head = end_of(stage)
    seating = _seating_of(stage_id)
    if seating is None or as_of_seq < head.standings_seq:
        return
    round_, needs = _worked_out(stage, as_of_seq)
    is_as_before = LedgerHead.objects.filter(tournament=stage.tournament_id, seq=head.seq).exists()
    if not is_as_before or _seating_of(stage_id) != seating:
        return
    LastRoundNeeds.objects.update_or_create(
        stage=stage,
        defaults={
            "as_of_seq": as_of_seq,
            "seating": seating,
            "seated_seq": head.seq,
            "round_id": round_.pk if round_ and needs else None,
            "needs": {str(entry): _written(need) for entry, need in needs.items()},
        },
    )


def _worked_out(stage: Stage, as_of_seq: int) -> tuple[OpenRound | None, Mapping[int, Need]]:
    round_ = open_round(stage, as_of_seq) if can_be_said(stage) else None
    if round_ is None:
        return None, {}
    rows = published_rows(stage.pk)
    lines = lines_of(stage, [Place.of(row.entry_id, row) for row in rows if row.can_go_on], [])
    return round_, needed(stage, rows, lines.of_players, round_)


def outdated_needs() -> "QuerySet[Publication, int]":
    """The stages as published for which what is needed is to be worked out anew."""
    moved = LedgerEntry.objects.filter(
        tournament=OuterRef("stage__tournament"),
        seq__gt=OuterRef("seated_seq"),
        kind__in=kinds_that_move_seats(),
    )
    current = LastRoundNeeds.objects.filter(
        ~Exists(moved),
        stage=OuterRef("pk"),
        as_of_seq=OuterRef("as_of_seq"),
        seating=Subquery(open_seating("stage")),
    )
    rules = QualifyingRule.objects.filter(source=OuterRef("pk"), qualification__confirmed_at=None)
    open_rounds = Round.objects.filter(stage=OuterRef("pk"), status__in=OPEN_ROUNDS)
    return (
        Publication.objects.filter(Exists(rules), Exists(open_rounds), ~Exists(current))
        .filter(as_of_seq__gte=F("stage__tournament__head__standings_seq"))
        .values_list("pk", flat=True)
    )


def _seating_of(stage_id: int) -> int | None:
    found: int | None = (
        Publication.objects.filter(pk=stage_id)
        .annotate(seating=Subquery(open_seating("pk")))
        .values_list("seating", flat=True)
        .get()
    )
    return found


def _written(need: Need) -> list[object]:
    return [need.outcome.value, need.is_any, [list(one) for one in need.results]]


def _read(written: Any) -> Need:
    outcome, is_any, results = written
    return Need(Outcome(outcome), tuple(Enough(*one) for one in results), is_any)
