import { expect, test } from 'vitest';
import { findingsIn } from '../../../../../../test/support/code-scan.ts';

/** Severities of what a rule finds in one file. */
async function found(path: string, text: string, rule: string): Promise<string[]> {
  const findings = await findingsIn({ [path]: text });
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const handler = (body: string, more = '') =>
  `const fs = require('fs');\nconst app = require('express')();\n${more}app.get('/', (req, res) => {\n  const name = req.query.name;\n${body}\n});\n`;
const read = "fs.readFile('/srv/' + name, done);";

test.each([
  ['nothing', read, 'high'],
  [
    'whether it is there',
    `if (!name) return;\n  if (name === null || name === '') return;\n  ${read}`,
    'high',
  ],
  ['what it is and how long', `if (typeof name !== 'string' || name.length > 90) return;\n  ${read}`, 'high'],
  ['something else', `if (req.query.kind === 'a') return;\n  ${read}`, 'high'],
  ['whether it is one text, which it is not', `if (name === 'all') return;\n  ${read}`, 'high'],
  [
    'whether it is one text, and chooses',
    `const at = req.query.name === 'undefined' ? '' : (req.query.name ?? '');\n  fs.readFile('/srv/' + at, done);`,
    'high',
  ],
  [
    'whether it is one text, and chooses by a variable',
    `const at = name !== 'all' ? name : 'a';\n  fs.readFile('/srv/' + at, done);`,
    'high',
  ],
  [
    'its last part, and leaves',
    `const kind = name.split('.').pop();\n  if (kind === 'js') return;\n  ${read}`,
    'medium',
  ],
  ['a character of it', `if (name[0] === '/') return;\n  ${read}`, 'medium'],
  ['a variable', `if (name === mine) return;\n  ${read}`, 'medium'],
  ['it, to no effect here', `if (name.endsWith('.md')) count();\n  ${read}`, 'medium'],
  ['it, and leaves', `if (!name.endsWith('.md')) return;\n  ${read}`, 'medium'],
  [
    'it, and chooses',
    `const at = isListed(name) ? name : 'a';\n  fs.readFile('/srv/' + at, done);`,
    'medium',
  ],
  [
    'whether it is there, and chooses',
    `const at = name ? name : 'a';\n  fs.readFile('/srv/' + at, done);`,
    'high',
  ],
  [
    'it, and replaces it',
    `let at = name;\n  if (!kinds().includes(at)) at = 'a';\n  fs.readFile('/srv/' + at, done);`,
    'medium',
  ],
  [
    'whether it is there, and replaces it',
    `let at = name;\n  if (!at) at = 'a';\n  fs.readFile('/srv/' + at, done);`,
    'high',
  ],
  [
    'it, and replaces something else',
    `let at = name;\n  let kind = 'b';\n  if (!kinds().includes(at)) kind = 'a';\n  fs.readFile('/srv/' + at, done);`,
    'medium',
  ],
  [
    'it, and adds to it',
    `let at = name;\n  if (!kinds().includes(at)) at += '.png';\n  fs.readFile('/srv/' + at, done);`,
    'medium',
  ],
  ['a text that is made of it', `if (!files.includes(\`a/\${name}\`)) return;\n  ${read}`, 'medium'],
  ['it, around the place', `if (name !== mine.name) { ${read} }`, 'medium'],
  [
    'a part of it',
    `const kind = name.split('.').pop();\n  if (!kinds.find(kind)) return;\n  ${read}`,
    'medium',
  ],
  [
    'a flag that was set from it',
    `const good = name.endsWith('.md');\n  if (!good) return;\n  ${read}`,
    'medium',
  ],
])('a path is as severe as the conditions on its way are few: they ask for %s', async (_, body, severity) => {
  expect(await found('a.js', handler(`  ${body}`), 'javascript-path-traversal')).toEqual([severity]);
});

test('what becomes part of something that runs is medium as well where somebody asked', async () => {
  const body = "  if (!name.endsWith('.md')) return;\n  require('child_process').exec('ls ' + name);";
  expect(await found('a.js', handler(body), 'javascript-command-injection')).toEqual(['medium']);
  const plain = "  require('child_process').exec('ls ' + name);";
  expect(await found('a.js', handler(plain), 'javascript-command-injection')).toEqual(['critical']);
});

test('a way through another function is at most medium where checks decide, and high where data runs', async () => {
  const helper = "function pathOf(n) { return '/srv/' + n; }\n";
  const use = (call: string) => handler(`  ${call};`, helper);
  const { path, command } = { path: 'javascript-path-traversal', command: 'javascript-command-injection' };
  expect(await found('a.js', use("fs.readFile('/srv/' + name, done)"), path)).toEqual(['high']);
  expect(await found('a.js', use('fs.readFile(pathOf(name), done)'), path)).toEqual(['medium']);
  const run = use("require('child_process').exec('ls ' + pathOf(name))");
  expect(await found('a.js', run, command)).toEqual(['critical']);
  const inside = use("[name].forEach((each) => fs.readFile('/srv/' + each, done))");
  expect(await found('a.js', inside, path)).toEqual(['high']);
});

test.each([
  [
    "const url = new URL(window.location.href); url.searchParams.set('sort', sort); window.location.href = url.href;",
    [],
  ],
  ["window.location.href = window.location.href.replace('/old', '/new');", []],
  ['window.location.href = location.pathname + location.search;', []],
  ["window.location.href = new URLSearchParams(location.search).get('to');", ['medium']],
  ["window.location.href = location.href.split('to=')[1];", ['medium']],
  ['window.location.href = location.hash.slice(1);', ['medium']],
])('a page may lead to its own address, and not to what is read out of it: %s', async (body, expected) => {
  expect(await found('a.js', `export function go(sort) { ${body} }\n`, 'javascript-open-redirect')).toEqual(
    expected,
  );
});

test('an answer that is likely sent as text is at most low', async () => {
  const page = (type: string) => `<?php\nheader('Content-Type: ${type}');\necho 'a' . $_GET['n'];\n`;
  expect(await found('a.php', page('text/html; charset=UTF-8'), 'php-xss')).toEqual(['medium']);
  expect(await found('a.php', page('text/plain; charset=UTF-8'), 'php-xss')).toEqual(['low']);
});

test('a certificate that is left unchecked on request is at most medium', async () => {
  const code = (name: string) =>
    `require 'openssl'\ndef ${name}\n  c = OpenSSL::SSL::SSLContext.new\n  c.verify_mode = OpenSSL::SSL::VERIFY_NONE\n  c\nend\n`;
  const rule = 'ruby-tls-verification-off';
  expect(await found('a.rb', code('context'), rule)).toEqual(['high']);
  expect(await found('a.rb', code('context_without_verification'), rule)).toEqual(['medium']);
  expect(await found('script/a.rb', code('context'), rule)).toEqual(['medium']);
});

test('a document is no XPath expression', async () => {
  const code = (call: string) =>
    `import javax.xml.xpath.*;\nimport org.springframework.web.bind.annotation.*;\n@RestController\nclass C {\n  private XPath path;\n  private XPathExpression known;\n  @GetMapping("/a")\n  public Object a(@RequestParam String name) throws Exception {\n    return ${call};\n  }\n}\n`;
  const rule = 'java-xpath-injection';
  expect(await found('C.java', code('known.evaluate(name)'), rule)).toEqual([]);
  expect(await found('C.java', code('path.evaluate("//a[@n=\'" + name + "\']", null)'), rule)).toEqual([
    'high',
  ]);
});

test('a selector that begins with a mark is no page', async () => {
  const code = (text: string) =>
    `import $ from 'jquery';\nexport function show() {\n  const name = new URLSearchParams(location.search).get('name');\n  $(${text});\n}\n`;
  const rule = 'javascript-dom-xss';
  expect(await found('a.js', code("'<p>' + name"), rule)).toEqual(['medium']);
  expect(await found('a.js', code("'#' + name"), rule)).not.toContain('medium');
});

test('what went through a function that nobody knows and that says that it cleans is low', async () => {
  const at = (call: string) =>
    found('a.js', handler(`  fs.readFile(lib.${call}, done);`), 'javascript-path-traversal');
  expect(await at('find(name)')).toEqual(['medium']);
  expect(await at('sanitizeName(name)')).toEqual(['low']);
  expect(await at('unsafeName(name)')).toEqual(['medium']);
});

test('a function of the program that is named after a check makes a path less certain, what it is not given does not', async () => {
  const own = 'function checkName(n) { service.check(n); }\n';
  const rule = 'javascript-path-traversal';
  expect(await found('a.js', handler(`  checkName(name);\n  ${read}`, own), rule)).toEqual(['medium']);
  expect(await found('a.js', handler(`  checkName(other);\n  ${read}`, own), rule)).toEqual(['high']);
  const does = 'function showName(n) { service.show(n); }\n';
  expect(await found('a.js', handler(`  showName(name);\n  ${read}`, does), rule)).toEqual(['high']);
});

test.each([
  ['nothing but the handler', 'show', 'high'],
  ['who is asked to log in', 'requireLogin, show', 'high'],
  ['a check by its name', 'fileValidator, show', 'medium'],
  ['a list of checks', '[validators.file, limit], show', 'medium'],
  ['a check that is made', 'validate(rules), show', 'medium'],
  ['a check behind the handler', 'show, fileValidator', 'high'],
  ['a function of another file that may put something else in its place', 'loadProject, show', 'medium'],
  ['a function of this file that does something else', 'countVisits, show', 'high'],
  ['who reads what was sent', 'jsonParser, uploadFile, show', 'high'],
])('what a route calls before its handler may have looked at the request: %s', async (_, given, severity) => {
  const route = `const fs = require('fs');\nconst app = require('express')();\nconst { fileValidator, requireLogin, validate, validators, limit, rules, loadProject, jsonParser, uploadFile } = require('lib');\nfunction countVisits(req, res, next) { visits++; next(); }\napp.get('/:name', ${given});\nfunction show(req, res) { fs.readFile('/srv/' + req.params.name, done); }\n`;
  expect(await found('a.js', route, 'javascript-path-traversal')).toEqual([severity]);
  const runs = route.replace("fs.readFile('/srv/' +", "require('child_process').exec('ls ' +");
  const isHigh = severity === 'high';
  expect(await found('a.js', runs, 'javascript-command-injection')).toEqual([isHigh ? 'critical' : severity]);
});

test('a check of one entry of the request by its key says nothing of the others', async () => {
  const page = (key: string) =>
    `<?php\ncheck_input('dl', $_GET, '/^[a-f0-9]{32}$/');\nunlink('/srv/' . $_GET['${key}']);\n`;
  expect(await found('a.php', page('dl'), 'php-path-traversal')).toEqual(['medium']);
  expect(await found('a.php', page('other'), 'php-path-traversal')).toEqual(['high']);
});

test('a field that is set below an unknown key makes nothing of the other fields a part of it', async () => {
  const controller = (write: string) =>
    `function form(q) {\n  const it = {};\n  it.id = new URLSearchParams(location.search).get('id');\n  it.open = (e, k) => { ${write} };\n  it.show = () => { document.body.innerHTML = '<b>' + it.width; };\n}\nform();\n`;
  const severe = (text: string) => found('a.js', text, 'javascript-dom-xss');
  expect(await severe(controller('it[k].open = true;'))).not.toContain('medium');
});

test('the answer to a request with options is not what it was asked with', async () => {
  const text = (call: string) =>
    `export async function show(at) {\n  const qs = { a: decodeURIComponent(location.search) };\n  eval('show(' + (await ${call}));\n}\n`;
  const severe = (call: string) => found('a.js', text(call), 'javascript-code-injection');
  expect(await severe('api.get(at, { qs })')).toEqual(['medium']);
  expect(await severe('qs.a')).toEqual(['critical']);
});

test('an address that callers give to a request is worth a look, one that they give to an object of which only the method is known is not', async () => {
  const importer = (body: string) =>
    `<?php\nclass FeedImporter {\n  function run($entity, $url) {\n    ${body}\n  }\n}\n`;
  expect(await found('FeedImporter.php', importer('curl_init($url);'), 'php-ssrf')).toEqual(['medium']);
  expect(await found('FeedImporter.php', importer('$entity->setUrl($url);'), 'php-ssrf')).toEqual([]);
});

test('the number of a record is no text that a page shows of somebody, its name is', async () => {
  const row = (field: string) =>
    `export function cell(row) { const html = '<td>' + row.${field} + '</td>'; return html; }\n`;
  expect(await found('a.js', row('name'), 'javascript-html-string')).toEqual(['medium']);
  expect(await found('a.js', row('id'), 'javascript-html-string')).toEqual([]);
});

const php = (body: string) => `<?php\n${body}\n`;
const refused = "preg_match('/\\.{1,2}[\\/\\\\]/', PLACE) !== 0";

// What is read twice is the same twice, however it is written down in between.
test.each([
  ['another entry', `if (${refused.replace('PLACE', "$_POST['other']")}) die('no');`, 'high'],
  ['the same entry', `if (${refused.replace('PLACE', "$_POST['path']")}) die('no');`, 'medium'],
  ['a copy of it', `$p = $_POST['path'];\nif (${refused.replace('PLACE', '$p')}) die('no');`, 'medium'],
])('a script of PHP that looked at %s', async (_, check, severity) => {
  const text = php(`${check}\nreadfile($root . $_POST['path']);`);
  expect(await found('a.php', text, 'php-path-traversal')).toEqual([severity]);
});

test.each([
  ['keeps what passed', "$dir = $_GET['dir'];", "$dir = '';", 'medium'],
  ['keeps something else', '$dir = $_COOKIE["dir"];', "$dir = '';", 'high'],
  ['keeps both', "$dir = $_GET['dir'];", "$dir = $_GET['dir'] . '/';", 'medium'],
])('a branch that %s', async (_, yes, otherwise, severity) => {
  const text = php(
    `if (${refused.replace('PLACE', "$_GET['dir']").replace('!==', '===')}) {\n${yes}\n} else {\n${otherwise}\n}\nreadfile($root . $dir);`,
  );
  expect(await found('a.php', text, 'php-path-traversal')).toEqual([severity]);
});

test.each([
  ['its name', "$_FILES['f']['name']", 'medium'],
  ['the path that was sent with it', "$_FILES['f']['full_path']", 'high'],
])('an upload that is kept under %s', async (_, name, severity) => {
  const text = php(`file_put_contents($root . ${name}, $data);`);
  expect(await found('a.php', text, 'php-path-traversal')).toEqual([severity]);
});

test.each([
  ['an interface of the program', 'OrderController : IOrderController', []],
  ['a controller', 'OrderController : Controller', ['high']],
])('a method of a class that extends %s', async (_, head, severities) => {
  const text = `using System.IO;\npublic class ${head} {\n  public string A(string name) { return File.ReadAllText("/srv/" + name); }\n}\n`;
  const loud = (await found('A.cs', text, 'csharp-path-traversal')).filter((each) => each === 'high');
  expect(loud).toEqual(severities);
});

test.each([
  ['is read for an option', "['log', req.query.name]", ['high']],
  ['stands behind two dashes', "['log', '--', req.query.name]", []],
])('an argument that %s', async (_, list, severities) => {
  const text = `const { execFileSync } = require('child_process');\nconst app = require('express')();\napp.get('/', (req, res) => {\n  const args = ${list};\n  res.send(execFileSync('git', args));\n});\n`;
  expect(await found('a.js', text, 'javascript-argument-injection')).toEqual(severities);
});

test.each([
  ['a constant of another file', '_DB_PREFIX_', []],
  ['a variable', '$prefix', ['medium']],
])('a statement with %s', async (_, part, severities) => {
  const text = php(
    `function f($c, $prefix, $id) { mysqli_query($c, 'DELETE FROM ' . ${part} . 'x WHERE id = ' . (int) $id); }`,
  );
  expect(await found('a.php', text, 'php-sql-injection')).toEqual(severities);
});

test.each([
  ['has the key', "isset($fields[$v]['type'])", ['medium']],
  ['was sent with it', "isset($_GET[$v]['type'])", ['medium']],
])('a name of which a table %s', async (_, check, severities) => {
  const text = php(
    `function f($c, $fields) { $v = $_POST['v']; if (!${check}) return; mysqli_query($c, "UPDATE t SET " . $v . " = ''"); }`,
  );
  expect(await found('a.php', text, 'php-sql-injection')).toEqual(severities);
});
