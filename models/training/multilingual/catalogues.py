"""Readers of message catalogues: PO, TMX, Chromium's PAK, nested JSON and YAML of keys and texts."""

import ast
import gzip
import re
import struct

TAG = re.compile(r"<[^>]+>|\{[^{}]*\}|%[sd]|\$\w+|&[a-z]+;|:\w+:`([^`<]+?)(?:\s*<[^>]*>)?`")


def readable(text):
    text = TAG.sub(lambda found: found.group(1) or " ", text)
    return re.sub(r"\s+", " ", text.replace("`", "").replace("*", "").replace("…", "...")).strip()


def po_pairs(text):
    """(msgid, msgstr) of translated entries; fuzzy ones are left out."""
    for entry in re.split(r"\n\s*\n", text):
        if "#, fuzzy" in entry or "msgid_plural" in entry or re.search(r"^#~", entry, re.M):
            continue
        found = {}
        for name, body in re.findall(r'^(msgid|msgstr) ((?:".*"\n?)+)', entry + "\n", re.M):
            try:
                found[name] = "".join(ast.literal_eval(line) for line in body.strip().split("\n"))
            except (SyntaxError, ValueError):
                found[name] = ""
        if found.get("msgid") and found.get("msgstr"):
            yield readable(found["msgid"]), readable(found["msgstr"])


def tmx_pairs(text):
    for unit in re.findall(r"<tu[ >].*?</tu>", text, re.S):
        segments = re.findall(r"<seg>(.*?)</seg>", unit, re.S)
        if len(segments) == 2:
            yield tuple(readable(unescape(s)) for s in segments)


def unescape(text):
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&apos;", "'").replace("&amp;", "&")


def pak_texts(data):
    """Texts by number of a Chromium data pack, version 5."""
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    version, encoding = struct.unpack_from("<IB", data, 0)
    if version != 5:
        return {}
    count = struct.unpack_from("<H", data, 8)[0]
    places = [struct.unpack_from("<HI", data, 12 + 6 * i) for i in range(count + 1)]
    kind = "utf-16-le" if encoding == 2 else "utf-8"
    return {number: data[start : places[i + 1][1]].decode(kind, "replace") for i, (number, start) in enumerate(places[:-1])}


def flat(value, path=()):
    """Texts of nested objects by the path of their keys."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from flat(inner, (*path, str(key)))
    elif isinstance(value, list):
        for i, inner in enumerate(value):
            yield from flat(inner, (*path, str(i)))


def yaml_texts(text):
    """Keys and texts of a simple YAML file with nothing but mappings."""
    found, path = {}, []
    for line in text.split("\n"):
        match = re.match(r"^( *)([\w.-]+): *(.*)$", line)
        if not match:
            continue
        depth = len(match.group(1)) // 2
        path = [*path[:depth], match.group(2)]
        value = match.group(3).strip().strip("\"'")
        if value and depth > 0:
            found[tuple(path[1:])] = value
    return found
