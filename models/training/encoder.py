"""A BERT encoder over packed sequences: no padding, attention by sequence borders. Teacher and student are the same class with 12 and 4 layers."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

WIDTH, HEADS, INNER, VOCABULARY, POSITIONS = 384, 12, 1536, 30522, 512
CLS, SEP, UNK = 101, 102, 100

try:
    from torch.nn.attention.varlen import varlen_attn
except ImportError:
    varlen_attn = None


class Packed:
    """Sequences [CLS] … [SEP], one behind the other."""

    def __init__(self, tokens, starts, lengths):
        device = tokens.device
        self.count, full = len(lengths), lengths + 2
        self.borders = torch.zeros(self.count + 1, dtype=torch.int32, device=device)
        self.borders[1:] = torch.cumsum(full, 0)
        total, self.longest = int(self.borders[-1]), int(full.max())
        self.owner = torch.repeat_interleave(torch.arange(self.count, device=device), full, output_size=total)
        self.position = torch.arange(total, device=device) - self.borders[:-1].long()[self.owner]
        ids = tokens[(starts[self.owner] + self.position - 1).clamp(0, tokens.numel() - 1)].long()
        ids = torch.where(self.position == 0, CLS, ids)
        self.ids = torch.where(self.position == full[self.owner] - 1, SEP, ids)
        self.sizes = full.float()


def attention(query, key, value, packed):
    if query.is_cuda:
        if varlen_attn is not None:
            return varlen_attn(query, key, value, packed.borders, packed.borders, packed.longest, packed.longest)
        return torch.ops.aten._flash_attention_forward(
            query, key, value, packed.borders, packed.borders, packed.longest, packed.longest, 0.0, False, False
        )[0]
    out, borders = torch.empty_like(query), packed.borders.tolist()
    for start, end in zip(borders[:-1], borders[1:]):
        weights = torch.einsum("qhd,khd->hqk", query[start:end], key[start:end]) / math.sqrt(query.shape[-1])
        out[start:end] = torch.einsum("hqk,khd->qhd", weights.softmax(-1), value[start:end])
    return out


class RoundedWeight(torch.autograd.Function):
    """Eight bits in the forward pass, one scale for each row; the gradient passes as if nothing had been rounded."""

    @staticmethod
    def forward(context, weight):
        scale = weight.abs().amax(dim=1, keepdim=True).clamp(min=1e-8) / 127
        return (weight / scale).round().clamp(-127, 127) * scale

    @staticmethod
    def backward(context, gradient):
        return gradient


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.up, self.down = nn.Linear(WIDTH, INNER), nn.Linear(INNER, WIDTH)
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH, eps=1e-12), nn.LayerNorm(WIDTH, eps=1e-12)

    def forward(self, x, packed, rounded):
        query, key, value = self.linear(self.qkv, x, rounded).view(-1, 3, HEADS, WIDTH // HEADS).unbind(1)
        attended = attention(query, key, value, packed).reshape(-1, WIDTH)
        x = self.norm(self.norm1, x + self.linear(self.out, attended, rounded))
        return self.norm(self.norm2, x + self.linear(self.down, F.gelu(self.linear(self.up, x, rounded)), rounded))

    @staticmethod
    def linear(layer, x, rounded):
        weight = RoundedWeight.apply(layer.weight) if rounded else layer.weight
        return F.linear(x, weight.to(x.dtype), layer.bias.to(x.dtype))

    @staticmethod
    def norm(layer, x):
        return F.layer_norm(x, (WIDTH,), layer.weight.to(x.dtype), layer.bias.to(x.dtype), 1e-12)


class Encoder(nn.Module):
    def __init__(self, layers, vocabulary=VOCABULARY):
        super().__init__()
        self.words, self.positions, self.types = nn.Embedding(vocabulary, WIDTH), nn.Embedding(POSITIONS, WIDTH), nn.Embedding(2, WIDTH)
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(layers))
        # Turns the mean of the tokens so that the first dimensions say most; an orthogonal matrix changes no cosine.
        self.turn = nn.Parameter(torch.eye(WIDTH))

    def hidden(self, packed, dtype, rounded=False):
        words = RoundedWeight.apply(self.words.weight) if rounded else self.words.weight
        x = F.embedding(packed.ids, words).float() + self.positions(packed.position).float() + self.types.weight[0].float()
        x = F.layer_norm(x, (WIDTH,), self.norm.weight.float(), self.norm.bias.float(), 1e-12).to(dtype)
        for layer in self.layers:
            x = layer(x, packed, rounded)
        return x

    def pooled(self, hidden, packed):
        total = torch.zeros(packed.count, WIDTH, device=hidden.device).index_add_(0, packed.owner, hidden.float())
        return (total / packed.sizes[:, None]) @ self.turn.float()


def load_teacher(arrays):
    """From the arrays that export_teacher.py wrote."""
    teacher, state = Encoder(12), {}
    get = lambda name: torch.from_numpy(arrays[name].astype("float32"))
    state["words.weight"], state["positions.weight"] = get("embeddings.word_embeddings.weight"), get("embeddings.position_embeddings.weight")
    state["types.weight"] = get("embeddings.token_type_embeddings.weight")
    state["norm.weight"], state["norm.bias"] = get("embeddings.LayerNorm.weight"), get("embeddings.LayerNorm.bias")
    state["turn"] = torch.eye(WIDTH)
    for i in range(12):
        base = f"encoder.layer.{i}."
        matrix = lambda name: get(f"{base}{name}.MatMul").t()
        state[f"layers.{i}.qkv.weight"] = torch.cat([matrix(f"attention.self.{x}") for x in ("query", "key", "value")])
        state[f"layers.{i}.qkv.bias"] = torch.cat([get(f"{base}attention.self.{x}.bias") for x in ("query", "key", "value")])
        for ours, theirs in (("out", "attention.output.dense"), ("up", "intermediate.dense"), ("down", "output.dense")):
            state[f"layers.{i}.{ours}.weight"], state[f"layers.{i}.{ours}.bias"] = matrix(theirs), get(f"{base}{theirs}.bias")
        for ours, theirs in (("norm1", "attention.output.LayerNorm"), ("norm2", "output.LayerNorm")):
            state[f"layers.{i}.{ours}.weight"], state[f"layers.{i}.{ours}.bias"] = get(f"{base}{theirs}.weight"), get(f"{base}{theirs}.bias")
    teacher.load_state_dict(state)
    return teacher.eval().requires_grad_(False)


def student_of(teacher, picked):
    """A shallow encoder that begins with some of the teacher's layers."""
    student = Encoder(len(picked))
    state = {name: value.clone().float() for name, value in teacher.state_dict().items() if not name.startswith("layers.")}
    for ours, theirs in enumerate(picked):
        for name, value in teacher.state_dict().items():
            if name.startswith(f"layers.{theirs}."):
                state[f"layers.{ours}." + name.split(".", 2)[2]] = value.clone().float()
    student.load_state_dict(state)
    return student
