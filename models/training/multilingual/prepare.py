"""Vocabulary, token arrays and first word vectors, made where the cores are: `python prepare.py DATA SMALL.onnx TOKENIZER EVAL.json PACKED …`.

PACKED is what pack_pairs.py wrote. The vocabulary is that of the English model, its unused places and the room behind it filled with pieces of the other languages.
A new piece begins as the mean of the English pieces that occur where it occurs (Dice's coefficient over aligned sentences), so that the English layers read the
other languages word by word from the first step."""

import gzip
import json
import multiprocessing
import os
import random
import re
import sys
import time

import numpy as np
from scipy import sparse
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, trainers

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from beginnings import tensors_of

SEED, PIECES, TRAINED, RUN = 20261116, 74_000, 62_000, 10
LONGEST_WORD = 400
CUT = 160
began = time.time()


def log(*parts):
    print(f"[{time.time() - began:6.1f}]", *parts, flush=True)


def main():
    out, small, tokenizer_path, evaluation_path, *folders = sys.argv[1:]
    os.makedirs(out, exist_ok=True)
    about, english, others, (source, language, place) = unpacked(folders)
    log("pairs", len(others), "english", len(english), about["sources"], about["languages"])
    evaluation = json.load(open(evaluation_path))
    with multiprocessing.Pool(16) as pool:
        known = runs_of_evaluation(evaluation)
        shared = np.concatenate(pool.starmap(shares_run, [(part, known) for part in np.array_split(np.array(english, object), 64)]))
    log("dropped for sharing a run of words with the evaluation", int(shared[place].sum()))
    keep = ~shared[place]
    source, language, place = source[keep], language[keep], place[keep]
    others = [text for text, kept in zip(others, keep) if kept]

    bert = Tokenizer.from_file(tokenizer_path)
    bert.no_truncation(), bert.no_padding()
    tokenizer = vocabulary(bert, others, language, len(about["languages"]))
    tokenizer.save(f"{out}/tokenizer.json", pretty=False)
    log("pieces", tokenizer.get_vocab_size())

    english_bert, english_own = encoded(bert, english), encoded(tokenizer, english)
    log("english tokens", len(english_own[0]))
    own = encoded(tokenizer, others)
    log("other tokens", len(own[0]), "unknown", float((own[0] == 100).mean()))
    teacher_ids, student_ids = spread(english_bert, place), spread(english_own, place)
    words = first_words(small, tokenizer.get_vocab_size(), bert, own, teacher_ids, language, len(about["languages"]))
    np.savez(f"{out}/data.npz", teacher=teacher_ids[0].astype(np.int32), teacher_len=teacher_ids[1], english=student_ids[0].astype(np.int32), english_len=student_ids[1], other=own[0].astype(np.int32), other_len=own[1], source=source, language=language, place=place, words=words.astype(np.float16))
    sets = {}
    for name, part in evaluation.items():
        docs, queries = encoded(tokenizer, part["docs"], 254), encoded(tokenizer, [text for text, _ in part["queries"]])
        sets[name] = {"docs": docs, "queries": queries, "relevant": np.array([i for _, i in part["queries"]])}
    np.save(f"{out}/eval.npy", np.array([sets], object), allow_pickle=True)
    # The teacher reads the English set with its own pieces.
    part = evaluation["xquad-en/dev"]
    np.save(f"{out}/eval-teacher.npy", np.array([{"docs": encoded(bert, part["docs"], 254), "queries": encoded(bert, [t for t, _ in part["queries"]]), "relevant": sets["xquad-en/dev"]["relevant"]}], object), allow_pickle=True)
    json.dump(about, open(f"{out}/about.json", "w"))
    log("done")


