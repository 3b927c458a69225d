"""Gives the small model fixed ranges for its activations: `python fix_ranges.py MODEL.onnx TOKENIZER CLEANED_FOLDER OUT.onnx`.

As exported, the model takes the range of all texts that run together, so that a text's vector depends on its company. Over a sample of the training text the ranges hardly differ; the widest ones are written
into the model, and a vector then depends on its text alone. What lies outside a range is cut to it. It is also quicker, since nothing is measured while the model runs.
"""

import random
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from order_dimensions import sample
from tokenizers import Tokenizer

TOKENS = 256


def measured(model, tokenizer, texts):
    """The least and the greatest value of every tensor that is quantised."""
    names = [node.input[0] for node in model.graph.node if node.op_type == "DynamicQuantizeLinear"]
    shown = onnx.ModelProto()
    shown.CopyFrom(model)
    shown.graph.output.extend(helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in names)
    session = onnxruntime.InferenceSession(shown.SerializeToString(), providers=["CPUExecutionProvider"])
    ranges = dict.fromkeys(names, (0.0, 0.0))
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids[:TOKENS]])
        for name, values in zip(names, session.run(names, {"input_ids": ids, "attention_mask": np.ones_like(ids)})):
            low, high = ranges[name]
            ranges[name] = min(low, float(values.min())), max(high, float(values.max()))
    return ranges


class Rewriter:
    def __init__(self, graph, ranges):
        self.graph, self.ranges, self.nodes, self.constants, self.dropped = graph, ranges, [], list(graph.initializer), set()
        self.known = {constant.name for constant in graph.initializer}
        self.maker = {output: node for node in graph.node for output in node.output}
        self.users = {}
        for node in graph.node:
            for name in node.input:
                self.users.setdefault(name, []).append(node)

    def constant(self, value, name):
        self.constants.append(numpy_helper.from_array(np.array(value), name))
        return name

    def rewrite(self):
        for node in self.graph.node:
            if node.op_type == "DynamicQuantizeLinear":
                self.quantise(node)
            elif node.op_type == "MatMulInteger":
                self.multiply(node)
            elif node.op_type == "Div" and self.users[node.output[0]][0].name == "turned":
                self.take_mean(node)
            elif node.name == "turned":
                self.turn(node)
            else:
                self.nodes.append(node)
        nodes = [node for node in self.nodes if node.name not in self.dropped]
        used = {name for node in nodes for name in node.input}
        del self.graph.node[:]
        self.graph.node.extend(nodes)
        constants = [constant for constant in self.constants if constant.name in used]
        del self.graph.initializer[:]
        self.graph.initializer.extend(constants)

    def quantise(self, node):
        low, high = self.ranges[node.input[0]]
        scale = np.float32((high - low) / 255)
        codes, scale_name, zero_name = node.output
        self.constant(scale, scale_name)
        self.constant(np.uint8(np.clip(round(-low / float(scale)), 0, 255)), zero_name)
        self.nodes.append(helper.make_node("QuantizeLinear", [node.input[0], scale_name, zero_name], [codes], name=node.name))

    def multiply(self, node):
        """The product, both scales and the bias in one step of the runtime's own."""
        codes, weights, zero, _ = node.input
        cast = self.users[node.output[0]][0]
        scaled = self.users[cast.output[0]][0]
        biased = self.users[scaled.output[0]][0]
        scales = self.maker[next(name for name in scaled.input if name != cast.output[0])]
        weight_scale = next(name for name in scales.input if name in self.known)
        input_scale = next(name for name in scales.input if name != weight_scale)
        bias = next(name for name in biased.input if name in self.known)
        self.dropped.update(part.name for part in (cast, scales, scaled, biased))
        inputs = [codes, weights, input_scale, weight_scale, zero, "", bias]
        self.nodes.append(helper.make_node("MatMulIntegerToFloat", inputs, [biased.output[0]], name=node.name, domain="com.microsoft"))

    def take_mean(self, node):
        """The sum over the tokens as a product for each text: of one text alone the runtime would add up in another order than of several. The row is there twice, for a single row
        would be added up in an order that depends on the padding."""
        total, count = node.input
        masked, mask = self.maker[total], self.maker[count].input[0]
        tokens = self.maker[masked.input[0]].input[0]
        self.dropped.update((self.maker[total].name, self.maker[masked.input[0]].name))
        middle = self.constant(np.array([1], np.int64), "middle")
        self.nodes.append(helper.make_node("Unsqueeze", [mask, middle], ["counted"], name="counted"))
        self.nodes.append(helper.make_node("Concat", ["counted", "counted"], ["counted_twice"], name="counted_twice", axis=1))
        self.nodes.append(helper.make_node("MatMul", ["counted_twice", tokens], ["summed"], name="summed"))
        self.nodes.append(helper.make_node("Gather", ["summed", self.constant(np.int64(0), "first")], ["sum"], name="sum", axis=1))
        self.nodes.append(helper.make_node("Div", ["sum", count], list(node.output), name=node.name))

    def turn(self, node):
        """A product for each text, for the same reason."""
        mean, matrix = node.input
        turn = next(numpy_helper.to_array(constant) for constant in self.constants if constant.name == matrix)
        left = self.constant(np.ascontiguousarray(turn.T), "turn_left")
        column = self.constant(np.array([0, -1, 1], np.int64), "column_shape")
        self.nodes.append(helper.make_node("Reshape", [mean, column], ["column"], name="column"))
        self.nodes.append(helper.make_node("MatMul", [left, "column"], ["turned_column"], name="turned"))
        flat = self.constant(np.array([0, -1], np.int64), "flat_shape")
        self.nodes.append(helper.make_node("Reshape", ["turned_column", flat], list(node.output), name="flat"))


if __name__ == "__main__":
    model_path, tokenizer_path, folder, out = sys.argv[1:]
    model = onnx.load(model_path)
    texts = [text for part in sample(folder, random.Random(3)) for text in part[:1000]]
    Rewriter(model.graph, measured(model, Tokenizer.from_file(tokenizer_path), texts)).rewrite()
    model.opset_import.append(helper.make_opsetid("com.microsoft", 1))
    onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    onnx.save(model, out)
