import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './release-facts.ts';

/** What Node and scans need of a system; what these depend on comes along. */
const wanted = ['libstdc++6', 'git', 'ca-certificates', 'bubblewrap', 'dash', 'coreutils'];

/** Dependencies that only scripts, manuals and package management use, none of which the image runs. */
const unwanted =
  /^(?:perl.*|libperl.*|liberror-perl|git-man|debconf|openssl|dpkg|tar|libdb5.*|libgdbm.*|libmd0|debianutils)_/;

/** Parts of packages that nobody reads in an image; licences stay. */
const unread = [
  'usr/share/man',
  'usr/share/locale',
  'usr/share/info',
  'usr/share/bash-completion',
  'usr/share/lintian',
];

/**
 * A root file system from Debian packages that are unpacked and not configured: no package manager, no scripts, one user without rights.
 * Each package is recorded under `var/lib/dpkg/status.d`, where scanners of images look.
 */
export function makeRootFileSystem(folder: string): void {
  for (const path of [
    'etc',
    'tmp',
    'proc',
    'dev',
    'sys',
    'run',
    'data',
    'var/lib/dpkg/status.d',
    'usr/bin',
    'usr/sbin',
    'usr/lib',
  ])
    mkdirSync(join(folder, path), { recursive: true });
  // As in Debian itself: what packages put into /bin is found in /usr/bin.
  for (const name of ['bin', 'sbin', 'lib']) symlinkSync(`usr/${name}`, join(folder, name));
  for (const file of downloadPackages()) {
    const tar = execFileSync('dpkg-deb', ['--fsys-tarfile', file], { maxBuffer: 1 << 30 });
    execFileSync('tar', ['--extract', '--keep-directory-symlink', '--no-same-owner', '--directory', folder], {
      input: tar,
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    const name = execFileSync('dpkg-deb', ['--field', file, 'Package'], { encoding: 'utf8' }).trim();
    const fields = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' });
    writeFileSync(
      join(folder, 'var/lib/dpkg/status.d', name),
      `${fields.trim()}\nStatus: install ok installed\n`,
    );
  }
  for (const path of unread) rmSync(join(folder, path), { recursive: true, force: true });
  keepLicencesOnly(join(folder, 'usr/share/doc'));
  writeCertificates(folder);
  writeFileSync(
    join(folder, 'etc/passwd'),
    'root:x:0:0:root:/root:/sbin/nologin\nlorekeep:x:10001:10001:Lorekeep:/data:/sbin/nologin\n',
  );
  writeFileSync(join(folder, 'etc/group'), 'root:x:0:\nlorekeep:x:10001:\n');
  writeFileSync(join(folder, 'etc/os-release'), readFileSync('/etc/os-release'));
  chmodSync(join(folder, 'tmp'), 0o1777);
}

/** As apt downloads and verifies them, for a machine on which nothing is installed yet. */
function downloadPackages(): string[] {
  const cache = join(root, '.cache', 'release-packages');
  mkdirSync(join(cache, 'partial'), { recursive: true });
  writeFileSync(join(cache, 'status'), '');
  execFileSync(
    'apt-get',
    [
      '--option=Debug::NoLocking=1',
      `--option=Dir::State::status=${join(cache, 'status')}`,
      `--option=Dir::Cache::archives=${cache}`,
      '--option=APT::Sandbox::User=root',
      '--no-install-recommends',
      '--download-only',
      '--yes',
      '--quiet=2',
      'install',
      ...wanted,
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return readdirSync(cache)
    .filter((name) => name.endsWith('.deb') && !unwanted.test(name))
    .sort()
    .map((name) => join(cache, name));
}

/** Some folders are links to others, whose files are met twice. */
function keepLicencesOnly(docs: string): void {
  for (const file of readdirSync(docs, { recursive: true, withFileTypes: true })) {
    if (file.isFile() && file.name !== 'copyright') rmSync(join(file.parentPath, file.name), { force: true });
  }
}

/** One file of all authorities, which the package would make with a script. */
function writeCertificates(folder: string): void {
  const source = join(folder, 'usr/share/ca-certificates/mozilla');
  const certificates = readdirSync(source)
    .sort()
    .map((name) => readFileSync(join(source, name), 'utf8').trim());
  mkdirSync(join(folder, 'etc/ssl/certs'), { recursive: true });
  writeFileSync(join(folder, 'etc/ssl/certs/ca-certificates.crt'), `${certificates.join('\n')}\n`);
}
