import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { nestedLanguages } from '../support/nested-programs.ts';
import type { NestedResult } from './nested-child.ts';

const run = promisify(execFile);
const child = fileURLToPath(new URL('./nested-child.ts', import.meta.url));
/** Where the parser fails by its memory or its steps, it does so with much less; `node test/soak/nested-programs.ts` takes 64 kB of each. */
const bytes = 4 * 1024;

/** The promise is 2 s of CPU time and 300 MB for 64 kB; a slow or busy machine gets the difference. */
const maxCpuMs = 10_000;
const maxMegabytes = 400;

describe.each(nestedLanguages)('%s, nested thirty kinds of deep', (language) => {
  test('no file stops the analysis of the next, and none costs more than it may', async () => {
    const { stdout } = await run(process.execPath, ['--no-warnings', child, language, String(bytes)], {
      maxBuffer: 1 << 24,
    });
    const results = JSON.parse(stdout) as NestedResult[];
    expect(results.length).toBeGreaterThan(50);
    expect(results.filter(({ foundAfter }) => foundAfter.length === 0)).toEqual([]);
    expect(results.filter(({ reasons }) => reasons.includes('engine_error'))).toEqual([]);
    expect(results.filter(({ cpuMs }) => cpuMs > maxCpuMs)).toEqual([]);
    expect(results.at(-1)!.maxMegabytes).toBeLessThan(maxMegabytes);
  });
});
