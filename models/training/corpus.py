"""The packed records on the accelerator, batches of them, and the evaluation sets to watch the training by."""

import json
import math
import os

import numpy as np
import torch

from encoder import Packed

# How often a group makes a batch of its own, and how far its pairs of query and passage can be trusted to belong together.
GROUP_WEIGHT = {"wiki": 5, "docs": 3.2, "python": 4.5, "code": 1.6, "chat": 4, "tasks": 2.4, "science": 1.2, "books": 1.2, "lexicon": 1.2, "notes": 1.2, "single": 0.7}
TRUST = {"python": 1.0, "code": 1.0, "docs": 0.6, "wiki": 0.6, "science": 1.0, "lexicon": 0.6, "notes": 0.5, "chat": 0.6, "tasks": 0.4, "books": 0.4, "single": 0.0}
NAMES = (
    "alice bob carla david emma henry isabel jack karen liam mia noah olivia peter quinn rachel steve tina victor wendy xavier zoe ben chloe daniel elena "
    "fatima george hannah ivan julia kevin laura nina oscar paula raj sofia tom vera bella carlos diana eric fiona greg holly ian jasmine kyle leila "
    "marcus nadia owen ruth simon tara anna lucas sarah michael jessica chris amanda brian emily jason megan ryan lisa adam rebecca paul kate robert "
    "claire luke mark will frank grace"
).split()


class Corpus:
    def __init__(self, folder, device, vocabulary, other_weights):
        arrays = {name: np.load(os.path.join(folder, f"{name}.npy")) for name in ("q", "q_len", "p", "p_len")}
        tokens = np.concatenate([arrays["q"], arrays["p"]])
        self.tokens = torch.from_numpy(tokens.astype(np.int32)).to(device)
        self.frequency = torch.from_numpy(np.bincount(tokens, minlength=30522).astype(np.float64)).to(device)
        self.q_len, self.p_len = (torch.from_numpy(arrays[f"{name}_len"].astype(np.int64)).to(device) for name in ("q", "p"))
        self.q_start = torch.cumsum(self.q_len, 0) - self.q_len
        self.p_start = torch.cumsum(self.p_len, 0) - self.p_len + int(self.q_len.sum())
        self.groups = json.load(open(os.path.join(folder, "groups.json")))
        self.weights = np.array([{**GROUP_WEIGHT, **other_weights}[g] for g in self.groups])
        self.weights /= self.weights.sum()
        self.trust = torch.zeros(len(self.q_len), device=device)
        for group, (start, end) in self.groups.items():
            self.trust[start:end] = TRUST[group]
        self.names = torch.tensor([vocabulary[n] for n in NAMES if n in vocabulary], device=device)
        self.device = device

    def batch(self, size, draw):
        """Query and passage of `size` records. Most batches are of one group and in runs of neighbours: what is alike must be told apart."""
        if draw.random() < 0.75:
            group = draw.choice(list(self.groups), p=self.weights)
            records = self.runs(*self.groups[group], size, int(draw.choice([1, 16, 64])))
        else:
            counts = draw.multinomial(size // 16, self.weights)
            parts = [self.runs(*self.groups[g], int(n) * 16, 16) for g, n in zip(self.groups, counts) if n]
            group, records = "mixed", torch.cat(parts)
        device, random = self.device, lambda: torch.rand(size, device=self.device)
        whole, length = random() < 0.65, self.p_len[records]
        crop = torch.minimum((8 + random() * (length - 8).clamp(min=0)).long(), length)
        taken = torch.where(whole, length, crop)
        start = torch.where(whole, torch.zeros_like(taken), (random() * (length - taken + 1)).long())
        has = (self.q_len[records] > 0) & (random() < 0.94)
        # A record without a query is asked for by a few of its own words.
        few = torch.minimum((3 + random() * 13).long(), length)
        few_start = self.p_start[records] + (random() * (length - few + 1)).long()
        starts = torch.cat([torch.where(has, self.q_start[records], few_start), self.p_start[records] + start])
        lengths = torch.cat([torch.where(has, self.q_len[records], few), taken])
        packed = Packed(self.tokens, starts, lengths)
        if group in ("chat", "notes", "tasks", "mixed") and draw.random() < 0.7:
            self.rename(packed)
        return packed, torch.where(has & whole, self.trust[records], 0.0)

    def runs(self, start, end, size, run):
        """`size` records in runs of neighbours."""
        first = torch.randint(start, max(start + 1, end - run + 1), (size // run,), device=self.device)
        return (first[:, None] + torch.arange(run, device=self.device)).flatten().clamp(max=end - 1)

    def rename(self, packed):
        """All first names become two: in a namespace of one conversation a name says little."""
        mapping = torch.arange(30522, device=self.device)
        two = self.names[torch.randint(0, len(self.names), (2,), device=self.device)]
        mapping[self.names] = two[torch.randint(0, 2, (len(self.names),), device=self.device)]
        packed.ids = mapping[packed.ids]


class Evaluation:
    def __init__(self, path, device):
        arrays = np.load(path)
        self.sets = {}
        for name in sorted({key.split("/")[0] for key in arrays.files}):
            parts = {}
            for part in ("docs", "queries"):
                tokens = torch.from_numpy(arrays[f"{name}/{part}/tokens"].astype(np.int32)).to(device)
                lengths = torch.from_numpy(arrays[f"{name}/{part}/lengths"].astype(np.int64)).to(device)
                parts[part] = (tokens, torch.cumsum(lengths, 0) - lengths, lengths, torch.from_numpy(arrays[f"{name}/{part}/spaces"]).to(device))
            relevant = {}
            for query, document in arrays[f"{name}/relevant"].tolist():
                relevant.setdefault(query, set()).add(document)
            self.sets[name] = (parts["docs"], parts["queries"], relevant)

    @torch.no_grad()
    def ndcg(self, encode, dims=(384,)):
        """NDCG@10 in percent of each set; `encode` gives unnormalised vectors of a packed batch."""
        result = {}
        for name, (docs, queries, relevant) in self.sets.items():
            vectors = []
            for tokens, starts, lengths, _ in (docs, queries):
                vectors.append(torch.cat([encode(Packed(tokens, starts[i : i + 512], lengths[i : i + 512])) for i in range(0, len(lengths), 512)]))
            for size in dims:
                d, q = (torch.nn.functional.normalize(v[:, :size].float(), dim=-1) for v in vectors)
                scores = (q @ d.t()).masked_fill(queries[3][:, None] != docs[3][None], -9)
                top, total = scores.topk(10, dim=1).indices.tolist(), 0
                for query, wanted in relevant.items():
                    gain = sum(1 / math.log2(i + 2) for i, x in enumerate(top[query]) if x in wanted)
                    total += gain / sum(1 / math.log2(i + 2) for i in range(min(10, len(wanted))))
                result[name if size == dims[0] else f"{name}@{size}"] = round(100 * total / len(relevant), 2)
        return result
