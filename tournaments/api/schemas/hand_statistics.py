"""What hands count for players: counts, and the rates that are made of them."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import TypedDict, cast

from players.models import Player
from scoring.statistics.counts import Counts
from scoring.statistics.rates import Rate, rates, yaku_rates
from tournaments.models import Tournament
from tournaments.standings.hands.reading import Career, PlayersHands, WonYakuman


class HandCountsShape(TypedDict):
    """Of confirmed games that were entered hand by hand to the end. `win_points` and `best_win` are what the hand
    paid, `deal_in_points` what its discarder paid, without counters and riichi sticks. `riichi_hands` are hands of
    games with riichi, `call_hands` those of games whose log names who called, `draws` those at which everybody said
    whether they were tenpai, `undecided` other hands without a winner. `dealer_streak` is the most hands in a row as
    the dealer. `yaku_wins` are wins, yakuman apart, that told their yaku, and `dora` all dora of these.
    """

    games: int
    hands: int
    wins: int
    tsumo: int
    win_points: int
    best_win: int
    deal_ins: int
    deal_in_points: int
    riichi_hands: int
    riichi: int
    riichi_wins: int
    riichi_deal_ins: int
    call_hands: int
    calls: int
    draws: int
    tenpai: int
    undecided: int
    dealer_streak: int
    mangan: int
    haneman: int
    baiman: int
    sanbaiman: int
    yakuman: int
    yaku_wins: int
    dora: int


class HandRateShape(TypedDict):
    """`count` of `of`, exactly, as a fraction such as "9/40"; null as long as there are fewer than `minimum`."""

    count: int
    of: int
    minimum: int
    value: str | None


class HandRatesShape(TypedDict):
    """Parts of a whole, but for `average_win` and `average_deal_in`, which are points, and `average_dora`, tiles."""

    win_rate: HandRateShape
    deal_in_rate: HandRateShape
    riichi_rate: HandRateShape
    call_rate: HandRateShape
    tsumo_share: HandRateShape
    average_win: HandRateShape
    average_deal_in: HandRateShape
    riichi_success: HandRateShape
    tenpai_rate: HandRateShape
    average_dora: HandRateShape


class YakuShape(TypedDict):
    """A yaku by its name, and of the wins that told theirs how many had it."""

    yaku: str
    rate: HandRateShape


class YakumanShape(TypedDict):
    """A win of `yakuman`, by their names: none if the table named none, "kazoe" if it was counted in han."""

    tournament: str
    table: int
    player: int
    yakuman: list[str]


class PlayersHandsShape(TypedDict):
    """At tables of `players`, over all stages."""

    entry: int
    player: int
    name: str
    players: int
    counts: HandCountsShape
    rates: HandRatesShape
    yaku: list[YakuShape]


class TournamentHandsShape(TypedDict):
    tournament: str
    entries: list[PlayersHandsShape]
    yakuman: list[YakumanShape]


class HandsInATournamentShape(TypedDict):
    tournament: str
    counts: HandCountsShape
    rates: HandRatesShape
    yaku: list[YakuShape]


class CareerShape(TypedDict):
    """All hands of one kind of game: at tables of `players`, with riichi or by patterns."""

    players: int
    has_riichi: bool
    counts: HandCountsShape
    rates: HandRatesShape
    yaku: list[YakuShape]
    tournaments: list[HandsInATournamentShape]


class PlayerHandsShape(TypedDict):
    player: int
    careers: list[CareerShape]
    yakuman: list[YakumanShape]


def tournament_hands_shape(
    tournament: Tournament, everybody: Iterable[PlayersHands], yakuman: Iterable[WonYakuman]
) -> TournamentHandsShape:
    return {
        "tournament": tournament.slug,
        "entries": [
            {
                "entry": one.entry,
                "player": one.player,
                "name": one.name,
                "players": one.players,
                "counts": _counts(one.counts),
                "rates": _rates(one.counts),
                "yaku": _yaku(one.yaku, one.counts),
            }
            for one in everybody
        ],
        "yakuman": [_yakuman(one) for one in yakuman],
    }


def player_hands_shape(
    player: Player, careers: Iterable[Career], yakuman: Iterable[WonYakuman]
) -> PlayerHandsShape:
    return {
        "player": player.pk,
        "careers": [
            {
                "players": career.players,
                "has_riichi": career.has_riichi,
                "counts": _counts(career.counts),
                "rates": _rates(career.counts),
                "yaku": _yaku(career.yaku, career.counts),
                "tournaments": [
                    {
                        "tournament": one.tournament.slug,
                        "counts": _counts(one.counts),
                        "rates": _rates(one.counts),
                        "yaku": _yaku(one.yaku, one.counts),
                    }
                    for one in career.tournaments
                ],
            }
            for career in careers
        ],
        "yakuman": [_yakuman(one) for one in yakuman],
    }


def _counts(counts: Counts) -> HandCountsShape:
    return cast("HandCountsShape", asdict(counts))


def _rates(counts: Counts) -> HandRatesShape:
    return cast("HandRatesShape", {name: _rate(rate) for name, rate in rates(counts).items()})


def _yaku(won: Mapping[str, int], counts: Counts) -> list[YakuShape]:
    return [{"yaku": code, "rate": _rate(rate)} for code, rate in yaku_rates(won, counts).items()]


def _rate(rate: Rate) -> HandRateShape:
    return {
        "count": rate.count,
        "of": rate.of,
        "minimum": rate.minimum,
        "value": None if rate.value is None else str(rate.value),
    }


def _yakuman(won: WonYakuman) -> YakumanShape:
    return {
        "tournament": won.tournament.slug,
        "table": won.seat.table_id,
        "player": won.seat.entry.player_id,
        "yakuman": list(won.names),
    }
