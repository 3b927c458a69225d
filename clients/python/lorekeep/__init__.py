"""A client of Lorekeep that needs nothing but Python's standard library.

    lore = Lorekeep()  # LOREKEEP_URL and LOREKEEP_API_KEY, or base_url and api_key
    lore.memory.write("app", [{"content": "Ada prefers tea."}])
    hits = lore.memory.search("app", "What does Ada drink?")
    prompt = lore.memory.context("app", "What does Ada drink?", max_tokens=500)["text"]

Every failed call raises a `LorekeepError`. Calls that change nothing, deletions, and calls with an Idempotency-Key (writes, scans and
keys; the client makes one per call) are tried again after a network failure or a retryable error. Nothing else is ever sent twice.
"""

from __future__ import annotations

import http.client
import json
import re
import time
from typing import TYPE_CHECKING, Any, AsyncIterator, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Union

from ._transport import (
    VERSION, ConnectionFailed, LorekeepError, NotFound, RateLimited, Timeout, Transport, Unauthenticated, Unavailable, ValidationFailed,
    pages, unreachable,
)

if TYPE_CHECKING:
    from . import types as t
    from ._async import AsyncMemory, AsyncOperations, AsyncScans
else:
    AsyncOperations = object

__all__ = [
    "AsyncLorekeep", "ConnectionFailed", "InvalidWebhook", "Lorekeep", "LorekeepError", "NotFound", "RateLimited", "Timeout",
    "Unauthenticated", "Unavailable", "ValidationFailed", "verify_webhook",
]
__version__ = VERSION

_MAX_RESUMPTIONS = 5


class InvalidWebhook(Exception):
    """The message is not ours, was changed on the way, or is too old."""



