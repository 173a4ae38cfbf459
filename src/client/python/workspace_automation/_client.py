from __future__ import annotations

from ._operations import Operations


class Client(Operations):
    """A client of one server. It keeps no connection open and has no state, so that threads can share it.

    :param base_url: the address of the server, for example ``https://automation.example.com``
    :param token: an API key or an access token; a function is called for each request, and can return a fresh token
    :param workspace_id: the workspace of all calls that name no other one
    :param timeout: seconds for one attempt of a request
    :param attempts: how often a request is repeated; 0 repeats none
    :param delay: seconds before the first repetition; they double each time, with jitter
    :param max_delay: the longest wait in seconds; a request with a longer ``Retry-After`` fails
    """
