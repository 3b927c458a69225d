"""The encoder that deeper students are: word vectors of 4 bits, matrices of 8 and activations in codes, each from the step on that train_deeper.py names."""

import math
import os
import sys

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from encoder import CLS, HEADS, INNER, POSITIONS, SEP, WIDTH, Layer, RoundedWeight, varlen_attn

# Sixteen levels that lose least of normally distributed numbers, and the factor for the first scale of a row.
LEVELS, FIRST_SCALE = (6, 18, 31, 44, 58, 75, 96, 127), 2.7326 / 127
LOUD, IS_LOUD = 8, 20.0
NARROWED = (1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3)
# The stages of a layer whose inputs have a range: query, key and value; out; up; down.
QKV, OUT, UP, DOWN = range(4)


class Packed:
    """Sequences [CLS] … [SEP], one behind the other. Starts and lengths come as numbers of this side, so that nothing waits for the device."""

    def __init__(self, tokens, starts, lengths):
        device, full = tokens.device, lengths + 2
        self.count, self.longest, total = len(full), int(full.max()), int(full.sum())
        self.list = np.zeros(self.count + 1, np.int64)
        np.cumsum(full, out=self.list[1:])
        begin, first, sizes = torch.from_numpy(np.stack([self.list[:-1], starts, full])).to(device, non_blocking=True)
        self.borders = torch.from_numpy(self.list.astype(np.int32)).to(device, non_blocking=True)
        self.owner = torch.repeat_interleave(torch.arange(self.count, device=device), sizes, output_size=total)
        self.position = torch.arange(total, device=device) - begin[self.owner]
        ids = tokens[(first[self.owner] + self.position - 1).clamp(0, tokens.numel() - 1)].long()
        ids = torch.where(self.position == 0, CLS, ids)
        self.ids = torch.where(self.position == sizes[self.owner] - 1, SEP, ids)
        self.sizes = sizes.float()


def attention(query, key, value, packed):
    if query.is_cuda:
        query, key, value = (x.to(torch.bfloat16) for x in (query, key, value))
        return varlen_attn(query, key, value, packed.borders, packed.borders, packed.longest, packed.longest)
    out = torch.empty_like(query)
    for start, end in zip(packed.list[:-1], packed.list[1:]):
        weights = torch.einsum("qhd,khd->hqk", query[start:end], key[start:end]) / math.sqrt(query.shape[-1])
        out[start:end] = torch.einsum("hqk,khd->qhd", weights.softmax(-1), value[start:end])
    return out


def nibbles(words):
    """For every number the index of its level, the levels, and for every row the scale that is then best."""
    levels = torch.tensor([-x for x in reversed(LEVELS)] + list(LEVELS), dtype=words.dtype, device=words.device)
    between = (levels[1:] + levels[:-1]) / 2
    scale = (words.pow(2).mean(1, keepdim=True).sqrt() * FIRST_SCALE).clamp(min=1e-8)
    for _ in range(2):
        index = torch.bucketize((words / scale).contiguous(), between)
        codes = levels[index]
        scale = ((words * codes).sum(1, keepdim=True) / codes.pow(2).sum(1, keepdim=True)).clamp(min=1e-8)
    return index, levels, scale


class FourBits(torch.autograd.Function):
    """The gradient passes as if nothing had been rounded."""

    @staticmethod
    def forward(context, words):
        index, levels, scale = nibbles(words)
        return levels[index] * scale

    @staticmethod
    def backward(context, gradient):
        return gradient


def in_codes(x, low, high):
    """The nearest of 256 codes of a range that has 0 among them."""
    step = (high - low) / 255
    zero = min(255, max(0, round(-low / step)))
    kept = x.clamp(-zero * step, (255 - zero) * step)
    return kept, (kept / step).round() * step


