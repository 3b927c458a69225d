// Speed of the secrets engine on real source, in CPU time, beside secretlint with its recommended preset in the same run:
//   node bench/secrets/speed.ts [--secretlint FOLDER_WITH_NODE_MODULES] DIR…
// Both get the same files from memory, and secretlint its text already decoded; CPU time of all threads is counted for both.
// secretlint is not a dependency of ours: install `@secretlint/core` and `@secretlint/secretlint-rule-preset-recommend` elsewhere.
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import type { SourceFile } from '../../src/scan/engines/engine.ts';
import { createSecretsEngine } from '../../src/scan/engines/secrets/secrets-engine.ts';
import { readFolder } from './read-folder.ts';

const { values, positionals } = parseArgs({
  options: { secretlint: { type: 'string' } },
  allowPositionals: true,
});
const engine = createSecretsEngine();
const files = positionals.flatMap(readFolder).filter((file) => engine.wants(file.path, file.bytes.length));
const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);

function scan(file: SourceFile): void {
  engine.analyse(file, { hashSecret: () => '' });
}

const peer = values.secretlint === undefined ? undefined : await loadSecretlint(values.secretlint);
const spent = { ours: 0, peer: 0 };

/** CPU time of this process in microseconds. */
async function measure(work: () => Promise<unknown> | unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

// The first pass of a fresh process over everything, with whatever is loaded, built and compiled on the way.
const first = await measure(() => files.forEach(scan));
// Both are warm from a whole pass each; then they take turns on small groups, so that whatever else the machine does hits both alike.
if (peer) for (const file of files) await peer(file);
for (let at = 0; at < files.length; at += 100) {
  const group = files.slice(at, at + 100);
  spent.ours += await measure(() => group.forEach(scan));
  if (peer) {
    spent.peer += await measure(async () => {
      for (const file of group) await peer(file);
    });
  }
}
const result: Record<string, number> = {
  files: files.length,
  megabytes: bytes / 1e6,
  firstPassMBs: bytes / first,
  warmMBs: bytes / spent.ours,
  ...(peer && {
    secretlintMBs: bytes / spent.peer,
    ratio: spent.peer / spent.ours,
    ratioFirstPass: spent.peer / first,
  }),
};
for (const [name, value] of Object.entries(result)) console.log(`${name.padEnd(14)} ${value.toFixed(1)}`);
mkdirSync(new URL('../results/', import.meta.url), { recursive: true });
writeFileSync(
  new URL('../results/secrets-speed.json', import.meta.url),
  `${JSON.stringify(result, undefined, 2)}\n`,
);
// secretlint's profiler goes on for minutes with what it recorded; none of that was counted.
process.exit();

async function loadSecretlint(folder: string): Promise<(file: SourceFile) => Promise<unknown>> {
  const require = createRequire(join(resolve(folder), 'package.json'));
  const load = async (name: string) => import(pathToFileURL(require.resolve(name)).href);
  const { lintSource } = await load('@secretlint/core');
  const id = '@secretlint/secretlint-rule-preset-recommend';
  const { creator } = await load(id);
  return ({ path, text }) =>
    lintSource({
      source: { filePath: path, content: text, contentType: 'text', ext: extname(path) },
      options: { config: { rules: [{ id, rule: creator }] } },
    });
}
