"""Settings, addresses, the task queue. No other package imports this one."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
