"""Pages that a code opens: it comes in the body of a POST, and the session remembers what it opened."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from tournaments.actions.errors import ActionError
from tournaments.models.codes import read_code

LONGEST_SHOWN = 60
_Found = TypeVar("_Found")
_Shown = TypeVar("_Shown")


@dataclass(frozen=True)
class PrivateLink(Generic[_Found, _Shown]):
    """What a code opens: `find` it by a code that was typed or scanned (an ActionError says why not), `remember` it
    in the session, find it there again (`remembered`), and show its `page`. `address` is where the page is, `asks`
    the template that asks for the code.
    """

    address: str
    asks: str
    find: Callable[[HttpRequest, str], _Found]
    remember: Callable[[HttpRequest, _Found], None]
    remembered: Callable[[HttpRequest], _Shown | None]
    page: Callable[[HttpRequest, _Shown], HttpResponse]

    def answer(self, request: HttpRequest) -> HttpResponse:
        """Take a code that was sent; else show what the session remembers, or ask for the code."""
        if request.method == "POST":
            typed = request.POST.get("code", "")
            try:
                found = self.find(request, read_code(typed))
            except ActionError as refusal:
                context = {"refusal": refusal.message, "code": typed[:LONGEST_SHOWN]}
                return render(request, self.asks, context, status=refusal.status)
            self.remember(request, found)
            return redirect(self.address)
        opened = self.remembered(request)
        return render(request, self.asks) if opened is None else self.page(request, opened)