def unpacked(folders):
    """The pairs of several folders, sources and languages numbered together."""
    about, english, others, columns = {"sources": [], "languages": []}, [], [], []
    for folder in folders:
        own = json.load(open(f"{folder}/pairs.json"))
        numbers = []
        for kind in ("sources", "languages"):
            about[kind] += [name for name in own[kind] if name not in about[kind]]
            numbers.append(np.array([about[kind].index(name) for name in own[kind]]))
        source, language, place = np.frombuffer(gzip.open(f"{folder}/columns.bin.gz").read(), np.uint32).reshape(3, -1).astype(np.int64)
        columns.append(np.stack([numbers[0][source], numbers[1][language], place + len(english)]))
        english += gzip.open(f"{folder}/english.txt.gz", "rt", newline="\n").read().split("\n")[:-1]
        others += gzip.open(f"{folder}/others.txt.gz", "rt", newline="\n").read().split("\n")[:-1]
    return about, english, others, np.concatenate(columns, axis=1)


def words_of(text):
    return re.findall(r"\w+", text.lower())


def runs_of_evaluation(evaluation):
    known = set()
    for name, part in evaluation.items():
        texts = part["docs"] if name.startswith("xquad-en/") else []
        for text in texts + ([q for q, _ in part["queries"]] if "-en-" in name or name.startswith("xquad-en/") else []):
            words = words_of(text)
            known.update(hash(tuple(words[i : i + RUN])) for i in range(len(words) - RUN + 1))
    return known


def shares_run(texts, known):
    found = np.zeros(len(texts), bool)
    for i, text in enumerate(texts):
        words = words_of(text)
        found[i] = any(hash(tuple(words[j : j + RUN])) in known for j in range(len(words) - RUN + 1))
    return found


def vocabulary(bert, others, language, languages):
    draw = random.Random(SEED)
    by_language = [np.flatnonzero(language == i) for i in range(languages)]
    chosen = []
    for places in by_language:
        places = places.tolist()
        draw.shuffle(places)
        size = 0
        for i in places:
            chosen.append(others[i][:400])
            size += len(others[i][:400].encode())
            if size > 6_000_000:
                break
    made = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=LONGEST_WORD))
    made.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.BertNormalizer(clean_text=True, handle_chinese_chars=True, strip_accents=False, lowercase=True)])
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    trainer = trainers.WordPieceTrainer(vocab_size=TRAINED, min_frequency=4, limit_alphabet=6000, special_tokens=["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"], show_progress=False)
    made.train_from_iterator(chosen, trainer)
    log("trained pieces", made.get_vocab_size(), "from", len(chosen), "texts")
    old = sorted(bert.get_vocab(with_added_tokens=False).items(), key=lambda item: item[1])
    names = [name for name, _ in old]
    known = set(names)
    fresh = [name for name, _ in sorted(made.get_vocab().items(), key=lambda item: item[1]) if name not in known and not name.startswith("[")]
    # Single characters first: without them whole words would be unknown.
    fresh.sort(key=lambda name: len(name.removeprefix("##")) > 1)
    rest = iter(fresh)
    for i, name in enumerate(names):
        if name.startswith("[unused"):
            names[i] = next(rest)
    names += [name for name, _ in zip(rest, range(PIECES - len(names)))]
    final = Tokenizer(models.WordPiece({name: i for i, name in enumerate(names)}, unk_token="[UNK]", max_input_chars_per_word=LONGEST_WORD))
    final.normalizer, final.pre_tokenizer = made.normalizer, made.pre_tokenizer
    return final


def encoded(tokenizer, texts, cut=CUT):
    """All tokens behind each other, and how many each text has."""
    tokens, lengths = [], np.zeros(len(texts), np.int32)
    for start in range(0, len(texts), 100_000):
        part = [found.ids[:cut] for found in tokenizer.encode_batch_fast(texts[start : start + 100_000], add_special_tokens=False)]
        lengths[start : start + len(part)] = [len(ids) for ids in part]
        tokens.append(np.concatenate([np.array(ids, np.int32) for ids in part if ids] or [np.zeros(0, np.int32)]))
    return np.concatenate(tokens), lengths


