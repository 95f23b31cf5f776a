"""A game that was played online: its log's hands become the table's, and its end the table's result."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.hand.value import is_riichi, is_unlimited
from scoring.online.online_game import OnlineGame
from scoring.online.settling import SettledGame, settle_online_game
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.hands.hand_log import (
    by_the_rules,
    can_begin,
    hands_rulebook,
    read_log,
    refuse_other_log,
    refuse_reported,
)
from tournaments.actions.hands.hands import report_hands
from tournaments.actions.hands.nicknames import match_nicknames
from tournaments.actions.idempotency import one_transaction
from tournaments.actions.play.locked_tables import (
    LockedTable,
    Permit,
    lock_and_look,
    permitted_already,
    refuse_unless_running,
)
from tournaments.actions.play.turn_order import record_reseated, refuse_order, reseat
from tournaments.models import GameCount, HandRecord, Scoresheet, Table


@dataclass(frozen=True)
class EnteredGame:
    """The game by the table's rules, and the entry id of each of its seats, None where it is not clear who that is.

    `record` is the last record of the hands that were taken down, none of a dry run; `sheet` the result, if by our
    rules the game is over.
    """

    settled: SettledGame
    players: list[int | None]
    record: HandRecord | None = None
    sheet: Scoresheet | None = None


def takes_online_games(rulebook: Rulebook) -> bool:
    """Could a game of an online platform have been played by this rulebook?"""
    return is_riichi(rulebook) and not is_unlimited(rulebook) and can_begin(rulebook)


@one_transaction
def enter_online_game(
    *,
    table: Table,
    game: OnlineGame,
    by: Actor,
    if_match: str,
    players: Sequence[int | None] = (),
    permit: Permit = permitted_already,
    dry_run: bool = False,
) -> EnteredGame:
    """Take down a game hand by hand, paid by the table's rulebook.

    `players` are the entry ids of its seats, first dealer first; without them everybody is found by nickname. Where
    the platform has dealt in another order than the table was drawn in, the staff seat the table by it. If the game
    is over, its result is reported, and waits for confirmation as any other. `if_match` is the tag of the last
    record that the person saw. A `dry_run` writes nothing, and somebody may be unclear yet. Refused: a game that
    these rules cannot make, and a table at which a hand stands.
    """
    at = lock_and_look(by, pk=table.pk)
    permit(at)
    refuse_unless_running(at)
    refuse_reported(at)
    log = read_log(at)
    refuse_other_log(log, if_match)
    if log.standing:
        message = _("This game already has hands. Please take them back first.")
        raise StateRefuses(message, code="hands_exist")
    rulebook = hands_rulebook(at)
    settled = by_the_rules(lambda: settle_online_game(rulebook, game))
    found = list(players) or _by_nickname(at, game)
    known = [player for player in found if player is not None]
    if len(known) == len(found):
        refuse_order(at, known, by)
    elif not dry_run:
        raise _unclear(game, found)
    if dry_run:
        return EnteredGame(settled, found)
    seats_before = reseat(at, known)
    if settled.state.over:
        # The report wants these locks, which come before the ledger's head.
        GameCount.objects.hold(at.table.round.stage_id)
    record_reseated(at, seats_before, by)
    for hand in settled.hands:
        log.append(HandRecord.Kind.HAND, hand.after, by=by, outcome=hand.outcome)
    last = log.records[-1]
    sheet = report_hands(table=table, by=by, if_match=last.tag) if settled.state.over else None
    return EnteredGame(settled, found, last, sheet)


def _by_nickname(at: LockedTable, game: OnlineGame) -> list[int | None]:
    places = match_nicknames(game.names, [seat.entry.player for seat in at.seats])
    return [None if place is None else at.seats[place].entry_id for place in places]


def _unclear(game: OnlineGame, found: Sequence[int | None]) -> RulesRefuse:
    names = [name for name, player in zip(game.names, found, strict=False) if player is None]
    message = _("These names could not be matched: %(names)s. Please choose who they are.") % {
        "names": ", ".join(f"“{name}”" for name in names)
    }
    return RulesRefuse(message, code="who_is_who", fields={"players": [message]})
