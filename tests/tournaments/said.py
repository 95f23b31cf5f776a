"""What an organizer says about an event: harmless words, and hostile ones."""

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
ITEMS = [
    {"at": datetime(2026, 1, 2, 0, 30, tzinfo=UTC), "title": "Doors", "note": "Ring twice"},
    {"at": datetime(2026, 1, 2, 8, 0, tzinfo=UTC), "title": "Prize-giving", "note": ""},
]
# Markup, Markdown that leads elsewhere, and what templates would compute.
HOSTILE = "<script>alert(1)</script><img src=x onerror=alert(2)> \"'> {{ 7*7 }} [x](javascript:alert(3)) ![y](https://spy.example/p.png)"
# Sixty code points: a family of emoji and combining marks among them.
LONG = ("👩‍👩‍👧 x\u0301 غ雀卓" * 10)[:60]
# What turns the line around it, and what shows nothing.
HIDDEN = ("a\u202eb", "a\u2066b", "a\u200bb", "a\x00b", "a\x1bb")
