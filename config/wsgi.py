import gc
import os
from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.request_bodies import in_utf8, read_to_the_end
from web.schema_versions import refuse_foreign_schema

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Of a thread's frames, in words of eight bytes. The system gives what is used of it, and no more.
ROOM = 2**15


def with_room(application: "WSGIApplication") -> "WSGIApplication":
    """Return the application, called in a frame so large that its piece of memory holds those of all that it calls.

    Python takes memory for frames in pieces of 16 kB and gives each back at once when it is empty. A loop that stands
    at the end of a piece has the system do both at every call: up to a third of a page's time.
    """

    def roomy_application(environ: "WSGIEnvironment", start_response: "StartResponse") -> Iterable[bytes]:
        return application(environ, start_response)

    roomy_application.__code__ = roomy_application.__code__.replace(co_stacksize=ROOM)
    return roomy_application


# What is read now stays to the end. To look for rubbish in it would be a fifth of the start, and of every look later.
gc.disable()
application = with_room(in_utf8(read_to_the_end(get_wsgi_application())))
# gunicorn.conf.py calls it in every process: who only reads this module asks no database.
setattr(application, "before_serving", refuse_foreign_schema)  # noqa: B010 - a function has no such attribute
# Addresses and views are read before anybody asks: the first visitor would wait a second.
import_module(settings.ROOT_URLCONF)
gc.freeze()
gc.enable()
