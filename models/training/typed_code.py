"""Questions that people asked about Python, as they type them, and the code that answers, for asked.py: `for passages, questions in typed_code(read, draw)`.

Three sources, all of Stack Overflow, so that what is made of them stays under its licence (CC BY-SA):
pages of questions whose file is called as the address of the question is ("convert-set-to-list-in-python"): these are the words that people type, and the code is that of the first two answers;
the title and the accepted answer of sriniiyer/codenn; and the functions of CodeInsight with the title they answer.
Questions about what went wrong ("why does my …") are left out: no function answers them.
"""

import ast
import html
import re
import warnings

GROUP, FEWEST_WORDS, MOST_WORDS, LEAST_CHARACTERS, MOST_CHARACTERS = 450, 3, 13, 24, 1_400
WENT_WRONG = re.compile(
    r"\b(?:\w*errors?|\w*exceptions?|not|cannot|cant|couldnt|doesnt|dont|didnt|isnt|wont|arent|wasnt|why|wrong|incorrect\w*|unexpected\w*|fail\w*|issues?|problems?|trouble|troubles|understand\w*|differences?|vs|versus|explain\w*"
    r"|meaning|mean|means|confus\w*|bugs?|traceback|weird|strange|stuck|broken|crash\w*|help|homework|never|without success|struggling|question|possible|should i|better|best|does|did|is it|are there|is there|unable|invalid|missing|warning\w*|version\w*|install\w*|asked|instead)\b"
)
# How the titles of CodeInsight begin where they are tasks, and the names of what is handed over.
UNSAID = re.compile(r"(?i)\b(?:(?:lst|list|var|dict|arr|array|str|string|df|char|set|tuple|num|obj|date|func|file|mat|tup|ser|val|name|key|col|n|x|y|s)_?\d+|col_name|filename)\b|^(?:write|provide|create|implement|define) (?:a |an )?(?:python )?(?:function|program|code|script)s? (?:that |which |to |for )*|\s+(?=[.,])")
POST = re.compile(r'<div class="(?:post-text|s-prose[^"]*)" itemprop="text">(.*?)\n?</div>', re.S)
BLOCK = re.compile(r"<pre[^>]*><code>(.*?)</code></pre>", re.S)


def parsed(text):
    """The tree of a piece of code, also where it is written for Python 2, or None."""
    for form in (text, re.sub(r"(?m)^(\s*)print (?!\()(.*)$", r"\1print(\2)", text)):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                return ast.parse(form)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            continue
    return None


def plain(code):
    """Code without prompts and without what it prints."""
    lines = code.replace("\r", "").expandtabs(4).split("\n")
    if any(re.match(r"\s*(?:>>>|In \[\d+\]:)", line) for line in lines):
        lines = [re.sub(r"^\s*(?:>>> ?|\.\.\. ?|In \[\d+\]: ?)", "", line) for line in lines if re.match(r"\s*(?:>>>|\.\.\.(?: |$)|In \[\d+\]:)", line)]
    return "\n".join(line.rstrip() for line in lines).strip("\n")


def said(tree):
    """How much a piece of code does: calls, loops and other statements. Names and values alone answer nothing."""
    return sum(isinstance(node, (ast.Call, ast.For, ast.While, ast.comprehension, ast.FunctionDef, ast.With, ast.Subscript, ast.BinOp, ast.Compare)) for node in ast.walk(tree))


def best_of(blocks):
    """The piece of an answer that most looks like what somebody searches for: a function, or else the longest that does something."""
    found = []
    for block in blocks:
        code = plain(block)
        if not LEAST_CHARACTERS <= len(code) <= MOST_CHARACTERS:
            continue
        tree = parsed(code)
        if tree is None or said(tree) < 2:
            continue
        found.append((any(isinstance(node, ast.FunctionDef) for node in tree.body), len(code), code))
    return max(found)[2] if found else None


def as_typed(text, draw):
    """Most people say which language they mean, and not all say "how to"."""
    text = re.sub(r"[?!.\s]+$", "", re.sub(r"\s+", " ", text)).lower()
    if draw.random() < 0.5:
        text = re.sub(r"^(?:how (?:to|do i|do you|can i|can you|could i|would i)|what is the (?:\w+ )?way to|(?:is there )?a?n?y? ?(?:pythonic|simple|easy) way (?:to|of)) ", "", text)
    if "python" not in text and draw.random() < 0.75:
        text = draw.choice((f"python {text}", f"{text} python", f"{text} in python"))
    return text


def wanted(text):
    return FEWEST_WORDS <= len(text.split()) <= MOST_WORDS and not WENT_WRONG.search(text)


def pages(read):
    """(question, pieces of code that answer it)."""
    seen = set()
    for path, text in read("cushionbadak/PyMaker", r"^PyMaker/datas/object2/RawHTML/.*\.txt$"):
        words = path.rsplit("/", 1)[1].removeprefix("Python_DOC_referPages.").removesuffix(".txt").replace("-", " ")
        if words in seen or not wanted(words):
            continue
        seen.add(words)
        answers = POST.findall(text)[1:3]
        codes = [best_of([html.unescape(re.sub(r"<[^>]+>", "", block)) for block in BLOCK.findall(answer)]) for answer in answers]
        yield words, list(dict.fromkeys(filter(None, codes)))


def titles(read):
    for _, text in read("sriniiyer/codenn", r"^data/stackoverflow/python/(?:valid|test)\.txt$"):
        for line in text.split("\n"):
            fields = line.rstrip("\r").split("\t")
            if len(fields) >= 4 and wanted(re.sub(r"['’]", "", fields[2].lower())):
                yield fields[2], list(filter(None, [best_of([re.sub(r"\\n", "\n", fields[3])])]))


def functions(read):
    files = dict(read("NathanaelBeau/CodeInsight", r"^Codeinsight/(?:train|test)/\d+/(?:nl|code)\.txt$"))
    for path, text in sorted(files.items()):
        if path.endswith("/nl.txt"):
            title = UNSAID.sub("", text.split(" : ")[0]).strip()
            code = files.get(path.replace("/nl.txt", "/code.txt"), "").strip()
            if 2 < len(title.split()) <= 16 and len(code) >= LEAST_CHARACTERS:
                yield title, [code[:MOST_CHARACTERS]]


def typed_code(read, draw):
    pairs = [pair for source in (pages, titles, functions) for pair in source(read) if pair[1]]
    draw.shuffle(pairs)
    passages, questions = [], []
    for text, codes in pairs:
        first = len(passages)
        passages += codes
        for place in range(first, len(passages)):
            questions.append((as_typed(text, draw), place, (first, len(passages) - 1)))
        if len(passages) >= GROUP:
            yield passages, questions
            passages, questions = [], []
    if len(passages) > GROUP // 3:
        yield passages, questions
