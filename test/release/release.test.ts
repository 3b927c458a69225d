import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { shippedPaths } from '../../scripts/release/lay-out-program.ts';
import { makeArchive } from '../../scripts/release/make-archive.ts';
import { makeDeb } from '../../scripts/release/make-deb.ts';
import { makeImage } from '../../scripts/release/make-image.ts';
import type { ReleaseFacts } from '../../scripts/release/release-facts.ts';
import { temporaryFolder } from '../support/app.ts';

// The whole program is packed, installed, run and removed by `node test/soak/releases.ts`, which takes minutes.
const facts: ReleaseFacts = {
  version: '1.2.3',
  commit: 'c'.repeat(40),
  epoch: 1_700_000_000,
  os: 'linux',
  arch: 'arm64',
  fast: true,
};
const tools = ['tar', 'xz', 'ar'].every(isThere);
const fillSystem = (folder: string) => {
  mkdirSync(join(folder, 'etc'));
  writeFileSync(join(folder, 'etc', 'passwd'), 'root:x:0:0::/:\n');
};
const makers = {
  archive: makeArchive,
  deb: makeDeb,
  image: (...[program, work, out]: Parameters<typeof makeArchive>) =>
    makeImage(program, work, out, facts, fillSystem),
};

test.runIf(tools).for(Object.entries(makers))(
  'the same files give the same %s, byte for byte',
  ([, make]) => {
    const builds = [
      ['b', 'a'],
      ['a', 'b'],
    ].map((order, i) => {
      const out = temporaryFolder();
      return readFileSync(join(out, make(sampleProgram(order, 1000 * i), temporaryFolder(), out, facts)));
    });
    expect(builds[0]!.equals(builds[1]!)).toBe(true);
  },
);

test.runIf(tools && isThere('dpkg-deb'))(
  'the Debian package has the program, its unit and its scripts',
  () => {
    const out = temporaryFolder();
    const file = join(out, makeDeb(sampleProgram(['a'], 0), temporaryFolder(), out, facts));
    const run = (...args: string[]) => execFileSync('dpkg-deb', [...args, file], { encoding: 'utf8' });
    expect(run('--field')).toMatch(/^Package: lorekeep\nVersion: 1\.2\.3\nArchitecture: arm64$/m);
    const contents = run('--contents');
    expect(contents).toMatch(/^-rwxr-xr-x 0\/0 .* \.\/usr\/lib\/lorekeep\/bin\/lorekeep$/m);
    expect(contents).toContain('./usr/bin/lorekeep -> ../lib/lorekeep/bin/lorekeep');
    expect(contents).toContain('./usr/lib/systemd/system/lorekeep.service');
    const scripts = [...run('--info').matchAll(/\* {2}(p\w+)/g)].map(([, name]) => name);
    expect(scripts.toSorted()).toEqual(['postinst', 'postrm', 'prerm']);
  },
);

test.runIf(tools)(
  'the image is an OCI layout whose digests are right, without root and with a health check',
  () => {
    const out = temporaryFolder();
    const layout = temporaryFolder();
    const file = makeImage(sampleProgram(['a'], 0), temporaryFolder(), out, facts, fillSystem);
    execFileSync('tar', ['-xf', join(out, file), '-C', layout]);
    const blob = ({ digest, size }: { digest: string; size: number }) => {
      const bytes = readFileSync(join(layout, 'blobs', 'sha256', digest.slice('sha256:'.length)));
      expect([`sha256:${sha256(bytes)}`, bytes.length]).toEqual([digest, size]);
      return bytes;
    };
    expect(JSON.parse(readFileSync(join(layout, 'oci-layout'), 'utf8'))).toEqual({
      imageLayoutVersion: '1.0.0',
    });
    const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8'));
    expect(index.manifests).toMatchObject([{ platform: { os: 'linux', architecture: 'arm64' } }]);
    const manifest = JSON.parse(blob(index.manifests[0]).toString());
    const config = JSON.parse(blob(manifest.config).toString());
    const unpacked = manifest.layers.map((layer: { digest: string; size: number }) =>
      gunzipSync(blob(layer)),
    );
    expect(config.rootfs.diff_ids).toEqual(unpacked.map((layer: Buffer) => `sha256:${sha256(layer)}`));
    expect(config.config).toMatchObject({ User: '10001:10001', Cmd: ['serve'], Volumes: { '/data': {} } });
    const [forDocker] = JSON.parse(readFileSync(join(layout, 'manifest.json'), 'utf8'));
    expect(forDocker.RepoTags).toEqual(['localhost/lorekeep:1.2.3']);
    for (const path of [forDocker.Config, ...forDocker.Layers])
      expect(existsSync(join(layout, path))).toBe(true);
    expect(config.config.Healthcheck.Test).toContain(config.config.Entrypoint[0]);
  },
);

