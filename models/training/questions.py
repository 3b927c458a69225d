"""Questions made by rule. They need not be elegant: the teacher says how near each is to every passage; they must only be of the kinds people ask."""

import re

from text import flat, sentences

STOP = set(
    "a an and are as at be by for from has have had he in is it its of on that the to was were will with what when where who which how did does do i you "
    "they she his her their this these those or not but if then than so can could would should may might must my your our we us me him them there here "
    "also into about over under more most some any all no nor only own same too very just been being because while during before after above below up "
    "down out off again".split()
)
# First names for dialogues. None of them belongs to a speaker of the evaluation's conversations.
NAMES = (
    "Alice Bob Carla David Emma Frank Grace Henry Isabel Jack Karen Liam Mia Noah Olivia Peter Quinn Rachel Steve Tina Uma Victor Wendy Xavier Yara Zoe "
    "Aisha Ben Chloe Daniel Elena Fatima George Hannah Ivan Julia Kevin Laura Mark Nina Oscar Paula Raj Sofia Tom Vera Will Yuki Zack Amit Bella Carlos "
    "Diana Eric Fiona Greg Holly Ian Jasmine Kyle Leila Marcus Nadia Owen Priya Ruth Simon Tara Anna Lucas Sarah Michael Jessica Chris Amanda Brian Emily "
    "Jason Megan Ryan Lisa Adam Rebecca Paul Kate Robert Claire Luke"
).split()
MONTHS = "January February March April May June July August September October November December".split()
PAST = dict(
    went="go", bought="buy", took="take", got="get", made="make", saw="see", had="have", met="meet", found="find", told="tell", gave="give", came="come",
    thought="think", felt="feel", left="leave", lost="lose", ran="run", wrote="write", said="say", spent="spend", began="begin", brought="bring",
    built="build", chose="choose", drove="drive", ate="eat", drank="drink", fell="fall", forgot="forget", grew="grow", heard="hear", kept="keep",
    knew="know", paid="pay", put="put", sang="sing", sat="sit", slept="sleep", sold="sell", sent="send", spoke="speak", stood="stand", swam="swim",
    taught="teach", threw="throw", understood="understand", woke="wake", won="win", wore="wear", broke="break", caught="catch", flew="fly", held="hold",
    hurt="hurt", led="lead", rode="ride", rose="rise", shot="shoot", stole="steal", did="do", became="become", read="read", died="die", used="use",
    saved="save", moved="move", loved="love", lived="live", hoped="hope", invited="invite", decided="decide", created="create", baked="bake",
    served="serve", received="receive", married="marry", studied="study", tried="try", carried="carry", planned="plan", stopped="stop", defeated="defeat",
)
PRESENT = set("like love want need think hope know feel enjoy prefer hate have plan work live play study remember believe own collect teach run make".split())


def infinitive(verb):
    """Of a past tense, or None when the word does not look like one."""
    if verb in PAST:
        return PAST[verb]
    if not verb.endswith("ed") or len(verb) < 5:
        return None
    if verb.endswith("ied"):
        return verb[:-3] + "y"
    stem = verb[:-2]
    if stem[-1] == stem[-2] and stem[-1] not in "lsz":
        return stem[:-1]
    return stem + "e" if stem[-1] in "vcgsuz" or stem.endswith(("at", "ut", "id", "ur", "ir", "or")) else stem


def words_of(text):
    return [w for w in (x.strip(".,;:!?\"()[]“”‘’`*_") for x in text.split()) if w]


def keywords(text, random):
    """Two to five content words, in the order of the text: what many type into a search box."""
    content = [w for w in words_of(text) if w.lower() not in STOP and re.match(r"^[A-Za-z][\w\-'.]{2,}$", w)]
    if len(content) < 4:
        return None
    picked = sorted(random.sample(range(len(content)), min(random.randint(2, 5), len(content))))
    return " ".join(dict.fromkeys(content[i] for i in picked))


def content_span(sentence, random):
    """A short run of words that begins with a content word and does not end with a function word."""
    words = words_of(sentence)
    starts = [i for i, w in enumerate(words) if w.lower() not in STOP and len(w) > 2]
    if len(starts) < 2:
        return None
    start = starts[random.randint(0, len(starts) - 2)]
    end = min(len(words), start + random.randint(2, 7))
    while end > start and words[end - 1].lower() in STOP:
        end -= 1
    return " ".join(words[start:end]) if end - start >= 2 else None


SPAN_FORMS = (
    "what is {}|what are {}|how does {} work|how to {}|why {}|who {}|when was {}|where is {}|{}|tell me about {}|explain {}|What do we know about {}?|"
    "What is said about {}?|How do I {}?|When did {} happen?|Which {}?|{} example|Who is {}?|What happened with {}?|What caused {}?|What does {} mean?"
).split("|")


