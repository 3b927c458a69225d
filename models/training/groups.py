"""Groups of passages with the questions that one of them answers: what the re-ranker learns from.

    python groups.py MIRROR RAW EVALUATION TOKENIZER OUT.npz [WORDNET] [--without-share-alike]

RAW holds the records of gather.py. A group imitates a namespace: a long conversation of the same two people in many sittings, or a few hundred passages of one
source. The rivals of the right passage are the others of its group; which of them are hard is found on the accelerator. A turn of a conversation knows the turn
before it. Records that share a run of ten words with the evaluation sets are dropped, as for the embedders. The last lines say how many word pieces came of each source and licence; `--without-share-alike`
leaves sources out whose licence asks for adaptations to be shared under the same terms.
"""

import csv
import glob
import io
import json
import os
import random
import re
import sys
import zlib

import numpy as np
from tokenizers import Tokenizer

from asked import LICENCES, asked
from licences import is_share_alike
from questions import NAMES, STOP, about_utterance, time_stamp, words_of
from other_words import OtherWords
from own_code import own_code
from readers import git_dir_of, git_files
from sessions import first_person, in_passing, own_sessions
from text import flat

LONGEST = {"question": 48, "passage": 160, "function": 256}
# How many questions of each source are taken at most; sources that are not named here are not used.
MOST = {
    "acl-anthology": 8_000, "mdn": 12_000, "kubernetes": 9_000, "wikipedia": 14_000, "world-factbook": 3_000, "openstax-economics": 3_000, "tldr": 6_000, "notes": 6_000,
    "grade-school-math": 6_000, "qed": 1_400, "classic-books": 4_000, "recipes": 4_300,
}
# How many dialogues make one group, and how many are used: those of schema-guided are much alike.
SITTINGS = {"persona-chat": (16, 9_999), "schema-guided": (12, 4_200), "taskmaster": (12, 4_800), "topical-chat": (12, 9_999), "speech-in-books": (10, 9_999)}
MOST_OF_DOCUMENTATION, MOST_OF_CODE = 3_000, 3_000
RUN, WORD = 10, re.compile(r"\w+")
KINDS = ("talk", "prose", "code", "title", "asked", "asked talk", "asked code", "own talk", "own sessions", "web code")
# How often a question gets a copy in other words, how many of the shared words are replaced in it; how many acquaintances are sessions of a user, and how many of their turns say something in passing.
OTHER_WORDS, WORDS_REPLACED, SESSIONS, IN_PASSING = 0.35, 0.6, 0.3, 0.3


def runs_of_words(text):
    words = WORD.findall(text.lower())
    return (hash(tuple(words[i : i + RUN])) for i in range(len(words) - RUN + 1))


def forbidden_of(evaluation):
    """Every run of ten words that an evaluation set has."""
    forbidden = set()
    for path in glob.glob(f"{evaluation}/*.json"):
        data = json.load(open(path))
        for item in data["docs"] + data["queries"]:
            forbidden.update(runs_of_words(item["text"]))
    return forbidden


class Groups:
    def __init__(self, tokenizer, forbidden, other_words):
        self.tokenizer, self.forbidden, self.other_words = tokenizer, forbidden, other_words
        self.draw, self.reworded = random.Random(21), 0
        self.tokens, self.passages, self.questions, self.dropped = [], [], [], 0
        self.source, self.by_source = "", {}
        self.size = 0
        self.groups = 0

    def add(self, kind, passages, questions, before=None):
        """passages: texts; questions: (text, place of the passage that answers it, first and last place of those that may answer as well or None, and where there is one the place of a near miss); before: for each passage the one that came before it, or None."""
        forbidden = [self.is_forbidden(text) for text in passages]
        self.dropped += sum(forbidden)
        questions = [(text, place, also or (place, place), *miss) for text, place, also, *miss in questions if not forbidden[place] and not self.is_forbidden(text)]
        if len(passages) < 12 or not questions:
            return
        if self.other_words and not kind.endswith("code"):
            questions += self.reworded_of(passages, questions)
        first, group, began, longest = len(self.passages), self.groups, self.size, LONGEST["function" if kind in ("web code", "asked code") else "passage"]
        self.groups += 1
        for place, pieces in enumerate(self.pieces([text if not bad else "." for text, bad in zip(passages, forbidden)], longest)):
            start = self.write(pieces)
            previous = before[place] if before else None
            self.passages.append((start, len(pieces), group, -1 if previous is None else first + previous))
        for (_, place, also, *miss), pieces in zip(questions, self.pieces([text for text, *_ in questions], LONGEST["question"])):
            near = first + miss[0] if miss and miss[0] is not None and not forbidden[miss[0]] else -1
            self.questions.append((self.write(pieces), len(pieces), group, first + place, KINDS.index(kind), first + also[0], first + also[1], near))
        self.by_source[self.source] = self.by_source.get(self.source, 0) + self.size - began

    def reworded_of(self, passages, questions):
        """Some of the questions once more, in other words than those of their passage."""
        more = []
        for text, place, also, *miss in questions:
            if self.draw.random() < OTHER_WORDS:
                other = self.other_words.put(text, passages[place], self.draw, WORDS_REPLACED)
                if other != text:
                    more.append((other, place, also, *miss))
        self.reworded += len(more)
        return more

    def pieces(self, texts, most):
        return [encoding.ids[:most] for encoding in self.tokenizer.encode_batch(texts, add_special_tokens=False)]

    def write(self, pieces):
        self.tokens.append(np.array(pieces, np.uint16))
        self.size += len(pieces)
        return self.size - len(pieces)

    def is_forbidden(self, text):
        return any(run in self.forbidden for run in runs_of_words(text))

    def save(self, path):
        np.savez_compressed(path, tokens=np.concatenate(self.tokens), passages=np.array(self.passages, np.int32), questions=np.array(self.questions, np.int32))
        kinds = np.bincount(np.array(self.questions)[:, 4], minlength=len(KINDS))
        print(f"{self.groups} groups, {len(self.passages)} passages, {len(self.questions)} questions {dict(zip(KINDS, kinds.tolist()))}, {self.size} pieces, {self.dropped} dropped, {self.reworded} questions in other words")