class Memory:
    """Write text into namespaces, and find it again by meaning."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def write(self, namespace: str, entries: Sequence[Mapping[str, Any]], *, idempotency_key: Optional[str] = None) -> "t.WriteResult":
        """All entries (`content` or `messages`, and `metadata`, `externalId`, `expiresAt`, `occurredAt`, `source`, `vector` if wanted) are written or none."""
        body = {"namespace": namespace, "entries": list(entries)}
        return self._transport.call("writeEntries", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def search(self, namespace: str, query: str, *, limit: Optional[int] = None, metadata_filter: Optional[Mapping[str, Any]] = None,
               filter: Optional["t.Filter"] = None, mode: Optional[str] = None, min_score: Optional[float] = None,
               as_of: Optional[str] = None, hide_superseded: Optional[bool] = None, explain: Optional[bool] = None,
               rerank: Optional[bool] = None, vector: Union[Sequence[float], str, None] = None) -> "List[t.SearchHit]":
        body = _body(namespace=namespace, query=query, vector=_vector(vector), limit=limit, metadata_filter=metadata_filter,
                     filter=filter, mode=mode, min_score=min_score, as_of=as_of, hide_superseded=hide_superseded, explain=explain,
                     rerank=rerank)
        return self._transport.call("searchEntries", body=body)  # type: ignore[no-any-return]

    def search_batch(self, searches: Sequence[Mapping[str, Any]]) -> "List[List[t.SearchHit]]":
        """Up to 32 searches (`namespace`, `query` and what else a search takes) in one request; their results in the same order."""
        return self._transport.call("searchBatch", body={"searches": list(searches)})  # type: ignore[no-any-return]

    def similar(self, id: str, *, limit: Optional[int] = None, metadata_filter: Optional[Mapping[str, Any]] = None,
                filter: Optional["t.Filter"] = None, mode: Optional[str] = None, min_score: Optional[float] = None,
                as_of: Optional[str] = None, hide_superseded: Optional[bool] = None) -> "List[t.SearchHit]":
        """What is most like an entry, in its namespace."""
        body = _body(limit=limit, metadata_filter=metadata_filter, filter=filter, mode=mode, min_score=min_score, as_of=as_of,
                     hide_superseded=hide_superseded)
        return self._transport.call("similarEntries", params={"id": id}, body=body)  # type: ignore[no-any-return]

    def facets(self, namespace: str, paths: Sequence[str], *, limit: Optional[int] = None,
               metadata_filter: Optional[Mapping[str, Any]] = None, filter: Optional["t.Filter"] = None) -> "t.Facets":
        """How often each value of some metadata fields, such as `/metadata/speaker`, occurs."""
        body = _body(paths=list(paths), limit=limit, metadata_filter=metadata_filter, filter=filter)
        return self._transport.call("countValues", params={"name": namespace}, body=body)  # type: ignore[no-any-return]

    def context(self, namespace: str, query: str, *, max_tokens: Optional[int] = None, format: Optional[str] = None,
                order: Optional[str] = None, include: Optional[Sequence[str]] = None, distinct: Optional[bool] = None,
                citations: Optional[bool] = None, limit: Optional[int] = None, metadata_filter: Optional[Mapping[str, Any]] = None,
                filter: Optional["t.Filter"] = None, mode: Optional[str] = None, min_score: Optional[float] = None,
                as_of: Optional[str] = None, hide_superseded: Optional[bool] = None, rerank: Optional[bool] = None,
                vector: Union[Sequence[float], str, None] = None, min_trust: Optional[float] = None,
                drop_flagged: Optional[bool] = None) -> "t.Context":
        """One text for a prompt."""
        body = _body(namespace=namespace, query=query, vector=_vector(vector), max_tokens=max_tokens, format=format, order=order, distinct=distinct,
                     include=include and list(include), citations=citations, limit=limit, metadata_filter=metadata_filter,
                     filter=filter, mode=mode, min_score=min_score, as_of=as_of, hide_superseded=hide_superseded, rerank=rerank,
                     min_trust=min_trust, drop_flagged=drop_flagged)
        return self._transport.call("getContext", body=body)  # type: ignore[no-any-return]

    def get(self, id: str) -> "t.Entry":
        return self._transport.call("getEntry", params={"id": id})  # type: ignore[no-any-return]

    def history(self, id: str) -> "t.EntryHistory":
        """Earlier versions, the latest first, where the namespace keeps them."""
        return self._transport.call("getEntryHistory", params={"id": id})  # type: ignore[no-any-return]

    def update(self, id: str, *, content: Optional[str] = None, vector: Union[Sequence[float], str, None] = None, metadata: Optional[Mapping[str, Any]] = None,
               external_id: Optional[str] = None, expires_at: Optional[str] = None, occurred_at: Optional[str] = None,
               source: Optional[Mapping[str, Any]] = None, if_updated_at: Optional[str] = None) -> "t.Entry":
        body = _body(content=content, vector=_vector(vector), metadata=metadata, external_id=external_id, expires_at=expires_at, occurred_at=occurred_at,
                     source=source, if_updated_at=if_updated_at)
        return self._transport.call("updateEntry", params={"id": id}, body=body)  # type: ignore[no-any-return]

    def delete(self, id: str) -> "t.DeletedEntry":
        return self._transport.call("deleteEntry", params={"id": id})  # type: ignore[no-any-return]

    def delete_many(self, namespace: str, *, ids: Optional[Sequence[str]] = None, metadata_filter: Optional[Mapping[str, Any]] = None,
                    filter: Optional["t.Filter"] = None, all: Optional[bool] = None, dry_run: Optional[bool] = None) -> "t.DeleteResult":
        body = {"namespace": namespace, "ids": ids and list(ids), "metadataFilter": metadata_filter, "filter": filter, "all": all, "dryRun": dry_run}
        return self._transport.call("deleteEntries", body=body)  # type: ignore[no-any-return]

    def entries(self, namespace: str, *, order: str = "newest", limit: int = 50, metadata_filter: Optional[Mapping[str, Any]] = None,
                filter: Optional["t.Filter"] = None) -> "Iterator[t.Entry]":
        """All entries, `limit` to a page."""
        query = {"namespace": namespace, "order": order, "limit": limit, "metadataFilter": metadata_filter, "filter": filter}
        return pages(self._transport, "listEntries", query)

    def export(self, namespace: str, *, after: Optional[str] = None) -> "Iterator[t.Entry]":
        """The whole namespace, oldest first. A connection that breaks is continued where it broke."""
        broken = 0
        while True:
            try:
                with self._transport.open("exportEntries", query={"namespace": namespace, "after": after},
                                          accept="application/x-ndjson") as response:
                    for line in response:
                        if not line.endswith(b"\n"):
                            raise http.client.IncompleteRead(line)
                        entry = json.loads(line)
                        after, broken = entry["id"], 0
                        yield entry
                return
            except (OSError, http.client.HTTPException) as error:
                broken += 1
                if broken > _MAX_RESUMPTIONS:
                    raise unreachable(error) from error

    def import_(self, namespace: str, entries: Iterable[Mapping[str, Any]], *, from_line: int = 1) -> "t.ImportSummary":
        """Importing the same entries twice changes nothing. Not repeated by the client: call it again after an error."""
        lines = "".join(json.dumps(entry) + "\n" for entry in entries).encode()
        query = {"namespace": namespace, "fromLine": from_line}
        return self._transport.call("importEntries", query=query, lines=lines)  # type: ignore[no-any-return]

    def model(self) -> "t.ModelStatus":
        return self._transport.call("getModel")  # type: ignore[no-any-return]


def _vector(given: Union[Sequence[float], str, None]) -> Union[List[float], str, None]:
    """Numbers, or their 32-bit floats in base64."""
    return given if given is None or isinstance(given, str) else list(given)


def _body(**fields: Any) -> Dict[str, Any]:
    """With the names of the API: `as_of` is `asOf` there."""
    return {re.sub("_(.)", lambda match: match[1].upper(), name): value for name, value in fields.items()}


class Scans:
    """Scan repositories for secrets, vulnerable code and dependencies."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def start(self, repo_url: str, *, branch: Optional[str] = None, wait_for_completion: Optional[bool] = None,
              idempotency_key: Optional[str] = None, **more: Any) -> "t.Scan":
        """More fields by their names in the API, such as `policy={"failOn": "high"}` or `credentialId="…"`."""
        body = {"repoUrl": repo_url, "branch": branch, "waitForCompletion": wait_for_completion, **more}
        return self._transport.call("startScan", body=body, idempotency_key=idempotency_key)  # type: ignore[no-any-return]

    def wait(self, scan_id: str, *, on_progress: Optional[Callable[["t.Scan"], None]] = None, poll: float = 5.0) -> "t.Scan":
        """The finished scan with its findings: by events, else by asking again and again."""
        try:
            for event in self.follow(scan_id):
                if on_progress:
                    on_progress(event["data"])
        except LorekeepError as error:
            if not error.retryable:
                raise
        while True:
            scan = self.get(scan_id)
            if scan["status"] in ("completed", "failed"):
                return scan
            if on_progress:
                on_progress(scan)
            time.sleep(poll)

    def follow(self, scan_id: str) -> "Iterator[t.ScanEvent]":
        """Events until the scan is finished; every event is the whole state."""
        try:
            with self._transport.open("followScan", params={"scanId": scan_id}, accept="text/event-stream") as response:
                event: Dict[str, Any] = {}
                for raw in response:
                    line = raw.decode().rstrip("\r\n")
                    if line == "" and "data" in event:
                        yield {**event, "data": json.loads(event["data"])}  # type: ignore[misc]
                        if event.get("event") == "finished":
                            return
                        event = {}
                    name, _, value = line.partition(": ")
                    if name in ("id", "event", "data"):
                        event[name] = value
        except (OSError, http.client.HTTPException) as error:
            raise unreachable(error) from error
        raise unreachable("the stream of events ended early")

    def get(self, scan_id: str) -> "t.Scan":
        return self._transport.call("getScan", params={"scanId": scan_id})  # type: ignore[no-any-return]

    def report(self, scan_id: str, format: str) -> str:
        """As SARIF, CycloneDX, Markdown or another report."""
        return self._transport.text("getScan", params={"scanId": scan_id}, query={"format": format})

    def list(self, *, status: Optional[str] = None, repo_url: Optional[str] = None, branch: Optional[str] = None,
             label: Optional[str] = None, limit: int = 50) -> "Iterator[t.Scan]":
        query = {"status": status, "repoUrl": repo_url, "branch": branch, "label": label, "limit": limit}
        return pages(self._transport, "listScans", query)

    def cancel(self, scan_id: str) -> "t.Scan":
        return self._transport.call("cancelScan", params={"scanId": scan_id})  # type: ignore[no-any-return]

    def delete(self, scan_id: str, *, decisions: bool = False) -> "t.DeletedScan":
        """What was decided about the findings stays, unless `decisions` is true: then it is removed for the whole repository."""
        query = {"decisions": "true"} if decisions else {}
        return self._transport.call("deleteScan", params={"scanId": scan_id}, query=query)  # type: ignore[no-any-return]

    def diff(self, scan_id: str, against: str, *, limit: Optional[int] = None, list: Optional[str] = None,
             cursor: Optional[str] = None) -> "t.ScanDiff":
        """All that changed since an earlier scan; with `limit` so many findings of each list, with `list` as well one list in pages."""
        query = {"against": against, "limit": limit, "list": list, "cursor": cursor}
        return self._transport.call("diffScans", params={"scanId": scan_id}, query=query)  # type: ignore[no-any-return]

    def packages(self, scan_id: str, *, q: Optional[str] = None, vulnerable: Optional[bool] = None,
                 limit: int = 200) -> "Iterator[t.ListedPackage]":
        """The packages that a scan found, vulnerable ones first."""
        query = {"q": q, "vulnerable": vulnerable, "limit": limit}
        return pages(self._transport, "listPackages", query, {"scanId": scan_id})

    def rules(self, *, engine: Optional[str] = None, language: Optional[str] = None, severity: Optional[str] = None,
              cwe: Optional[str] = None, q: Optional[str] = None, limit: int = 200) -> "Iterator[t.Rule]":
        query = {"engine": engine, "language": language, "severity": severity, "cwe": cwe, "q": q, "limit": limit}
        return pages(self._transport, "listRules", query)

    def rule(self, id: str) -> "t.RuleDetails":
        return self._transport.call("getRule", params={"id": id})  # type: ignore[no-any-return]

    def trends(self, *, repo_url: Optional[str] = None, branch: Optional[str] = None, days: int = 30) -> "t.Trends":
        """How findings came and went, day by day and scan by scan."""
        query = {"repoUrl": repo_url, "branch": branch, "days": days}
        return self._transport.call("getTrends", query=query)  # type: ignore[no-any-return]

    def usage(self) -> "t.ScanUsage":
        return self._transport.call("getUsage")  # type: ignore[no-any-return]


