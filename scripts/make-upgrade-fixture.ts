// Makes a data folder with the code of an earlier release, for the test of upgrades: `node scripts/make-upgrade-fixture.ts COMMIT VERSION`.
// Needs a package registry, since that release installs what it needed then.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { createSampleRepository } from '../test/support/five-calls.ts';
import { startService } from '../test/support/process.ts';
import { startTrustedHost } from '../test/support/trusted-host.ts';

const [commit, version] = process.argv.slice(2);
if (!commit || !version) throw new Error('usage: make-upgrade-fixture.ts COMMIT VERSION');
const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-fixture-'));
const run = (command: string, args: string[], cwd: string) =>
  execFileSync(command, args, { cwd, stdio: 'pipe' });

try {
  const checkout = join(folder, 'checkout');
  run('git', ['clone', '--quiet', '--no-checkout', root, checkout], folder);
  run('git', ['checkout', '--quiet', commit], checkout);
  run('npm', ['install', '--no-save', '--omit=dev', '--omit=optional', '--workspaces=false'], checkout);
  const { host, repositories, caFile, allowHost } = await startTrustedHost(folder);
  createSampleRepository(join(repositories, 'old.git'), join(folder, 'work'));
  const dataDir = join(folder, 'data');
  const service = await startService(
    { LOREKEEP_DATA_DIR: dataDir, LOREKEEP_SCAN_CA_FILE: caFile, LOREKEEP_SCAN_ALLOW_HOSTS: allowHost },
    [process.execPath, join(checkout, 'src', 'main.ts')],
  );
  const key = run('cat', [join(dataDir, 'initial-key')], folder)
    .toString()
    .trim();
  const call = async (path: string, body: object) => {
    const response = await fetch(`${service.base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as { data: unknown };
  };
  const contents = [
    'Ada prefers tea in the morning.',
    'Invoices are sent on the first of the month.',
    'Der Zug nach Bern fährt um acht.',
  ];
  await call('/v1/memory/entries', {
    namespace: 'old',
    entries: contents.map((content, i) => ({
      content,
      metadata: { place: i, kind: i === 2 ? 'travel' : 'office' },
    })),
  });
  await call('/v1/memory/search', { namespace: 'old', query: 'what does she drink?' });
  await call('/v1/security/webhook-secrets', {});
  const scan = await call('/v1/security/scan', {
    repoUrl: `https://${allowHost}/old.git`,
    waitForCompletion: true,
  });
  console.log(JSON.stringify(scan.data).slice(0, 400));
  if ((await service.stop()) !== 0) throw new Error(`The service did not end well:\n${service.output()}`);
  await host.close();
  const tar = run(
    'tar',
    ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '-c', '-C', dataDir, '.'],
    folder,
  );
  const file = join(root, 'test', 'release', `data-${version}.tar.br`);
  writeFileSync(file, brotliCompressSync(tar, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } }));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
