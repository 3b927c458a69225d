"""Files of git snapshots (bare repositories) and of Debian packages, as (path, text)."""

import gzip
import os
import subprocess


def git_files(git_dir, wanted):
    """Files of the newest commit for which wanted(path, bytes) holds. Large files may be absent from a snapshot; they are passed over."""
    listing = subprocess.run(["git", f"--git-dir={git_dir}", "ls-tree", "-r", "-z", "-l", "HEAD"], capture_output=True).stdout
    chosen = []
    for entry in listing.decode("utf8", "replace").split("\0"):
        if "\t" not in entry:
            continue
        meta, path = entry.split("\t", 1)
        _, kind, sha, size = meta.split()
        if kind == "blob" and size.isdigit() and wanted(path, int(size)):
            chosen.append((sha, path))
    process = subprocess.Popen(["git", f"--git-dir={git_dir}", "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for sha, path in chosen:
        process.stdin.write(f"{sha}\n".encode())
        process.stdin.flush()
        head = process.stdout.readline().split()
        if len(head) < 3 or head[1] != b"blob":
            continue
        body = process.stdout.read(int(head[2]))
        process.stdout.read(1)
        yield path, body.decode("utf8", "replace")
    process.stdin.close()
    process.wait()


def git_dir_of(mirror, repository):
    """Where a snapshot of owner/name lies in the mirror folder."""
    base = os.path.join(mirror, repository.replace("/", "+"), "repo")
    return os.path.join(base, ".git") if os.path.isdir(os.path.join(base, ".git")) else base


def folder_files(folder, wanted):
    """Files of an unpacked package, gunzipped where needed."""
    found = []
    for base, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(base, name)
            if not os.path.islink(path) and wanted(os.path.relpath(path, folder), os.path.getsize(path)):
                found.append(path)
    for path in sorted(found):
        opener = gzip.open if path.endswith((".gz", ".dz")) else open
        try:
            with opener(path, "rt", errors="replace") as file:
                yield os.path.relpath(path, folder), file.read()
        except (OSError, EOFError):
            continue
