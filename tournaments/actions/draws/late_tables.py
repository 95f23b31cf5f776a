"""Add a table of latecomers to a round in play."""

import secrets
from collections.abc import Collection, Sequence

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils.translation import gettext as _

from seating.quality import broken_constraints
from seating.rounds.late_table import late_table
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.draws.exchanges import KEPT_APART
from tournaments.actions.draws.inputs import constraints_of
from tournaments.actions.draws.plans import StoredDraw
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.people.check_in import absent
from tournaments.actions.play.changed_places import refuse_unless_in_play
from tournaments.actions.play.new_tables import refuse_players
from tournaments.actions.play.rounds import PLAYERS_IN_PLAY, PLAYERS_NOT_HERE
from tournaments.actions.setup.game_quotas import asked_of_games, too_many_games
from tournaments.actions.setup.odd_tables import pin_odd_rulebooks
from tournaments.actions.wording.lists import in_short
from tournaments.models import Entry, LineUpRule, Round, Seat, Table
from tournaments.models.draws.draws import OF_TEAMS
from tournaments.models.play.events import TableAdded
from tournaments.models.winds import Wind
from tournaments.standings.stages.who_takes_part import taking_part_in


def latecomers_of(round_: Round) -> QuerySet[Entry]:
    """Return all active entries of a round's stage, including substitutes, that have no seat in it, by number."""
    entries: QuerySet[Entry] = Entry.objects.of_one_each().filter(
        tournament=round_.stage.tournament_id, status=Entry.Status.ACTIVE
    )
    takes_part = taking_part_in(round_.stage)
    if takes_part is not None:
        entries = entries.filter(pk__in=takes_part)
    seated = Seat.objects.filter(round=round_).values("entry")
    return entries.exclude(pk__in=seated).select_related("player", "team").order_by("number")


@transaction.atomic
def add_late_table(
    *, round_: Round, players: Sequence[Entry], by: Actor, confirm: Collection[str] = ()
) -> Table:
    """Seat latecomers at a new table of a round in play, by lot; the ledger has the seed, so that the draw can be
    verified. The table has the next number and the round's clock; other rounds are unchanged.

    Asks first, unless the code is in `confirm`, about players who are not here yet (`players_not_here`), are in
    another round in play (`players_in_play`), have played all games of the stage (`too_many_games`) or must be kept
    apart (`kept_apart`). Refuses a round that is not in play, free play, team stages, a table size without a
    rulebook, and players who are named twice, withdrawn, in another stage or already seated in this round.
    """
    tournament = lock_tournament(round_.stage.tournament_id)
    # Exclusive: the round cannot be closed meanwhile, and its table numbers are counted once.
    Round.objects.select_for_update(no_key=True).get(pk=round_.pk)
    round_ = Round.objects.select_related("stage", "draw").get(pk=round_.pk)
    round_.stage.tournament = tournament
    refuse_unless_in_play(round_)
    _refuse_round(round_)
    found = Entry.objects.filter(tournament=tournament, pk__in=[entry.pk for entry in players])
    people = {entry.pk: entry for entry in found.select_related("player").order_by("number")}
    refuse_players(tournament, round_.stage, [entry.pk for entry in players], people)
    _refuse_seated(round_, people.values())
    ask_first(_doubts(round_, list(people.values())), confirm)
    came, seed = list(people), secrets.token_hex(16)
    seats = late_table(seed, came)
    highest = round_.tables.aggregate(highest=Max("number"))["highest"] or 0
    table = Table.objects.create(round=round_, number=highest + 1)
    Seat.objects.bulk_create(
        Seat(table=table, round=round_, wind=wind, entry=people[pk])
        for wind, pk in zip(Wind, seats, strict=False)
    )
    record(
        TableAdded(
            round=round_.pk,
            number=round_.number,
            table=table.pk,
            place=table.number,
            came=came,
            seed=seed,
            entries=seats,
        ),
        tournament_id=tournament.pk,
        by=by,
    )
    pin_odd_rulebooks(tournament, by=by)
    return table


def _refuse_round(round_: Round) -> None:
    if round_.is_of_free_play:
        message = _("Players open the tables of this round themselves.")
        raise StateRefuses(message, code="opened_by_players")
    if round_.match_day is not None:
        message = _("Tables stay together all match day. Latecomers can play from the next match day on.")
        raise StateRefuses(message, code="match_day")
    is_of_teams = round_.draw is not None and round_.draw.method in OF_TEAMS
    if is_of_teams or LineUpRule.objects.filter(stage=round_.stage).exists():
        message = _(
            "Teams meet in this round, so latecomers have no match. They can play from the next round on."
        )
        raise StateRefuses(message, code="teams_meet")


def _refuse_seated(round_: Round, people: Collection[Entry]) -> None:
    seat = Seat.objects.filter(round=round_, entry__in=people).select_related("entry__player").first()
    if seat is not None:
        message = _("%(player)s already has a table in this round.") % {"player": seat.entry.player}
        raise StateRefuses(message, code="seated_already", fields={"players": [message]})


def _doubts(round_: Round, people: Sequence[Entry]) -> dict[str, str]:
    asked = {}
    missing = absent(round_.stage.tournament).filter(pk__in=[entry.pk for entry in people])
    if names := [str(entry.player) for entry in missing.select_related("player").order_by("number")]:
        asked[PLAYERS_NOT_HERE] = _("Not here yet: %(names)s.") % {"names": in_short(names)}
    elsewhere = Seat.objects.filter(entry__in=people, round__status=Round.Status.STARTED).exclude(
        round=round_
    )
    if names := [str(seat.entry.player) for seat in elsewhere.select_related("entry__player")]:
        message = _("Still in another round in play: %(names)s.")
        asked[PLAYERS_IN_PLAY] = message % {"names": in_short(names)}
    asked |= asked_of_games(too_many_games(round_.stage, people))
    apart = StoredDraw.of(round_.draw).plan.apart if round_.draw else ()
    constraints = constraints_of(round_.stage.tournament, people, apart)
    names_of = {entry.pk: entry.player.name for entry in people}
    if broken := broken_constraints([[list(names_of)]], constraints):
        pairs = [" – ".join(names_of[pk] for pk in one.pair) for one in broken]
        message = _("The draw keeps these players apart, but they would share a table: %(pairs)s.")
        asked[KEPT_APART] = message % {"pairs": in_short(pairs)}
    return asked
