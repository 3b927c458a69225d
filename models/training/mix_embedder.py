"""Mixes the refined embedder with the one it began as: `python mix_embedder.py BEGINNINGS.npz BEGAN.onnx REFINED.npz SHARE OUT`.

The weights of the two are averaged, SHARE of the refined one: a part of the way keeps what the first one knows of code and gains most of what the second one learnt of conversations.
Writes OUT in the form that export_small.py reads. The turn of the first one stays, as the nearest one that changes no cosine: that of lorekeep-embed-small stretches some directions up to three times as far as others, which the training that came after it
(refine_embedder.py, settle_embedder.py) never saw.
"""

import os
import sys

import numpy as np
import onnx
from cross_encoder import matrix_of
from onnx import numpy_helper


def main(beginnings, began, refined, share, out):
    arrays, refined, share = dict(np.load(beginnings)), dict(np.load(refined)), float(share)
    turn = next(numpy_helper.to_array(t) for t in onnx.load(began).graph.initializer if t.name == "turn_left").T
    left, _, right = np.linalg.svd(turn.astype(np.float64))
    state = {"turn": (left @ right).astype(np.float32), "types.weight": np.zeros((2, 384), np.float32)}
    for name, value in refined.items():
        first = matrix_of(arrays, f"student/{'positions.weight' if name == 'positions' else name}").numpy()
        state["positions.weight" if name == "positions" else name] = (first * (1 - share) + value.astype(np.float32) * share).astype(np.float32)
    os.makedirs(out, exist_ok=True)
    np.savez(f"{out}/small-layers.npz", **state)
    for i, half in enumerate(np.array_split(matrix_of(arrays, "student/words.weight").numpy(), 2)):
        np.savez(f"{out}/small-words-{i}.npz", words=half)


if __name__ == "__main__":
    main(*sys.argv[1:6])
