"""JSON documents in pasted text: a single one, one per line, or those in addresses of Tenhou's viewer."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import unquote

from scoring.online.online_game import MOST_HANDS
from scoring.online.refusals import LogRefused, unreadable
from scoring.translation import Sentence
from scoring.translation import gettext_noop as _

# A long game has some two thousand events.
MOST_DOCUMENTS = 20_000
VIEWER = "#json="
"""Behind this, an address of Tenhou's viewer has the log itself, and behind the log perhaps more."""
_ADDRESSES = re.compile(r"(?:https?://\S+\s*)+")
_ENCODED = re.compile(r"%[0-9A-Fa-f]{2}\S*")
_BETWEEN = re.compile(r"[\s,]*")


def documents_in(text: str) -> list[Any]:
    """Return the documents of a text, in order. LogRefused ``unknown_log`` for text that is not JSON, or an address
    alone.
    """
    if VIEWER in text and text.startswith("http"):
        return [_first(part) for part in text.split(VIEWER)[1:]]
    if _ADDRESSES.fullmatch(text):
        raise address_alone()
    return list(_all(text))


def merged(documents: Sequence[Any]) -> Mapping[str, Any] | None:
    """Return one log of tenhou.net/6 from those of its hands, in any order; None if they are not such logs."""
    logs = [one for one in documents if isinstance(one, Mapping) and "log" in one and "name" in one]
    if not logs or len(logs) < len(documents):
        return None
    if len(logs) == 1:
        return logs[0]
    if any(one["name"] != logs[0]["name"] for one in logs):
        text = _(
            "These hands are from different games: their players differ. Please paste the hands of one game."
        )
        raise LogRefused("several_games", Sentence(text))
    hands: list[Any] = []
    for one in logs:
        # An address pasted twice is one hand.
        more = one["log"] if isinstance(one["log"], list) else [None]
        hands += [hand for hand in more if hand not in hands]
        if len(hands) > MOST_HANDS:
            raise unreadable("log")
    return {**logs[0], "log": sorted(hands, key=_position)}


def address_alone() -> LogRefused:
    text = _(
        "This is an address, but nothing is fetched from the platforms. Please paste or upload the log "
        "itself: for Tenhou, the text edited in its viewer (tenhou.net/6) or the log file; for Mahjong "
        "Soul, the file of a tool that exports games."
    )
    return LogRefused("unknown_log", Sentence(text))


def unknown() -> LogRefused:
    text = _(
        "This is neither JSON from tenhou.net/6, Mahjong Soul or mjai, nor mjlog XML. Please export the log "
        "again, and paste or choose all of it."
    )
    return LogRefused("unknown_log", Sentence(text))


def _first(part: str) -> Any:
    """Return the first document after the marker in an address; browsers encode it."""
    if encoded := _ENCODED.match(part):
        part = unquote(encoded[0])
    return next(_all(part, only_first=True), None)


def _all(text: str, *, only_first: bool = False) -> Iterator[Any]:
    decoder, at, count = json.JSONDecoder(), 0, 0
    while at < len(text):
        try:
            document, at = decoder.raw_decode(text, at)
        except (ValueError, RecursionError) as error:
            raise unknown() from error
        yield document
        count += 1
        if only_first:
            return
        if count > MOST_DOCUMENTS:
            raise unknown()
        between = _BETWEEN.match(text, at)
        at = between.end() if between else at


def _position(hand: Any) -> tuple[int, int]:
    """Return a hand's position in its game; hands without one stay in place, and are refused later."""
    head = hand[0] if isinstance(hand, list) and hand else None
    if isinstance(head, list) and len(head) > 1 and all(type(number) is int for number in head[:2]):
        return head[0], head[1]
    return (0, 0)
