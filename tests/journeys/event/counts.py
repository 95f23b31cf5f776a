"""The documentation's table of clicks and minutes, as counted."""

from tests.journeys.event.hands import Diary, Tally
from tools.environment import ROOT

PAGE = ROOT / "docs" / "an-event.md"
BEGIN, END = "<!-- counted: begin -->\n", "<!-- counted: end -->\n"


def as_table(diary: Diary) -> str:
    """Return a table of actions and estimated time by phase, and of the longest tasks of players and helpers."""
    lines = [
        "| at the desk | clicks | keys | pages | paper sheets | minutes |",
        "|---|---:|---:|---:|---:|---:|",
        *(_line(name, one, one.sheets) for name, one in diary.phases.items()),
        _line(
            "**all of it**", sum(diary.phases.values(), Tally()), sum(diary.phases.values(), Tally()).sheets
        ),
        "",
        "| a player or helper, each time | clicks | keys | pages | scans | minutes |",
        "|---|---:|---:|---:|---:|---:|",
        *(_line(name, one, one.scans) for name, one in diary.tasks.items()),
    ]
    return "\n".join(lines) + "\n"


def _line(name: str, one: Tally, more: int) -> str:
    return f"| {name} | {one.clicks} | {one.keys} | {one.pages} | {more or ''} | {one.minutes:.1f} |"


def in_the_docs() -> str:
    """Return the tables currently in the documentation."""
    return PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0]


def write_into_the_docs(diary: Diary) -> None:
    before, _begin, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    PAGE.write_text(before + BEGIN + as_table(diary) + END + after, encoding="utf-8")
