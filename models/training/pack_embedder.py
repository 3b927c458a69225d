"""Writes a settled embedder as the ONNX file that ships: `python pack_embedder.py MIXED ranges.json OUT.onnx`.

MIXED is the folder of mix_embedder.py; ranges.json (settle_embedder.py) has the loud channels and the fixed ranges, so that nothing is measured here.
"""

import json
import sys

import numpy as np
import onnx
import onnxruntime
from export_small import build, read_weights
from fix_ranges import Rewriter
from onnx import helper


def main(mixed, chosen, out):
    state, layers = read_weights(mixed)
    with open(chosen) as file:
        chosen = json.load(file)
    model = build(state, layers, True, [np.array(loud, np.int64) for loud in chosen["loud"]])
    onnx.checker.check_model(model)
    names = [node.input[0] for node in model.graph.node if node.op_type == "DynamicQuantizeLinear"]
    assert len(names) == len(chosen["ranges"]), "a range for each product of each layer"
    Rewriter(model.graph, dict(zip(names, map(tuple, chosen["ranges"])))).rewrite()
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    onnx.save(model, out)


if __name__ == "__main__":
    main(*sys.argv[1:4])
