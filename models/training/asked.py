"""Groups of questions that people wrote, for groups.py: `for name, kind, passages, questions, before in asked(MIRROR, taken)`.

Questions are (text, place of the passage that answers, (first, last) of the passages that may answer as well). Sources and licences are in ../NOTICE.md; pins.json has their commits.
own_talk.txt is ours: turns of two people, and after them what somebody asks who was not there.
"""

import csv
import io
import json
import os
import random
import re
from xml.etree import ElementTree

from questions import NAMES, STOP, time_stamp, words_of
from readers import git_dir_of, git_files
from text import flat
from typed_code import typed_code

OWN_TIMES, MOST_OF_MEDQUAD = 40, 9_000
# Of the sources that sources.json does not name. Sentences of Wikipedia stay under the licence of Wikipedia.
LICENCES = {
    "fairy_tales": "Apache-2.0", "meetings": "MIT, CC-BY-4.0", "chats": "Apache-2.0", "medicine": "CC-BY-4.0", "abstracts": "MIT", "conala": "CC-BY-SA-4.0", "typed_code": "CC-BY-SA-4.0", "mbpp": "CC-BY-4.0", "snippets": "CC0-1.0",
    "own_talk": "that of this repository", "own_sessions": "that of this repository", "own_code": "questions that of this repository, functions permissive (own_code.py)", "covid-qa": "CC-BY-4.0", "qamr": "CC-BY-SA-3.0", "squad": "CC-BY-SA-4.0",
}


def asked(mirror, taken):
    read = lambda repository, pattern: git_files(git_dir_of(mirror, repository), lambda path, size: size < 4_300_000 and re.search(pattern, path))
    for source in (fairy_tales, meetings, chats, medicine, abstracts, conala, mbpp, snippets):
        for group in source(read) if taken(source.__name__) else ():
            yield (source.__name__, *group)
    if taken("typed_code"):
        for passages, questions in typed_code(read, random.Random(51)):
            yield "typed_code", "asked code", passages, questions, None
    for group in own_talk([flat(line) for _, text in read("google-research-datasets/Synthetic-Persona-Chat", r"\.csv$") for row in csv.DictReader(io.StringIO(text)) for line in row["Best Generated Conversation"].split("\n")]):
        yield ("own_talk", *group)


def alike(answer, text):
    """How much of the rarer words of an answer a text has."""
    wanted = {word.lower() for word in words_of(answer)} - STOP
    return len(wanted & {word.lower() for word in words_of(text)}) / max(1, len(wanted))


def fairy_tales(read):
    """FairytaleQA: stories in pieces of three sentences; a question goes to the piece of its section that has most of the answer."""
    files = dict(read("uci-soe/FairytaleQAData", r"^data-by-origin/(section-stories|questions)/.*\.csv$"))
    passages, before, questions = [], [], []
    for path in sorted(files):
        if "/section-stories/" not in path:
            continue
        asked_about = files.get(path.replace("section-stories", "questions").replace("-story.csv", "-questions.csv"))
        if not asked_about:
            continue
        sections, last = {}, None
        for row in csv.DictReader(io.StringIO(files[path])):
            sentences = re.split(r"(?<=[.!?])[\"']?\s+", flat(row["text"]))
            own = sections.setdefault(row["section"].strip(), [])
            for i in range(0, len(sentences), 3):
                own.append(len(passages))
                passages.append(" ".join(sentences[i : i + 3]))
                before.append(last)
                last = own[-1]
        for row in csv.DictReader(io.StringIO(asked_about)):
            own = sections.get((row.get("cor_section") or "").strip())
            if not own or not row.get("answer1"):
                continue
            worth = [alike(row["answer1"], passages[p]) + 0.5 * alike(row["question"], passages[p]) for p in own]
            best = max(range(len(own)), key=worth.__getitem__)
            if worth[best] >= 0.6:
                questions.append((flat(row["question"]), own[best], (max(own[0], own[best] - 1), min(own[-1], own[best] + 1))))
        if len(passages) > 250:
            yield "asked", passages, questions, before
            passages, before, questions = [], [], []


def meetings(read):
    """QMSum: a question about a meeting goes to the turn of its span that has most of the answer."""
    for _, text in read("Yale-LILY/QMSum", r"^data/ALL/(train|val|test)/.*\.json$"):
        meeting, passages, places, before, last = json.loads(text), [], {}, [], None
        for i, turn in enumerate(meeting["meeting_transcripts"]):
            said = re.sub(r"\{[a-z]+\}", "", flat(turn["content"]).replace(" ,", ",").replace(" .", ".").replace(" '", "'").replace(" ?", "?"))
            places[i] = len(passages)
            if len(said.split()) > 3:
                passages.append(f"{turn['speaker']}: {said}")
                before.append(last)
                last = len(passages) - 1
        questions = []
        for query in meeting["specific_query_list"]:
            spans = [(places[int(a)], places[min(int(b) + 1, len(places) - 1)]) for a, b in query["relevant_text_span"] if int(b) - int(a) <= 30 and int(a) in places]
            own = [p for a, b in spans for p in range(a, b) if p < len(passages)]
            worth = {p: alike(query["answer"], passages[p]) + alike(query["query"], passages[p]) for p in own}
            for p in sorted(own, key=worth.get, reverse=True)[:2]:
                if worth[p] >= 0.35:
                    questions.append((flat(query["query"]), p, (min(own), max(own))))
        yield "asked talk", passages, questions, before


