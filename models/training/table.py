"""The static table: a row for each word piece and for frequent pairs of pieces; a text is the sum of its rows."""

import math

import torch
import torch.nn as nn
import torch.nn.functional as F

from encoder import CLS, SEP, UNK, VOCABULARY, WIDTH, Packed

PAIR = 32768


class Table(nn.Module):
    def __init__(self, dims, pairs):
        super().__init__()
        self.dims, self.rows = dims, VOCABULARY + len(pairs)
        self.register_buffer("pairs", pairs)
        self.weight = nn.Parameter(torch.zeros(self.rows + 1, dims))
        self.scale = nn.Parameter(torch.tensor(math.log(20.0)))

    def forward(self, packed):
        ids, nothing = packed.ids, self.rows
        single = torch.where((ids == UNK) | (ids == CLS) | (ids == SEP), nothing, ids)
        starts = packed.borders[:-1].long()
        total = F.embedding_bag(single, self.weight, starts, mode="sum", padding_idx=nothing)
        if len(self.pairs):
            key = ids * PAIR + torch.roll(ids, -1)
            place = torch.searchsorted(self.pairs, key).clamp(max=len(self.pairs) - 1)
            double = torch.where(self.pairs[place] == key, place + VOCABULARY, nothing)
            total = total + F.embedding_bag(double, self.weight, starts, mode="sum", padding_idx=nothing)
        return F.normalize(total, dim=-1)


def frequent_pairs(tokens, frequency, readable, most):
    """Adjacent pieces that stand together far more often than by chance. `readable` marks pieces of letters and digits."""
    first, second = tokens[:-1].long(), tokens[1:].long()
    keys = (first * PAIR + second)[readable[first] & readable[second]]
    found, counts = torch.unique(keys, return_counts=True)
    enough = counts >= 25
    found, counts = found[enough], counts[enough].double()
    expected = frequency[found // PAIR] * frequency[found % PAIR] + 1
    surprise = torch.log(counts * frequency.sum() / expected)
    score = torch.where(surprise > 1.5, counts.sqrt() * surprise, 0)
    best = torch.argsort(score, descending=True)[:most]
    return found[best[score[best] > 0]]


@torch.no_grad()
def first_tables(teacher, dtype, frequency, pairs, shapes):
    """Each piece alone through the teacher, centred, turned to the main axes; frequent pieces are shorter, since they say less."""
    device = frequency.device
    rows = torch.empty(VOCABULARY, WIDTH, device=device)
    for start in range(0, VOCABULARY, 2048):
        ids = torch.arange(start, min(start + 2048, VOCABULARY), device=device)
        packed = Packed(ids, torch.arange(len(ids), device=device), torch.ones_like(ids))
        rows[ids] = teacher.hidden(packed, dtype).float().view(len(ids), 3, WIDTH).mean(1)
    real = 999
    centred = rows - rows[real:].mean(0)
    axes = torch.linalg.svd(centred[real:], full_matrices=False)[2]
    weight = 1e-3 / (1e-3 + (frequency / frequency.sum()).float())
    tables = {}
    for name, (dims, count) in shapes.items():
        chosen = pairs[:0] if count == 0 else best_of(pairs, count)
        table = Table(dims, chosen).to(device)
        turned = centred @ axes[:dims].t()
        turned = turned / turned.norm(dim=1).mean() * weight[:, None]
        turned[:real] *= 0.1
        table.weight.data[:VOCABULARY] = turned
        if len(chosen):
            table.weight.data[VOCABULARY:-1] = (turned[chosen // PAIR] + turned[chosen % PAIR]) * 0.15
        tables[name] = table
    return tables


def best_of(pairs, count):
    """`pairs` come in the order of their worth; the table wants them sorted."""
    return pairs[:count].sort().values
