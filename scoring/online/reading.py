"""The log of an online game as text: which format it is, and what it says."""

import json
import zlib
from collections.abc import Mapping
from urllib.parse import unquote
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from scoring.online.mahjong_soul import is_mahjong_soul, read_mahjong_soul
from scoring.online.mjlog import read_mjlog
from scoring.online.online_game import OnlineGame
from scoring.online.refusals import LogRefused
from scoring.online.tenhou_json import read_tenhou_json
from scoring.translation import Sentence
from scoring.translation import gettext_noop as _

MOST_CHARACTERS = 2_000_000
# A long game has a few thousand. Each costs far more memory than its text.
MOST_ELEMENTS = 30_000
_GZIP = b"\x1f\x8b"
_VIEWER = "#json="
"""Behind this, the address of Tenhou's viewer has the log itself."""


def read_online_game(text: str) -> OnlineGame:
    """The game that this text records. LogRefused: ``unknown_log``, ``log_too_large``, ``unreadable_log`` or
    ``unknown_yaku``.
    """
    if len(text) > MOST_CHARACTERS:
        raise _too_large()
    text = text.lstrip("\ufeff").strip()
    if text.startswith("http") and _VIEWER in text:
        text = text.partition(_VIEWER)[2]
        # Browsers copy it with its quotes encoded.
        text = text if text.startswith("{") else unquote(text)
    if text.startswith("<"):
        return read_mjlog(_xml(text))
    data = _json(text)
    if is_mahjong_soul(data):
        return read_mahjong_soul(data)
    if "log" in data and "name" in data:
        return read_tenhou_json(data)
    raise _unknown()


def text_of_log(data: bytes) -> str:
    """The text of a file: UTF-8, or packed with gzip as Tenhou's own files are. LogRefused for anything else."""
    if data.startswith(_GZIP):
        unpacking = zlib.decompressobj(wbits=31)
        try:
            data = unpacking.decompress(data, MOST_CHARACTERS + 1)
        except zlib.error as error:
            raise _unknown() from error
    if len(data) > MOST_CHARACTERS:
        raise _too_large()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _unknown() from error


def _xml(text: str) -> Element:
    if text.count("<") > MOST_ELEMENTS:
        raise _too_large()
    try:
        root: Element = fromstring(text, forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise _unknown() from error
    if root.tag != "mjloggm":
        raise _unknown()
    return root


def _json(text: str) -> Mapping[str, object]:
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise _unknown() from error
    if not isinstance(data, Mapping):
        raise _unknown()
    return data


def _too_large() -> LogRefused:
    return LogRefused("log_too_large", Sentence(_("This log is larger than a game's log can be.")))


def _unknown() -> LogRefused:
    text = _(
        "This is neither JSON of tenhou.net/6 or Mahjong Soul, nor mjlog XML. Please export the log again, and paste "
        "or choose all of it."
    )
    return LogRefused("unknown_log", Sentence(text))
