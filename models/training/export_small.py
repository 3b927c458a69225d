"""Writes the trained student as ONNX: `python export_small.py WEIGHTS small.onnx TOKENIZER [--fp32]`.

Weights are 8-bit with one scale for each output channel (word vectors: for each word), activations are quantised as they come. The graph also takes the
mean of the tokens and turns it, so that one vector for each text leaves the runtime and not one for each token.
"""

import random
import sys

import notes
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from tokenizers import Tokenizer

WIDTH, HEADS, LOUD = 384, 12, 8
ALL, NONE = np.arange(1536), np.zeros(0, np.int64)


class Graph:
    def __init__(self, eight_bits):
        self.nodes, self.constants, self.eight_bits, self.count = [], [], eight_bits, 0
        self.quantised, self.inner = {}, []

    def constant(self, value, name=None):
        name = name or f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def add(self, kind, *inputs, outputs=1, **attributes):
        self.count += 1
        names = [f"{kind.lower()}_{self.count}" + (f"_{i}" if outputs > 1 else "") for i in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=f"{kind}_{self.count}", **attributes))
        return names[0] if outputs == 1 else names

    def linear(self, x, weight, bias, name):
        """weight: outputs × inputs, as PyTorch keeps it."""
        matrix = weight.T.astype(np.float32)
        if not self.eight_bits:
            return self.add("Add", self.add("MatMul", x, self.constant(matrix, f"{name}.weight")), self.constant(bias, f"{name}.bias"))
        scale = (np.maximum(np.abs(matrix).max(axis=0), 1e-8) / 127).astype(np.float32)
        codes = np.clip(np.rint(matrix / scale), -127, 127).astype(np.int8)
        if x not in self.quantised:
            self.quantised[x] = self.add("DynamicQuantizeLinear", x, outputs=3)
        x8, x_scale, x_zero = self.quantised[x]
        product = self.add("MatMulInteger", x8, self.constant(codes, f"{name}.codes"), x_zero, self.constant(np.zeros(len(scale), np.int8), f"{name}.zero"))
        product = self.add("Cast", product, to=TensorProto.FLOAT)
        product = self.add("Mul", product, self.add("Mul", x_scale, self.constant(scale, f"{name}.scale")))
        return self.add("Add", product, self.constant(bias, f"{name}.bias"))

    def normalised(self, x, weight, bias, name):
        return self.add("LayerNormalization", x, self.constant(weight, f"{name}.weight"), self.constant(bias, f"{name}.bias"), axis=-1, epsilon=1e-12)


def part_of(state, prefix):
    return {name.removeprefix(prefix): value for name, value in state.items() if name.startswith(prefix)}


def loud_channels(state, layers, tokenizer_path):
    """A few of the inner channels of the first layers are ten times as loud as the rest; one scale for all would drown the others. They are found with
    notes of our own and computed apart, in 32 bits."""
    tokenizer = Tokenizer.from_file(tokenizer_path)
    texts = [passage for _, passage in notes.notes(64, random.Random(1))]
    model = build(state, layers, False, [NONE] * layers, show_inner=True)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    loudest = np.zeros((layers, len(ALL)), np.float32)
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids])
        for i, inner in enumerate(session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[1:]):
            loudest[i] = np.maximum(loudest[i], np.abs(inner).max(axis=(0, 1)))
    return [np.sort(np.argsort(-loudest[i])[:LOUD]) if loudest[i].max() > 20 else NONE for i in range(layers)]


def build(state, layers, eight_bits, loud, show_inner=False):
    g = Graph(eight_bits)
    x = embeddings(g, state)
    mask = g.add("Cast", "attention_mask", to=TensorProto.FLOAT)
    hidden_from = g.add("Mul", g.add("Sub", g.constant(np.float32(1)), mask), g.constant(np.float32(-10_000)))
    hidden_from = g.add("Unsqueeze", hidden_from, g.constant(np.array([1, 2], np.int64)))
    for i in range(layers):
        x = layer(g, x, hidden_from, {"loud": loud[i], **part_of(state, f"layers.{i}.")}, f"layer{i}")
    weights = g.add("Unsqueeze", mask, g.constant(np.array([2], np.int64)))
    total = g.add("ReduceSum", g.add("Mul", x, weights), g.constant(np.array([1], np.int64)), keepdims=0)
    mean = g.add("Div", total, g.add("ReduceSum", mask, g.constant(np.array([1], np.int64)), keepdims=1))
    g.nodes.append(helper.make_node("MatMul", [mean, g.constant(state["turn"], "turn")], ["sentence_embedding"], name="turned"))
    inputs = [helper.make_tensor_value_info(name, TensorProto.INT64, ["batch", "length"]) for name in ("input_ids", "attention_mask")]
    output = helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["batch", WIDTH])
    shown = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in g.inner] if show_inner else []
    graph = helper.make_graph(g.nodes, "lorekeep-embed-small", inputs, [output, *shown], g.constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8, producer_name="lorekeep")


