"""The lists that the service's own search finds, as word pieces, for looking at re-rankers on the accelerator: `python list_inputs.py FOLDER TOKENIZER OUT.npz`.

FOLDER holds the files SET.lists.json of `LOREKEEP_BENCH_LISTS=FOLDER node bench/memory/reranking.ts SET.json …`. Lengths are those that the service cuts to. These lists are only looked at.
"""

import glob
import json
import os
import sys

import numpy as np
from tokenizers import Tokenizer

from cross_encoder import MOST

BEFORE, CANDIDATES = 30, 50


def arrays_of(lists, tokenizer):
    tokens, places, top = [], {}, 0

    def place(kind, text):
        nonlocal top
        if (kind, text) not in places:
            ids = tokenizer.encode(text, add_special_tokens=False).ids
            ids = ids[-BEFORE:] if kind == "before" else ids[: MOST[kind]]
            tokens.append(np.array(ids, np.uint16))
            places[kind, text] = top, len(ids)
            top += len(ids)
        return places[kind, text]

    count = len(lists)
    passages, before, questions = np.zeros((count, CANDIDATES, 2), np.int32), np.zeros((count, CANDIDATES, 2), np.int32), np.zeros((count, 2), np.int32)
    scores, grades = np.zeros((count, CANDIDATES), np.float32), np.zeros((count, CANDIDATES), np.float32)
    for i, one in enumerate(lists):
        questions[i] = place("question", one["query"])
        for k, found in enumerate(one["found"][:CANDIDATES]):
            passages[i, k] = place("passage", found["text"])
            before[i, k] = place("before", found["before"]) if found.get("before") else (0, 0)
            scores[i, k], grades[i, k] = found["score"], found["grade"] > 0
    return {"tokens": np.concatenate(tokens), "questions": questions, "passages": passages, "before": before, "scores": scores, "grades": grades, "relevant": np.array([one["relevant"] for one in lists], np.int32)}


if __name__ == "__main__":
    folder, tokenizer, out = sys.argv[1:]
    tokenizer, sets = Tokenizer.from_file(tokenizer), {}
    for path in sorted(glob.glob(f"{folder}/*.lists.json")):
        name, lists = os.path.basename(path).removesuffix(".lists.json"), json.load(open(path))
        sets |= {f"{name}/{part}": value for part, value in arrays_of(lists, tokenizer).items()}
        print(name, len(lists))
    np.savez_compressed(out, **sets)
