"""A tour of the language."""
from __future__ import annotations
import os, sys as system
import a.b.c
from . import sibling
from ..pkg.mod import (one, two as second)
from lib import *

PREFIX: str = "a" "b"
NUMBER = 0x1F + 1_000 - 2.5e3 * 3j
x, (y, *rest) = 1, (2, 3, 4)
first = last = None
del first


@app.route("/<name>", methods=["GET", "POST"])
@decorated
def find(name: str, page=1, *args, key, flag: bool = False, **options) -> str:
    global counter
    counter += 1
    text = "Hello " + name + f"{name!r:>{page}} and {name.strip()}" + "%s" % name
    raw = r"\d" b"bytes"
    formatted = "{} {}".format(name, page)
    both = page > 0 and not flag or name in options and name is not None
    chained = 0 < page <= 10
    chosen = name if both else raw
    items = [1, *args, name]
    mapping = {"a": 1, **options, name: page}
    unique = {1, 2}
    pair = (name, page)
    empty = ()
    squares = [n * n for n in items if n > 0 for m in items]
    named = {k: v for k, v in mapping.items()}
    lazy = (n for n in items)
    part = items[1:3:2]
    head, *tail = items
    mapping["k"] = items[-1]
    obj.attr.deep = name
    items[0] += 1
    if (n := len(items)) > 3:
        return text
    elif n == 2:
        pass
    else:
        raise ValueError(f"no {n}") from None
    for i, each in enumerate(items):
        if each is None:
            continue
        if each == 2:
            break
    else:
        use(each)
    while True:
        break
    try:
        parse(name)
    except (ValueError, KeyError) as error:
        raise
    except Exception:
        use(error)
    else:
        use(1)
    finally:
        close()
    with open(name, "w") as file, lock:
        file.write(text)
    assert name, "needed"
    f = lambda a, b=2, *c: a + b
    match name:
        case "a" | "b":
            use("ab")
        case [x, y, *others]:
            use(x)
        case {"key": value}:
            use(value)
        case Point(x=0) if y:
            use(y)
        case _:
            use(name)
    use(*args, key=name, **options)
    return ~page, -page, +page, page ** 2, page // 2, page % 2, page << 1, page @ 2


class Tour(Base, metaclass=Meta):
    count: int = 0
    name = "tour"

    def __init__(self, store, size=3):
        super().__init__(size)
        self.store = store
        self._size: int = size

    @property
    def size(self):
        return self._size

    @size.setter
    def size(self, value):
        self._size = value

    @classmethod
    def of(cls, id):
        return cls(id)

    @staticmethod
    def twice(n):
        return n * 2

    async def later(self):
        async with self.store as s:
            async for row in s.rows():
                yield row
        result = await self.store.get(self.name)
        return result

    def __getitem__(self, key):
        nonlocal_value = self.store[key]

        def inner():
            nonlocal nonlocal_value
            nonlocal_value = key
        return inner


def numbers():
    yield 1
    yield from [2, 3]


if __name__ == "__main__":
    print(system.argv[1], file=system.stderr)
    os.system("ls " + system.argv[1])
