"""Trains the multilingual student: `python train_multilingual.py DATA SMALL.onnx OUT --steps 9000 [--resume STATE --save STATE]`.

The teacher is lorekeep-embed-small, which reads the English side of each pair. The student begins as the same model with more pieces and learns to place the English text and
its translation where the teacher places the English text, to rank texts as the teacher does whatever their languages, and to find the translation among the other texts of the batch."""

import argparse
import json
import math
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from beginnings import student as codes_of
from beginnings import tensors_of
from encoder import Encoder, Packed

SEED, TEMPERATURE, LONGEST = 20261116, 0.03, 250
EIGHT_BITS_FROM = 0.7
# How often a batch comes from each source; other sources have 1.
SHARES = {"tatoeba": 9, "beginners": 7, "ethereum": 4, "chromium": 2, "python-docs": 2, "kubernetes": 1.5, "openstreetmap": 1.5, "wordnets": 1.5, "cldr": 1.5, "tico-19": 1.5, "natural-earth": 0.7}
JOINED = {"tatoeba": 0.4, "wordnets": 0, "cldr": 0, "natural-earth": 0, "openstreetmap": 0}


def main():
    options = parse()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    began = time.time()
    log = lambda *parts: print(f"[{time.time() - began:6.1f}]", *parts, flush=True)
    torch.manual_seed(SEED + options.first)
    draw = np.random.default_rng(SEED + options.first)

    corpus = Corpus(options.data, device)
    teacher = small_model(options.small).to(device).eval().requires_grad_(False)
    student = small_model(options.small, corpus.words).to(device)
    log("pairs", len(corpus.source), "tokens", corpus.other.numel(), "pieces", len(corpus.words))
    sets = np.load(f"{options.data}/eval.npy", allow_pickle=True)[0]
    watched = [name for name in sets if name.endswith("/dev")]
    embed = lambda model, rounded=False: lambda packed: model.pooled(model.hidden(packed, dtype, rounded), packed)

    rows = [student.words.weight]
    decayed = [p for n, p in student.named_parameters() if p.ndim > 1 and n not in ("turn", "words.weight")]
    plain = [p for n, p in student.named_parameters() if p.ndim <= 1 or n == "turn"]
    groups = [{"params": rows, "weight_decay": 0.0, "share": options.words}, {"params": decayed, "weight_decay": 0.01, "share": 1.0}, {"params": plain, "weight_decay": 0.0, "share": 1.0}]
    optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), eps=1e-6, fused=device.type == "cuda")
    if options.resume:
        saved = torch.load(options.resume, map_location=device)
        student.load_state_dict(saved["student"])
        optimiser.load_state_dict(saved["optimiser"])
    else:
        teacher_set = np.load(f"{options.data}/eval-teacher.npy", allow_pickle=True)[0]
        log("teacher in English", round(ndcg(embed(teacher), teacher_set, device), 4))
        log("before", report(embed(student), sets, watched, device))

    for step in range(options.first, options.first + options.steps):
        place = step / options.of
        factor = min(1, (step + 1) / 200) * max(0.5 * (1 + math.cos(math.pi * place)), 0.01)
        for group in optimiser.param_groups:
            group["lr"] = options.rate * factor * group["share"]
        teacher_packed, english, other, keys = corpus.batch(options.batch, draw)
        with torch.no_grad():
            target = F.normalize(embed(teacher)(teacher_packed), dim=-1)
        rounded = place > EIGHT_BITS_FROM
        a, b = (F.normalize(embed(student, rounded)(packed), dim=-1) for packed in (english, other))
        loss, parts = loss_of(a, b, target, keys)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimiser.step()
        if step % 250 == 0:
            log(f"step {step} loss {float(loss):.3f}", {k: round(float(v), 4) for k, v in parts.items()})
        if (step + 1) % options.every == 0:
            log("step", step + 1, report(embed(student), sets, watched, device))
            if options.save:
                write(student, options.out)
    write(student, options.out)
    log("dev, eight bits", report(embed(student, True), sets, watched, device))
    if options.unseen:
        log("unseen, eight bits", report(embed(student, True), sets, [n for n in sets if n.endswith("/unseen")], device))
    if options.save:
        torch.save({"student": student.state_dict(), "optimiser": optimiser.state_dict()}, options.save)


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("small")
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--first", type=int, default=0, help="the first step of this run")
    parser.add_argument("--of", type=int, help="steps of all runs together")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=4e-4)
    parser.add_argument("--words", type=float, default=2.5, help="how much faster the word vectors learn")
    parser.add_argument("--every", type=int, default=2000)
    parser.add_argument("--resume")
    parser.add_argument("--save")
    parser.add_argument("--unseen", action="store_true")
    options = parser.parse_args()
    options.of = options.of or options.steps
    os.makedirs(options.out, exist_ok=True)
    return options


