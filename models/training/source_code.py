"""Records from source code: what a function is documented to do, or is called, to the function."""

import ast
import hashlib
import io
import pickle
import re

from questions import as_search
from text import flat


def spoken_name(name):
    return re.sub(r"([a-z])([A-Z])", r"\1 \2", name.replace("_", " ")).lower().strip()


class Seen:
    """Functions are copied from project to project; each is taken once."""

    def __init__(self):
        self.hashes = set()

    def add(self, code):
        digest = hashlib.blake2b(flat(code).encode(), digest_size=8).digest()
        new = digest not in self.hashes
        self.hashes.add(digest)
        return new


SEEN = Seen()


def python(path, text, random):
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    lines, taken, undocumented = text.split("\n"), 0, 0
    for node in ast.walk(tree):
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) or taken >= 30:
            continue
        start, end = node.lineno - 1, min(node.end_lineno, node.lineno + 45)
        code = dedent(lines[start:end])
        if end - start < 3 or len(code) < 60 or not SEEN.add(code):
            continue
        if isinstance(node, ast.ClassDef):
            code = "\n".join(code.split("\n")[:25])
        doc = ast.get_docstring(node)
        if not doc or len(doc) < 12:
            if undocumented < 5 and len(node.name) > 6 and random.random() < 0.35:
                undocumented += 1
                yield f"python {spoken_name(node.name)}", code
            continue
        taken += 1
        summary = flat(re.split(r"\n\s*\n|\.\s|:param|\n\s*Args", doc.strip())[0])
        if len(summary) < 8:
            continue
        yield code_query(summary, node.name, random, "python"), without_docstring(node, lines, code) if random.random() < 0.4 else code
        if len(doc) > 120 and random.random() < 0.15:
            yield summary, flat(doc)


def code_query(summary, name, random, language):
    draw = random.random()
    if draw < 0.3:
        return f"{language} {as_search(summary, random)}"
    if draw < 0.45:
        return f"{as_search(summary, random)} {language}"
    if draw < 0.58:
        return f"how to {as_search(summary, random)} in {language}"
    if draw < 0.68:
        return f"{language} {spoken_name(name)}"
    if draw < 0.78:
        return as_search(summary, random)
    return summary


def without_docstring(node, lines, code):
    """Half of the code people store has no documentation in it."""
    first = node.body[0]
    rest = lines[node.lineno - 1 : first.lineno - 1] + lines[first.end_lineno : min(node.end_lineno, node.lineno + 45)]
    bare = dedent(rest)
    return bare if len(bare) > 80 else code


def dedent(lines):
    indent = len(lines[0]) - len(lines[0].lstrip())
    return "\n".join(line[indent:] if not line[:indent].strip() else line for line in lines)[:1500]


DOC_COMMENT = re.compile(
    r"/\*\*((?:(?!\*/)[\s\S])*)\*/\s*\n((?:[ \t]*@\w+.*\n)*[ \t]*(?:export |default |async |public |protected |private |static |final |abstract |override |synchronized )*"
    r"(?:function|class|const|interface|type|fun|[\w<>\[\], ?]+\()[\s\S]{40,1000}?\n[ \t]{0,4}\}|)"
)
LINE_COMMENT = re.compile(r"((?:^[ \t]*(?:///|//) ?.{10,}\n){1,8})((?:pub |export |async )*(?:fn|func|function|type|const)\s[\s\S]{40,1000}?\n\}?)", re.M)


def documented(path, text, random):
    """JavaScript, TypeScript, Java, Go and Rust: the comment before a declaration, and the declaration."""
    language = {"js": "javascript", "ts": "typescript", "java": "java", "go": "go", "rs": "rust", "mjs": "javascript"}[path.rsplit(".", 1)[-1]]
    for comment, code in DOC_COMMENT.findall(text)[:25] if language != "go" else []:
        summary = re.split(r" @|\. |<p>", flat(re.sub(r"^\s*\*\s?", "", comment, flags=re.M)))[0]
        summary = re.sub(r"\{@\w+ ([^}]*)\}|</?\w+>", r"\1", summary)
        if 12 < len(summary) < 300 and code and SEEN.add(code):
            yield code_query(summary, "", random, language) if random.random() < 0.8 else summary, code.strip("\n")
    for comment, code in LINE_COMMENT.findall(text)[:25]:
        summary = flat(re.sub(r"^\s*/{2,3} ?", "", comment, flags=re.M)).split(". ")[0]
        if 15 < len(summary) < 300 and SEEN.add(code):
            yield code_query(summary, "", random, language) if random.random() < 0.8 else summary, code


RECIPE_LICENCES = ("MIT", "PSF", "Apache", "BSD")


def recipe(folder_files, random):
    """A recipe of ActiveState's collection: its title and description to its code. Each names its own licence."""
    readme, code = folder_files.get("README.md", ""), next((t for p, t in folder_files.items() if p.endswith(".py")), "")
    licence = folder_files.get("LICENSE.md", "")
    if not code or not any(name in licence[:300] for name in RECIPE_LICENCES):
        return
    title = re.search(r"^#+ *(.+)$", readme, flags=re.M)
    if title:
        yield f"{'python ' if random.random() < 0.4 else ''}{flat(title[1])}", code[:1500]
        description = re.sub(r"^#+.*$|^Originally published.*$|^Last updated.*$", "", readme, flags=re.M)
        if len(description.split()) > 12:
            yield flat(title[1]), flat(description)[:1200]


class NoCode(pickle.Unpickler):
    """A pickle may run anything; these hold text alone, and nothing else is let through."""

    def find_class(self, module, name):
        raise pickle.UnpicklingError(f"refused: {module}.{name}")


def titles_of_pickle(data):
    for title in NoCode(io.BytesIO(data), encoding="utf8", errors="replace").load().values():
        yield None, flat(title if isinstance(title, str) else str(title))
