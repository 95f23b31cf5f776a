import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.request_bodies import in_utf8, read_to_the_end
from web.frames import with_room
from web.schema_versions import refuse_foreign_schema

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# The size of a thread's first frame, in words (web/frames.py).
ROOM = 2**15


# Objects loaded so far are permanent. Collecting them would take a fifth of the start, and slow each later
# collection.
gc.disable()
application = with_room(in_utf8(read_to_the_end(get_wsgi_application())), words=ROOM)
# gunicorn.conf.py calls it in each process, so that importing this module needs no database.
setattr(application, "before_serving", refuse_foreign_schema)  # noqa: B010 - a function has no such attribute
# Load addresses and views now: the first visitor would wait a second.
import_module(settings.ROOT_URLCONF)
gc.freeze()
gc.enable()
