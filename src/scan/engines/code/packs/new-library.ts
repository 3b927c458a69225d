import { ownValue } from '../../../../kernel/own-value.ts';
/** The text of a first library file: a client that fetches URLs, a query builder and a check, with examples that pass as they are. */
export function newLibrary(name: string, language: string): string | undefined {
  const programs = ownValue(firstPrograms, language);
  if (!programs) return undefined;
  const words = name.split('-');
  const type = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const fill = (text: string) =>
    text.replaceAll('NAME', name).replaceAll('MODULE', words.join('_')).replaceAll('TYPE', type);
  const { packageName, member, quoted = member, handler } = programs;
  const example = (marker: string, lines: string[]) =>
    lines
      .map((line) => (line.startsWith('!') ? `${line.slice(1)}${marker}` : line))
      .map((line) => (line === '' ? '' : `        ${line}`))
      .join('\n');
  return fill(`# What Lorekeep knows about NAME. "lorekeep rules test" runs the examples; the reference of every field is docs/reference/code-rules.md.
library: NAME
language: ${language}
# What programs import.
packages: ["${packageName}"]

# Objects of the library and how they are recognised: by what makes them and by their declared type.
types:
  Client:
    declared: "${member('Client')}"
    made_by: "${quoted('connect')}"

# Where data from outside does harm, by kind; "lorekeep rules kinds" prints them all.
sinks:
  ssrf:
    - call: "Client#fetch"
      at: Argument[0]
  sql-injection:
    - call: "Client#query"
      at: Argument[0]

# What makes data harmless.
sanitizers:
  - call: "${quoted('quote')}"
    clears: [sql-injection]

# Calls whose result says that their argument is harmless.
guards:
  - call: "${quoted('is_own_host')}"
    about: Argument[0]
    outcome: true
    clears: [ssrf]

examples:
  - about: addresses from a request are fetched only after the check
    bad:
      "${programs.file}": |
${example(programs.comment('ssrf'), handler('fetch', 'none'))}
    good:
      "${programs.file}": |
${example('', handler('fetch', 'guard'))}
  - about: the check the wrong way round
    bad:
      "${programs.file}": |
${example(programs.comment('ssrf'), handler('fetch', 'wrong'))}
    good:
      "${programs.file}": |
${example('', handler('fetch', 'guard'))}
  - about: values of a query are quoted
    bad:
      "${programs.file}": |
${example(programs.comment('sql-injection'), handler('query', 'none'))}
    good:
      "${programs.file}": |
${example('', handler('query', 'sanitizer'))}
`);
}

interface Programs {
  /** What is imported. */
  packageName: string;
  /** How a type and a function of it are named. */
  member: (name: string) => string;
  quoted?: (name: string) => string;
  file: string;
  comment: (kind: string) => string;
  /** A program that takes a value from a request, in lines; `!` is before the line that a bad one is reported at. */
  handler: (method: 'fetch' | 'query', safety: 'none' | 'guard' | 'wrong' | 'sanitizer') => string[];
}

const hash = (kind: string) => `  # ${kind}`;
const slashes = (kind: string) => `  // ${kind}`;

const script: Programs = {
  packageName: '@acme/NAME',
  member: (name) => `@acme/NAME.${name}`,
  file: 'handler.js',
  comment: slashes,
  handler: (method, safety) => [
    "const library = require('@acme/NAME');",
    "const app = require('express')();",
    'const client = library.connect();',
    "app.get('/', (req, res) => {",
    ...(safety === 'guard' ? ['  if (!library.is_own_host(req.query.x)) return res.sendStatus(400);'] : []),
    ...(safety === 'wrong' ? ['  if (library.is_own_host(req.query.x)) return res.sendStatus(400);'] : []),
    `!  client.${method}(${argumentFor(method, safety, 'req.query.x', 'library.quote', ' + ')});`,
    '});',
  ],
};

