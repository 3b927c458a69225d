"""Looks at the evaluation sets while the re-ranker is trained: the 50 passages that meaning and rare words bring up, put in the order of the model."""

import numpy as np
import torch

from cross_encoder import Pairs

CANDIDATES = 50
# The lists by which a teacher's step is kept.
CHOSEN_BY = ("locomo-dev", "facts-near")


class Watched:
    """`embed(tokens, starts, lengths)` gives the vectors of what comes first; sets.npz is that of evaluation_inputs.py."""

    def __init__(self, path, embed, device):
        data = np.load(path)
        self.sets = {}
        for name in sorted({key.split("/")[0] for key in data.files}):
            s = {part: on(data[f"{name}/{part}"], device) for part in ("tokens", "starts", "lengths", "ns", "before", "q_starts", "q_lengths", "q_ns", "relevant")}
            s["tokens"] = s["tokens"].int()
            order = first_found(s, embed(s["tokens"], s["starts"], s["lengths"]), embed(s["tokens"], s["q_starts"], s["q_lengths"]))
            best = order.topk(min(CANDIDATES, order.shape[1]))
            s["candidates"] = torch.where(best.values > -1e3, best.indices, -1)
            s["grades"] = (s["candidates"][:, :, None] == s["relevant"][:, None, :]).any(2).float().cpu().numpy()
            s["count"] = (s["relevant"] >= 0).sum(1).cpu().numpy()
            self.sets[name] = s

    def show(self, model, dtype, log, title, keep=None):
        """Returns the mean NDCG@10 over sets of conversations."""
        of_conversations = []
        for name, s in self.sets.items():
            spoken = bool((s["before"] >= 0).any())
            for context in (0, 1) if spoken else (0,):
                scores = self.scores(model, dtype, s, context)
                if keep is not None:
                    keep[f"{name}-{context}"] = scores.astype(np.float16)
                ranks = -np.log(np.arange(scores.shape[1]) + 2.0)[None]
                values = {w: quality(scores + w * ranks, s) for w in (0, 1, 2, 3)}
                shown = " | ".join(f"{w}: {n:.3f}/{r:.3f}" for w, (n, r) in values.items())
                n, r = quality(ranks + 0 * scores, s)
                log(f"{title:8} {name:10} {context} before, first {n:.3f}/{r:.3f} | weight of its order {shown} | AUC {told_apart(scores, s):.3f}")
            if spoken:
                of_conversations.append(max(n for n, _ in values.values()))
        return float(np.mean(of_conversations))

    def scores(self, model, dtype, s, context):
        count, most = s["candidates"].shape
        asked = torch.arange(count, device=s["q_starts"].device).repeat_interleave(most)
        flat, out = s["candidates"].reshape(-1), []
        with torch.no_grad():
            for start in range(0, len(flat), 4096):
                q, p = asked[start : start + 4096], flat[start : start + 4096].clamp(min=0)
                b = s["before"][p]
                lengths = torch.where((b >= 0) & (context > 0), s["lengths"][b.clamp(min=0)], 0)
                kept = lengths.clamp(max=30)
                pairs = Pairs(s["tokens"], (s["q_starts"][q], s["q_lengths"][q]), (s["starts"][p], s["lengths"][p]), (s["starts"][b.clamp(min=0)] + lengths - kept, kept))
                out.append(model(pairs, dtype))
        scores = torch.cat(out).view(count, most).float().cpu().numpy()
        return np.where(s["candidates"].cpu().numpy() < 0, -1e4, scores)


