import { expect, test } from 'vitest';
import { createCodeScan } from '../../../../../../test/support/code-scan.ts';

const scan = await createCodeScan(['a.php', 'a.py']);

/** How often a page that writes what was sent through a helper is reported. */
function reportsOf(files: Record<string, string>, rule: string): number {
  return scan(files).filter(({ ruleId }) => ruleId === rule).length;
}

const escaped = "return htmlspecialchars((string) $x, ENT_QUOTES | ENT_HTML5, 'UTF-8');";
const page =
  "<?php\nrequire_once 'class.text.php';\n$info = Text::h($_POST);\necho Text::h($_GET['a']);\necho $info['name'];\n";

test.each([
  [
    'a list item by item',
    `if (is_array($x)) { $r = []; foreach ($x as $k => $v) $r[$k] = self::h($v); return $r; } ${escaped}`,
    0,
  ],
  [
    'by a function that is named',
    `if (is_array($x)) return array_map(array('Text', 'h'), $x); ${escaped}`,
    0,
  ],
  ['by a method in a text', `if (is_array($x)) return array_map('Text::h', $x); ${escaped}`, 0],
  ['by the class constant', `if (is_array($x)) return array_map([self::class, 'h'], $x); ${escaped}`, 0],
  [
    'nothing of it on another way',
    `if (is_array($x)) return array_map([self::class, 'h'], $x); if ($x) return $x; ${escaped}`,
    2,
  ],
  ['by another function', `if (is_array($x)) return array_map([self::class, 'raw'], $x); ${escaped}`, 2],
  ['in another parameter', `if (is_array($x)) return self::h('', $x); if ($raw) return $raw; ${escaped}`, 2],
  ['what never stops', `try { ${escaped} } catch (Exception $e) { return $x; }`, 0],
  ['what may stop', `try { $x = read($x); ${escaped} } catch (Exception $e) { return $x; }`, 2],
])('a helper of PHP that calls itself escapes: %s', (_what, body, reports) => {
  const helper = `<?php\nclass Text {\n  static function h($x, $raw = null) { ${body} }\n  static function raw($x) { return $x; }\n}\n`;
  expect(reportsOf({ 'inc/class.text.php': helper, 'pages/a.php': page }, 'php-xss')).toBe(reports);
});

test.each([
  ['return clean(value[0])', 0],
  ['return value[0]', 1],
])('a helper of Python that calls itself: %s', (round, reports) => {
  const text = `import html
from flask import Flask, request
app = Flask(__name__)
def clean(value):
    if isinstance(value, list):
        ${round}
    return html.escape(value)
@app.route('/')
def view():
    return '<p>' + clean(request.args['q']) + '</p>'
`;
  expect(reportsOf({ 'app.py': text }, 'python-reflected-xss')).toBe(reports);
});
