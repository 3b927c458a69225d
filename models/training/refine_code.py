"""Teaches the embedder what people mean who type a question about code: `python refine_code.py DATA OUT`.

A question is to find its code among all code of a batch, some of which the model that ships finds nearly as near.
Of everything else nothing is learnt: there the order that the shipped model gives is kept, and all vectors are held near its own. Cosines of code keep their mean and their spread, or else one calibration would not be for code and prose. sets.npz has the evaluation sets, which are only looked at; at the end it shows how good parts of the way are.
"""

import argparse
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from embedder import Embedder, embedded
from encoder import Packed
from refine_embedder import Sets, finish
from train_reranker import SEED, SHARES, Material, optimiser_of, set_rate

KEPT = {"talk": 0.22, "prose": 0.22, "asked": 0.2, "asked talk": 0.08, "own talk": 0.08, "own sessions": 0.2}
ASKED, NEAREST = ("asked code", "web code"), 40
KEPT_TEMPERATURE = 0.03
EIGHT_BITS_FROM = 0.6


class Code:
    """The questions about code, and of each what the shipped model finds among all code."""

    def __init__(self, material, shipped, dtype, log):
        device = material.device
        kinds = [i for i, kind in enumerate(SHARES) if kind in ASKED]
        self.m = material
        self.questions = torch.nonzero(torch.isin(material.questions[:, 4], torch.tensor(kinds, device=device))).squeeze(1)
        groups = material.questions[self.questions, 2].unique()
        self.passages = torch.nonzero(torch.isin(material.passages[:, 2], groups)).squeeze(1)
        q, p = material.questions[self.questions], material.passages[self.passages]
        asked = embedded(shipped, dtype, material.tokens, q[:, 0], q[:, 1])
        found = embedded(shipped, dtype, material.tokens, p[:, 0], p[:, 1])
        right = torch.searchsorted(self.passages, q[:, 3])
        self.rivals = torch.empty(len(q), NEAREST, dtype=torch.int64, device=device)
        self.cosine = (asked * found[right]).sum(1)
        for at in range(0, len(q), 2048):
            alike = asked[at : at + 2048] @ found.t()
            own = self.passages[None]
            alike[(own >= q[at : at + 2048, 5:6]) & (own <= q[at : at + 2048, 6:7])] = -2
            # What is nearer than the right one may well answer too.
            alike[alike > self.cosine[at : at + 2048, None] - 0.003] = -2
            best = alike.topk(NEAREST)
            self.rivals[at : at + 2048] = torch.where(best.values > -1, self.passages[best.indices], -1)
        self.by_kind = [torch.nonzero(q[:, 4] == k).squeeze(1) for k in kinds]
        log(f"questions about code {[len(k) for k in self.by_kind]}, passages {len(p)}, cosine {float(self.cosine.mean()):.3f}")

    def drawn(self, count, web, draw):
        """Places in self.questions."""
        device, parts = self.m.device, (int(count * (1 - web)), int(count * web))
        return torch.cat([own[torch.randint(len(own), (n,), device=device, generator=draw)] for own, n in zip(self.by_kind, parts)])


