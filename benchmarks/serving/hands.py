"""A hall that enters its games hand by hand, and those who watch, each at its moment whether or not answers come.

250 tables end a hand every 20 seconds, and the phone that has entered it opens its page again. Beside them 250
spectators look every 2.4 seconds, as `static/js/live.js` and `news.js` do: 180 at the page of a table, 20 at the
round's, 20 at the live totals, and 30 ask for news from a page of standings. Imported once Django is set up.
"""

import random
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from time import monotonic, process_time
from typing import Any
from uuid import uuid4

from django.db import transaction

from benchmarks.serving.client import Server, WrongAnswer
from benchmarks.serving.load import LATENESS, Call, Tally, send
from benchmarks.serving.processes import cpu_seconds
from benchmarks.serving.results import Row, percentile
from benchmarks.serving_work import CSRF, Hall
from scoring.game.game import State, play, replay, start
from scoring.game.log import state_as_json
from scoring.game.outcome import Outcome, as_json
from scoring.hand.win import Win
from scoring.rulebook.rulebook import Rulebook
from tournaments.actions.hands.hands import enter_hand
from tournaments.models import HandRecord, Table
from tournaments.models.chain import canonical
from tournaments.models.play.hands import EMPTY_LOG

TABLES, EVERY = 250, 20.0  # seconds from one hand of a table to its next
WARMING_UP, WARMING_UP_SLOWER = 10.0, 4
SHOWN_AFTER = 1.0  # a second after a hand was sent
LOOKS_EVERY = 2.4  # live.js: 2.5 seconds, or up to a tenth less
AT_A_TABLE, AT_THE_ROUND, AT_LIVE_TOTALS, ASKING_FOR_NEWS = 180, 20, 20, 30
# So many hands were played when the measurement begins, at most: games are anywhere between their first and last.
MOST_BEFORE = 8
WITHIN_MS = 300
# Those that a hand can have with and without riichi, by discard and by self-draw.
WORTH = ((2, 30), (2, 40), (3, 30), (3, 40), (4, 30), (5, None), (6, None), (8, None))
TAG = re.compile(rb'data-etag="([^"]*)"')


@dataclass
class Game:
    """A table's game as its phone plays it: what was answered, and what is under way."""

    table: int
    rulebook: Rulebook
    cookie: str
    chance: random.Random
    state: State
    tag: str = EMPTY_LOG
    entered: list[Outcome] = field(default_factory=list)
    """Those that stand by what was answered, first to last."""
    before: int = 0
    """How many of them were played before anything was measured."""
    sent: tuple[Outcome, str] | None = None
    """What has no answer yet, and its key: it is sent again as it was."""

    def enter_before(self, hands: int, hall: Hall) -> None:
        """Play so many hands without a server."""
        for _hand in range(hands):
            outcome = next_hand(self.rulebook, self.state, self.chance)
            record = enter_hand(
                table=Table(pk=self.table), outcome=as_json(outcome), by=hall.by, if_match=self.tag
            )
            self._go_on(outcome, record.tag)
        self.before = len(self.entered)

    def enter(self, server: Server) -> None:
        """Send the next hand as a phone does; a hand without an answer is sent again with its key."""
        self.sent = self.sent or (next_hand(self.rulebook, self.state, self.chance), str(uuid4()))
        outcome, key = self.sent
        answer = server.post(
            f"/api/v1/tables/{self.table}/hands/",
            {"outcome": as_json(outcome)},
            201,
            Cookie=self.cookie,
            X_CSRFToken=CSRF,
            If_Match=f'"{self.tag}"',
            Idempotency_Key=key,
        )
        self._go_on(outcome, answer["tag"])
        self.sent = None
        if (answer["number"], answer["game"]["points"]) != (len(self.entered), list(self.state.points)):
            raise WrongAnswer(f"table {self.table}: the game is another one after hand {answer['number']}")

    def show(self, server: Server) -> None:
        """Open the page of hands, as the phone does after each."""
        server.get("/seat/hands/", 'name="if_match" value="h', Cookie=self.cookie)

    def _go_on(self, outcome: Outcome, tag: str) -> None:
        self.state, self.tag = play(self.rulebook, self.state, outcome), tag
        self.entered.append(outcome)


