"""Trains the students; they share the teacher's forward pass.

    python train.py DATA OUT --steps 5500 --share 0 0.5 --save 1.pt
    python train.py DATA OUT --steps 5500 --share 0.5 1 --resume 1.pt --save 2.pt
    python train.py DATA OUT --steps 2000 --share 0.8 1 --resume 2.pt --stage polish --tables --table-rate 0.02

DATA holds what clean.py and export_teacher.py wrote, and tokenizer.json. `--share FROM TO` says which part of the whole schedule this run is: 0 0.5 is its
first half, 0.5 1 its second. The table is quick to learn and is trained in the last run alone. The seed is fixed and a run ends by its steps. The
models that ship were still trained by the clock, for 9.25, 9.3 and 3.7 minutes; together they had 13,004 steps, of which the numbers above are about the parts.
"""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from corpus import Corpus, Evaluation
from encoder import WIDTH, load_teacher, student_of
from table import first_tables, frequent_pairs

SEED = 20261115
LAYERS = [0, 4, 7, 11]
# How much each length of vector counts: while learning, and in the last, short run that looks most at 256.
SHORTENED = {"learn": {384: 1.0, 256: 0.5, 128: 0.25}, "polish": {384: 1.0, 256: 1.2, 128: 0.3}}
SHAPES = {"t256": (256, 18_500), "t384": (384, 2_800)}
TEMPERATURE = 0.02
EIGHT_BITS_FROM = 0.6


