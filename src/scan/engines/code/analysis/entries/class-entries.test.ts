import { expect, test } from 'vitest';
import { createParser } from '../../../../syntax/parser.ts';
import { createCodeEngine } from '../../code-engine.ts';

const parser = await createParser();
const engine = createCodeEngine();
await engine.prepare!(['a.py']);

/** Whether what a method is given in a class with this base is untrusted. */
function isEntry(imported: string, base: string, method: string): boolean {
  const text = `import os\n${imported}\nclass Show(${base}):\n    def ${method}(self, name):\n        os.system('ls ' + name)\n`;
  const file = { path: 'a.py', text, bytes: Buffer.from(text), tree: parser.parse('a.py', text) };
  return engine
    .analyse(file, { hashSecret: String })
    .findings.some(({ ruleId, trace }) => ruleId === 'python-command-injection' && trace !== undefined);
}

test('methods that a framework calls because of the base of their class get untrusted data', () => {
  expect(isEntry('from flask.views import MethodView', 'MethodView', 'get')).toBe(true);
});

test.each([
  ['another method', 'from flask.views import MethodView', 'MethodView', 'helper'],
  ['a method that is the class’s own', 'from flask.views import MethodView', 'MethodView', '_get'],
  ['another base', 'from shop.views import Plain', 'Plain', 'get'],
  ['no base that is known', '', 'object', 'get'],
])('%s does not', (_, imported, base, method) => {
  expect(isEntry(imported, base, method)).toBe(false);
});
