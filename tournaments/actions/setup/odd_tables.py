"""Tables of another size than the tournament's own: the rulebook for them, named and later pinned."""

from collections.abc import Collection, Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.house_rules import refuse_bad_rulebook, refuse_beside, refuse_doubts
from tournaments.actions.states import refuse_finished
from tournaments.models import TableFormat, Tournament
from tournaments.models.digests import sha256
from tournaments.models.ledger import canonical
from tournaments.models.setup.events import OddRulebookNamed, OddRulebookPinned
from tournaments.models.setup.table_formats import SIZES_BESIDE


@transaction.atomic
def name_odd_rulebook(
    *,
    tournament: Tournament,
    players: int,
    rulebook_id: str,
    by: Actor,
    house_rules: Mapping[str, object] | None = None,
    confirm: Collection[str] = (),
) -> Tournament:
    """Name the rulebook that settles tables of `players` in a tournament with tables of four.

    It is pinned when the next round starts; until then it may be replaced. Refuses a rulebook for another number of
    players, one that leaves open what results need, and one whose totals have another unit than the tournament's and
    so could not be added.
    """
    tournament = lock_tournament(tournament.pk)
    _refuse_unknown_size(players)
    refuse_finished(tournament)
    named = next((one for one in tournament.other_formats if one.players == players), None)
    if named is not None and named.is_pinned:
        raise StateRefuses(
            _("The rulebook for tables of %(players)s is fixed: games may already have been played by it.")
            % {"players": players},
            code="rulebook_pinned",
        )
    changes = dict(house_rules or {})
    book = checked_odd_rulebook(tournament.rulebook, players, rulebook_id, tournament.name, changes, confirm)
    named = named or TableFormat(tournament=tournament, players=players)
    named.rulebook_id, named.house_rules = rulebook_id, changes
    named.save()
    record(
        OddRulebookNamed(players=players, rulebook=rulebook_id, house_rules=changes, hash=book.hash()),
        tournament_id=tournament.pk,
        by=by,
    )
    return tournament


def pin_odd_rulebooks(tournament: Tournament, *, by: Actor) -> None:
    """Pin every named rulebook for odd tables that is not pinned yet. Idempotent."""
    if all(one.is_pinned for one in tournament.other_formats):
        return
    # A concurrently renamed rulebook must be the one that is pinned.
    tournament = lock_tournament(tournament.pk)
    for one in tournament.other_formats:
        if not one.is_pinned:
            payload = pin_format(one)
            record(OddRulebookPinned(players=one.players, **payload), tournament_id=tournament.pk, by=by)


def pin_format(named: TableFormat) -> dict[str, Any]:
    """Copy the full content of its rulebook into a row; return what the ledger records."""
    book = named.rulebook
    named.rulebook_content = canonical(book.content())
    named.save(update_fields=["rulebook_content"])
    return {
        "rulebook": named.rulebook_id,
        "hash": book.hash(),
        "content": sha256(named.rulebook_content),
    }


def checked_odd_rulebook(
    main: Rulebook,
    players: int,
    rulebook_id: str,
    name: str,
    house_rules: Mapping[str, object],
    confirm: Collection[str] = (),
) -> Rulebook:
    """Return the rulebook for tables of `players` beside `main`; refuses an unsuitable one with the reason."""
    book = refuse_bad_rulebook(rulebook_id, name, house_rules)
    if book.table.players != players:
        message = _(
            "This rulebook is for %(found)s players, but one for %(players)s is needed. Please choose "
            "another, or change the number of players and the uma as house rules."
        ) % {"found": book.table.players, "players": players}
        raise RulesRefuse(message, code="wrong_number_of_players", fields={"table.players": [message]})
    refuse_beside(main, book)
    refuse_doubts(book, confirm)
    return book


def refuse_unnamed(tournament: Tournament, players: int) -> None:
    """Refuse table sizes without a rulebook: their games could not be settled."""
    if players not in tournament.odd_sizes:
        raise RulesRefuse(
            _("No rulebook has been chosen for tables of %(players)s. Please choose one first.")
            % {"players": players},
            code="no_rulebook_for_size",
        )


def _refuse_unknown_size(players: int) -> None:
    """Refuse a size that cannot exist beside another."""
    if not any(players in sizes for sizes in SIZES_BESIDE.values()):
        message = _("Tables of %(players)s cannot be mixed with tables of four.") % {"players": players}
        raise RulesRefuse(message, code="unknown_table_size", fields={"players": [message]})
