"""The weights of a packed re-ranker, for training on: `python unpack_reranker.py lorekeep-rerank-small.bin OUT.npz`. What pack_reranker.py rounded stays rounded."""

import json
import sys

import numpy as np

WIDTH, HEADS = 384, 12


def main(path, out):
    data = open(path, "rb").read()
    size = int.from_bytes(data[12:16], "little")
    header = json.loads(data[16 : 16 + size])
    first = -(-(16 + size) // 64) * 64
    read = lambda at, kind: np.frombuffer(data, kind, at[1] // np.dtype(kind).itemsize, first + at[0]).copy()

    def linear(part, inputs, factor=1.0):
        scale, bias = read(part["scale"], np.float32) * part["input"]["inverse"] / factor, read(part["bias"], np.float32) / factor
        codes = read(part["weights"], np.int8).reshape(len(bias) // 16, inputs // 4, 16, 4).transpose(0, 2, 1, 3).reshape(len(bias), inputs)
        return codes.astype(np.float32) * scale[:, None], bias

    state = {"positions": read(header["places"], np.float32).reshape(header["positions"], WIDTH)}
    norm = lambda name, part: state.update({f"{name}.weight": read(part["weight"], np.float32), f"{name}.bias": read(part["bias"], np.float32)})
    norm("norm", header["norm"])
    factor = np.ones(3 * WIDTH, np.float32)
    factor[:WIDTH] = 1 / np.sqrt(WIDTH // HEADS)
    for i, layer in enumerate(header["layers"]):
        own = f"layers.{i}."
        norm(f"{own}norm1", layer["norm1"])
        norm(f"{own}norm2", layer["norm2"])
        state[f"{own}qkv.weight"], state[f"{own}qkv.bias"] = linear(layer["qkv"], WIDTH, factor)
        state[f"{own}out.weight"], state[f"{own}out.bias"] = linear(layer["out"], WIDTH)
        up, up_bias = linear(layer["up"], WIDTH)
        down, down_bias = linear(layer["down"], header["inner"])
        if "loud" in layer:
            # The loud channels are empty in the codes.
            loud = layer["loud"]
            empty = np.flatnonzero(np.abs(up).max(axis=1) < 1e-7)[: loud["count"]]
            up[empty] = read(loud["up"], np.float32).reshape(WIDTH, -1).T
            up_bias[empty] = read(loud["bias"], np.float32)
            down[:, empty] = read(loud["down"], np.float32).reshape(-1, WIDTH).T
        state |= {f"{own}up.weight": up, f"{own}up.bias": up_bias, f"{own}down.weight": down, f"{own}down.bias": down_bias}
    state["score.weight"] = read(header["turn"], np.float32).reshape(WIDTH, header["dims"])[:, :1].T.copy()
    state["score.bias"] = np.zeros(1, np.float32)
    np.savez_compressed(out, **{name: value.astype(np.float16) for name, value in state.items()})
    print({name: value.shape for name, value in state.items() if ".0." in name or "layers" not in name})


if __name__ == "__main__":
    main(*sys.argv[1:])
