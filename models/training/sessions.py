"""What a user says to an assistant in passing, for groups.py: turns that thank, tell something and ask for something else, and questions about what was told.

own_facts.txt and own_chats.txt are ours. `own_sessions(draw, asides)` gives groups of turns and of single sentences; `in_passing` puts an aside around any line; `first_person` asks about it as the user would.
"""

import os
import re

from questions import time_stamp

TIMES = 24
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


def own_sessions(draw, asides):
    """Groups of the turns of many sessions, or of what was said alone; half of the facts each time, so that a question meets other rivals."""
    facts, chats = list(lines_of("own_facts.txt")), list(lines_of("own_chats.txt"))
    asides = asides + [asked for asked, _ in chats] * 8
    for _ in range(TIMES):
        alone, named, stamped = draw.random() < 0.4, draw.random() < 0.7, draw.random() < 0.3
        passages, before, questions = [], [], []
        draw.shuffle(facts)
        for said, *asked in facts[: len(facts) // 2]:
            place = len(passages)
            stamp = time_stamp(draw) if stamped else ""
            turn = said if alone else in_passing(said, asides, draw)
            passages.append(f"{stamp}{'User: ' if named and not alone else ''}{turn}")
            before.append(None)
            questions += [(question, place, None) for question in asked]
            if draw.random() < 0.6:
                asked_for, answer = draw.choice(chats)
                before += [None if alone else place]
                passages.append(f"{stamp}{'Assistant: ' if named and not alone else ''}{answer if draw.random() < 0.8 else asked_for}")
                if not alone:
                    before[place] = None if place == 0 else place - 1
        yield passages, questions, before
