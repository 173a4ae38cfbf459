"""What the client for Python promises, against the server in the first argument."""

import base64
import hashlib
import hmac
import json
import os
import sys
import time

from workspace_automation import ApiError, Client, NoAnswerError, WebhookVerificationError, verify_webhook

client = Client(sys.argv[1] + "/", lambda: os.environ["API_KEY"], workspace_id=os.environ["WORKSPACE_ID"])

# A list is read to its end, page by page.
names = [f"Bea {number}" for number in range(5)]
for name in names:
    client.create_contact(body={"name": name, "tags": ["bea"]})
page = client.list_contacts(tag="bea", limit=2, sort_by="name", sort_order="asc")
assert page.pagination["total"] == 5 and len(page.data) == 2
assert [contact["name"] for contact in page] == names

# The same key is carried out once.
first, second = (client.create_contact(body={"name": "Eva"}, idempotency_key="eva") for _ in range(2))
assert first["id"] == second["id"]


def error_of(call):
    try:
        call()
    except ApiError as error:
        return error
    raise AssertionError("It must fail.")


# Errors say the field; a change is based on what was read; a misspelled filter is an error.
error = error_of(lambda: client.create_contact(body={"name": "Ana", "email": "ana"}))
assert (error.status, error.code, error.details[0]["field"]) == (400, "VALIDATION_FAILED", "email")
assert error.request_id
path = f"/workspaces/{os.environ['WORKSPACE_ID']}/contacts"
read = client.send("GET", f"{path}/{first['id']}")
assert read.data["name"] == "Eva" and read.status == 200
client.update_contact(contact_id=first["id"], body={"name": "Eve"}, if_match=read.etag)
error = error_of(lambda: client.update_contact(contact_id=first["id"], body={"name": "E"}, if_match=read.etag))
assert error.code == "PRECONDITION_FAILED" and error.etag
assert error_of(lambda: client.send("GET", path, query={"tags": "bea"})).details[0]["field"] == "tags"

# Texts and flags of the query.
assert client.export_contacts().count("Bea") == 5
assert client.list_contacts(do_not_contact=False, search="Eve").data[0]["id"] == first["id"]

# Filters: of nested dictionaries, and one that the server does not have.
found = client.list_contacts(filter={"name": {"eq": "Eve"}, "or": [{"email": {"isNull": True}}, {"email": {"isNull": False}}]})
assert [contact["id"] for contact in found] == [first["id"]], found.data
assert error_of(lambda: client.list_contacts(filter={"nmae": {"eq": "Eve"}})).details[0]["field"] == "filter.nmae"

# Nothing answers there.
try:
    Client("http://127.0.0.1:9", "x", attempts=1, delay=0.001).get_me()
    raise AssertionError("It must fail.")
except NoAnswerError as error:
    assert "127.0.0.1:9" in str(error)

# A webhook is read if it is signed.
body = json.dumps({"id": "1", "type": "contact.created", "timestamp": "", "data": {"name": "Ana"}}).encode()
key, now = b"k" * 24, int(time.time())
signature = base64.b64encode(hmac.digest(key, f"1.{now}.".encode() + body, hashlib.sha256)).decode()
headers = {"Webhook-Id": "1", "Webhook-Timestamp": str(now), "Webhook-Signature": f"v1,{signature}"}
secret = "whsec_" + base64.b64encode(key).decode()
assert verify_webhook(body, headers, secret)["data"] == {"name": "Ana"}
for wrong in ({"body": body + b" "}, {"secret": "whsec_eHg="}, {"now": now + 301.0}):
    try:
        verify_webhook(**{"body": body, "headers": headers, "secret": secret, **wrong})
        raise AssertionError("It must fail.")
    except WebhookVerificationError:
        pass

print("ok")