def small_model(path, words=None):
    """lorekeep-embed-small as it ships, its codes as numbers again; with another table of words where one is given."""
    state, codes = {}, codes_of(path)
    for name, value in codes.items():
        if name.endswith("/codes"):
            state[name[:-6]] = torch.from_numpy(value.astype(np.float32) * codes[name[:-6] + "/scale"].reshape(-1, 1))
        elif not name.endswith("/scale"):
            state[name] = torch.from_numpy(value.astype(np.float32))
    _, tensors = tensors_of(path)
    state["turn"] = torch.from_numpy(tensors["turn_left"].T.copy())
    state["types.weight"] = torch.zeros(2, 384)
    if words is not None:
        state["words.weight"] = words.float()
    model = Encoder(1 + max(int(n.split(".")[1]) for n in state if n.startswith("layers.")), len(state["words.weight"]))
    model.load_state_dict(state)
    return model


class Corpus:
    """Pairs in the order of their documents: some pairs in a row are one longer text."""

    def __init__(self, folder, device):
        data = np.load(f"{folder}/data.npz")
        about = json.load(open(f"{folder}/about.json"))
        self.device = device
        self.words = torch.from_numpy(data["words"])
        self.source, self.language = data["source"], data["language"]
        self.place = torch.from_numpy(data["place"]).to(device)
        self.tokens, self.lengths, self.starts = {}, {}, {}
        for name in ("teacher", "english", "other"):
            self.tokens[name] = torch.from_numpy(data[name]).to(device)
            self.lengths[name] = data[f"{name}_len"].astype(np.int64)
            self.starts[name] = np.concatenate([[0], np.cumsum(self.lengths[name])])
        self.other = self.tokens["other"]
        key = self.source.astype(np.int64) * 1000 + self.language
        borders = np.flatnonzero(np.diff(key, prepend=-1, append=-1))
        self.groups = list(zip(borders[:-1], borders[1:]))
        self.by_source = {}
        for begin, end in self.groups:
            if end - begin >= 50:
                self.by_source.setdefault(about["sources"][self.source[begin]], []).append((begin, end))
        self.names = list(self.by_source)
        weights = np.array([SHARES.get(name, 1.0) for name in self.names])
        self.weights = weights / weights.sum()

    def batch(self, size, draw):
        """Four sources a batch, every language of a source as likely as the square root of what there is of it."""
        first, count = [], []
        for name in draw.choice(self.names, 4, p=self.weights):
            groups = self.by_source[name]
            weights = np.sqrt([end - begin for begin, end in groups])
            chosen = draw.choice(len(groups), size // 4, p=weights / weights.sum())
            begin, end = np.array(groups).T[:, chosen]
            at = begin + (draw.random(size // 4) * (end - begin)).astype(np.int64)
            joined = np.where(draw.random(size // 4) < JOINED.get(name, 0.35), draw.integers(2, 6, size // 4), 1)
            first.append(at)
            count.append(np.minimum(joined, end - at))
        first, count = np.concatenate(first), np.concatenate(count)
        # As many as fit; the same for every side.
        for _ in range(5):
            long = np.maximum.reduce([self.starts[n][first + count] - self.starts[n][first] for n in self.tokens]) > LONGEST
            count = np.where(long & (count > 1), count - 1, count)
        packed = []
        for name in ("teacher", "english", "other"):
            starts = torch.from_numpy(self.starts[name][first]).to(self.device)
            lengths = torch.from_numpy(np.minimum(self.starts[name][first + count] - self.starts[name][first], LONGEST)).to(self.device)
            packed.append(Packed(self.tokens[name], starts, lengths))
        return *packed, self.place[torch.from_numpy(first).to(self.device)]


def divergence(target, logits):
    return F.kl_div(F.log_softmax(logits, -1), F.softmax(target, -1), reduction="batchmean")


def loss_of(a, b, target, keys):
    same_text = keys[:, None] == keys[None, :]
    diagonal = torch.eye(len(keys), dtype=torch.bool, device=keys.device)
    wanted = target @ target.t()
    parts = {"english": (1 - (a * target).sum(-1)).mean(), "other": (1 - (b * target).sum(-1)).mean()}
    masked = lambda scores: (scores / TEMPERATURE).masked_fill(same_text & ~diagonal, -99)
    parts["rank"] = divergence(masked(wanted), masked(b @ target.t())) + divergence(masked(wanted), masked(a @ b.t()))
    alone = lambda scores: (scores / TEMPERATURE).masked_fill(same_text, -99)
    parts["within"] = divergence(alone(wanted), alone(b @ b.t())) + divergence(alone(wanted), alone(a @ a.t()))
    # What the teacher finds nearly the same is no counter-example.
    rivals = (wanted > 0.95) & ~diagonal
    aim = torch.arange(len(keys), device=keys.device)
    scores = (a @ b.t() / TEMPERATURE).masked_fill(rivals | (same_text & ~diagonal), -99)
    parts["contrast"] = (F.cross_entropy(scores, aim) + F.cross_entropy(scores.t(), aim)) / 2
    among = (b @ b.t()).masked_fill(diagonal, 0)
    parts["similarity"] = ((among - wanted.masked_fill(diagonal, 0)) ** 2).mean()
    return 20 * parts["english"] + 20 * parts["other"] + parts["rank"] + 0.5 * parts["within"] + 0.4 * parts["contrast"] + 100 * parts["similarity"], parts


@torch.no_grad()
def vectors(embed, found, device):
    tokens, lengths = found
    flat = torch.from_numpy(np.append(tokens, 0)).to(device)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]]).astype(np.int64)
    made = []
    for at in range(0, len(lengths), 512):
        part = slice(at, at + 512)
        made.append(embed(Packed(flat, torch.from_numpy(starts[part]).to(device), torch.from_numpy(lengths[part].astype(np.int64)).to(device))))
    return F.normalize(torch.cat(made), dim=-1)


def ndcg(embed, part, device):
    """NDCG@10 with one right answer for each query."""
    scores = vectors(embed, part["queries"], device) @ vectors(embed, part["docs"], device).t()
    right = torch.from_numpy(part["relevant"]).to(device)
    rank = (scores > scores.gather(1, right[:, None])).sum(1)
    return float(torch.where(rank < 10, 1 / torch.log2(rank + 2.0), torch.zeros((), device=device)).mean())


def report(embed, sets, names, device):
    found = {name: ndcg(embed, sets[name], device) for name in names}
    mean = lambda test: round(float(np.mean([v for k, v in found.items() if test(k)] or [0])), 3)
    short = {k.split("/")[0]: round(v, 3) for k, v in found.items() if k.startswith("xquad")}
    return short | {"ntrex": {k.split("/")[0][9:]: round(v, 2) for k, v in found.items() if k.startswith("ntrex")}, "ntrex mean": mean(lambda k: k.startswith("ntrex"))}


def write(student, out):
    """Word vectors as codes, the rest as 16-bit numbers, in files of at most 16 MiB."""
    state = {name: value.detach().float().cpu().numpy() for name, value in student.state_dict().items()}
    words = state.pop("words.weight")
    scale = np.maximum(np.abs(words).max(1, keepdims=True), 1e-8) / 127
    codes = np.clip(np.rint(words / scale), -127, 127).astype(np.int8)
    half = len(codes) // 2
    np.savez(f"{out}/words-0.npz", codes=codes[:half], scales=scale[:half].astype(np.float32))
    np.savez(f"{out}/words-1.npz", codes=codes[half:], scales=scale[half:].astype(np.float32))
    np.savez(f"{out}/layers.npz", **{name: value.astype(np.float16) for name, value in state.items()})


if __name__ == "__main__":
    main()