def conversations(groups, dialogues, draw, sittings, most):
    """Several dialogues become one long acquaintance: the same two people, a time stamp for each sitting."""
    draw.shuffle(dialogues)
    asides = [flat(line) for turns in dialogues for line in turns if line.rstrip().endswith("?") and 4 < len(line.split()) < 20]
    for start in range(0, min(most, len(dialogues)) - sittings + 1, sittings):
        names, stamped = draw.sample(NAMES, 2), draw.random() < 0.7
        spoken, of_user = draw.random() < 0.9, draw.random() < SESSIONS
        passages, before, questions = [], [], []
        for turns in dialogues[start : start + sittings]:
            stamp, last = (time_stamp(draw) if stamped else ""), None
            for i, line in enumerate(turns):
                line = flat(line)
                if len(line.split()) < 2:
                    continue
                name, other = names[i % 2], names[1 - i % 2]
                place = len(passages)
                shown = in_passing(line, asides, draw) if asides and draw.random() < IN_PASSING else line
                speaker = ("User", "Assistant")[i % 2] if of_user else name
                passages.append(f"{stamp}{speaker}: {shown}" if spoken else f"{stamp}{shown}")
                before.append(last)
                last = place
                for _ in range(2 if len(line.split()) > 12 else 1):
                    question = about_utterance(name, other, line, draw) if len(line.split()) > 4 else None
                    if question and of_user:
                        question = first_person(question, name) if i % 2 == 0 else None
                    if question and says_enough(question, names):
                        questions.append((question, place, None))
                if place and before[place] is not None and turns[i - 1].rstrip().endswith("?") and draw.random() < 0.25 and not of_user:
                    # The answer to what the other one asked, asked again later.
                    again = asked_later(flat(turns[i - 1]), name, draw)
                    if again and says_enough(again, names):
                        questions.append((again, place, None))
        groups.add("talk", passages, questions, before)


def asked_later(line, name, draw):
    """"What do you paint?" becomes "What does NAME paint?": what somebody asks who reads it later."""
    question = re.split(r"(?<=[.!])\s+", line)[-1]
    words = question.split()
    if not 4 <= len(words) <= 20:
        return None
    forms = [
        (r"^(?:So |And |But |Oh,? |Well,? )?(What|Where|When|Why|How|Which|Who)(\b.*?) do you\b", rf"\1\2 does {name}"),
        (r"^(?:So |And |But |Oh,? |Well,? )?(What|Where|When|Why|How|Which|Who)(\b.*?) did you\b", rf"\1\2 did {name}"),
        (r"^(?:So |And |But |Oh,? |Well,? )?(What|Where|When|Why|How|Which|Who)(\b.*?) (?:are you|'re you)\b", rf"\1\2 is {name}"),
        (r"^(?:So |And |But |Oh,? |Well,? )?(What|Where|When|Why|How|Which|Who)(\b.*?) have you\b", rf"\1\2 has {name}"),
        (r"^(?:So |And |But |Oh,? |Well,? )?Do you\b", f"Does {name}"),
        (r"^(?:So |And |But |Oh,? |Well,? )?Did you\b", f"Did {name}"),
        (r"^(?:So |And |But |Oh,? |Well,? )?Have you\b", f"Has {name}"),
        (r"^(?:So |And |But |Oh,? |Well,? )?Are you\b", f"Is {name}"),
    ]
    for pattern, form in forms:
        if re.search(pattern, question, flags=re.I):
            question = re.sub(pattern, form, question, count=1, flags=re.I)
            question = re.sub(r"\byour\b", f"{name}'s" if draw.random() < 0.4 else "their", question)
            return re.sub(r"\byou\b", name, question)
    return None


