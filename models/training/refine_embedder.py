"""Goes on training the embedder that ships with the teacher of the re-ranker: `python refine_embedder.py DATA OUT --teacher teacher.pt --steps 1000`.

The model learns to rank a passage among its hard rivals as the teacher does, which reads question and passage together, and to find it among all passages of a batch; a third term keeps every vector
near the one of the model that ships. The teacher does not understand code: there the right passage alone is the target. The table of word pieces stays as it is, so that the re-ranker can share it.
sets.npz has the evaluation sets, which are only looked at; at the end it shows how good parts of the way are.
"""

import argparse
import time

import numpy as np
import torch
import torch.nn.functional as F

from cross_encoder import CrossEncoder, Pairs
from embedder import Embedder, embedded
from encoder import Packed
from train_reranker import CODE, SEED, SHARES, Material, optimiser_of, set_rate, shares_of
from watching import first_found

TEMPERATURE = 0.02
EIGHT_BITS_FROM = 0.5
CERTAIN = 8.0
# Ours are in many groups, so that what another group has may be the same passage; and of these kinds people asked the questions, so that one cosine shall tell an answer from the best rival.
OWN = [i for i, kind in enumerate(SHARES) if kind.startswith("own")]
ASKED = [i for i, kind in enumerate(SHARES) if kind.startswith(("own", "asked")) and i not in CODE]
SHARPNESS = 25.0


class Sets:
    def __init__(self, path, device):
        data = np.load(path)
        self.sets = {name: {part: torch.from_numpy(data[f"{name}/{part}"].astype(np.int64)).to(device) for part in ("tokens", "starts", "lengths", "doc", "ns", "before", "q_starts", "q_lengths", "q_ns", "relevant")} for name in sorted({key.split("/")[0] for key in data.files})}

    def show(self, model, dtype, log, title):
        for name, s in self.sets.items():
            tokens = s["tokens"].int()
            passages = embedded(model, dtype, tokens, s["starts"], s["lengths"])
            questions = embedded(model, dtype, tokens, s["q_starts"], s["q_lengths"])
            alike = (questions @ passages.t()).masked_fill(s["q_ns"][:, None] != s["ns"][None], -2)
            by_doc = torch.full((len(questions), int(s["doc"].max()) + 1), -2.0, device=alike.device).scatter_reduce_(1, s["doc"].expand(len(questions), -1), alike, "amax")
            log(f"{title} {name:10} by meaning {quality(by_doc, s)}, AUC {told(by_doc, s):.4f}, with rare words {quality(first_found(s | {'tokens': tokens}, passages, questions), s)}")


def quality(order, s):
    right = (order.topk(10).indices[:, :, None] == s["relevant"][:, None, :]).any(2).float()
    count = (s["relevant"] >= 0).sum(1)
    worth = 1 / torch.log2(torch.arange(10, device=order.device) + 2.0)
    ideal = torch.cumsum(worth, 0)[count.clamp(max=10) - 1]
    return f"{float(((right * worth).sum(1) / ideal).mean()):.4f} / {float((right.sum(1) / count).mean()):.4f}"


def told(order, s):
    """How well the best cosine tells a question with its answer from the same one without it."""
    best, without = order.max(1).values, order.clone()
    rows = torch.arange(len(order), device=order.device)
    for column in s["relevant"].t():
        without[rows[column >= 0], column[column >= 0]] = -2
    without = without.max(1).values
    return float(((best[:, None] > without[None]).float() + 0.5 * (best[:, None] == without[None])).mean())


