import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { openNativeKernels } from '../../src/memory/embedding/transformer/native/native-kernels.ts';
import { temporaryFolder } from '../support/app.ts';
import { lorekeep, startService } from '../support/process.ts';

const root = join(import.meta.dirname, '..', '..');

test('packed and installed elsewhere, the service and the scanner run', async () => {
  const folder = temporaryFolder();
  const npm = (args: string[], cwd: string) =>
    execFileSync('npm', [...args, '--loglevel=error'], { cwd, encoding: 'utf8' });
  npm(['run', '-s', 'package', '--', '--pack-destination', folder], root);
  const archive = readdirSync(folder).find((name) => name.endsWith('.tgz'))!;
  writeFileSync(join(folder, 'package.json'), '{}');
  npm(['install', '--ignore-scripts', '--omit=optional', '--prefer-offline', `./${archive}`], folder);
  const program = [process.execPath, join(folder, 'node_modules', '.bin', 'lorekeep')];
  expect(bytesOf(join(folder, 'node_modules'))).toBeLessThan(110e6);

  const version = await lorekeep(['--version'], {}, program);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+ \([0-9a-f]{12}\)\n$/);

  const kernels = join(
    ...[folder, 'node_modules', 'lorekeep', 'dist', 'memory', 'embedding', 'transformer', 'native'],
    'native-kernels.js',
  );
  const installed = (await import(
    pathToFileURL(kernels).href
  )) as typeof import('../../src/memory/embedding/transformer/native/native-kernels.ts');
  expect(installed.openNativeKernels().instructions).toBe(openNativeKernels().instructions);

  mkdirSync(join(folder, 'repository'));
  writeFileSync(join(folder, 'repository', 'a.js'), 'const x = "\u202e";\n');
  const scan = await lorekeep(['scan', join(folder, 'repository'), '--format', 'json'], {}, program);
  expect(JSON.parse(scan.stdout)).toMatchObject({
    status: 'completed',
    findings: [{ file: 'a.js', line: 1 }],
  });

  const git = (...args: string[]) => execFileSync('git', args, { cwd: join(folder, 'repository') });
  git('init', '-q');
  git('add', '-A');
  const hook = await lorekeep(['scan', join(folder, 'repository'), '--staged', '--json'], {}, program);
  expect(JSON.parse(hook.stdout)).toMatchObject({ findings: [{ file: 'a.js', baselineState: 'new' }] });
  const linked = join(folder, 'node_modules', 'lorekeep', 'node_modules', '.cache', 'lorekeep', 'linked');
  expect(readdirSync(linked), 'the hook keeps the functions of the linked program').toHaveLength(1);

  const service = await startService(
    { LOREKEEP_DATA_DIR: join(folder, 'data'), LOREKEEP_API_KEYS: 'key_ops' },
    program,
  );
  const call = async (path: string, body: unknown) => {
    const response = await fetch(`${service.base}${path}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer key_ops', 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as { success: boolean; data: unknown };
  };
  const written = await call('/v1/memory/entries', {
    namespace: 'n',
    entries: [{ content: 'The cat sleeps on the sofa.' }, { content: 'Interest rates went up.' }],
  });
  expect(written.success).toBe(true);
  const found = await call('/v1/memory/search', {
    namespace: 'n',
    query: 'where does the cat sleep?',
    limit: 1,
  });
  expect(found.data).toMatchObject([{ content: 'The cat sleeps on the sofa.' }]);
  const console = await (await fetch(`${service.base}/console/`)).text();
  const script = /src="([^"]+\.js)"/.exec(console)![1]!;
  expect((await fetch(`${service.base}${script}`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
