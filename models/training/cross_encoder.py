"""A BERT encoder that reads a question and a passage together, over packed sequences.

A sequence is [CLS] question [SEP] passage [SEP], and for a turn of a conversation the end of the turn before it and another [SEP]. Each part has its own places in the
table of positions (question from 0, passage from 64, context from 256), which is how the model tells them apart. The score is one product with the last row of [CLS].
"""

import torch
import torch.nn as nn
import torch.nn.functional as F

from encoder import CLS, HEADS, SEP, WIDTH, RoundedWeight, attention

PASSAGE_AT, CONTEXT_AT, PLACES = 64, 256, 320
MOST = {"question": 60, "passage": 180, "context": 60}


class Pairs:
    """Packs pieces: `parts` is a list of (starts, lengths) into `tokens`, one for each part; a length of 0 leaves a part out."""

    def __init__(self, tokens, question, passage, context=None):
        device = tokens.device
        self.count = len(question[0])
        question_lengths = question[1].clamp(max=MOST["question"])
        passage_lengths = passage[1].clamp(max=MOST["passage"])
        if context is None:
            context_starts, context_lengths = torch.zeros_like(passage_lengths), torch.zeros_like(passage_lengths)
        else:
            # The end of the turn before is nearest to what is said next.
            context_lengths = context[1].clamp(max=MOST["context"])
            context_starts = context[0] + context[1] - context_lengths
        seen = (context_lengths > 0).long()
        full = question_lengths + 2 + passage_lengths + 1 + context_lengths + seen
        self.borders = torch.zeros(self.count + 1, dtype=torch.int32, device=device)
        self.borders[1:] = torch.cumsum(full, 0)
        total, self.longest = int(self.borders[-1]), int(full.max())
        owner = torch.repeat_interleave(torch.arange(self.count, device=device), full, output_size=total)
        at = torch.arange(total, device=device) - self.borders[:-1].long()[owner]
        first_passage = (question_lengths + 2)[owner]
        first_context = first_passage + (passage_lengths + 1)[owner]
        in_passage, in_context = (at >= first_passage) & (at < first_context), at >= first_context
        source = torch.where(in_context, context_starts[owner] + at - first_context, torch.where(in_passage, passage[0][owner] + at - first_passage, question[0][owner] + at - 1))
        ids = tokens[source.clamp(0, tokens.numel() - 1)].long()
        end = (at == first_passage - 1) | (at == first_context - 1) | (at == full[owner] - 1)
        self.ids = torch.where(at == 0, CLS, torch.where(end, SEP, ids))
        self.position = torch.where(in_context, CONTEXT_AT + at - first_context, torch.where(in_passage, PASSAGE_AT + at - first_passage, at))


