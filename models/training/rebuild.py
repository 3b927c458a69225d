"""Gathers the training text again and says where it differs from what pins.json holds.

    python rebuild.py MIRROR PACKAGES RAW [--only name ...] [--write]

MIRROR holds snapshots as owner+name/repo, PACKAGES the Debian packages as files NAME.deb; they are unpacked here. A source is the same when its commit (or the checksum of its package) and the number and the
checksum of its records are. Ends with 1 where anything differs or is missing. `--write` pins what was found instead.
"""

import argparse
import hashlib
import json
import os
import subprocess
import sys

import gather
from readers import git_dir_of

PINS = os.path.join(gather.HERE, "pins.json")


def main(mirror, packages, raw, only, write):
    sources = json.load(open(os.path.join(gather.HERE, "sources.json")))
    pins = json.load(open(PINS)) if os.path.exists(PINS) else {"repositories": {}, "packages": {}, "records": {}}
    chosen = lambda name: not only or name in only
    repositories = sorted({s["repository"] for s in sources["repositories"] if chosen(s["name"])})
    wanted = sorted(s["package"] for s in sources["packages"] if chosen(s["name"]))
    if chosen(sources["pythonPackages"]["name"]):
        wanted += sorted(name for name in pins["packages"] if name not in wanted and name.startswith(("python3-", "ipython3")))
    found = {
        "repositories": {name: commit_of(git_dir_of(mirror, name)) for name in repositories},
        "packages": {name: unpacked(packages, name) for name in wanted},
    }
    gather.main(mirror, packages, raw, set(only))
    names = [s["name"] for s in sources["repositories"] + sources["packages"] + [sources["pythonPackages"], sources["templates"]] if chosen(s["name"])]
    found["records"] = {name: records_of(os.path.join(raw, f"{name}.jsonl")) for name in names}
    if write:
        for part in found:
            pins[part] = dict(sorted({**pins[part], **{name: value for name, value in found[part].items() if value}}.items()))
        json.dump(pins, open(PINS, "w"), indent=1)
        return 0
    different = list(differences(pins, found))
    print(*different, sep="\n")
    print(f"{len(names)} sources, {len(different)} differences")
    return 1 if different else 0


def differences(pins, found):
    """One line for each thing that is not as it was pinned. A pinned value may leave out what is not known of it, such as the checksum of records that were never counted."""
    for part, values in found.items():
        for name, value in values.items():
            pinned = pins[part].get(name)
            if pinned is None:
                yield f"{part} {name}: not pinned"
            elif value is None:
                yield f"{part} {name}: missing, pinned is {described(pinned)}"
            elif any(value.get(key) != wanted for key, wanted in pinned.items() if key in value):
                yield f"{part} {name}: {described(value)}, pinned is {described(pinned)}"


def described(value):
    return ", ".join(f"{key} {value[key]}" for key in sorted(value))


def commit_of(git_dir):
    answer = subprocess.run(["git", f"--git-dir={git_dir}", "rev-parse", "HEAD"], capture_output=True, text=True)
    return {"commit": answer.stdout.strip()} if answer.returncode == 0 else None


def unpacked(packages, name):
    """The checksum of a package, which then lies unpacked in a folder of its name."""
    path, folder = os.path.join(packages, f"{name}.deb"), os.path.join(packages, name)
    if not os.path.exists(path):
        return None
    if not os.path.isdir(folder):
        subprocess.run(["dpkg-deb", "-x", path, folder], check=True)
    return {"sha256": checksum(path)}


def records_of(path):
    """None where a source gave none: its snapshot or package is not there."""
    if not os.path.exists(path) or os.path.getsize(path) == 0:
        return None
    with open(path, "rb") as file:
        count = sum(1 for _ in file)
    return {"count": count, "sha256": checksum(path)}


def checksum(path):
    digest = hashlib.sha256()
    with open(path, "rb") as file:
        for block in iter(lambda: file.read(1 << 20), b""):
            digest.update(block)
    return digest.hexdigest()


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name in ("mirror", "packages", "raw"):
        parser.add_argument(name)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    sys.exit(main(given.mirror, given.packages, given.raw, given.only, given.write))
