"""Qualification for a stage, and what is carried over."""

from typing import Annotated, TypedDict

from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.stages.qualification import Places, Terms, terms_of
from tournaments.models import Qualification, Qualifier, QualifyingRule, Stage
from tournaments.standings.qualifying import Candidate, Cut, Proposal, names_of
from web.api.answers import By, Given, Of, filled
from web.api.moments import Moment, moment_or_none


class QualifyingRuleShape(TypedDict):
    """Places `first` to `last` of the stage `from_stage` qualify: of its ranking, of every table of its last round
    (`groups`), or of those who have not qualified by earlier rules (`remaining`).
    """

    from_stage: Annotated[int, Of("source"), "Id of the stage they come from."]
    among: Annotated[str, "Which places.", QualifyingRule.Among]
    first: Annotated[int, "First place that goes on, from 1."]
    last: Annotated[int, "Last place that goes on."]


filled(QualifyingRuleShape, Places)


class QualificationShape(TypedDict):
    """How players enter a stage. If `everybody_plays`, the other fields do not apply.

    `carries`: what they start with: `none`, `full`, `ratio` (`numerator` of `denominator`, rounded to `quantum`
    units) or `by_rank` (`by_rank` lists the totals). With `carries_points`, points at the table are carried over
    too. Units are the rulebook's smallest. Until `confirmed_at` is set, qualifiers are open.
    """

    stage: Annotated[int, Given()]
    everybody_plays: Annotated[
        bool, Given(), "True if all entries play in the stage; then the rest means nothing."
    ]
    of_teams: bool
    rules: Annotated[list[QualifyingRuleShape], "Rules, applied in this order."]
    carries: Annotated[str, "What players bring along.", Qualification.Carries]
    numerator: int
    denominator: int
    quantum: int
    rounding: Annotated[str, "How a part is rounded.", Qualification.Rounding]
    by_rank: list[int]
    forgives_penalties: bool
    carries_head_to_head: bool
    carries_points: Annotated[bool, By(lambda terms: bool(terms.carries_points))]
    confirmed_at: Annotated[Moment | None, Given()]
    tag: Annotated[str, Given()]


def _name_of(one: Qualifier) -> str:
    return one.entry.player.name if one.entry is not None else str(one.team)


class QualifierShape(TypedDict):
    """A qualifier of a stage: an `entry`, or a `team` with all its players.

    `from_stage`: the stage whose total is carried over.
    """

    seed: Annotated[int, "Seed, from 1 for the best."]
    entry: Annotated[int | None, Of("entry_id"), "Id of the entry; null for a team."]
    team: Annotated[int | None, Of("team_id"), "Id of the team; null if none."]
    name: Annotated[str, By(_name_of), "Name of the player or team."]
    from_stage: Annotated[int | None, Of("source_id")]


class QualifiersShape(TypedDict):
    """The confirmed qualifiers of a stage, by seed; empty until confirmed."""

    stage: int
    confirmed_at: Moment | None
    qualifiers: Annotated[list[QualifierShape], "Who plays, by seed; empty until confirmed."]


class CandidateShape(TypedDict):
    """A proposed qualifier. `place` is in the stage `from_stage`, or at its table `table`. `total` is the total
    there and `start` the starting total here, in units, with `start_points` at the table.
    """

    entry: Annotated[int | None, Given(), "Id of the entry; null for a team."]
    team: Annotated[int | None, Given(), "Id of the team; null for a player."]
    name: Annotated[str, Given(), "Name of the player or team."]
    from_stage: Annotated[int | None, Of("source")]
    place: Annotated[int, "Place in the stage they come from, or at its table."]
    table: Annotated[str, "Number of that table; empty if places of the ranking count."]
    total: Annotated[int, "Total there, in units."]
    start: Annotated[int, "Total they begin with, in units."]
    start_points: Annotated[int, "Points at the table they begin with."]


class CutShape(TypedDict):
    """After place `last` of the stage `from_stage`, only a lot puts some of `tied` (entries or teams) above others.

    `table` is the number of a table of its last round if places at tables count, else empty.
    """

    from_stage: Annotated[int, Of("source")]
    table: Annotated[str, "Number of the table; empty if places of the ranking count."]
    last: Annotated[int, "Place after which the line is drawn."]
    tied: Annotated[list[int], "Ids of the entries or teams that are level."]


class ProposalShape(TypedDict):
    """The qualifiers by the rules and current results. Confirming them requires the `tag`."""

    stage: int
    units_per_point: int
    candidates: Annotated[list[CandidateShape], "Who would go on as results are now, in the order of seeds."]
    ties: Annotated[list[CutShape], "Where only the lot decides."]
    tag: Annotated[str, "Version of the results it is made of; send it when you confirm."]


_terms = filled(QualificationShape, Terms)
_qualifier = filled(QualifierShape, Qualifier)
_candidate = filled(CandidateShape, Candidate)
_cut = filled(CutShape, Cut)


def qualification_shape(stage: Stage, qualification: Qualification | None) -> QualificationShape:
    terms = Terms() if qualification is None else terms_of(qualification)
    return _terms(
        terms,
        stage=stage.pk,
        everybody_plays=qualification is None,
        confirmed_at=moment_or_none(qualification.confirmed_at if qualification else None),
        tag=qualification_tag(qualification),
    )


def qualifiers_shape(stage: Stage, qualification: Qualification | None) -> QualifiersShape:
    rows = qualification.qualifiers.order_by("seed") if qualification is not None else ()
    listed = list(rows.select_related("entry__player", "team")) if rows else []
    return {
        "stage": stage.pk,
        "confirmed_at": moment_or_none(qualification.confirmed_at if qualification else None),
        "qualifiers": [_qualifier(row) for row in listed],
    }


def proposal_shape(qualification: Qualification, proposal: Proposal) -> ProposalShape:
    names = names_of(qualification)
    return {
        "stage": qualification.pk,
        "units_per_point": qualification.stage.tournament.rulebook.units_per_point,
        "candidates": [
            _candidate(
                one,
                entry=None if qualification.of_teams else one.key,
                team=one.key if qualification.of_teams else None,
                name=names[one.key],
            )
            for one in proposal.candidates
        ],
        "ties": [_cut(tie) for tie in proposal.ties],
        "tag": proposal_tag(proposal),
    }
