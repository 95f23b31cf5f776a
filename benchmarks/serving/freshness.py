"""How long from a confirmation to a page that counts it. Imported once Django is set up."""

import re
import time

from benchmarks.serving.client import Server, WrongAnswer
from benchmarks.serving.results import Row, percentile
from benchmarks.serving_work import Hall
from tournaments.models import Publication
from tournaments.standings import is_stale

PAUSE = 0.02
PATIENCE = 30.0
# Somebody has looked a while ago, as people do between two games.
BETWEEN = 1.2
GAMES = re.compile(rb"As of game ([0-9,]+)")


def freshness(hall: Hall, server: Server, times: int) -> Row:
    """Milliseconds from sending the referee's confirmation to the end of the first page that counts the game."""
    taken: list[float] = []
    hall.start_rounds(times)
    for _time in range(times):
        _wait_until_current(hall)
        hall.report(server, 1)
        time.sleep(BETWEEN)
        before, began = _games(server, hall.page), time.monotonic()
        hall.confirm(server, 1)
        while _games(server, hall.page) <= before:
            if time.monotonic() > began + PATIENCE:
                raise WrongAnswer(
                    f"{hall.page}: still {before} games {PATIENCE:.0f} s after the next was confirmed"
                )
            time.sleep(PAUSE)
        taken.append(time.monotonic() - began)
    return {
        "times": times,
        **{f"p{share} ms": round(percentile(taken, share) * 1000) for share in (50, 95)},
    }


def _games(server: Server, page: str) -> int:
    found = GAMES.search(server.get(page)[0])
    if found is None:
        raise WrongAnswer(f"{page} does not say as of which game it is")
    return int(found[1].replace(b",", b""))


def _wait_until_current(hall: Hall) -> None:
    ends = time.monotonic() + PATIENCE
    while is_stale(Publication.objects.select_related("stage__tournament__head").get(stage=hall.stage)):
        if time.monotonic() > ends:
            raise WrongAnswer(f"the standings of {hall.slug} are not worked out")
        time.sleep(PAUSE)
