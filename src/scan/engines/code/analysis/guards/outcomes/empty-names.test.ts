import { expect, test } from 'vitest';
import { createParser } from '../../../../../syntax/parser.ts';
import { createCodeEngine } from '../../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['A.java', 'a.php', 'a.py']);

function isReported(path: string, text: string): boolean {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  const { findings } = engine.analyse(file, { hashSecret: (value: string) => value });
  return findings.some(({ cwe, severity }) => severity !== 'low' && cwe.includes('CWE-79'));
}

const escaped = '.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\\"", "&quot;")';
const java = (test: string) =>
  `class A extends HttpServlet {\n  static String escape(String raw) {\n    if (${test}) {\n      return raw;\n    }\n    return raw${escaped};\n  }\n  void doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n    response.getWriter().print(escape(request.getParameter("p")));\n  }\n}\n`;
const php = (test: string) =>
  `<?php\nfunction escape($raw) {\n  if (${test}) {\n    return $raw;\n  }\n  return htmlspecialchars($raw, ENT_QUOTES);\n}\necho escape($_GET['p']);\n`;

test.each([
  ['raw == null', false],
  ['raw.isEmpty()', false],
  ['raw == null || raw.isEmpty()', false],
  ['raw == null || raw.length() == 0', false],
  ['StringUtils.isBlank(raw)', false],
  ['!(raw != null && !raw.isEmpty())', false],
  ['raw != null', true],
  ['!raw.isEmpty()', true],
  ['raw == null || isPlain', true],
  ['raw.length() == 1', true],
  ['other.isEmpty()', true],
])('where %s a text in Java is harmless or not', (condition, expected) => {
  expect(isReported('A.java', java(condition))).toBe(expected);
});

test.each([
  ["$raw === ''", false],
  ['empty($raw)', false],
  ['is_null($raw)', false],
  ["$raw !== ''", true],
  ['!empty($raw)', true],
  ['isset($raw)', true],
])('where %s a text in PHP is harmless or not', (condition, expected) => {
  expect(isReported('a.php', php(condition))).toBe(expected);
});

test('what is set again, or used behind the branch, may be anything', () => {
  const again = (rest: string) =>
    `<?php\nfunction show() {\n  $x = $_GET['p'];\n  if ($x === '') {\n    ${rest}\n  }\n  $y = 1;\n}\nshow();\n`;
  expect(isReported('a.php', again('echo $x;'))).toBe(false);
  expect(isReported('a.php', again("$x = $_GET['q']; echo $x;"))).toBe(true);
  expect(isReported('a.php', "<?php\n$x = $_GET['p'];\nif ($x === '') { $n = 0; }\necho $x;\n")).toBe(true);
});