def about(passage, random):
    """A query about any passage: keywords, one of its sentences, or a phrase of it in the form of a question."""
    draw = random.random()
    if draw < 0.25:
        return keywords(passage, random)
    parts = sentences(passage)
    sentence = random.choice(parts) if parts else passage
    if draw < 0.36 and len(parts) > 1 and 4 < len(sentence.split()) < 25:
        return sentence
    if draw < 0.75:
        question = factual(sentence, random)
        if question:
            return question
    span = content_span(sentence, random)
    if not span:
        return keywords(passage, random)
    question = random.choice(SPAN_FORMS).format(span)
    return question.lower() if random.random() < 0.5 else question


CLAUSE = r"[^.,;:!?()\[\]\"“”]"
PASSIVE = re.compile(rf"^(?:In [^,]{{3,30}}, )?({CLAUSE}{{3,70}}?) (was|were) (\w+(?:ed|en|un|uilt|ought|eft|old|ade|ung))\b({CLAUSE}{{0,80}})")
BEING = re.compile(rf"^(?:In [^,]{{3,30}}, )?({CLAUSE}{{3,60}}?) (is|was|are|were) ((?:an?|the|one of)\b{CLAUSE}{{8,120}})")
ACTION = re.compile(rf"^(?:(?:In|On|By|After|During) [^,]{{3,40}}, )?({CLAUSE}{{3,50}}?) (\w+) ({CLAUSE}{{6,110}})")
NUMBER = re.compile(rf"\b(\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|several) ((?:[a-z]+ )?[a-z]{{3,}}s)\b({CLAUSE}{{0,60}})")
PRONOUN = re.compile(r"^(it|he|she|they|this|these|that|there|its|his|her|we|you|i|who|which|what|and|but|however|some|many)\b", re.I)


def factual(sentence, random):
    """A question about who, when, where, how many or what, from the shape of a sentence; None when the sentence has no shape we know."""
    forms = []
    match = PASSIVE.match(sentence)
    if match and not PRONOUN.match(match[1]):
        subject, was, verb, rest = match[1], match[2], match[3], match[4].strip()
        short = " ".join(rest.split()[: random.randint(0, 5)])
        if re.match(r"by\b", rest):
            forms += [f"Who {verb} {lower_article(subject)}?", f"By whom {was} {lower_article(subject)} {verb}?"]
        else:
            forms += [f"{random.choice(['When', 'Where', 'Why', 'How'])} {was} {lower_article(subject)} {verb} {short}".strip() + "?"]
    match = BEING.match(sentence)
    if match and not PRONOUN.match(match[1]):
        who = "Who" if re.search(r"\b(born|politician|player|actor|actress|writer|singer|president|king|queen|engineer|scientist|artist|author)\b", match[3]) else "What"
        forms += [f"{who} {match[2]} {lower_article(match[1])}?", f"What {match[2]} {' '.join(match[3].split()[:8])} called?", f"{who} {match[2]} {' '.join(match[3].split()[:10])}?"]
    match = ACTION.match(sentence)
    base = infinitive(match[2].lower()) if match else None
    if base and not PRONOUN.match(match[1]):
        subject, rest = lower_article(match[1]), match[3].split()
        tail = " ".join(rest[: random.randint(3, 9)])
        forms += [f"When did {subject} {base} {tail}?", f"What did {subject} {base}?", f"Why did {subject} {base} {tail}?", f"Who {match[2]} {tail}?", f"What did {subject} {base} {' '.join(rest[-4:])}?"]
    match = NUMBER.search(sentence)
    if match:
        forms.append(f"How many {match[2]} {' '.join(match[3].split()[:5])}".strip() + "?")
    return flat(random.choice(forms)) if forms else None


def lower_article(subject):
    return re.sub(r"^(The|An?|In|On|Its|This) ", lambda m: m[0].lower(), subject)


FIRST_PERSON = re.compile(r"\b(?:I|We|i|we)\s+(?:just |also |really |finally |already |recently |once |even |actually )*(\w+)\s+([^.,!?;:\"“”()—]{6,80})")
FIRST_PERSON_IS = re.compile(r"\b(I'm|I am|I’m|I've been|I have been|My|my)\s+([^.,!?;:\"“”()—]{6,60})")
TIME_TAIL = re.compile(r"\s+(yesterday|today|last \w+|this \w+|tomorrow|\w+ \w+ ago|recently)\b.*$")


