"""By which rules a tournament plays its tables: a row for each size of table."""

import json
from collections.abc import Mapping
from functools import lru_cache

from django.db import models
from django.utils.translation import gettext_lazy as _

from scoring.rulebook.rulebook import Rulebook, from_content, load
from tournaments.models.structure import Tournament

# Of what size a tournament's usual tables may be, and which others may then stand beside them.
SIZES_BESIDE: Mapping[int, tuple[int, ...]] = {3: (), 4: (3, 5)}


class TableFormat(models.Model):
    """The rules for a tournament's tables of one size: named first, pinned by the start of the next round.

    A pinned one neither changes nor goes, so that its games can be settled again at any time.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="formats")
    # Beside `tournament`, so that whoever reads a tournament can join it.
    usual_of = models.OneToOneField(
        Tournament,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="usual_format",
        help_text="The tournament, where its usual tables are of this size.",
    )
    players = models.PositiveSmallIntegerField(_("players at a table"))
    rulebook_id = models.CharField(_("rulebook"), max_length=40)
    house_rules = models.JSONField(_("house rules"), default=dict, blank=True)
    rulebook_content = models.TextField(
        blank=True, editable=False, help_text="Pinned when the first game starts."
    )

    class Meta:
        verbose_name = _("rules for a table size")
        verbose_name_plural = _("rules for table sizes")
        ordering = ["tournament", "players"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "players"], name="one_format_per_table_size"),
            models.CheckConstraint(
                condition=models.Q(players__range=(3, 5)), name="a_table_is_of_three_to_five"
            ),
            models.CheckConstraint(
                condition=models.Q(usual_of=None) | models.Q(usual_of=models.F("tournament")),
                name="a_usual_format_is_of_its_own_tournament",
            ),
            models.CheckConstraint(condition=~models.Q(rulebook_id=""), name="a_format_names_a_rulebook"),
        ]

    def __str__(self) -> str:
        return f"{self.rulebook_id} ({self.players})"

    @property
    def is_pinned(self) -> bool:
        return bool(self.rulebook_content)

    @property
    def rulebook(self) -> Rulebook:
        """The rules in force: the pinned content once a game has started, else the edition with its house rules."""
        if self.rulebook_content:
            return pinned_rulebook(self.rulebook_content)
        # Whichever of the two it was reached by is here already.
        tournament = self.usual_of or self.tournament
        return edition_with(self.rulebook_id, tournament.name, self.house_rules)


def edition_with(rulebook_id: str, name: str, house_rules: Mapping[str, object]) -> Rulebook:
    """Return an edition, under the house rules of `name` if there are any."""
    edition = load(rulebook_id)
    return edition.with_house_rules(name, house_rules) if house_rules else edition


@lru_cache(maxsize=64)
def pinned_rulebook(content: str) -> Rulebook:
    """Return the rulebook a tournament pinned. Kept, because the same text is read with every report."""
    return from_content(json.loads(content))
