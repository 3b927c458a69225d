"""Trains a student with more layers: `python train_deeper.py DATA INIT OUT --kind A12|A8|C8 --steps N [--resume STATE] [--save STATE]`.

DATA is what tokens.py wrote, INIT what deeper_beginnings.py wrote. A12 and A8 begin as gte-small with all or eight of its layers, today's words brought into its space. C8 begins as today's model with four layers between its own that change almost nothing.
The teacher is lorekeep-embed-small-5. With --flat the rate stays and nothing is rounded, to compare beginnings. Without, words have 4 bits and matrices 8 from --rounded-from on, activations are in codes from --coded-from on."""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F
from deeper import Encoder, Packed, write
from train_multilingual import JOINED, LONGEST, loss_of

SEED, WIDTH = 20261119, 384
SHARES = {"tatoeba": 9, "beginners": 7, "ethereum": 4, "chromium": 2, "kubernetes": 1.5, "godot-docs": 1.5, "openstreetmap": 1.5, "wordnets": 1.5, "cldr": 1.5, "tico-19": 1.5, "natural-earth": 0.7}
# Layers of gte-small that the new ones of C8 begin with, their outputs set to nothing.
BETWEEN = (2, 5, 8, 10)


def main():
    o = parse()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    torch.backends.cuda.matmul.allow_tf32 = True
    began = time.time()
    log = lambda *parts: print(f"[{time.time() - began:6.1f}]", *parts, flush=True)
    torch.manual_seed(SEED + o.first)
    draw = np.random.default_rng(SEED + o.first)
    arrays = {name: value for part in ("words", "gte", "rest") for name, value in np.load(f"{o.init}/init-{part}.npz").items()}
    corpus = Corpus(o.data, device)
    sets = np.load(f"{o.data}/eval.npy", allow_pickle=True)[0]
    dev, unseen = ([name for name in sets if name.endswith(kind)] for kind in ("/dev", "/unseen"))
    xquad = [name for name in dev if name.startswith("xquad")]
    teacher = build(arrays, "teacher").to(device).eval().requires_grad_(False)
    embed = lambda model, rounded=False, kind=dtype: lambda packed: model(packed, kind, rounded)
    if o.only_report:
        log("teacher", round(ndcg(embed(teacher), sets["teacher"], device), 4))
        today = build(arrays, "today").to(device)
        for name, part in (("dev", dev), ("unseen", unseen)):
            log("today", name, report(embed(today), sets, part, device))
        return
    student = begin(o.kind, arrays, corpus, teacher, device).to(device)
    optimiser = optimiser_of(student, o, device)
    if o.resume:
        saved = torch.load(o.resume, map_location=device)
        student.load_state_dict(saved["student"])
        optimiser.load_state_dict(saved["optimiser"])
    log("before", report(embed(student), sets, xquad, device))

    for step in range(o.first, o.first + o.steps):
        place = (step - o.first) / o.steps
        if not o.flat and place >= o.coded_from and student.ranges is None:
            student.measure([corpus.batch(min(256, o.batch), draw, 8)[1] for _ in range(6)])
            log("coded", report(embed(student, True), sets, xquad, device))
        warm = min(1, (step - o.first + 1) / (200 if o.flat else 100))
        for group in optimiser.param_groups:
            group["lr"] = o.rate * warm * group["share"] * (1 if o.flat else max(0.5 * (1 + math.cos(math.pi * place)), 0.01))
        packed, both, keys = corpus.batch(o.batch, draw)
        with torch.no_grad():
            target = F.normalize(teacher(packed, dtype), dim=-1)
        a, b = F.normalize(student(both, dtype, not o.flat and place >= o.rounded_from), dim=-1).chunk(2)
        loss, parts = loss_of(a, b, target, keys)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimiser.step()
        if step % 250 == 0:
            log(f"step {step} loss {float(loss):.3f}", {name: round(float(value), 4) for name, value in parts.items()})
        if (step + 1) % o.every == 0:
            log("step", step + 1, report(embed(student, student.ranges is not None), sets, xquad, device))
    if o.save:
        torch.save({"student": student.state_dict(), "optimiser": optimiser.state_dict()}, o.save)
    log("dev", report(embed(student), sets, dev, device))
    if not o.flat:
        json.dump(write(student, o.out), open(f"{o.out}/ranges.json", "w"))
        for name, part in (("dev", dev), ("unseen", unseen)):
            log(f"{name}, as written", report(embed(student, True, torch.float32), sets, part, device))