def says_enough(question, names):
    """At least two words that are neither names nor of the question's frame: "What did Alice say?" fits every line."""
    frame = STOP | {name.lower() for name in names} | {f"{name.lower()}'s" for name in names} | set("say said tell talk mention think ask want know feel plans kind things describe advice give inspired happened".split())
    return sum(word.lower() not in frame and len(word) > 2 for word in words_of(question)) >= 2


def dialogues_of(mirror, taken):
    """Lists of turns, by source."""
    of_mirror = lambda repository, pattern: git_files(git_dir_of(mirror, repository), lambda path, size: size < 4_500_000 and re.search(pattern, path))
    found = {name: [] for name in ("persona-chat", "schema-guided", "taskmaster", "topical-chat", "speech-in-books") if taken(name)}
    files = lambda repository, pattern, name: of_mirror(repository, pattern) if taken(name) else ()
    for _, text in files("google-research-datasets/Synthetic-Persona-Chat", r"\.csv$", "persona-chat"):
        for row in csv.DictReader(io.StringIO(text)):
            lines = [re.sub(r"^User [12]: ?", "", line) for line in row["Best Generated Conversation"].split("\n") if line.strip()]
            found["persona-chat"].append([line for line in lines if "[User" not in line])
    for _, text in files("google-research-datasets/dstc8-schema-guided-dialogue", r"^(train|dev|test)/dialogues_\d+\.json$", "schema-guided"):
        found["schema-guided"] += [[turn["utterance"] for turn in dialogue["turns"]] for dialogue in json.loads(text)]
    for path, text in files("google-research-datasets/Taskmaster", r"\.json$", "taskmaster"):
        if "ontology" in path or "sample" in path:
            continue
        for dialogue in json.loads(text):
            turns, last = [], None
            for turn in dialogue.get("utterances", []) if isinstance(dialogue, dict) else []:
                if turn.get("speaker") == last and turns:
                    turns[-1] += f" {turn.get('text', '')}"
                else:
                    turns.append(turn.get("text", ""))
                last = turn.get("speaker")
            found["taskmaster"].append(turns)
    for _, text in files("alexa/Topical-Chat", r"conversations/.*\.json$", "topical-chat"):
        found["topical-chat"] += [[turn["message"] for turn in dialogue["content"]] for dialogue in json.loads(text).values()]
    for _, text in files("mlschmitt/classic-books-markdown", r"^(?!README).*\.md$", "speech-in-books"):
        speech = [flat(s).rstrip(",") for s in re.findall(r"[“\"]([^“”\"]{25,400})[”\"]", text)]
        speech = [s for s in speech if re.search(r"\b(I|my|we|I'm|I’m|you)\b", s)][:240]
        found["speech-in-books"] += [speech[i : i + 20] for i in range(0, len(speech) - 19, 20)]
    return found


def sentences_with_questions(mirror):
    """Questions that people wrote about a sentence: (source, [(sentence, [question, …])])."""
    readable = lambda repository, path: next(text for _, text in git_files(git_dir_of(mirror, repository), lambda p, _: p == path))
    asked = {}
    for path in ("data/readable/dev.tsv", "data/readable/test.tsv"):
        sentence = None
        for line in readable("uwnlp/qamr", path).split("\n"):
            if line.startswith("#"):
                sentence = ""
            elif sentence == "":
                sentence = line
            elif line.strip() and sentence:
                asked.setdefault(sentence, []).append(re.split(r"\s{2,}|\t", line)[0])
    yield "qamr", [(sentence, [q for q in list(dict.fromkeys(questions)) if len(q.split()) > 4][:8]) for sentence, questions in asked.items()]
    plain = lambda text: text.replace("-lrb-", "(").replace("-rrb-", ")").replace(" 's", "'s").replace(" ,", ",").replace(" .", ".").strip()
    lines, asked = zip(readable("xinyadu/nqg", "data/processed/src-test.txt").split("\n"), readable("xinyadu/nqg", "data/processed/tgt-test.txt").split("\n")), {}
    for sentence, question in lines:
        if sentence.strip():
            asked.setdefault(plain(sentence), []).append(plain(question))
    yield "squad", list(asked.items())
    covid = json.loads(readable("deepset-ai/COVID-QA", "data/question-answering/200423_covidQA.json"))
    asked = {}
    for document in covid["data"]:
        for paragraph in document["paragraphs"]:
            context = paragraph["context"]
            for qa in paragraph["qas"]:
                at = qa["answers"][0]["answer_start"] if qa["answers"] else None
                if at is not None:
                    start = context.rfind("\n", 0, max(0, at - 150)) + 1 if at < 400 else max(0, context.rfind(". ", 0, at - 120) + 2)
                    asked.setdefault(flat(context[start : at + len(qa["answers"][0]["text"]) + 200]), []).append(qa["question"])
    yield "covid-qa", list(asked.items())


