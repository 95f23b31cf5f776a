"""What exchanging two players of a round would mean, as the desk shows it before it is done."""

from typing import Any

from tournaments.actions.draws.exchanges import price_of_swap
from tournaments.actions.draws.wording.draws import figures_of
from tournaments.actions.errors import ActionError
from tournaments.models import Entry, Round


def looked_at(round_: Round, one: Entry, other: Entry) -> dict[str, Any]:
    """Return what `desk/draws/_exchange.html` shows of an exchange: its price, or why it is refused."""
    try:
        price = price_of_swap(round_=round_, one=one, other=other)
    except ActionError as refusal:
        return {"refusal": refusal.message}
    return {
        "round": round_,
        "one": one,
        "other": other,
        "price": price,
        "figures": figures_of(price.after.as_json(), price.now.as_json()),
    }
