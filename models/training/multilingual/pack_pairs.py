"""Packs the pairs of gather.py for the journey: `python pack_pairs.py OUT PAIRS.tsv …`. Each English text once, the other texts in the order of their documents."""

import array
import collections
import gzip
import json
import sys


def main():
    out, files = sys.argv[1], sys.argv[2:]
    english, groups = {}, collections.defaultdict(dict)
    for file in files:
        for line in open(file):
            source, language, text, other = line.rstrip("\n").split("\t")
            groups[source, language].setdefault((english.setdefault(text, len(english)), other))
    sources, languages, columns = {}, {}, [array.array("I") for _ in range(3)]
    with gzip.open(f"{out}/others.txt.gz", "wt", compresslevel=2) as texts:
        for (source, language), pairs in groups.items():
            for place, other in pairs:
                numbers = sources.setdefault(source, len(sources)), languages.setdefault(language, len(languages)), place
                for column, number in zip(columns, numbers):
                    column.append(number)
                texts.write(other + "\n")
    with gzip.open(f"{out}/english.txt.gz", "wt", compresslevel=2) as texts:
        texts.write("\n".join(english) + "\n")
    with gzip.open(f"{out}/columns.bin.gz", "wb") as file:
        for column in columns:
            file.write(column.tobytes())
    json.dump({"sources": list(sources), "languages": list(languages)}, open(f"{out}/pairs.json", "w"))


main()
