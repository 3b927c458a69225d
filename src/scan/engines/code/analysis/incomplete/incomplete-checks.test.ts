import { describe, expect, test } from 'vitest';
import { languageOf } from '../../../../syntax/languages.ts';
import { createParser } from '../../../../syntax/parser.ts';
import { languageModules } from '../../frontends/registry.ts';
import { InspectedFile } from '../../inspect-file.ts';
import { loadRules } from '../../knowledge/load-rules.ts';
import { CheckWords } from '../../knowledge/words/check-words.ts';
import { findIncompleteChecks } from './incomplete-checks.ts';

const parser = await createParser();

/** The places of one kind that are found, as they are written. */
async function found(kind: string, path: string, text: string): Promise<string[]> {
  const { module } = (await InspectedFile.open(path, text, parser))!;
  const { checkWords } = loadRules(languageModules.get(languageOf(path)!)!.rules);
  return findIncompleteChecks(module, text, checkWords, [kind]).map(({ place }) =>
    text.slice(place.start, place.end),
  );
}

const js = (body: string) => `export function f(x, y) {\n${body}\n}\n`;
const py = (body: string) => `def f(x, y):\n    ${body.replaceAll('\n', '\n    ')}\n`;
const go = (body: string, gives = 'error') => `package a\n\nfunc f(x string) ${gives} {\n${body}\n}\n`;

