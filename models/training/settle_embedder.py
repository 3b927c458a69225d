"""Teaches an embedder to bear activations of 8 bits: `python settle_embedder.py DATA OUT --mix refined.npz=0.45 … --steps 400`.

Fixed ranges cost what is left out of them, and what one step of them is too coarse for: a few channels are thirty times as loud as the others. First the ranges are narrowed one by one as long as the vectors of texts of groups.npz come nearer to those of 32 bits;
then the model learns, with codes in place of its activations, to give the vectors that it gives without. No question and no answer is learnt here. OUT/settled.npz has the weights in the form of refine_embedder.py, OUT/ranges.json the ranges for fix_ranges.py.
sets.npz has the evaluation sets, which are only looked at.
"""

import argparse
import json
import time

import numpy as np
import torch
import torch.nn.functional as F

import encoder
from cross_encoder import linear, norm
from encoder import HEADS, WIDTH, Packed
from embedder import Embedder
from refine_embedder import TEMPERATURE, Sets
from train_reranker import SEED, Material, optimiser_of, set_rate, shares_of

LOUD, IS_LOUD = 8, 20.0
NARROWER = (0.85, 0.7, 0.55, 0.42, 0.3, 0.2)
TEXTS, PASSAGES, NEAR = 1024, 4, 50.0
STAGES = ("qkv", "out", "up", "down")


def attention(query, key, value, packed):
    half = torch.bfloat16 if query.is_cuda else query.dtype
    return encoder.attention(query.to(half), key.to(half), value.to(half), packed).to(query.dtype)