class Lorekeep:
    """A client of one service. It holds no connection and may be shared between threads."""

    def __init__(self, base_url: Optional[str] = None, api_key: Optional[str] = None, *, timeout: float = 30.0, max_retries: int = 2,
                 headers: Optional[Mapping[str, str]] = None) -> None:
        self._transport = Transport(base_url, api_key, timeout, max_retries, headers)
        self.memory = Memory(self._transport)
        self.scans = Scans(self._transport)

    def call(self, operation: str, *, params: Optional[Mapping[str, str]] = None, query: Optional[Mapping[str, Any]] = None,
             body: Optional[Mapping[str, Any]] = None, idempotency_key: Optional[str] = None) -> Any:
        """Any operation of the contract by its name, such as `issueKey` or `createWebhookSecret`."""
        return self._transport.call(operation, params=params, query=query, body=body, idempotency_key=idempotency_key)

    def pages(self, operation: str, **query: Any) -> Iterator[Any]:
        """The items of any list: `listKeys`, `listAudit`, `listNamespaces` …"""
        return pages(self._transport, operation, query)

    def namespaces(self, *, prefix: Optional[str] = None) -> "Iterator[t.Namespace]":
        return self.pages("listNamespaces", prefix=prefix)

    def update_namespace(self, name: str, *, searchable_metadata: Optional[Sequence[str]] = None,
                         history: Optional[int] = None, guard: Optional[Mapping[str, str]] = None) -> "t.Namespace":
        """Metadata keys whose values are searched with the content, how many versions of each entry are kept, and what is done about
        secrets, instructions, hidden characters and personal data in what is written."""
        body = {"searchableMetadata": None if searchable_metadata is None else list(searchable_metadata), "history": history,
                "guard": guard}
        return self.call("updateNamespace", params={"name": name}, body=body)  # type: ignore[no-any-return]

    def map_namespace(self, name: str, *, sample: int = 5_000, colour: Optional[str] = None, query: Optional[str] = None) -> "t.NamespaceMap":
        """The entries in two dimensions; what is alike is near."""
        given = {"sample": sample, "colour": colour, "query": query}
        return self.call("mapNamespace", params={"name": name}, query=given)  # type: ignore[no-any-return]

    def delete_namespace(self, name: str) -> "t.DeletedNamespace":
        return self.call("deleteNamespace", params={"name": name})  # type: ignore[no-any-return]

    def findings(self, *, scan_id: Optional[str] = None, repo_url: Optional[str] = None, branch: Optional[str] = None,
                 severity: Optional[str] = None, engine: Optional[str] = None, status: Optional[str] = None,
                 rule_id: Optional[str] = None, file: Optional[str] = None, q: Optional[str] = None,
                 limit: int = 200) -> "Iterator[t.FindingRow]":
        """Findings of a scan, of a repository or of all of them, most severe first. Several values are separated by commas."""
        query = {"scanId": scan_id, "repoUrl": repo_url, "branch": branch, "severity": severity, "engine": engine,
                 "status": status, "ruleId": rule_id, "file": file, "q": q, "limit": limit}
        return pages(self._transport, "listFindings", query)

    def finding(self, id: str) -> "t.TriagedFinding":
        return self.call("getFinding", params={"id": id})  # type: ignore[no-any-return]

    def finding_history(self, id: str) -> "t.FindingHistory":
        """In which scans of its repository a finding was seen, and in which it was fixed."""
        return self.call("getFindingHistory", params={"id": id})  # type: ignore[no-any-return]

    def triage(self, id: str, status: str, *, reason: Optional[str] = None, expires_at: Optional[str] = None) -> "t.TriagedFinding":
        """Decides about a finding; the decision counts from the next scan on."""
        body = {"status": status, "reason": reason, "expiresAt": expires_at}
        return self.call("triageFinding", params={"id": id}, body=body)  # type: ignore[no-any-return]

    def search_findings(self, query: str, *, limit: int = 10, repo_url: Optional[str] = None, severity: Optional[Sequence[str]] = None,
                        engine: Optional[Sequence[str]] = None, rule_id: Optional[str] = None,
                        min_score: Optional[float] = None) -> "List[t.FoundFinding]":
        """Open findings of medium severity and worse, in words."""
        body = {"query": query, "limit": limit, "repoUrl": repo_url, "severity": None if severity is None else list(severity),
                "engine": None if engine is None else list(engine), "ruleId": rule_id, "minScore": min_score}
        return self.call("searchFindings", body=body)["items"]  # type: ignore[no-any-return]

    def triage_many(self, status: str, *, ids: Optional[Sequence[str]] = None, like_finding: Optional[str] = None,
                    reason: Optional[str] = None, expires_at: Optional[str] = None, dry_run: bool = False) -> "t.TriageBatch":
        """One decision about many findings: those named, or those that look like one."""
        body = {"ids": None if ids is None else list(ids), "likeFinding": like_finding, "status": status, "reason": reason,
                "expiresAt": expires_at, "dryRun": dry_run}
        return self.call("triageFindings", body=body)  # type: ignore[no-any-return]

    def undo_triage(self, batch_id: str) -> "t.UndoneBatch":
        """Takes a decision about many findings back."""
        return self.call("undoTriage", params={"batchId": batch_id})  # type: ignore[no-any-return]

    def forget_decisions(self, repo_url: str) -> "t.ForgottenDecisions":
        """Removes everything that was decided about the findings of a repository."""
        return self.call("forgetDecisions", query={"repoUrl": repo_url})  # type: ignore[no-any-return]

    def usage(self, *, days: int = 30) -> "t.UsageByDay":
        """What all keys of the tenant asked for, day by day."""
        return self.call("getDailyUsage", query={"days": days})  # type: ignore[no-any-return]

    def limits(self) -> "t.Limits":
        return self.call("getLimits")  # type: ignore[no-any-return]

    def health(self) -> "t.Health":
        return self.call("getHealth")  # type: ignore[no-any-return]


