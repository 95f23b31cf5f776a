"""Scores for players who sit out a round or are absent, where their stage defines them: a bonus or a deduction."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.play.penalties import LARGE_DEDUCTION, Ruling, lift_penalty, penalize
from tournaments.models import CountingRule, Entry, Penalty, Round, Tournament
from tournaments.models.play.sitting_out import absent_from, sitting_out

GivenFor = Penalty.GivenFor


@dataclass(frozen=True)
class RoundScores:
    """The scores caused by closing a round: new ones by player, and earlier ones to be lifted."""

    given: list[tuple[Entry, GivenFor, int]]
    lifted: list[Penalty]


def scores_of_round(round_: Round) -> RoundScores:
    """Find players without a game in a round, and lock them and their scores for it. One query if the stage gives
    nothing for that, else at most nine.

    A player gets one score a round, even if it is reopened: scores lifted by the referee stay lifted, and those of
    players who play after all are to be lifted.
    """
    rule = CountingRule.objects.filter(stage=round_.stage_id).first()
    if rule is None or not (rule.sitting_out_score or rule.absence_score):
        return RoundScores([], [])
    due = _due(round_, rule)
    locked = Entry.objects.select_for_update(no_key=True).filter(pk__in=due).order_by("pk")
    entries = {entry.pk: entry for entry in locked}
    before = list(
        Penalty.objects.select_for_update(no_key=True)
        .filter(round=round_)
        .exclude(given_for="")
        .order_by("pk")
    )
    has = {penalty.entry_id for penalty in before}
    return RoundScores(
        [(entries[pk], given_for, score) for pk, (given_for, score) in due.items() if pk not in has],
        [penalty for penalty in before if penalty.lifted_at is None and penalty.entry_id not in due],
    )


def give_scores(round_: Round, scores: RoundScores, *, by: Actor) -> None:
    """Impose and lift what `scores_of_round` found, each with its ledger entry."""
    for penalty in scores.lifted:
        lift_penalty(penalty=penalty, reason=_("Plays in this round after all"), by=by)
    for entry, given_for, score in scores.given:
        penalize(
            stage=round_.stage,
            entry=entry,
            ruling=Ruling(-score, str(given_for.label), round=round_),
            given_for=given_for,
            by=by,
            confirm=[LARGE_DEDUCTION],
        )


def _due(round_: Round, rule: CountingRule) -> dict[int, tuple[GivenFor, int]]:
    """Return who gets what for this round, by entry id. Withdrawn players get nothing, nor do absent players in free
    play, who are not expected.
    """
    waiting = {entry.pk for entry in sitting_out([round_])[round_.pk]}
    absent = absent_from(round_) if rule.absence_score and not round_.stage.is_free_play else set()
    if round_.stage.tournament.substitutes == Tournament.Substitutes.FOR_ABSENT:
        # A game played by a substitute counts as theirs.
        played_for = round_.seats.filter(entry__is_substitute=True).exclude(replaces=None).order_by()
        absent -= set(played_for.values_list("replaces_id", flat=True))
    active = Entry.objects.filter(pk__in=waiting | absent, status=Entry.Status.ACTIVE).order_by("number")
    scores = {GivenFor.SITTING_OUT: rule.sitting_out_score, GivenFor.ABSENCE: rule.absence_score}
    found = {}
    for pk in active.values_list("pk", flat=True):
        given_for = GivenFor.SITTING_OUT if pk in waiting else GivenFor.ABSENCE
        if scores[given_for]:
            found[pk] = given_for, scores[given_for]
    return found
