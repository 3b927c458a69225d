"""Looks at the evaluation sets while the re-ranker is trained: the first 50 results of the search as it is, put in the order of the model."""

import numpy as np
import torch

from cross_encoder import Pairs


class Watched:
    def __init__(self, path, device):
        data = np.load(path)
        self.sets = {}
        for name in sorted({key.split("/")[0] for key in data.files}):
            get = lambda part: data[f"{name}/{part}"]
            tokens = np.concatenate([get("qtok"), get("tok")]).astype(np.int32)
            starts = lambda lengths, first: first + np.concatenate([[0], np.cumsum(lengths)[:-1]])
            self.sets[name] = {
                "tokens": torch.from_numpy(tokens).to(device), "q": on(starts(get("qlen"), 0), device), "q_len": on(get("qlen"), device),
                "p": on(starts(get("len"), len(get("qtok"))), device), "p_len": on(get("len"), device), "candidates": on(get("cand"), device), "before": {1: on(get("prev"), device), 2: on(get("prev2"), device)},
                "score": get("score"), "grades": get("rel"), "relevant": get("nrel"),
            }

    def show(self, model, dtype, log, title):
        for name, s in self.sets.items():
            for context in (0, 1, 2) if bool((s["before"][1] >= 0).any()) else (0,):
                scores = self.scores(model, dtype, s, context)
                searched = np.log(np.clip(s["score"], 1e-4, 1 - 1e-4) / (1 - np.clip(s["score"], 1e-4, 1 - 1e-4)))
                ranks = -np.log(np.arange(50) + 2.0)[None]
                shown = [f"{w}: {quality(scores + w * searched, s)}" for w in (0, 0.5, 1, 2)] + [f"rank {w}: {quality(scores + w * ranks, s)}" for w in (0.5, 1, 2)]
                log(f"{title:8} {name:8} {context} before search {quality(ranks + 0 * scores, s)} | {' | '.join(shown)} | AUC {told_apart(scores, s):.3f} (search {told_apart(searched, s):.3f})")

    def all_scores(self, model, dtype):
        return {f"{name}/{context}": self.scores(model, dtype, s, context).astype(np.float16) for name, s in self.sets.items() for context in (0, 1, 2)}

    def scores(self, model, dtype, s, context):
        count = len(s["q"])
        asked = torch.arange(count, device=s["q"].device).repeat_interleave(50)
        flat, before, out = s["candidates"].reshape(-1), s["before"][max(1, context)].reshape(-1), []
        with torch.no_grad():
            for start in range(0, len(flat), 4096):
                q, p, b = asked[start : start + 4096], flat[start : start + 4096].clamp(min=0), before[start : start + 4096]
                lengths = torch.where((b >= 0) & (context > 0), s["p_len"][b.clamp(min=0)], 0)
                kept = lengths.clamp(max=60 if context == 2 else 30)
                pairs = Pairs(s["tokens"], (s["q"][q], s["q_len"][q]), (s["p"][p], s["p_len"][p]), (s["p"][b.clamp(min=0)] + lengths - kept, kept))
                out.append(model(pairs, dtype))
        scores = torch.cat(out).view(count, 50).float().cpu().numpy()
        return np.where(s["candidates"].cpu().numpy() < 0, -1e4, scores)


def on(array, device):
    return torch.from_numpy(array.astype(np.int64)).to(device)


def quality(scores, s):
    """NDCG@10 and recall@10 as in the project's benchmark."""
    gains, found = [], []
    discount = 1 / np.log2(np.arange(10) + 2)
    for row, grades, relevant in zip(scores, s["grades"], s["relevant"]):
        order = np.argsort(-row, kind="stable")[:10]
        ideal = discount[: min(10, relevant)].sum()
        gains.append((grades[order] * discount).sum() / ideal)
        found.append((grades[order] > 0).sum() / relevant)
    return f"{np.mean(gains):.3f}/{np.mean(found):.3f}"


def told_apart(scores, s):
    """How well the best score tells a search with its answer from the same search without it (AUC)."""
    has = (s["grades"] > 0).any(1)
    best = scores[has].max(1)
    without = np.where(s["grades"][has] > 0, -1e4, scores[has]).max(1)
    order = np.argsort(np.concatenate([best, without]), kind="stable")
    ranks = np.empty(len(order))
    ranks[order] = np.arange(1, len(order) + 1)
    n = len(best)
    return (ranks[:n].sum() - n * (n + 1) / 2) / (n * n)
