"""Online games settled by our rulebook, and differences from the platform's points.

The log has to be possible by these rules: the same number of players and starting points, and in each hand the same
dealer, counters and sticks. Then every hand is paid again.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from scoring.errors import NeedsEventSetting, ScoringError
from scoring.game.game import State, play, start
from scoring.game.outcome import Outcome
from scoring.game.told_hands import complete_outcome
from scoring.hand.value import is_riichi, is_unlimited
from scoring.online.online_game import OnlineGame, OnlineHand
from scoring.online.refusals import LogRefused
from scoring.online.yaku import IPPATSU, RED_FIVES, TANYAO, URA
from scoring.rulebook.rulebook import Rulebook
from scoring.translation import Sentence, Term
from scoring.translation import gettext_noop as _

EAST_ONLY, EAST_AND_SOUTH = "tonpuu", "hanchan"
# Lengths with more than the east round, and with more than the south round.
_LONGER, _LONGEST = (EAST_AND_SOUTH, "issou", "16_hands"), ("issou", "16_hands")
_WINDS = (Term("East", "東"), Term("South", "南"), Term("West", "西"), Term("North", "北"))
_BONUS_NAMES = {
    IPPATSU: Term("ippatsu", "一発"),
    URA: Term("ura dora", "裏ドラ"),
    RED_FIVES: Term("red fives", "赤ドラ"),
    TANYAO: Term("open tanyao", "喰いタン"),
}


@dataclass(frozen=True, slots=True)
class SettledHand:
    """A hand as our rules pay it: the game before and after, and the platform's changes of points."""

    number: int
    outcome: Outcome
    before: State
    after: State
    platform_change: tuple[int, ...]

    @property
    def change(self) -> tuple[int, ...]:
        return tuple(
            after - before for before, after in zip(self.before.points, self.after.points, strict=True)
        )

    @property
    def differs(self) -> bool:
        """Whether the platform paid it differently."""
        return self.change != self.platform_change


@dataclass(frozen=True, slots=True)
class SettledGame:
    """A whole game, hand by hand. ``state.over`` is empty if by our rules it would continue."""

    game: OnlineGame
    hands: tuple[SettledHand, ...]

    @property
    def state(self) -> State:
        return self.hands[-1].after

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        return tuple(hand.outcome for hand in self.hands)

    @property
    def platform_points(self) -> tuple[int, ...]:
        """Return the platform's points after the last hand, before leftover sticks are taken."""
        return self.game.hands[-1].after


def settle_online_game(rulebook: Rulebook, game: OnlineGame) -> SettledGame:
    """Return the game as this rulebook pays it. LogRefused (``other_rules``, ``other_course``, ``hand_refused``) if
    it is impossible by these rules, NeedsEventSetting for what the rulebook leaves open.
    """
    _check_rules(rulebook, game)
    settled = SettledGame(game, tuple(_hands(rulebook, game)))
    _check_end(rulebook, settled)
    return settled


def _check_rules(rulebook: Rulebook, game: OnlineGame) -> None:
    players, played = rulebook.hand_players, len(game.names)
    if not is_riichi(rulebook):
        raise LogRefused(
            "other_rules",
            Sentence(_("This table does not play riichi, so its hands are not paid by han and fu.")),
        )
    if is_unlimited(rulebook):
        # Logs need not give the fu of a mangan.
        raise LogRefused(
            "other_rules",
            Sentence(_("This table plays without mangan or other limits, which no platform does.")),
        )
    if rulebook.table.players != players or players != played:
        text = _("This game was played by %(played)s players; this table has %(players)s.")
        raise LogRefused("other_rules", Sentence(text, {"played": played, "players": rulebook.table.players}))
    begins, points = start(rulebook), game.hands[0].points
    if points != begins.points:
        text = _(
            "This game started with %(points)s points; by the rules of this table it starts with %(ours)s."
        )
        parts = {
            "points": " / ".join(f"{one:,}" for one in sorted(set(points))),
            "ours": f"{begins.points[0]:,}",
        }
        raise LogRefused("other_rules", Sentence(text, parts))
    _check_length(rulebook, game)
    red = rulebook.bonus.red_fives
    if game.red_fives is not None and isinstance(red, int) and game.red_fives != (red > 0):
        if game.red_fives:
            text = _("This game was played with red fives; the rules of this table have none.")
        else:
            text = _("This game was played without red fives; the rules of this table have them.")
        raise LogRefused("other_rules", Sentence(text))


def _check_length(rulebook: Rulebook, game: OnlineGame) -> None:
    ours, text = rulebook.table.length, ""
    if game.length == EAST_ONLY and ours in _LONGER:
        text = _("This is an East-only game; by the rules of this table, the South round is played too.")
    elif game.length == EAST_AND_SOUTH and ours == EAST_ONLY:
        text = _("This is an East-South game; by the rules of this table, only the East round is played.")
    elif game.length == EAST_AND_SOUTH and ours in _LONGEST:
        text = _(
            "This is an East-South game; by the rules of this table, the West and North rounds are played "
            "too."
        )
    if text:
        raise LogRefused("other_rules", Sentence(text))


