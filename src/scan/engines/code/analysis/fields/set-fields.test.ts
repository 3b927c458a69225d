import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['C.java', 'a.php', 'a.js', 'a.py']);

/** Whether a command is found that only runs where a flag of the object is set, which it is not at first. */
function isFound(path: string, text: string): boolean {
  const file = { path, text, bytes: Buffer.from(text), tree: parser.parse(path, text) };
  return engine
    .analyse(file, { hashSecret: String })
    .findings.some(({ ruleId }) => ruleId.endsWith('-command-injection'));
}

const languages: ReadonlyArray<
  [path: string, write: (...methods: string[]) => string, use: string, set: string, other: string]
> = [
  [
    'C.java',
    (...methods) =>
      `import javax.servlet.http.*;\nclass C extends HttpServlet {\n  private boolean on = false;\n${methods.join('\n')}\n}\n`,
    '  protected void doGet(HttpServletRequest r, HttpServletResponse s) throws Exception { if (on) Runtime.getRuntime().exec(r.getParameter("c")); }',
    '  public void set(boolean value) { on = value; }',
    '  public void set(boolean value) { boolean on = value; }',
  ],
  [
    'a.php',
    (...methods) => `<?php\nclass A {\n  private $on = false;\n${methods.join('\n')}\n}\n`,
    "  function run() { if ($this->on) system($_GET['c']); }",
    '  function set($value) { $this->on = $value; }',
    '  function set($value) { $on = $value; $this->off = $value; }',
  ],
  [
    'a.js',
    (...methods) =>
      `const app = require('express')();\nclass A {\n  on = false;\n${methods.join('\n')}\n}\napp.get('/', (req) => new A().run(req));\n`,
    "  run(req) { if (this.on) require('child_process').exec(req.query.c); }",
    '  set(value) { run(() => { this.on = value; }); }',
    '  set(value) { let on = value; this.off = on; }',
  ],
  [
    'a.py',
    (...methods) => `import os\nfrom flask import request\nclass A:\n    on = False\n${methods.join('\n')}\n`,
    "    def run(self):\n        if self.on:\n            os.system(request.args['c'])",
    '    def set(self, value):\n        self.on = value',
    '    def set(self, value):\n        on = value\n        self.off = on',
  ],
];

test.each(languages)(
  '%s: a field that some method sets may hold anything, wherever the method is',
  (path, write, use, set, other) => {
    expect(isFound(path, write(use, set))).toBe(true);
    expect(isFound(path, write(set, use))).toBe(true);
    expect(isFound(path, write(use))).toBe(false);
    expect(isFound(path, write(use, other))).toBe(false);
  },
);