class AsyncLorekeep(AsyncOperations):
    """The same for asyncio: every method is awaited, every iterator is asynchronous. Each call runs in a thread of its own."""

    def __init__(self, base_url: Optional[str] = None, api_key: Optional[str] = None, **options: Any) -> None:
        client = Lorekeep(base_url, api_key, **options)
        self._client = _Awaited(client)
        self.memory: "AsyncMemory" = _Awaited(client.memory)  # type: ignore[assignment]
        self.scans: "AsyncScans" = _Awaited(client.scans)  # type: ignore[assignment]

    if not TYPE_CHECKING:
        def __getattr__(self, name: str) -> Any:
            return getattr(self._client, name)


class _Awaited:
    def __init__(self, target: object) -> None:
        self._target = target

    def __getattr__(self, name: str) -> Callable[..., Any]:
        method = getattr(self._target, name)
        # The annotations are what the types of `AsyncLorekeep` are made from, so that both always agree.
        run = _iterate if "Iterator[" in str(method.__annotations__.get("return")) else _in_thread
        return lambda *args, **options: run(method, *args, **options)


async def _in_thread(method: Callable[..., Any], *args: Any, **options: Any) -> Any:
    import asyncio

    return await asyncio.to_thread(method, *args, **options)


async def _iterate(method: Callable[..., Any], *args: Any, **options: Any) -> AsyncIterator[Any]:
    iterator, end = method(*args, **options), object()
    while (item := await _in_thread(next, iterator, end)) is not end:
        yield item


