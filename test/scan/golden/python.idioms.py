# Literals, patterns and statements that a tour of the grammar passes by.
from pkg import *
from . import sibling
from .names import first as renamed, second
import a.b.c
import a.b as ab

numbers = [0x1F, 0o17, 0b101, 1_000, 1.5e3, 2j, 0]
texts = ["\x41\u00e9\U0001F600\N{DASH}", "\101\n\t\r\0", "\'\"\\ \q", 'one' "two" f"{a}three", b"bytes\x00", r"\n", f"{{literal}} {value!r:>10} {nested['k']}"]
joined = "a" "b" 'c'
chosen = 1 if test else 2
nothing = (yield_like, )
slices = (items[1:2], items[::2], items[:], items[-1], grid[0, 1], grid[1:2, ...])
generated = f(x for x in items if x if not x.bad)
pairs = {k: v for k, v in entries.items() for w in v}
merged = {**one, "two": 2, **three}
called = f(*args, key=1, **options)(2)
walrus = (n := len(items))
print(lambda *a, b=1, **c: a)


@decorated
class Model(Base, metaclass=Meta):
    """Said about it."""

    count: int
    limit: int = 3
    name = field()
    one, two = 1, 2

    def approve(self, request):
        pass

    approve.short_description = "text"
    approve.allow_tags = True
    other.allow_tags = True
    approve.admin.deep = True

    @property
    def size(self) -> int:
        return self._size

    @staticmethod
    def made(given: str = "x", /, *, only: bool) -> "Model":
        return Model(given)

    class Meta:
        ordering = ["name"]


def patterns(command):
    match command:
        case "go" | "run":
            return 1
        case Point(x=0, y=found):
            return found
        case {"key": inner, **rest}:
            return inner
        case [first, *others]:
            return others
        case (1, _):
            return None
        case codes.OK:
            return codes
        case -1:
            return "minus"
        case str() as text if text:
            return text
        case None | True:
            return 0
        case name:
            return name


def flow(path, *rest, **named):
    global shared
    with open(path) as handle, lock:
        del handle.cache, named["k"]
    with (open(path) as one, open(path) as two):
        pass
    async with session.get(path) as (left, right):
        await left
    assert path, "said"
    assert isinstance(path, str)
    for i, (a, b) in enumerate(rest):
        continue
    else:
        pass
    while True:
        break
    else:
        rest = ()
    try:
        raise ValueError(path) from None
    except (KeyError, TypeError) as error:
        raise
    except* OSError:
        pass
    else:
        return rest
    finally:
        path.close()
    first, *middle, last = rest
    shared = first = last
    path.name: str = "x"
    rest += middle
    path[0] @= 2
    print(path, file=stderr)
    return (yield path)


async def stream():
    yield from inner()
    return [x async for x in inner()]