def main():
    options = parse()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    torch.manual_seed(SEED)
    draw = torch.Generator(device=device).manual_seed(SEED + 1)
    clock = time.time()
    log = lambda *parts: print(f"[{time.time() - clock:6.1f}]", *parts, flush=True)
    arrays = {}
    for path in options.beginnings or [f"{options.data}/beginnings.npz"]:
        arrays |= dict(np.load(path))
    material, sets = Material(f"{options.data}/groups.npz", device), Sets(f"{options.data}/sets.npz", device)
    teacher = CrossEncoder(arrays, "teacher", range(12)).to(device)
    if options.rivals:
        material.rivals = torch.load(options.rivals, map_location=device)
    else:
        material.mine(lambda *texts: embedded(Embedder(arrays).to(device), dtype, *texts), log)
    teacher.load_state_dict({k: v.to(device) for k, v in torch.load(options.teacher, map_location="cpu").items()}, strict=False)
    teacher.requires_grad_(False)
    model, shipped = Embedder(arrays).to(device), Embedder(arrays).to(device).requires_grad_(False)
    sets.show(shipped, dtype, log, "as it ships")
    material.shares = shares_of(options.shares)
    group_kinds = torch.zeros(int(material.passages[:, 2].max()) + 1, dtype=torch.int64, device=device)
    group_kinds[material.questions[:, 2]] = material.questions[:, 4]
    optimiser = optimiser_of(model, options.rate)
    middle = torch.full((1,), 0.8, device=device, requires_grad=True)
    optimiser.add_param_group({"params": [middle], "weight_decay": 0.0})
    for step in range(options.steps):
        set_rate(optimiser, options.rate, step, options.steps)
        picked, passages = material.drawn(options.batch, options.candidates, draw)
        flat, asked = passages.reshape(-1), picked.repeat_interleave(options.candidates)
        q, p = material.questions, material.passages
        rounded = step > EIGHT_BITS_FROM * options.steps
        pairs = Pairs(material.tokens, (q[asked, 0], q[asked, 1]), (p[flat, 0], p[flat, 1]), None)
        with torch.no_grad():
            target = teacher(pairs, dtype).view(len(picked), -1)
            is_code = torch.isin(q[picked, 4], torch.tensor(CODE, device=device))
            target[is_code] = torch.eye(options.candidates, device=device)[0] * CERTAIN
            # Which passage answers what we wrote ourselves is known, whatever the teacher thinks.
            target[torch.isin(q[picked, 4], torch.tensor(OWN, device=device)), 0] += options.sure
        question_pack, passage_pack = Packed(material.tokens, q[picked, 0], q[picked, 1]), Packed(material.tokens, p[flat, 0], p[flat, 1])
        questions, found = model(question_pack, dtype, rounded), model(passage_pack, dtype, rounded)
        with torch.no_grad():
            old_questions, old_found = shipped(question_pack, dtype), shipped(passage_pack, dtype)
        alike = questions @ found.t() / TEMPERATURE
        own = alike.view(len(picked), len(picked), -1)[torch.arange(len(picked)), torch.arange(len(picked))]
        rank = F.kl_div(F.log_softmax(own, -1), F.softmax(target, -1), reduction="batchmean")
        # Another passage of the batch may answer as well: those of the same group are no rivals here.
        same = q[picked, 2][:, None] == p[flat, 2][None]
        first = torch.arange(len(picked), device=device) * options.candidates
        own_kinds = torch.tensor(OWN, device=device)
        same |= torch.isin(q[picked, 4], own_kinds)[:, None] & torch.isin(group_kinds[p[flat, 2]], own_kinds)[None]
        same[torch.arange(len(picked), device=device), first] = False
        among_all = F.cross_entropy(alike.masked_fill(same, -1e4), first)
        near = (1 - (questions * old_questions).sum(-1)).mean() + (1 - (found * old_found).sum(-1)).mean()
        by_people = torch.isin(q[picked, 4], torch.tensor(ASKED, device=device))
        cosines = own[by_people] * TEMPERATURE
        apart = (F.softplus((middle - cosines[:, 0]) * SHARPNESS) + F.softplus((cosines[:, 1:].max(1).values - middle) * SHARPNESS)).mean()
        loss = rank + 0.3 * among_all + options.near * near + options.apart * apart
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        if step % 100 == 0:
            log(f"step {step} rank {float(rank):.4f} all {float(among_all):.4f} near {float(near):.4f} apart {float(apart):.4f} at {float(middle):.3f}")
        if (step + 1) % options.every == 0:
            sets.show(model, dtype, log, f"step {step + 1}")
    finish(model, shipped, (0.3, 0.45, 0.6, 0.8, 1.0), sets, options.out, dtype, log)


def finish(model, shipped, shares, sets, out, dtype, log):
    """Shows how good parts of the way are, and writes all of it."""
    refined, first = {k: v.detach().clone() for k, v in model.state_dict().items()}, shipped.state_dict()
    for share in shares:
        model.load_state_dict({k: first[k] * (1 - share) + v * share if k != "words" else v for k, v in refined.items()})
        sets.show(model, dtype, log, f"{100 * share:.0f} % of the way")
    np.savez(f"{out}/embedder.npz", **{k: v.half().cpu().numpy() for k, v in refined.items() if k != "words"})
    log("end")


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("--beginnings", nargs="*")
    parser.add_argument("--teacher", required=True)
    parser.add_argument("--rivals")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--candidates", type=int, default=8)
    parser.add_argument("--rate", type=float, default=5e-5)
    parser.add_argument("--near", type=float, default=2.0)
    parser.add_argument("--apart", type=float, default=0.0, help="how much it counts that one cosine tells answers from their best rivals")
    parser.add_argument("--every", type=int, default=300)
    parser.add_argument("--sure", type=float, default=0.0, help="added to the teacher's score of the right passage where we wrote the question")
    parser.add_argument("--shares", nargs="*", default=[], help="kind=share of a batch")
    return parser.parse_args()


if __name__ == "__main__":
    main()
