"""How data goes through a program: checks, collections, closures, classes and what they leave behind."""
import os
import re
import subprocess
from flask import Flask, abort, request, redirect, session

app = Flask(__name__)
ALLOWED = ("asc", "desc")
TABLE = {"a": "users", "b": "orders"}
SAFE = re.compile(r"^[a-z]+$")


@app.route("/checks/<int:number>/<name>")
def checks(number, name):
    order = request.args.get("order", "asc")
    ident = request.args["id"]
    if order not in ALLOWED:
        abort(400)
    db.execute("select 1 order by " + order)
    if not ident.isdigit():
        return "no", 400
    db.execute(f"select * from t where id = {ident}")
    whole = int(request.args["n"])
    text = str(whole)
    kind = request.args.get("kind")
    if kind == "one" or kind == "two":
        os.system("ls " + kind)
    elif kind is None:
        os.system("ls " + str(kind))
    else:
        os.system("ls " + kind)
    if SAFE.match(name):
        os.system("ls " + name)
    place = os.path.realpath(os.path.join("/srv", request.args["path"]))
    if not place.startswith("/srv/"):
        raise ValueError(place)
    with open(place) as handle:
        content = handle.read()
    base = os.path.basename(request.args["path"])
    column = TABLE.get(kind, "id")
    is_ok = len(kind) < 3 and kind.isalnum()
    if is_ok:
        os.system("ls " + kind)
    assert kind in ALLOWED
    os.system("ls " + kind)
    return "<p>%s %s %d %s</p>" % (text, base, number, column) + content


@app.route("/collections", methods=["POST"])
def collections():
    items = []
    items.append(request.form["a"])
    items.extend(["b", request.form["c"]])
    last = items.pop()
    items.insert(0, "first")
    del items[0]
    parts = request.form["text"].split(",")
    joined = " ".join(part.strip() for part in parts if part)
    pairs = dict(zip(["k", "l"], [request.form["k"], "fixed"]))
    pairs.update(m=request.form["m"])
    pairs.setdefault("n", "fixed")
    fixed = pairs["l"] + pairs.get("zzz", "none")
    total = ""
    for index, part in enumerate(sorted(parts, reverse=True)):
        if index > 2:
            continue
        total += part
    else:
        total += "!"
    first, *rest = parts
    merged = {**TABLE, "c": request.form["d"], **request.form}
    unique = {part.lower() for part in parts}
    nested = [[x, y] for x in parts for y in ("a", "b") if x != y]
    chosen = max(parts, key=len)
    subprocess.run(["ls", first, *rest], shell=False)
    subprocess.run(f"echo {joined} {fixed} {total} {last}", shell=True)
    subprocess.call("echo {} {k} {0!r}".format(merged["a"], k=merged["c"]), shell=True)
    return str(unique) + str(nested) + chosen + "{a}".format(**pairs)


class Store:
    root = "/srv"
    count = 0

    def __init__(self, name, mode="r", **options):
        self.name = name
        self.mode = mode
        self.options = options
        Store.count += 1

    @property
    def place(self):
        return self.root + "/" + self.name

    @classmethod
    def make(cls, name):
        return cls(name, mode="w")

    @staticmethod
    def clean(name):
        return re.sub(r"[^a-z]", "", name)

    def rename(self, name):
        self.name = name
        return self

    def read(self):
        return open(self.place, self.mode).read()


class Logged(Store):
    def __init__(self, name):
        super().__init__(name, mode="a", extra=name)
        self.log = []

    def read(self):
        self.log.append(self.name)
        return super().read()

    def __str__(self):
        return self.name


@app.route("/objects")
def objects():
    store = Logged(request.args["name"])
    store.read()
    Store.make(request.args["other"]).read()
    store.rename("fixed").read()
    os.system("ls " + Store.clean(request.args["x"]))
    os.system("ls " + store.options["extra"] + str(store))
    name, mode = store.name, store.mode
    os.system(f"ls {name} {mode}")
    setattr(store, "name", request.args["y"])
    return getattr(store, "name")


def twice(text, times=2):
    return text * times


def prefixed(prefix):
    def inner(text):
        nonlocal prefix
        prefix += "!"
        return prefix + text
    return inner


def numbers(values):
    for value in values:
        yield value
    return None


@app.get("/functions")
async def functions():
    doubled = twice(request.args["a"])
    os.system(prefixed("echo ")(doubled))
    run = lambda command, *more, **named: os.system(command + more[0] + named["end"])
    run("ls ", request.args["b"], end="fixed")
    for value in numbers([request.args["c"]]):
        os.system(value)
    text = await load(request.args["d"])
    os.system(text.lower())
    try:
        result = eval(request.args["e"])
    except (ValueError, KeyError) as error:
        result = str(error)
    except Exception:
        raise
    else:
        result = "fixed"
    finally:
        session["r"] = request.args["f"]
    state = "start"
    while state != "end":
        state = request.args["g"] if state == "start" else "end"
        if not state:
            break
    else:
        state = "never"
    os.system(state)
    match request.args["h"]:
        case "one" | "two" as which:
            os.system(which)
        case [first, *_] if first:
            os.system(first)
        case {"k": value}:
            os.system(value)
        case other:
            os.system(other)
    global LATER
    LATER = request.args["i"]
    return redirect(request.args.get("next") or "/")


def later():
    os.system(LATER + session["r"])