def embeddings(g, state):
    words = state["words.weight"]
    if g.eight_bits:
        scale = (np.maximum(np.abs(words).max(axis=1, keepdims=True), 1e-8) / 127).astype(np.float32)
        codes = g.add("Gather", g.constant(np.clip(np.rint(words / scale), -127, 127).astype(np.int8), "words.codes"), "input_ids")
        x = g.add("Mul", g.add("Cast", codes, to=TensorProto.FLOAT), g.add("Gather", g.constant(scale, "words.scales"), "input_ids"))
    else:
        x = g.add("Gather", g.constant(words, "words"), "input_ids")
    # All texts are of type 0, so its vector is part of every position's.
    places = g.constant(state["positions.weight"] + state["types.weight"][0], "positions")
    length = g.add("Gather", g.add("Shape", "input_ids"), g.constant(np.array([1], np.int64)))
    x = g.add("Add", x, g.add("Slice", places, g.constant(np.array([0], np.int64)), length, g.constant(np.array([0], np.int64))))
    return g.normalised(x, state["norm.weight"], state["norm.bias"], "norm")


def gelu(g, x):
    """In the shape that the runtime knows and fuses."""
    erf = g.add("Add", g.add("Erf", g.add("Div", x, g.constant(np.float32(np.sqrt(2))))), g.constant(np.float32(1)))
    return g.add("Mul", g.add("Mul", x, erf), g.constant(np.float32(0.5)))


def layer(g, x, hidden_from, w, name):
    query, key, value = np.split(w["qkv.weight"], 3)
    query_bias, key_bias, value_bias = np.split(w["qkv.bias"], 3)
    root = np.float32(np.sqrt(WIDTH // HEADS))
    shape = g.constant(np.array([0, 0, HEADS, WIDTH // HEADS], np.int64))
    heads = lambda part, order: g.add("Transpose", g.add("Reshape", part, shape), perm=order)
    q = heads(g.linear(x, query / root, query_bias / root, f"{name}.query"), [0, 2, 1, 3])
    k = heads(g.linear(x, key, key_bias, f"{name}.key"), [0, 2, 3, 1])
    v = heads(g.linear(x, value, value_bias, f"{name}.value"), [0, 2, 1, 3])
    attention = g.add("Softmax", g.add("Add", g.add("MatMul", q, k), hidden_from), axis=-1)
    mixed = g.add("Transpose", g.add("MatMul", attention, v), perm=[0, 2, 1, 3])
    mixed = g.add("Reshape", mixed, g.constant(np.array([0, 0, WIDTH], np.int64)))
    x = g.normalised(g.add("Add", g.linear(mixed, w["out.weight"], w["out.bias"], f"{name}.out"), x), w["norm1.weight"], w["norm1.bias"], f"{name}.norm1")
    quiet = np.ones((len(ALL), 1), np.float32)
    quiet[w["loud"]] = 0
    inner = gelu(g, g.linear(x, w["up.weight"] * quiet, w["up.bias"] * quiet[:, 0], f"{name}.up"))
    g.inner.append(inner)
    down = g.linear(inner, w["down.weight"], w["down.bias"], f"{name}.down")
    if len(w["loud"]):
        loud = g.add("MatMul", x, g.constant(w["up.weight"][w["loud"]].T, f"{name}.loud_up"))
        loud = gelu(g, g.add("Add", loud, g.constant(w["up.bias"][w["loud"]], f"{name}.loud_bias")))
        down = g.add("Add", down, g.add("MatMul", loud, g.constant(w["down.weight"][:, w["loud"]].T, f"{name}.loud_down")))
    return g.normalised(g.add("Add", down, x), w["norm2.weight"], w["norm2.bias"], f"{name}.norm2")


def read_weights(folder):
    state = {name: value.astype(np.float32) for name, value in np.load(f"{folder}/small-layers.npz").items()}
    state["words.weight"] = np.concatenate([np.load(f"{folder}/small-words-{i}.npz")["words"] for i in (0, 1)]).astype(np.float32)
    return state, 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))


if __name__ == "__main__":
    state, layers = read_weights(sys.argv[1])
    eight_bits = "--fp32" not in sys.argv
    model = build(state, layers, eight_bits, loud_channels(state, layers, sys.argv[3]) if eight_bits else [NONE] * layers)
    onnx.checker.check_model(model)
    onnx.save(model, sys.argv[2])
