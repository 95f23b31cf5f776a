"""Harmless and hostile texts of an organizer about an event."""

from datetime import UTC, datetime

ABOUT = {
    "description_en": "# Come and play\n\nSix rounds, **lunch included**. [Rules](https://rules.example/2026).",
    "description_ja": "# 参加者募集\n\n6回戦、昼食付き。",
    "fee": "3,000 yen",
    "address": "1-2-3 Kanda, Tokyo",
    "map_link": "",
    "contact": "alice@club.example",
    "website": "https://club.example/spring",
}
THANKS = {"text_en": "Thank **you** all!", "text_ja": "ありがとう**ございました**。"}
ITEMS = [
    {"at": datetime(2026, 1, 2, 0, 30, tzinfo=UTC), "title": "Doors", "note": "Ring twice"},
    {"at": datetime(2026, 1, 2, 8, 0, tzinfo=UTC), "title": "Prize-giving", "note": ""},
]
QUESTIONS = [
    {
        "kind": "text",
        "label_en": "Diet",
        "label_ja": "食事の希望",
        "options": "",
        "is_required": False,
        "is_closed": False,
    },
    {
        "kind": "choice",
        "label_en": "Shirt",
        "label_ja": "",
        "options": "S\nL",
        "is_required": True,
        "is_closed": False,
    },
    {
        "kind": "number",
        "label_en": "Age",
        "label_ja": "年齢",
        "options": "",
        "is_required": False,
        "is_closed": False,
    },
    {
        "kind": "consent",
        "label_en": "I accept the rules",
        "label_ja": "",
        "options": "",
        "is_required": True,
        "is_closed": False,
    },
]
# Markup, Markdown links, and template syntax.
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)> \"'> {{ 7*7 }} [x](javascript:alert(3)) ![y](https://spy.example/p.png)"
# Sixty code points: a family of emoji and combining marks among them.
LONG = ("👩‍👩‍👧 x\u0301 غ雀卓" * 10)[:60]
# Bidi controls, and invisible characters.
HIDDEN = ("a\u202eb", "a\u2066b", "a\u200bb", "a\x00b", "a\x1bb")
