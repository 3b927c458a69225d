"""Writes a trained table as the service reads it: `python export_table.py t256.npz lorekeep-embed-fast.bin`. Prints what the manifest wants to know."""

import hashlib
import sys

import numpy as np

PAIR = 32768

arrays = np.load(sys.argv[1])
pairs = np.stack([arrays["pairs"] // PAIR, arrays["pairs"] % PAIR], axis=1).astype("<u4")
data = arrays["codes"].astype(np.int8).tobytes() + arrays["scales"].astype("<f4").tobytes() + pairs.tobytes()
open(sys.argv[2], "wb").write(data)
print(f"dims {arrays['codes'].shape[1]}, pairs {len(pairs)}, {len(data)} bytes, sha256 {hashlib.sha256(data).hexdigest()}")
