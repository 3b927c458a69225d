import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { allocation, nodeFlags } from './node-flags.ts';
import { packFolder } from './pack.ts';
import type { ReleaseFacts } from './release-facts.ts';
import { makeRootFileSystem } from './root-file-system.ts';

const user = 10001;
const node = '/opt/lorekeep/bin/node';

interface Blob {
  mediaType: string;
  digest: string;
  size: number;
}

/** `lorekeep-<version>-linux-<arch>.oci.tar`: an OCI image over a root file system of our own, made without a daemon. */
export function makeImage(
  program: string,
  work: string,
  out: string,
  facts: ReleaseFacts,
  fillSystem: (folder: string) => void = makeRootFileSystem,
): string {
  const layout = join(work, 'image');
  const blobs = join(layout, 'blobs', 'sha256');
  mkdirSync(blobs, { recursive: true });
  const layer = (name: string, fill: (folder: string) => void, owner = 0) => {
    const folder = join(work, `layer-${name}`);
    mkdirSync(folder);
    fill(folder);
    const archive = join(work, `${name}.tar.gz`);
    packFolder(folder, archive, 'gzip', facts, owner);
    return storeLayer(archive, blobs);
  };
  const layers = [
    layer('system', fillSystem),
    layer('program', (folder) => {
      mkdirSync(join(folder, 'opt'));
      cpSync(program, join(folder, 'opt', 'lorekeep'), { recursive: true });
    }),
    // Whoever mounts nothing over it still gets a folder that the service may write.
    layer('data', (folder) => mkdirSync(join(folder, 'data')), user),
  ];
  const architecture = facts.arch === 'x64' ? 'amd64' : facts.arch;
  const created = new Date(facts.epoch * 1000).toISOString();
  const labels = {
    'org.opencontainers.image.title': 'lorekeep',
    'org.opencontainers.image.version': facts.version,
    'org.opencontainers.image.revision': facts.commit,
    'org.opencontainers.image.created': created,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  };
  const probe = `fetch('http://127.0.0.1:'+(process.env.LOREKEEP_PORT||8080)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))`;
  const config = storeJson(blobs, 'application/vnd.oci.image.config.v1+json', {
    created,
    architecture,
    os: 'linux',
    config: {
      User: `${user}:${user}`,
      Env: [
        'PATH=/opt/lorekeep/bin:/usr/bin',
        'HOME=/data',
        'SSL_CERT_FILE=/etc/ssl/certs/ca-certificates.crt',
        'LOREKEEP_HOST=0.0.0.0',
        'LOREKEEP_DATA_DIR=/data',
        allocation,
      ],
      Entrypoint: [node, ...nodeFlags, '/opt/lorekeep/lib/dist/main.js'],
      Cmd: ['serve'],
      WorkingDir: '/data',
      Volumes: { '/data': {} },
      ExposedPorts: { '8080/tcp': {} },
      StopSignal: 'SIGTERM',
      Labels: labels,
      // Docker's own field: the OCI format has none, and whoever does not know it passes over it.
      Healthcheck: {
        Test: ['CMD', node, '-e', probe],
        Interval: 10e9,
        Timeout: 3e9,
        StartPeriod: 20e9,
        Retries: 3,
      },
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ unpacked }) => unpacked) },
    history: layers.map(() => ({ created, created_by: 'scripts/release.ts' })),
  });
  const manifest = storeJson(blobs, 'application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers: layers.map(({ blob }) => blob),
    annotations: labels,
  });
  const reference = `localhost/lorekeep:${facts.version}`;
  const annotations = {
    'org.opencontainers.image.ref.name': facts.version,
    'io.containerd.image.name': reference,
  };
  const index = {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.index.v1+json',
    manifests: [{ ...manifest, platform: { architecture, os: 'linux' }, annotations }],
  };
  writeFileSync(join(layout, 'index.json'), JSON.stringify(index));
  writeFileSync(join(layout, 'oci-layout'), JSON.stringify({ imageLayoutVersion: '1.0.0' }));
  // What "docker load" reads where it does not know the OCI layout.
  const pathOf = ({ digest }: Blob) => `blobs/${digest.replace(':', '/')}`;
  const forDocker = [
    { Config: pathOf(config), RepoTags: [reference], Layers: layers.map(({ blob }) => pathOf(blob)) },
  ];
  writeFileSync(join(layout, 'manifest.json'), JSON.stringify(forDocker));
  const name = `lorekeep-${facts.version}-linux-${facts.arch}.oci.tar`;
  packFolder(layout, join(out, name), 'none', facts);
  return name;
}

function storeLayer(archive: string, blobs: string): { blob: Blob; unpacked: string } {
  const bytes = readFileSync(archive);
  const digest = sha256(bytes);
  const { size } = statSync(archive);
  renameSync(archive, join(blobs, digest));
  return {
    blob: { mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip', digest: `sha256:${digest}`, size },
    unpacked: `sha256:${sha256(gunzipSync(bytes, { maxOutputLength: 2 ** 31 }))}`,
  };
}

function storeJson(blobs: string, mediaType: string, value: object): Blob {
  const bytes = Buffer.from(JSON.stringify(value));
  const digest = sha256(bytes);
  writeFileSync(join(blobs, digest), bytes);
  return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
