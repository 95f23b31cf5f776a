"""Who goes on to a stage, and with what."""

from collections.abc import Mapping
from typing import TypedDict

from tournaments.actions.seen_versions import proposal_tag, qualification_tag
from tournaments.actions.stages.qualification import Terms, terms_of
from tournaments.models import Qualification, Stage
from tournaments.standings.qualifying import Candidate, Proposal, names_of
from web.api.moments import Moment, moment_or_none


class QualifyingRuleShape(TypedDict):
    """The places `first` to `last` of the stage `from_stage` go on: of its ranking, of every table of its last round
    (`groups`), or of those who are not through by the rules before (`remaining`).
    """

    from_stage: int
    among: str
    first: int
    last: int


class QualificationShape(TypedDict):
    """How players come into a stage. Where `everybody_plays` the rest says nothing.

    `carries` is what they begin with: `none`, `full`, `ratio` (`numerator` of `denominator`, rounded to `quantum`
    units) or `by_rank` (`by_rank` lists the totals). With `carries_points` those at the tables go along. Units are
    the rulebook's smallest. Until `confirmed_at` it is open who plays.
    """

    stage: int
    everybody_plays: bool
    of_teams: bool
    rules: list[QualifyingRuleShape]
    carries: str
    numerator: int
    denominator: int
    quantum: int
    rounding: str
    by_rank: list[int]
    forgives_penalties: bool
    carries_head_to_head: bool
    carries_points: bool
    confirmed_at: Moment | None
    tag: str


class QualifierShape(TypedDict):
    """Somebody who plays in a stage: an `entry`, or a `team` with all its players.

    `from_stage` is the stage of which they carry something over.
    """

    seed: int
    entry: int | None
    team: int | None
    name: str
    from_stage: int | None


class QualifiersShape(TypedDict):
    """For whom it is confirmed that they play in a stage, by seed; nobody until it is."""

    stage: int
    confirmed_at: Moment | None
    qualifiers: list[QualifierShape]


class CandidateShape(TypedDict):
    """Somebody who goes on by the rules. `place` is of the stage `from_stage`, or of its table `table`. `total` is
    what they had there and `start` what they begin with, in units, with `start_points` at the table.
    """

    entry: int | None
    team: int | None
    name: str
    from_stage: int | None
    place: int
    table: str
    total: int
    start: int
    start_points: int


class CutShape(TypedDict):
    """Behind place `last` of the stage `from_stage`, only the lot has put some of `tied` (entries or teams) above.

    `table` is the number of a table of its last round where places of tables count, else empty.
    """

    from_stage: int
    table: str
    last: int
    tied: list[int]


class ProposalShape(TypedDict):
    """Who goes on by the rules as the results are now. Whoever confirms it names the `tag`."""

    stage: int
    units_per_point: int
    candidates: list[CandidateShape]
    ties: list[CutShape]
    tag: str


def qualification_shape(stage: Stage, qualification: Qualification | None) -> QualificationShape:
    terms = Terms() if qualification is None else terms_of(qualification)
    return {
        "stage": stage.pk,
        "everybody_plays": qualification is None,
        "of_teams": terms.of_teams,
        "rules": [
            {"from_stage": one.source, "among": one.among, "first": one.first, "last": one.last}
            for one in terms.rules
        ],
        "carries": terms.carries,
        "numerator": terms.numerator,
        "denominator": terms.denominator,
        "quantum": terms.quantum,
        "rounding": terms.rounding,
        "by_rank": list(terms.by_rank),
        "forgives_penalties": terms.forgives_penalties,
        "carries_head_to_head": terms.carries_head_to_head,
        "carries_points": bool(terms.carries_points),
        "confirmed_at": moment_or_none(qualification.confirmed_at if qualification else None),
        "tag": qualification_tag(qualification),
    }


def qualifiers_shape(stage: Stage, qualification: Qualification | None) -> QualifiersShape:
    rows = qualification.qualifiers.order_by("seed") if qualification is not None else ()
    listed = list(rows.select_related("entry__player", "team")) if rows else []
    return {
        "stage": stage.pk,
        "confirmed_at": moment_or_none(qualification.confirmed_at if qualification else None),
        "qualifiers": [
            {
                "seed": row.seed,
                "entry": row.entry_id,
                "team": row.team_id,
                "name": row.entry.player.name if row.entry is not None else str(row.team),
                "from_stage": row.source_id,
            }
            for row in listed
        ],
    }


def proposal_shape(qualification: Qualification, proposal: Proposal) -> ProposalShape:
    names = names_of(qualification)
    return {
        "stage": qualification.pk,
        "units_per_point": qualification.stage.tournament.rulebook.units_per_point,
        "candidates": [
            _candidate(one, names, of_teams=qualification.of_teams) for one in proposal.candidates
        ],
        "ties": [
            {"from_stage": tie.source, "table": tie.table, "last": tie.last, "tied": list(tie.tied)}
            for tie in proposal.ties
        ],
        "tag": proposal_tag(proposal),
    }


def _candidate(one: Candidate, names: Mapping[int, str], *, of_teams: bool) -> CandidateShape:
    return {
        "entry": None if of_teams else one.key,
        "team": one.key if of_teams else None,
        "name": names[one.key],
        "from_stage": one.source,
        "place": one.place,
        "table": one.table,
        "total": one.total,
        "start": one.start,
        "start_points": one.start_points,
    }