class Layer(nn.Module):
    def __init__(self, inner):
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, inner), nn.Linear(inner, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, packed, rounded, drop, first=None):
        """`first`: the rows of [CLS], when nothing else is needed any more."""
        query, key, value = linear(self.qkv, x, rounded).view(-1, 3, HEADS, WIDTH // HEADS).unbind(1)
        attended = attention(query, key, value, packed).reshape(-1, WIDTH)
        if first is not None:
            attended, x = attended[first], x[first]
        x = norm(self.norm1, x + F.dropout(linear(self.out, attended, rounded), drop, drop > 0))
        return norm(self.norm2, x + F.dropout(linear(self.down, F.gelu(linear(self.up, x, rounded)), rounded), drop, drop > 0))


def linear(layer, x, rounded):
    weight = RoundedWeight.apply(layer.weight) if rounded else layer.weight
    return F.linear(x, weight.to(x.dtype), layer.bias.to(x.dtype))


def norm(layer, x):
    return F.layer_norm(x, (WIDTH,), layer.weight.to(x.dtype), layer.bias.to(x.dtype), 1e-12)


class CrossEncoder(nn.Module):
    def __init__(self, arrays, prefix, picked, inner=None):
        """Begins with the layers `picked` of an encoder; `inner` keeps that many inner channels of each, those that say most."""
        super().__init__()
        get = lambda name: matrix_of(arrays, f"{prefix}/{name}")
        self.register_buffer("words", get("words.weight"))
        places = get("positions.weight")
        self.positions = nn.Parameter(torch.cat([places[:PASSAGE_AT], places[1 : 1 + CONTEXT_AT - PASSAGE_AT], places[1 : 1 + PLACES - CONTEXT_AT]]))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm.load_state_dict({"weight": get("norm.weight"), "bias": get("norm.bias")})
        self.layers = nn.ModuleList()
        for i in picked:
            state = {name: get(f"layers.{i}.{name}") for name in ("qkv.weight", "qkv.bias", "out.weight", "out.bias", "up.weight", "up.bias", "down.weight", "down.bias", "norm1.weight", "norm1.bias", "norm2.weight", "norm2.bias")}
            if inner:
                kept = (state["up.weight"].norm(dim=1) * state["down.weight"].norm(dim=0)).topk(inner).indices.sort().values
                state["up.weight"], state["up.bias"], state["down.weight"] = state["up.weight"][kept], state["up.bias"][kept], state["down.weight"][:, kept]
            layer = Layer(inner or state["up.bias"].numel())
            layer.load_state_dict(state)
            self.layers.append(layer)
        self.score = nn.Linear(WIDTH, 1)
        nn.init.normal_(self.score.weight, std=0.02)
        nn.init.zeros_(self.score.bias)

    def forward(self, packed, dtype, rounded=False, drop=0.0):
        return self.scores(packed, dtype, rounded, drop)

    def scores(self, packed, dtype, rounded=False, drop=0.0, seen=None):
        """`seen` takes what each layer gives, of the last one the rows of [CLS]."""
        x = F.embedding(packed.ids, self.words).float() + self.positions[packed.position].float()
        x = F.layer_norm(x, (WIDTH,), self.norm.weight.float(), self.norm.bias.float(), 1e-12).to(dtype)
        for i, layer in enumerate(self.layers):
            x = layer(x, packed, rounded, drop, packed.borders[:-1].long() if i == len(self.layers) - 1 else None)
            if seen is not None:
                seen.append(x)
        return self.score(x.float()).squeeze(-1)

    def inherit(self, teacher, picked):
        """Layers of a teacher that was trained, of their inner channels those that say most, its places and its head."""
        own = lambda part, other: part.load_state_dict(other.state_dict())
        self.positions.data.copy_(teacher.positions.data)
        own(self.norm, teacher.norm)
        own(self.score, teacher.score)
        for layer, other in zip(self.layers, (teacher.layers[i] for i in picked)):
            for part in ("qkv", "out", "norm1", "norm2"):
                own(getattr(layer, part), getattr(other, part))
            kept = (other.up.weight.norm(dim=1) * other.down.weight.norm(dim=0)).topk(layer.up.bias.numel()).indices.sort().values
            layer.up.weight.data.copy_(other.up.weight[kept])
            layer.up.bias.data.copy_(other.up.bias[kept])
            layer.down.weight.data.copy_(other.down.weight[:, kept])
            layer.down.bias.data.copy_(other.down.bias)

    def embed(self, packed, dtype):
        """The mean of all rows, for finding hard rivals before training: with the question alone and no other part."""
        x = F.embedding(packed.ids, self.words).float() + self.positions[packed.position].float()
        x = F.layer_norm(x, (WIDTH,), self.norm.weight.float(), self.norm.bias.float(), 1e-12).to(dtype)
        for layer in self.layers:
            x = layer(x, packed, False, 0.0)
        lengths = (packed.borders[1:] - packed.borders[:-1]).long()
        owner = torch.repeat_interleave(torch.arange(packed.count, device=x.device), lengths)
        total = torch.zeros(packed.count, WIDTH, device=x.device).index_add_(0, owner, x.float())
        return F.normalize(total / lengths[:, None], dim=-1)


def matrix_of(arrays, name):
    if f"{name}/codes" in arrays:
        return torch.from_numpy(arrays[f"{name}/codes"].astype("float32") * arrays[f"{name}/scale"].astype("float32"))
    return torch.from_numpy(arrays[name].astype("float32"))