class Encoder(nn.Module):
    def __init__(self, layers, vocabulary):
        super().__init__()
        self.words, self.positions = nn.Embedding(vocabulary, WIDTH), nn.Embedding(POSITIONS, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        self.turn = nn.Parameter(torch.eye(WIDTH))
        # Ranges by layer and stage and the loud channels of each layer, once they are measured.
        self.ranges, self.loud, self.watching, self.seen, self.loudest = None, None, False, {}, {}

    def forward(self, packed, dtype, rounded=False, keep=False):
        """One vector for each sequence; with `keep` also what each layer hands to the next."""
        words = FourBits.apply(self.words.weight) if rounded else self.words.weight
        x = F.embedding(packed.ids, words) + self.positions(packed.position)
        x = F.layer_norm(x, (WIDTH,), self.norm.weight, self.norm.bias, 1e-12).to(dtype)
        kept = [x]
        for i, layer in enumerate(self.layers):
            query, key, value = Layer.linear(layer.qkv, self.coded(x, i, QKV), rounded).view(-1, 3, HEADS, WIDTH // HEADS).unbind(1)
            attended = attention(query, key, value, packed).reshape(-1, WIDTH).to(dtype)
            x = Layer.norm(layer.norm1, x + Layer.linear(layer.out, self.coded(attended, i, OUT), rounded))
            x = Layer.norm(layer.norm2, x + self.inner(layer, i, x, rounded))
            if keep:
                kept.append(x)
        total = torch.zeros(packed.count, WIDTH, device=x.device).index_add_(0, packed.owner, x.float())
        pooled = (total / packed.sizes[:, None]) @ self.turn
        return (pooled, kept) if keep else pooled

    def inner(self, layer, i, x, rounded):
        inner = F.gelu(Layer.linear(layer.up, self.coded(x, i, UP), rounded))
        if self.watching:
            before = self.loudest.get(i, torch.zeros(INNER, device=x.device))
            self.loudest[i] = torch.maximum(before, inner.detach().float().abs().amax(0))
        loud = self.loud[i] if self.loud else ()
        if not len(loud):
            return Layer.linear(layer.down, self.coded(inner, i, DOWN), rounded)
        # Loud channels are computed apart, without codes.
        quiet = torch.ones(INNER, device=x.device)
        quiet[loud] = 0
        weight = layer.down.weight * quiet
        weight = RoundedWeight.apply(weight) if rounded else weight
        down = F.linear(self.coded(inner * quiet.to(x.dtype), i, DOWN), weight.to(x.dtype), layer.down.bias.to(x.dtype))
        own = F.gelu(F.linear(x, layer.up.weight[loud].to(x.dtype), layer.up.bias[loud].to(x.dtype)))
        return down + F.linear(own, layer.down.weight[:, loud].to(x.dtype))

    def coded(self, x, i, stage):
        if self.watching:
            self.seen.setdefault((i, stage), []).append(x.detach().float())
        if self.ranges is None:
            return x
        kept, codes = in_codes(x, *self.ranges[i, stage])
        return kept + (codes - kept).detach()

    @torch.no_grad()
    def measure(self, packs):
        """Finds the loud channels, and for every stage the range with the least error."""
        self.ranges, self.loud, self.loudest, self.watching = None, None, {}, True
        for packed in packs:
            self(packed, torch.float32, True)
            self.seen = {}
        self.loud = [v.topk(LOUD).indices.sort().values if float(v.max()) > IS_LOUD else v.new_zeros(0, dtype=torch.int64) for _, v in sorted(self.loudest.items())]
        ends, values = {}, {}
        for packed in packs:
            self(packed, torch.float32, True)
            for place, (found,) in self.seen.items():
                low, high = ends.get(place, (0.0, 0.0))
                ends[place] = min(low, float(found.min())), max(high, float(found.max()))
                values.setdefault(place, []).append(found.flatten()[torch.randint(found.numel(), (400_000,), device=found.device)])
            self.seen = {}
        self.watching = False
        self.ranges = {place: best_range(torch.cat(values[place]), *ends[place], place[1] == DOWN) for place in ends}


def best_range(x, low, high, whole_low):
    """Behind GELU the lower end stays: it is that of the function."""
    error = lambda ends: float((in_codes(x, *ends)[1] - x).pow(2).mean())
    return min(((low * a, high * b) for a in ((1,) if whole_low else NARROWED) for b in NARROWED), key=error)


@torch.no_grad()
def write(student, out):
    """As it can ship: four bits for words, eight for matrices, the rest as it is, in files of at most 16 MiB."""
    state = {name: value.detach().float().cpu() for name, value in student.state_dict().items()}
    index, levels, scale = nibbles(state.pop("words.weight"))
    both = (index[:, ::2] + 16 * index[:, 1::2]).numpy().astype(np.uint8)
    np.savez(f"{out}/words.npz", nibbles=both, levels=levels.numpy().astype(np.int8), scale=scale.numpy()[:, 0])
    codes, rest = {}, {}
    for i, loud in enumerate(student.loud):
        loud, up, down = loud.cpu(), f"layers.{i}.up.weight", f"layers.{i}.down.weight"
        rest[f"{up}/loud"], rest[f"{down}/loud"] = state[up][loud].numpy(), state[down][:, loud].numpy()
        state[down] = state[down].index_fill(1, loud, 0)
    for name, value in state.items():
        if name.startswith("layers.") and value.ndim == 2:
            scale = value.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
            codes[f"{name}/codes"], rest[f"{name}/scale"] = (value / scale).round().clamp(-127, 127).numpy().astype(np.int8), scale.numpy()
        else:
            rest[name] = value.numpy()
    names = sorted(codes)
    for i, part in enumerate((names[: len(names) // 2], names[len(names) // 2 :])):
        np.savez(f"{out}/codes-{i}.npz", **{name: codes[name] for name in part})
    np.savez(f"{out}/rest.npz", **rest)
    return {"ranges": [[*place, *ends] for place, ends in sorted(student.ranges.items())], "loud": [loud.tolist() for loud in student.loud]}
