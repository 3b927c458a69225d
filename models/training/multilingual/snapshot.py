"""Reads files of a bare git snapshot, many at a time."""

import subprocess


class Snapshot:
    def __init__(self, path):
        self.path = path
        self.commit = self._git("rev-parse", "HEAD").decode().strip()
        self.sizes = {}
        for line in self._git("ls-tree", "-r", "-l", "-z", "HEAD").decode("utf-8", "replace").split("\0"):
            if not line:
                continue
            head, name = line.split("\t", 1)
            size = head.split()[3]
            # The largest files of a snapshot are listed and absent.
            if size.isdigit():
                self.sizes[name] = int(size)

    def _git(self, *parts, data=None):
        return subprocess.run(["git", "-C", self.path, *parts], input=data, capture_output=True, check=False).stdout

    def read(self, names):
        """Text of each file that is there."""
        names = [name for name in names if name in self.sizes]
        asked = "".join(f"HEAD:{name}\n" for name in names).encode()
        out, at, texts = self._git("cat-file", "--batch", data=asked), 0, {}
        for name in names:
            end = out.index(b"\n", at)
            size = int(out[at:end].split()[2])
            texts[name] = out[end + 1 : end + 1 + size]
            at = end + 2 + size
        return texts

    def text(self, names):
        return {name: data.decode("utf-8", "replace") for name, data in self.read(names).items()}