def verify_webhook(headers: Mapping[str, str], body: Union[str, bytes], secret: Union[str, Sequence[str]], *,
                   tolerance: float = 300.0, now: Optional[float] = None) -> "t.WebhookMessage":
    """Checks a message as Standard Webhooks 1.0 says, and gives it. `body` must be the bytes as they came."""
    import base64
    import hashlib
    import hmac

    given = {name.lower(): value for name, value in headers.items()}
    try:
        message_id, timestamp, signatures = given["webhook-id"], given["webhook-timestamp"], given["webhook-signature"]
    except KeyError as missing:
        raise InvalidWebhook(f"The header {missing} is missing.") from None
    at = time.time() if now is None else now
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(at - int(timestamp)) > tolerance:
        raise InvalidWebhook("The message is too old, or its clock is wrong.")
    raw = body.encode() if isinstance(body, str) else body
    signed = f"{message_id}.{timestamp}.".encode() + raw
    for one in [secret] if isinstance(secret, str) else secret:
        key = base64.b64decode(one[len("whsec_"):] if one.startswith("whsec_") else one)
        expected = "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        if any(hmac.compare_digest(expected.encode(), signature.encode()) for signature in signatures.split(" ")[:10]):
            return json.loads(raw)  # type: ignore[no-any-return]
    raise InvalidWebhook("No signature of the message is right.")
