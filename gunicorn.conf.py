"""What gunicorn reads by itself when it is started in this folder: its own lines are JSON like all others.

Where the processes, threads and time-outs are set: docs/install.md.
"""

from config.logs import logging_to

logconfig_dict = logging_to("json", level="INFO")
