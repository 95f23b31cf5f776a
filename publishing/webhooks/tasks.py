"""Delivering webhooks, by a worker."""

from celery import shared_task

from publishing.webhooks.delivering import deliver_due


@shared_task
def deliver_webhooks() -> None:
    deliver_due()
