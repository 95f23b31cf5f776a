"""Hand statistics of players: counts, and rates computed from them."""

from collections.abc import Iterable
from typing import Annotated, TypedDict, cast

from players.models import Player
from scoring.statistics.counts import Counts
from scoring.statistics.rates import Rate, rates, yaku_rates
from tournaments.models import Tournament
from tournaments.standings.hands.reading import Career, PlayersHands, TournamentsHands, WonYakuman
from web.api.answers import By, Of, filled


class HandCountsShape(TypedDict):
    """Counts over confirmed games whose hands were all entered. `win_points` and `best_win` are payments for wins,
    `deal_in_points` payments by the discarder, without counters and riichi sticks. `riichi_hands` are hands of games
    with riichi, `call_hands` hands of games whose log names callers, `draws` draws with the tenpai state of all
    players, `undecided` other hands without a winner. `dealer_streak` is the most consecutive hands as dealer.
    `yaku_wins` are wins with known yaku, without yakuman, and `dora` all dora of these.
    """

    games: Annotated[int, "Confirmed games that were entered hand by hand to the end."]
    hands: Annotated[int, "Hands of these games."]
    wins: Annotated[int, "Hands won."]
    tsumo: Annotated[int, "Wins by tsumo; part of `wins`."]
    win_points: Annotated[int, "Points won, without counters and riichi sticks."]
    best_win: Annotated[int, "Points of the best win, without counters and riichi sticks."]
    deal_ins: Annotated[int, "Hands in which they dealt in."]
    deal_in_points: Annotated[int, "Points paid for deal-ins, without counters and riichi sticks."]
    riichi_hands: Annotated[int, "Hands of games with riichi."]
    riichi: Annotated[int, "Riichi declared."]
    riichi_wins: Annotated[int, "Hands won after riichi."]
    riichi_deal_ins: Annotated[int, "Hands dealt into after riichi."]
    call_hands: Annotated[int, "Hands of games whose log names who called."]
    calls: Annotated[int, "Hands with a call; part of `call_hands`."]
    draws: Annotated[int, "Drawn hands at which it is known who was tenpai."]
    tenpai: Annotated[int, "Drawn hands in tenpai; part of `draws`."]
    undecided: Annotated[int, "Other hands without a winner."]
    dealer_streak: Annotated[int, "Most hands in a row as the dealer."]
    mangan: Annotated[int, "Wins of a mangan."]
    haneman: Annotated[int, "Wins of a haneman."]
    baiman: Annotated[int, "Wins of a baiman."]
    sanbaiman: Annotated[int, "Wins of a sanbaiman."]
    yakuman: Annotated[int, "Wins of a yakuman."]
    yaku_wins: Annotated[int, "Wins that told their yaku, yakuman apart."]
    dora: Annotated[int, "Dora of these wins."]


hand_counts_shape = filled(HandCountsShape, Counts)


class HandRateShape(TypedDict):
    """`count` of `of` as an exact fraction such as "9/40"; null while there are fewer than `minimum`."""

    count: Annotated[int, "How often it happened; for an average, the sum."]
    of: Annotated[int, "Out of how many: the denominator of `value`."]
    minimum: Annotated[int, "`value` is given once `of` is at least this."]
    value: Annotated[str | None, Of("value", str), "Exact fraction such as 9/40; null below the minimum."]


hand_rate_shape = filled(HandRateShape, Rate)


class HandRatesShape(TypedDict):
    """Rates, except for `average_win` and `average_deal_in`, which are in points, and `average_dora`, in tiles."""

    win_rate: Annotated[HandRateShape, "Wins in all hands."]
    deal_in_rate: Annotated[HandRateShape, "Deal-ins in all hands."]
    riichi_rate: Annotated[HandRateShape, "Riichi in hands of games with riichi."]
    call_rate: Annotated[HandRateShape, "Hands with a call, in hands where calls are known."]
    tsumo_share: Annotated[HandRateShape, "Tsumo in all wins."]
    average_win: Annotated[HandRateShape, "Average points of a win."]
    average_deal_in: Annotated[HandRateShape, "Average points of a deal-in."]
    riichi_success: Annotated[HandRateShape, "Wins in hands with riichi."]
    tenpai_rate: Annotated[HandRateShape, "Tenpai in drawn hands."]
    average_dora: Annotated[HandRateShape, "Average dora of a win, in tiles."]


