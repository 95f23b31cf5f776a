"""Who takes part: 41 players of seven clubs, most with Japanese names, as a list that a club's office would send.

Every day half of them, at half the tables: what a table does is the same at each.
"""

from tests.thorough import examples

CLUBS = ("Dragons", "雀友会", "Winds", "北斗", "Kong Club", "Riichi Nord", "白發中")
FAMILIES = ("佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "加藤", "吉田")
READINGS = (
    *("さとう", "すずき", "たかはし", "たなか", "いとう", "わたなべ"),
    *("やまもと", "なかむら", "こばやし", "かとう", "よしだ"),
)
GIVEN = (("健太", "けんた"), ("美咲", "みさき"), ("翔", "しょう"))
ABROAD = ("Chloé Martin", "Dmitri Sokolov", "Jean-Luc Dubois", "Ana-María López", "Björn Åkesson",
          "Łukasz Nowak", "O’Brien Sean", "Zoë van der Berg")  # fmt: skip


def players() -> list[tuple[str, str, str]]:
    """Name, reading and club of each."""
    at_home = [
        (f"{family} {given}", f"{read} {read_given}")
        for given, read_given in GIVEN
        for family, read in zip(FAMILIES, READINGS, strict=True)
    ]
    everybody = [*at_home, *((name, "") for name in ABROAD)][:: examples(2, of=1)]
    return [(name, reading, CLUBS[number % len(CLUBS)]) for number, (name, reading) in enumerate(everybody)]


def as_csv() -> str:
    return "name,reading,club\n" + "".join(f"{name},{reading},{club}\n" for name, reading, club in players())