const rows: Array<[title: string, kind: string, path: string, program: string, found: string[]]> = [
  // Ends of lines.
  [
    'a line that is sent',
    'line-end',
    'a.js',
    js("s.write(x.replace('\\n', '') + '\\r\\n');"),
    ["'\\n', '')"],
  ],
  [
    'a text that looks for ends of lines and writes none',
    'line-end',
    'a.py',
    py("if '\\n' in x: raise E()\nreturn y.split('\\r\\n')"),
    [],
  ],
  ['line breaks for a page', 'line-end', 'a.js', js("return x.replace(/\\n/g, '<br>') + '\\r\\n';"), []],
  [
    'blanks of all kinds',
    'line-end',
    'a.js',
    js("s.write(x.replace(/\\s/g, '').replace(/\\n/g, '') + '\\r\\n');"),
    [],
  ],
  ['what only leaves', 'line-end', 'a.py', py("return '\\n' in x or y + '\\r\\n'"), []],

  // Addresses of the own site.
  [
    'an address that was resolved against the site',
    'site-beginning',
    'a.js',
    js("const to = new URL(x, y).href;\nif (!to.startsWith(y)) throw new Error('elsewhere');\nreturn to;"),
    ['to.startsWith(y)'],
  ],
  [
    'the slash at the end of the site is taken away',
    'site-beginning',
    'a.py',
    py("to = urljoin(y, x)\nif not to.startswith(y.rstrip('/')): raise E()\nreturn to"),
    ["to.startswith(y.rstrip('/'))"],
  ],
  [
    'the site has a slash at its end',
    'site-beginning',
    'a.js',
    js("const site = y + '/';\nconst to = new URL(x, site).href;\nreturn to.startsWith(site);"),
    [],
  ],
  [
    'the origin is compared as well',
    'site-beginning',
    'a.js',
    js('const to = new URL(x, y);\nreturn to.href.startsWith(y) && to.origin === new URL(y).origin;'),
    [],
  ],
  [
    'what begins like the site is left out',
    'site-beginning',
    'a.py',
    py('to = urljoin(y, x)\nif to.startswith(y): return None\nreturn to'),
    [],
  ],
  [
    'a base that is none of addresses',
    'site-beginning',
    'a.js',
    js('const to = new URL(x, own);\nreturn x.startsWith(y) ? to : undefined;'),
    [],
  ],

  // Backslashes.
  [
    'a class of quotes',
    'backslash',
    'a.py',
    py('return "\'" + re.sub("[\'\\"]", "\\\\\'", x) + "\'"'),
    ['"[\'\\"]", "\\\\\'", x)'],
  ],
  ['no quotes around it', 'backslash', 'a.py', py('return x.replace("\'", "\\\\\'")'), []],

  // Markup.
  [
    'another function with the attribute',
    'markup',
    'a.js',
    'const e = (s) => s.replace(/</g, \'&lt;\');\nconst a = (s) => `<a title="${e(s)}">`;\n',
    ["/</g, '&lt;')"],
  ],
  ['no attribute', 'markup', 'a.js', "const e = (s) => '<p>' + s.replace(/</g, '&lt;');\n", []],
  [
    'a fixed attribute',
    'markup',
    'a.js',
    "const e = (s) => '<p class=\"x\">' + s.replace(/</g, '&lt;');\n",
    [],
  ],
  [
    'another function that escapes quotes',
    'markup',
    'a.js',
    "const e = (s) => s.replace(/</g, '&lt;');\nconst q = (s) => s.replace(/\"/g, '&quot;');\nconst a = (s) => `<a title=\"${q(s)}\">`;\n",
    [],
  ],

  [
    'a value under the name of an attribute',
    'markup',
    'a.js',
    js("x.attributes['href'] = y.replace(/</g, '&lt;');\nreturn '&quot;';"),
    ["/</g, '&lt;')"],
  ],
  ['a value under another name', 'markup', 'a.js', js("x.attributes['text'] = y.replace(/</g, '&lt;');"), []],

  // Hosts.
  [
    'a host in small letters',
    'host',
    'a.js',
    js("return new URL(x).hostname.toLowerCase().endsWith('a.com');"),
    ["new URL(x).hostname.toLowerCase().endsWith('a.com')"],
  ],
  ['the end of a domain', 'host', 'a.js', js("return new URL(x).hostname.endsWith('.a.com');"), []],
  ['a part of a path', 'host', 'a.js', js("return new URL(x).pathname.endsWith('a.com');"), []],
  ['the page itself', 'host', 'a.js', js("return window.location.host.endsWith('a.com');"), []],
  [
    'a name that is skipped',
    'host',
    'a.py',
    py("if 'ads.a.com' in urlparse(x).netloc:\n    return None\nreturn x"),
    [],
  ],
  [
    'a variable behind a dot',
    'host',
    'a.py',
    py("return urlparse(x).hostname.endswith('.%s' % allowed_domain)"),
    [],
  ],

  // Targets.
  [
    'two slashes refused before',
    'local-target',
    'a.js',
    js("if (x.startsWith('//')) return false;\nreturn x.startsWith('/');"),
    ["x.startsWith('/')"],
  ],
  [
    'two slashes that are resolved',
    'local-target',
    'a.js',
    js("if (x.startsWith('//')) return 'https:' + x;\nreturn x.startsWith('/') ? y + x : x;"),
    [],
  ],
  ['another text', 'local-target', 'a.js', js("return x.startsWith('/') && !y.startsWith('//');"), []],
  [
    'a backslash that is replaced',
    'local-target',
    'a.js',
    js("x = x.replace(/\\\\/g, '/');\nreturn x.startsWith('/') && !x.startsWith('//');"),
    [],
  ],
  [
    'a function that is asked before a page is given',
    'local-target',
    'a.py',
    "def local(x):\n    return x.startswith('/')\n\n\ndef to(x):\n    return x if local(x) else '/'\n",
    ["x.startswith('/')"],
  ],

  // Schemes.
  [
    'what is let through',
    'scheme',
    'a.py',
    py("if x.startswith('javascript:'):\n    return x\nreturn dumps(x)"),
    [],
  ],
  ['what is run', 'scheme', 'a.py', py("if x.startswith('javascript:'):\n    run(x)\nreturn y"), []],

  // Expressions.
  [
    'a function that gives false',
    'open-pattern',
    'a.js',
    js('if (!/^[a-z0-9_]+/.test(x)) return false;\nreturn true;'),
    ['/^[a-z0-9_]+/.test(x)'],
  ],
  [
    'two ways of which each has one anchor',
    'open-pattern',
    'a.py',
    py("if not re.match('^[a-z]+|[0-9]+$', x):\n    raise E()"),
    ["re.match('^[a-z]+|[0-9]+$', x)"],
  ],
  [
    'two ways in a group',
    'open-pattern',
    'a.py',
    py("if not re.match('^(?:[a-z]+|[0-9]+)$', x):\n    raise E()"),
    [],
  ],
  ['the same at both ends', 'open-pattern', 'a.js', js("if (!/^-|-$/.test(x)) throw new Error('a');"), []],
  ['one kind of characters', 'open-pattern', 'a.js', js("if (!/[a-z]+/.test(x)) throw new Error('a');"), []],
  ['more behind it', 'open-pattern', 'a.js', js("if (!/^[a-z0-9]+:/.test(x)) throw new Error('a');"), []],
  [
    'what may not be there',
    'open-pattern',
    'a.js',
    js("if (/[^a-z0-9]+/.test(x)) throw new Error('a');"),
    [],
  ],
  [
    'an error among results (Go)',
    'open-pattern',
    'a.go',
    `package a\n\nvar p = regexp.MustCompile("[a-z0-9]+")\n\nfunc f(x string) (string, error) {\n\tif !p.MatchString(x) {\n\t\treturn "", failed(x)\n\t}\n\treturn x, nil\n}\n`,
    ['p.MatchString(x)'],
  ],

  // Keys.
  [
    'a function that only reads',
    'prototype',
    'a.js',
    js("if (x === '__proto__') return undefined;\nreturn y[0];"),
    [],
  ],
  [
    'a list in another function',
    'prototype',
    'a.js',
    "const bad = ['__proto__', 'constructor'];\nexport function f(o, k, v) {\n  if (k === '__proto__') return;\n  o[k] = v;\n}\n",
    [],
  ],

  [
    'entries of a list that may be lists',
    'any-key',
    'a.js',
    js("const k = y[1 + 1 - x.at];\nif (k === '__proto__') return;\nx[k] = 1;"),
    ["k === '__proto__'"],
  ],
  [
    'keys of a text',
    'any-key',
    'a.js',
    js("const k = y.split('.')[x.at];\nif (k === '__proto__') return;\nx[k] = 1;"),
    [],
  ],
  [
    'keys that are asked for their type',
    'any-key',
    'a.js',
    js("const k = y[x.at];\nif (typeof k === 'object' || k === '__proto__') return;\nx[k] = 1;"),
    [],
  ],
  [
    'keys that the function has',
    'any-key',
    'a.js',
    js("const own = ['a'];\nconst k = own[x.at];\nif (k === '__proto__') return;\nx[k] = 1;"),
    [],
  ],

  // Paths.
  ['a loop', 'way-up', 'a.py', py("while '../' in x:\n    x = x.replace('../', '')\nreturn open(x)"), []],
  ['a path that is shown', 'way-up', 'a.js', js("return '<th>' + x.replace('../', '') + '</th>';"), []],
  ['two points alone', 'way-up', 'a.py', py("return open(x.replace('..', ''))"), []],
  [
    'what is asked behind it',
    'way-up',
    'a.py',
    py("x = x.replace('../', '')\nif '..' in x:\n    raise E()\nreturn open(x)"),
    [],
  ],
  [
    'another variable that is decoded',
    'decoded-later',
    'a.py',
    py("if '..' in x:\n    raise E()\nreturn unquote(y)"),
    [],
  ],

  // Lists.
  ['one kind of files', 'extension', 'a.py', py("if x.endswith('.php'):\n    raise E()"), []],
  [
    'one name of this machine',
    'local-name',
    'a.py',
    py("if urlparse(x).hostname == 'localhost':\n    raise E()"),
    [],
  ],
  [
    'names of another text',
    'local-name',
    'a.py',
    py("if x in ('localhost', '127.0.0.1'):\n    raise E()"),
    [],
  ],
  [
    'an address that is refused (Go)',
    'called:IsPrivate',
    'a.go',
    go('\tif x.IsPrivate() {\n\t\treturn fmt.Errorf("no %s", x)\n\t}\n\treturn nil'),
    ['x.IsPrivate()'],
  ],
  ['an address that is told (Go)', 'called:IsPrivate', 'a.go', go('\treturn x.IsPrivate()', 'bool'), []],
  ['two words of SQL', 'word', 'a.js', js("if (/select|from/i.test(x)) throw new Error('a');"), []],
];

