// Builds deploy/Dockerfile as Compose would, without a daemon and without a registry of images, and runs what comes out: `node test/soak/dockerfile.ts`.
// Needs root, buildah and mmdebstrap (Debian packages). The base image is one of our own making with the same contents as the one that the Dockerfile names:
// Debian, Node 24, npm, and a user "node". Takes minutes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..', '..');
const folder = mkdtempSync(join(tmpdir(), 'lorekeep-dockerfile-'));
const storage = [
  '--root',
  join(folder, 'storage'),
  '--runroot',
  join(folder, 'run'),
  '--storage-driver',
  'vfs',
];
const buildah = (...args: string[]) =>
  execFileSync('buildah', [...storage, ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
  }).trim();
const base = 'localhost/node:24-slim';

try {
  makeBase();
  const { services } = parse(readFileSync(join(root, 'deploy', 'compose.yaml'), 'utf8')) as {
    services: { lorekeep: { build: { context: string; dockerfile: string } } };
  };
  const { context, dockerfile } = services.lorekeep.build;
  const from = resolve(root, 'deploy', context);
  buildah(
    'bud',
    '--format=docker',
    '--from',
    base,
    '--file',
    join(from, dockerfile),
    '--tag',
    'lorekeep',
    from,
  );
  const { Docker } = JSON.parse(buildah('inspect', '--type=image', 'lorekeep')) as {
    Docker: { config: { User: string; Healthcheck?: { Test: string[] }; Volumes: object } };
  };
  const { User, Healthcheck, Volumes } = Docker.config;
  if (User !== 'node' || !Healthcheck || !('/data' in Volumes))
    throw new Error(`The image is not as the Dockerfile says: ${JSON.stringify(Docker.config)}`);
  const container = buildah('from', 'lorekeep');
  const version = buildah('run', container, '--', 'node', 'src/main.ts', '--version');
  const doctor = buildah(
    'run',
    container,
    '--',
    'sh',
    '-c',
    'id -un; test ! -w /opt/lorekeep && test -w /data && echo data only; git --version',
  );
  if (!doctor.startsWith('node\ndata only\ngit version')) throw new Error(`In the image: ${doctor}`);
  const scan = buildah('run', container, '--', 'node', 'src/main.ts', 'scan', '--json', 'src/kernel');
  JSON.parse(scan);
  console.log(
    `✓ ${dockerfile} builds from ${base}; user, volume and health check are set; ${version} runs and scans`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function makeBase(): void {
  const system = join(folder, 'system.tar');
  const sources = '/etc/apt/sources.list.d/debian.sources';
  execFileSync(
    'mmdebstrap',
    ['--quiet', '--variant=apt', '--include=ca-certificates,libstdc++6', 'bookworm', system, sources],
    { stdio: 'inherit' },
  );
  const container = buildah('from', 'scratch');
  buildah('add', container, system, '/');
  rmSync(system);
  buildah('copy', container, realpathSync(process.execPath), '/usr/local/bin/node');
  const npm = resolve(realpathSync(execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()), '..', '..');
  buildah('copy', container, npm, '/usr/local/lib/node_modules/npm');
  buildah(
    'run',
    container,
    '--',
    'sh',
    '-c',
    'ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && useradd --create-home --uid 1000 node',
  );
  // Where this machine's own clients find packages, and whom they trust.
  buildah('copy', container, '/etc/apt/apt.conf.d', '/etc/apt/apt.conf.d');
  const authorities = process.env['NODE_EXTRA_CA_CERTS'] ?? '/etc/ssl/certs/ca-certificates.crt';
  buildah('copy', container, realpathSync(authorities), '/usr/local/share/authorities.crt');
  const registry = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim();
  buildah('config', '--env', `npm_config_registry=${registry}`, container);
  buildah('config', '--env', 'NODE_EXTRA_CA_CERTS=/usr/local/share/authorities.crt', container);
  buildah('commit', container, base);
  buildah('rm', container);
}
