"""What the re-ranker begins with, as 8-bit codes: `python beginnings.py gte-small.onnx lorekeep-embed-small-2.onnx OUT.npz`.

The teacher begins as gte-small (12 layers, the file of 32 bits that ../gte-small.json names, or that of 8 bits), the student as lorekeep-embed-small-2, whose table of word pieces it shares: that one is stored as it is in the
file, codes and one scale for each row, so that it is the one that ships, bit for bit.
"""

import sys

import numpy as np
import onnx
from onnx import numpy_helper

WIDTH, HEADS = 384, 12


def tensors_of(path):
    model = onnx.load(path)
    return model, {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}


def eight_bits(matrix):
    """Rows are outputs."""
    scale = np.maximum(np.abs(matrix).max(axis=1, keepdims=True), 1e-8) / 127
    return np.clip(np.rint(matrix / scale), -127, 127).astype(np.int8), scale.astype(np.float32)


def whole(t, name):
    """A tensor of 32 bits, also where the file has 8 bits with scales and zeros."""
    return t[name] if name in t else (t[f"{name}_q"].astype(np.float32) - t.get(f"{name}_z", np.int8(0)).astype(np.float32)) * t[f"{name}_s"]


def teacher(path):
    model, t = tensors_of(path)
    matrices = {}
    for node in model.graph.node:
        if node.op_type == "MatMul" and node.input[1] in t:
            matrices[node.name.strip("/").replace("/", ".").removesuffix(".MatMul")] = eight_bits(t[node.input[1]].T)
        elif node.op_type == "MatMulInteger" and node.input[1] in t:
            matrices[node.name.strip("/").replace("/", ".").removesuffix(".MatMul_q")] = eight_bits(whole(t, node.input[1].removesuffix("_q")).T)
    words = eight_bits(whole(t, "embeddings.word_embeddings.weight"))
    out = {
        "words.weight/codes": words[0], "words.weight/scale": words[1], "norm.weight": t["embeddings.LayerNorm.weight"], "norm.bias": t["embeddings.LayerNorm.bias"],
        "positions.weight": t["embeddings.position_embeddings.weight"] + t["embeddings.token_type_embeddings.weight"][0],
    }
    for layer in range(12):
        base = f"encoder.layer.{layer}."
        own = f"layers.{layer}."
        parts = [f"{base}attention.self.{name}" for name in ("query", "key", "value")]
        out[f"{own}qkv.weight/codes"], out[f"{own}qkv.weight/scale"] = (np.concatenate([matrices[part][i] for part in parts]) for i in (0, 1))
        out[f"{own}qkv.bias"] = np.concatenate([t[f"{part}.bias"] for part in parts])
        for ours, theirs in (("out", "attention.output.dense"), ("up", "intermediate.dense"), ("down", "output.dense")):
            out[f"{own}{ours}.weight/codes"], out[f"{own}{ours}.weight/scale"] = matrices[base + theirs]
            out[f"{own}{ours}.bias"] = t[f"{base}{theirs}.bias"]
        for ours, theirs in (("norm1", "attention.output.LayerNorm"), ("norm2", "output.LayerNorm")):
            out[f"{own}{ours}.weight"], out[f"{own}{ours}.bias"] = t[f"{base}{theirs}.weight"], t[f"{base}{theirs}.bias"]
    return out


def student(path):
    _, t = tensors_of(path)
    out = {"words.weight/codes": t["words.codes"], "words.weight/scale": t["words.scales"], "positions.weight": t["positions"], "norm.weight": t["norm.weight"], "norm.bias": t["norm.bias"]}
    layer = 0
    while f"layer{layer}.up.codes" in t:
        matrix = lambda name: t[f"layer{layer}.{name}.codes"].astype(np.float32).T * t[f"layer{layer}.{name}.scale"][:, None]
        root = np.float32(np.sqrt(WIDTH // HEADS))
        qkv = np.concatenate([matrix("query") * root, matrix("key"), matrix("value")])
        bias = np.concatenate([t[f"layer{layer}.query.bias"] * root, t[f"layer{layer}.key.bias"], t[f"layer{layer}.value.bias"]])
        up, down, up_bias = matrix("up"), matrix("down"), t[f"layer{layer}.up.bias"].copy()
        if f"layer{layer}.loud_up" in t:
            # The loud channels are empty in the codes; put them where an empty row is.
            empty = np.flatnonzero(np.abs(up).max(axis=1) < 1e-7)[: t[f"layer{layer}.loud_bias"].size]
            up[empty], up_bias[empty], down[:, empty] = t[f"layer{layer}.loud_up"].T, t[f"layer{layer}.loud_bias"], t[f"layer{layer}.loud_down"].T
        for name, weight, its_bias in (("qkv", qkv, bias), ("out", matrix("out"), t[f"layer{layer}.out.bias"]), ("up", up, up_bias), ("down", down, t[f"layer{layer}.down.bias"])):
            out[f"layers.{layer}.{name}.weight/codes"], out[f"layers.{layer}.{name}.weight/scale"] = eight_bits(weight)
            out[f"layers.{layer}.{name}.bias"] = its_bias
        for norm in ("norm1", "norm2"):
            out[f"layers.{layer}.{norm}.weight"], out[f"layers.{layer}.{norm}.bias"] = t[f"layer{layer}.{norm}.weight"], t[f"layer{layer}.{norm}.bias"]
        layer += 1
    return out


if __name__ == "__main__":
    both = {f"teacher/{name}": value for name, value in teacher(sys.argv[1]).items()} | {f"student/{name}": value for name, value in student(sys.argv[2]).items()}
    both = {name: value.astype(np.float16) if name.endswith(".weight") and value.ndim == 2 else value for name, value in both.items()}
    np.savez_compressed(sys.argv[3], **both)
