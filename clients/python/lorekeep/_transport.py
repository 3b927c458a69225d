"""How the client talks to the service: requests, retries, and what a failed call raises."""

from __future__ import annotations

import email.utils
import http.client
import json
import os
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional

from ._table import TABLE

VERSION = "0.2.0"

_MAX_RETRY_AFTER = 60.0
_RETRYABLE_STATUSES = {408, 429, 502, 503, 504}


class LorekeepError(Exception):
    """What the service, or the way to it, has to say about a failed call."""

    def __init__(self, code: str, message: str, *, status: int = 0, retryable: bool = False, request_id: Optional[str] = None,
                 details: Optional[List[Dict[str, str]]] = None, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.status = status
        self.retryable = retryable
        self.request_id = request_id
        self.details = details or []
        self.retry_after = retry_after


class ValidationFailed(LorekeepError):
    """400 and 422: the request is wrong; `details` names the fields."""


class Unauthenticated(LorekeepError):
    """401: there is no key, or not a valid one."""


class NotFound(LorekeepError):
    """404: nothing has this id."""


class RateLimited(LorekeepError):
    """429: a rate limit or quota; `retry_after` says how many seconds to wait."""


class Unavailable(LorekeepError):
    """5xx: the service cannot answer now."""


class ConnectionFailed(LorekeepError):
    """The connection could not be made, or broke before the response was whole."""


class Timeout(LorekeepError):
    """No response in time."""


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Followed, a call would become another one, since a write arrives as a read, and the key would go to whoever is there."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


_OPENER = urllib.request.build_opener(_NoRedirects)


def _error_class(status: int) -> Callable[..., LorekeepError]:
    known = {400: ValidationFailed, 401: Unauthenticated, 404: NotFound, 422: ValidationFailed, 429: RateLimited}
    return known.get(status, Unavailable if status >= 500 else LorekeepError)


class Transport:
    def __init__(self, base_url: Optional[str], api_key: Optional[str], timeout: float, max_retries: int,
                 headers: Optional[Mapping[str, str]]) -> None:
        self.base_url = (base_url or os.environ.get("LOREKEEP_URL") or "http://127.0.0.1:8080").rstrip("/")
        # Read from a file, it ends with a newline.
        key = (api_key or os.environ.get("LOREKEEP_API_KEY") or "").strip()
        if not (key.isascii() and key.isprintable()):
            raise ValueError("The API key holds a character that no key has.")
        self.headers: Dict[str, str] = {"User-Agent": f"lorekeep-python/{VERSION}"}
        if key:
            self.headers["Authorization"] = f"Bearer {key}"
        self.headers.update(headers or {})
        self.timeout = timeout
        self.max_retries = max_retries

    def call(self, name: str, *, params: Optional[Mapping[str, str]] = None, query: Optional[Mapping[str, Any]] = None,
             body: Optional[Mapping[str, Any]] = None, lines: Optional[bytes] = None, idempotency_key: Optional[str] = None) -> Any:
        """`data` of the response of an operation."""
        return self._repeat(name, params, query, body, lines, idempotency_key, "application/json", _read_envelope)

    def text(self, name: str, *, params: Mapping[str, str], query: Mapping[str, Any]) -> str:
        return str(self._repeat(name, params, query, None, None, None, "*/*", lambda response: response.read().decode()))

    def open(self, name: str, *, params: Optional[Mapping[str, str]] = None, query: Optional[Mapping[str, Any]] = None,
             accept: str) -> Any:
        """The response as it comes; the caller closes it."""
        return self._repeat(name, params, query, None, None, None, accept, None)

    def _repeat(self, name: str, params: Optional[Mapping[str, str]], query: Optional[Mapping[str, Any]],
                body: Optional[Mapping[str, Any]], lines: Optional[bytes], idempotency_key: Optional[str], accept: str,
                read: Optional[Callable[[Any], Any]]) -> Any:
        if name not in TABLE:
            raise ValueError(f'There is no operation "{name}".')
        method, path, mark = (TABLE[name] + " ").split(" ")[:3]
        for field, value in (params or {}).items():
            path = path.replace("{" + field + "}", urllib.parse.quote(value, safe=""))
        given = {key: _query_text(value) for key, value in (query or {}).items() if value is not None}
        url = self.base_url + path + ("?" + urllib.parse.urlencode(given) if given else "")
        headers = {"Accept": accept, **self.headers}
        content = lines
        if body is not None:
            content = json.dumps({key: value for key, value in body.items() if value is not None}).encode()
            headers["Content-Type"] = "application/json"
        elif lines is not None:
            headers["Content-Type"] = "application/x-ndjson"
        if mark == "+":
            headers["Idempotency-Key"] = idempotency_key or os.urandom(16).hex()
        tries = self.max_retries if mark in ("=", "+") or method == "DELETE" else 0
        tried = 0
        while True:
            try:
                return self._try(urllib.request.Request(url, content, headers, method=method), read)
            except LorekeepError as error:
                wait = _wait_before(error, tried, tries)
                if wait is None:
                    raise
                time.sleep(wait)
                tried += 1

    def _try(self, request: urllib.request.Request, read: Optional[Callable[[Any], Any]]) -> Any:
        try:
            response = _OPENER.open(request, timeout=self.timeout)
            if read is None:
                return response
            with response:
                return read(response)
        except urllib.error.HTTPError as error:
            raise _read_error(error) from None
        except (socket.timeout, TimeoutError) as error:
            raise Timeout("timeout", f"No response within {self.timeout} s.", retryable=True) from error
        except urllib.error.URLError as error:
            if isinstance(error.reason, (socket.timeout, TimeoutError)):
                raise Timeout("timeout", f"No response within {self.timeout} s.", retryable=True) from error
            raise unreachable(error.reason, self.base_url) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            # ValueError: JSON that was cut off, or the words of a proxy.
            raise unreachable(error, self.base_url) from error


def unreachable(reason: object, where: str = "The service") -> ConnectionFailed:
    return ConnectionFailed("connection_failed", f"{where} could not be reached: {reason}", retryable=True)


def _query_text(value: Any) -> str:
    if isinstance(value, (dict, list)):
        return json.dumps(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def _read_envelope(response: Any) -> Any:
    # JSON may begin with newlines, which long calls send to keep the connection.
    envelope = json.loads(response.read())
    if not isinstance(envelope, dict):
        raise ValueError("The response is not one of Lorekeep.")
    if envelope.get("success") is True:
        return envelope["data"]
    if envelope.get("object") == "list":
        return envelope  # The shape of OpenAI's API.
    raise _error_of(response.status, envelope, response.headers)


def _read_error(error: urllib.error.HTTPError) -> LorekeepError:
    if 300 <= error.code < 400:
        place = error.headers.get("Location")
        message = f"The service redirects{' to ' + place if place else ''}: give that as base_url."
        return LorekeepError("invalid_response", message, status=error.code)
    try:
        envelope = json.loads(error.read())
    except (OSError, http.client.HTTPException, ValueError):
        envelope = {}  # A proxy's page, or cut off: the status has to do.
    return _error_of(error.code, envelope if isinstance(envelope, dict) else {}, error.headers)


def _error_of(status: int, envelope: Mapping[str, Any], headers: Any) -> LorekeepError:
    data: Dict[str, Any] = envelope["data"] if isinstance(envelope.get("data"), dict) else {}
    return _error_class(status)(
        data.get("code", "invalid_response"),
        data.get("message", f"The response has status {status} and is not one of Lorekeep."),
        status=status,
        retryable=data.get("retryable", status in _RETRYABLE_STATUSES),
        request_id=(envelope.get("meta") or {}).get("requestId") or headers.get("X-Request-Id"),
        details=data.get("details"),
        retry_after=_retry_after(headers.get("Retry-After")),
    )


def _retry_after(text: Optional[str]) -> Optional[float]:
    if text is None:
        return None
    if text.isdigit():
        return float(text)
    try:
        return max(0.0, email.utils.parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _wait_before(error: LorekeepError, tried: int, tries: int) -> Optional[float]:
    """How long to wait before the next try; None where there is none."""
    if not error.retryable or tried >= tries:
        return None
    if error.retry_after is not None:
        return error.retry_after if error.retry_after <= _MAX_RETRY_AFTER else None
    return float(0.5 * 2**tried * (0.75 + random.random() / 2))


def pages(transport: Transport, name: str, query: Mapping[str, Any], params: Optional[Mapping[str, str]] = None) -> Iterator[Any]:
    cursor: Optional[str] = None
    while True:
        page = transport.call(name, params=params, query={**query, "cursor": cursor})
        yield from page["items"]
        cursor = page.get("nextCursor")
        if cursor is None:
            return
