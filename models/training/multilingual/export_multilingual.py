"""Writes the trained student as ONNX with 8 bits and fixed ranges: `python export_multilingual.py OUT TOKENIZER PAIRS.tsv lorekeep-embed-multilingual.onnx`.

Loud channels and the ranges of the activations are measured over training text of every language. scripts/convert-model.ts makes the file that the service reads."""

import collections
import os
import random
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import helper
from tokenizers import Tokenizer, processors

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from export_small import ALL, LOUD, NONE, build
from fix_ranges import Rewriter, measured

TEXTS, SEED = 28, 20261116


def main():
    folder, tokenizer_path, pairs, out = sys.argv[1:]
    state = {name: value.astype(np.float32) for name, value in np.load(f"{folder}/layers.npz").items()}
    parts = [np.load(f"{folder}/words-{i}.npz") for i in (0, 1)]
    state["words.weight"] = np.concatenate([part["codes"].astype(np.float32) * part["scales"] for part in parts])
    layers = 1 + max(int(name.split(".")[1]) for name in state if name.startswith("layers."))
    tokenizer = Tokenizer.from_file(tokenizer_path)
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 101), ("[SEP]", 102)])
    texts = sample(pairs)
    loud = loud_channels(state, layers, tokenizer, texts)
    model = build(state, layers, True, loud)
    Rewriter(model.graph, measured(model, tokenizer, texts)).rewrite()
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    onnx.save(model, out)


def sample(path):
    """The same number of texts of every language, long ones among them, and as many in English."""
    draw, chosen, seen = random.Random(SEED), collections.defaultdict(list), collections.Counter()
    for line in open(path):
        _, language, english, other = line.rstrip("\n").split("\t")
        for name, text in ((language, other), ("en", english)):
            seen[name] += 1
            if len(chosen[name]) < TEXTS:
                chosen[name].append(text)
            elif (place := draw.randrange(seen[name])) < TEXTS:
                chosen[name][place] = text
    return [text for texts in chosen.values() for text in texts]


def loud_channels(state, layers, tokenizer, texts):
    model = build(state, layers, False, [NONE] * layers, show_inner=True)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    loudest = np.zeros((layers, len(ALL)), np.float32)
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids[:256]])
        for i, inner in enumerate(session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[1:]):
            loudest[i] = np.maximum(loudest[i], np.abs(inner).max(axis=(0, 1)))
    return [np.sort(np.argsort(-loudest[i])[:LOUD]) if loudest[i].max() > 20 else NONE for i in range(layers)]


if __name__ == "__main__":
    main()
