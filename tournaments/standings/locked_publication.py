"""A stage's publication, locked, and where the ledger ends meanwhile: read for every result, so written out."""

from collections.abc import Sequence
from typing import Any

from tournaments.models import (
    CountingRule,
    LedgerHead,
    Publication,
    Qualification,
    Stage,
    TeamCountingRule,
    Tournament,
)
from tournaments.models.fast_sql.reading import JoinedRows

# What a stage may have, once: who plays in it, and which games count.
OF_A_STAGE: dict[str, Any] = {
    "qualification": Qualification,
    "counting": CountingRule,
    "team_counting": TeamCountingRule,
}
PUBLICATION = JoinedRows(
    """
    SELECT {columns} FROM tournaments_publication publication
    JOIN tournaments_stage stage ON stage.id = publication.stage_id
    LEFT JOIN tournaments_qualification qualification ON qualification.stage_id = stage.id
    LEFT JOIN tournaments_countingrule counting ON counting.stage_id = stage.id
    LEFT JOIN tournaments_teamcountingrule team_counting ON team_counting.stage_id = stage.id
    WHERE stage.id = %s
    """,
    lock=("publication",),
    publication=Publication,
    stage=Stage,
    **OF_A_STAGE,
)
END = JoinedRows(
    """
    SELECT {columns} FROM tournaments_ledgerhead head
    JOIN tournaments_tournament tournament ON tournament.id = head.tournament_id WHERE tournament.id = %s
    """,
    head=LedgerHead,
    tournament=Tournament,
)


def lock_publication(stage_id: int) -> Publication:
    """The publication of a stage, locked; with it the stage, and what says who plays in it and which games count."""
    publication: Publication
    [[publication, stage, *rules]] = PUBLICATION.read(stage_id)
    publication.stage = with_rules(stage, rules)
    return publication


def with_rules(stage: Stage, rules: Sequence[Any]) -> Stage:
    """The stage, which knows then of each of `OF_A_STAGE` that it has it, or has none."""
    for model, rule in zip(OF_A_STAGE.values(), rules, strict=True):
        if rule is None:
            # That there is none is known: nobody asks again.
            model._meta.get_field("stage").remote_field.set_cached_value(stage, None)
        else:
            rule.stage = stage
    return stage


def end_of(stage: Stage) -> LedgerHead:
    """Where the ledger ends now; with it the stage's tournament is the one that it was as of that entry."""
    head: LedgerHead
    [[head, stage.tournament]] = END.read(stage.tournament_id)
    return head
