"""The participants: 48 players of seven clubs, most with Japanese names, as a club office's list.

Daily runs use a third of them, at a third of the tables, because all tables do the same.
"""

from tests.thorough import THOROUGH

CLUBS = ("Dragons", "雀友会", "Winds", "北斗", "Kong Club", "Riichi Nord", "白發中")
FAMILIES = ("佐藤", "鈴木", "高橋", "田中", "伊藤", "渡辺", "山本", "中村", "小林", "加藤")
READINGS = (
    *("さとう", "すずき", "たかはし", "たなか", "いとう", "わたなべ"),
    *("やまもと", "なかむら", "こばやし", "かとう"),
)
GIVEN = (("健太", "けんた"), ("美咲", "みさき"), ("翔", "しょう"), ("葵", "あおい"))
ABROAD = ("Chloé Martin", "Dmitri Sokolov", "Jean-Luc Dubois", "Ana-María López", "Björn Åkesson",
          "Łukasz Nowak", "Zoë van der Berg", "O’Brien Sean")  # fmt: skip


def players() -> list[tuple[str, str, str]]:
    """Return each player's name, reading and club."""
    at_home = [
        (f"{family} {given}", f"{read} {read_given}")
        for given, read_given in GIVEN
        for family, read in zip(FAMILIES, READINGS, strict=True)
    ]
    everybody = [*at_home, *((name, "") for name in ABROAD)]
    everybody = everybody if THOROUGH else everybody[1::3]
    return [(name, reading, CLUBS[number % len(CLUBS)]) for number, (name, reading) in enumerate(everybody)]


def as_pasted(*, twice: int = 0) -> str:
    """Return the list as copied from a spreadsheet, with stray blanks; the first `twice` lines are duplicated."""
    rows = [f"{name}\t{reading}\t{club}\t" for name, reading, club in players()]
    return "\n".join(["氏名\tふりがな\t所属\t", *rows, "", *(f"\u3000{row}" for row in rows[:twice])]) + "\n"