def parse():
    parser = argparse.ArgumentParser()
    for name in ("data", "init", "out"):
        parser.add_argument(name)
    parser.add_argument("--kind", choices=("A12", "A8", "C8"))
    parser.add_argument("--steps", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="the first step of this run")
    parser.add_argument("--flat", action="store_true")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=3e-4)
    parser.add_argument("--words", type=float, default=2.5, help="how much faster the word vectors learn")
    parser.add_argument("--rounded-from", type=float, default=0.4)
    parser.add_argument("--coded-from", type=float, default=0.85)
    parser.add_argument("--every", type=int, default=1000)
    parser.add_argument("--resume")
    parser.add_argument("--save")
    parser.add_argument("--only-report", action="store_true", help="the teacher and today's model on the evaluation sets")
    o = parser.parse_args()
    os.makedirs(o.out, exist_ok=True)
    return o


def optimiser_of(student, o, device):
    decayed = [p for n, p in student.named_parameters() if p.ndim > 1 and n not in ("turn", "words.weight")]
    plain = [p for n, p in student.named_parameters() if p.ndim <= 1 or n == "turn"]
    groups = [{"params": [student.words.weight], "weight_decay": 0.0, "share": o.words}, {"params": decayed, "weight_decay": 0.01, "share": 1.0}, {"params": plain, "weight_decay": 0.0, "share": 1.0}]
    return torch.optim.AdamW(groups, lr=o.rate, betas=(0.9, 0.98), eps=1e-6, **({"fused": True} if device.type == "cuda" else {}))


def state_of(arrays, name):
    """Tensors of one of the models in INIT."""
    own = {key[len(name) + 1 :]: value.astype(np.float32) for key, value in arrays.items() if key.startswith(f"{name}/")}
    state = {}
    for key, value in own.items():
        if key.endswith("/codes"):
            state[key[:-6]] = torch.from_numpy(value * own[key[:-6] + "/scale"].reshape(-1, 1))
        elif not key.endswith("/scale"):
            state[key] = torch.from_numpy(value)
    state.setdefault("turn", torch.eye(WIDTH))
    return state


def part_of(state, layer):
    return {name.split(".", 2)[2]: value for name, value in state.items() if name.startswith(f"layers.{layer}.")}


def encoder(state, layers):
    """`layers`: what each layer is made of."""
    state = {name: value for name, value in state.items() if not name.startswith("layers.")}
    for i, layer in enumerate(layers):
        state |= {f"layers.{i}.{name}": value for name, value in layer.items()}
    model = Encoder(len(layers), len(state["words.weight"]))
    model.load_state_dict(state)
    return model


def build(arrays, name):
    state = state_of(arrays, name)
    count = 1 + max(int(key.split(".")[1]) for key in state if key.startswith("layers."))
    return encoder(state, [part_of(state, i) for i in range(count)])


@torch.no_grad()
def begin(kind, arrays, corpus, teacher, device):
    packed, both, _ = corpus.batch(2048, np.random.default_rng(1), 8)
    gte = state_of(arrays, "gte")
    if kind == "C8":
        _, kept = build(arrays, "today").to(device)(both, torch.float32, keep=True)
        today = state_of(arrays, "today")
        return encoder(today, [layer for i, new in enumerate(BETWEEN) for layer in (part_of(today, i), changing_nothing(part_of(gte, new), kept[i + 1]))])
    state = gte | {"words.weight": first_words(state_of(arrays, "today")["words.weight"], gte["words.weight"], corpus.kept)}
    student = encoder(state, [part_of(gte, int(round(i))) for i in np.linspace(0, 11, int(kind[1:]))]).to(device)
    # Where the teacher places the English texts, as far as a matrix brings them there.
    target = F.normalize(teacher(packed, torch.float32), dim=-1)
    own = F.normalize(student(both, torch.float32)[: packed.count], dim=-1)
    student.turn.copy_(torch.linalg.lstsq(own.double().cpu(), target.double().cpu()).solution)
    return student


def changing_nothing(layer, x):
    """A layer that hands on what it reads, but for normalising it to its mean and spread."""
    layer = {name: value.clone() for name, value in layer.items()}
    for name in ("out", "down"):
        layer[f"{name}.weight"].zero_()
        layer[f"{name}.bias"].zero_()
    for name in ("norm1", "norm2"):
        layer[f"{name}.weight"].fill_(float(x.std(1, unbiased=False).mean()))
        layer[f"{name}.bias"].fill_(float(x.mean()))
    return layer


def first_words(today, gte, kept):
    """Today's words of other languages, brought into gte-small's space by the pieces that both have."""
    today, gte, kept = today.double(), gte.double(), torch.tensor(kept)
    words = today @ torch.linalg.lstsq(today[kept], gte[kept]).solution
    size = lambda rows: rows.norm(dim=1, keepdim=True)
    words *= size(today) / size(today[kept]).mean() * size(gte[kept]).mean() / size(words)
    words[kept] = gte[kept]
    return words.float()


