"""Turns the sources of sources.json into records, one JSON line each: {"q": query or null, "p": passage}.

    python gather.py MIRROR PACKAGES OUT [name ...]

MIRROR holds bare snapshots as owner+name/repo; PACKAGES holds unpacked Debian packages, one folder each (`dpkg-deb -x`). The text stays outside the
repository. Every run gives the same records: each source has its own random numbers, seeded by its name.
"""

import json
import os
import random
import re
import subprocess
import sys
import zlib

import source_code
import dialogue
import notes
import prose
from licences import is_permissive, package_licences
from readers import folder_files, git_dir_of, git_files

HERE = os.path.dirname(os.path.abspath(__file__))
EXTRACTORS = {name: getattr(module, name) for module in (prose, dialogue, source_code) for name in dir(module) if callable(getattr(module, name))}
LARGEST_FILE = 4_500_000


def main(mirror, packages, out, only):
    sources = json.load(open(os.path.join(HERE, "sources.json")))
    os.makedirs(out, exist_ok=True)
    wanted = lambda source: not only or source["name"] in only
    for source in filter(wanted, sources["repositories"]):
        write(out, source, from_repository(mirror, source))
    for source in filter(wanted, sources["packages"]):
        write(out, source, from_folder(os.path.join(packages, source["package"]), source))
    if wanted(sources["pythonPackages"]):
        write(out, sources["pythonPackages"], from_python_packages(packages, out, sources["pythonPackages"]))
    if wanted(sources["templates"]):
        write(out, sources["templates"], notes.notes(sources["templates"]["most"], generator(sources["templates"])))


def generator(source):
    return random.Random(zlib.crc32(source["name"].encode()))


def from_repository(mirror, source):
    pattern, draw = re.compile(source["files"]), generator(source)
    git_dir = git_dir_of(mirror, source["repository"])
    files = lambda: git_files(git_dir, lambda path, size: size < LARGEST_FILE and pattern.search(path))
    if source["kind"] == "titles":
        yield from titles(git_dir, pattern)
    elif source["kind"] == "recipe":
        yield from recipes(files(), draw)
    else:
        yield from from_files(files(), source, draw)


def from_files(files, source, draw):
    """Files in a random order, so that a source that is cut off is cut off everywhere and not after the letter K."""
    everything = sorted(files)
    draw.shuffle(everything)
    extract = EXTRACTORS[source["kind"]]
    for path, text in everything:
        try:
            yield from extract(path.strip('"'), text, draw)
        except (ValueError, KeyError, IndexError, TypeError, AttributeError, SyntaxError) as problem:
            print(f"  passed over {path}: {problem!r}", file=sys.stderr)


def from_folder(folder, source):
    pattern = re.compile(source["files"])
    yield from from_files(folder_files(folder, lambda path, size: size < 4 * LARGEST_FILE and pattern.search(path)), source, generator(source))


def from_python_packages(packages, out, source):
    """Every python3-* package of which every file has a permissive licence; which those were is kept next to the records."""
    draw, pattern, taken = generator(source), re.compile(source["files"]), {}
    for package in sorted(os.listdir(packages)):
        folder = os.path.join(packages, package)
        licences = package_licences(folder) if package.startswith(("python3-", "ipython3")) else []
        if not licences or not all(map(is_permissive, licences)):
            continue
        count = 0
        for record in from_files(folder_files(folder, lambda path, size: size < 400_000 and pattern.search(path)), source, draw):
            if count >= source["mostOfOnePackage"]:
                break
            count += 1
            yield record
        taken[package] = {"licence": ", ".join(licences), "records": count}
    json.dump(taken, open(os.path.join(out, "debian-python.packages.json"), "w"), indent=1)


def titles(git_dir, pattern):
    listing = subprocess.run(["git", f"--git-dir={git_dir}", "ls-tree", "-r", "-l", "HEAD"], capture_output=True, text=True).stdout
    for line in listing.splitlines():
        meta, path = line.split("\t", 1)
        if pattern.search(path) and meta.split()[3].isdigit():
            yield from source_code.titles_of_pickle(subprocess.run(["git", f"--git-dir={git_dir}", "cat-file", "blob", meta.split()[2]], capture_output=True).stdout)


def recipes(files, draw):
    folders = {}
    for path, text in files:
        folder, name = path.rsplit("/", 1)
        folders.setdefault(folder, {})[name] = text
    for folder in sorted(folders):
        yield from source_code.recipe(folders[folder], draw)


def write(out, source, records):
    count = 0
    with open(os.path.join(out, f"{source['name']}.jsonl"), "w") as file:
        for query, passage in records:
            if count >= source["most"]:
                break
            query, passage = (query or "").strip()[:400], passage.strip()[:2600]
            if len(passage) < 12 or query == passage:
                continue
            file.write(json.dumps({"q": query or None, "p": passage}, ensure_ascii=False) + "\n")
            count += 1
    print(f"{source['name']}: {count}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], sys.argv[3], set(sys.argv[4:]))
