"""Permanently removing the reason typed for a corrected hand. The hand stays."""

import json

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.removed_texts import remove_from_answers
from tournaments.models import HandRecord
from tournaments.models.chain import canonical
from tournaments.models.play.events import HandTextRemoved
from tournaments.models.play.hands import typed_in_hand
from tournaments.models.texts.declared import REMOVED


@transaction.atomic
def remove_texts_of_hand(*, hand: HandRecord, by: Actor) -> None:
    """Remove the text of a log record and every copy of it. Idempotent.

    Raises StateRefuses for a record without text, and for one of an earlier version, whose text is part of a hash
    over the whole log.
    """
    round_ = hand.table.round
    tournament = lock_tournament(round_.stage.tournament_id)
    hand = HandRecord.objects.select_for_update(no_key=True).get(pk=hand.pk)
    texts = typed_in_hand(hand.reason, hand.outcome)
    if not texts:
        raise StateRefuses(_("This hand has no text that could be removed."), code="no_text")
    if not hand.digests:
        message = _("An earlier version sealed this text together with the game. It cannot be removed.")
        raise StateRefuses(message, code="sealed_text")
    if not hand.salt:
        return
    changed = {"salt": "", "reason": REMOVED if hand.reason else ""}
    if "outcome" in texts:
        changed["outcome"] = canonical({**json.loads(hand.outcome), "reason": REMOVED})
    HandRecord.objects.filter(pk=hand.pk).update(**changed)
    for text in texts.values():
        remove_from_answers(text, since=hand.recorded_at)
    record(HandTextRemoved(table=hand.table_id, number=hand.number), tournament_id=tournament.pk, by=by)
