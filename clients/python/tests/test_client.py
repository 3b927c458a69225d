"""Against a running service: LOREKEEP_URL and LOREKEEP_API_KEY say where."""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import re
import sys
import time
import unittest

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))

from lorekeep import (  # noqa: E402
    AsyncLorekeep,
    ConnectionFailed,
    InvalidWebhook,
    Lorekeep,
    NotFound,
    Unauthenticated,
    ValidationFailed,
    verify_webhook,
)


class MemoryTest(unittest.TestCase):
    def setUp(self) -> None:
        self.lore = Lorekeep()

    def test_what_was_written_is_found_listed_changed_exported_imported_and_deleted(self) -> None:
        memory = self.lore.memory
        ids = memory.write("py", [{"content": f"Note number {i}.", "metadata": {"i": i}} for i in range(120)])["ids"]
        self.assertEqual(len(set(ids)), 120)
        [hit] = memory.search("py", "Note number 7.", metadata_filter={"i": 7})
        self.assertEqual(hit["id"], ids[7])
        self.assertIn("Note", memory.context("py", "note", max_tokens=30)["text"])
        listed = memory.entries("py", order="oldest", limit=7, filter={"path": "/metadata/i", "op": "gte", "value": 60})
        self.assertEqual([entry["id"] for entry in listed], ids[60:])
        memory.update(ids[0], content="Changed.")
        self.assertEqual(memory.get(ids[0])["content"], "Changed.")
        exported = list(memory.export("py"))
        self.assertEqual([entry["id"] for entry in exported], ids)
        self.assertEqual(memory.import_("py-copy", exported)["written"], 120)
        self.assertEqual(memory.delete_many("py", ids=[ids[1]]), {"matched": 1, "deleted": 1})
        memory.delete(ids[2])
        with self.assertRaises(NotFound):
            memory.get(ids[2])
        self.assertEqual({one["name"] for one in self.lore.namespaces()}, {"py", "py-copy"})
        self.assertEqual(self.lore.delete_namespace("py-copy")["entries"], 120)
        self.lore.delete_namespace("py")

    def test_errors_are_typed(self) -> None:
        with self.assertRaises(ValidationFailed) as raised:
            self.lore.memory.search("py", "")
        self.assertEqual(raised.exception.code, "validation_failed")
        self.assertEqual(raised.exception.details[0]["path"], "query")
        self.assertTrue((raised.exception.request_id or "").startswith("req_"))
        with self.assertRaises(Unauthenticated):
            Lorekeep(api_key="key_wrong").limits()
        with self.assertRaisesRegex(ConnectionFailed, "http://127.0.0.1:9 could not be reached"):
            Lorekeep("http://127.0.0.1:9", max_retries=0).limits()
        with self.assertRaisesRegex(ValueError, 'no operation "nope"'):
            self.lore.call("nope")

    def test_a_key_that_was_read_from_a_file_works_and_one_that_cannot_be_sent_is_not_repeated_in_an_error(self) -> None:
        key = os.environ["LOREKEEP_API_KEY"]
        self.assertEqual(Lorekeep(api_key=f" {key}\r\n").limits()["plan"]["name"], self.lore.limits()["plan"]["name"])
        for wrong in ("key_one\nkey_two", "key_caf\u00e9", "key_\u2026"):
            with self.assertRaises(ValueError) as raised:
                Lorekeep(api_key=wrong)
            self.assertNotIn("key_", str(raised.exception))

    def test_any_operation_by_its_name(self) -> None:
        key = self.lore.call("issueKey", body={"name": "py", "scopes": ["memory:read"]})
        self.assertIn(key["id"], [one["id"] for one in self.lore.pages("listKeys", limit=1)])
        self.assertEqual(self.lore.call("revokeKey", params={"id": key["id"]})["revoked"], True)
        self.assertEqual(self.lore.health(), {"status": "ok"})

    def test_asyncio(self) -> None:
        async def use() -> None:
            lore = AsyncLorekeep()
            await asyncio.gather(*(lore.memory.write("py-async", [{"content": f"Number {i}."}]) for i in range(8)))
            seen = [entry["content"] async for entry in lore.memory.entries("py-async", limit=3)]
            self.assertEqual(len(seen), 8)
            self.assertEqual((await lore.limits())["limits"]["memory"]["entriesPerWrite"], 256)
            await lore.delete_namespace("py-async")
            with self.assertRaises(NotFound):
                async for _ in lore.scans.packages("scan_01M7V2G10J7P62JP34DFYN929T"):
                    pass

        asyncio.run(use())

    def test_a_scan_is_followed_to_its_end(self) -> None:
        scan = self.lore.scans.start("https://repository.invalid/a/b", labels={"by": "py"})
        seen = []
        finished = self.lore.scans.wait(scan["scanId"], on_progress=seen.append, poll=0.05)
        self.assertEqual(finished["status"], "failed")
        self.assertGreater(len(seen), 0)
        self.assertEqual([one["scanId"] for one in self.lore.scans.list(label="by:py")], [scan["scanId"]])
        self.assertEqual(self.lore.scans.delete(scan["scanId"])["deleted"], True)


class AsyncTypesTest(unittest.TestCase):
    def test_what_is_typed_as_an_iterator_is_one_and_all_else_is_awaited(self) -> None:
        client = AsyncLorekeep("http://127.0.0.1:9", "key_none")
        owners = {"AsyncMemory": client.memory, "AsyncScans": client.scans, "AsyncOperations": client}
        with open(os.path.join(os.path.dirname(__file__), "..", "lorekeep", "_async.pyi"), encoding="utf-8") as file:
            lines = re.findall(r"^(?:class (\w+)|    (async )?def (\w+)\(self)", file.read(), re.MULTILINE)
        seen = 0
        for class_name, is_awaited, name in lines:
            if class_name:
                owner = owners.pop(class_name)
                continue
            result = getattr(owner, name)()
            with self.subTest(name):
                self.assertEqual(hasattr(result, "__aiter__"), not is_awaited)
            if is_awaited and hasattr(result, "close"):
                result.close()
            seen += 1
        self.assertEqual(owners, {})
        self.assertGreater(seen, 40)


class WebhookTest(unittest.TestCase):
    def test_only_a_right_and_fresh_signature_is_believed(self) -> None:
        key = b"a secret of thirty-two bytes ..."
        secret = "whsec_" + base64.b64encode(key).decode()
        body, now = json.dumps({"type": "scan.completed"}), str(int(time.time()))
        signature = base64.b64encode(hmac.new(key, f"job_1.{now}.{body}".encode(), hashlib.sha256).digest()).decode()
        headers = {"Webhook-Id": "job_1", "Webhook-Timestamp": now, "Webhook-Signature": f"v1,AAAA v1,{signature}"}
        self.assertEqual(verify_webhook(headers, body, secret)["type"], "scan.completed")
        other = "whsec_" + base64.b64encode(b"other").decode()
        for wrong in ((headers, body + " ", secret), (headers, body, other), ({}, body, secret)):
            with self.assertRaises(InvalidWebhook):
                verify_webhook(*wrong)
        with self.assertRaises(InvalidWebhook):
            verify_webhook(headers, body, secret, now=time.time() + 3600)
        with self.assertRaises(InvalidWebhook):
            verify_webhook(headers, body, secret, now=0)
        for timestamp in ("\u00b2", "9" * 5000, "-1", ""):
            with self.assertRaises(InvalidWebhook):
                verify_webhook({**headers, "webhook-timestamp": timestamp}, body, secret)


if __name__ == "__main__":
    unittest.main()