const firstPrograms: Record<string, Programs> = {
  javascript: script,
  typescript: { ...script, file: 'handler.ts' },
  python: {
    packageName: 'MODULE',
    member: (name) => `MODULE.${name}`,
    file: 'handler.py',
    comment: hash,
    handler: (method, safety) => [
      'import MODULE',
      'from flask import request, abort',
      '',
      'def view():',
      '    client = MODULE.connect()',
      "    x = request.args['x']",
      ...(safety === 'guard' ? ['    if not MODULE.is_own_host(x):', '        abort(400)'] : []),
      ...(safety === 'wrong' ? ['    if MODULE.is_own_host(x):', '        abort(400)'] : []),
      `!    return client.${method}(${argumentFor(method, safety, 'x', 'MODULE.quote', ' + ')})`,
    ],
  },
  java: {
    packageName: 'com.acme.MODULE',
    member: (name) => `com.acme.MODULE.${name}`,
    quoted: (name) => `com.acme.MODULE.TYPE.${name}`,
    file: 'Handler.java',
    comment: slashes,
    handler: (method, safety) => [
      'import com.acme.MODULE.Client;',
      'import com.acme.MODULE.TYPE;',
      'import javax.servlet.http.*;',
      '',
      'class Handler extends HttpServlet {',
      '  protected void doGet(HttpServletRequest req, HttpServletResponse res) throws Exception {',
      '    Client client = TYPE.connect();',
      '    String x = req.getParameter("x");',
      ...(safety === 'guard' ? ['    if (!TYPE.is_own_host(x)) return;'] : []),
      ...(safety === 'wrong' ? ['    if (TYPE.is_own_host(x)) return;'] : []),
      `!    client.${method}(${argumentFor(method, safety, 'x', 'TYPE.quote', ' + ', '"')});`,
      '  }',
      '}',
    ],
  },
  go: {
    packageName: 'github.com/acme/NAME',
    member: (name) => `github.com/acme/NAME.${name}`,
    quoted: (name) => `github.com/acme/NAME.${goName(name)}`,
    file: 'handler.go',
    comment: slashes,
    handler: (method, safety) => [
      'package handler',
      '',
      'import (',
      '\t"net/http"',
      '',
      '\tlibrary "github.com/acme/NAME"',
      ')',
      '',
      'func Handle(w http.ResponseWriter, r *http.Request) {',
      '\tclient := library.Connect()',
      '\tx := r.FormValue("x")',
      ...(safety === 'guard' ? ['\tif !library.IsOwnHost(x) {', '\t\treturn', '\t}'] : []),
      ...(safety === 'wrong' ? ['\tif library.IsOwnHost(x) {', '\t\treturn', '\t}'] : []),
      `!\tclient.${method}(${argumentFor(method, safety, 'x', 'library.Quote', ' + ', '"')})`,
      '}',
    ],
  },
  ruby: {
    packageName: 'MODULE',
    member: (name) => `TYPE::${name}`,
    quoted: (name) => `TYPE.${name}`,
    file: 'handler.rb',
    comment: hash,
    handler: (method, safety) => [
      "require 'MODULE'",
      "require 'sinatra'",
      '',
      "get '/' do",
      '  client = TYPE.connect',
      "  x = params['x']",
      ...(safety === 'guard' ? ['  halt 400 unless TYPE.is_own_host(x)'] : []),
      ...(safety === 'wrong' ? ['  halt 400 if TYPE.is_own_host(x)'] : []),
      `!  client.${method}(${argumentFor(method, safety, 'x', 'TYPE.quote', ' + ', '"')})`,
      'end',
    ],
  },
  php: {
    packageName: 'Acme\\\\TYPE',
    member: (name) => `Acme\\\\TYPE\\\\${name}`,
    quoted: (name) => `Acme\\\\TYPE\\\\${name}`,
    file: 'handler.php',
    comment: slashes,
    handler: (method, safety) => [
      '<?php',
      'use Acme\\TYPE\\Client;',
      'use function Acme\\TYPE\\connect;',
      '',
      '$client = connect();',
      "$x = $_GET['x'];",
      ...(safety === 'guard' ? ['if (!\\Acme\\TYPE\\is_own_host($x)) { exit; }'] : []),
      ...(safety === 'wrong' ? ['if (\\Acme\\TYPE\\is_own_host($x)) { exit; }'] : []),
      `!$client->${method}(${argumentFor(method, safety, '$x', '\\Acme\\TYPE\\quote', ' . ')});`,
    ],
  },
};

/** Languages that a first file can be written for. */
export const newLibraryLanguages: readonly string[] = Object.keys(firstPrograms);

function argumentFor(
  method: 'fetch' | 'query',
  safety: string,
  value: string,
  quote: string,
  plus: string,
  mark = "'",
): string {
  if (method === 'fetch') return value;
  const start = `${mark}SELECT * FROM t WHERE a = ${mark}`;
  return `${start}${plus}${safety === 'sanitizer' ? `${quote}(${value})` : value}`;
}

function goName(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}