/** The scripts of the package on a machine of their own, whose systemctl answers as `state` says; gives what it was asked to do. */
function debianMachine() {
  const machine = temporaryFolder();
  const out = temporaryFolder();
  const file = join(out, makeDeb(sampleProgram(['a'], 0), temporaryFolder(), out, facts));
  execFileSync('dpkg-deb', ['--control', file, join(machine, 'control')]);
  for (const folder of ['bin', 'run/systemd/system', 'etc/default', 'var/lib'])
    mkdirSync(join(machine, folder), { recursive: true });
  for (const name of ['getent', 'groupadd', 'useradd', 'userdel', 'groupdel', 'install'])
    writeFileSync(join(machine, 'bin', name), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(
    join(machine, 'bin', 'systemctl'),
    `#!/bin/sh
case "$*" in
  *is-enabled*) [ "$ENABLED" = yes ] ;;
  *is-active*) [ "$ACTIVE" = yes ] ;;
  enable*) echo "$*" >> ${machine}/asked; [ "$ENABLED" != masked ] ;;
  *) echo "$*" >> ${machine}/asked ;;
esac
`,
    { mode: 0o755 },
  );
  const settings = join(machine, 'etc/default/lorekeep');
  writeFileSync(settings, '', { mode: 0o644 });
  return {
    settings,
    run(script: string, args: string[], state: { enabled?: 'yes' | 'no' | 'masked'; active?: 'yes' | 'no' }) {
      const text = readFileSync(join(machine, 'control', script), 'utf8').replace(
        /(?<=[ "])\/(?=run|etc|var)/g,
        `${machine}/`,
      );
      writeFileSync(join(machine, 'asked'), '');
      const { status, stderr } = spawnSync('/bin/sh', ['-c', text, script, ...args], {
        encoding: 'utf8',
        env: {
          PATH: `${join(machine, 'bin')}:/usr/bin:/bin`,
          ENABLED: state.enabled ?? 'yes',
          ACTIVE: state.active ?? 'yes',
        },
      });
      expect([status, stderr]).toEqual([0, '']);
      return readFileSync(join(machine, 'asked'), 'utf8')
        .split('\n')
        .filter((line) => line !== '' && line !== 'daemon-reload');
    },
  };
}

test.runIf(tools && isThere('dpkg-deb'))(
  'the first installation switches the service on and hides its settings from other users',
  () => {
    const machine = debianMachine();
    expect(machine.run('postinst', ['configure', ''], {})).toEqual([
      'enable lorekeep.service',
      'restart lorekeep.service',
    ]);
    expect(statSync(machine.settings).mode & 0o777).toBe(0o640);
    expect(machine.run('postinst', ['configure', ''], { enabled: 'masked' })).toEqual([
      'enable lorekeep.service',
    ]);
  },
);

test.runIf(tools && isThere('dpkg-deb'))(
  'an upgrade stops the service before its files change, starts it where it ran, and leaves one that was switched off as it is',
  () => {
    const machine = debianMachine();
    const stop = ['stop lorekeep.service'];
    const start = ['restart lorekeep.service'];
    for (const [state, after] of [
      [{ enabled: 'yes', active: 'yes' }, start],
      [{ enabled: 'no', active: 'yes' }, start],
      [{ enabled: 'no', active: 'no' }, []],
      [{ enabled: 'masked', active: 'no' }, []],
    ] as const) {
      expect(machine.run('prerm', ['upgrade', '1.2.4'], state)).toEqual(stop);
      expect(machine.run('postinst', ['configure', '1.2.2'], { ...state, active: 'no' })).toEqual(after);
    }
    // One that was removed and is installed again is switched on still.
    expect(machine.run('prerm', ['remove'], {})).toEqual(stop);
    expect(machine.run('postinst', ['configure', '1.2.2'], { active: 'no' })).toEqual(start);
    // The new version could not be unpacked.
    expect(machine.run('prerm', ['upgrade', '1.2.4'], { enabled: 'no' })).toEqual(stop);
    expect(machine.run('postinst', ['abort-upgrade', '1.2.4'], { enabled: 'no' })).toEqual(start);
  },
);

test('the unit starts the service again for as long as what it needs is not there', () => {
  const unit = readFileSync(join(import.meta.dirname, '../../docs/guides/lorekeep.service'), 'utf8');
  const [head, service] = unit.split('[Service]');
  expect(head).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(service).toMatch(/^Restart=on-failure\nRestartSec=5$/m);
});

test('archives leave out what npm leaves out', () => {
  const paths = shippedPaths();
  expect(paths).toEqual(expect.arrayContaining(['rules', 'LICENSE', 'models/lorekeep-embed-small-6.bin']));
  expect(paths.filter((path) => /small-[23]\./.test(path))).toEqual([]);
});

/** A program of a few bytes; names, time stamps and the order in which files are made must not matter. */
function sampleProgram(order: string[], time: number): string {
  const program = temporaryFolder();
  mkdirSync(join(program, 'bin'));
  mkdirSync(join(program, 'lib', 'docs', 'guides'), { recursive: true });
  for (const path of ['CHANGELOG.md', 'LICENSE', 'docs/guides/lorekeep.service'])
    writeFileSync(join(program, 'lib', path), path);
  writeFileSync(join(program, 'bin', 'lorekeep'), '#!/bin/sh\n', { mode: 0o755 });
  for (const name of order) {
    writeFileSync(join(program, name), name);
    utimesSync(join(program, name), time, time);
  }
  return program;
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return false;
  }
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
