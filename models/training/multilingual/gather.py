"""Parallel text from snapshots, npm packages and Debian packages: one line for each pair, `source TAB language TAB English TAB other`.

    python gather.py MIRROR NPM DEBIAN OUT.tsv
"""

import collections
import gzip
import io
import json
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import zipfile

from catalogues import flat, pak_texts, po_pairs, readable, tmx_pairs, yaml_texts
from languages import LANGUAGES, LONG, SPELLINGS
from markdown_blocks import aligned
from snapshot import Snapshot

SEED = 20261116
LETTER = re.compile(r"[^\W\d_]")


def main():
    mirror, npm, debian, out = (pathlib.Path(p) for p in sys.argv[1:5])
    written, commits = collections.Counter(), {}
    with open(out, "w") as file:
        seen = set()
        for source, language, english, other in everything(mirror, npm, debian, commits):
            english, other = one_line(english), one_line(other)
            if not usable(english, other, language) or (key := hash((language, english, other))) in seen:
                continue
            seen.add(key)
            written[source, language] += 1
            file.write(f"{source}\t{language}\t{english}\t{other}\n")
    json.dump(commits, open(f"{out}.commits.json", "w"), indent=1)
    by_source, by_language = collections.Counter(), collections.Counter()
    for (source, language), count in written.items():
        by_source[source] += count
        by_language[language] += count
    print(dict(by_source.most_common()))
    print(dict(by_language.most_common()))


def one_line(text):
    return re.sub(r"\s+", " ", text).strip()


def usable(english, other, language):
    if not 2 <= len(english) <= 1200 or not 1 <= len(other) <= 1500 or english.lower() == other.lower():
        return False
    if not LETTER.search(english) or not LETTER.search(other):
        return False
    dense = language in ("zh", "ja", "ko", "th")
    ratio = (len(other) + 8) / (len(english) + 8)
    if not (0.15 if dense else 0.45) < ratio < (1.6 if dense else 2.4):
        return False
    numbers = lambda text: sorted(int(n) for n in re.findall(r"(?<!\d)[0-9]{2,4}(?!\d)", text) if n.isascii())
    if len(english) > 60 and language not in ("ar", "hi", "th") and abs(len(numbers(english)) - len(numbers(other))) > 2:
        return False
    return needs_script(other, language)


SCRIPTS = {"ar": "\u0600-\u06ff", "hi": "\u0900-\u097f", "th": "\u0e00-\u0e7f", "el": "\u0370-\u03ff", "ru": "\u0400-\u04ff", "uk": "\u0400-\u04ff", "zh": "\u4e00-\u9fff", "ja": "\u3040-\u30ff\u4e00-\u9fff", "ko": "\uac00-\ud7af"}


def needs_script(other, language):
    """A translation that was never made is still in English: a third of its letters must be of the language's own script."""
    if language not in SCRIPTS:
        return True
    own = len(re.findall(f"[{SCRIPTS[language]}]", other))
    return own * 3 >= len(LETTER.findall(other))


def everything(mirror, npm, debian, commits):
    def snapshot(name):
        found = Snapshot(str(mirror / name.replace("/", "+") / "repo"))
        commits[name] = found.commit
        return found

    beginners = ["Web-Dev-For-Beginners", "AI-For-Beginners", "Data-Science-For-Beginners", "IoT-For-Beginners", "ai-agents-for-beginners", "AZD-for-beginners", "edgeai-for-beginners"]
    for name in [f"microsoft/{n}" for n in beginners] + ["roryp/Generative-AI-for-beginners-java"]:
        yield from tag("beginners", thinned(documents(snapshot(name), "", "translations/{}/")))
    ethereum = snapshot("ethereum/ethereum-org-website")
    yield from tag("ethereum", thinned(documents(ethereum, "public/content/", "public/content/translations/{}/")))
    yield from tag("ethereum", thinned(key_files(ethereum, "src/intl/en/", "src/intl/{}/")))
    yield from tag("opensource.guide", documents(snapshot("github/opensource.guide"), "_articles/", "_articles/{}/"))
    yield from tag("kubernetes", documents(snapshot("kubernetes/website"), "content/en/", "content/{}/"))
    yield from tag("godot-docs", godot(snapshot("godotengine/godot-docs-l10n")))
    yield from tag("bitcoin.org", bitcoin(snapshot("bitcoin-dot-org/bitcoin.org")))
    yield from tag("tico-19", tico(snapshot("tico-19/tico-19.github.io")))
    yield from tag("tatoeba", tatoeba(snapshot("Helsinki-NLP/Tatoeba-Challenge")))
    yield from tag("natural-earth", places(snapshot("elastic/natural-earth-vector")))
    yield from tag("wordnets", wordnets(snapshot("omwn/omw-data"), debian))
    yield from tag("openstreetmap", tagging(npm))
    yield from tag("cldr", cldr(npm))
    yield from tag("chromium", chromium(debian))