class YakuShape(TypedDict):
    """A yaku by name, and how many wins had it, out of those with known yaku."""

    yaku: str
    rate: Annotated[HandRateShape, "Wins with it, of those that told their yaku."]


class YakumanShape(TypedDict):
    """A win with `yakuman` by their names: empty if the table named none, "kazoe" for a counted yakuman."""

    tournament: Annotated[str, Of("tournament.slug")]
    table: Annotated[int, Of("seat.table_id")]
    player: Annotated[int, Of("seat.entry.player_id")]
    yakuman: Annotated[
        list[str], Of("names", list), "Names of the yakuman; kazoe if counted in han, empty if not named."
    ]


def _rates(counts: Counts) -> HandRatesShape:
    return cast("HandRatesShape", {name: hand_rate_shape(rate) for name, rate in rates(counts).items()})


def _yaku(hands: PlayersHands | TournamentsHands | Career) -> list[YakuShape]:
    found = yaku_rates(hands.yaku, hands.counts)
    return [{"yaku": code, "rate": hand_rate_shape(rate)} for code, rate in found.items()]


yakuman_shape = filled(YakumanShape, WonYakuman)


class PlayersHandsShape(TypedDict):
    """Statistics at tables of `players`, over all stages."""

    entry: int
    player: int
    name: Annotated[str, "Name of the player."]
    players: Annotated[int, "Players at those tables."]
    counts: HandCountsShape
    rates: Annotated[HandRatesShape, Of("counts", _rates)]
    yaku: Annotated[list[YakuShape], By(_yaku), "How often each yaku came."]


players_hands_shape = filled(PlayersHandsShape, PlayersHands)


class TournamentHandsShape(TypedDict):
    tournament: str
    entries: Annotated[list[PlayersHandsShape], "Counts of each entry."]
    yakuman: Annotated[list[YakumanShape], "All yakuman, newest first."]


class HandsInATournamentShape(TypedDict):
    tournament: Annotated[str, Of("tournament.slug")]
    counts: HandCountsShape
    rates: Annotated[HandRatesShape, Of("counts", _rates)]
    yaku: Annotated[list[YakuShape], By(_yaku), "How often each yaku came."]


filled(HandsInATournamentShape, TournamentsHands)


class CareerShape(TypedDict):
    """All hands of one kind of game: at tables of `players`, with riichi or by patterns."""

    players: Annotated[int, "Players at those tables."]
    has_riichi: Annotated[bool, "True for games with riichi, false for games of patterns."]
    counts: HandCountsShape
    rates: Annotated[HandRatesShape, Of("counts", _rates)]
    yaku: Annotated[list[YakuShape], By(_yaku), "How often each yaku came."]
    tournaments: Annotated[list[HandsInATournamentShape], "The same for each tournament."]


career_shape = filled(CareerShape, Career)


class PlayerHandsShape(TypedDict):
    player: int
    careers: Annotated[list[CareerShape], "Counts for each kind of game."]
    yakuman: Annotated[list[YakumanShape], "All yakuman of the player, newest first."]


def tournament_hands_shape(
    tournament: Tournament, everybody: Iterable[PlayersHands], yakuman: Iterable[WonYakuman]
) -> TournamentHandsShape:
    return {
        "tournament": tournament.slug,
        "entries": [players_hands_shape(one) for one in everybody],
        "yakuman": [yakuman_shape(one) for one in yakuman],
    }


def player_hands_shape(
    player: Player, careers: Iterable[Career], yakuman: Iterable[WonYakuman]
) -> PlayerHandsShape:
    return {
        "player": player.pk,
        "careers": [career_shape(career) for career in careers],
        "yakuman": [yakuman_shape(one) for one in yakuman],
    }
