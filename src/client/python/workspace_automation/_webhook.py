"""Receives webhooks."""

from __future__ import annotations

import hmac
import json
import time
from base64 import b64decode
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any, TypedDict

from ._errors import WebhookVerificationError


class WebhookEvent(TypedDict):
    """What a webhook delivers."""

    id: str
    type: str
    timestamp: str
    data: Any


def verify_webhook(
    body: bytes | str,
    headers: Mapping[str, str],
    secret: str | Sequence[str],
    *,
    tolerance_seconds: float = 300,
    now: float | None = None,
) -> WebhookEvent:
    """Reads a webhook after checking that the server sent it, by Standard Webhooks.

    :param body: as it was received: parsing it and writing it again may change it
    :param secret: the secret of the webhook, ``whsec_…``; during a rotation both are accepted
    :raises WebhookVerificationError: if it is not from the server, was changed, or is too old
    """
    given = {name.lower(): value for name, value in headers.items()}
    message_id, timestamp, signatures = (
        _header(given, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    current = time.time() if now is None else now
    if not timestamp.isdigit() or abs(current - int(timestamp)) > tolerance_seconds:
        raise WebhookVerificationError(f"webhook-timestamp must be at most {tolerance_seconds} seconds from now.")
    content = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + content
    keys = [_key(one) for one in ([secret] if isinstance(secret, str) else secret)]
    for signature in signatures.split(" ")[:20]:
        found = _decoded(signature[3:]) if signature.startswith("v1,") else None
        if found and any(hmac.compare_digest(hmac.digest(key, signed, sha256), found) for key in keys):
            event: WebhookEvent = json.loads(content)
            return event
    raise WebhookVerificationError("The signature is not valid. Check the secret, and pass the body unchanged.")


def _header(headers: Mapping[str, str], name: str) -> str:
    if headers.get(name):
        return headers[name]
    raise WebhookVerificationError(f"The header {name} is required.")


def _key(secret: str) -> bytes:
    key = _decoded(secret.removeprefix("whsec_")) if secret.startswith("whsec_") else None
    if not key:
        raise ValueError("secret must be `whsec_` and base64.")
    return key


def _decoded(value: str) -> bytes | None:
    try:
        return b64decode(value, validate=True)
    except ValueError:
        return None
