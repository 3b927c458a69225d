"""Functions of permissive projects, asked for as people type into a web search, for groups.py: `for passages, questions in own_code(MIRROR, draw)`.

own_code_questions.tsv is ours: owner/name, path, function, and queries that we wrote with the function in view. The text of the functions comes from the snapshots. Their rivals are the other functions of the same files and of others.
own_functions.txt has functions of our own: `#? a | b | c` is what people type to find the function below it, `#~` stands above a near miss, which does something else with the same things.
Functions that bench/memory/sets/code-questions.tsv asks for are left out, and one of twelve is held back, to choose by. Each group is given twice, with and without docstrings: where there is none, a query has to be found in the code.
"""

import ast
import os
import textwrap
import warnings
import zlib

from readers import git_dir_of, git_files

GROUP, LEAST_LINES, MOST_CHARACTERS, HELD_BACK = 450, 3, 2_400, 12
HERE = os.path.dirname(os.path.abspath(__file__))


def rows(path):
    for line in open(path):
        fields = [field.strip() for field in line.rstrip("\n").split("\t")]
        if len(fields) >= 4 and not line.startswith("#"):
            yield fields[0], fields[1], fields[2].removesuffix("()"), [query for query in fields[3:] if query]


def asked_in_the_benchmark():
    path = os.path.join(HERE, "../../bench/memory/sets/code-questions.tsv")
    return {field.strip() for line in open(path) if os.path.exists(path) for field in line.replace(",", "\t").split("\t")}


def functions_of(text):
    """(name, with docstring, without) of each function and method of a file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return
    lines = text.split("\n")

    def of(node, prefix):
        for child in getattr(node, "body", []):
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                whole = textwrap.dedent("\n".join(lines[child.lineno - 1 : child.end_lineno]))
                said = child.body[0]
                bare = whole
                if ast.get_docstring(child) is not None and len(child.body) > 1:
                    kept = lines[child.lineno - 1 : said.lineno - 1] + lines[said.end_lineno : child.end_lineno]
                    bare = textwrap.dedent("\n".join(kept))
                yield prefix + child.name, whole[:MOST_CHARACTERS], bare[:MOST_CHARACTERS]
            elif isinstance(child, ast.ClassDef):
                yield from of(child, f"{prefix}{child.name}.")
            elif isinstance(child, (ast.If, ast.Try)):
                yield from of(child, prefix)

    yield from of(tree, "")


def is_held_back(path, name):
    return zlib.crc32(f"{path} {name}".encode()) % HELD_BACK == 0


def own_code(mirror, draw, held=False):
    avoided, wanted = asked_in_the_benchmark(), {}
    for repository, path, name, queries in rows(os.path.join(HERE, "own_code_questions.tsv")):
        if not (name in avoided or name.split(".")[-1] in avoided):
            wanted.setdefault(repository, {}).setdefault(path, {}).setdefault(name, []).extend(queries)
    files, missed = [], 0
    for repository, paths in sorted(wanted.items()):
        for path, text in git_files(git_dir_of(mirror, repository), lambda path, _: path in paths):
            functions = list(functions_of(text))
            asked = dict(paths[path])
            rows_of_file = []
            for name, whole, bare in functions:
                queries = asked.pop(name, None) or (asked.pop(name.split(".")[-1], None) if name.split(".")[-1] in asked else None) or []
                if is_held_back(path, name) != held and (queries or not held):
                    continue
                if queries or whole.count("\n") >= LEAST_LINES:
                    rows_of_file.append((queries, whole, bare))
            missed += len(asked)
            files.append(rows_of_file)
    draw.shuffle(files)
    group, groups = [], []
    for rows_of_file in files:
        # Of long files not all that nobody asks for.
        asked_for = [row for row in rows_of_file if row[0]]
        others = [row for row in rows_of_file if not row[0]]
        draw.shuffle(others)
        group += asked_for + others[: 20 + 3 * len(asked_for)]
        if len(group) > GROUP:
            groups.append(group)
            group = []
    if len(group) > GROUP // 3 or not groups:
        groups.append(group)
    else:
        groups[-1] += group
    print(f"own code: {sum(len(g) for g in groups)} functions in {len(groups)} groups, {sum(bool(row[0]) for g in groups for row in g)} of them asked for, {missed} not found")
    for group in groups:
        for form in (1, 2):
            yield [row[form] for row in group], [(query, place, None) for place, row in enumerate(group) for query in row[0]]
    for form in (1, 2):
        passages, questions = [], []
        for queries, function, miss in own_functions(held):
            place = len(passages)
            passages += [function[form], miss[form]]
            questions += [(query, place, None, place + 1) for query in queries]
        if passages:
            yield passages, questions


def own_functions(held):
    """(queries, function, near miss), the last two as functions_of gives them."""
    avoided, path = asked_in_the_benchmark(), os.path.join(HERE, "own_functions.txt")
    text = open(path).read() if os.path.exists(path) else ""
    heads = [line for line in text.split("\n") if line.startswith(("#? ", "#~"))]
    functions = list(functions_of(text))
    assert len(heads) == len(functions), "each function of own_functions.txt has a line above it"
    for at in range(0, len(heads), 2):
        queries = [query.strip() for query in heads[at].removeprefix("#? ").split(" | ")]
        if functions[at][0] not in avoided and is_held_back("own_functions.txt", functions[at][0]) == held:
            yield queries, functions[at], functions[at + 1]