class Lists:
    """Looks at the lists that the service's own search found (list_inputs.py). Of each set the even questions may be chosen by; the odd ones are shown apart."""

    def __init__(self, path, device, chosen_by=CHOSEN_BY):
        data, self.sets, self.chosen_by = np.load(path), {}, chosen_by
        for name in sorted({key.split("/")[0] for key in data.files}):
            s = {part: data[f"{name}/{part}"] for part in ("grades", "scores")}
            s |= {part: on(data[f"{name}/{part}"], device) for part in ("tokens", "questions", "passages", "before")}
            s["tokens"], s["count"] = s["tokens"].int(), data[f"{name}/relevant"]
            self.sets[name] = s

    def show(self, model, dtype, log, title, keep=None):
        """Returns the mean NDCG@10 of the even questions over `chosen_by`, by the weight that is best there."""
        worth = []
        for name, s in self.sets.items():
            scores = self.scores(model, dtype, s)
            if keep is not None:
                keep[name] = scores.astype(np.float16)
            ranks = -np.log(np.arange(scores.shape[1]) + 2.0)[None]
            values = {w: quality(scores + w * ranks, s) for w in (0, 1, 2, 3, 5, 8, 12)}
            even = {w: quality(scores + w * ranks, s, 0)[0] for w in values}
            best = max(even, key=even.get)
            shown = " | ".join(f"{w}: {n:.3f}/{r:.3f}" for w, (n, r) in values.items())
            first, odd = quality(ranks + 0 * scores, s), quality(scores + best * ranks, s, 1)
            log(f"{title:8} {name:11} search {first[0]:.3f}/{first[1]:.3f} | {shown} | odd half by the weight of the even one ({best}) {odd[0]:.3f}/{odd[1]:.3f} for {quality(ranks + 0 * scores, s, 1)[0]:.3f} | AUC {told_apart(scores, s):.3f}")
            if name in self.chosen_by:
                worth.append(even[best])
        return float(np.mean(worth))

    def scores(self, model, dtype, s):
        count, most = s["passages"].shape[:2]
        asked, flat, context = s["questions"].repeat_interleave(most, 0), s["passages"].reshape(-1, 2), s["before"].reshape(-1, 2)
        out = []
        with torch.no_grad():
            for at in range(0, len(flat), 4096):
                q, p, b = asked[at : at + 4096], flat[at : at + 4096], context[at : at + 4096]
                out.append(model(Pairs(s["tokens"], (q[:, 0], q[:, 1]), (p[:, 0], p[:, 1]), (b[:, 0], b[:, 1])), dtype))
        scores = torch.cat(out).view(count, most).float().cpu().numpy()
        return np.where(s["passages"][:, :, 1].cpu().numpy() == 0, -1e4, scores)


def first_found(s, passages, questions, weight=0.8):
    """What a search without re-ranking would find, roughly: meaning and the rare pieces that both have, each in parts of its spread."""
    device = passages.device
    order = torch.full((len(questions), len(passages)), -1e4, device=device)
    for ns in s["ns"].unique().tolist():
        p, q = torch.nonzero(s["ns"] == ns).squeeze(1), torch.nonzero(s["q_ns"] == ns).squeeze(1)
        if len(q) == 0:
            continue
        has_p, has_q = pieces_of(s["tokens"], s["starts"][p], s["lengths"][p]), pieces_of(s["tokens"], s["q_starts"][q], s["q_lengths"][q])
        rarity = torch.log((len(has_p) + 1) / (has_p.float().sum(0) + 0.5)).clamp(min=0)
        both = standard(questions[q].float() @ passages[p].float().t()) + weight * standard(((has_q * rarity).half() @ has_p.t()).float())
        order[q[:, None], p[None]] = both
    return order


def pieces_of(tokens, starts, lengths):
    device = tokens.device
    owner = torch.repeat_interleave(torch.arange(len(starts), device=device), lengths)
    at = torch.arange(len(owner), device=device) - torch.repeat_interleave(torch.cumsum(lengths, 0) - lengths, lengths)
    held = torch.zeros(len(starts), 30522, dtype=torch.float16, device=device)
    held[owner, tokens[starts[owner] + at].long()] = 1
    return held


def standard(x):
    return (x - x.mean(1, keepdim=True)) / (x.std(1, keepdim=True) + 1e-6)


def on(array, device):
    return torch.from_numpy(array.astype(np.int64)).to(device)


def quality(scores, s, half=None):
    """NDCG@10 and recall@10 as in the project's benchmark; half: of the even (0) or the odd (1) questions alone."""
    gains, found = [], []
    discount = 1 / np.log2(np.arange(10) + 2)
    own = slice(half, None, None if half is None else 2)
    for row, grades, relevant in zip(scores[own], s["grades"][own], s["count"][own]):
        order = np.argsort(-row, kind="stable")[:10]
        ideal = discount[: min(10, relevant)].sum()
        gains.append((grades[order] * discount).sum() / ideal)
        found.append((grades[order] > 0).sum() / relevant)
    return float(np.mean(gains)), float(np.mean(found))


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
