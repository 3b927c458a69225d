// Scans a folder with the infrastructure and supply-chain engines alone and prints the findings as JSON:
//   node bench/infrastructure/scan-folder.ts FOLDER > findings.json
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Engine } from '../../src/scan/engines/engine.ts';
import { createInfrastructureEngine } from '../../src/scan/engines/infrastructure/infrastructure-engine.ts';
import { scanRepository } from '../../src/scan/engines/infrastructure/rules/scan-repository.ts';
import { createSupplyChainEngine } from '../../src/scan/engines/supply-chain/supply-chain-engine.ts';

const folder = process.argv[2];
if (!folder) {
  console.error('usage: scan-folder.ts FOLDER');
  process.exit(2);
}

const engines: Engine[] = [createInfrastructureEngine(), createSupplyChainEngine()];
const repository: Record<string, string> = {};
let bytes = 0;
for (const path of walk(folder)) {
  const name = relative(folder, path).replaceAll('\\', '/');
  const { size } = statSync(path);
  if (!engines.some((engine) => engine.wants(name, size))) continue;
  repository[name] = readFileSync(path, 'utf8');
  bytes += size;
}

const before = process.cpuUsage();
const results = [];
for (const engine of engines) results.push(await scanRepository(engine, repository));
const { user, system } = process.cpuUsage(before);
console.error(
  `${Object.keys(repository).length} files, ${(bytes / 1e6).toFixed(2)} MB, ${((user + system) / 1e6).toFixed(2)} s of CPU, ` +
    `${results.flatMap((result) => result.notes).length} notes`,
);
if (process.argv.includes('--notes'))
  for (const note of results.flatMap((result) => result.notes)) console.error(note);
console.log(
  JSON.stringify(
    results
      .flatMap((result) => result.findings)
      .map(({ file, startLine, endLine, severity, title, ruleId, cwe }) => ({
        file,
        line: startLine,
        endLine,
        severity,
        title,
        ruleId,
        cwe,
      })),
  ),
);

function* walk(path: string): Generator<string> {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name === '.git' || entry.name === 'node_modules') continue;
    const full = join(path, entry.name);
    if (entry.isDirectory()) yield* walk(full);
    else if (entry.isFile()) yield full;
  }
}
