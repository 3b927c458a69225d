"""Drops doubles and everything that touches evaluation text, and tokenises the rest.

    python clean.py RAW EVALUATION TOKENIZER OUT [--without-share-alike] [--processes 2]

A record goes when its query or passage shares a run of ten words with any document or question of the evaluation sets (*.json in EVALUATION), or when its
query is word for word one of their questions. Where that happens in an encyclopaedia, its neighbours in the file go too: they come from the same article.
Writes the token ids to OUT (the order of records is kept, so that neighbours stay neighbours), OUT/dev.npz and the manifest of sources with counts.
"""

import argparse
import glob
import gzip
import hashlib
import json
import multiprocessing
import os
import re

import numpy as np
from licences import is_share_alike
from tokenizers import Tokenizer

HERE = os.path.dirname(os.path.abspath(__file__))
RUN = 10
WORD = re.compile(r"\w+")
MOST_TOKENS = {"q": 64, "p": 480}
# Sources of one kind form a group: a batch of one group imitates a namespace, where everything is alike and only meaning tells entries apart.
GROUPS = {
    "encyclopaedia": "wiki", "sentence_pairs": "wiki", "natural_questions": "wiki", "almanac": "wiki", "textbook": "wiki",
    "abstracts": "science", "book": "books", "documentation": "docs", "commands": "docs", "dictionary": "docs", "wordnet": "lexicon",
    "python": "python", "recipe": "python", "documented": "code", "titles": "single", "single_column": "single", "word_problems": "notes",
    "notes": "notes", "schema_guided": "tasks", "taskmaster": "tasks", "topical": "chat", "personas": "chat", "spoken_in_books": "chat",
}


def main(raw, evaluation, tokenizer_path, out, processes, share_alike):
    os.makedirs(out, exist_ok=True)
    sets = [json.load(open(path)) for path in sorted(glob.glob(os.path.join(evaluation, "*.json")))]
    write_dev(sets, load_tokenizer(tokenizer_path), os.path.join(out, "dev.npz"))
    described = json.load(open(os.path.join(HERE, "sources.json")))
    sources = described["repositories"] + described["packages"] + [described["pythonPackages"], {**described["templates"], "kind": "notes"}]
    if not share_alike:
        sources = [source for source in sources if not is_share_alike(source.get("licence"))]
    sources.sort(key=lambda source: (GROUPS[source["kind"]], source["name"]))
    kept = {"q": [], "q_len": [], "p": [], "p_len": []}
    manifest, seen, groups, total = [], set(), {}, 0
    with multiprocessing.Pool(processes, start_worker, (sets, tokenizer_path)) as pool:
        for source in sources:
            chunks = list(pool.imap(examine, chunks_of(raw, source["name"])))
            if not chunks:
                print("absent:", source["name"])
                continue
            part = {key: np.concatenate([chunk[key] for chunk in chunks]) for key in chunks[0]}
            touched = spread(part["touched"]) if source["kind"] == "encyclopaedia" else part["touched"]
            good = ~touched
            for i in np.flatnonzero(good):
                good[i] = part["key"][i] not in seen
                seen.add(part["key"][i])
            for name in ("q", "p"):
                kept[name].append(part[name][np.repeat(good, part[f"{name}_len"])])
                kept[f"{name}_len"].append(part[f"{name}_len"][good])
            count, group = int(good.sum()), GROUPS[source["kind"]]
            groups.setdefault(group, [total, total])[1] = total + count
            total += count
            tokens = sum(int(kept[f"{name}_len"][-1].sum()) for name in ("q", "p"))
            manifest.append({**described_as(source, raw), "group": group, "records": count, "withQuery": int((kept["q_len"][-1] > 0).sum()), "tokens": tokens,
                             "droppedForEvaluation": int(touched.sum()), "droppedAsDouble": len(good) - count - int(touched.sum())})
            print(*(f"{key} {manifest[-1][key]}" for key in ("name", "records", "droppedForEvaluation", "droppedAsDouble")), flush=True)
    json.dump({"records": total, "tokens": sum(m["tokens"] for m in manifest), "sources": manifest}, open(os.path.join(out, "manifest.json"), "w"), indent=2)
    json.dump(groups, open(os.path.join(out, "groups.json"), "w"))
    for key, arrays in kept.items():
        np.save(os.path.join(out, f"{key}.npy"), np.concatenate(arrays))


def load_tokenizer(path):
    tokenizer = Tokenizer.from_file(path)
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def chunks_of(raw, name):
    """Lists of lines, from NAME.jsonl or NAME.jsonl.gz."""
    path = os.path.join(raw, f"{name}.jsonl")
    if not os.path.exists(path) and not os.path.exists(f"{path}.gz"):
        return
    with open(path) if os.path.exists(path) else gzip.open(f"{path}.gz", "rt") as file:
        lines = []
        for line in file:
            lines.append(line)
            if len(lines) == 5_000:
                yield lines
                lines = []
        if lines:
            yield lines


WORKER = {}


def start_worker(sets, tokenizer_path):
    os.environ["TOKENIZERS_PARALLELISM"] = "false"
    WORKER["tokenizer"] = load_tokenizer(tokenizer_path)
    WORKER["forbidden"] = Forbidden([d["text"] for s in sets for d in s["docs"] + s["queries"]], [q["text"] for s in sets for q in s["queries"]])


