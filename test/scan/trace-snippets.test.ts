import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Finding } from '../../src/scan/model/finding.ts';
import { runInProcess } from '../support/in-process-cli.ts';

const token = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;

const files = {
  'app.py': `from flask import Flask, request
from store import find
app = Flask(__name__)

# ${'-'.repeat(20)}


@app.route('/orders')
def orders():
    name = request.args['name']; key = '${token}'
    return find(name)
`,
  'store.py': `import os


def find(name):
    os.system('grep ' + name)
`,
};

async function scan(...options: string[]): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-trace-snippets-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const { out } = await runInProcess(['scan', folder, ...options, '--json']);
  return (JSON.parse(out) as { findings: Finding[] }).findings;
}

test.each([
  ['with the secrets engine', []],
  ['without the secrets engine', ['--engines', 'code']],
])('a step in another file has its own lines, with credentials masked, %s', async (_, options) => {
  const findings = await scan(...options);
  expect(JSON.stringify(findings)).not.toContain(token);
  const { trace } = findings.find(({ file, trace: steps }) => file === 'store.py' && steps)!;
  const source = trace!.find(({ kind }) => kind === 'source')!;
  expect(source).toMatchObject({ file: 'app.py', line: 10 });
  expect(source.snippet!.startLine).toBe(9);
  expect(source.snippet!.text.split('\n')).toHaveLength(3);
  expect(source.snippet!.text).toContain("name = request.args['name']; key = '••••••'");
  // The sink is in the snippet of the finding, which is not repeated.
  expect(trace!.at(-1)).toMatchObject({ kind: 'sink', file: 'store.py' });
  expect(trace!.at(-1)).not.toHaveProperty('snippet');
});
