"""Decoding lists. Certain encodings are read; for others a person has to choose.

Never guess, because names would change: “Ibáñez” in Windows-1252 is also “Ib碵ez” in Shift-JIS.
"""

import codecs
import re
from typing import IO

from django.utils.translation import gettext as _
from django.utils.translation import pgettext_lazy

from web.sheets.csv_rows import Finding

ENCODINGS = {
    "utf-8": pgettext_lazy("encoding", "Unicode (UTF-8)"),
    "utf-16": pgettext_lazy("encoding", "Unicode (UTF-16)"),
    "cp932": pgettext_lazy("encoding", "Japanese (Shift-JIS)"),
    "euc_jp": pgettext_lazy("encoding", "Japanese (EUC-JP)"),
    "cp1252": pgettext_lazy("encoding", "Western European (Windows-1252)"),
    "cp1250": pgettext_lazy("encoding", "Central European (Windows-1250)"),
    "cp1257": pgettext_lazy("encoding", "Baltic (Windows-1257)"),
    "cp1254": pgettext_lazy("encoding", "Turkish (Windows-1254)"),
    "cp1253": pgettext_lazy("encoding", "Greek (Windows-1253)"),
    "cp1251": pgettext_lazy("encoding", "Cyrillic (Windows-1251)"),
    "gb18030": pgettext_lazy("encoding", "Chinese (GB18030)"),
    "big5hkscs": pgettext_lazy("encoding", "Chinese (Big5)"),
    "cp949": pgettext_lazy("encoding", "Korean (CP949)"),
}
PIECE = 64 * 1024
_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_SHIFT_JIS = "cp932"

# The lead bytes of kana and common kanji in Shift-JIS; symbols rather than letters in other encodings.
_USUAL = range(0x82, 0x98)
_KANJI, _HALF, _LATIN = "\u4e00-\u9fff\uf900-\ufaff\ue000-\uf8ff\u3200-\u33ff", "\uff61-\uff9f", "A-Za-z"
# Signs that an accent was decoded as half of a character: a single kanji next to small letters, or half-width
# katakana within Latin words or before a kanji.
_BROKEN = re.compile(
    rf"[a-z][{_KANJI}](?![{_KANJI}{_HALF}\u3040-\u30ff])|[{_KANJI}][a-z]|(?<![{_HALF}])[{_HALF}][{_LATIN}]|[{_LATIN}][{_HALF}](?![{_HALF}])|[a-z][{_HALF}]"
    rf"|[{_HALF}][a-z]|[{_LATIN}][{_HALF}]+[{_LATIN}]|(?<![{_HALF}\u3040-\u30ff{_KANJI}])[{_HALF}][{_KANJI}]"
)


def text_in(data: bytes, encoding: str = "") -> str | Finding:
    """Return the text of a file in this encoding, or, without one, in the only possible one."""
    if encoding:
        try:
            return _decoded(data, encoding).removeprefix("\ufeff")
        except UnicodeDecodeError as error:
            return _not_in(encoding, data.count(b"\n", 0, error.start) + 1)
    if data.startswith(_MARKS):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            return _unclear(1)
    if b"\0" in data[:PIECE]:
        return _unmarked()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
    try:
        text = data.decode(_SHIFT_JIS)
    except UnicodeDecodeError:
        return _unclear(line)
    return text if _is_japanese(text) else _unclear(line)


def encoding_in_pieces(file: IO[bytes], encoding: str = "") -> str | Finding:
    """The same for a file of any length, read in pieces: its encoding."""
    start = file.read(PIECE)
    file.seek(0)
    if not encoding and start.startswith(_MARKS):
        return "utf-16"
    if not encoding and b"\0" in start:
        return _unmarked()
    wrong = 1
    for tried in [encoding] if encoding else ["utf-8-sig", _SHIFT_JIS]:
        decoder = codecs.getincrementaldecoder(tried)()
        lines, is_clear, before, usual = 0, True, "", False
        try:
            while piece := file.read(PIECE):
                text = decoder.decode(piece)
                is_clear = is_clear and not _BROKEN.search(before + text)
                usual, before = usual or _has_usual_letters(text), text[-4:]
                lines += piece.count(b"\n")
            decoder.decode(b"", final=True)
        except UnicodeDecodeError as error:
            wrong = lines + piece.count(b"\n", 0, error.start) + 1
        else:
            if tried != _SHIFT_JIS or encoding or (is_clear and usual):
                return tried
        finally:
            file.seek(0)
    return _not_in(encoding, wrong) if encoding else _unclear(wrong)


def _decoded(data: bytes, encoding: str) -> str:
    if encoding == "utf-16" and not data.startswith(_MARKS):
        # Programs that omit the mark write little-endian.
        encoding = "utf-16-le"
    return data.decode(encoding)


def _is_japanese(text: str) -> bool:
    """Whether a text that decodes as Shift-JIS was written in it."""
    return _has_usual_letters(text) and not _BROKEN.search(text)


def _has_usual_letters(text: str) -> bool:
    return any(
        letter.encode(_SHIFT_JIS, "replace")[0] in _USUAL for letter in set(text) if not letter.isascii()
    )


def _unclear(line: int) -> Finding:
    message = _(
        "This is neither a workbook (XLSX) nor UTF-8 text, and its encoding is ambiguous. Please save the "
        "file as XLSX or as “CSV UTF-8”, or choose its encoding."
    )
    return Finding(line, "not_utf8", message)


def _unmarked() -> Finding:
    message = _(
        "This looks like UTF-16 without a byte-order mark. Please save the file as XLSX or as “CSV UTF-8”, "
        "or choose its encoding."
    )
    return Finding(1, "not_utf8", message)


def _not_in(encoding: str, line: int) -> Finding:
    message = _(
        "This is not text in %(encoding)s. Please choose another encoding, or save the file as “CSV UTF-8”."
    )
    return Finding(line, "not_utf8", message % {"encoding": ENCODINGS.get(encoding, encoding)})
