import gc
import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.request_bodies import in_utf8, read_to_the_end
from web.frames import with_room
from web.schema_versions import refuse_foreign_schema

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
# Of a thread's frames.
ROOM = 2**15


# What is read now stays to the end. To look for rubbish in it would be a fifth of the start, and of every look later.
gc.disable()
application = with_room(in_utf8(read_to_the_end(get_wsgi_application())), words=ROOM)
# gunicorn.conf.py calls it in every process: who only reads this module asks no database.
setattr(application, "before_serving", refuse_foreign_schema)  # noqa: B010 - a function has no such attribute
# Addresses and views are read before anybody asks: the first visitor would wait a second.
import_module(settings.ROOT_URLCONF)
gc.freeze()
gc.enable()
