import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import { createCodeEngine } from '../code-engine.ts';
import { languageModules } from '../frontends/registry.ts';
import { dialects } from '../library-dialects.ts';
import { testPack } from '../test-pack.ts';
import { newLibrary, newLibraryLanguages } from './new-library.ts';
import { type PackOptions, problemLine, readPack } from './read-pack.ts';

const folder = mkdtempSync(join(tmpdir(), 'lorekeep-packs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
function packOf(text: string, options?: PackOptions) {
  const file = join(folder, `library-${count++}.yaml`);
  writeFileSync(file, text);
  return readPack(file, dialects, options);
}

const problemsOf = (text: string) =>
  packOf(text).problems.map((problem) => problemLine(problem).replace(/^.*\.yaml:/, ''));
const failuresOf = async (text: string) =>
  (await testPack(packOf(text))).failures.map(({ message }) => message);

async function find(text: string, path: string, program: string, options?: PackOptions) {
  const engine = createCodeEngine({ packs: [packOf(text, options).pack] });
  await engine.prepare?.([path]);
  const tree = (await createParser()).parse(path, program);
  const file = { path, text: program, bytes: Buffer.from(program), tree };
  return engine
    .analyse(file, { hashSecret: String })
    .findings.map(({ ruleId, severity }) => `${ruleId} ${severity}`);
}

test('library files can be written for every language that the engine follows data in', () => {
  expect([...dialects.keys()].sort()).toEqual(
    [...languageModules.keys()].filter((name) => name !== 'tsx').sort(),
  );
});

test.each(newLibraryLanguages)('a first file for %s passes its own examples', async (language) => {
  expect(problemsOf(newLibrary('acme-http', language)!)).toEqual([]);
  expect(await failuresOf(newLibrary('acme-http', language)!)).toEqual([]);
});

test('the examples of the guide pass', async () => {
  const { problems, failures } = await testPack(
    readPack(join(import.meta.dirname, '../../../../../examples/code-rules'), dialects),
  );
  expect([...problems, ...failures]).toEqual([]);
});

const python = newLibrary('acme-http', 'python')!;

describe('an object is recognised by what it is, not by the name of its method', () => {
  const view = (head: string, made: string) =>
    `${head}\nfrom flask import request\ndef view():\n    client = ${made}\n    client.fetch(request.args['x'])\n`;

  test('by what made it', async () => {
    expect(await find(python, 'a.py', view('import acme_http', 'acme_http.connect()'))).toEqual([
      'python-ssrf medium',
    ]);
    expect(await find(python, 'a.py', view('import acme_http as h', 'h.connect()'))).toEqual([
      'python-ssrf medium',
    ]);
    expect(await find(python, 'a.py', view('from acme_http import connect', 'connect()'))).toEqual([
      'python-ssrf medium',
    ]);
    expect(await find(python, 'a.py', view('import other', 'other.connect()'))).toEqual([]);
  });

  test('by its declared type', async () => {
    const typed = (head: string, type: string) =>
      `${head}\nfrom flask import request\ndef view(client: ${type}):\n    client.fetch(request.args['x'])\n`;
    expect(await find(python, 'a.py', typed('from acme_http import Client', 'Client'))).toEqual([
      'python-ssrf medium',
    ]);
    expect(await find(python, 'a.py', typed('from other import Client', 'Client'))).toEqual([]);
  });

  test('a class of that name in another package is another class, also where types go by their simple names', async () => {
    const java = newLibrary('acme-http', 'java')!;
    const program = (imported: string) => `import ${imported};
import javax.servlet.http.*;
class A extends HttpServlet {
  private Client client;
  protected void doGet(HttpServletRequest q, HttpServletResponse s) { client.fetch(q.getParameter("x")); }
}\n`;
    expect(await find(java, 'A.java', program('com.acme.acme_http.Client'))).toEqual(['java-ssrf medium']);
    expect(await find(java, 'A.java', program('com.acme.acme_http.*'))).toEqual(['java-ssrf medium']);
    expect(await find(java, 'A.java', program('org.other.Client'))).toEqual([]);
  });

  test('by the name of a variable only where the file imports the library, and then as medium at most', async () => {
    const guessing = python.replace('    made_by:', '    guess: [client]\n    made_by:');
    const program = (head: string) =>
      `${head}\nfrom flask import request\ndef view(client):\n    client.fetch(request.args['x'])\n`;
    expect(await find(guessing, 'a.py', program('import acme_http'))).toEqual(['python-ssrf medium']);
    expect(await find(guessing, 'a.py', program('import other'))).toEqual([]);
    expect(await find(python, 'a.py', program('import acme_http'))).toEqual([]);
  });
});

test('a kind of one’s own is reported with its own title and severity', async () => {
  const own = `library: acme-tenants
language: python
packages: [acme.tenants]
rules:
  - kind: x-tenant-from-request
    title: Tenant chosen by the request
    severity: critical
    cwe: [CWE-639]
    label: assign
    message: The tenant whose data is used is named by the request and not by the session.
    suggestion: Take the tenant from the session.
sinks:
  x-tenant-from-request: [{ call: acme.tenants.use, at: "Argument[0,tenant]" }]
examples:
  - bad: |
      from acme import tenants
      from flask import request
      def view():
          tenants.use(tenant=request.args['t'])  # x-tenant-from-request
    good: |
      from acme import tenants
      from flask import session
      def view():
          tenants.use(tenant='own')
`;
  expect(await failuresOf(own)).toEqual([]);
  const program =
    "from acme import tenants\nfrom flask import request\ndef v():\n    tenants.use(request.args['t'])\n";
  expect(await find(own, 'a.py', program)).toEqual(['python-x-tenant-from-request critical']);
});

describe('what is wrong is said with its line, its column and what is allowed there', () => {
  test.each([
    [
      'sinks:\n',
      'sink:\n',
      /^14:1: There is no "sink" here\. Did you mean "sinks"\? Allowed: library, language, packages, types/,
    ],
    ['at: Argument[0]', 'at: Argument(0)', /^17:7: "at": Must be Argument\[0\], Argument\[0,url\]/],
    [
      '  ssrf:\n',
      '  sssrf:\n',
      /^15:3: There is no kind "sssrf"\. Did you mean "ssrf"\? Kinds with data flow are .*\bssrf\b/,
    ],
    [
      'call: "Client#fetch"',
      'call: "Cleint#fetch"',
      /^16:7: There is no type "Cleint" in this file; declare it under "types" \(there are Client\)/,
    ],
    [
      'call: "acme_http.quote"',
      'call: "urllib.quote"',
      /^24:5: "urllib\.quote" is in none of the packages \(acme_http\)/,
    ],
    ['language: python', 'language: cobol', /^3:1: "language": Must be javascript, typescript, python/],
    ['library: acme-http', 'library: Acme', /^2:1: "library": Must be lower-case words joined by dashes/],
    ['clears: [ssrf]', 'clears: [ssrf', /It is not valid YAML: /],
    ['outcome: true', 'outcome: maybe', /^\d+:5: "outcome": Must be true or false, not a string/],
    [
      'call: "Client#fetch"',
      'call: "*.fetch"',
      /^16:7: "\*\.fetch" is not a name; write "package\.function" or "Type#member"/,
    ],
  ])('%s → %s', (from, to, message) => {
    const [problem = ''] = problemsOf(python.replace(from, to));
    expect(problem).toMatch(message);
  });

  test('all problems of a file are said at once', () => {
    expect(
      problemsOf(python.replace('  ssrf:\n', '  sssrf:\n').replace('Client#query', 'Other#query')),
    ).toHaveLength(2);
  });
});

describe('a name that no example exercises is a failure', () => {
  test('of a sink with a condition, of which no program can be generated', async () => {
    const sink = '{ call: "Client#post", at: "Argument[0]", where: [{ at: "Argument[1]", is: raw }] }';
    const added = python.replace('  ssrf:\n', `  ssrf:\n    - ${sink}\n`);
    expect(await failuresOf(added)).toEqual(['no example uses Client#post']);
  });

  test('of a sanitizer', async () => {
    const added = python.replace('call: "acme_http.quote"', 'call: "acme_http.{quote,other}"');
    expect(await failuresOf(added)).toEqual(['no example uses acme_http.other']);
  });

  test.each(['python', 'javascript', 'go', 'java', 'php', 'ruby'])(
    'but not of a sink of %s that a generated program shows to work',
    async (language) => {
      const library = newLibrary('acme-http', language)!;
      expect(await failuresOf(library.replace(/"Client#(fetch|Fetch)"/, '"Client#{$1,post}"'))).toEqual([]);
    },
  );

  test('of a guard that is only ever the right way round', async () => {
    const [first = '', , third = ''] = python.split(/(?= {2}- about: )/).slice(1);
    const without = python.slice(0, python.indexOf('  - about: ')) + first + third;
    expect(await failuresOf(without)).toEqual([
      'the guard acme_http.is_own_host is only in a good example; show a bad one too, where its result is the other way round',
    ]);
  });

  test('a line that is not reported, and one that must not be', async () => {
    const wrong = await failuresOf(python.replace('  # ssrf', '').replace('abort(400)', 'pass'));
    expect(wrong).toContain('bad 1: python-ssrf in line 7 of handler.py is reported and must not be');
    expect(wrong).toContain('good 1: python-ssrf in line 9 of handler.py is reported and must not be');
    const guardless = python.replace('outcome: true', 'outcome: false');
    expect(await failuresOf(guardless)).toContain(
      'bad 2: python-ssrf in line 9 of handler.py is not reported',
    );
  });
});

describe('a pack that somebody hostile wrote', () => {
  test.each([
    [
      'alternatives that multiply',
      ['"Client#fetch"', `"Client#${'{a,b,c,d,e,f,g,h}'.repeat(12)}"`],
      'stands for too many names',
    ],
    [
      'an expression that takes polynomial time',
      ['at: Argument[0]', 'at: Argument[0]\n      where: [{ at: "Argument[0]", matches: "a*a*$" }]'],
      'takes time by the square',
    ],
    [
      'an expression that takes exponential time',
      ['at: Argument[0]', 'at: Argument[0]\n      where: [{ at: "Argument[0]", text: "^(a+)+$" }]'],
      'takes time by the square',
    ],
    [
      'an expression over the source text',
      ['at: Argument[0]', 'at: Argument[0]\n      where: [{ at: "Argument[0]", source: "x" }]'],
      'There is no "source" here',
    ],
    [
      'a bomb of aliases',
      ['examples:', `x: [&a [1,1,1,1], ${'&a [*a,*a,*a,*a,*a,*a,*a,*a], '.repeat(30)}]\nexamples:`],
      'more values than the scanner reads',
    ],
  ])('is refused: %s', (_, [from, to], message) => {
    expect(problemsOf(python.replace(from!, to!)).join('\n')).toContain(message);
  });

  test('is told its first mistakes, however many keys it has that are not known', () => {
    const keys = Array.from({ length: 25_000 }, (_, i) => `k${i}: 1`).join('\n');
    expect(problemsOf(python.replace('examples:', `${keys}\nexamples:`))).toHaveLength(20);
  });

  test('is refused where it is too large', () => {
    expect(() => packOf(`${python}# ${'x'.repeat(300_000)}`)).toThrow(/is too large: a file has at most/);
    expect(() => readPack(join(folder, 'none'), dialects)).toThrow(/There is no folder or file/);
  });

  const flask =
    "import sqlite3\nfrom flask import request\ndef view():\n    sqlite3.connect('a').execute('SELECT ' + request.args['x'])\n";
  const hiding = `library: hiding
language: python
packages: [sqlite3, flask, hiding]
types:
  Harmless: { made_by: sqlite3.connect, values: flask.request }
sanitizers: [{ call: "sqlite3.connect", clears: [all] }]
neutral: "sqlite3.connect"
exits: "flask.request.args.get"
sinks:
  ssrf: [{ call: hiding.fetch, at: "Argument[0]" }]
examples: [{ bad: "x", good: "y" }]
`;

  test('takes no finding away where it belongs to what is scanned, and what is not followed is said', async () => {
    expect(packOf(hiding, { isOfRepository: true }).ignored.join()).toMatch(
      /1 sanitizers, 1 exits, 2 models of results, \d types of built-in libraries/,
    );
    expect(await find(hiding, 'a.py', flask, { isOfRepository: true })).toEqual([
      'python-sql-injection high',
    ]);
    // Somebody who gives it on purpose from elsewhere is believed.
    expect(await find(hiding, 'a.py', flask)).toEqual(['python-sql-injection medium']);
    const added =
      "import hiding\nfrom flask import request\ndef view():\n    hiding.fetch(request.args['x'])\n";
    expect(await find(hiding, 'a.py', added, { isOfRepository: true })).toEqual(['python-ssrf medium']);
  });

  test('does not make a variable that the built-in rules know into something else', async () => {
    const renaming = hiding
      .replace('packages: [', 'packages: [request, ')
      .replace('call: hiding.fetch', 'call: request.args');
    const django =
      "def view(request):\n    from django.db import connection\n    connection.cursor().execute('SELECT ' + request.GET['x'])\n";
    expect(await find(renaming, 'a.py', django, { isOfRepository: true })).toEqual([
      'python-sql-injection high',
    ]);
  });
});
