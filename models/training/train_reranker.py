"""Trains the re-ranker: teachers of 12 layers on questions and the hard rivals of their passages, then shallow students on the teachers' scores.

    python train_reranker.py DATA OUT --keep FOLDER --teacher-steps 1200 --students; python train_reranker.py DATA OUT --teacher FOLDER/teacher.pt --student-steps 3000

DATA holds groups.npz (groups.py), beginnings.npz (beginnings.py), tokenizer.json, and lists.npz (list_inputs.py: what the service's search finds) or sets.npz (evaluation_inputs.py), the evaluation sets, which are looked at: of the teacher the step is kept that is best on conversations.
Runs end by their steps and the seed is fixed. `--teacher FILE` goes on from a teacher that an earlier run saved, as teacher.pt or as the folder of its three parts, each small enough for the limits of a transfer.
"""

import argparse
import json
import math
import os
import time

import numpy as np
import torch
import torch.nn.functional as F

from cross_encoder import CrossEncoder, Pairs
from embedder import Embedder, embedded
from questions import MONTHS, NAMES, STOP
from watching import CHOSEN_BY, Lists, Watched, pieces_of, standard

SEED = 20261116
RIVALS = 30
SHARES = {"talk": 0.18, "prose": 0.08, "code": 0.02, "title": 0.0, "asked": 0.12, "asked talk": 0.06, "asked code": 0.02, "own talk": 0.16, "own sessions": 0.20, "web code": 0.16}
CODE = [i for i, kind in enumerate(SHARES) if kind.endswith("code")]
# How often the near miss of a question is among its rivals, where it has one.
WITH_MISS = 0.7
# name: layers of the small embedder it begins with, inner channels (None: all); "more" goes on from one that was trained before (--begin)
STUDENTS = {
    "two": ([0, 1], None), "duo": ([0, 1], 512), "slim": ([0, 1], 768), "three": ([0, 1, 3], 512), "more": ([0, 1, 3], 512), "four": ([0, 1, 2, 3], 384),
}
GO_ON = ("more",)
# Students that begin with layers of their teacher: which ones, inner channels, and the layers behind which the teacher has what each of theirs should give.
HEIRS = {"heir": ([0, 2, 5, 8, 11], 640, [1, 3, 6, 9, 11])}
# What the rows of the layers count beside the scores at first, and the part of the steps after which they no longer count.
ROWS, ROWS_UNTIL = 1.0, 0.6
TEACHER_PARTS = 3
# How often a turn is read without those before it, with one, and otherwise with two; how many pieces of one.
ALONE, WITH_ONE, ONE_TURN, OTHER_WORD = 0.15, 0.85, 30, 0.2
EIGHT_BITS_FROM = 0.6


