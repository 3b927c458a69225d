"""The small embedder as PyTorch sees it: `Embedder(arrays)` begins with the student of beginnings.py, `embedded` gives the vectors of texts."""

import torch
import torch.nn as nn
import torch.nn.functional as F

from cross_encoder import Layer, matrix_of
from encoder import WIDTH, Packed

LONGEST = 510


class Embedder(nn.Module):
    def __init__(self, arrays):
        super().__init__()
        get = lambda name: matrix_of(arrays, f"student/{name}")
        self.register_buffer("words", get("words.weight"))
        self.positions = nn.Parameter(get("positions.weight"))
        self.norm = nn.LayerNorm(WIDTH, eps=1e-12)
        self.norm.load_state_dict({"weight": get("norm.weight"), "bias": get("norm.bias")})
        self.layers = nn.ModuleList()
        for i in range(4):
            layer = Layer(1536)
            layer.load_state_dict({name: get(f"layers.{i}.{name}") for name in layer.state_dict()})
            self.layers.append(layer)

    def forward(self, packed, dtype, rounded=False):
        x = F.embedding(packed.ids, self.words).float() + self.positions[packed.position].float()
        x = F.layer_norm(x, (WIDTH,), self.norm.weight.float(), self.norm.bias.float(), 1e-12).to(dtype)
        for layer in self.layers:
            x = layer(x, packed, rounded, 0.0)
        total = torch.zeros(packed.count, WIDTH, device=x.device).index_add_(0, packed.owner, x.float())
        return F.normalize(total, dim=-1)


def embedded(model, dtype, tokens, starts, lengths, rounded=True):
    out = []
    with torch.no_grad():
        for at in range(0, len(starts), 2048):
            out.append(model(Packed(tokens, starts[at : at + 2048], lengths[at : at + 2048].clamp(max=LONGEST)), dtype, rounded))
    return torch.cat(out)
