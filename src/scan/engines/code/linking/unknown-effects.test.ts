import { expect, test } from 'vitest';
import { createParser } from '../../../syntax/parser.ts';
import { createCodeEngine } from '../code-engine.ts';
import type { FileFacts } from '../domain/facts.ts';

const parser = await createParser();
const engine = createCodeEngine();

/** Rules and severities of what is found in a few files, without what no flow is known of. */
async function found(files: Record<string, string>, rule: string): Promise<string[]> {
  const tools = { hashSecret: (value: string) => value };
  await engine.prepare!(Object.keys(files));
  const facts: Array<{ path: string; facts: FileFacts }> = [];
  const findings = Object.entries(files).flatMap(([path, text]) => {
    const tree = parser.parse(path, text);
    const analysis = engine.analyse({ path, text, bytes: Buffer.from(text), tree }, tools);
    if (analysis.facts) facts.push({ path, facts: analysis.facts });
    return analysis.findings;
  });
  findings.push(...engine.conclude!(facts, tools).findings);
  return findings.filter(({ ruleId }) => ruleId === rule).map(({ severity }) => severity);
}

const route = (body: string) =>
  `from flask import Flask, send_file\nfrom shop.context import shelf\napp = Flask(__name__)\n@app.route('/<name>')\ndef show(name):\n${body}`;

test('what a function of which nothing is known gives for a name is at most medium', async () => {
  const looked = route('    book = shelf.books.find_book(name)\n    return send_file(book.folder)\n');
  expect(await found({ 'app.py': looked }, 'python-path-traversal')).toEqual(['medium']);
  const direct = route("    return send_file('/srv/' + name)\n");
  expect(await found({ 'app.py': direct }, 'python-path-traversal')).toEqual(['high']);
});

test('a function that is known to hand a text on changes nothing', async () => {
  const files = {
    'app.py': route('    return send_file(shelf.path_of(name))\n'),
    'shop/context.py':
      'class Shelf:\n    def path_of(self, name):\n        return "/srv/" + name\nshelf = Shelf()\n',
  };
  expect(await found(files, 'python-path-traversal')).not.toContain('critical');
  const helper =
    "from flask import Flask, send_file\nfrom shop.paths import path_of\napp = Flask(__name__)\n@app.route('/<name>')\ndef show(name):\n    return send_file(path_of(name))\n";
  const paths = 'def path_of(name):\n    return "/srv/" + name\n';
  expect(await found({ 'app.py': helper, 'shop/paths.py': paths }, 'python-path-traversal')).toEqual([
    'high',
  ]);
});

test('a table that is asked with a default gives what it holds, or the default', async () => {
  const held = route('    return send_file(table.get(name, None))\n').replace('@app', 'table = load()\n@app');
  expect(await found({ 'app.py': held }, 'python-path-traversal')).toEqual([]);
  const given = route('    return send_file(table.get(1, name))\n').replace('@app', 'table = load()\n@app');
  expect(await found({ 'app.py': given }, 'python-path-traversal')).toEqual(['high']);
});

test('certificates that are left unchecked on request are medium, and high where they always are', async () => {
  const client = (body: string) =>
    `import org.apache.http.conn.ssl.NoopHostnameVerifier;\nclass C {\n  Object verifier(boolean isLax) {\n${body}\n    return null;\n  }\n}\n`;
  const always = client('    Object v = new NoopHostnameVerifier();');
  expect(await found({ 'C.java': always }, 'java-hostname-unchecked')).toEqual(['high']);
  const asked = client('    if (isLax) { Object v = new NoopHostnameVerifier(); }');
  expect(await found({ 'C.java': asked }, 'java-hostname-unchecked')).toEqual(['medium']);
});
