"""What a team is told of its rounds before line-ups are shown: when, against whom, until when its captain decides."""

from dataclasses import dataclass
from datetime import datetime

from tournaments.models import Entry, LineUp, Round, Seat
from tournaments.models.play.line_ups import line_up_rule_of
from tournaments.standings.teams.coming import opponents_of


@dataclass(frozen=True)
class TeamRound:
    """A round for which a captain names who plays, until `closes_at` (None: until it starts). `line_up` is what the
    team handed in, for its captain alone; `is_open`: it has not been shown.
    """

    round: Round
    opponents: list[str]
    closes_at: datetime | None
    line_up: LineUp | None
    is_open: bool


def rounds_of_team(team: int, *, most: int | None = None, only_open: bool = False) -> list[TeamRound]:
    """The published rounds of stages with line-ups in which a team plays, in the order of play, at most `most`; with
    `only_open` those that have not been shown. Four queries.
    """
    rounds = Round.objects.published().filter(stage__line_up_rule__isnull=False)
    rounds = rounds.filter(pk__in=Seat.objects.filter(entry__team=team).order_by().values("round"))
    open_ones = rounds.waiting_for_line_ups()
    shown = open_ones if only_open else rounds
    listed = list(shown.select_related("stage__line_up_rule").order_by("stage__ordinal", "number")[:most])
    waiting = set(open_ones.values_list("pk", flat=True))
    opponents = opponents_of(team, listed)
    line_ups = {one.round_id: one for one in LineUp.objects.filter(team=team, round__in=listed)}
    return [
        TeamRound(
            round_,
            opponents.get(round_.pk, []),
            rule.closes_at(round_) if (rule := line_up_rule_of(round_.stage)) is not None else None,
            line_ups.get(round_.pk),
            round_.pk in waiting,
        )
        for round_ in listed
    ]


def undecided_for(entry: Entry, *, most: int = 2) -> list[TeamRound]:
    """The next rounds of a player's team for which its captain has yet to name a line-up. No query without a team."""
    if entry.team_id is None or entry.status != Entry.Status.ACTIVE:
        return []
    return rounds_of_team(entry.team_id, most=most, only_open=True)
