"""The client of the workspace automation server: a method for each operation, and the types of all records in `models`."""

from . import _models as models
from ._client import Client
from ._errors import ApiError, NoAnswerError, WebhookVerificationError
from ._page import Page, Pagination
from ._sender import Answer
from ._webhook import WebhookEvent, verify_webhook

__all__ = [
    "Answer",
    "ApiError",
    "Client",
    "NoAnswerError",
    "Page",
    "Pagination",
    "WebhookEvent",
    "WebhookVerificationError",
    "models",
    "verify_webhook",
]