@dataclass(frozen=True)
class Found:
    """What became of the hands that were answered: by the database, and by the rules."""

    entered: int
    """So many were answered."""
    lost: int
    doubled: int
    other_games: int
    """Tables at which the game is not the one that their hands make."""


def next_hand(rulebook: Rulebook, state: State, chance: random.Random) -> Outcome:
    """A hand that could follow: a win by discard or by self-draw, a draw or a chombo, with riichi and without. Games
    go on for as long as they are measured: who deals last is tenpai.
    """
    seats = range(len(state.points))
    winner, loser = chance.sample(seats, 2)
    riichi = tuple(seat for seat in seats if state.points[seat] >= 1_000 and chance.random() < 0.2)
    han, fu = chance.choice(WORTH)
    tenpai = tuple(seat for seat in seats if seat in riichi or chance.random() < 0.4)
    kinds = {
        "ron": Outcome("win", (Win(winner, han, fu),), loser, riichi),
        "tsumo": Outcome("win", (Win(winner, han, fu),), None, riichi),
        "draw": Outcome("draw", riichi=riichi, tenpai=tenpai),
        "chombo": Outcome("chombo", offenders=(loser,), riichi=riichi),
    }
    hand = kinds[chance.choices(tuple(kinds), (50, 33, 16, 1))[0]]
    if not play(rulebook, state, hand).over:
        return hand
    return Outcome("draw", tenpai=(state.dealer,))


def games_of(hall: Hall, seed: int = 1) -> list[Game]:
    """A game at each of its tables, some hands after the first."""
    cookies = hall.phones(hall.tables, seats=1)
    rulebook = hall.stage.tournament.rulebook_for(4)
    games = [
        Game(table, rulebook, cookies[table][0], random.Random(f"{seed} {number}"), start(rulebook))  # noqa: S311
        for number, table in enumerate(hall.tables)
    ]
    with transaction.atomic():
        for number, game in enumerate(games):
            game.enter_before(number % (MOST_BEFORE + 1), hall)
    return games


def hands(hall: Hall, server: Server, seconds: int) -> Row:
    """Play for so many seconds, and compare every hand that was answered with the database. Of the machine's cores it
    says how many the web processes, the database and Redis, and those who ask kept busy.
    """
    games = games_of(hall)
    watching = spectators(hall)
    # Web processes that have just begun learn what they learn once.
    send(
        moments_of_all(games, watching, slower=WARMING_UP_SLOWER, seconds=WARMING_UP), server.port, _tallies()
    )
    for game in games:
        game.before = len(game.entered)
    due, tallies = moments_of_all(games, watching, seconds=seconds), _tallies()
    before = _cpu(server)
    began = monotonic()
    late = send(due, server.port, tallies)
    took = monotonic() - began
    cores = {name: round((cpu - before[name]) / took, 2) for name, cpu in _cpu(server).items()}
    return verdict(tallies, late, seconds, checked(games)) | cores


def _tallies() -> dict[str, Tally]:
    return {"hands": Tally(), "pages": Tally(), "reads": Tally()}


def moments_of_all(
    games: Sequence[Game], watching: Sequence[Call], *, slower: int = 1, seconds: float
) -> list[tuple[float, str, Call]]:
    """What is sent when: the hands, the pages that phones open after them, and what spectators ask for."""
    due = moments("hands", [game.enter for game in games], EVERY * slower, seconds)
    shown = moments("pages", [game.show for game in games], EVERY * slower, seconds)
    due += [(second + SHOWN_AFTER, kind, call) for second, kind, call in shown]
    due += moments("reads", watching, LOOKS_EVERY * slower, seconds)
    return sorted(due, key=lambda one: one[0])


def _cpu(server: Server) -> dict[str, float]:
    """Seconds of CPU so far."""
    behind = [pid for pid in server.roots if pid != server.pid]
    return {
        "web cores": cpu_seconds([server.pid]),
        **({"cores behind": cpu_seconds(behind)} if behind else {}),
        "clients' cores": process_time(),
    }


