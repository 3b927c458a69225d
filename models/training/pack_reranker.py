"""Writes the trained re-ranker as the file that the service reads: `python pack_reranker.py STUDENT.npz BEGINNINGS.npz GROUPS.npz OUT.bin`.

Weights become 8-bit codes with one scale for each output; activations get fixed ranges, the widest over a sample of the training pairs, so that a score depends on its
pair alone. The table of word pieces is that of lorekeep-embed-small and not in the file. The layout is that of scripts/model/pack-encoder.ts.
"""

import json
import sys

import numpy as np
import torch
import torch.nn.functional as F

from cross_encoder import CONTEXT_AT, MOST, PASSAGE_AT
from encoder import CLS, HEADS, SEP, WIDTH

SAMPLE, LOUD, LOUD_FROM = 400, 8, 20


class Numbers:
    """The model in 32 bits, for measuring."""

    def __init__(self, state, words):
        self.state, self.words = state, words
        self.layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
        self.ranges, self.loudest = {}, {}

    def get(self, name):
        return self.state[name].astype(np.float32)

    def rounded(self, name):
        codes, scale = eight_bits(self.get(name))
        return codes.astype(np.float32) * scale[:, None]

    def linear(self, name, x):
        low, high = self.ranges.get(name, (0.0, 0.0))
        self.ranges[name] = min(low, float(x.min())), max(high, float(x.max()))
        return x @ self.matrices[name].T + self.get(f"{name}.bias")

    def normed(self, name, x):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * self.get(f"{name}.weight") + self.get(f"{name}.bias")

    def score(self, ids, places):
        self.matrices = getattr(self, "matrices", None) or {n.removesuffix(".weight"): self.rounded(n) for n in self.state if n.startswith("layers.") and self.state[n].ndim == 2}
        x = self.normed("norm", self.words[ids] + self.get("positions")[places])
        for i in range(self.layers):
            own = f"layers.{i}."
            q, k, v = np.split(self.linear(f"{own}qkv", x), 3, axis=-1)
            heads = lambda part: part.reshape(len(ids), HEADS, -1).transpose(1, 0, 2)
            weights = heads(q) @ heads(k).transpose(0, 2, 1) / np.sqrt(WIDTH // HEADS)
            weights = np.exp(weights - weights.max(-1, keepdims=True))
            mixed = ((weights / weights.sum(-1, keepdims=True)) @ heads(v)).transpose(1, 0, 2).reshape(len(ids), WIDTH)
            if i == self.layers - 1:
                mixed, x = mixed[:1], x[:1]
            x = self.normed(f"{own}norm1", x + self.linear(f"{own}out", mixed))
            inner = gelu(x @ self.matrices[f"{own}up"].T + self.get(f"{own}up.bias"))
            self.linear(f"{own}up", x)
            self.loudest[i] = np.maximum(self.loudest.get(i, 0), np.abs(inner).max(0))
            x = self.normed(f"{own}norm2", x + inner @ self.matrices[f"{own}down"].T + self.get(f"{own}down.bias"))
        return float(x[0] @ self.get("score.weight")[0] + self.get("score.bias")[0])


def gelu(x):
    return F.gelu(torch.from_numpy(x)).numpy()


def eight_bits(matrix):
    scale = (np.maximum(np.abs(matrix).max(axis=1), 1e-8) / 127).astype(np.float32)
    return np.clip(np.rint(matrix / scale[:, None]), -127, 127).astype(np.int8), scale


class File:
    def __init__(self):
        self.parts, self.top = [], 0

    def add(self, array):
        data = np.ascontiguousarray(array).tobytes()
        start, padded = self.top, data + bytes(-len(data) % 64)
        self.parts.append(padded)
        self.top += len(padded)
        return [start, len(data)]

    def linear(self, matrix, bias, low, high, factor=None):
        """factor: what each output is divided by afterwards."""
        codes, scale = eight_bits(matrix)
        step = np.float32((high - low) / 255)
        zero = int(np.clip(round(-low / float(step)), 0, 255))
        window = min(127, max(0, zero - 64))
        if factor is not None:
            scale, bias = scale * factor, bias * factor
        outputs, inputs = codes.shape
        blocks = codes.reshape(outputs // 16, 16, inputs // 4, 4).transpose(0, 2, 1, 3)
        return {
            "input": {"inverse": float(np.float32(1 / step)), "zero": zero, "window": window},
            "weights": self.add(blocks), "start": self.add((codes.astype(np.int32).sum(1) * (window - zero)).astype(np.int32)),
            "scale": self.add((scale * step).astype(np.float32)), "bias": self.add(bias.astype(np.float32)),
        }

    def norm(self, model, name):
        return {"weight": self.add(model.get(f"{name}.weight")), "bias": self.add(model.get(f"{name}.bias"))}

    def write(self, path, header):
        text = json.dumps(header).encode()
        start = -(-(16 + len(text)) // 64) * 64
        with open(path, "wb") as file:
            file.write(b"LKENCODE" + (1).to_bytes(4, "little") + len(text).to_bytes(4, "little") + text)
            file.write(bytes(start - 16 - len(text)) + b"".join(self.parts))


def packed_layer(file, model, i):
    own = f"layers.{i}."
    ranges = model.ranges
    factor = np.ones(3 * WIDTH, np.float32)
    factor[:WIDTH] = 1 / np.sqrt(WIDTH // HEADS)
    up, up_bias, down = model.get(f"{own}up.weight"), model.get(f"{own}up.bias"), model.get(f"{own}down.weight")
    loudest = model.loudest[i].copy()
    loud = np.sort(np.argsort(-loudest)[:LOUD]) if loudest.max() > LOUD_FROM else np.empty(0, int)
    quiet_up, quiet_bias, quiet_down = up.copy(), up_bias.copy(), down.copy()
    quiet_up[loud], quiet_bias[loud], quiet_down[:, loud], loudest[loud] = 0, 0, 0, 0
    layer = {
        "qkv": file.linear(model.get(f"{own}qkv.weight"), model.get(f"{own}qkv.bias"), *ranges[f"{own}qkv"], factor),
        "out": file.linear(model.get(f"{own}out.weight"), model.get(f"{own}out.bias"), *ranges[f"{own}out"]),
        "norm1": file.norm(model, f"{own}norm1"),
        "up": file.linear(quiet_up, quiet_bias, *ranges[f"{own}up"]),
        # GELU is never below −0.17.
        "down": file.linear(quiet_down, model.get(f"{own}down.bias"), -0.17, float(loudest.max())),
        "norm2": file.norm(model, f"{own}norm2"),
    }
    if len(loud):
        layer["loud"] = {"count": len(loud), "up": file.add(up[loud].T), "bias": file.add(up_bias[loud]), "down": file.add(down[:, loud].T)}
    return layer


def pairs_of(groups, count, draw):
    """Questions with their own passage or with another of the group."""
    tokens, passages, questions = groups["tokens"], groups["passages"], groups["questions"]
    for question in questions[draw.choice(len(questions), count, replace=False)]:
        start, length, group, right = question[:4]
        own = np.searchsorted(passages[:, 2], [group, group + 1])
        p, p_length, _, before = passages[right if draw.random() < 0.4 else draw.integers(*own)]
        parts = [tokens[start : start + min(length, MOST["question"])], tokens[p : p + min(p_length, MOST["passage"])]]
        if before >= 0 and draw.random() < 0.6:
            b, b_length = passages[before][:2]
            parts.append(tokens[b : b + b_length][-MOST["context"] :])
        ids, places = [CLS], [0]
        for part, at in zip(parts, (1, PASSAGE_AT, CONTEXT_AT)):
            ids += [*part.tolist(), SEP]
            places += range(at, at + len(part) + 1)
        yield np.array(ids), np.array(places)


def main(student, beginnings, groups, out):
    state, arrays = dict(np.load(student)), np.load(beginnings)
    words = arrays["student/words.weight/codes"].astype(np.float32) * arrays["student/words.weight/scale"]
    model = Numbers(state, words)
    examples = list(pairs_of(np.load(groups), SAMPLE, np.random.default_rng(4)))
    scores = [model.score(*pair) for pair in examples]
    print("scores", np.percentile(scores, [1, 10, 50, 90, 99]).round(2), "loudest", {i: round(float(v.max()), 1) for i, v in model.loudest.items()})
    file = File()
    head = np.zeros((WIDTH, 4), np.float32)
    head[:, 0] = model.get("score.weight")[0]
    header = {
        "width": WIDTH, "inner": int(model.get("layers.0.up.bias").size), "heads": HEADS, "vocabulary": len(words), "positions": len(model.get("positions")), "epsilon": 1e-12,
        "words": "shared", "places": file.add(model.get("positions")), "norm": file.norm(model, "norm"), "layers": [packed_layer(file, model, i) for i in range(model.layers)],
        "turn": file.add(head), "dims": 4, "pooling": "first", "parts": [0, PASSAGE_AT, CONTEXT_AT],
    }
    file.write(out, header)
    print("bias of the score", float(model.get("score.bias")[0]))
    json.dump([{"ids": ids.tolist(), "places": places.tolist(), "score": score} for (ids, places), score in zip(examples[:40], scores)], open(f"{out}.examples.json", "w"))


if __name__ == "__main__":
    main(*sys.argv[1:5])
