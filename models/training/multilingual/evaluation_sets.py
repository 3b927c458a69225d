"""What is looked at while training and never trained on: `python evaluation_sets.py MIRROR XQUAD_EN.json OUT.json`.

XQuAD in German, Russian and Chinese and the first half of NTREX are for development; Greek, Romanian and Thai and the second half only for the figures of the card. The other
languages of XQuAD are not opened."""

import json
import pathlib
import sys

from languages import LANGUAGES, LONG
from snapshot import Snapshot

XQUAD = {"dev": ["de", "ru", "zh"], "unseen": ["el", "ro", "th"]}
NAMES = {"ar": "arb", "pt": "por-BR", "zh": "zho-CN"}


def main():
    mirror, english, out = pathlib.Path(sys.argv[1]), json.load(open(sys.argv[2])), sys.argv[3]
    sets = {}
    place = {doc["id"]: i for i, doc in enumerate(english["docs"])}
    questions = [(query["text"], place[query["relevant"][0]]) for query in english["queries"]]
    sets["xquad-en/dev"] = {"docs": [doc["text"] for doc in english["docs"]], "queries": questions}
    found = Snapshot(str(mirror / "google-deepmind+xquad/repo"))
    by_place = {doc["id"]: doc["text"] for doc in english["docs"]}
    for part, languages in XQUAD.items():
        for language in languages:
            name = f"xquad.{language}.json"
            data = json.loads(found.text([name])[name])["data"]
            docs, own = {}, []
            for i, article in enumerate(data):
                for j, paragraph in enumerate(article["paragraphs"]):
                    docs[f"p{i}-{j}"] = paragraph["context"]
                    own += [(qa["question"], f"p{i}-{j}") for qa in paragraph["qas"]]
            order = [docs[doc["id"]] for doc in english["docs"]]
            sets[f"xquad-en-{language}/{part}"] = {"docs": order, "queries": questions}
            sets[f"xquad-{language}/{part}"] = {"docs": order, "queries": [(text, place[id_]) for text, id_ in own]}
            sets[f"xquad-{language}-en/{part}"] = {"docs": [by_place[doc["id"]] for doc in english["docs"]], "queries": [(text, place[id_]) for text, id_ in own]}
    found = Snapshot(str(mirror / "MicrosoftTranslator+NTREX/repo"))
    lines = lambda name: list(found.text([name]).values())[0].strip().split("\n")
    source = lines("NTREX-128/newstest2019-src.eng.txt")
    for language in LANGUAGES:
        other = lines(f"NTREX-128/newstest2019-ref.{NAMES.get(language, LONG[language])}.txt")
        for part, chosen in (("dev", slice(0, 1000)), ("unseen", slice(1000, None))):
            sets[f"ntrex-en-{language}/{part}"] = {"docs": other[chosen], "queries": [(text, i) for i, text in enumerate(source[chosen])]}
    json.dump(sets, open(out, "w"), ensure_ascii=False)
    print({name: (len(s["docs"]), len(s["queries"])) for name, s in sets.items()})


main()
