"""House rules: an edition with declared changes, until the first game fixes them for good."""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import RulebookError
from scoring.rulebook import Rulebook, load, needs
from tournaments.actions.actor import Actor
from tournaments.actions.record import record
from tournaments.actions.refusals import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.wording import rulebook_error_in_words
from tournaments.models import Round, Tournament


@transaction.atomic
def change_house_rules(
    *, tournament: Tournament, house_rules: Mapping[str, object], seen: str, by: Actor
) -> Tournament:
    """Play by the edition with these changes, and no others, from now on.

    `house_rules` maps fields of the rulebook to plain values, as in `Rulebook.with_house_rules`. `seen` is the hash
    of the rules as they were shown: refused when they are others by now. Refused as well once a game has started,
    when a result would miss a value, and another number of players when rounds are drawn. The same rules again
    change nothing.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.status != Tournament.Status.PLANNED:
        raise StateRefuses(
            _("The rules have been fixed since the first game started. They can no longer be changed."),
            code="rules_are_fixed",
        )
    now = tournament.rulebook
    if seen != now.hash():
        raise StaleVersion(
            _(
                "Somebody changed the rules meanwhile. Please look at them as they are now, and change them again."
            )
        )
    book = refuse_bad_rulebook(tournament.rulebook_id, tournament.name, house_rules)
    drawn = Round.objects.filter(stage__tournament=tournament).exists()
    if drawn and book.table.players != now.table.players:
        raise StateRefuses(
            _("Rounds are drawn for tables of %(players)s. Please throw the drafts away first.")
            % {"players": now.table.players},
            code="rounds_exist",
        )
    if book == now:
        return tournament
    tournament.house_rules = dict(house_rules)
    tournament.save(update_fields=["house_rules"])
    record(
        tournament_id=tournament.pk,
        kind="rules_changed",
        payload={"rulebook": tournament.rulebook_id, "hash": book.hash()},
        by=by,
    )
    return tournament


def refuse_bad_rulebook(rulebook_id: str, name: str, house_rules: Mapping[str, object]) -> Rulebook:
    """Return the edition with these changes; refuses what is no rulebook, or leaves open what a result needs."""
    try:
        rulebook = load(rulebook_id)
        if house_rules:
            rulebook = rulebook.with_house_rules(name, house_rules)
    except RulebookError as error:
        path = error.fields[0] if error.fields else "rulebook"
        words = rulebook_error_in_words(error)
        raise RulesRefuse(words, code=error.code, fields={path: [words]}) from error
    open_fields = needs(rulebook)
    if open_fields:
        raise RulesRefuse(
            _("This rulebook leaves open: %(fields)s. Please decide it as a house rule.")
            % {"fields": ", ".join(open_fields)},
            code="rulebook_leaves_open",
            fields={field: [_("Please decide this.")] for field in open_fields},
        )
    return rulebook
