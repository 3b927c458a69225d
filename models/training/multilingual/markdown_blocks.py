"""Pairs the paragraphs of a document with those of its translation: by their order, where both have the same number of blocks of the same kinds, else
section by section."""

import re

FENCE = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.S | re.M)
COMMENT = re.compile(r"<!--.*?-->", re.S)
FRONT = re.compile(r"\A---\n.*?\n---\n", re.S)
LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
MARKUP = re.compile(r"[*_`#>|]+|\{\{.*?\}\}|\{[:#][^}]*\}|<[^>]+>|https?://\S+")
CODE_SPAN = re.compile(r"`([^`\n]+)`")
ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+")


def blocks_of(text):
    """(kind, raw text) of each heading, list item and paragraph; code and tables are kinds without text."""
    text = FRONT.sub("", text.replace("\r\n", "\n"))
    text = COMMENT.sub("", text)
    text = FENCE.sub("\n\n\x00code\n\n", text)
    found = []
    for chunk in re.split(r"\n\s*\n", text):
        chunk = chunk.strip("\n")
        if not chunk.strip():
            continue
        if "\x00code" in chunk:
            found.append(("code", ""))
            continue
        lines = chunk.split("\n")
        if lines[0].lstrip().startswith("|"):
            found.append(("table", ""))
            continue
        part = []
        for line in lines:
            if line.startswith("#") or ITEM.match(line):
                if part:
                    found.append(("text", " ".join(part)))
                part = []
                if line.startswith("#"):
                    found.append((f"head{len(line) - len(line.lstrip('#'))}", line))
                else:
                    part = [ITEM.sub("", line)]
            else:
                part.append(line.strip())
        if part:
            found.append(("text", " ".join(part)))
    return found


def plain(raw):
    return re.sub(r"\s+", " ", MARKUP.sub(" ", LINK.sub(r"\1", raw))).strip()


def aligned(english, other):
    """Pairs of plain texts."""
    ours, theirs = blocks_of(english), blocks_of(other)
    if [kind for kind, _ in ours] == [kind for kind, _ in theirs]:
        yield from pairs(ours, theirs)
        return
    left, right = sections(ours), sections(theirs)
    if [s[0][0] for s in left] != [s[0][0] for s in right]:
        return
    for a, b in zip(left, right):
        if [kind for kind, _ in a] == [kind for kind, _ in b]:
            yield from pairs(a, b)
        else:
            yield from pairs(a[:1], b[:1])


def sections(blocks):
    found = [[("start", "")]]
    for block in blocks:
        if block[0].startswith("head"):
            found.append([block])
        else:
            found[-1].append(block)
    return found


def pairs(ours, theirs):
    for (kind, a), (_, b) in zip(ours, theirs):
        if kind in ("code", "table", "start"):
            continue
        # Inline code is not translated: where it differs, the translation belongs to an older text.
        if set(CODE_SPAN.findall(a)) != set(CODE_SPAN.findall(b)):
            continue
        yield plain(a), plain(b)