def chats(read):
    """Molweni: questions to chats about Ubuntu of several people."""
    passages, before, questions = [], [], []
    for _, text in read("HIT-SCIR/Molweni", r"^MRC\(withDiscourse\)/test\.json$"):
        for dialogue in json.loads(text)["data"]["dialogues"]:
            first, starts, at = len(passages), [], 0
            for i, turn in enumerate(dialogue["edus"]):
                starts.append(at)
                at += len(f"{turn['speaker']}: {turn['text']} ")
                passages.append(f"{turn['speaker']}: {turn['text']}")
                before.append(first + i - 1 if i else None)
            for qa in dialogue["qas"]:
                if qa["answers"] and len(qa["question"].split()) > 4:
                    turn = sum(start <= qa["answers"][0]["answer_start"] for start in starts) - 1
                    if qa["answers"][0]["text"].lower() in passages[first + turn].lower():
                        questions.append((flat(qa["question"]).replace(" ?", "?"), first + turn, None))
            if len(passages) > 250:
                yield "asked talk", passages, questions, before
                passages, before, questions = [], [], []


def medicine(read):
    """MedQuAD: questions of patients to the answers of the National Institutes of Health."""
    passages, questions, count = [], [], 0
    for _, text in read("abachaa/MedQuAD", r"^[1-9]_.*_QA/.*\.xml$"):
        for pair in ElementTree.fromstring(text).iter("QAPair"):
            question, answer = flat(pair.findtext("Question") or ""), flat(pair.findtext("Answer") or "")
            if len(answer) > 60 and question:
                question = question.replace("(are) ", "").replace(" ?", "?")
                questions.append((question[0].upper() + question[1:], len(passages), None))
                passages.append(answer[:1_200])
        if len(passages) > 200:
            count += len(questions)
            yield "asked", passages, questions, None
            passages, questions = [], []
        if count > MOST_OF_MEDQUAD:
            return


def abstracts(read):
    """PubMedQA: the questions that titles of papers ask, to the part of the abstract that has most of the conclusion."""
    passages, questions = [], []
    for _, text in read("pubmedqa/pubmedqa", r"^data/ori_pqal\.json$"):
        for paper in json.loads(text).values():
            parts = [flat(part) for part in paper["CONTEXTS"]]
            best = max(range(len(parts)), key=lambda i: alike(paper["LONG_ANSWER"], parts[i]) + alike(paper["QUESTION"], parts[i]))
            questions.append((flat(paper["QUESTION"]), len(passages) + best, (len(passages), len(passages) + len(parts) - 1)))
            passages += parts
            if len(passages) > 240:
                yield "asked", passages, questions, None
                passages, questions = [], []


def conala(read):
    """CoNaLa: questions of Stack Overflow to one line of Python."""
    passages, questions = [], []
    for _, text in read("zorazrw/multilingual-conala", r"^dataset/train/train\.json$"):
        for item in json.loads(text):
            for question in {item["intent"], item.get("rewritten_intent") or item["intent"]}:
                questions.append((flat(question).rstrip("?"), len(passages), None))
            passages.append(item["snippet"])
            if len(passages) >= 200:
                yield "asked code", passages, questions, None
                passages, questions = [], []


def mbpp(read):
    """Mostly Basic Python Problems: the task to the function."""
    draw = random.Random(3)
    tasks = [json.loads(line) for _, text in read("muitiiifruckt/ASE", r"^mbpp\.jsonl$") for line in text.splitlines() if line.strip()]
    for start in range(0, len(tasks) - 60, 200):
        part = tasks[start : start + 200]
        said = [re.sub(r"^Write a (?:python )?function (?:to |that |which |for )?", "", flat(task["text"])).rstrip(".") for task in part]
        yield "asked code", [task["code"].replace("\r", "") for task in part], [(draw.choice((f"python {text}", f"{text} python", f"how to {text} in python", text)), i, None) for i, text in enumerate(said)], None


def snippets(read):
    """30 seconds of Python: what a snippet does, to the snippet."""
    passages, questions = [], []
    for _, text in read("30-seconds/30-seconds-of-python", r"^snippets/.*\.md$"):
        code, about = re.search(r"```py\w*\n(.*?)```", text, re.S), re.search(r"---\s*\n\s*(?:---.*?---\s*)?([A-Z][^\n]+)\n", text, re.S)
        title = re.search(r"^title: (.+)$", text, re.M)
        if code and (about or title):
            if about:
                questions.append((flat(about.group(1)).rstrip("."), len(passages), None))
            if title:
                questions.append((f"python {flat(title.group(1)).lower()}", len(passages), None))
            passages.append(code.group(1))
    yield "asked code", passages, questions, None


def own_talk(others):
    """Our own conversations, each time between other people and among other chatter."""
    units = []
    for block in open(os.path.join(os.path.dirname(__file__), "own_talk.txt")).read().strip().split("\n\n"):
        lines = block.split("\n")
        units.append(([line for line in lines if line[0] in "AB"], [line[1:].split(" ", 1) for line in lines if line[0] == "?"]))
    others = [re.sub(r"^User [12]: ?", "", line) for line in others if 5 < len(line.split()) < 40 and "[" not in line]
    draw = random.Random(11)
    for _ in range(OWN_TIMES):
        names, passages, before, questions = dict(zip("AB", draw.sample(NAMES, 2))), [], [], []
        draw.shuffle(units)
        for turns, asked_about in units[: len(units) // 2]:
            first, stamp = len(passages), time_stamp(draw)
            for i, turn in enumerate(turns):
                before.append(len(passages) - 1 if i else None)
                passages.append(f"{stamp}{names[turn[0]]}{turn[1:]}")
            for place, question in asked_about:
                questions.append((question.format(**names), first + int(place), None))
            for line in draw.sample(others, 3):
                before.append(len(passages) - 1)
                passages.append(f"{stamp}{names[draw.choice('AB')]}: {line}")
        yield "own talk", passages, questions, before
