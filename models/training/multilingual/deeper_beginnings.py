"""What deeper students begin with: `python deeper_beginnings.py multilingual.bin small-5.bin gte-small.onnx INIT`. The teacher (lorekeep-embed-small-5), gte-small's twelve layers and today's multilingual model, as codes of 8 bits with scales."""

import json
import os
import struct
import sys

import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from beginnings import eight_bits
from beginnings import teacher as gte_small


def main():
    today, small, gte, out = sys.argv[1:]
    today, teacher = flat_file(today), flat_file(small)
    words = {name: today.pop(name) for name in ("words.weight/codes", "words.weight/scale")}
    save(f"{out}/init-words.npz", {"today": words})
    save(f"{out}/init-gte.npz", {"gte": gte_small(gte)})
    save(f"{out}/init-rest.npz", {"today": today, "teacher": teacher})


def flat_file(path):
    """The weights in a file that the service reads, as its training knew them."""
    raw = open(path, "rb").read()
    size = struct.unpack_from("<I", raw, 12)[0]
    header, data = json.loads(raw[16 : 16 + size]), raw[-(-(16 + size) // 64) * 64 :]
    width = header["width"]
    root = np.float32(np.sqrt(width // header["heads"]))
    numbers = lambda place: np.frombuffer(data, np.float32, place[1] // 4, place[0])
    codes = lambda place: np.frombuffer(data, np.int8, place[1], place[0])

    def linear(part):
        scale = numbers(part["scale"]) * np.float32(part["input"]["inverse"])
        outputs = len(scale)
        inputs = part["weights"][1] // outputs
        matrix = codes(part["weights"]).reshape(outputs // 16, inputs // 4, 16, 4).transpose(0, 2, 1, 3).reshape(outputs, inputs)
        return matrix * scale[:, None], numbers(part["bias"]).copy()

    out = {
        "words.weight/codes": codes(header["words"]["codes"]).reshape(-1, width), "words.weight/scale": numbers(header["words"]["scales"]).reshape(-1, 1),
        "positions.weight": numbers(header["places"]).reshape(-1, width), "norm.weight": numbers(header["norm"]["weight"]), "norm.bias": numbers(header["norm"]["bias"]),
        "turn": numbers(header["turn"]).reshape(width, header["dims"]),
    }
    for i, layer in enumerate(header["layers"]):
        parts = {name: linear(layer[name]) for name in ("qkv", "out", "up", "down")}
        for values in parts["qkv"]:
            values[:width] *= root
        if "loud" in layer:
            put_back_loud(layer["loud"], numbers, parts["up"], parts["down"][0])
        for name, (weight, bias) in parts.items():
            out[f"layers.{i}.{name}.weight/codes"], out[f"layers.{i}.{name}.weight/scale"] = eight_bits(weight)
            out[f"layers.{i}.{name}.bias"] = bias
        for name in ("norm1", "norm2"):
            out[f"layers.{i}.{name}.weight"], out[f"layers.{i}.{name}.bias"] = numbers(layer[name]["weight"]), numbers(layer[name]["bias"])
    return out


def put_back_loud(loud, numbers, up, down):
    """Loud channels have empty rows among the others."""
    count, (weight, bias) = loud["count"], up
    empty = np.flatnonzero(np.abs(weight).max(1) < 1e-7)[:count]
    assert len(empty) == count
    weight[empty] = numbers(loud["up"]).reshape(-1, count).T
    bias[empty] = numbers(loud["bias"])
    down[:, empty] = numbers(loud["down"]).reshape(count, -1).T


def save(path, models):
    """Large tables of numbers in 16 bits."""
    arrays = {f"{model}/{name}": value for model, values in models.items() for name, value in values.items()}
    np.savez_compressed(path, **{name: value.astype(np.float16) if value.dtype == np.float32 and value.size > 100_000 else value for name, value in arrays.items()})


if __name__ == "__main__":
    main()