def moments(kind: str, calls: Sequence[Call], every: float, seconds: float) -> list[tuple[float, str, Call]]:
    """When each of them calls: every so many seconds, and not all at once."""
    found = []
    for number, call in enumerate(calls):
        second = number * every / len(calls)
        while second < seconds:
            found.append((second, kind, call))
            second += every
    return found


def verdict(tallies: dict[str, Tally], late: float, seconds: int, found: Found) -> Row:
    """Was it held? Not with a wrong answer, a lost or doubled hand, another game, or answers that come late."""
    failed = [text for tally in tallies.values() for text in tally.failed]
    times = {
        f"{name} {key} ms": round(value * 1000)
        for name, tally in tallies.items()
        for key, value in _times(tally.seconds).items()
    }
    is_held = (
        not failed
        and (found.lost, found.doubled, found.other_games) == (0, 0, 0)
        and late <= LATENESS
        and max(times[f"{name} p95 ms"] for name in tallies) <= WITHIN_MS
    )
    return {
        "seconds": seconds,
        "held": is_held,
        "hands": found.entered,
        "hands a second": round(found.entered / seconds, 1),
        "reads a second": round(len(tallies["reads"].seconds) / seconds, 1),
        **times,
        "behind at the end s": round(late, 2),
        "failed": len(failed),
        "lost": found.lost,
        "doubled": found.doubled,
        "other games": found.other_games,
        **({"first failure": failed[0]} if failed else {}),
    }


def checked(games: Iterable[Game]) -> Found:
    """Is every hand that was answered there once, in its place, and does each table have the game they make?"""
    entered = lost = doubled = other_games = 0
    for game in games:
        entered += len(game.entered) - game.before
        rows = list(HandRecord.objects.of_table(game.table).values_list("outcome", "state"))
        stored = [outcome for outcome, _state in rows]
        wanted = [canonical(as_json(outcome)) for outcome in game.entered]
        # What was sent and never answered may be there or not.
        unknown = [canonical(as_json(game.sent[0]))] if game.sent else []
        there = [*wanted, *unknown] if stored[len(wanted) :] == unknown else wanted
        lost += sum(stored[place : place + 1] != [outcome] for place, outcome in enumerate(wanted))
        doubled += max(0, len(stored) - len(there))
        outcomes = [*game.entered, *([game.sent[0]] if game.sent and there != wanted else [])]
        state = canonical(state_as_json(replay(game.rulebook, outcomes)))
        other_games += bool(rows) and rows[-1][1] != state
    return Found(entered, lost, doubled, other_games)


def spectators(hall: Hall) -> list[Call]:
    """Everybody who watches, each with the page they have."""
    at_tables = [f"/t/{hall.slug}/tables/{table}/" for table in hall.tables[:AT_A_TABLE]]
    pages = [*at_tables, *[hall.round_page] * AT_THE_ROUND, *[f"/t/{hall.slug}/live/"] * AT_LIVE_TOTALS]
    calls = [*map(watch, pages), *[_ask_for_news(hall)] * ASKING_FOR_NEWS]
    # All kinds in each moment.
    random.Random(1).shuffle(calls)  # noqa: S311
    return calls


def watch(path: str) -> Call:
    """What live.js does: ask with the tag of the page that is shown, and show what comes."""
    shown = {"tag": ""}

    def look(server: Server) -> None:
        status, body, _headers = server.ask("GET", path, If_None_Match=shown["tag"] or '"none"')
        found = TAG.search(body)
        if status not in (200, 304) or (status == 200) != (found is not None):
            raise WrongAnswer(f"{path}: {status}")
        if found is not None:
            shown["tag"] = found[1].decode().replace("&quot;", '"')

    return look


def _ask_for_news(hall: Hall) -> Call:
    def ask(server: Server) -> None:
        server.get(f"/t/{hall.slug}/news/", '"in_play": true')

    return ask


def _times(seconds: Sequence[float]) -> dict[str, Any]:
    taken = seconds or [float("inf")]
    return {"p50": percentile(taken, 50), "p95": percentile(taken, 95), "max": max(taken)}
