"""Who takes part in a stage: those for whom it was confirmed, or else those whom the draws of its rounds name."""

from collections.abc import Collection

from django.db.models import Q
from django.db.models.functions import Coalesce

from tournaments.models import Entry, Qualification, Round, Score, Seat, Stage, Tournament
from tournaments.models.play.games_of_players import Games, games_of_players
from tournaments.models.play.sitting_out import drawn_without_seat
from tournaments.standings.stages.carried import qualification_of


def taking_part_in(stage: Stage, through: int | None = None) -> set[int] | None:
    """The ids of the entries that take part in a stage; None where everybody does.

    In a stage that has a qualification they are those for whom it was confirmed, and nobody before that. In any other
    everybody takes part where it is the first, or no result of it counts yet. From then on those
    do who were drawn into a round of which a result counts, whether they play in it or sit out. `through` is the
    number of the last round that is looked at. One query at most for a first stage, three for a later one.
    """
    qualification = qualification_of(stage)
    if qualification is not None:
        return qualified_entries(qualification)
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


def is_open(qualification: Qualification | None) -> bool:
    """Is it to be confirmed yet who plays?"""
    return qualification is not None and qualification.confirmed_at is None


def unconfirmed_stages(tournament: Tournament) -> list[Stage]:
    """The stages of which it is to be confirmed yet who plays, in their order. One query."""
    later = Qualification.objects.filter(stage__tournament=tournament, confirmed_at=None)
    return [one.stage for one in later.select_related("stage").order_by("stage__ordinal")]


def qualified_entries(qualification: Qualification) -> set[int]:
    """The ids of the entries for whom it was confirmed; of a team everybody, also who came later."""
    through = Q(qualified_for__qualification=qualification) | Q(
        team__qualified_for__qualification=qualification
    )
    tournament = qualification.stage.tournament_id
    return set(Entry.objects.filter(through, tournament=tournament).order_by().values_list("pk", flat=True))


def players_with_games(stage: Stage) -> list[tuple[Entry, Games]]:
    """Those who take part in the stage, substitutes apart, by number, and how many games of it each has."""
    entries = Entry.objects.active().with_people().filter(tournament=stage.tournament_id)
    part = taking_part_in(stage)
    if part is not None:
        entries = entries.filter(pk__in=part)
    games = games_of_players(stage)
    return [(entry, games.get(entry.pk, Games())) for entry in entries.order_by("number")]
