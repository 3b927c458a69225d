import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineIds } from '../../src/scan/finding.ts';
import type { CompletedScan, ScanOutcome, ScanTask } from '../../src/scan/scan-outcome.ts';
import { createHarness, type Harness } from './harness.ts';
import { RepositoryBuilder } from './repositories.ts';

let harness: Harness;
beforeAll(async () => {
  harness = await createHarness({ engines: ['supply-chain'] });
});
afterAll(() => harness.close());

/** For what attacks the reading of content itself. */
const everyEngine = { engines: [...engineIds] };

const reversal = '\u202e';
const bait = `f() // ${reversal}\n`;
let count = 0;

async function scanRepository(
  build: (repository: RepositoryBuilder) => void,
  task: { [Key in keyof ScanTask]?: Key extends 'limits' ? Partial<ScanTask['limits']> : ScanTask[Key] } & {
    ref?: string;
  } = {},
): Promise<ScanOutcome> {
  const name = `case-${count++}.git`;
  build(new RepositoryBuilder(harness.repositories, name));
  const { ref, ...rest } = task;
  harness.caught();
  const outcome = await harness.scan(
    { kind: 'remote', url: harness.url(name), ...(ref !== undefined && { ref }) },
    rest as Partial<ScanTask>,
  );
  const { connections, executed, scratch } = harness.caught();
  expect({ connections, executed, scratch }).toEqual({ connections: 0, executed: [], scratch: [] });
  return outcome;
}

function skippedOf(outcome: ScanOutcome): Array<[string, string]> {
  return (outcome as CompletedScan).coverage.skipped.map(({ path, reason }) => [path, reason]);
}

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
  }, 180_000);

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

describe('paths', () => {
  function withEntry(mode: string, name: string | Buffer, content = bait) {
    return (repository: RepositoryBuilder) => {
      const object = repository.blob(content);
      repository.branch('main', repository.commit(repository.tree([{ mode, name, object }])));
    };
  }

  test.each([
    ['two dots', '..'],
    ['one dot', '.'],
    ['a slash', '../evil.js'],
    ['a folder of git', '.git'],
    ['a folder of git in capitals', '.GIT'],
    ['a folder of git by its short name on Windows', 'GIT~1'],
    ['a folder of git as a stream on Windows', '.git::$INDEX_ALLOCATION'],
    ['a folder of git with a character that macOS leaves out', '.g\u200cit'],
    ['no name', ''],
  ])('a tree entry with %s is refused with the pack', async (_, name) => {
    expect(await scanRepository(withEntry('100644', name))).toMatchObject({
      status: 'failed',
      errorCode: 'corrupt_repository',
    });
  });

  test('the same entry twice is refused with the pack', async () => {
    const outcome = await scanRepository((repository) => {
      const entry = { mode: '100644', name: 'a.js', object: repository.blob(bait) };
      repository.branch('main', repository.commit(repository.tree([entry, entry])));
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'corrupt_repository' });
  });

  test.each([
    ['a newline', 'a\nb.js'],
    ['control characters', 'a\u001b[31m\u0007.js'],
    ['a reversal', `a${reversal}.js`],
    ['spaces and quotes', ` "a' $(touch x).js`],
    ['a leading dash', '--upload-pack=x.js'],
    ['a slash that only Windows knows', 'a\\..\\evil.js'],
  ])('a path with %s is read under its name', async (_, name) => {
    const outcome = await scanRepository(withEntry('100644', name));
    expect((outcome as CompletedScan).findings.map(({ file }) => file)).toContain(name);
  });

  test('a path that is not UTF-8 is read', async () => {
    const outcome = await scanRepository(
      withEntry('100644', Buffer.from([0x61, 0xff, 0xfe, 0x2e, 0x6a, 0x73])),
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a\ufffd\ufffd.js' }] });
  });

  test('a path of more than 4,096 bytes is skipped and said to be', async () => {
    const outcome = await scanRepository(withEntry('100644', `${'a'.repeat(5000)}.js`));
    expect(skippedOf(outcome)).toEqual([['…', 'path_too_long']]);
    expect(outcome).toMatchObject({ coverage: { complete: false } });
  });

  test('five hundred folders one inside the other', async () => {
    const outcome = await scanRepository((repository) => {
      let object = repository.blob(bait);
      let entry = { mode: '100644', name: 'a.js', object };
      for (let i = 0; i < 500; i++) {
        object = repository.tree([entry]);
        entry = { mode: '40000', name: 'd', object };
      }
      repository.branch('main', repository.commit(object));
    });
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ severity: 'high' }] });
  });

  test('symbolic links are not followed, wherever they point', async () => {
    const outcome = await scanRepository((repository) => {
      const entries = ['/etc/passwd', '../../../../etc/shadow', 'loop'].map((target, i) => ({
        mode: '120000',
        name: `link${i}.js`,
        object: repository.blob(target),
      }));
      repository.branch('main', repository.commit(repository.tree(entries)));
    });
    expect(skippedOf(outcome).map(([, reason]) => reason)).toEqual(['symlink', 'symlink', 'symlink']);
    expect(outcome).toMatchObject({ findings: [], coverage: { files: 0, complete: true } });
  });
});