def tag(source, found):
    for language, english, other in found:
        yield source, language, english, other


def thinned(found):
    """Two of three runs of thirty pairs: the largest sources are larger than what one journey to the accelerator holds."""
    return (pair for i, pair in enumerate(found) if (i // 30) % 3 != 2)


def documents(found, english_root, pattern):
    roots = [pattern.format(s) for language in LANGUAGES for s in SPELLINGS[language]]
    names = [n for n in found.sizes if n.startswith(english_root) and n.endswith(".md") and "translations/" not in n[len(english_root) :] and not any(n.startswith(r) for r in roots)]
    ours = found.text(names)
    for language in LANGUAGES:
        for spelling in SPELLINGS[language]:
            root = pattern.format(spelling)
            theirs = found.text(root + name[len(english_root) :] for name in names)
            for name in names:
                other = theirs.get(root + name[len(english_root) :])
                if other:
                    yield from ((language, a, b) for a, b in aligned(ours[name], other))


def key_files(found, english_root, pattern):
    names = [n for n in found.sizes if n.startswith(english_root) and n.endswith(".json")]
    ours = {n: dict(flat(json.loads(t))) for n, t in found.text(names).items()}
    for language in LANGUAGES:
        for spelling in SPELLINGS[language]:
            root = pattern.format(spelling)
            for name, text in found.text(root + n[len(english_root) :] for n in names).items():
                yield from by_key(language, ours[english_root + name[len(root) :]], dict(flat(json.loads(text))))


def by_key(language, ours, theirs):
    for key, text in ours.items():
        if key in theirs:
            yield language, readable(text), readable(theirs[key])


def godot(found):
    for language in LANGUAGES:
        for spelling in SPELLINGS[language]:
            names = [n for n in found.sizes if n.endswith(".po") and f"/{spelling}/" in n or n.endswith(f"/{spelling}.po")]
            for text in found.text(names).values():
                yield from ((language, a, b) for a, b in po_pairs(text))


def bitcoin(found):
    texts = found.text(n for n in found.sizes if n.startswith("_translations/") and n.endswith(".yml"))
    ours = yaml_texts(texts["_translations/en.yml"])
    for language in LANGUAGES:
        for spelling in SPELLINGS[language]:
            if (name := f"_translations/{spelling}.yml") in texts:
                yield from by_key(language, ours, yaml_texts(texts[name]))


def tico(found):
    for language in LANGUAGES:
        for spelling in SPELLINGS[language]:
            name = f"data/TM/all.en-{spelling}.tmx.zip"
            for data in found.read([name]).values():
                archive = zipfile.ZipFile(io.BytesIO(data))
                for inner in archive.namelist():
                    if inner.endswith(".tmx") and "__MACOSX" not in inner:
                        yield from ((language, a, b) for a, b in tmx_pairs(archive.read(inner).decode("utf-8", "replace")))


def tatoeba(found):
    """Pairs with English, and pairs with another language whose sentence has an English translation of its own."""
    pairs = collections.defaultdict(set)
    codes = {"eng": "en", "cmn": "zh", "cmn_Hans": "zh", "ind": "id", **{long: short for short, long in LONG.items()}}
    names = {}
    for name in found.sizes:
        label = re.search(r"\b([a-z]{3})-([a-z]{3}(?:_Hans)?)(?:/|\.txt)", name)
        if not label or not name.endswith((".txt", ".txt.gz")) or label.group(1) not in codes or label.group(2) not in codes:
            continue
        # Of pairs without English the newest lists are enough.
        if name.startswith(("data/dev/", "data/test/")) or "eng" in label.groups() and name.startswith(("data/devtest/", "data/release/")):
            names[name] = label
    for name, data in found.read(names).items():
        text = (gzip.decompress(data) if name.endswith(".gz") else data).decode("utf-8", "replace")
        for line in text.split("\n"):
            parts = line.split("\t")
            if len(parts) >= 4 and (a := codes.get(parts[0].replace("_Latn", ""))) and (b := codes.get(parts[1].replace("_Latn", ""))) and a != b:
                pairs[tuple(sorted((a, b)))].add((parts[2], parts[3]) if a < b else (parts[3], parts[2]))
    english = collections.defaultdict(lambda: collections.defaultdict(list))
    for (a, b), list_ in pairs.items():
        if "en" in (a, b):
            other = b if a == "en" else a
            for x, y in sorted(list_):
                e, o = (x, y) if a == "en" else (y, x)
                english[other][o].append(e)
                yield other, e, o
    for (a, b), list_ in pairs.items():
        if "en" in (a, b):
            continue
        for x, y in sorted(list_):
            for e in english[a].get(x, [])[:1]:
                yield b, e, y
            for e in english[b].get(y, [])[:1]:
                yield a, e, x


def places(found):
    for name, text in found.text(n for n in found.sizes if n.endswith(".geojson")).items():
        try:
            features = json.loads(text)["features"]
        except (ValueError, KeyError):
            continue
        for feature in features:
            values = {k.lower(): v for k, v in (feature.get("properties") or {}).items()}
            english = values.get("name_en")
            for language in LANGUAGES:
                if english and values.get(f"name_{language}"):
                    yield language, english, values[f"name_{language}"]


# Those whose licence is permissive (MIT, Apache, CC BY, ODC-BY, or WordNet's own) and whose file is there.
WORDNETS = dict(it="iwn/wn-data-ita.tab", pl="pol/wn-data-pol.tab", id="msa/wn-data-ind.tab", el="ell/wn-data-ell.tab", zh="cow/wn-data-cmn.tab", sv="swe/wn-data-swe.tab")


def wordnets(found, debian):
    """English words come from WordNet 3.0, whose numbers the others use."""
    draw = random.Random(SEED)
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", str(next(debian.glob("wordnet-base_*.deb")))], capture_output=True, check=True).stdout
    archive, english = tarfile.open(fileobj=io.BytesIO(data)), {}
    for member in archive:
        if re.search(r"/data\.(noun|verb|adj|adv)$", member.name):
            for line in archive.extractfile(member).read().decode().split("\n"):
                if re.match(r"^\d{8} ", line):
                    parts = line.split(" ")
                    words = [parts[4 + 2 * i].replace("_", " ") for i in range(int(parts[3], 16))]
                    english[f"{parts[0]}-{parts[2].replace('s', 'a')}"] = [re.sub(r"\(\w+\)$", "", word) for word in words]
    for language, place in WORDNETS.items():
        for text in found.text([f"wns/{place}"]).values():
            for line in text.split("\n"):
                parts = line.split("\t")
                if len(parts) >= 3 and parts[1].endswith("lemma") and parts[0] in english:
                    yield language, draw.choice(english[parts[0]]), parts[2].replace("_", " ").replace("+", "")


def tagging(npm):
    folder = next(npm.glob("openstreetmap-id-tagging-schema-*")) / "package/dist/translations"
    ours = json.load(open(folder / "en.json"))["en"]["presets"]
    ours = {k: v for k, v in flat(ours) if k[-1] in ("name", "label", "title") or "options" in k or k[-1] == "terms"}
    for language in LANGUAGES:
        for spelling in SPELLINGS[language]:
            if (file := folder / f"{spelling}.json").exists():
                theirs = dict(flat(next(iter(json.load(open(file)).values()))["presets"]))
                yield from by_key(language, {k: v for k, v in ours.items() if k[-1] != "terms"}, theirs)


def cldr(npm):
    def load(package, folder, file, language):
        for spelling in (language, f"{language}-Hans"):
            path = next(npm.glob(f"{package}-4*")) / "package" / folder / spelling / file
            if path.exists():
                return json.load(open(path))
        return {}

    for package, folder in (("cldr-annotations-full", "annotations"), ("cldr-annotations-derived-full", "annotationsDerived")):
        ours = load(package, folder, "annotations.json", "en")
        for language in LANGUAGES:
            theirs = load(package, folder, "annotations.json", language)
            if not theirs:
                continue
            a, b = ours[folder]["annotations"], theirs[folder]["annotations"]
            for sign, entry in a.items():
                for kind in ("tts", "default"):
                    if entry.get(kind) and b.get(sign, {}).get(kind):
                        yield language, ", ".join(entry[kind]), ", ".join(b[sign][kind])


def chromium(debian):
    package = next(debian.glob("chromium-l10n_*.deb"))
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", str(package)], capture_output=True, check=True).stdout
    archive = tarfile.open(fileobj=io.BytesIO(data))
    packs = {pathlib.Path(m.name).name: m for m in archive if ".pak" in m.name}
    read = lambda name: pak_texts(archive.extractfile(packs[name]).read())
    english = read("en-GB.pak") if "en-US.pak" not in packs else read("en-US.pak")
    for language in LANGUAGES:
        for spelling in SPELLINGS[language]:
            if f"{spelling}.pak" in packs:
                yield from by_key(language, english, read(f"{spelling}.pak"))


if __name__ == "__main__":
    main()