describe('checks and escapes that do a part of their work', () => {
  test.each(rows)('%s: %s in %s', async (_title, kind, path, program, expected) => {
    expect(await found(kind, path, program)).toEqual(expected);
  });

  test('a function that is an argument belongs to the one around it', async () => {
    const inner = "x.map((v) => v.replace(/\\n/g, ''))";
    const around = (end: string) => js(`y.write(${inner} + '\\r\\n');\n${end}`);
    expect(await found('line-end', 'a.js', around(''))).toHaveLength(1);
    expect(await found('line-end', 'a.js', around("return y.replace(/\\r/g, '');"))).toEqual([]);
  });

  test('words of another language say nothing', async () => {
    const row = (end: string) => js(`const host = new URL(x).hostname;\nreturn host.${end}('example.com');`);
    expect(await found('host', 'a.js', row('endsWith'))).toEqual(["host.endsWith('example.com')"]);
    expect(await found('host', 'a.js', row('end_with'))).toEqual([]);
    expect(await found('host', 'a.js', row('endswith'))).toEqual([]);
  });

  test('kinds that no rule asks for are not looked for', async () => {
    const text = js("return x.startsWith('/') && !x.startsWith('//');");
    const { module } = (await InspectedFile.open('a.js', text, parser))!;
    expect(findIncompleteChecks(module, text, new CheckWords([]), [])).toEqual([]);
  });
});
