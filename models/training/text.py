"""Cleaning of text: white space, sentences, passages, and the markup of Markdown, reStructuredText and HTML."""

import html
import re

WHITE = re.compile(r"\s+")
SENTENCE_END = re.compile(r"(?<=[.!?])[\"')\]”’]*\s+(?=[A-Z“\"'(])")
TAG = re.compile(r"<[^>]+>")


def flat(text):
    """One line, single spaces."""
    return WHITE.sub(" ", text).strip()


def sentences(text):
    return [s.strip() for s in SENTENCE_END.split(text) if s.strip()]


def first_words(text, count):
    return " ".join(text.split(" ")[:count])


def passages(text, random, least=15, most=150):
    """Groups paragraphs to passages of mixed length: memories are a line as often as half a page."""
    current = ""
    for paragraph in re.split(r"\n\s*\n", text):
        paragraph = flat(paragraph)
        if not paragraph:
            continue
        if current and len(current.split()) + len(paragraph.split()) > most:
            yield current
            current = ""
        current = f"{current} {paragraph}".strip()
        if len(current.split()) >= least and random.random() < 0.45:
            yield current
            current = ""
    if len(current.split()) >= 8:
        yield current


def plain_markdown(text):
    text = re.sub(r"^---\n.*?\n---\n", "", text, flags=re.S)
    text = re.sub(r"\{\{[<%]?\s*/?\s*\w+[^}]*?\"([^\"]+)\"[^}]*\}\}", r"\1", text)
    text = re.sub(r"\{\{.*?\}\}|<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"</?[a-zA-Z][^>]{0,200}>", "", text)
    return re.sub(r"^```\w*.*?$", "", text, flags=re.M)


def markdown_of_rst(text):
    """Enough of reStructuredText for prose: roles, directives and underlined headings."""
    text = re.sub(r"^\.\. .*$", "", text, flags=re.M)
    text = re.sub(r":[\w:]+:`~?([^`<]*?)(?:\s*<[^>]*>)?`", r"\1", text)
    text = text.replace("``", "").replace("`_", "").replace("`", "")
    return re.sub(r"^(.+)\n([=\-~^\"'#*+])\2{2,}\s*$", r"# \1", text, flags=re.M)


def markdown_of_html(text):
    text = re.sub(r"<(script|style|head|nav)\b.*?</\1>", "", text, flags=re.S | re.I)
    heading = lambda m: f"\n\n# {flat(TAG.sub('', m.group(2)))}\n\n"
    text = re.sub(r"<h([1-5])[^>]*>(.*?)</h\1>", heading, text, flags=re.S | re.I)
    text = re.sub(r"</(p|li|pre|dd|tr|div)>", "\n\n", text, flags=re.I)
    return html.unescape(TAG.sub("", text))


def sections(markdown):
    """(heading, body) for each part of a Markdown text; the first has no heading."""
    parts = re.split(r"^#{1,5}\s+(.+?)\s*$", markdown, flags=re.M)
    yield "", parts[0]
    for i in range(1, len(parts) - 1, 2):
        yield re.sub(r"\{#.*?\}|[`*{}#]", "", parts[i]).strip(), parts[i + 1]
