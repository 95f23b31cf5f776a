"""House rules: declared changes to an edition, until the first game fixes them."""

from collections.abc import Collection, Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.doubts.house_rules import impossible, strange
from scoring.doubts.tie_breaks import never_deciding
from scoring.errors import RulebookError
from scoring.rulebook.choices import choices_of
from scoring.rulebook.rulebook import Rulebook, load, unset_fields
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import refuse_in_doubt
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.tie_breaks import refuse_never_deciding
from tournaments.actions.wording.rules import please_decide, rulebook_error_in_words
from tournaments.models import Round, Tournament
from tournaments.models.setup.events import RulesChanged
from tournaments.models.setup.table_formats import SIZES_BESIDE
from tournaments.standings import tie_breaks_of

# The rulebook field that a tournament overrides with a list of its own.
TIE_BREAKS = "standing.tie_breaks"


@transaction.atomic
def change_house_rules(
    *,
    tournament: Tournament,
    house_rules: Mapping[str, object],
    seen: str,
    by: Actor,
    confirm: Collection[str] = (),
) -> Tournament:
    """Play by the edition with exactly these changes from now on.

    `house_rules` maps rulebook fields to plain values, as in `Rulebook.with_house_rules`. `seen` is the hash of the
    rules shown; refused if they have changed since. Also refused once a game has started, if a value needed for
    results is missing, if the number of players changes after rounds are drawn, if the rules do not fit the rulebook
    for odd tables, or if a tie-break would never decide. Doubtful rules are refused unless their code (of
    `scoring.doubts.house_rules`) is in `confirm`. Repeating it changes nothing.
    """
    tournament = lock_tournament(tournament.pk)
    if tournament.status != Tournament.Status.PLANNED:
        raise StateRefuses(
            _("The rules were fixed when the first game started. They can no longer be changed."),
            code="rules_are_fixed",
        )
    now = tournament.rulebook
    if seen != now.hash():
        raise StaleVersion(
            _("Someone else has changed the rules. Please check the current rules, then change them again.")
        )
    usual = tournament.usual_format
    book = refuse_bad_rulebook(usual.rulebook_id, tournament.name, house_rules)
    refuse_five(book)
    for other in tournament.other_formats:
        refuse_beside(book, other.rulebook)
    drawn = Round.objects.filter(stage__tournament=tournament).exists()
    if drawn and book.table.players != now.table.players:
        raise StateRefuses(
            _("Rounds are drawn for tables of %(players)s. Please discard the drafts first.")
            % {"players": now.table.players},
            code="rounds_exist",
        )
    if book == now:
        return tournament
    refuse_doubts(book, confirm)
    others = [other.rulebook for other in tournament.other_formats]
    order = tie_breaks_of(tournament)
    if not never_deciding(order, [now, *others]):
        refuse_never_deciding(order, [book, *others])
    usual.house_rules, usual.players = dict(house_rules), book.table.players
    usual.save(update_fields=["house_rules", "players"])
    record(
        RulesChanged(rulebook=usual.rulebook_id, house_rules=usual.house_rules, hash=book.hash()),
        tournament_id=tournament.pk,
        by=by,
    )
    return tournament


def refuse_bad_rulebook(rulebook_id: str, name: str, house_rules: Mapping[str, object]) -> Rulebook:
    """Return the edition with these changes; refuses an invalid rulebook, and one that leaves open what
    results need.
    """
    if TIE_BREAKS in house_rules:
        raise _refused(
            _(
                "How ties in the standings are broken is not a house rule: please set it as the "
                "tournament's tie_breaks."
            ),
            "set_as_tie_breaks",
            TIE_BREAKS,
        )
    try:
        rulebook = load(rulebook_id)
        if house_rules:
            rulebook = rulebook.with_house_rules(name, house_rules)
    except RulebookError as error:
        path = error.fields[0] if error.fields else "rulebook"
        words = rulebook_error_in_words(error)
        raise RulesRefuse(words, code=error.code, fields={path: [words]}) from error
    _refuse_open(rulebook)
    return rulebook


def _refuse_open(rulebook: Rulebook) -> None:
    """Refuse a rulebook that leaves open what results need; name the possible answers.

    Fields that only hands depend on may stay open: events that enter only points never need them.
    """
    open_fields = unset_fields(rulebook, hands=False)
    if open_fields:
        choices = [choices_of(rulebook, path) for path in open_fields]
        raise RulesRefuse(
            _("This rulebook leaves open: %(fields)s. Please decide them as house rules.")
            % {"fields": ", ".join(open_fields)},
            code="rulebook_leaves_open",
            fields={one.path: [please_decide(one)] for one in choices},
            choices=choices,
        )


def refuse_doubts(rulebook: Rulebook, confirm: Collection[str]) -> None:
    """Refuse impossible rules, and doubtful ones unless confirmed."""
    refuse_in_doubt(impossible(rulebook), strange(rulebook), confirm)


def refuse_five(book: Rulebook) -> None:
    """Refuse a rulebook for five as a tournament's own: such tables exist only beside tables of four."""
    if book.table.players not in SIZES_BESIDE:
        raise _refused(
            _(
                "A tournament is played at tables of four or of three. Tables of five are mixed with tables "
                "of four, with a rulebook of their own."
            ),
            "tournament_not_of_four",
            "table.players",
        )


def refuse_beside(main: Rulebook, odd: Rulebook) -> None:
    """Refuse two rulebooks that cannot be used together: their totals must have the same unit."""
    if odd.table.players not in SIZES_BESIDE.get(main.table.players, ()):
        raise _refused(
            _(
                "Tables of %(odd)s can be mixed only with tables of four; this rulebook is for %(main)s "
                "players."
            )
            % {"odd": odd.table.players, "main": main.table.players},
            "tournament_not_of_four",
            "table.players",
        )
    if odd.units_per_point != main.units_per_point:
        raise _refused(
            _(
                "Totals are counted in units of 1/%(odd)s at tables of %(players)s but 1/%(main)s at tables "
                "of four, so they cannot be added up. Please let tied players share in the same way in both "
                "rulebooks (result.tie, result.tie_remainder)."
            )
            % {"players": odd.table.players, "odd": odd.units_per_point, "main": main.units_per_point},
            "units_differ",
            "result.tie",
            "result.tie_remainder",
        )


def _refused(message: str, code: str, *fields: str) -> RulesRefuse:
    return RulesRefuse(message, code=code, fields={field: [message] for field in fields})
