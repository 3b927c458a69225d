"""What a user says to an assistant in passing, for groups.py: turns that thank, tell something and ask for something else, and questions about what was told.

own_facts.txt and own_chats.txt are ours. A line of own_facts.txt is a statement, two questions about it and, in most lines, a near miss: another statement about the same people and things that answers neither question.
`own_sessions(draw, asides)` gives groups of turns and of single sentences; `in_passing` puts an aside around any line; `first_person` asks about it as the user would; `held_back` are the facts that no model is trained on, to choose by.
"""

import os
import re
import zlib

from questions import time_stamp

# How often each fact is in a group, how many facts a group has, how often a fact's near miss is there as well, and one of how many facts is held back.
TIMES, FACTS, WITH_MISS, HELD_BACK = 12, 220, 0.8, 12
OPENINGS = (
    "Thanks!|Thank you, that helps.|Great, thanks.|Okay.|Got it.|Perfect.|Hm, okay.|Good to know.|Thanks a lot!|Nice one.|Ah, I see.|That makes sense.|Cool.|Wonderful.|Alright.|Oh, by the way:|Before I forget:|"
    "Just so you know:|One more thing first:|Funny that you mention it.|Speaking of which:|Unrelated, but|Quick update:"
).split("|")
TURNINGS = (
    "Anyway, another question:|But back to my question:|So,|Now something else:|Can you also tell me:|What I wanted to ask:|Moving on:|Also,|And one more thing:|Could you help me with this:|Here is my next question:|Back to work:|Different topic:"
).split("|")


def lines_of(name):
    for line in open(os.path.join(os.path.dirname(__file__), name)):
        if line.strip() and not line.startswith("#"):
            yield line.rstrip("\n").split(" | ")


def in_passing(said, asides, draw):
    """A turn that says more than one thing: what is before, behind or on both sides of it."""
    before = draw.choice(OPENINGS) if draw.random() < 0.75 else ""
    behind = f"{draw.choice(TURNINGS)} {draw.choice(asides)}" if draw.random() < 0.75 else ""
    if before.endswith("but") and said[:2] != "I ":
        said = said[0].lower() + said[1:]
    return " ".join(part for part in (before, said, behind) if part)


def first_person(question, name):
    """"What does NAME paint?" becomes "What do I paint?"; None where the name stays."""
    forms = [
        (rf"\bdoes {name}\b", "do I"), (rf"\bdid {name}\b", "did I"), (rf"\bhas {name}\b", "have I"), (rf"\bis {name}\b", "am I"), (rf"\bDoes {name}\b", "Do I"), (rf"\bDid {name}\b", "Did I"), (rf"\bHas {name}\b", "Have I"),
        (rf"\bIs {name}\b", "Am I"), (rf"\b(will|can|could|should|would|might) {name}\b", r"\1 I"), (rf"\b{name}'s\b", "my"), (r"\btheir\b", "my"), (r"\bthem\b", "me"),
    ]
    for pattern, form in forms:
        question = re.sub(pattern, form, question)
    return None if re.search(rf"\b{name}\b", question) else question


def facts_of(held):
    """(statement, questions, near miss or None)."""
    for said, first, second, *miss in lines_of("own_facts.txt"):
        if (zlib.crc32(said.encode()) % HELD_BACK == 0 and bool(miss)) == held:
            yield said, (first, second), miss[0] if miss else None


def own_sessions(draw, asides):
    """Groups of the turns of many sessions, or of what was said alone; other facts together each time, so that a question meets other rivals. A question's fourth part is the place of its near miss."""
    facts, chats = list(facts_of(False)), list(lines_of("own_chats.txt"))
    asides = asides + [asked for asked, _ in chats] * 8
    for _ in range(TIMES):
        draw.shuffle(facts)
        for start in range(0, len(facts) - FACTS // 2, FACTS):
            yield one_group(facts[start : start + FACTS], chats, asides, draw)


def one_group(facts, chats, asides, draw):
    alone, named, stamped = draw.random() < 0.4, draw.random() < 0.7, draw.random() < 0.3
    passages, before, questions, later = [], [], [], []

    def say(said):
        stamp = time_stamp(draw) if stamped else ""
        turn = said if alone else in_passing(said, asides, draw)
        passages.append(f"{stamp}{'User: ' if named and not alone else ''}{turn}")
        before.append(None if alone or len(passages) == 1 else len(passages) - 2)
        if draw.random() < 0.6:
            asked_for, answer = draw.choice(chats)
            before.append(None if alone else len(passages) - 1)
            passages.append(f"{stamp}{'Assistant: ' if named and not alone else ''}{answer if draw.random() < 0.8 else asked_for}")

    for said, asked, miss in facts:
        place = len(passages)
        say(said)
        if miss and draw.random() < WITH_MISS:
            later.append((miss, [len(questions) + i for i in range(len(asked))]))
        questions += [[question, place, None, None] for question in asked]
    draw.shuffle(later)
    for miss, of in later:
        for i in of:
            questions[i][3] = len(passages)
        say(miss)
    return passages, [tuple(question) for question in questions], before
