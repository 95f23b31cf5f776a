"""Ledger entries for rounds that are drawn, published, unpublished or discarded."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from tournaments.actions.actor import Actor
from tournaments.actions.draws.inputs import seats_of
from tournaments.actions.ledger import record, record_all
from tournaments.models import Round, SeedCommitment, Tournament
from tournaments.models.digests import draw_hash, sha256, tables_hash
from tournaments.models.draws.events import RoundDrawn
from tournaments.models.play.events import RoundDiscarded, RoundPublished, RoundUnpublished
from tournaments.models.texts.declared import WITHOUT_TEXTS


def record_draws(
    seated: Sequence[tuple[Round, Sequence[Sequence[int]]]], tournament: Tournament, by: Actor
) -> None:
    """Commit drawn rounds to the public ledger without revealing them: hashes now, seats and seed on publishing.

    The number of statements does not depend on the rounds. The reason is kept with the first round's entry.
    """
    hashes = {round_.draw_id: draw_hash(round_.draw) for round_, _tables in seated if round_.draw}
    drawn = [
        RoundDrawn(
            round=round_.pk,
            stage=round_.stage_id,
            number=round_.number,
            method=round_.method,
            draw=round_.draw_id,
            draw_hash=hashes.get(round_.draw_id),
            seed_hash=sha256(round_.seed),
            tables_hash=tables_hash(round_.seed, tables),
            scheme=WITHOUT_TEXTS,
            match_day=round_.match_day or UNSET,
            game=round_.game or UNSET,
            reason=round_.draw.reason if place == 0 and round_.draw is not None else UNSET,
        )
        for place, (round_, tables) in enumerate(seated)
    ]
    record_all(drawn, tournament_id=tournament.pk, by=by)


def record_published(round_: Round, by: Actor) -> None:
    """Record that a round is published again."""
    record(
        RoundPublished(round=round_.pk, number=round_.number, **as_published(round_)),
        tournament_id=round_.stage.tournament_id,
        by=by,
    )


def as_published(round_: Round) -> dict[str, Any]:
    """Return what becomes public when a round is published: the seating, and the seed with the draw's last draft."""
    others = Round.objects.filter(draw=round_.draw_id, status=Round.Status.DRAFTED).exclude(pk=round_.pk)
    is_last = round_.draw_id is None or not others.exists()
    fixed = SeedCommitment.objects.filter(draws__rounds=round_).first()
    return {
        "seed": round_.seed if is_last else None,
        "commitment": fixed.commitment if fixed else None,
        "tables": seats_of(round_),
    }


def record_unpublished(round_: Round, by: Actor) -> None:
    record(
        RoundUnpublished(round=round_.pk, number=round_.number),
        tournament_id=round_.stage.tournament_id,
        by=by,
    )


def record_discarded(round_: Round, by: Actor) -> None:
    """Record that a draft was discarded; its row is already gone."""
    record(RoundDiscarded(round=round_.pk), tournament_id=round_.stage.tournament_id, by=by)