class Coded(Embedder):
    """With codes for the activations, as export_small.py and fix_ranges.py write them; loud inner channels stay in 32 bits. Without ranges it measures them."""

    def __init__(self, arrays):
        super().__init__(arrays)
        self.ranges, self.seen, self.loudest, self.watching = None, {}, {}, False
        self.loud = [None] * len(self.layers)

    def forward(self, packed, dtype, rounded=True):
        x = F.embedding(packed.ids, self.words).float() + self.positions[packed.position].float()
        x = F.layer_norm(x, (WIDTH,), self.norm.weight, self.norm.bias, 1e-12)
        for i, layer in enumerate(self.layers):
            query, key, value = linear(layer.qkv, self.coded(x, i, 0), rounded).view(-1, 3, HEADS, WIDTH // HEADS).unbind(1)
            attended = attention(query, key, value, packed).reshape(-1, WIDTH)
            x = norm(layer.norm1, x + linear(layer.out, self.coded(attended, i, 1), rounded))
            inner = F.gelu(linear(layer.up, self.coded(x, i, 2), rounded))
            loud = self.loud[i]
            if self.watching:
                self.loudest[i] = torch.maximum(self.loudest.get(i, torch.zeros(inner.shape[1], device=x.device)), inner.detach().abs().amax(0))
            if loud is not None:
                quiet = torch.ones(inner.shape[1], device=x.device)
                quiet[loud] = 0
                inner = inner * quiet
            down = linear(layer.down, self.coded(inner, i, 3), rounded)
            if loud is not None and len(loud):
                down = down + F.linear(F.gelu(F.linear(x, layer.up.weight[loud], layer.up.bias[loud])), layer.down.weight[:, loud])
            x = norm(layer.norm2, x + down)
        total = torch.zeros(packed.count, WIDTH, device=x.device).index_add_(0, packed.owner, x.float())
        return F.normalize(total, dim=-1)

    def coded(self, x, i, stage):
        if self.watching:
            low, high = self.seen.get((i, stage), (0.0, 0.0))
            self.seen[i, stage] = min(low, float(x.detach().min())), max(high, float(x.detach().max()))
        if self.ranges is None:
            return x
        low, high = self.ranges[i, stage]
        step = (high - low) / 255
        zero = min(255, max(0, round(-low / step)))
        kept = x.clamp(-zero * step, (255 - zero) * step)
        return kept + ((kept / step).round() * step - kept).detach()


def drawn(material, count, generator):
    picked, passages = material.drawn(count, PASSAGES, generator)
    q, p, flat = material.questions, material.passages, passages.reshape(-1)
    return Packed(material.tokens, q[picked, 0], q[picked, 1]), Packed(material.tokens, p[flat, 0], p[flat, 1].clamp(max=300))


def vectors(model, packs, dtype, rounded):
    return torch.cat([model(pack, dtype, rounded) for pack in packs])


def measure(model, packs, log):
    model.watching = True
    with torch.no_grad():
        vectors(model, packs, torch.float32, False)
        model.loud = [values.topk(LOUD).indices.sort().values if float(values.max()) > IS_LOUD else values.new_zeros(0, dtype=torch.int64) for _, values in sorted(model.loudest.items())]
        model.seen = {}
        vectors(model, packs, torch.float32, False)
    model.watching = False
    model.ranges = {place: list(values) for place, values in model.seen.items()}
    log("loud", [loud.tolist() for loud in model.loud])


def narrow(model, packs, target, log):
    """Each end of each range, as long as it helps."""
    def far():
        with torch.no_grad():
            return float((1 - (vectors(model, packs, torch.float32, True) * target).sum(-1)).mean())

    best = far()
    log(f"as wide as texts are: {best:.6f}")
    for turn in range(2):
        for place in sorted(model.ranges):
            for ends in ((0, 1), (0,), (1,)):
                wide = list(model.ranges[place])
                for part in NARROWER if turn == 0 else (1.15, 0.92, 0.85):
                    tried = [value * part if end in ends else value for end, value in enumerate(wide)]
                    before, model.ranges[place] = model.ranges[place], tried
                    now = far()
                    if now < best:
                        best = now
                    else:
                        model.ranges[place] = before
        log(f"turn {turn}: {best:.6f}", {f"{i}.{STAGES[s]}": [round(v, 2) for v in r] for (i, s), r in sorted(model.ranges.items())})


def main():
    options = parse()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.backends.cuda.matmul.allow_tf32 = True
    torch.manual_seed(SEED)
    generator = torch.Generator(device=device).manual_seed(SEED + 2)
    clock = time.time()
    log = lambda *parts: print(f"[{time.time() - clock:6.1f}]", *parts, flush=True)
    arrays = {}
    for path in options.beginnings or [f"{options.data}/beginnings.npz"]:
        arrays |= dict(np.load(path))
    material, sets = Material(f"{options.data}/groups.npz", device), Sets(f"{options.data}/sets.npz", device)
    material.rivals = torch.load(options.rivals, map_location=device)
    material.shares = shares_of(options.shares)
    model, plain = Coded(arrays).to(device), Coded(arrays).to(device).requires_grad_(False)
    first = {k: v.clone() for k, v in model.state_dict().items()}
    mixed = dict(first)
    for path, share in (each.rsplit("=", 1) for each in options.mix):
        for k, v in np.load(path).items():
            mixed[k] = mixed[k] + float(share) * (torch.from_numpy(v.astype(np.float32)).to(device) - first[k])
    model.load_state_dict(mixed)
    plain.load_state_dict(mixed)
    packs = drawn(material, options.texts // (1 + PASSAGES), generator)
    measure(model, packs, log)
    with torch.no_grad():
        target = vectors(plain, packs, torch.float32, False)
    if not options.quiet:
        sets.show(plain, torch.float32, log, "32 bits")
        sets.show(model, torch.float32, log, "wide ranges")
    narrow(model, packs, target, log)
    if not options.quiet:
        sets.show(model, torch.float32, log, "narrow ranges")
    optimiser = optimiser_of(model, options.rate)
    for step in range(options.steps):
        set_rate(optimiser, options.rate, step, options.steps)
        asked, found = drawn(material, options.batch, generator)
        with torch.no_grad():
            old_asked, old_found = plain(asked, torch.float32, False), plain(found, torch.float32, False)
        new_asked, new_found = model(asked, torch.float32), model(found, torch.float32)
        near = (1 - (new_asked * old_asked).sum(-1)).mean() + (1 - (new_found * old_found).sum(-1)).mean()
        rank = F.kl_div(F.log_softmax(new_asked @ new_found.t() / TEMPERATURE, -1), F.softmax(old_asked @ old_found.t() / TEMPERATURE, -1), reduction="batchmean")
        loss = rank + NEAR * near
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % 50 == 0 or step == options.steps - 1:
            log(f"step {step} rank {float(rank):.5f} near {float(near):.6f}")
    sets.show(model, torch.float32, log, "settled")
    np.savez(f"{options.out}/settled.npz", **{k: v.half().cpu().numpy() for k, v in model.state_dict().items() if k != "words"})
    with open(f"{options.out}/ranges.json", "w") as file:
        json.dump({"ranges": [model.ranges[place] for place in sorted(model.ranges)], "loud": [loud.tolist() for loud in model.loud]}, file)
    log("end")


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("--beginnings", nargs="*")
    parser.add_argument("--rivals", required=True)
    parser.add_argument("--mix", nargs="*", default=[], help="FILE=SHARE of the way to a refined model; several are added")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--texts", type=int, default=1280, help="texts that ranges are chosen by")
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--shares", nargs="*", default=["code=0.12", "web code=0.15", "prose=0.2", "own sessions=0.2"], help="kind=share of a batch")
    parser.add_argument("--quiet", action="store_true", help="looks at the evaluation sets at the end only")
    return parser.parse_args()


if __name__ == "__main__":
    main()