class Corpus:
    """Pairs in the order of their documents: some pairs in a row are one longer text."""

    def __init__(self, folder, device):
        about = json.load(open(f"{folder}/about.json"))
        load = lambda name: np.load(f"{folder}/{name}.npy")
        self.device, self.kept = device, about["kept"]
        source, language, self.place = load("columns")
        teacher, self.teacher_at = self.spread(load("teacher"), load("teacher_len"))
        english, self.english_at = self.spread(load("english"), load("english_len"))
        self.other_at = starts_of(load("other_len"))
        self.teacher = torch.from_numpy(teacher).to(device)
        self.tokens = torch.from_numpy(np.concatenate([english, load("other")])).to(device)
        self.first_other = len(english)
        borders = np.flatnonzero(np.diff(source * 1000 + language, prepend=-1, append=-1))
        self.by_source = {}
        for begin, end in zip(borders[:-1], borders[1:]):
            if end - begin >= 50:
                self.by_source.setdefault(about["sources"][source[begin]], []).append((begin, end))
        self.names = list(self.by_source)
        weights = np.array([SHARES.get(name, 1.0) for name in self.names])
        self.weights = weights / weights.sum()

    def spread(self, ids, lengths):
        """English texts are stored once each; here they follow each other as their pairs do."""
        starts, lengths = starts_of(lengths)[:-1][self.place], lengths.astype(np.int64)[self.place]
        ends = np.cumsum(lengths)
        return ids[np.arange(ends[-1]) - np.repeat(ends - lengths, lengths) + np.repeat(starts, lengths)], np.concatenate([[0], ends])

    def batch(self, size, draw, parts=4):
        """`parts` sources a batch, every language of a source as likely as the square root of what there is of it."""
        first, count = [], []
        for name in draw.choice(self.names, parts, p=self.weights):
            groups = np.array(self.by_source[name])
            weights = np.sqrt(groups[:, 1] - groups[:, 0])
            begin, end = groups[draw.choice(len(groups), size // parts, p=weights / weights.sum())].T
            at = begin + (draw.random(size // parts) * (end - begin)).astype(np.int64)
            joined = np.where(draw.random(size // parts) < JOINED.get(name, 0.4), draw.integers(2, 8, size // parts), 1)
            first.append(at)
            count.append(np.minimum(joined, end - at))
        first, count = np.concatenate(first), np.concatenate(count)
        # As many as fit; the same for every side.
        for _ in range(7):
            long = np.maximum.reduce([at[first + count] - at[first] for at in (self.teacher_at, self.english_at, self.other_at)]) > LONGEST
            count = np.where(long & (count > 1), count - 1, count)
        length = lambda at: np.minimum(at[first + count] - at[first], LONGEST)
        teacher = Packed(self.teacher, self.teacher_at[first], length(self.teacher_at))
        starts = np.concatenate([self.english_at[first], self.other_at[first] + self.first_other])
        both = Packed(self.tokens, starts, np.concatenate([length(self.english_at), length(self.other_at)]))
        return teacher, both, torch.from_numpy(self.place[first]).to(self.device, non_blocking=True)


def starts_of(lengths):
    return np.concatenate([[0], np.cumsum(lengths.astype(np.int64))])


@torch.no_grad()
def vectors(embed, found, device):
    tokens, lengths = found
    flat, starts = torch.from_numpy(np.append(tokens, 0)).to(device), starts_of(lengths)
    parts = [slice(at, min(at + 512, len(lengths))) for at in range(0, len(lengths), 512)]
    return F.normalize(torch.cat([embed(Packed(flat, starts[:-1][part], lengths[part].astype(np.int64))) for part in parts]), dim=-1)


def ndcg(embed, part, device):
    """NDCG@10 with one right answer for each query."""
    scores = vectors(embed, part["queries"], device) @ vectors(embed, part["docs"], device).t()
    right = torch.from_numpy(part["relevant"]).to(device)
    rank = (scores > scores.gather(1, right[:, None])).sum(1)
    return float(torch.where(rank < 10, 1 / torch.log2(rank + 2.0), torch.zeros((), device=device)).mean())


def report(embed, sets, names, device):
    found = {name.split("/")[0]: ndcg(embed, sets[name], device) for name in names}
    of = lambda kind: {name: round(value, 4) for name, value in found.items() if name.startswith(kind)}
    mean = lambda kind: round(float(np.mean([value for name, value in found.items() if name.startswith(kind)] or [0])), 4)
    return of("xquad") | of("ntrex") | {"mean": mean("xquad"), "ntrex mean": mean("ntrex")}


if __name__ == "__main__":
    main()
