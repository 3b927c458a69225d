"""Records from documentation, encyclopaedic articles, books, abstracts and dictionaries. A record is (query or None, passage)."""

import html
import json
import re
import xml.etree.ElementTree as xml

from questions import about, factual
from text import TAG, first_words, flat, markdown_of_html, markdown_of_rst, passages, plain_markdown, sections, sentences


def documentation(path, text, random):
    """A page of technical documentation: headings and titles are the queries, and questions by rule."""
    if path.endswith((".rst", ".txt")):
        text = markdown_of_rst(text)
    title = re.search(r"^title:\s*\"?(.+?)\"?\s*$", text, flags=re.M) or re.search(r"^# (.+?)\s*$", text, flags=re.M)
    if path.endswith((".html", ".htm")):
        title = re.search(r"<title>(.*?)</title>", text, flags=re.S | re.I)
        name = re.split(r" — | - Rust|\. PostgreSQL|&#8212;|—", flat(html.unescape(TAG.sub("", title[1]))))[0] if title else ""
        text = markdown_of_html(text)
    else:
        name = title[1] if title else ""
    yield from page(flat(name), plain_markdown(text), random)


def page(title, markdown, random, most=150):
    first = True
    for heading, body in sections(markdown):
        for passage in passages(body, random, most=most):
            draw = random.random()
            if first and title:
                query = title if random.random() < 0.5 else about(passage, random)
                first = False
            elif draw < 0.3 and heading:
                query = f"{title} {heading}" if title and random.random() < 0.6 else heading
            elif draw < 0.8:
                query = about(passage, random)
                if query and title and random.random() < 0.25 and title.lower() not in query.lower():
                    query = f"{query} {title}"
            else:
                query = None
            yield query, passage


def encyclopaedia(path, text, random):
    """An article of Wikipedia as plain text. The first paragraphs and some of the rest; lists, notes and tables are left out."""
    title = re.sub(r"_", " ", path.rsplit("/", 1)[-1].removesuffix(".md"))
    if re.match(r"(List|Index|Outline|Timeline) of |\d{4} in |.*\(disambiguation\)", title) or len(text) < 600:
        return
    text = re.split(r"\n(?:References|External links|Notes|See also|Further reading|Bibliography)\s*\n", text)[0]
    text = re.sub(r"\[\d+\]|^\s*thumb.*$|\S+\.(?:jpg|png|svg|JPG|jpeg)", "", text, flags=re.M)
    paragraphs = [flat(p) for p in re.split(r"\n\s*\n", text)]
    bare = re.sub(r" \(.*\)$", "", title)
    # Names that begin an article are in capitals there; elsewhere they are not.
    paragraphs = [re.sub(re.escape(bare.upper()), bare, p) for p in paragraphs]
    good = [p for p in paragraphs if len(p.split()) >= 25 and not re.match(r"^(-|\d+\.|Category:|\|)", p) and p.count("|") < 3 and re.search(r"[.!?]", p)]
    for i, paragraph in enumerate(good[:9]):
        if len(paragraph.split()) < 60 and i + 1 < len(good) and random.random() < 0.3:
            paragraph = f"{paragraph} {good[i + 1]}"
        paragraph = first_words(paragraph, 330 if random.random() < 0.12 else 180)
        draw = random.random()
        if i == 0 and draw < 0.3:
            query = random.choice(["{}", "what is {}", "Who or what is {}?", "{} facts"]).format(bare)
        elif draw < 0.7:
            parts = sentences(paragraph)
            query = next((q for q in (factual(s, random) for s in random.sample(parts, min(5, len(parts)))) if q), None) or about(paragraph, random)
        elif draw < 0.9:
            query = about(paragraph, random)
            if query and random.random() < 0.3 and bare.lower() not in query.lower():
                query = f"{query} {bare}"
        else:
            query = None
        yield query, paragraph


def book(path, text, random):
    """Part of a book whose copyright has run out."""
    paragraphs = [p for p in (flat(x) for x in re.split(r"\n\s*\n", plain_markdown(text))) if 12 <= len(p.split()) <= 190]
    start = random.randint(0, max(0, len(paragraphs) - 160))
    for paragraph in paragraphs[start : start + 160]:
        yield (about(paragraph, random) if random.random() < 0.6 else None), paragraph


def abstracts(path, text, random):
    """Papers of the ACL Anthology since 2016 (before, the licence was non-commercial): title to abstract, and questions to its sentences."""
    for paper in xml.fromstring(text).iter("paper"):
        title, abstract = paper.find("title"), paper.find("abstract")
        if title is None or abstract is None:
            continue
        title, abstract = flat("".join(title.itertext())), flat("".join(abstract.itertext()))
        if len(abstract.split()) < 30:
            continue
        yield (title if random.random() < 0.5 else about(abstract, random)), first_words(abstract, 220)
        if random.random() < 0.25:
            parts = sentences(abstract)
            yield title, " ".join(parts[: random.randint(1, 3)])


