/** Every language and kind of nesting at full size: `node test/soak/nested-programs.ts [bytes]` prints the worst of each language. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { NestedResult } from '../hostile/nested-child.ts';
import { nestedLanguages } from '../support/nested-programs.ts';

const bytes = process.argv[2] ?? String(64 * 1024);
const child = fileURLToPath(new URL('../hostile/nested-child.ts', import.meta.url));
for (const language of nestedLanguages) {
  const results = JSON.parse(
    execFileSync(process.execPath, ['--no-warnings', child, language, bytes], { encoding: 'utf8' }),
  ) as NestedResult[];
  const slowest = results.toSorted((a, b) => b.cpuMs - a.cpuMs)[0]!;
  const failed = results.filter(
    ({ reasons, foundAfter }) => foundAfter.length === 0 || reasons.includes('engine_error'),
  );
  console.log(
    JSON.stringify({
      language,
      programs: results.length,
      slowest: slowest.kind,
      cpuMs: Math.round(slowest.cpuMs),
      maxMegabytes: Math.round(results.at(-1)!.maxMegabytes),
      failed: failed.map(({ kind }) => kind),
    }),
  );
  if (failed.length > 0) process.exitCode = 1;
}
