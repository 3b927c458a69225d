import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packFolder } from './pack.ts';
import type { ReleaseFacts } from './release-facts.ts';

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' };

/** Left by prerm for postinst: the service ran before the upgrade. */
const wasRunning = '/run/lorekeep.was-running';

/**
 * Switched on by the first installation alone: an upgrade leaves a service that the operator switched off or masked as it is. The settings may
 * hold API keys and the password of a database.
 */
const postinst = `#!/bin/sh
set -e
if [ "$1" = configure ]; then
  getent group lorekeep >/dev/null || groupadd --system lorekeep
  getent passwd lorekeep >/dev/null ||
    useradd --system --gid lorekeep --home-dir /var/lib/lorekeep --no-create-home --shell /usr/sbin/nologin lorekeep
  install -d -m 0700 -o lorekeep -g lorekeep /var/lib/lorekeep
  if [ -z "$2" ] && [ -f /etc/default/lorekeep ]; then chmod 0640 /etc/default/lorekeep; fi
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ "$1" = configure ] && [ -z "$2" ]; then systemctl enable lorekeep.service || true; fi
  if [ -e ${wasRunning} ] || systemctl --quiet is-enabled lorekeep.service; then
    systemctl restart lorekeep.service || echo "lorekeep did not start; see journalctl -u lorekeep" >&2
  fi
fi
rm -f ${wasRunning}
`;

/** The program loads parts of itself when it needs them, which must not be those of another version. */
const prerm = `#!/bin/sh
set -e
if [ -d /run/systemd/system ]; then
  if [ "$1" = upgrade ] && systemctl --quiet is-active lorekeep.service; then touch ${wasRunning}; fi
  systemctl stop lorekeep.service || true
fi
`;

/** Data stays when the package is removed, and goes when it is purged; so does whether the service is switched on. */
const postrm = `#!/bin/sh
set -e
if [ "$1" = purge ]; then
  rm -f /etc/systemd/system/multi-user.target.wants/lorekeep.service
  rm -rf /var/lib/lorekeep
  if getent passwd lorekeep >/dev/null; then userdel lorekeep; fi
  if getent group lorekeep >/dev/null; then groupdel lorekeep; fi
fi
if [ -d /run/systemd/system ]; then systemctl daemon-reload; fi
`;

const settings = `# Settings of the service, one per line; "lorekeep doctor" prints those in force, and
# /usr/lib/lorekeep/lib/docs/reference/configuration.md explains them.
#LOREKEEP_PORT=8080
`;

/** `lorekeep_<version>_<arch>.deb`: the program under /usr/lib/lorekeep, a systemd unit, and a user of its own. */
export function makeDeb(program: string, work: string, out: string, facts: ReleaseFacts): string {
  const folder = join(work, 'deb');
  const data = join(folder, 'data');
  const place = (path: string, content: string | Buffer) => {
    mkdirSync(dirname(join(data, path)), { recursive: true });
    writeFileSync(join(data, path), content);
  };
  // From the program and not from the checkout, which may change while this runs.
  const shipped = (path: string) => readFileSync(join(program, 'lib', path));
  mkdirSync(join(data, 'usr', 'lib'), { recursive: true });
  mkdirSync(join(data, 'usr', 'bin'), { recursive: true });
  cpSync(program, join(data, 'usr/lib/lorekeep'), { recursive: true });
  symlinkSync('../lib/lorekeep/bin/lorekeep', join(data, 'usr/bin/lorekeep'));
  place('usr/lib/systemd/system/lorekeep.service', shipped('docs/guides/lorekeep.service'));
  place('etc/default/lorekeep', settings);
  place('usr/share/doc/lorekeep/copyright', shipped('LICENSE'));
  place('usr/share/doc/lorekeep/changelog.gz', gzipSync(shipped('CHANGELOG.md')));

  const architecture = architectures[facts.arch];
  if (!architecture) throw new Error(`There is no Debian architecture for ${facts.arch}.`);
  const size = execFileSync('du', ['-sk', '--apparent-size', data], { encoding: 'utf8' }).split('\t')[0];
  const control = join(folder, 'control');
  mkdirSync(control);
  writeFileSync(
    join(control, 'control'),
    `Package: lorekeep
Version: ${facts.version}
Architecture: ${architecture}
Maintainer: Lorekeep maintainers <maintainers@lorekeep.example>
Installed-Size: ${size}
Depends: libc6 (>= 2.28), libstdc++6, ca-certificates, passwd
Recommends: git (>= 1:2.37), bubblewrap
Section: net
Priority: optional
Description: semantic memory for LLM applications and repository security scanner
 One self-hosted service with two halves: a semantic memory for LLM
 applications, and a scanner of repositories for secrets, vulnerable code and
 dependencies, and risky configuration.
`,
  );
  writeFileSync(join(control, 'conffiles'), '/etc/default/lorekeep\n');
  for (const [name, script] of Object.entries({ postinst, prerm, postrm })) {
    writeFileSync(join(control, name), script);
    chmodSync(join(control, name), 0o755);
  }
  // A Debian package is an ar archive of these three, in this order.
  writeFileSync(join(folder, 'debian-binary'), '2.0\n');
  packFolder(control, join(folder, 'control.tar.xz'), 'xz', facts);
  packFolder(data, join(folder, 'data.tar.xz'), 'xz', facts);
  const name = `lorekeep_${facts.version}_${architecture}.deb`;
  execFileSync('ar', ['rcD', name, 'debian-binary', 'control.tar.xz', 'data.tar.xz'], { cwd: folder });
  copyFileSync(join(folder, name), join(out, name));
  return name;
}
