"""What came of a sent form, for a script that sends forms by itself: JSON in place of the page that follows.

A phone sends what it holds again and again, until an answer of this type comes; any other answer, such as the
page of a captive portal or of a proxy whose server is away, is no answer.
"""

from typing import TypedDict, cast

from django.contrib.messages import get_messages
from django.contrib.messages.storage.base import BaseStorage
from django.http import HttpRequest, HttpResponse, JsonResponse

from tournaments.views.repeatable_forms import finished_with

MEDIA_TYPE = "application/vnd.jantaku.form+json"
TOO_MANY, SERVER_ERROR = 429, 500


class FormAnswer(TypedDict):
    """`done`: the action was done, now or when the form was first sent. `sentences`: what the person then reads.

    `leads_to`: the page that follows, empty where the form comes back; `page`: the form as it comes back, with what
    is wrong. `tag`: what a form that follows this one names in its `if_match`, empty where none does.
    """

    done: bool
    sentences: list[str]
    leads_to: str
    page: str
    tag: str


def for_script(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return what a script is told of the form it sent; `response` itself for everybody else, and for what is to be
    sent once more: the server is away, or asks for patience.
    """
    if request.method != "POST" or MEDIA_TYPE not in request.headers.get("Accept", ""):
        return response
    if response.status_code == TOO_MANY or response.status_code >= SERVER_ERROR:
        return response
    finished = finished_with(request)
    messages = cast("BaseStorage", get_messages(request))
    answer: FormAnswer = {
        "done": finished is not None,
        "sentences": [str(message) for message in messages],
        "leads_to": response.headers.get("Location", ""),
        "page": "" if response.has_header("Location") else response.content.decode(),
        "tag": str((finished or {}).get("tag", "")),
    }
    # The page that follows says it too; of what was refused the script alone tells.
    messages.used = finished is None
    told = JsonResponse(answer, content_type=MEDIA_TYPE)
    told.cookies = response.cookies
    return told