def examine(lines):
    """Tokens of some records, and which of them touch the evaluation."""
    records = [json.loads(line) for line in lines]
    queries, passages = [record["q"] or "" for record in records], [record["p"] for record in records]
    forbidden = WORKER["forbidden"]
    result = {"touched": forbidden.touched(passages) | forbidden.touched(queries) | np.array([forbidden.is_question(q) for q in queries])}
    result["key"] = np.array([int.from_bytes(hashlib.blake2b(f"{q}\0{p}".encode(), digest_size=8).digest(), "big") for q, p in zip(queries, passages)], np.uint64)
    for name, texts in (("q", queries), ("p", passages)):
        ids = encode(WORKER["tokenizer"], texts, MOST_TOKENS[name])
        result[name], result[f"{name}_len"] = np.concatenate(ids), np.array([len(x) for x in ids], np.uint16)
    return result


def spread(touched):
    wide = touched.copy()
    for i in np.flatnonzero(touched):
        wide[max(0, i - 9) : i + 10] = True
    return wide


def described_as(source, raw):
    entry = {"name": source["name"], "origin": source.get("origin", ""), "licence": source.get("licence", "")}
    if "repository" in source:
        entry["repository"] = source["repository"]
    if "package" in source:
        entry["debianPackage"] = source["package"]
    listing = os.path.join(raw, f"{source['name']}.packages.json")
    if os.path.exists(listing):
        entry["licence"] = "each as listed"
        entry["packages"] = {name: package["licence"] for name, package in json.load(open(listing)).items() if package["records"]}
    return entry


class Forbidden:
    """The runs of ten words of the evaluation sets, as hashes that are computed for many records at once."""

    def __init__(self, texts, questions):
        self.codes = {}
        self.powers = np.array([pow(1_000_003, k, 1 << 64) for k in range(RUN)], np.uint64)
        hashes = [self.runs(np.array(self.words(text), np.uint64)) for text in texts]
        self.hashes = np.unique(np.concatenate(hashes))
        self.questions = {" ".join(WORD.findall(q.lower())) for q in questions}

    def words(self, text):
        codes = self.codes
        return [codes.setdefault(word, (len(codes) + 1) * 0x9E3779B97F4A7C15 & (1 << 64) - 1) for word in WORD.findall(text.lower())]

    def runs(self, codes):
        if len(codes) < RUN:
            return np.zeros(0, np.uint64)
        total = np.zeros(len(codes) - RUN + 1, np.uint64)
        for k in range(RUN):
            total += codes[k : len(codes) - RUN + 1 + k] * self.powers[k]
        return total

    def is_question(self, query):
        return bool(query) and " ".join(WORD.findall(query.lower())) in self.questions

    def touched(self, texts):
        """Whether each text shares a run. A gap of ten markers keeps runs from crossing from one text to the next."""
        codes, owner_starts = [], []
        for text in texts:
            owner_starts.append(len(codes))
            codes += self.words(text)
            codes += [0] * RUN
        runs = self.runs(np.array(codes, np.uint64))
        position = np.searchsorted(self.hashes, runs)
        hits = np.flatnonzero(self.hashes[np.minimum(position, len(self.hashes) - 1)] == runs)
        owners = np.searchsorted(np.array(owner_starts), hits, side="right") - 1
        found = np.zeros(len(texts), bool)
        found[owners] = True
        return found


def encode(tokenizer, texts, most):
    ids = []
    for start in range(0, len(texts), 10_000):
        for encoding in tokenizer.encode_batch(texts[start : start + 10_000], add_special_tokens=False):
            ids.append(np.array(encoding.ids[:most], np.uint16))
    return ids


def write_dev(sets, tokenizer, path):
    """The evaluation sets, to watch the training by; nothing is trained on them."""
    arrays = {}
    for s in sets:
        name = s["name"]
        place = {(d.get("ns", ""), d["id"]): i for i, d in enumerate(s["docs"])}
        spaces = {ns: i for i, ns in enumerate(sorted({d.get("ns", "") for d in s["docs"]}))}
        for part in ("docs", "queries"):
            ids = encode(tokenizer, [x["text"] for x in s[part]], 510)
            arrays[f"{name}/{part}/tokens"] = np.concatenate(ids)
            arrays[f"{name}/{part}/lengths"] = np.array([len(x) for x in ids])
            arrays[f"{name}/{part}/spaces"] = np.array([spaces[x.get("ns", "")] for x in s[part]])
        pairs = [(i, place[(q.get("ns", ""), r)]) for i, q in enumerate(s["queries"]) for r in q["relevant"] if (q.get("ns", ""), r) in place]
        arrays[f"{name}/relevant"] = np.array(pairs)
    np.savez_compressed(path, **arrays)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("raw", "evaluation", "tokenizer", "out"):
        parser.add_argument(name)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--without-share-alike", action="store_true")
    given = parser.parse_args()
    main(given.raw, given.evaluation, given.tokenizer, given.out, given.processes, not given.without_share_alike)
