"""Lists kept by hand, and what a test says about a missing row.

What models, calls or the URL configuration declare is read from there. These lists hold what only people know: who
may, how it is proven, whether it travels. A test of each calls `refuse_gaps`.
"""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Register:
    """A list with a row for each item of a kind. The texts are parts of one sentence about the item `{0}`."""

    of: str
    """What has a row, as in "the column"."""
    where: str
    """The name of the list and the file it is in."""
    says: str
    """What a row says of it."""
    row: str
    """What to add, to be copied."""

    def refuse_gaps(self, there: Iterable[object], entered: Iterable[object], *, of: str = "") -> None:
        """Fail unless all existing items have a row, and all rows have an existing item. `of` is what they are if
        the list has rows for several kinds of items.
        """
        of = of or self.of
        things, rows = ({shown(one) for one in many} for many in (there, entered))
        missing = [
            f"{of} {one} is not in {self.where}, which says {self.says}. Add:\n"
            + self.row.replace("{0}", one)
            for one in sorted(things - rows)
        ]
        left = [f"{of} {one} is gone: delete its row from {self.where}." for one in sorted(rows - things)]
        if missing or left:
            raise AssertionError("\n\n".join(["", *missing, *left]))


def shown(thing: object) -> str:
    return " ".join(thing) if isinstance(thing, tuple) else str(thing)


ACTIONS = Register(
    of="The action",
    where="ROWS of tests/tournaments/actions/every_action.py",
    says="what an action locks and which kinds of entry it writes into the ledger",
    row="""    @row("{0}", locks="ledgerhead", kinds="warned")
    def _(hall: Hall):
        return lambda: …({its arguments}, by=hall.alice)
and let test_lock_order.py and test_ledger_kinds.py say which locks and kinds are right. What opens a transaction
and is no action goes into NO_ACTIONS there; a kind that is written in a scene of its own alone, into
IN_OTHER_SCENES of tests/tournaments/actions/test_ledger_kinds.py, with a test of that scene.""",
)
CALLS = Register(
    of="The call",
    where="MATRIX of tests/tournaments/api/permission_matrix.py",
    says="who may make it and what it answers",
    row="""    Row("GET", "api/v1/…", public(), things={"slug": "slug"})
or for one that changes something
    Row("POST", "api/v1/…", action(200, RUNS), things={"slug": "slug"}, body=lambda world: {…})""",
)
PAGES = Register(
    of="The page",
    where="PAGES of tests/tournaments/views/permission_matrix.py",
    says="who may open it and, of one with a form, what to type so that it succeeds",
    row="""    "{0}": desk(ORGANIZERS),
or Page(EVERYBODY, is_of_tournament=False). What fills a parameter of its address has a name in
tests/tournaments/worlds.py: desk(ORGANIZERS, pk="table"). With a form that is sent to it:
    "{0}": desk(ORGANIZERS, GET, POST, form=Form({"entry": "@entry", "reason": "two more came"})),
where "@entry" is what the world calls so.""",
)
LOOKED_AT = Register(
    of="The page",
    where="tests/journeys/all_pages.py",
    says="under which address of the demo a browser looks at it, on every screen and in both languages",
    row="""    its address to PUBLIC or ORGANIZERS, such as EVENT + "desk/", or
    "{0}": "why the demo has none",
to NO_PAGES.""",
)
IN_A_TAB = Register(
    of="The page of an event",
    where="TABS of tournaments/templatetags/frame.py",
    says="under which tab it is found",
    row="""    its name to `parts` of a tab there or, where it has no frame,
    "{0}": "why",
to WITHOUT of tests/tournaments/templatetags/test_frame.py.""",
)
PROVEN_COLUMNS = Register(
    of="The column",
    where="COLUMNS of tests/tournaments/verification/columns.py",
    says="whether verify_ledger finds an edit of it behind the actions' back",
    row="""    "{0}": Edit("'another value in SQL'"),
or, where nothing could notice,
    "{0}": Outside("and why it is no fact of a tournament"),""",
)
TRAVELLING = Register(
    of="The model",
    where="PARTS of tournaments/actions/transfer/tables.py",
    says="what goes to another server with its tournament",
    row="""    _part("…", {0}, "tournament", "its columns", other_column="why it stays"),
if rows of the model do, else
    "{0}": "why they stay",
to STAYS. A column goes to the columns of its model's part, or is named there with the reason: …="why it stays".""",
)
CARRIED = Register(
    of="The model",
    where="SETTINGS of tournaments/actions/seasons/carried.py",
    says="what the next season has again",
    row="""    _setting({0}, "tournament", "its columns", …, other_column="why not"),
if it has rows of the model, else
    "{0}": "why not",
to NOT_CARRIED. A column goes to the columns of its model, or is named there with the reason: …="why not".""",
)
TYPED_TEXTS = Register(
    of="The text of an action",
    where="tests/tournaments/actions/typed_texts.py",
    says="whether a person types it freely, so that no ledger may hold it",
    row="""    the last part of its name to FREE if people type what they like, to CALLED if it is what
something is called, else to MACHINES.""",
)
KINDS_VERIFIED = Register(
    of="The kind of ledger entry",
    where="the parts of tournaments/verification",
    says="what an entry proves",
    row="""    it to `kinds` of the part that is about it, with what it reads from the entry.""",
)
