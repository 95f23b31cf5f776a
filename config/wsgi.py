import os
from importlib import import_module

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from config.frames import with_room
from config.request_bodies import in_utf8, read_to_the_end

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = with_room(in_utf8(read_to_the_end(get_wsgi_application())))
# Addresses and views are read before anybody asks: the first visitor would wait a second.
import_module(settings.ROOT_URLCONF)