def main():
    options = parse()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    torch.manual_seed(SEED)
    draw = torch.Generator(device=device).manual_seed(SEED + options.seed)
    clock = time.time()
    log = lambda *parts: print(f"[{time.time() - clock:6.1f}]", *parts, flush=True)
    arrays = dict(np.load(f"{options.data}/beginnings.npz"))
    material, sets = Material(f"{options.data}/groups.npz", device), Sets(f"{options.data}/sets.npz", device)
    model, shipped = Embedder(arrays).to(device), Embedder(arrays).to(device).requires_grad_(False)
    if options.rivals:
        material.rivals = torch.load(options.rivals, map_location=device)
    else:
        material.mine(lambda *texts: embedded(shipped, dtype, *texts), log)
        torch.save(material.rivals, f"{options.out}/rivals.pt")
    sets.show(shipped, dtype, log, "as it ships")
    code = Code(material, shipped, dtype, log)
    material.shares = [KEPT.get(kind, 0.0) for kind in SHARES]
    optimiser = optimiser_of(model, options.rate)
    q, p = material.questions, material.passages
    for step in range(options.steps):
        set_rate(optimiser, options.rate, step, options.steps)
        rounded = step > EIGHT_BITS_FROM * options.steps
        # Questions about code among all code of the batch.
        own = code.drawn(options.batch, options.web, draw)
        asked = code.questions[own]
        column = torch.randint(NEAREST, (len(own), options.candidates), device=device, generator=draw)
        rivals = code.rivals[own].gather(1, column)
        rivals = torch.where(rivals < 0, code.passages[torch.randint(len(code.passages), rivals.shape, device=device, generator=draw)], rivals)
        flat = torch.cat([q[asked, 3], rivals.reshape(-1)])
        questions_pack, passages_pack = Packed(material.tokens, q[asked, 0], q[asked, 1]), Packed(material.tokens, p[flat, 0], p[flat, 1])
        questions, found = model(questions_pack, dtype, rounded), model(passages_pack, dtype, rounded)
        with torch.no_grad():
            old_questions, old_found = shipped(questions_pack, dtype), shipped(passages_pack, dtype)
            old = old_questions @ old_found.t()
            rows = torch.arange(len(own), device=device)
            also = ((flat[None] >= q[asked, 5:6]) & (flat[None] <= q[asked, 6:7])) | (old > old[rows, rows][:, None] + options.slack)
            also[rows, rows] = False
        among = F.cross_entropy((questions @ found.t() / options.temperature).masked_fill(also, -1e4), rows)
        near = (1 - (questions * old_questions).sum(-1)).mean() + (1 - (found * old_found).sum(-1)).mean()
        # Cosines keep their mean and their spread: one calibration is for code and for prose, and both may be in one namespace.
        cosines = questions @ found.t()
        level = ((cosines.mean(1) - old.mean(1)) ** 2 + (cosines.std(1) - old.std(1)) ** 2).mean()
        loss = options.among * among + options.near_code * near + options.level * level
        code_questions, code_found, old_code_questions, old_code_found = questions, found[: len(own)], old_questions, old_found[: len(own)]
        # Everything else stays as it is.
        picked, passages = material.drawn(options.kept_batch, 4, draw)
        flat = passages.reshape(-1)
        questions_pack, passages_pack = Packed(material.tokens, q[picked, 0], q[picked, 1]), Packed(material.tokens, p[flat, 0], p[flat, 1])
        questions, found = model(questions_pack, dtype, rounded), model(passages_pack, dtype, rounded)
        with torch.no_grad():
            old_questions, old_found = shipped(questions_pack, dtype), shipped(passages_pack, dtype)
            target = F.softmax(old_questions @ old_found.t() / KEPT_TEMPERATURE, -1)
        order = F.kl_div(F.log_softmax(questions @ found.t() / KEPT_TEMPERATURE, -1), target, reduction="batchmean")
        held = (1 - (questions * old_questions).sum(-1)).mean() + (1 - (found * old_found).sum(-1)).mean()
        apart = ((code_questions @ found.t() - old_code_questions @ old_found.t()) ** 2).mean() + ((questions @ code_found.t() - old_questions @ old_code_found.t()) ** 2).mean()
        loss = loss + options.kept * order + options.near * held + options.level * apart
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % 50 == 0:
            log(f"step {step} among {float(among):.4f} near {float(near):.4f} order {float(order):.4f} held {float(held):.4f} level {float(level):.6f} {float(cosines.mean()):.3f} for {float(old.mean()):.3f} apart {float(apart):.6f}")
    finish(model, shipped, (0.25, 0.5, 0.75, 1.0), sets, options.out, dtype, log)


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("--rivals")
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--batch", type=int, default=768)
    parser.add_argument("--candidates", type=int, default=2, help="rivals of each question beside what the batch has")
    parser.add_argument("--web", type=float, default=0.2, help="how much of a batch are our own searches")
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--temperature", type=float, default=0.02)
    parser.add_argument("--slack", type=float, default=0.0, help="what is nearer than the right one by that much in the shipped model is no rival")
    parser.add_argument("--among", type=float, default=1.0)
    parser.add_argument("--near", type=float, default=2.0)
    parser.add_argument("--near-code", type=float, default=0.5)
    parser.add_argument("--level", type=float, default=1000.0, help="how firmly cosines of code keep their level, among each other and with everything else")
    parser.add_argument("--kept", type=float, default=1.0)
    parser.add_argument("--kept-batch", type=int, default=256)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    return options


if __name__ == "__main__":
    main()
