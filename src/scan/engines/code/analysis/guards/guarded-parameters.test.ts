import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['A.java']);

/** The lines of a servlet with these methods and this body that are reported for a rule. */
function lines(rule: string, methods: string, body: string): number[] {
  const text = `class A extends HttpServlet {\n${methods}\nvoid doGet(HttpServletRequest request, HttpServletResponse response) throws Exception {\n${body}\n}\n}\n`;
  const file = { path: 'A.java', text, bytes: Buffer.from(text), tree: parser.parse('A.java', text) };
  const { findings } = engine.analyse(file, { hashSecret: (value: string) => value });
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ startLine }) => startLine - 3);
}

const command = 'String p = request.getParameter("p"); check(p);\nRuntime.getRuntime().exec(p);';

test('an argument of a function that throws unless it is valid is valid where the function came back', () => {
  const check = 'void check(String s) { if (!s.matches("[a-z]+")) throw new IllegalArgumentException(); }';
  expect(lines('java-command-injection', check, command)).toEqual([]);
});

test.each([
  ['returns', 'void check(String s) { if (!s.matches("[a-z]+")) return; run(); }'],
  [
    'looks only at some',
    'void check(String s) { if (s.length() > 3) { if (!s.matches("[a-z]+")) throw new E(); } }',
  ],
  [
    'looks at something else',
    'void check(String s) { String t = name(); if (!t.matches("[a-z]+")) throw new E(); }',
  ],
])('a function that %s proves nothing of its argument', (_, check) => {
  expect(lines('java-command-injection', check, command)).toEqual([2]);
});

test('a check of the canonical file is a check of the file, also in a function of its own', () => {
  const check =
    'void check(File folder, File file) throws Exception { File real = file.getCanonicalFile(); if (!real.toPath().startsWith(folder.toPath())) throw new Exception(); }';
  const write = (checked: string) =>
    `File file = dir(request.getParameter("p"));\n${checked}\nnew FileOutputStream(file);`;
  expect(lines('java-path-traversal', check, write('check(root, file);'))).toEqual([]);
  expect(lines('java-path-traversal', check, write(''))).toEqual([3]);
});

test('what a guard proves in one branch does not hold behind it', () => {
  const body =
    'if (HOME.equals(request.getParameter("to"))) count();\nresponse.sendRedirect(request.getParameter("to"));';
  expect(lines('java-open-redirect', 'static final String HOME = "/home";', body)).toEqual([2]);
});

test.each([
  ['behind a fixed host', '"https://example.org/%s", p', []],
  ['in the place of the host', '"https://%s/home", p', [2]],
  ['as a number', '"%d/home", p', []],
])('a value %s of a format can lead a redirect away or not', (_, format, expected) => {
  const body = `String p = request.getParameter("p");\nresponse.sendRedirect(String.format(${format}));`;
  expect(lines('java-open-redirect', '', body)).toEqual(expected);
});
