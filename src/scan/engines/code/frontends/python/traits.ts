import type { Language } from '../../analysis/run.ts';
import { lowerPython } from './lower.ts';
import { pythonMethods } from './methods.ts';

export const language: Language = {
  encodingComment: true,
  lower: lowerPython,
  constructorName: '__init__',
  receiver: 'parameter',
  receiverName: 'self',
  receiverNames: /^(?:self|cls|mcs|klass|_)$/,
  methods: pythonMethods,
  importFunctions: new Set(['__import__', 'import_module']),
  mayBeLocal: (first) => !first.startsWith('~') && first !== '?' && !known.has(first),
  modulePath: (specifier) => specifier.split('.'),
  candidates: (segments, from, filesNamed, filesInFolder) => {
    // `a.b.c.f` may be function f of a/b/c.py, or method f of class c in a/b.py; seen from the importing file's folders upwards.
    const modules = segments.slice(0, segments.indexOf('()') < 0 ? segments.length : segments.indexOf('()'));
    // Most names are of libraries: no file or package of the repository is called like any part of them.
    const isOurs = modules.map((name) => filesNamed(name).length > 0 || filesInFolder(name).length > 0);
    const found: Array<{ path: string; rest: readonly string[] }> = [];
    if (!isOurs.includes(true)) return found;
    const folders = from.split('/').slice(0, -1);
    for (let up = 0; up <= folders.length; up++) {
      const base = folders.slice(0, up);
      for (let length = modules.length; length > 0; length--) {
        if (!isOurs[length - 1]) continue;
        const path = [...base, ...modules.slice(0, length)].join('/');
        const rest = segments.slice(length);
        found.push({ path, rest }, { path: `${path}/__init__`, rest });
      }
    }
    return found;
  },
  hiddenIn:
    () =>
    ({ name, className }) =>
      /^_(?!_)/.test(name) || className?.startsWith('_') === true,
};

/** Builtins and modules that never are a file of the repository; calling them needs no linker. */
const known = new Set(
  `abs all any ascii bin bool breakpoint bytearray bytes callable chr classmethod compile complex delattr dict dir divmod enumerate
  eval exec filter float format frozenset getattr globals hasattr hash help hex id input int isinstance issubclass iter len list
  locals map max memoryview min next object oct open ord pow print property range repr reversed round set setattr slice sorted
  staticmethod str sum super tuple type vars zip __import__ Exception ValueError TypeError KeyError RuntimeError NotImplementedError
  IndexError AttributeError OSError IOError ImportError StopIteration AssertionError unicode basestring xrange raw_input
  abc argparse array ast asyncio base64 binascii bisect builtins calendar cgi cmd code codecs collections colorsys concurrent configparser
  contextlib contextvars copy csv ctypes dataclasses datetime decimal difflib dis email enum errno fcntl fileinput fnmatch fractions ftplib
  functools gc getopt getpass gettext glob gzip hashlib heapq hmac html http imaplib importlib inspect io ipaddress itertools json keyword
  linecache locale logging lzma mailbox marshal math mimetypes multiprocessing netrc numbers operator optparse os pathlib pdb pickle
  pkgutil platform plistlib poplib posixpath pprint profile pty queue quopri random re readline resource sched secrets select selectors
  shelve shlex shutil signal site smtplib socket socketserver sqlite3 ssl stat statistics string struct subprocess sys sysconfig syslog
  tarfile telnetlib tempfile textwrap threading time timeit tkinter token tokenize traceback types typing unicodedata unittest urllib
  urllib2 uuid venv warnings wave weakref webbrowser wsgiref xml xmlrpc zipfile zipimport zlib
  flask django fastapi starlette aiohttp tornado requests httpx urllib3 sqlalchemy psycopg2 psycopg pymysql MySQLdb mysql asyncpg
  aiopg pg8000 pymongo redis boto3 botocore jinja2 mako lxml yaml numpy pandas torch sklearn joblib tensorflow keras matplotlib
  cryptography Crypto Cryptodome jwt jose paramiko fabric pytest click typer pydantic werkzeug markupsafe bleach celery openai
  anthropic langchain transformers huggingface_hub bottle pyramid cherrypy sanic rest_framework peewee pony attr attrs six setuptools
  __name__ __file__ __doc__ self cls`.split(/\s+/),
);
