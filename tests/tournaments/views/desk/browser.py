from django.test import Client

DESK = "/t/spring-open/desk/"


def send(browser: Client, address: str, **fields):
    """Send a form and return the page that follows."""
    return browser.post(address, fields, follow=True)
