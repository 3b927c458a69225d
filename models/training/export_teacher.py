"""The weights of gte-small from its ONNX file, as 16-bit arrays: `python export_teacher.py model.onnx OUT`. Two files, for the limits of a transfer."""

import sys

import numpy as np
import onnx
from onnx import numpy_helper

model = onnx.load(sys.argv[1])
initial = {tensor.name: numpy_helper.to_array(tensor) for tensor in model.graph.initializer}
arrays = {name: value for name, value in initial.items() if value.ndim >= 1 and value.size >= 300 and not name.startswith("onnx::")}
for node in model.graph.node:
    if node.op_type == "MatMul" and node.input[1] in initial and initial[node.input[1]].ndim == 2:
        arrays[node.name.strip("/").replace("/", ".")] = initial[node.input[1]]
arrays = {name: value.astype(np.float16) for name, value in arrays.items() if value.dtype == np.float32}
words = "embeddings.word_embeddings.weight"
np.savez_compressed(f"{sys.argv[2]}/teacher-words.npz", **{words: arrays.pop(words)})
np.savez_compressed(f"{sys.argv[2]}/teacher-layers.npz", **arrays)
