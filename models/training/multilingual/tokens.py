"""Tokens of the pairs with the vocabulary that ships: `python tokens.py DATA multilingual/tokenizer.json tokenizer.json PACKED`.

PACKED is what pack_texts.py wrote. Pairs whose English side shares a run of ten words with the evaluation are dropped. 45 seconds on 16 cores."""

import bz2
import json
import lzma
import multiprocessing
import os
import re
import sys
import time

import numpy as np
from tokenizers import Tokenizer

RUN, CUT = 10, 160
began = time.time()
# Runs of words of the evaluation; the processes of the pool inherit it.
KNOWN = set()


def log(*parts):
    print(f"[{time.time() - began:6.1f}]", *parts, flush=True)


def main():
    out, multilingual, bert, folder = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    with multiprocessing.Pool(3) as pool:
        english, *others = pool.starmap(lines_of, [(folder, name) for name in ("english", "others-0", "others-1")])
    others = sum(others, [])
    about = json.load(open(f"{folder}/pairs.json"))
    source, language, place = np.frombuffer(lzma.open(f"{folder}/columns.xz").read(), np.uint32).reshape(3, -1).astype(np.int64)
    evaluation = json.load(lzma.open(f"{folder}/eval.json.xz"))
    log("read", len(english), len(others), len(place))
    keep = ~of_evaluation(english, evaluation)[place]
    log("dropped", int((~keep).sum()))
    source, language, place = source[keep], language[keep], place[keep]
    others = [text for text, kept in zip(others, keep) if kept]

    bert, own = Tokenizer.from_file(bert), Tokenizer.from_file(multilingual)
    for tokenizer in (bert, own):
        tokenizer.no_truncation()
        tokenizer.no_padding()
    sets = {name: encoded_set(own, part) for name, part in evaluation.items()}
    # The teacher reads the English set with its own pieces.
    sets["teacher"] = encoded_set(bert, evaluation["xquad-en/dev"])
    np.save(f"{out}/eval.npy", np.array([sets], object), allow_pickle=True)
    for name, tokenizer, texts in (("teacher", bert, english), ("english", own, english), ("other", own, others)):
        ids, lengths = encoded(tokenizer, texts)
        np.save(f"{out}/{name}.npy", ids)
        np.save(f"{out}/{name}_len.npy", lengths)
        log(name, len(ids), "unknown", float((ids == 100).mean()))
    np.save(f"{out}/columns.npy", np.stack([source, language, place]))
    about["kept"] = [i for i, (a, b) in enumerate(zip(names(bert), names(own))) if a == b]
    json.dump(about, open(f"{out}/about.json", "w"))


def lines_of(folder, name):
    return bz2.open(f"{folder}/{name}.bz2", "rb").read().decode().split("\n")[:-1]


def words_of(text):
    return re.findall(r"\w+", text.lower())


def of_evaluation(texts, evaluation):
    """Which of the texts share a run of words with the English side of the evaluation."""
    for name, part in evaluation.items():
        own = part["docs"] if name.startswith("xquad-en/") else []
        for text in own + ([question for question, _ in part["queries"]] if "-en-" in name or name.startswith("xquad-en/") else []):
            words = words_of(text)
            KNOWN.update(hash(tuple(words[i : i + RUN])) for i in range(len(words) - RUN + 1))
    found = np.zeros(len(texts), bool)
    with multiprocessing.Pool(min(16, os.cpu_count())) as pool:
        for i, shared in enumerate(pool.map(shares_run, [texts[i::64] for i in range(64)])):
            found[i::64] = shared
    return found


def shares_run(texts):
    found = np.zeros(len(texts), bool)
    for i, text in enumerate(texts):
        words = words_of(text)
        found[i] = any(hash(tuple(words[j : j + RUN])) in KNOWN for j in range(len(words) - RUN + 1))
    return found


def encoded_set(tokenizer, part):
    return {"docs": encoded(tokenizer, part["docs"], 254), "queries": encoded(tokenizer, [text for text, _ in part["queries"]]), "relevant": np.array([i for _, i in part["queries"]])}


def encoded(tokenizer, texts, cut=CUT):
    """All tokens behind each other, and how many each text has."""
    tokens, lengths = [], np.zeros(len(texts), np.int32)
    for start in range(0, len(texts), 200_000):
        part = [found.ids[:cut] for found in tokenizer.encode_batch_fast(texts[start : start + 200_000], add_special_tokens=False)]
        lengths[start : start + len(part)] = [len(ids) for ids in part]
        tokens.append(np.fromiter((token for ids in part for token in ids), np.int32, int(lengths[start : start + len(part)].sum())))
    return np.concatenate(tokens), lengths


def names(tokenizer):
    return [name for name, _ in sorted(tokenizer.get_vocab(with_added_tokens=False).items(), key=lambda item: item[1])]


main()
