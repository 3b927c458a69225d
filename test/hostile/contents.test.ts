import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { engineIds } from '../../src/scan/model/finding.ts';
import type { CompletedScan } from '../../src/scan/model/outcome.ts';
import { scannerOf, skippedOf } from './built-repositories.ts';
import type { RepositoryBuilder } from './repositories.ts';
import { bait, useHarness } from './use-harness.ts';

const harness = await useHarness();
const scanRepository = scannerOf(harness);

/** For what attacks the reading of content itself. */
const everyEngine = { engines: [...engineIds] };

describe('sizes', () => {
  test('400 MiB of zeros in a small pack are skipped, not unpacked into memory', async () => {
    const outcome = await scanRepository(
      (repository) => {
        const zeros = repository.blob(Buffer.alloc(400 * 1024 ** 2));
        const small = repository.blob(bait);
        repository.branch(
          'main',
          repository.commit(
            repository.tree([
              { mode: '100644', name: 'a.js', object: small },
              { mode: '100644', name: 'zeros.js', object: zeros },
            ]),
          ),
        );
      },
      { ...everyEngine, limits: { packBytes: 100 * 1024 ** 2 } },
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
    expect(skippedOf(outcome)).toContainEqual(['zeros.js', 'too_large']);
  });

  test('a tree that addresses ten thousand million files ends at the file limit', async () => {
    const outcome = await scanRepository(
      (repository) => {
        let object = repository.blob('x');
        let mode = '100644';
        for (let level = 0; level < 10; level++) {
          object = repository.tree(Array.from({ length: 10 }, (_, i) => ({ mode, name: `${i}.js`, object })));
          mode = '40000';
        }
        repository.branch('main', repository.commit(object));
      },
      { limits: { files: 20_000 } },
    );
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'too_many_files' });
  });

  test('a pack beyond the limit', async () => {
    const outcome = await scanRepository(
      (repository) => repository.files({ 'a.bin': randomBytes(2_000_000) }),
      {
        limits: { packBytes: 1_000_000 },
      },
    );
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'repo_too_large' });
  });

  test('a hundred thousand tiny files are all read', async () => {
    const outcome = await scanRepository(
      (repository) => {
        const blobs = Array.from({ length: 10 }, (_, i) => repository.blob(`f(${i})\n`));
        const folder = repository.tree(
          Array.from({ length: 1000 }, (_, i) => ({
            mode: '100644',
            name: `${String(i).padStart(4, '0')}.js`,
            object: blobs[i % 10]!,
          })),
        );
        const root = repository.tree(
          Array.from({ length: 100 }, (_, i) => ({
            mode: '40000',
            name: String(i).padStart(3, '0'),
            object: folder,
          })),
        );
        repository.branch('main', repository.commit(root));
      },
      { engines: ['supply-chain'] },
    );
    expect(outcome).toMatchObject({ status: 'completed', coverage: { files: 100_000, complete: true } });
  });

  test('a file of one line of 50 MB is beyond the limit of a file and said to be', async () => {
    const outcome = await scanRepository(
      (repository) => repository.files({ 'a.js': bait, 'line.json': Buffer.alloc(50_000_000, 'a') }),
      everyEngine,
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
    expect(skippedOf(outcome)).toContainEqual(['line.json', 'too_large']);
    expect(outcome).toMatchObject({ coverage: { complete: false } });
  });

  test('a file of one line of 4 MB is read', async () => {
    const outcome = await scanRepository(
      (repository) => repository.files({ 'line.js': Buffer.alloc(4_000_000, 'a') }),
      everyEngine,
    );
    expect(outcome).toMatchObject({ status: 'completed', coverage: { files: 1 } });
  });

  test('200,000 nested brackets', async () => {
    const nested = `${'['.repeat(200_000)}${']'.repeat(200_000)}`;
    const outcome = await scanRepository(
      (repository) =>
        repository.files({
          'a.js': nested,
          'b.json': nested,
          'c.py': nested,
          'd.yaml': nested,
          'e.js': bait,
        }),
      everyEngine,
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'e.js' }] });
  });

  test('archives that expand a thousandfold are not expanded', async () => {
    const archive = gzipSync(Buffer.alloc(20_000_000));
    const outcome = await scanRepository(
      (repository) =>
        repository.files({ 'a.tar.gz': archive, 'b.gz': gzipSync(archive), 'c.zip': archive, 'd.js': bait }),
      everyEngine,
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'd.js' }] });
  });

  test('more findings than the limit are cut and said to be', async () => {
    const outcome = await scanRepository(
      (repository) => repository.files({ 'a.js': bait, 'b.js': bait, 'c.js': bait }),
      { limits: { findings: 2 }, engines: ['supply-chain'] },
    );
    expect(outcome).toMatchObject({ truncated: true, summary: { high: 3 } });
    expect((outcome as CompletedScan).findings).toHaveLength(2);
  });
});

describe('encodings', () => {
  test('invalid UTF-8, UTF-16 and binary content are all survived, and text is found in each that is text', async () => {
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(bait, 'utf16le')]);
    const outcome = await scanRepository(
      (repository) =>
        repository.files({
          'binary.js': randomBytes(50_000),
          'invalid.js': Buffer.concat([Buffer.from([0xc3, 0x28, 0xff, 0x0a]), Buffer.from(bait)]),
          'utf16.js': utf16,
          'utf16be.js': Buffer.from(utf16).swap16(),
          'empty.js': '',
          'marks.js': Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(bait)]),
        }),
      { engines: ['supply-chain'] },
    );
    expect((outcome as CompletedScan).findings.map(({ file }) => file)).toEqual([
      'invalid.js',
      'marks.js',
      'utf16.js',
      'utf16be.js',
    ]);
  });
});

describe('what a repository says about itself', () => {
  test.each([
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${[...'bcdefgh'].map((c, i) => `${c}: &${c} [${Array(9).fill(`*${'abcdefg'[i]}`).join()}]`).join('\n')}`,
    ],
    ['a megabyte of it', `exclude: [${'x,'.repeat(500_000)}]`],
    ['something else', 'exclude: 7\n'],
    ['broken text', 'a: [\n  - {'],
  ])('a configuration with %s is refused and said to be', async (_, text) => {
    const outcome = await scanRepository(
      (repository) => repository.files({ '.lorekeep.yaml': text, 'a.js': bait }),
      {
        trustRepositoryConfig: true,
      },
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
    expect(skippedOf(outcome)).toContainEqual(['.lorekeep.yaml', 'invalid_config']);
  });

  test('patterns that would never end elsewhere end here, and count only where the request trusts them', async () => {
    const files = {
      '.lorekeep.yaml': `exclude: ["${'**/*'.repeat(100)}b.js"]\nsuppressions: [{path: "c.js", reason: known}]\n`,
      [`${'a/'.repeat(100)}b.js`]: bait,
      'c.js': bait,
    };
    const build = (repository: RepositoryBuilder) => repository.files(files);
    const untrusted = (await scanRepository(build)) as CompletedScan;
    expect(untrusted.findings).toHaveLength(2);
    expect(untrusted.coverage.repositoryConfig).toEqual({
      trusted: false,
      suppressions: 1,
      excludes: 1,
      rules: 0,
    });
    const trusted = (await scanRepository(build, { trustRepositoryConfig: true })) as CompletedScan;
    expect(trusted.suppressedFindings).toMatchObject([{ file: 'c.js', suppression: { reason: 'known' } }]);
  });
});
