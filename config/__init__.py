"""The roof: settings, addresses, the task queue. Everything below works without importing it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]
