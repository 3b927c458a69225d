"""Packs the pairs of gather.py for a narrow way to the accelerator: `python pack_texts.py PACKED eval.json PAIRS.tsv …`. As pack_pairs.py, in files of at most 32 MB with bzip2, and with the evaluation sets beside them."""

import array
import bz2
import collections
import json
import lzma
import sys


def main():
    out, evaluation, *files = sys.argv[1:]
    english, groups = {}, collections.defaultdict(dict)
    for file in files:
        for line in open(file):
            source, language, text, other = line.rstrip("\n").split("\t")
            groups[source, language].setdefault((english.setdefault(text, len(english)), other))
    sources, languages, columns, lines = {}, {}, [array.array("I") for _ in range(3)], []
    for (source, language), pairs in groups.items():
        for place, other in pairs:
            numbers = sources.setdefault(source, len(sources)), languages.setdefault(language, len(languages)), place
            for column, number in zip(columns, numbers):
                column.append(number)
            lines.append(other)
    cut = len(lines) * 45 // 100
    for name, part in (("english", list(english)), ("others-0", lines[:cut]), ("others-1", lines[cut:])):
        with bz2.open(f"{out}/{name}.bz2", "wb") as file:
            file.write(("\n".join(part) + "\n").encode())
    with lzma.open(f"{out}/columns.xz", "wb") as file:
        for column in columns:
            file.write(column.tobytes())
    with lzma.open(f"{out}/eval.json.xz", "wb", preset=4) as file:
        file.write(open(evaluation, "rb").read())
    json.dump({"sources": list(sources), "languages": list(languages)}, open(f"{out}/pairs.json", "w"))


main()