test('150,000 links are counted, and a list of them stays short', async () => {
  const outcome = await scanRepository((repository) => {
    const object = repository.blob('x');
    const folder = repository.tree(
      Array.from({ length: 1000 }, (_, i) => ({ mode: '120000', name: String(i).padStart(4, '0'), object })),
    );
    const folders = Array.from({ length: 150 }, (_, i) => String(i).padStart(3, '0'));
    const root = repository.tree(folders.map((name) => ({ mode: '40000', name, object: folder })));
    repository.branch('main', repository.commit(root));
  });
  expect(outcome).toMatchObject({ status: 'completed', coverage: { complete: true } });
  const { skipped } = (outcome as CompletedScan).coverage;
  expect(skipped).toHaveLength(1001);
  expect(skipped.at(-1)).toMatchObject({ reason: 'symlink', count: 149_000 });
});

describe('things that point elsewhere', () => {
  test('a submodule on a private host is not contacted', async () => {
    const outcome = await scanRepository((repository) => {
      const modules = `[submodule "x"]\n\tpath = x\n\turl = https://127.0.0.1:${harness.trapPort}/x\n`;
      const entries = [
        { mode: '100644', name: '.gitmodules', object: repository.blob(modules) },
        { mode: '160000', name: 'x', object: 'a'.repeat(40) },
      ];
      repository.branch('main', repository.commit(repository.tree(entries)));
    });
    expect(skippedOf(outcome)).toEqual([['x', 'submodule']]);
  });

  test.each([
    ['a URL that is an option', '[submodule "x"]\n\tpath = x\n\turl = --upload-pack=touch\n'],
    ['a name that leaves its folder', '[submodule "../../x"]\n\tpath = x\n\turl = https://example.com/x\n'],
    ['a path that is an option', '[submodule "x"]\n\tpath = --x\n\turl = https://example.com/x\n'],
  ])('a submodule with %s is refused with the pack', async (_, modules) => {
    const outcome = await scanRepository((repository) => repository.files({ '.gitmodules': modules }));
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'corrupt_repository' });
  });

  test('an LFS pointer is said to be unread, and its server is not contacted', async () => {
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12\n`;
    const outcome = await scanRepository((repository) =>
      repository.files({
        'model.js': pointer,
        '.lfsconfig': `[lfs]\n\turl = https://127.0.0.1:${harness.trapPort}/lfs\n`,
        '.gitattributes': '*.js filter=lfs diff=lfs merge=lfs -text\n',
      }),
    );
    expect(skippedOf(outcome)).toContainEqual(['model.js', 'lfs_pointer']);
    expect(outcome).toMatchObject({ coverage: { complete: false } });
  });

  test('attributes that name filters, drivers and encodings change nothing', async () => {
    const outcome = await scanRepository((repository) =>
      repository.files({
        '.gitattributes':
          '* filter=evil diff=evil merge=evil working-tree-encoding=UTF-16 ident export-subst\n',
        '.gitconfig': `[filter "evil"]\n\tsmudge = touch ${harness.canaries}/smudge\n`,
        'a.js': `$Id$ ${bait}`,
      }),
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
  });

  test('configuration of the server’s repository stays on the server', async () => {
    const outcome = await scanRepository((repository) => {
      repository.files({ 'a.js': bait });
      repository.git(['config', 'core.fsmonitor', `touch ${harness.canaries}/monitor`]);
      repository.git(['config', 'remote.origin.uploadpack', `touch ${harness.canaries}/pack`]);
    });
    expect(outcome).toMatchObject({ status: 'completed' });
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

describe('repositories without what one expects', () => {
  test('one without commits', async () => {
    expect(await scanRepository(() => {})).toMatchObject({ status: 'failed', errorCode: 'ref_not_found' });
  });

  test('one without a default branch, which can still be scanned by name', async () => {
    const build = (repository: RepositoryBuilder) => {
      const commit = repository.files({ 'a.js': bait });
      repository.branch('other', commit);
      repository.git(['update-ref', '-d', 'refs/heads/main']);
    };
    expect(await scanRepository(build)).toMatchObject({ status: 'failed', errorCode: 'ref_not_found' });
    expect(await scanRepository(build, { ref: 'other' })).toMatchObject({ status: 'completed' });
  });

  test('one with a detached HEAD', async () => {
    const outcome = await scanRepository((repository) => {
      const commit = repository.files({ 'a.js': bait });
      repository.git(['update-ref', '--no-deref', 'HEAD', commit]);
      repository.files({ 'a.js': 'f()\n' });
    });
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
  });

  test('one without the branch that is asked for', async () => {
    const outcome = await scanRepository((repository) => repository.files({ 'a.js': bait }), {
      ref: 'nowhere',
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'ref_not_found' });
  });

  test('one without the commit that is asked for', async () => {
    const outcome = await scanRepository((repository) => repository.files({ 'a.js': bait }), {
      ref: 'b'.repeat(40),
    });
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'ref_not_found' });
  });

  test('one whose tag and branch have the same name: the branch is scanned', async () => {
    const outcome = await scanRepository(
      (repository) => {
        const old = repository.files({ 'a.js': 'f()\n' });
        repository.git(['tag', 'v1', old]);
        repository.branch('v1', repository.files({ 'a.js': bait }));
      },
      { ref: 'v1' },
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
  });

  test('one whose tag is a tag of a tag', async () => {
    const outcome = await scanRepository(
      (repository) => {
        const commit = repository.files({ 'a.js': bait });
        repository.git(['tag', '-a', 'inner', '-m', 'x', commit]);
        repository.git(['tag', '-a', 'outer', '-m', 'x', 'inner']);
      },
      { ref: 'outer' },
    );
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
  });

  test('one whose tag is a file', async () => {
    const outcome = await scanRepository(
      (repository) => {
        repository.files({ 'a.js': bait });
        repository.git(['tag', 'file', repository.blob('x')]);
      },
      { ref: 'file' },
    );
    expect(outcome).toMatchObject({ status: 'failed', errorCode: 'ref_not_found' });
  });

  test('one in git’s newer hash function', async () => {
    const name = 'sha256.git';
    const repository = new RepositoryBuilder(harness.repositories, name, ['--object-format=sha256']);
    repository.files({ 'a.js': bait });
    const outcome = await harness.scan(harness.url(name));
    expect(outcome).toMatchObject({ status: 'completed', findings: [{ file: 'a.js' }] });
    expect(outcome).toHaveProperty('commit', expect.stringMatching(/^[0-9a-f]{64}$/));
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
