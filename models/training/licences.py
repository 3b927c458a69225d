"""What licences allow: which text may be used as one likes, which asks for its author's name, and which asks that what is made of it is shared alike."""

import os
import re

PERMISSIVE = re.compile(
    r"^(bsd|mit|apache|expat|isc|psf|python|zlib|public|cc0|hpnd|pil|zpl|bsl|x11|postgresql|unlicense|unicode|wtfpl|3-clause|2-clause|0bsd|w3c|openssl|simplified|new)", re.I
)
SHARE_ALIKE = re.compile(r"\b(cc-by-sa|cdla-sharing|gfdl|mpl|l?gpl|agpl|epl|cddl|odbl)", re.I)
NAMES_AUTHOR = re.compile(r"\b(cc-by|cdla|gfdl)", re.I)
# The packaging has a licence of its own; none of it is read.
PACKAGING = re.compile(r"^debian/")


def is_permissive(licence):
    """Every part of "Apache-2.0 or BSD-3-clause" must be: a choice is fine, but a mixture is not."""
    parts = [part.strip() for part in re.split(r"\bor\b|\band\b|,|/|\|", licence or "") if part.strip()]
    return bool(parts) and all(PERMISSIVE.match(part) for part in parts)


def is_share_alike(licence):
    return bool(SHARE_ALIKE.search(licence or ""))


def names_author(licence):
    """Whether whoever uses the text has to say whose it is."""
    return bool(NAMES_AUTHOR.search(licence or ""))


def package_licences(folder):
    """The licences of all files in a package's machine-readable copyright file, that of `*` first; none where there is no such file."""
    for base, _, names in os.walk(os.path.join(folder, "usr/share/doc")):
        if "copyright" in names:
            with open(os.path.join(base, "copyright"), errors="replace") as file:
                return licences_in(file.read())
    return []


def licences_in(copyright_file):
    found = []
    for stanza in re.split(r"\n\s*\n", copyright_file):
        files = re.search(r"^Files:\s*(.*?)^\w", stanza + "\nX", flags=re.M | re.S)
        licence = re.search(r"^License:[ \t]*(.+)$", stanza, flags=re.M)
        if not files or not licence or all(PACKAGING.match(name) for name in files[1].split()):
            continue
        if licence[1].strip() not in found:
            found.insert(0 if "*" in files[1].split() else len(found), licence[1].strip())
    return found
