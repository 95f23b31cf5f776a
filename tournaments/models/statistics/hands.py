"""Statistics from hands, by player: written only by `tournaments/standings/`, with the standings.

All derived: from confirmed results and the hand logs they seal.
"""

from collections import Counter
from collections.abc import Mapping
from typing import ClassVar

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.statistics.counts import NAMES, Counts
from tournaments.models.people.entries import Entry
from tournaments.models.play.rounds import Seat
from tournaments.models.setup.structure import Stage


class HandCounts(models.Model):
    """The columns of `scoring.statistics.counts.Counts`, which explains each."""

    players = models.PositiveSmallIntegerField(_("players at a table"))
    games = models.PositiveIntegerField(pgettext_lazy("field", "games"))
    hands = models.PositiveIntegerField(pgettext_lazy("how many", "hands"))
    wins = models.PositiveIntegerField()
    tsumo = models.PositiveIntegerField()
    win_points = models.BigIntegerField()
    best_win = models.BigIntegerField()
    deal_ins = models.PositiveIntegerField()
    deal_in_points = models.BigIntegerField()
    riichi_hands = models.PositiveIntegerField()
    riichi = models.PositiveIntegerField()
    riichi_wins = models.PositiveIntegerField()
    riichi_deal_ins = models.PositiveIntegerField()
    call_hands = models.PositiveIntegerField()
    calls = models.PositiveIntegerField()
    draws = models.PositiveIntegerField()
    tenpai = models.PositiveIntegerField()
    undecided = models.PositiveIntegerField()
    dealer_streak = models.PositiveIntegerField()
    mangan = models.PositiveIntegerField()
    haneman = models.PositiveIntegerField()
    baiman = models.PositiveIntegerField()
    sanbaiman = models.PositiveIntegerField()
    yakuman = models.PositiveIntegerField()
    yaku_wins = models.PositiveIntegerField(default=0)
    dora = models.PositiveIntegerField(default=0)
    won_yaku = models.TextField(
        blank=True, help_text="How many of these wins had which yaku, as `written_yaku` writes them."
    )

    class Meta:
        abstract = True
        constraints: ClassVar[list[models.BaseConstraint]] = [
            models.CheckConstraint(
                condition=models.Q(hands__gte=models.F("wins") + models.F("deal_ins")),
                name="%(class)s_as_many_as_were_played",
            ),
            models.CheckConstraint(
                condition=models.Q(wins__gte=models.F("tsumo")), name="%(class)s_no_more_tsumo_than_wins"
            ),
            models.CheckConstraint(
                condition=models.Q(yaku_wins=0, dora=0, won_yaku="")
                | models.Q(wins__gte=models.F("yaku_wins"), yaku_wins__gt=0) & ~models.Q(won_yaku=""),
                name="%(class)s_yaku_of_wins_that_told_them",
            ),
        ]

    @property
    def counts(self) -> Counts:
        return Counts(**{name: getattr(self, name) for name in NAMES})


class SeatHands(HandCounts):
    """The statistics of one game for one seat.

    Only for confirmed games that count and whose hands produce the result.
    """

    seat = models.OneToOneField(Seat, models.CASCADE, related_name="hand_counts", primary_key=True)
    stage = models.ForeignKey(Stage, models.CASCADE, related_name="seat_hands")
    won_yakuman = models.TextField(
        blank=True, help_text="The names of each yakuman that was won, as `written_yakuman` writes them."
    )

    class Meta(HandCounts.Meta):
        verbose_name = _("hands of a seat")
        verbose_name_plural = _("hands of seats")
        indexes = [
            models.Index(
                fields=["stage"], condition=~models.Q(won_yakuman=""), name="seats_that_won_yakuman"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.seat}: {self.hands}"


class HandStatistics(HandCounts):
    """The statistics of an entry over all games of a stage at tables of one size.

    Sums of `SeatHands`, under the entry for which the games count.
    """

    stage = models.ForeignKey(Stage, models.CASCADE, related_name="hand_statistics")
    entry = models.ForeignKey(Entry, models.CASCADE, related_name="hand_statistics")

    class Meta(HandCounts.Meta):
        verbose_name = _("statistics of hands")
        verbose_name_plural = _("statistics of hands")
        constraints: ClassVar[list[models.BaseConstraint]] = [
            *HandCounts.Meta.constraints,
            models.UniqueConstraint(
                fields=["stage", "entry", "players"], name="one_row_of_statistics_per_entry_and_size"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.hands}"


def written_yakuman(wins: list[tuple[str, ...]]) -> str:
    """Encode yakuman: wins separated by blanks, names within a win by `+`; `?` for an unnamed one.

    >>> written_yakuman([("daisangen", "tsuuiisou"), (), ("kazoe",)])
    'daisangen+tsuuiisou ? kazoe'
    """
    return " ".join("+".join(names) or "?" for names in wins)


def read_yakuman(written: str) -> list[tuple[str, ...]]:
    """Decode `written_yakuman`.

    >>> read_yakuman('daisangen+tsuuiisou ? kazoe')
    [('daisangen', 'tsuuiisou'), (), ('kazoe',)]
    """
    return [() if win == "?" else tuple(win.split("+")) for win in written.split()]


def written_yaku(counts: Mapping[str, int]) -> str:
    """Encode counts of yaku by name.

    >>> written_yaku({"riichi": 4, "pinfu": 12})
    'pinfu:12 riichi:4'
    """
    return " ".join(f"{code}:{number}" for code, number in sorted(counts.items()))


def read_yaku(written: str) -> Counter[str]:
    """Decode `written_yaku`.

    >>> read_yaku('pinfu:12 riichi:4')
    Counter({'pinfu': 12, 'riichi': 4})
    """
    pairs = (one.split(":") for one in written.split())
    return Counter({code: int(number) for code, number in pairs})
