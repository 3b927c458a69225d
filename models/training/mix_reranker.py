"""How good parts of the way between two re-rankers of the same shape are: `python mix_reranker.py FIRST.npz SECOND.npz BEGINNINGS.npz LISTS.npz OUT --parts 0 0.5 1`.

FIRST and SECOND are students (train_reranker.py, unpack_reranker.py), LISTS is that of list_inputs.py. Writes OUT/mixed-PART.npz, which pack_reranker.py reads, and OUT/scores-PART.npz, the log odds of each list.
"""

import argparse
import os

import numpy as np
import torch

from cross_encoder import CrossEncoder, Layer, matrix_of
from watching import Lists


class Student(CrossEncoder):
    """With the layers that a file has."""

    def __init__(self, state, words):
        torch.nn.Module.__init__(self)
        layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
        self.register_buffer("words", words)
        self.positions = torch.nn.Parameter(state["positions"])
        self.norm, self.score = torch.nn.LayerNorm(384, eps=1e-12), torch.nn.Linear(384, 1)
        self.layers = torch.nn.ModuleList(Layer(state[f"layers.{i}.up.bias"].numel()) for i in range(layers))
        self.load_state_dict(state, strict=False)


def main():
    parser = argparse.ArgumentParser()
    for name in ("first", "second", "beginnings", "lists", "out"):
        parser.add_argument(name)
    parser.add_argument("--parts", nargs="*", type=float, default=[0, 0.5, 1])
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    read = lambda path: {name: torch.from_numpy(value.astype(np.float32)) for name, value in np.load(path).items()}
    first, second = read(options.first), read(options.second)
    words, lists = matrix_of(dict(np.load(options.beginnings)), "student/words.weight"), Lists(options.lists, device)
    for part in options.parts:
        mixed, scores = {name: (1 - part) * first[name] + part * second[name] for name in first}, {}
        lists.show(Student(mixed, words).to(device), dtype, lambda *said: print(*said, flush=True), f"{part:.2f}", scores)
        np.savez(f"{options.out}/mixed-{part:.2f}.npz", **{name: value.half().numpy() for name, value in mixed.items()})
        np.savez_compressed(f"{options.out}/scores-{part:.2f}.npz", **scores)


if __name__ == "__main__":
    main()