def about_utterance(name, other, utterance, random):
    """What somebody would later ask about a line of a conversation, naming the speaker."""
    match = FIRST_PERSON.search(utterance)
    if match and random.random() < 0.8:
        verb, rest = match[1].lower(), third_person(match[2].strip(), name, other)
        base = infinitive(verb)
        short = TIME_TAIL.sub("", rest)
        tail = " ".join(short.split()[: random.randint(3, 10)])
        if base:
            return random.choice(
                [f"When did {name} {base} {tail}?", f"When did {name} {base} {short}?", f"Where did {name} {base} {tail}?", f"Why did {name} {base} {tail}?",
                 f"How did {name} {base} {tail}?", f"What did {name} {base}?", f"What did {name} {base} {' '.join(short.split()[-4:])}?",
                 f"Did {name} {base} {tail}?", f"Who {verb} {tail}?", f"{name} {verb} {short}"]
            )
        if verb in PRESENT:
            return random.choice(
                [f"What does {name} {verb}?", f"Why does {name} {verb} {tail}?", f"Does {name} {verb} {short}?", f"How long has {name} {verb}ed {tail}?",
                 f"What kind of things does {name} {verb}?", f"Who {verb}s {tail}?", f"{name} {verb}s {short}"]
            )
        if verb in ("will", "can", "could", "should", "would", "might"):
            return random.choice([f"What {verb} {name} {tail}?", f"When {verb} {name} {tail}?", f"What are {name}'s plans to {tail}?", f"{name} {verb} {short}"])
    match = FIRST_PERSON_IS.search(utterance)
    if match and random.random() < 0.8:
        rest = third_person(match[2], name, other)
        words = rest.split()
        if match[1] in ("My", "my"):
            thing = " ".join(words[: random.randint(1, 3)])
            return random.choice([f"What is {name}'s {thing}?", f"What happened to {name}'s {thing}?", f"Who is {name}'s {words[0]}?", f"{name}'s {rest}", f"What does {name} say about {name}'s {thing}?"])
        return random.choice([f"Is {name} {rest}?", f"Why is {name} {rest}?", f"What is {name} {' '.join(words[:3])}?", f"How long has {name} been {rest}?", f"Who is {rest}?", f"{name} is {rest}"])
    if utterance.endswith("?") and random.random() < 0.5:
        return random.choice([f"What did {name} ask {other}?", f"What did {name} want to know about {content_span(utterance, random) or other}?"])
    span = content_span(utterance, random)
    if not span:
        return None
    span = third_person(span, name, other)
    return random.choice(
        "What did {n} say about {s}?|When did {n} talk about {s}?|What does {n} think about {s}?|Who mentioned {s}?|Why did {n} mention {s}?|"
        "How does {n} feel about {s}?|What did {n} tell {o} about {s}?|What are {n}'s plans for {s}?|{s} {n}|{s}|Does {n} know about {s}?|What inspired {n} to {s}?|"
        "What advice did {n} give {o} about {s}?|How did {n} describe {s}?".split("|")
    ).format(n=name, s=span, o=other)


def third_person(text, name, other):
    """my → their, me → them, you → the other's name: how a question retells a line."""
    text = re.sub(r"\b[Mm]y\b", "their", text)
    text = re.sub(r"\b(me|us)\b", "them", text)
    text = re.sub(r"\bour\b", "their", text)
    text = re.sub(r"\byour\b", f"{other}'s", text)
    text = re.sub(r"\byou\b", other, text)
    return re.sub(r"\bI\b", name, text)


def time_stamp(random):
    """The heads that chat logs carry, or none."""
    draw = random.random()
    if draw < 0.4:
        return ""
    date = f"{random.randint(1, 28)} {random.choice(MONTHS)}, {random.randint(2019, 2026)}"
    if draw < 0.75:
        return f"[{random.randint(1, 12)}:{random.randint(0, 59):02d} {random.choice(['am', 'pm'])} on {date}] "
    return random.choice([f"[{date}] ", f"({random.randint(2019, 2026)}-{random.randint(1, 12):02d}-{random.randint(1, 28):02d}) ", f"{date} - "])


def as_search(description, random):
    """A documentation line as people search for code: lower case, no punctuation, often with the language, articles dropped."""
    text = re.sub(r"[^\w\s.#+-]", " ", description.lower())
    text = re.sub(r"^(returns?|gets?|computes?|calculates?|creates?|converts?|checks?) ", lambda m: random.choice([m[0], m[1].rstrip("s") + " ", ""]), text)
    words = [w for w in text.split() if w not in ("the", "a", "an", "given", "this") or random.random() < 0.35][: random.randint(5, 13)]
    return " ".join(words).strip(" .")
