import { type Emitter, indent } from '../emitter.ts';
import { readForms } from '../forms.ts';
import { phpClasses } from './classes.ts';
import { phpFlows } from './flows.ts';
import { phpSafeFlows } from './safe-flows.ts';

/** Plain PHP: scripts, functions and classes. */
export const phpEmitter: Emitter = {
  language: 'php',
  quote: (text) => `"${text.replace(/["\\$]/g, '\\$&')}"`,
  variable: (name) => `$${name}`,
  sources: readForms(`
== get
§out = $_GET['q'];
== post
§out = $_POST['q'];
== request with a default
§out = $_REQUEST['q'] ?? '';
== cookie
§out = $_COOKIE['q'];
== header
§out = $_SERVER['HTTP_X_QUERY'];
== filter input
§out = filter_input(INPUT_GET, 'q');
== body
§out = file_get_contents('php://input');
== checked get
§out = isset($_GET['q']) ? $_GET['q'] : '';
== json body
$payload = json_decode(file_get_contents('php://input'), true);
§out = $payload['q'];
== trimmed
§out = trim($_POST['q']);
`),
  builds: readForms(`
== dots
§out = §before . §in . §after;
== interpolated
§out = "§rawbefore{§in}§rawafter";
== sprintf
§out = sprintf('%s%s%s', §before, §in, §after);
== append
§out = §before;
§out .= §in;
§out .= §after;
== implode
§out = implode('', [§before, §in, §after]);
== replace
§out = str_replace('@', §in, §before . '@' . §after);
== heredoc
§out = <<<TEXT
§rawbefore{§in}§rawafter
TEXT;
`),
  flows: phpFlows,
  safeFlows: phpSafeFlows,
  fillers: readForms(`
== length
§filler = strlen('abc');
== loop
for (§filler = 0; §filler < 3; §filler++) {
    error_log('round');
}
== date
§filler = date('Y') . '-x';
`),
  helper: (name, parameter, body) => [`function ${name}(${parameter})\n{\n${indent(body, '    ')}\n}`],
  callHelper: (name, value) => [`${name}(${value});`],
  assemble: ({ id, body, members, other }) => {
    const isScript = Number(id.slice(1)) % 4 < 2;
    const entry = isScript
      ? body.join('\n')
      : `function handle${id}()\n{\n${indent(body, '    ')}\n}\n\nhandle${id}();`;
    const require = other.length ? ["require_once __DIR__ . '/support.php';"] : [];
    const files = [{ name: 'page.php', text: phpFile([...require, ...members, entry]) }];
    if (other.length) files.push({ name: 'support.php', text: phpFile(other) });
    return files;
  },
  classes: phpClasses,
};

function phpFile(parts: readonly string[]): string {
  return `<?php\n\n${parts.join('\n\n')}\n`;
}
