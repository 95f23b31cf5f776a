"""What ``python -m scoring`` can be asked to do.

A verb is a function ``(request) -> answer``: both are plain JSON objects. It lives in a module of its own in
this folder, reads its request with the helpers of ``scoring.verbs.request``, and raises RuleError (or one of
its kinds) for whatever is malformed or undefined; the door turns that into ``{"error": …}``. To add one:
write the module, import its function here, and give it its name in ``VERBS``. What a request carries beyond
the keys a verb reads (an ``expect``, a ``note``) is ignored, so that test cases can be sent as they stand.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.verbs.ceremony import ceremony, wall
from scoring.verbs.chombo import chombo
from scoring.verbs.conditions import what_is_needed
from scoring.verbs.draw import draw
from scoring.verbs.hand import hand
from scoring.verbs.next import next_state
from scoring.verbs.payment import payment
from scoring.verbs.result import result
from scoring.verbs.wsom import wsom

Verb = Callable[[Mapping[str, Any]], dict[str, Any]]

VERBS: dict[str, Verb] = {
    "ceremony": ceremony,
    "chombo": chombo,
    "conditions": what_is_needed,
    "draw": draw,
    "hand": hand,
    "next": next_state,
    "payment": payment,
    "result": result,
    "wall": wall,
    "wsom": wsom,
}
