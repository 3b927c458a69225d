import { describe, expect, test } from 'vitest';
import type { CompletedScan } from '../../src/scan/model/outcome.ts';
import { scannerOf, skippedOf } from './built-repositories.ts';
import type { RepositoryBuilder } from './repositories.ts';
import { bait, reversal, useHarness } from './use-harness.ts';

const harness = await useHarness();
const scanRepository = scannerOf(harness);

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
