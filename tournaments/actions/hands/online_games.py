"""Games played online: the hands of the platform's log become the table's, and its end the result."""

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
    """The game by the table's rules, and the entry id of each seat, None where unclear.

    `record` is the last hand entered, None in a dry run; `sheet` is the result if the game is over by our rules.
    """

    settled: SettledGame
    players: list[int | None]
    record: HandRecord | None = None
    sheet: Scoresheet | None = None


def takes_online_games(rulebook: Rulebook) -> bool:
    """Whether a game of an online platform could have been played by this rulebook."""
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
    """Enter a game hand by hand, paid by the table's rulebook.

    `players` are the entry ids of its seats, first dealer first; without them players are matched by nickname. If the
    platform's seat order differs from the draw, the staff reseat the table. A finished game is reported, and its
    result awaits confirmation like any other. `if_match` is the tag of the last record the person saw. A `dry_run`
    writes nothing and accepts unclear players. Refuses a game that is impossible under these rules, and a table that
    has hands.
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
        # The report needs these locks, which come before the ledger head.
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