def from_records(groups, path, name, draw):
    """Runs of records as they are in their source, or shuffled where neighbours say nothing of each other."""
    kind = "code" if name.endswith("-code") or name in ("boltons", "recipes", "the-algorithms") else "title" if name == "acl-anthology" else "prose"
    most = MOST.get(name, MOST_OF_CODE if kind == "code" else MOST_OF_DOCUMENTATION if name.endswith("-docs") or name == "rust-book" else 0)
    if not most:
        return
    records = [json.loads(line) for line in open(path)]
    if kind == "code" or name in ("acl-anthology", "notes", "wikipedia", "tldr", "grade-school-math"):
        draw.shuffle(records)
    size, count = (200 if name != "notes" else 60), 0
    for start in range(0, len(records), size):
        part = records[start : start + size]
        seen, questions = set(), []
        for place, record in enumerate(part):
            question = record["q"]
            if question and question not in seen and len(question.split()) > 2 and says_enough(question, ()) and question[:40] != record["p"][:40]:
                seen.add(question)
                questions.append((question, place, None))
        groups.add(kind, [record["p"] for record in part], questions)
        count += len(questions)
        if count >= most:
            break


def show_licences(by_source, licences):
    """Word pieces of each source, and the share of each licence."""
    total, by_licence = sum(by_source.values()), {}
    for source, size in by_source.items():
        by_licence[licences[source]] = by_licence.get(licences[source], 0) + size
        print(f"{source}: {size} pieces, {licences[source]}")
    for licence, size in sorted(by_licence.items(), key=lambda item: -item[1]):
        print(f"{100 * size / total:5.1f} % {licence}")
    print(f"{100 * sum(size for licence, size in by_licence.items() if is_share_alike(licence)) / total:5.1f} % share-alike")


def main(mirror, raw, evaluation, tokenizer, out, wordnet, without_share_alike):
    groups = Groups(Tokenizer.from_file(tokenizer), forbidden_of(evaluation), OtherWords(wordnet) if wordnet else None)
    sources = json.load(open(os.path.join(os.path.dirname(__file__), "sources.json")))
    licences = LICENCES | {s["name"]: s["licence"] for s in [*sources["repositories"], *sources["packages"], sources["templates"]]}
    taken = lambda name: not (without_share_alike and is_share_alike(licences[name]))
    for name, dialogues in dialogues_of(mirror, taken).items():
        groups.source = name
        conversations(groups, dialogues, random.Random(zlib.crc32(name.encode())), *SITTINGS[name])
    for name, pairs in sentences_with_questions(mirror):
        groups.source = name
        if not taken(name):
            continue
        for start in range(0, len(pairs), 200):
            part = pairs[start : start + 200]
            groups.add("asked", [sentence for sentence, _ in part], [(question, place, None) for place, (_, questions) in enumerate(part) for question in questions])
    for name, kind, passages, questions, before in asked(mirror, taken):
        groups.source = name
        groups.add(kind, passages, questions, before)
    groups.source = "own_sessions"
    lines = [flat(line) for turns in dialogues_of(mirror, lambda name: name == "persona-chat")["persona-chat"] for line in turns if line.rstrip().endswith("?") and 4 < len(line.split()) < 20]
    for passages, questions, before in own_sessions(random.Random(31), lines[:2_000]):
        groups.add("own sessions", passages, questions, before)
    groups.source = "own_code"
    for passages, questions in own_code(mirror, random.Random(41)):
        groups.add("web code", passages, questions)
    for path in sorted(glob.glob(f"{raw}/*.jsonl")):
        groups.source = os.path.basename(path).removesuffix(".jsonl")
        if taken(groups.source):
            from_records(groups, path, groups.source, random.Random(zlib.crc32(groups.source.encode())))
    groups.save(out)
    show_licences(groups.by_source, licences)


if __name__ == "__main__":
    given = [argument for argument in sys.argv[1:] if not argument.startswith("--")]
    main(*given[:5], given[5] if len(given) > 5 else None, "--without-share-alike" in sys.argv)
