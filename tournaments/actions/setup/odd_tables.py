"""Tables of another size than the tournament's own: the rulebook they are settled by, named and then pinned."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.house_rules import refuse_bad_rulebook, refuse_beside, refuse_doubts
from tournaments.actions.states import refuse_finished
from tournaments.models import Tournament
from tournaments.models.digests import sha256
from tournaments.models.ledger import canonical
from tournaments.models.ledger_kinds import Kind
from tournaments.models.structure import ODD_SIZES


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
    """Say by which rulebook tables of `players` are settled in a tournament whose tables are of four.

    It is pinned when the tournament's first round starts, or the next one if the tournament runs already; until then
    it may be named anew. Refuses a rulebook for another number of players, one that leaves open what a result
    needs, and one whose totals are not in the unit of the tournament's own: they could not be added.
    """
    tournament = lock_tournament(tournament.pk)
    word = _word(players)
    refuse_finished(tournament)
    if getattr(tournament, f"{word}_rulebook_content"):
        raise StateRefuses(
            _("The rulebook for tables of %(players)s is pinned: games may have been played by it.")
            % {"players": players},
            code="rulebook_pinned",
        )
    changes = dict(house_rules or {})
    book = checked_odd_rulebook(tournament.rulebook, players, rulebook_id, tournament.name, changes, confirm)
    setattr(tournament, f"{word}_rulebook_id", rulebook_id)
    setattr(tournament, f"{word}_house_rules", changes)
    tournament.save(update_fields=[f"{word}_rulebook_id", f"{word}_house_rules"])
    record(
        tournament_id=tournament.pk,
        kind=Kind.ODD_RULEBOOK_NAMED,
        payload={
            "players": players,
            "rulebook": rulebook_id,
            "house_rules": changes,
            "hash": book.hash(),
        },
        by=by,
    )
    return tournament


def pin_odd_rulebooks(tournament: Tournament, *, by: Actor) -> None:
    """Copy the content of every rulebook named for odd tables that is not pinned yet. May be repeated."""
    columns = {players: f"{ODD_SIZES[players]}_rulebook_content" for players in tournament.odd_sizes}
    if all(getattr(tournament, column) for column in columns.values()):
        return
    # Named anew at this very moment it has to be the one that is named in the end.
    tournament = lock_tournament(tournament.pk)
    for players, column in columns.items():
        if getattr(tournament, column):
            continue
        book = tournament.odd_rulebook(players)
        setattr(tournament, column, canonical(book.content()))
        tournament.save(update_fields=[column])
        record(
            tournament_id=tournament.pk,
            kind=Kind.ODD_RULEBOOK_PINNED,
            payload={
                "players": players,
                "rulebook": getattr(tournament, f"{ODD_SIZES[players]}_rulebook_id"),
                "hash": book.hash(),
                "content": sha256(getattr(tournament, column)),
            },
            by=by,
        )


def checked_odd_rulebook(
    main: Rulebook,
    players: int,
    rulebook_id: str,
    name: str,
    house_rules: Mapping[str, object],
    confirm: Collection[str] = (),
) -> Rulebook:
    """Return the rulebook for tables of `players` beside `main`, or refuse it: what is so, what was expected."""
    book = refuse_bad_rulebook(rulebook_id, name, house_rules)
    if book.table.players != players:
        message = _(
            "This rulebook is for %(found)s players; one for %(players)s was expected. Please choose another, or "
            "change the number of players and the uma as house rules."
        ) % {"found": book.table.players, "players": players}
        raise RulesRefuse(message, code="wrong_number_of_players", fields={"table.players": [message]})
    refuse_beside(main, book)
    refuse_doubts(book, confirm)
    return book


def refuse_unnamed(tournament: Tournament, players: int) -> None:
    """Refuse tables of a size for which no rulebook is named: their games could not be settled."""
    if players not in tournament.odd_sizes:
        raise RulesRefuse(
            _("No rulebook is named for tables of %(players)s yet. Please name one first.")
            % {"players": players},
            code="no_rulebook_for_size",
        )


def _word(players: int) -> str:
    if players not in ODD_SIZES:
        message = _("Tables of %(players)s cannot be mixed with tables of four.") % {"players": players}
        raise RulesRefuse(message, code="unknown_table_size", fields={"players": [message]})
    return ODD_SIZES[players]