def textbook(path, text, random):
    """A module of an OpenStax book (CNXML): terms to definitions, headings and questions to paragraphs."""
    text = re.sub(r"<(metadata|figure|table|exercise|equation|note)\b.*?</\1>", " ", text, flags=re.S)
    title = re.search(r"<title[^>]*>(.*?)</title>", text, flags=re.S)
    for term, meaning in re.findall(r"<definition.*?<term[^>]*>(.*?)</term>.*?<meaning[^>]*>(.*?)</meaning>", text, flags=re.S):
        term = flat(TAG.sub("", term))
        yield random.choice(["what is {}", "{}", "define {}", "What does {} mean?"]).format(term), flat(html.unescape(TAG.sub("", meaning)))
    text = re.sub(r"<title[^>]*>(.*?)</title>", r"\n\n# \1\n\n", text, flags=re.S)
    text = html.unescape(TAG.sub("", re.sub(r"</para>", "\n\n", text)))
    yield from page(flat(TAG.sub("", title[1])) if title else "", text, random)


def wordnet(path, text, random):
    """Synonyms and definitions."""
    for line in text.split("\n"):
        if line.startswith("  ") or "|" not in line:
            continue
        fields, gloss = line.split("|", 1)
        parts = fields.split()
        words = [re.sub(r"\([a-z]+\)$", "", parts[4 + 2 * i].replace("_", " ")) for i in range(int(parts[3], 16))]
        definition = gloss.strip().split('; "')[0]
        word, draw = random.choice(words), random.random()
        if len(words) > 1 and draw < 0.15:
            yield words[0], f"{', '.join(words[1:])}: {definition}"
            continue
        query = random.choice(["what is {}", "define {}", "{} meaning", "What does {} mean?", "{}", "{}"]).format(word)
        yield query, (f"{', '.join(words)} - {definition}" if draw < 0.45 else definition)
        example = re.search(r'"([^"]{15,})"', gloss)
        if example and random.random() < 0.4:
            yield definition, example[1]


def dictionary(path, text, random):
    """Entries of a dictd dictionary (FOLDOC, the Jargon File)."""
    for entry in re.split(r"\n(?=\S)", text):
        head, _, body = entry.partition("\n")
        body, head = re.sub(r"[{}]", "", body), flat(head)
        if len(body) < 60 or len(head) > 60:
            continue
        for i, passage in enumerate(list(passages(body, random, most=140))[:3]):
            query = random.choice(["what is {}", "{}", "{} definition", "explain {}"]).format(head) if i == 0 else about(passage, random)
            yield query, (passage if random.random() < 0.5 else f"{head}: {passage}")


def almanac(path, text, random):
    """The World Factbook: questions about a country to the text that answers them."""
    data = json.loads(text)
    name = data.get("Government", {}).get("Country name", {})
    country = (name.get("conventional short form") or {}).get("text") or (name.get("conventional long form") or {}).get("text") or ""
    if not country or country == "none":
        return
    def walk(node, field):
        if not isinstance(node, dict):
            return
        value = node.get("text")
        if isinstance(value, str) and len(value) > 30:
            query = random.choice(["What is the {f} of {c}?", "{c} {f}", "{f} in {c}", "Tell me about the {f} of {c}", "How is the {f} in {c}?"]).format(f=field.lower(), c=country)
            for i, passage in enumerate(list(passages(TAG.sub(" ", value), random, 20))[:3]):
                yield (query if i == 0 else about(passage, random)), (f"{country} {field}: {passage}" if random.random() < 0.4 else passage)
        for key, child in node.items():
            yield from walk(child, key)
    yield from walk(data, "")


def commands(path, text, random):
    """tldr pages: what a command does, and how to do something with it."""
    title = re.match(r"# (.+)", text)
    name = title[1] if title else ""
    summary = flat(" ".join(re.findall(r"^> (.+)$", text, flags=re.M)[:1]))
    if summary:
        yield random.choice(["what does {} do", "{} command", "{}"]).format(name), f"{name}: {summary}"
    for task, command in re.findall(r"^- (.+?):\s*\n+`(.+?)`", text, flags=re.M):
        yield task, command.replace("{{", "").replace("}}", "")


def sentence_pairs(path, text, random):
    """WikiSplit: a sentence of Wikipedia and the same in two simpler ones."""
    for line in text.split("\n"):
        parts = line.split("\t")
        if len(parts) == 2:
            tidy = lambda s: re.sub(r"\s+([.,;:!?')])", r"\1", s.replace("``", '"').replace("''", '"').replace(" <::::> ", " "))
            yield tidy(parts[1]), tidy(parts[0])


def natural_questions(path, text, random):
    """QED: questions that people typed, with the paragraph of Wikipedia that answers them."""
    for line in text.split("\n"):
        if line.strip():
            record = json.loads(line)
            yield record["question_text"], re.sub(r"\s+([.,;:!?')])", r"\1", record["paragraph_text"])
