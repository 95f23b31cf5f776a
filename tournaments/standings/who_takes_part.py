"""Who takes part in a stage. Nobody declares it: the draws of its rounds do."""

from collections.abc import Collection

from django.db.models.functions import Coalesce

from tournaments.models import Round, Score, Seat, Stage
from tournaments.models.play.sitting_out import drawn_without_seat


def drawn_into_stage(stage: Stage, through: int | None = None) -> set[int] | None:
    """The ids of the entries that were drawn into a stage; None where everybody takes part.

    Everybody takes part in the first stage, and in a later one as long as no result of it counts. From then on those
    do who were drawn into a round of which a result counts, whether they play in it or sit out. `through` is the
    number of the last round that is looked at. No query for a first stage, three for a later one.
    """
    if stage.ordinal == 1:
        return None
    counted = Score.objects.filter(stage=stage, counts=True).order_by().values("seat__round")
    rounds = Round.objects.filter(stage=stage, pk__in=counted)
    if through is not None:
        rounds = rounds.filter(number__lte=through)
    return drawn_into(rounds)


def drawn_into(rounds: Collection[Round]) -> set[int] | None:
    """The ids of the entries that were drawn into these rounds; None if there are none.

    A chair's player is the one it was drawn for: another one may take it while results of the round count already.
    """
    if not rounds:
        return None
    seats = Seat.objects.filter(round__in=rounds).order_by()
    seated = set(seats.values_list(Coalesce("replaces", "entry"), flat=True))
    return seated.union(*drawn_without_seat(rounds).values())
