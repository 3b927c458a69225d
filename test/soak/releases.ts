// Makes a release twice and compares the bytes, then unpacks, installs, starts, calls and removes each part: `node test/soak/releases.ts [FOLDER]` (FOLDER: a release that is there already).
// Installing the Debian package and entering the image need root and are reported as skipped without it. Takes minutes.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSampleRepository, runFiveCalls } from '../support/five-calls.ts';
import { startService } from '../support/process.ts';
import { startTrustedHost } from '../support/trusted-host.ts';

const root = join(import.meta.dirname, '..', '..');
const key = 'key_release_0123456789abcdef';
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-releases-'));
chmodSync(folder, 0o755);
const run = (command: string, args: string[], env: NodeJS.ProcessEnv = process.env) =>
  execFileSync(command, args, { encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] });
const isRoot = process.getuid?.() === 0;

try {
  const release = process.argv[2] ?? buildTwice();
  const host = await startTrustedHost(folder);
  createSampleRepository(join(host.repositories, 'sample.git'), join(folder, 'work'));
  const repoUrl = `https://${host.allowHost}/sample.git`;
  const variables = (dataDir: string, caFile: string) => ({
    LOREKEEP_DATA_DIR: dataDir,
    LOREKEEP_API_KEYS: key,
    LOREKEEP_EMBEDDER: 'local',
    LOREKEEP_HOST: '127.0.0.1',
    LOREKEEP_SCAN_CA_FILE: caFile,
    LOREKEEP_SCAN_ALLOW_HOSTS: host.allowHost,
  });
  const callService = async (name: string, program: string[], settings: Record<string, string>) => {
    const service = await startService(settings, program);
    const failure = await runFiveCalls(service.base, key, repoUrl).then(
      () => undefined,
      (error: Error) => error,
    );
    const code = await service.stop();
    if (failure ?? code !== 0)
      throw new Error(`${name}: the service ended with ${code}:\n${service.output()}`, { cause: failure });
    console.log(`✓ ${name}: started, five calls and a scan, ended`);
  };

  await tryArchive();
  if (isRoot) await tryDeb();
  else console.log('- Debian package: skipped, since installing it needs root');
  if (isRoot) await tryImage();
  else console.log('- image: skipped, since entering it needs root');
  await host.host.close();

  function fileWith(ending: string): string {
    const name = readdirSync(release).find((file) => file.endsWith(ending));
    if (!name) throw new Error(`There is no ${ending} in ${release}.`);
    return join(release, name);
  }

  async function tryArchive(): Promise<void> {
    const place = join(folder, 'unpacked');
    mkdirSync(place);
    run('tar', ['-xf', fileWith('.tar.xz'), '-C', place]);
    const program = join(place, readdirSync(place)[0]!, 'bin', 'lorekeep');
    const alone = { PATH: '', HOME: folder };
    console.log(`✓ archive: ${run(program, ['--version'], alone).trim()} with an empty PATH`);
    const report = run(
      program,
      ['scan', join(folder, 'work'), '--format', 'json', '--engines', 'supply-chain,secrets'],
      alone,
    );
    if (!report.includes('"a.js"')) throw new Error(`The scan found nothing: ${report.slice(0, 500)}`);
    await callService('archive', [program], variables(join(folder, 'archive-data'), host.caFile));
  }

  async function tryDeb(): Promise<void> {
    if (existsSync('/var/lib/lorekeep')) throw new Error('Lorekeep is installed on this machine already.');
    run('dpkg', ['--install', fileWith('.deb')]);
    try {
      const data = '/var/lib/lorekeep';
      const asUser = [
        'setpriv',
        '--reuid=lorekeep',
        '--regid=lorekeep',
        '--clear-groups',
        '/usr/bin/lorekeep',
      ];
      await callService('Debian package', asUser, { ...variables(data, host.caFile), HOME: data });
      run('dpkg', ['--remove', 'lorekeep']);
      if (existsSync('/usr/bin/lorekeep') || !existsSync(join(data, 'lorekeep.db')))
        throw new Error('Removing must take the program and leave the data.');
    } finally {
      run('dpkg', ['--purge', 'lorekeep']);
    }
    if (existsSync('/var/lib/lorekeep') || readFileSync('/etc/passwd', 'utf8').includes('lorekeep:'))
      throw new Error('Purging must take the data and the user.');
    console.log('✓ Debian package: removed, then purged');
  }

  /** Enters the image as a container would: its own user, a root that cannot be written, and only /data and /tmp of its own. */
  async function tryImage(): Promise<void> {
    const layout = join(folder, 'layout');
    const system = join(folder, 'system');
    const data = join(folder, 'image-data');
    for (const path of [layout, system, data]) mkdirSync(path);
    run('tar', ['-xf', fileWith('.oci.tar'), '-C', layout]);
    const blob = ({ digest }: { digest: string }) => join(layout, 'blobs', 'sha256', digest.slice(7));
    const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'));
    const manifest = JSON.parse(readFileSync(blob(index.manifests[0]), 'utf8'));
    const { config } = JSON.parse(readFileSync(blob(manifest.config), 'utf8'));
    for (const layer of manifest.layers)
      run('tar', ['-xf', blob(layer), '-C', system, '--keep-directory-symlink']);
    copyFileSync(host.caFile, join(data, 'authority.pem'));
    run('chown', ['-R', config.User, data]);
    const enter = `
      mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" &&
      mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" &&
      mount --bind "$1" "$0/data" && shift && exec chroot --userspec=${config.User} "$SYSTEM" "$@"`;
    const program = ['unshare', '--mount', 'sh', '-c', enter, system, data, ...config.Entrypoint];
    const environment = Object.fromEntries(
      config.Env.map((pair: string) => pair.split(/=(.*)/s).slice(0, 2)),
    );
    await callService('image', program, {
      ...environment,
      PATH: `${environment['PATH']}:${process.env['PATH']}`,
      SYSTEM: system,
      ...variables('/data', '/data/authority.pem'),
    });
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function buildTwice(): string {
  const [first, second] = ['first', 'second'].map((name) => {
    const out = join(folder, name);
    execFileSync(process.execPath, [join(root, 'scripts', 'release.ts'), out, '--fast'], {
      stdio: 'inherit',
    });
    return readFileSync(join(out, 'SHA256SUMS'), 'utf8');
  });
  if (first !== second) throw new Error(`Two builds differ:\n${first}\n${second}`);
  console.log('✓ built twice, the same bytes');
  return join(folder, 'first');
}
