// Prints what the dependency engine reads of files of a folder, one `file TAB name TAB version` a line, to be compared with what another
// reader gives (read-packages.py):
//   node bench/dependencies/list-packages.ts FOLDER
// With --raw each file alone, without what several files say together.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createDependenciesEngine } from '../../src/scan/engines/dependencies/dependencies-engine.ts';
import type { ManifestFacts } from '../../src/scan/engines/dependencies/facts.ts';
import { resolveFiles } from '../../src/scan/engines/dependencies/resolve/resolve-files.ts';

const folder = process.argv[2]!;
const engine = createDependenciesEngine();
const tools = { hashSecret: (value: string) => value };
const manifests: Array<{ path: string; facts: ManifestFacts }> = [];
for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile()) continue;
  const file = join(entry.parentPath, entry.name);
  const path = relative(folder, file);
  if (!engine.wants(path, 1)) continue;
  await engine.prepare!([path]);
  const bytes = readFileSync(file);
  const { facts, notes = [] } = engine.analyse(
    { path, bytes, text: bytes.toString('utf8'), tree: undefined },
    tools,
  );
  for (const note of notes) console.error(`${path}: ${note.reason}: ${note.message}`);
  if (facts) manifests.push({ path, facts });
}
manifests.sort((a, b) => (a.path < b.path ? -1 : 1));
const lines = new Set<string>();
const files = process.argv.includes('--raw')
  ? manifests.map(({ path, facts }) => ({ path, dependencies: facts.dependencies }))
  : resolveFiles(manifests).files;
for (const { path, dependencies } of files) {
  for (const { name, version, requirement } of dependencies)
    lines.add([path, name, version || (requirement ?? '')].join('\t'));
}
console.log([...lines].sort().join('\n'));
