"""Records from conversations: a line of a named speaker, and what somebody would ask about it later."""

import csv
import io
import json
import re

from questions import NAMES, about_utterance, keywords, third_person, time_stamp
from text import flat


def conversation(turns, random):
    """turns: lines of two speakers in turn. The records keep their order, so that neighbours in training are neighbours in the conversation."""
    names = random.sample(NAMES, 2)
    stamp = time_stamp(random)
    for i, line in enumerate(turns):
        line = flat(line)
        if len(line.split()) < 4:
            continue
        name, other = names[i % 2], names[1 - i % 2]
        passage = f"{stamp}{name}: {line}" if random.random() < 0.85 else line
        draw = random.random()
        if draw < 0.62:
            query = about_utterance(name, other, line, random)
        elif draw < 0.72 and i > 0 and len(turns[i - 1].split()) > 3:
            query = flat(turns[i - 1])
        elif draw < 0.78:
            query = keywords(line, random)
        elif draw < 0.86:
            query = third_person(line, name, other)
        else:
            query = None
        if query and random.random() < 0.06:
            query = query.lower()
        yield query, passage
        if stamp and random.random() < 0.1:
            stamp = time_stamp(random)


def schema_guided(path, text, random):
    for dialogue in json.loads(text):
        yield from conversation([turn["utterance"] for turn in dialogue["turns"]], random)


def taskmaster(path, text, random):
    for dialogue in json.loads(text):
        turns, last = [], None
        for turn in dialogue.get("utterances", []):
            words = turn.get("text", "")
            if turn.get("speaker") == last and turns:
                turns[-1] += f" {words}"
            else:
                turns.append(words)
            last = turn.get("speaker")
        yield from conversation(turns, random)


def topical(path, text, random):
    for dialogue in json.loads(text).values():
        yield from conversation([turn["message"] for turn in dialogue["content"]], random)


def personas(path, text, random):
    """Synthetic-Persona-Chat: conversations, and the facts about a person to the lines that show them."""
    for row in csv.DictReader(io.StringIO(text)):
        lines = [re.sub(r"^User [12]: ?", "", line) for line in row["Best Generated Conversation"].split("\n") if line.strip()]
        lines = [line for line in lines if "[User" not in line]
        yield from conversation(lines, random)
        for column in ("user 1 personas", "user 2 personas"):
            name, other = random.sample(NAMES, 2)
            for fact in row[column].split("\n"):
                fact = flat(fact)
                if len(fact.split()) > 3:
                    yield about_utterance(name, other, fact, random), random.choice([f"{name}: {fact}", third_person(fact, name, other), f"{time_stamp(random)}{name}: {fact}"])


def spoken_in_books(path, text, random):
    """Quoted speech of novels, where somebody talks of himself."""
    speech = [flat(s).rstrip(",") for s in re.findall(r"[“\"]([^“”\"]{25,400})[”\"]", text)]
    speech = [s for s in speech if re.search(r"\b(I|my|we|I'm|I’m|you)\b", s)]
    start = random.randint(0, max(0, len(speech) - 120))
    yield from conversation(speech[start : start + 120], random)


def single_column(path, text, random):
    """Short things people ask for, one a line; the first column of the file."""
    for row in csv.reader(io.StringIO(text), delimiter="\t" if path.endswith(".tsv") else ","):
        if row and len(row[0].split()) > 3:
            yield None, flat(row[0])


def word_problems(path, text, random):
    """GSM8K: small stories with numbers, and their last question."""
    for line in text.split("\n"):
        if line.strip():
            parts = re.split(r"(?<=[.!?])\s+", json.loads(line)["question"])
            if len(parts) > 1:
                yield parts[-1], " ".join(parts[:-1])
