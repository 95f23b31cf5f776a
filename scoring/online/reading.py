"""Logs of online games as text: detect the format and read it."""

import re
import zlib
from collections.abc import Mapping
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import fromstring

from scoring.online.documents import documents_in, merged, unknown
from scoring.online.mahjong_soul import is_mahjong_soul, read_mahjong_soul
from scoring.online.mjai import is_mjai, read_mjai
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
DUPLICATE_ATTRIBUTE = 8
_TAG = re.compile(r"<[A-Za-z][^<>]*>")
_ATTRIBUTE = re.compile(r"""\s+([A-Za-z]\w*)\s*=\s*(?:"[^"]*"|'[^']*')""")


def read_online_game(text: str) -> OnlineGame:
    """Return the game that this text records. LogRefused: ``unknown_log``, ``several_games``, ``log_too_large``,
    ``unreadable_log`` or ``unknown_yaku``.
    """
    if len(text) > MOST_CHARACTERS:
        raise _too_large()
    text = text.lstrip("\ufeff").strip()
    if text.startswith("<"):
        return read_mjlog(_xml(text))
    documents = documents_in(text)
    if len(documents) == 1 and isinstance(documents[0], list):
        documents = documents[0]
    if is_mjai(documents):
        return read_mjai(documents)
    if len(documents) == 1 and isinstance(documents[0], Mapping) and is_mahjong_soul(documents[0]):
        return read_mahjong_soul(documents[0])
    if (log := merged(documents)) is not None:
        return read_tenhou_json(log)
    raise unknown()


def text_of_log(data: bytes) -> str:
    """Return the text of a file: UTF-8, or gzip as in Tenhou's own files. LogRefused for anything else."""
    if data.startswith(_GZIP):
        unpacking = zlib.decompressobj(wbits=31)
        try:
            data = unpacking.decompress(data, MOST_CHARACTERS + 1)
        except zlib.error as error:
            raise unknown() from error
    if len(data) > MOST_CHARACTERS:
        raise _too_large()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise unknown() from error


def _xml(text: str) -> Element:
    if text.count("<") > MOST_ELEMENTS:
        raise _too_large()
    try:
        root = _parsed(text)
    except (ParseError, DefusedXmlException, ValueError) as error:
        raise unknown() from error
    if root.tag != "mjloggm":
        raise unknown()
    return root


def _parsed(text: str) -> Element:
    try:
        root: Element = fromstring(text, forbid_dtd=True)
    except ParseError as error:
        if error.code != DUPLICATE_ATTRIBUTE:
            raise
        # Some of Tenhou's early logs repeat an attribute.
        root = fromstring(_TAG.sub(_each_once, text), forbid_dtd=True)
    return root


def _each_once(tag: re.Match[str]) -> str:
    """Keep the first of repeated attributes in a tag."""
    seen: set[str] = set()

    def kept(attribute: re.Match[str]) -> str:
        is_first = attribute[1] not in seen
        seen.add(attribute[1])
        return attribute[0] if is_first else ""

    return _ATTRIBUTE.sub(kept, tag[0])


def _too_large() -> LogRefused:
    return LogRefused("log_too_large", Sentence(_("This is too large for the log of one game.")))