def _check_end(rulebook: Rulebook, settled: SettledGame) -> None:
    """Refuse a log without a game length that ends exactly where an East-only game is over."""
    if settled.game.length or settled.state.over or rulebook.table.length not in _LONGER:
        return
    shorter = rulebook.with_house_rules("East only", {"table.length": EAST_ONLY})
    try:
        last = [hand.after for hand in _hands(shorter, settled.game)][-1]
    except ScoringError:
        return
    if last.over:
        text = _(
            "This log ends where an East-only game is over; by the rules of this table, the South round is "
            "played too."
        )
        raise LogRefused("other_rules", Sentence(text))


def _hands(rulebook: Rulebook, game: OnlineGame) -> Iterator[SettledHand]:
    state, last = start(rulebook), len(game.hands)
    for number, hand in enumerate(game.hands, start=1):
        _check_course(state, hand, number)
        _check_bonuses(rulebook, hand, number)
        outcome = fitting(rulebook, state, hand.outcome)
        try:
            after = play(rulebook, state, outcome)
        except ScoringError as error:
            raise _refused(hand, number, error) from error
        if number == last and not after.over:
            outcome, after = _stopped(rulebook, state, outcome) or (outcome, after)
        changes = (one - before for before, one in zip(hand.points, hand.after, strict=True))
        yield SettledHand(number, outcome, state, after, tuple(changes))
        state = after


def fitting(rulebook: Rulebook, state: State, outcome: Outcome) -> Outcome:
    """Return the outcome with the yaku of its wins, or without them if they contradict han and fu, as in logs that
    omit calls. The platform's value applies.
    """
    try:
        return complete_outcome(rulebook, state, outcome)
    except ScoringError:
        return replace(outcome, wins=tuple(win._replace(details=None) for win in outcome.wins))


def _stopped(rulebook: Rulebook, state: State, outcome: Outcome) -> tuple[Outcome, State] | None:
    """Return the last hand as ended by its dealer, if possible: the reason why the log ends here."""
    if outcome.kind not in ("win", "draw"):
        return None
    stopped = replace(outcome, stop=True)
    try:
        return stopped, play(rulebook, state, stopped)
    except ScoringError:
        return None


def _check_course(state: State, hand: OnlineHand, number: int) -> None:
    """Check that the hand is the next one by these rules."""
    if state.over:
        text = _("By the rules of this table, the game is over after hand %(last)s, but this log continues.")
        raise LogRefused("other_course", Sentence(text, {"last": number - 1}))
    ours = state.round, state.dealer, state.honba, state.deposits
    if ours != (hand.round, hand.dealer, hand.honba, hand.deposits):
        text = _(
            "Hand %(hand)s of this log is %(theirs)s %(their_number)s with %(honba)s counters and "
            "%(deposits)s sticks; by the rules of this table, it is %(ours)s %(our_number)s with "
            "%(our_honba)s and %(our_deposits)s. Either hands are missing, or the game used other rules."
        )
        parts = {
            "hand": number,
            "theirs": _WINDS[hand.round % 4],
            "their_number": hand.dealer + 1,
            "honba": hand.honba,
            "deposits": hand.deposits,
            "ours": _WINDS[state.round % 4],
            "our_number": state.dealer + 1,
            "our_honba": state.honba,
            "our_deposits": state.deposits,
        }
        raise LogRefused("other_course", Sentence(text, parts))


def _check_bonuses(rulebook: Rulebook, hand: OnlineHand, number: int) -> None:
    has = {
        IPPATSU: rulebook.bonus.ippatsu,
        URA: rulebook.bonus.ura,
        RED_FIVES: rulebook.bonus.red_fives,
        TANYAO: rulebook.yaku.kuitan,
    }
    for bonus in sorted(hand.bonuses):
        if has[bonus] is False or has[bonus] == 0:
            text = _("Hand %(hand)s of this log counts %(bonus)s; the rules of this table do not.")
            raise LogRefused("other_rules", Sentence(text, {"hand": number, "bonus": _BONUS_NAMES[bonus]}))


def _refused(hand: OnlineHand, number: int, error: ScoringError) -> ScoringError:
    if isinstance(error, NeedsEventSetting):
        return error
    text = _("Hand %(hand)s of this log (%(wind)s %(number)s) is not possible by the rules of this table.")
    parts = {"hand": number, "wind": _WINDS[hand.round % 4], "number": hand.dealer + 1}
    return LogRefused("hand_refused", Sentence(text, parts), error)
