import { expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import { createCodeEngine } from '../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.php']);

/** Whether a page with this code is reported for putting a request's data into it. */
function reaches(code: string): boolean {
  const text = `<?php\n${code}\n`;
  const file = { path: 'a.php', text, bytes: Buffer.from(text), tree: parser.parse('a.php', text) };
  const { findings } = engine.analyse(file, { hashSecret: (value) => value });
  return findings.some(({ ruleId }) => ruleId === 'php-xss');
}

const escaping =
  'function show($text, $escape = true) { if ($escape) { $text = htmlspecialchars($text); } return $text; }';
const checking = 'function check($id) { if (!is_numeric($id)) { throw new Exception("no"); } }';

test.each([
  ['what is computed', 'echo 92 * $_GET["a"]; echo $_GET["a"] + 1; echo $_GET["a"] % 3;'],
  ['what is passed as a number', 'function show(int $n) { echo $n; } show($_GET["a"]);'],
  ['what escapes unless it is told not to', `${escaping} echo show($_GET["a"]);`],
  [
    'an argument that a function threw away unless it was a number',
    `${checking} $id = $_GET["id"]; check($id); echo $id;`,
  ],
  ['a place that is one of the cases', 'switch ($_GET["t"]) { case "a": case "b": echo $_GET["t"]; }'],
  ['what a server answers', '$r = wp_remote_get("https://a.example/?q=" . urlencode($_GET["q"])); echo $r;'],
  ['a filtered value beside which the request was told', 'echo apply_filters("title", "x", $_GET["a"]);'],
])('PHP: %s is no text of the request', (_, code) => {
  expect(reaches(code)).toBe(false);
});

test.each([
  ['arrays that are joined', '$all = $_GET + $defaults; echo $all["a"];'],
  ['what is passed as text', 'function show(string $n) { echo $n; } show($_GET["a"]);'],
  ['what is told not to escape', `${escaping} echo show($_GET["a"], false);`],
  ['the default case', 'switch ($_GET["t"]) { case "a": break; default: echo $_GET["t"]; }'],
  ['a filtered value of the request', 'echo apply_filters("title", $_GET["a"]);'],
])('PHP: %s is followed', (_, code) => {
  expect(reaches(code)).toBe(true);
});

test.each([
  ['matched once', 'if (preg_match("/^[a-z]+$/", $a) === 1) { echo $a; }'],
  ['matched at all', 'if (preg_match("/^[a-z]+$/", $a) > 0) { echo $a; }'],
  ['did not fail to match', 'if (preg_match("/^[a-z]+$/", $a) == 0) { exit; } echo $a;'],
])('PHP: a text that %s is one of those that match', (_, code) => {
  expect(reaches(`$a = $_GET["a"]; ${code}`)).toBe(false);
  expect(reaches('$a = $_GET["a"]; if (preg_match("/^[a-z]+$/", $a) == 0) { echo $a; }')).toBe(true);
});
