"""The request that carries a message, for each format of a webhook."""

import json
import re
import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from publishing.webhooks.messages import Message
from publishing.webhooks.signing import signed_headers
from tournaments.models import Webhook
from web.version import __version__

USUAL = "{event}: {text}\n{link}"
# Discord takes 2,000 characters, LINE 5,000.
LONGEST_TEXT = 1_900
_PLACEHOLDER = re.compile(r"\{(event|text|link)\}")
_DISCORD = re.compile(r"([\\*_~`|>\[\]()#-])")
_SLACK = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;"})
Request = tuple[dict[str, str], bytes]


def request_for(webhook: Webhook, message: Message, secrets: Sequence[str], *, at: int) -> Request:
    """Return the headers and the body. `secrets` are the opened ones of the webhook, `at` is the time of sending in
    seconds since 1970.
    """
    headers, content = _FORMATS[webhook.shape](webhook, message, secrets)
    body = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    if webhook.shape == Webhook.Shape.JSON:
        headers |= signed_headers(secrets, message=message.id, at=at, body=body)
    about = {"Content-Type": "application/json; charset=utf-8", "User-Agent": f"Jantaku/{__version__}"}
    return {**about, **headers}, body


def _json(webhook: Webhook, message: Message, secrets: Sequence[str]) -> tuple[dict[str, str], Any]:
    return {}, message.content


def _discord(webhook: Webhook, message: Message, secrets: Sequence[str]) -> tuple[dict[str, str], Any]:
    text = filled_in(webhook.template, message, lambda value: _DISCORD.sub(r"\\\1", value))
    # Whatever a name looks like, it calls no one.
    return {}, {"content": text, "allowed_mentions": {"parse": []}}


def _slack(webhook: Webhook, message: Message, secrets: Sequence[str]) -> tuple[dict[str, str], Any]:
    return {}, {"text": filled_in(webhook.template, message, lambda value: value.translate(_SLACK))}


def _line(webhook: Webhook, message: Message, secrets: Sequence[str]) -> tuple[dict[str, str], Any]:
    content: dict[str, Any] = {"messages": [{"type": "text", "text": filled_in(webhook.template, message)}]}
    if webhook.recipient:
        content["to"] = webhook.recipient
    # By this key LINE knows a repeat.
    key = uuid.uuid5(uuid.NAMESPACE_URL, f"webhook:{webhook.pk}:{message.id}")
    return {"Authorization": f"Bearer {secrets[0]}", "X-Line-Retry-Key": str(key)}, content


def filled_in(template: str, message: Message, quoted: Callable[[str], str] = str) -> str:
    """Return the text of a message. Names and texts are quoted, so that none of them is markup to the receiver."""
    template = template or USUAL
    values = {"event": quoted(message.event), "text": "", "link": message.link}
    room = LONGEST_TEXT - len(_filled(template, values))
    values["text"] = _cut(quoted(message.text), max(100, room // max(1, template.count("{text}"))))
    return _cut(_filled(template, values), LONGEST_TEXT)


def _filled(template: str, values: Mapping[str, str]) -> str:
    return _PLACEHOLDER.sub(lambda found: values[found[1]], template)


def _cut(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"


_FORMATS: Mapping[str, Callable[[Webhook, Message, Sequence[str]], tuple[dict[str, str], Any]]] = {
    Webhook.Shape.JSON: _json,
    Webhook.Shape.DISCORD: _discord,
    Webhook.Shape.SLACK: _slack,
    Webhook.Shape.LINE: _line,
}
