import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { runInProcess } from '../../../test/support/in-process-cli.ts';
import { checkoutFolder, installableModels } from '../../memory/embedding/installable-models.ts';
import { installModel } from './install-model.ts';

test('the pinned checksum is that of the manifest in the repository, and the model has at most 40 MB', () => {
  const { manifest } = installableModels.multilingual;
  const folder = checkoutFolder('multilingual');
  const bytes = readFileSync(join(folder, manifest.path));
  expect(sha256(bytes)).toBe(manifest.sha256);
  const { model, tokenizer } = JSON.parse(bytes.toString()) as Record<string, { path: string }>;
  const sizes = [model!, tokenizer!].map(({ path }) => readFileSync(join(folder, path)).length);
  expect(sizes[0]! + sizes[1]!).toBeLessThan(40e6);
});

test('a model is installed from a folder and from a package file, and is the same', () => {
  const { folder, model, files } = aModel();
  const source = join(folder, 'source');
  mkdirSync(source);
  for (const [name, bytes] of files) writeFileSync(join(source, name), bytes);
  installModel(model, source, join(folder, 'a'));
  writeFileSync(join(folder, 'm.tgz'), packed(files));
  const { bytes } = installModel(model, join(folder, 'm.tgz'), join(folder, 'b'));
  for (const [name, content] of files) {
    expect(readFileSync(join(folder, 'a', name))).toEqual(content);
    expect(readFileSync(join(folder, 'b', name))).toEqual(content);
  }
  expect(bytes).toBe([...files.values()].reduce((sum, { length }) => sum + length, 0));
});

test('a file with another checksum, a missing one and a package that is cut off are refused, and the installed model stays', () => {
  const { folder, model, files } = aModel();
  const [place, source] = [join(folder, 'models', 'm'), join(folder, 'm.tgz')];
  writeFileSync(source, packed(files));
  installModel(model, source, place);
  const refused = (change: (files: Map<string, Buffer>) => Buffer, message: RegExp) => {
    writeFileSync(source, change(new Map(files)));
    expect(() => installModel(model, source, place)).toThrow(message);
    for (const [name, content] of files) expect(readFileSync(join(place, name))).toEqual(content);
  };
  refused((changed) => packed(changed.set('m.bin', Buffer.from('other'))), /m\.bin .* not the file/);
  refused((changed) => packed(changed.set('m.json', Buffer.from('{}'))), /this release knows/);
  refused(
    (changed) => packed(new Map([...changed].filter(([name]) => name !== 'tokenizer.json'))),
    /does not hold tokenizer\.json/,
  );
  refused((changed) => packed(changed).subarray(0, 60), /not an npm package/);
  refused(() => Buffer.from('plain text'), /not an npm package/);
});

test('a manifest cannot name a file outside of its package', () => {
  const { folder, model, files } = aModel('../../etc/passwd');
  writeFileSync(join(folder, 'm.tgz'), packed(files));
  expect(() => installModel(model, join(folder, 'm.tgz'), join(folder, 'm'))).toThrow('plain file name');
  expect(existsSync(join(folder, 'm'))).toBe(false);
});

test('an unknown model or action is wrong usage that names what there is', async () => {
  const data = ['--data-dir', aFolder()];
  const unknown = await runInProcess(['models', 'install', 'klingon', ...data]);
  expect(unknown).toMatchObject({ code: 2 });
  expect(unknown.said).toContain('multilingual');
  expect((await runInProcess(['models', 'remove', ...data])).code).toBe(2);
  const missing = await runInProcess([
    'models',
    'install',
    'multilingual',
    '--from',
    '/no/such/file',
    ...data,
  ]);
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.said).toContain('no file or folder');
});

function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-models-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The files of a model that is no model: installing looks at checksums alone. */
function aModel(weights = 'm.bin') {
  const files = new Map([
    ['m.bin', Buffer.from('weights'.repeat(300))],
    ['tokenizer.json', Buffer.from('{"pieces":1}')],
  ]);
  const file = (path: string, bytes: Buffer) => ({ path, sha256: sha256(bytes) });
  const manifest = Buffer.from(
    JSON.stringify({
      id: 'm',
      kind: 'encoder',
      dims: 384,
      maxTokens: 512,
      model: file(weights, files.get('m.bin')!),
      tokenizer: file('tokenizer.json', files.get('tokenizer.json')!),
      calibration: {
        points: [
          [0, 0],
          [1, 1],
        ],
      },
      licence: 'MIT',
      origin: 'a test',
      notice: 'none',
    }),
  );
  files.set('m.json', manifest);
  const model = { package: 'm', version: '1.0.0', manifest: { path: 'm.json', sha256: sha256(manifest) } };
  return { folder: aFolder(), model, files };
}

/** As `npm pack` writes it. */
function packed(files: ReadonlyMap<string, Buffer>): Buffer {
  const parts: Buffer[] = [];
  for (const [name, bytes] of files) {
    const head = Buffer.alloc(512);
    head.write(`package/${name}`, 0);
    head.write(bytes.length.toString(8).padStart(11, '0'), 124);
    head.write('0', 156);
    parts.push(head, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512));
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(1024)]));
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

test('models are listed with whether they are installed, for people and for programs', async () => {
  const data = ['--data-dir', aFolder()];
  const listed = await runInProcess(['models', 'list', ...data]);
  expect(listed.code).toBe(0);
  const { out } = await runInProcess(['models', 'list', '--json', ...data]);
  const found = JSON.parse(out) as Array<{ model: string; installed: boolean; package: string }>;
  // A checkout that has the model serves it.
  const lines = found.map(
    (one) => `${one.model}: ${one.installed ? '' : 'not '}installed (${one.package})\n`,
  );
  expect(listed.out).toBe(lines.join(''));
  expect(found.map(({ model }) => model)).toEqual(['multilingual']);
  expect(found[0]!.package).toMatch(/^\S+@\d+\.\d+\.\d+$/);
  expect(out.trimEnd()).toBe(JSON.stringify(found, null, 2));
  expect((await runInProcess(['models', 'list', 'multilingual', ...data])).code).toBe(2);
});
