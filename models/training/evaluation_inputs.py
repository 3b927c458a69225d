"""The evaluation sets as word pieces, for looking at models on the accelerator: `python evaluation_inputs.py FOLDER TOKENIZER OUT.npz`.

FOLDER holds sets in the form of bench/memory/retrieval-set.ts. Documents are in the order of their namespaces; the one before a document is that of a conversation, where the set is one (most documents name
their speaker). These sets are only looked at.
"""

import glob
import json
import re
import sys

import numpy as np
from tokenizers import Tokenizer

SPOKEN = re.compile(r"^(?:\[[^\]]*\] ?)?[\w.' -]{1,30}: ")


def packed(texts, tokenizer):
    pieces = [encoding.ids[:510] for encoding in tokenizer.encode_batch(texts, add_special_tokens=False)]
    lengths = np.array([len(part) for part in pieces], np.int32)
    return np.array([piece for part in pieces for piece in part], np.uint16), lengths


def arrays_of(data, tokenizer):
    docs, queries = data["docs"], data["queries"]
    names = list(dict.fromkeys(doc.get("ns", "") for doc in docs))
    docs = sorted(docs, key=lambda doc: names.index(doc.get("ns", "")))
    place = {(doc.get("ns", ""), doc["id"]): i for i, doc in enumerate(docs)}
    spoken = sum(bool(SPOKEN.match(doc["text"])) for doc in docs) > len(docs) / 2
    tokens, lengths = packed([doc["text"] for doc in docs], tokenizer)
    asked, asked_lengths = packed([query["text"] for query in queries], tokenizer)
    right = [[place[(query.get("ns", ""), name)] for name in query["relevant"]] for query in queries]
    relevant = np.full((len(queries), max(len(r) for r in right)), -1, np.int32)
    for i, r in enumerate(right):
        relevant[i, : len(r)] = r
    starts = np.concatenate([[0], np.cumsum(np.concatenate([lengths, asked_lengths]))[:-1]])
    ns = np.array([names.index(doc.get("ns", "")) for doc in docs], np.int32)
    before = np.where(np.concatenate([[False], ns[1:] == ns[:-1]]) & spoken, np.arange(len(docs)) - 1, -1)
    return {
        "tokens": np.concatenate([tokens, asked]), "starts": starts[: len(docs)], "lengths": lengths, "doc": np.arange(len(docs)), "ns": ns, "before": before,
        "q_starts": starts[len(docs) :], "q_lengths": asked_lengths, "q_ns": np.array([names.index(query.get("ns", "")) for query in queries], np.int32), "relevant": relevant,
    }


if __name__ == "__main__":
    folder, tokenizer, out = sys.argv[1:]
    tokenizer = Tokenizer.from_file(tokenizer)
    sets = {}
    for path in sorted(glob.glob(f"{folder}/*.json")):
        data = json.load(open(path))
        sets |= {f"{data['name']}/{part}": value for part, value in arrays_of(data, tokenizer).items()}
        print(data["name"], len(data["docs"]), len(data["queries"]))
    np.savez_compressed(out, **sets)
