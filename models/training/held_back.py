"""What was held back of our own questions, as sets to look at: `python held_back.py MIRROR FOLDER` writes facts.json, facts-near.json (with their near misses) and web-code.json for evaluation_inputs.py."""

import json
import random
import sys

from own_code import own_code
from sessions import facts_of, in_passing, lines_of


def facts(name, with_misses):
    draw, docs, queries = random.Random(5), [], []
    chats = list(lines_of("own_chats.txt"))
    asides = [asked for asked, _ in chats]
    for k, (said, asked, miss) in enumerate(facts_of(True)):
        docs.append({"id": f"s{k}", "text": f"User: {in_passing(said, asides, draw)}"})
        docs.append({"id": f"a{k}", "text": f"Assistant: {draw.choice(chats)[1]}"})
        queries += [{"text": question, "relevant": [f"s{k}"]} for question in asked]
        turn = f"User: {in_passing(miss, asides, draw)}"
        if with_misses:
            docs.append({"id": f"m{k}", "text": turn})
    return {"name": name, "docs": docs, "queries": queries}


def web_code(mirror):
    docs, queries = [], []
    for passages, asked in list(own_code(mirror, random.Random(41), held=True))[::2]:
        first = len(docs)
        docs += [{"id": str(first + i), "text": text} for i, text in enumerate(passages)]
        queries += [{"text": text, "relevant": [str(first + place)]} for text, place, *_ in asked]
    return {"name": "web-code", "docs": docs, "queries": queries}


if __name__ == "__main__":
    mirror, folder = sys.argv[1:]
    for data in (facts("facts", False), facts("facts-near", True), web_code(mirror)):
        json.dump(data, open(f"{folder}/{data['name']}.json", "w"))
        print(data["name"], len(data["docs"]), len(data["queries"]))