def spread(found, place):
    """The English tokens of every pair, in the order of the pairs."""
    tokens, lengths = found
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    chosen = lengths[place].astype(np.int64)
    ends = np.cumsum(chosen)
    index = np.arange(ends[-1]) - np.repeat(ends - chosen, chosen) + np.repeat(starts[place], chosen)
    return tokens[index], lengths[place]


def first_words(small, size, bert, own, english, language, languages):
    _, t = tensors_of(small)
    old = t["words.codes"].astype(np.float32) * t["words.scales"].reshape(-1, 1)
    norm = np.linalg.norm(old[1000:], axis=1).mean()
    SHARED.update(own=own, english=english, language=language, size=size, english_size=len(old))
    with multiprocessing.Pool(12) as pool:
        parts = pool.map(alignment, range(languages))
    total = sum(weight for _, weight in parts)
    mixed = sum(matrix for matrix, _ in parts)
    words = np.random.default_rng(SEED).normal(0, old.std(), (size, old.shape[1])).astype(np.float32) * 0.5 + old[1000:].mean(0)
    seen = np.flatnonzero(total > 0)
    rows = np.asarray(mixed[seen] @ old)
    rows *= norm * 0.9 / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6)
    words[seen] = rows
    unused = np.array([name.startswith("[unused") for name, _ in sorted(bert.get_vocab(with_added_tokens=False).items(), key=lambda item: item[1])])
    kept = np.flatnonzero(~unused)
    words[kept] = old[kept]
    log("new pieces with a first meaning", int((total[len(old) :] > 0).sum()), "of", size - len(old))
    return words


# What the processes of a pool read without a copy of their own.
SHARED = {}


def alignment(number):
    """For each piece the English pieces with the highest Dice coefficient, weighted by its square and by how often the piece occurs in this language."""
    own, english, size, english_size = (SHARED[name] for name in ("own", "english", "size", "english_size"))
    starts = lambda lengths: np.concatenate([[0], np.cumsum(lengths)[:-1]])
    rows = np.flatnonzero((SHARED["language"] == number) & (own[1] < 60) & (english[1] < 60))
    rows = np.random.default_rng(SEED).permutation(rows)[:150_000]
    if len(rows) == 0:
        return sparse.csr_matrix((size, english_size)), np.zeros(size)

    def matrix(found, width):
        begin, lengths = starts(found[1])[rows], found[1][rows].astype(np.int64)
        ends = np.cumsum(lengths)
        index = np.arange(ends[-1]) - np.repeat(ends - lengths, lengths) + np.repeat(begin, lengths)
        made = sparse.csr_matrix((np.ones(len(index), np.float32), (np.repeat(np.arange(len(rows)), lengths), found[0][index])), (len(rows), width))
        made.data[:] = 1
        return made

    f, e = matrix(own, size), matrix(english, english_size)
    count_f, count_e = np.asarray(f.sum(0)).ravel(), np.asarray(e.sum(0)).ravel()
    together = (f.T @ e).tocsr()
    together.data[together.data < 2] = 0
    together.eliminate_zeros()
    own_of = np.repeat(np.arange(size), np.diff(together.indptr))
    together.data = 2 * together.data / (count_f[own_of] + count_e[together.indices])
    # Only the best six of each row.
    for i in range(size):
        part = together.data[together.indptr[i] : together.indptr[i + 1]]
        if len(part) > 6:
            part[part < np.partition(part, -6)[-6]] = 0
    together.data **= 2
    sums = np.maximum(np.asarray(together.sum(1)).ravel(), 1e-9)
    scale = np.where(count_f > 0, count_f / sums, 0)
    return sparse.diags(scale) @ together, np.where(np.asarray(together.sum(1)).ravel() > 0, count_f, 0)


if __name__ == "__main__":
    main()
