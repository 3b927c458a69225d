import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder, testKey } from '../support/app.ts';
import { startService } from '../support/process.ts';

const root = join(import.meta.dirname, '..', '..');
const python = ['/usr/bin/python3', 'python3'].find(
  (command) => spawnSync(command, ['--version']).status === 0,
);

/** What each example must print, whatever else it prints. */
const expected: Record<string, string> = {
  'quick-start.ts': 'Ada prefers green tea.</entry>',
  'quick_start.py': 'Ada prefers green tea.</entry>',
  'ai-sdk.ts': 'Notes from memory that may help',
  'langgraph.ts': 'Bob lives on coffee.',
  'langchain.ts': 'Bob lives on coffee.',
};

test('every example runs against a fresh service, and the quick starts take ten lines', async () => {
  const service = await startService({ LOREKEEP_DATA_DIR: temporaryFolder(), LOREKEEP_API_KEYS: testKey });
  try {
    const names = readdirSync(join(root, 'examples')).filter((name) => /\.(ts|py)$/.test(name));
    expect(names.sort()).toEqual(Object.keys(expected).sort());
    for (const name of names) {
      if (name.endsWith('.py') && !python) continue;
      const { stdout, stderr } = spawnSync(
        name.endsWith('.py') ? python! : process.execPath,
        [`examples/${name}`],
        {
          cwd: root,
          encoding: 'utf8',
          env: {
            PATH: process.env['PATH'],
            PYTHONPATH: 'clients/python',
            PYTHONDONTWRITEBYTECODE: '1',
            LOREKEEP_URL: service.base,
            LOREKEEP_API_KEY: testKey,
          },
        },
      );
      expect(stdout, `${name}: ${stderr}`).toContain(expected[name]);
    }
  } finally {
    await service.stop();
  }
  for (const name of ['quick-start.ts', 'quick_start.py']) {
    const lines = readFileSync(join(root, 'examples', name), 'utf8').split('\n');
    const statements = lines.filter((line) => line.trim() !== '' && !line.startsWith('//'));
    expect(statements.length, name).toBeLessThanOrEqual(10);
  }
});