class Material:
    def __init__(self, path, device):
        data = np.load(path)
        self.device = device
        self.tokens = torch.from_numpy(data["tokens"].astype(np.int32)).to(device)
        self.passages = torch.from_numpy(data["passages"].astype(np.int64)).to(device)
        self.questions = torch.from_numpy(data["questions"].astype(np.int64)).to(device)
        self.misses = self.questions[:, 7]
        self.shares = list(SHARES.values())
        self.by_kind = [torch.nonzero(self.questions[:, 4] == k).squeeze(1) for k in range(len(SHARES))]

    def mine(self, embed, log):
        """The rivals that meaning and shared rare pieces bring up, of the passage's own group; `embed(tokens, starts, lengths)` gives vectors."""
        passages, questions = (embed(self.tokens, table[:, 0], table[:, 1]).half() for table in (self.passages, self.questions))
        log("embedded", len(passages), len(questions))
        self.rivals = torch.full((len(self.questions), RIVALS), -1, dtype=torch.int64, device=self.device)
        group_of_passage, group_of_question = self.passages[:, 2].cpu().numpy(), self.questions[:, 2].cpu().numpy()
        groups = np.arange(group_of_passage.max() + 2)
        p_at, q_at = np.searchsorted(group_of_passage, groups), np.searchsorted(group_of_question, groups)
        for g in range(len(groups) - 1):
            p, q = slice(p_at[g], p_at[g + 1]), slice(q_at[g], q_at[g + 1])
            if q.stop <= q.start:
                continue
            meaning = (questions[q] @ passages[p].t()).float()
            has_p, has_q = self.pieces_of(self.passages[p]), self.pieces_of(self.questions[q])
            rarity = torch.log((len(has_p) + 1) / (has_p.float().sum(0) + 0.5)).clamp(min=0)
            words = (has_q * rarity).half() @ has_p.t()
            both = standard(meaning) + standard(words.float()) * 0.8
            place = torch.arange(p.start, p.stop, device=self.device)
            both[(place >= self.questions[q, 5:6]) & (place <= self.questions[q, 6:7])] = -1e4
            if int(self.questions[q.start, 4]) in CODE:
                # A function that is nearer to the query than the right one may well do the same.
                right = meaning.gather(1, (self.questions[q, 3:4] - p.start))
                both[meaning > right] = -1e4
            count = min(RIVALS, both.shape[1] - 1)
            best = both.topk(count)
            self.rivals[q, :count] = torch.where(best.values > -1e3, best.indices + p.start, -1)
        log("rivals found")

    def pieces_of(self, table):
        return pieces_of(self.tokens, table[:, 0], table[:, 1])

    def before(self, places, turns):
        """Start and length of the turns before each passage; one is cut to its end. Passages that follow each other do so in the tokens as well."""
        first = self.passages[places, 3]
        has = (first >= 0) & (turns > 0)
        first = first.clamp(min=0)
        start, length = self.passages[first, 0], torch.where(has, self.passages[first, 1], 0)
        second = self.passages[first, 3]
        both = has & (turns > 1) & (second == first - 1) & (second >= 0)
        one = torch.minimum(length, torch.full_like(length, ONE_TURN))
        start_of_one = start + length - one
        second = second.clamp(min=0)
        return torch.where(both, self.passages[second, 0], start_of_one), torch.where(both, length + self.passages[second, 1], one)

    def drawn(self, count, candidates, draw):
        """Questions, and of each the passage that answers before some of its rivals."""
        picked = []
        for k, share in enumerate(self.shares):
            own = self.by_kind[k]
            if len(own) == 0:
                continue
            picked.append(own[torch.randint(len(own), (int(count * share),), device=self.device, generator=draw)])
        picked = torch.cat(picked)
        rivals = self.rivals[picked]
        order = torch.rand(rivals.shape, device=self.device, generator=draw) + 0.25 * (torch.arange(RIVALS, device=self.device) / RIVALS)
        chosen = rivals.gather(1, order.masked_fill(rivals < 0, 9).topk(candidates - 1, largest=False).indices)
        chosen = torch.where(chosen < 0, rivals[:, :1], chosen)
        # Where nothing of the group is a rival, any other passage is one.
        chosen = torch.where(chosen < 0, torch.randint(len(self.passages), chosen.shape, device=self.device, generator=draw), chosen)
        missed = (self.misses[picked] >= 0) & (torch.rand(len(picked), device=self.device, generator=draw) < WITH_MISS)
        chosen[:, 0] = torch.where(missed, self.misses[picked], chosen[:, 0])
        return picked, torch.cat([self.questions[picked, 3:4], chosen], 1)

    def batch(self, count, candidates, draw, neighbours):
        picked, passages = self.drawn(count, candidates, draw)
        flat, asked = passages.reshape(-1), picked.repeat_interleave(candidates)
        chance = torch.rand(len(picked), device=self.device, generator=draw).repeat_interleave(candidates)
        context = self.before(flat, (chance >= ALONE).long() + (chance >= ALONE + WITH_ONE).long())
        pairs = Pairs(self.tokens, (self.questions[asked, 0], self.questions[asked, 1]), (self.passages[flat, 0], self.passages[flat, 1]), context)
        if neighbours is not None:
            self.put_other_words(pairs, candidates, draw, neighbours)
        return pairs, len(picked)

    def put_other_words(self, pairs, candidates, draw, neighbours):
        """Some words of a question become others of like meaning, the same ones before all its candidates: people do not ask in the words of the text."""
        owner = torch.repeat_interleave(torch.arange(pairs.count, device=self.device), (pairs.borders[1:] - pairs.borders[:-1]).long())
        in_question = pairs.position < 64
        chance = torch.rand((pairs.count // candidates, 64), device=self.device, generator=draw)[owner // candidates, pairs.position.clamp(max=63)]
        which = (torch.rand((pairs.count // candidates, 64), device=self.device, generator=draw)[owner // candidates, pairs.position.clamp(max=63)] * neighbours.shape[1]).long()
        other = neighbours[pairs.ids, which]
        pairs.ids = torch.where(in_question & (chance < OTHER_WORD) & (other > 0), other, pairs.ids)


def like_words(model, dtype, vocabulary, device):
    """For each whole word of the vocabulary up to three of like meaning (0: none). No names, months or numbers: another one would be another question."""
    never = STOP | {name.lower() for name in NAMES} | {month.lower() for month in MONTHS} | set("monday tuesday wednesday thursday friday saturday sunday one two three four five six seven eight nine ten".split())
    places = torch.tensor([at for word, at in vocabulary.items() if at > 1995 and word.isalpha() and len(word) > 3 and word not in never], device=device)
    tokens = places.int()
    one, none = torch.ones_like(places), torch.zeros_like(places)
    with torch.no_grad():
        vectors = model.embed(Pairs(tokens, (torch.arange(len(places), device=device), one), (none, none)), dtype)
    vectors = F.normalize(vectors - vectors.mean(0), dim=-1)
    table = torch.zeros(30522, 3, dtype=torch.int64, device=device)
    for start in range(0, len(places), 4096):
        alike = vectors[start : start + 4096] @ vectors.t()
        alike[torch.arange(len(alike), device=device), torch.arange(start, start + len(alike), device=device)] = -1
        best = alike.topk(3)
        table[places[start : start + 4096]] = torch.where(best.values > 0.6, places[best.indices], 0)
    return table


def losses(scores, count):
    """The right passage is the first: before all others, and above zero while they are below."""
    scores = scores.view(count, -1)
    first = F.cross_entropy(scores, torch.zeros(count, dtype=torch.int64, device=scores.device))
    above = F.softplus(-scores[:, 0]).mean() + F.softplus(scores[:, 1:]).mean()
    return first + 0.2 * above


def student_losses(scores, target, count):
    scores, target = scores.view(count, -1), target.view(count, -1)
    rank = F.kl_div(F.log_softmax(scores, -1), F.softmax(target, -1), reduction="batchmean")
    return rank + 0.05 * F.mse_loss(scores, target) + 0.05 * losses(scores, count)


def optimiser_of(model, rate):
    trained = [p for p in model.parameters() if p.requires_grad]
    decayed, plain = [p for p in trained if p.ndim > 1], [p for p in trained if p.ndim <= 1]
    return torch.optim.AdamW([{"params": decayed, "weight_decay": 0.01}, {"params": plain, "weight_decay": 0.0}], lr=rate, betas=(0.9, 0.98), eps=1e-6, fused=torch.cuda.is_available())


def set_rate(optimiser, rate, step, steps):
    factor = min(1, (step + 1) / 150) * max(0.5 * (1 + math.cos(math.pi * step / steps)), 0.01)
    for group in optimiser.param_groups:
        group["lr"] = rate * factor


def main():
    options = parse()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    torch.manual_seed(options.seed)
    draw = torch.Generator(device=device).manual_seed(options.seed)
    clock = time.time()
    log = lambda *parts: print(f"[{time.time() - clock:6.1f}]", *parts, flush=True)
    arrays = {}
    for path in options.beginnings or [f"{options.data}/beginnings.npz"]:
        arrays |= dict(np.load(path))
    vocabulary = json.load(open(f"{options.data}/tokenizer.json"))["model"]["vocab"]
    material = Material(f"{options.data}/groups.npz", device)
    material.shares = shares_of(options.shares)
    log("passages", len(material.passages), "questions", [len(k) for k in material.by_kind], "pieces", material.tokens.numel())
    teacher = CrossEncoder(arrays, "teacher", range(12)).to(device)
    neighbours = like_words(teacher, dtype, vocabulary, device)
    words = {at: word for word, at in vocabulary.items()}
    log("like words", int((neighbours[:, 0] > 0).sum()), [(w, [words[int(x)] for x in neighbours[vocabulary[w]] if x > 0]) for w in ("bought", "movie", "travel", "doctor", "painted", "house") if w in vocabulary])
    searching = Embedder(arrays).to(device).requires_grad_(False)
    embed = lambda tokens, starts, lengths: embedded(searching, dtype, tokens, starts, lengths)
    if options.rivals:
        material.rivals = torch.load(options.rivals, map_location=device)
    else:
        material.mine(embed, log)
        torch.save(material.rivals, f"{options.keep}/rivals.pt")
    lists = f"{options.data}/lists.npz"
    watched = Lists(lists, device, options.chosen_by) if os.path.exists(lists) else Watched(f"{options.data}/sets.npz", embed, device)
    if options.teacher:
        teacher.load_state_dict(read_teacher(options.teacher), strict=False)
    optimiser, best = optimiser_of(teacher, options.rate), (0.0, None)
    for step in range(options.teacher_steps):
        set_rate(optimiser, options.rate, step, options.teacher_steps)
        pairs, count = material.batch(options.batch, options.candidates, draw, neighbours)
        loss = losses(teacher(pairs, dtype, drop=0.1), count)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(teacher.parameters(), 1.0)
        optimiser.step()
        if step % 100 == 0:
            log(f"teacher {step} loss {float(loss):.4f} pieces {len(pairs.ids)}")
        if (step + 1) % options.every == 0 or step + 1 == options.teacher_steps:
            keep = {}
            worth = watched.show(teacher, dtype, log, "teacher", keep)
            if worth > best[0]:
                np.savez_compressed(f"{options.keep}/scores.npz", **keep)
                best = worth, {k: v.half().cpu() for k, v in teacher.state_dict().items() if k != "words"}
                log(f"kept after {step + 1} steps, {worth:.4f}")
    if options.teacher_steps:
        save_teacher(best[1], options.keep)
        teacher.load_state_dict({k: v.to(device) for k, v in best[1].items()}, strict=False)
    teacher.requires_grad_(False)
    teachers = [teacher]
    if options.second:
        teachers.append(CrossEncoder(arrays, "teacher", range(12)).to(device).requires_grad_(False))
        teachers[1].load_state_dict(read_teacher(options.second), strict=False)
    if options.teacher_steps == 0 and options.student_steps == 0:
        watched.show(teacher, dtype, log, "teacher")
    students = {name: CrossEncoder(arrays, "student", *STUDENTS[name]).to(device) for name in options.students if name in STUDENTS}
    for name in set(options.students) & set(HEIRS):
        picked, inner, _ = HEIRS[name]
        students[name] = CrossEncoder(arrays, "student", [0] * len(picked), inner).to(device)
        students[name].inherit(teacher, picked)
    if options.begin:
        begun = {name: torch.from_numpy(value.astype(np.float32)) for name, value in np.load(options.begin).items()}
        for name in students.keys() & set(GO_ON):
            students[name].load_state_dict(begun, strict=False)
            watched.show(students[name], dtype, log, f"{name} begun")
    optimisers = {name: optimiser_of(student, options.student_rate) for name, student in students.items()}
    for step in range(options.first_step, options.student_steps):
        pairs, count = material.batch(options.student_batch, options.candidates, draw, neighbours)
        with torch.no_grad():
            rows = [] if students.keys() & HEIRS.keys() and step < ROWS_UNTIL * options.student_steps else None
            target = sum(each.scores(pairs, dtype, seen=rows if each is teacher else None) for each in teachers) / len(teachers)
        for name, student in students.items():
            set_rate(optimisers[name], options.student_rate, step, options.student_steps)
            own = [] if rows is not None and name in HEIRS else None
            loss = student_losses(student.scores(pairs, dtype, rounded=step > EIGHT_BITS_FROM * options.student_steps, seen=own), target, count)
            if own is not None:
                fading = 1 - step / (ROWS_UNTIL * options.student_steps)
                apart = sum(F.mse_loss(x.float(), rows[i].float()) for x, i in zip(own, HEIRS[name][2]))
                loss = loss + ROWS * fading * apart
            optimisers[name].zero_grad(set_to_none=True)
            loss.backward()
            torch.nn.utils.clip_grad_norm_(student.parameters(), 1.0)
            optimisers[name].step()
        if step % 200 == 0:
            log(f"students {step} last loss {float(loss):.4f}" + (f", of it rows {float(apart):.4f} times {ROWS * fading:.2f}" if own is not None else ""))
        if (step + 1) % options.every == 0 or step + 1 == options.student_steps:
            for name, student in students.items():
                keep = {}
                watched.show(student, dtype, log, name, keep)
                np.savez_compressed(f"{options.out}/scores-{name}.npz", **keep)
                np.savez(f"{options.out}/{name}.npz", **{k: v.detach().half().cpu().numpy() for k, v in student.state_dict().items() if k != "words"})
    log("end")


def save_teacher(state, folder):
    """As one file, and in parts that are small enough for the limits of a transfer."""
    torch.save(state, f"{folder}/teacher.pt")
    parts = [{} for _ in range(TEACHER_PARTS)]
    for name in sorted(state, key=lambda name: -state[name].numel()):
        min(parts, key=lambda part: sum(value.size for value in part.values()))[name] = state[name].numpy()
    for i, part in enumerate(parts):
        np.savez(f"{folder}/teacher-{i}.npz", **part)


def read_teacher(path):
    if path.endswith(".pt"):
        return torch.load(path, map_location="cpu")
    return {name: torch.from_numpy(value) for part in range(TEACHER_PARTS) for name, value in np.load(f"{path}/teacher-{part}.npz").items()}


def shares_of(changed):
    """SHARES with some of them changed by "kind=share"."""
    shares = SHARES | {name: float(value) for name, value in (each.split("=") for each in changed)}
    assert list(shares) == list(SHARES), "there is no such kind"
    return list(shares.values())


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("data")
    parser.add_argument("out")
    parser.add_argument("--teacher-steps", type=int, default=0)
    parser.add_argument("--student-steps", type=int, default=0)
    parser.add_argument("--beginnings", nargs="*")
    parser.add_argument("--teacher")
    parser.add_argument("--rivals", help="those that an earlier run found")
    parser.add_argument("--begin", help="what the students of GO_ON go on from (unpack_reranker.py)")
    parser.add_argument("--first-step", type=int, default=0, help="where a run goes on that ended early")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--second", help="another teacher; students learn the mean of both")
    parser.add_argument("--chosen-by", nargs="*", default=list(CHOSEN_BY), help="the lists by which a teacher's step is kept")
    parser.add_argument("--keep", default=".", help="a folder for the teacher and the rivals")
    parser.add_argument("--students", nargs="*", default=list(STUDENTS))
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--student-batch", type=int, default=160)
    parser.add_argument("--candidates", type=int, default=12)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--student-rate", type=float, default=4e-4)
    parser.add_argument("--every", type=int, default=800)
    parser.add_argument("--shares", nargs="*", default=[], help="kind=share of a batch")
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    os.makedirs(options.keep, exist_ok=True)
    return options


if __name__ == "__main__":
    main()