def main():
    options = parse()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    torch.manual_seed(SEED + int(options.share[0] * 1000))
    draw = np.random.default_rng(SEED + int(options.share[0] * 1000))
    clock = time.time()
    log = lambda *parts: print(f"[{time.time() - clock:6.1f}]", *parts, flush=True)

    arrays = {**np.load(f"{options.data}/teacher-words.npz"), **np.load(f"{options.data}/teacher-layers.npz")}
    teacher = load_teacher(arrays).to(device)
    student = student_of(teacher, LAYERS).to(device)
    fast = device.type == "cuda"
    teacher_type, student_type = (torch.float16, torch.bfloat16) if fast else (torch.float32, torch.float32)
    if fast:
        teacher.half()
    vocabulary = json.load(open(f"{options.data}/tokenizer.json"))["model"]["vocab"]
    more_talk = {"chat": 6} if options.stage == "polish" else {}
    corpus, evaluation = Corpus(options.data, device, vocabulary, more_talk), Evaluation(f"{options.data}/dev.npz", device)
    log("records", len(corpus.q_len), "tokens", corpus.tokens.numel(), "groups", corpus.groups)

    def embed(model, dtype, rounded=False):
        return lambda packed: model.pooled(model.hidden(packed, dtype, rounded), packed)

    # The teacher's main axes: the student's vectors are turned onto them, so that the first dimensions are the ones to keep.
    with torch.no_grad():
        some = torch.cat([F.normalize(embed(teacher, teacher_type)(corpus.batch(options.batch, draw)[0]), dim=-1) for _ in range(12 if fast else 4)])
        axes = torch.linalg.svd(some.float(), full_matrices=False)[2].t().contiguous()
    student.turn.data.copy_(axes)
    mean = some.mean(0)
    table_axes = torch.linalg.svd(some - mean, full_matrices=False)[2]

    decayed = [p for n, p in student.named_parameters() if p.ndim > 1 and n != "turn"]
    plain = [p for n, p in student.named_parameters() if p.ndim <= 1 or n == "turn"]
    groups = [{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=options.rate, betas=(0.9, 0.98), eps=1e-6, fused=fast)
    tables, beginnings = {}, {}
    if options.tables:
        pairs = frequent_pairs(corpus.tokens, corpus.frequency, readable(vocabulary, device), max(count for _, count in SHAPES.values()))
        tables = first_tables(teacher, teacher_type, corpus.frequency, pairs, SHAPES)
        beginnings = {name: table.weight.data.clone() for name, table in tables.items()}
    table_optimisers = {name: torch.optim.Adam(table.parameters(), lr=options.table_rate, fused=fast) for name, table in tables.items()}
    step = 0
    if options.resume:
        saved = torch.load(options.resume, map_location=device)
        step, axes, mean, table_axes = saved["step"], saved["axes"], saved["mean"], saved["table_axes"]
        student.load_state_dict(saved["student"])
        optimiser.load_state_dict(saved["optimiser"])
    else:
        log("teacher", evaluation.ndcg(embed(teacher, teacher_type)))
        log("student before", evaluation.ndcg(embed(student, student_type), (384, 256)), *[(n, evaluation.ndcg(t, (t.dims,))) for n, t in tables.items()])

    first = step
    while step < first + options.steps:
        place = options.share[0] + (step - first) / options.steps * (options.share[1] - options.share[0])
        factor = min(1, (step + 1) / 300) * max(0.5 * (1 + math.cos(math.pi * place)), 0.004)
        set_rate(optimiser, options.rate * factor)
        packed, trust = corpus.batch(options.batch, draw)
        with torch.no_grad():
            teacher_hidden = teacher.hidden(packed, teacher_type)
            target = F.normalize(teacher.pooled(teacher_hidden, packed), dim=-1)
        student_hidden = student.hidden(packed, student_type, rounded=place > EIGHT_BITS_FROM)
        loss, parts = student_loss(student.pooled(student_hidden, packed), target, target @ axes, student_hidden, teacher_hidden, trust, options)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
        optimiser.step()
        if tables:
            soft = teacher_ranking(target)
            for name, table in tables.items():
                set_rate(table_optimisers[name], options.table_rate * factor)
                table_loss = loss_of_table(table, packed, target, soft, trust, F.normalize((target - mean) @ table_axes[: table.dims].t(), dim=-1))
                table_optimisers[name].zero_grad(set_to_none=True)
                table_loss.backward()
                table.weight.grad[table.rows] = 0
                table_optimisers[name].step()
        step += 1
        if step % 200 == 0 or not fast:
            log(f"step {step} at {place:.3f} loss {float(loss):.3f}", {k: round(float(v), 4) for k, v in parts.items()}, f"table {float(table_loss):.3f}" if tables else "")
        if step % options.every == 0:
            log("step", step, "small", evaluation.ndcg(embed(student, student_type), (384, 256, 128)), *[(n, evaluation.ndcg(t, (t.dims,))) for n, t in tables.items()])
            write_student(student, options.out)
    log("end: step", step, "small", evaluation.ndcg(embed(student, student_type), (384, 256, 128)), "rounded", evaluation.ndcg(embed(student, student_type, True)))
    write_student(student, options.out)
    if options.save:
        torch.save({"step": step, "axes": axes, "mean": mean, "table_axes": table_axes, "student": student.state_dict(), "optimiser": optimiser.state_dict()}, options.save)
    for name, table in tables.items():
        mix_and_write(table, beginnings[name], evaluation, f"{options.out}/{name}.npz", lambda *p: log(name, *p))


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("--steps", type=int, required=True)
    parser.add_argument("--share", type=float, nargs=2, default=[0, 1])
    parser.add_argument("--resume")
    parser.add_argument("--save")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--table-rate", type=float, default=2e-3)
    parser.add_argument("--every", type=int, default=1_000, help="steps between two looks at the evaluation sets")
    parser.add_argument("--stage", choices=list(SHORTENED), default="learn")
    parser.add_argument("--tables", action="store_true")
    parser.add_argument("--contrast", type=float, default=0.1)
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    return options


def readable(vocabulary, device):
    """Which pieces are letters or digits, and no special places of the vocabulary."""
    marks = torch.zeros(len(vocabulary), dtype=torch.bool, device=device)
    for piece, place in vocabulary.items():
        marks[place] = place > 998 and any(c.isalnum() for c in piece)
    return marks


def set_rate(optimiser, rate):
    for group in optimiser.param_groups:
        group["lr"] = rate


def divergence(target, logits):
    """Kullback–Leibler, of rows of scores."""
    return F.kl_div(F.log_softmax(logits, -1), F.softmax(target, -1), reduction="batchmean")


def student_loss(pooled, target, turned, student_hidden, teacher_hidden, trust, options):
    """The student must place every text where the teacher does, rank passages for queries and passages for passages as it does, at every length of vector;
    and where a query truly belongs to a passage, rank that passage first."""
    size = len(target) // 2
    parts = {"token": F.mse_loss(student_hidden.float(), teacher_hidden.float())}
    full = F.normalize(pooled, dim=-1)
    parts["cosine"] = (1 - (full * turned).sum(-1)).mean()
    teacher_qp, teacher_pp = target[:size] @ target[size:].t(), target[size:] @ target[size:].t()
    same = torch.eye(size, dtype=torch.bool, device=target.device)
    total = parts["token"] * 2 + parts["cosine"] * 20
    for dims, weight in SHORTENED[options.stage].items():
        short = F.normalize(pooled[:, :dims], dim=-1)
        qp, pp = short[:size] @ short[size:].t(), short[size:] @ short[size:].t()
        rank_q = divergence(teacher_qp / TEMPERATURE, qp / TEMPERATURE)
        rank_p = divergence((teacher_pp / TEMPERATURE).masked_fill(same, -99), (pp / TEMPERATURE).masked_fill(same, -99))
        # A passage that the teacher finds much nearer than the given one may answer the query too; it is no counter-example.
        rivals = teacher_qp > teacher_qp.diagonal()[:, None] + 0.03
        contrast = F.cross_entropy((qp / TEMPERATURE).masked_fill(rivals & ~same, -99), torch.arange(size, device=target.device), reduction="none")
        contrast = (contrast * trust).sum() / trust.sum().clamp(min=1)
        total = total + weight * (rank_q + 0.5 * rank_p + options.contrast * contrast)
        if dims == WIDTH:
            parts["rank_q"], parts["rank_p"], parts["contrast"] = rank_q, rank_p, contrast
            parts["similarity"] = ((pp - teacher_pp) ** 2).mean() + ((qp - teacher_qp) ** 2).mean()
            total = total + 200 * parts["similarity"]
    return total, parts


def teacher_ranking(target):
    size = len(target) // 2
    same = torch.eye(size, dtype=torch.bool, device=target.device)
    queries, passages = target[:size], target[size:]
    return F.softmax(queries @ passages.t() / TEMPERATURE, -1), F.softmax((passages @ passages.t() / TEMPERATURE).masked_fill(same, -999), -1)


def loss_of_table(table, packed, target, soft, trust, aim):
    vectors = table(packed)
    size = len(target) // 2
    same = torch.eye(size, dtype=torch.bool, device=target.device)
    scale = table.scale.exp().clamp(max=60)
    queries, passages = vectors[:size], vectors[size:]
    logits = queries @ passages.t() * scale
    by_query = -(soft[0] * F.log_softmax(logits, -1)).sum(-1).mean()
    by_passage = -(soft[1] * F.log_softmax((passages @ passages.t() * scale).masked_fill(same, -99), -1)).sum(-1).mean()
    contrast = F.cross_entropy(logits, torch.arange(size, device=target.device), reduction="none")
    contrast = (contrast * trust).sum() / trust.sum().clamp(min=1)
    return by_query + 0.5 * by_passage + 0.4 * contrast + 4 * (1 - (vectors * aim).sum(-1)).mean()


def write_student(student, out):
    """In three files of at most 16 MiB, the limit of a transfer."""
    state = {name: value.detach().half().cpu().numpy() for name, value in student.state_dict().items()}
    words = state.pop("words.weight")
    np.savez(f"{out}/small-words-0.npz", words=words[: len(words) // 2])
    np.savez(f"{out}/small-words-1.npz", words=words[len(words) // 2 :])
    np.savez(f"{out}/small-layers.npz", **state)


def mix_and_write(table, beginning, evaluation, path, log):
    """Trained rows mixed with those it began with generalise better; how much is chosen by the development sets."""
    trained, best = table.weight.data.clone(), (0, 0)
    for share in (1.0, 0.85, 0.7, 0.6, 0.5, 0.4):
        table.weight.data = trained * share + beginning * (1 - share)
        result = evaluation.ndcg(table, (table.dims,))
        log("mixed", share, result)
        best = max(best, (sum(result.values()), share))
    rows = (trained * best[1] + beginning * (1 - best[1]))[: table.rows].float().cpu().numpy()
    table.weight.data = trained
    scale = np.maximum(np.abs(rows).max(1, keepdims=True) / 127, 1e-9).astype(np.float32)
    np.savez(path, codes=np.rint(rows / scale).astype(np.int8), scales=scale, pairs=table.pairs.cpu().numpy(), share=best[1])


if __name__ == "__main__":
    main()
