import { describe, expect, test } from 'vitest';
import { scannerOf } from './built-repositories.ts';
import { RepositoryBuilder } from './repositories.ts';
import { bait, useHarness } from './use-harness.ts';

const harness = await useHarness();
const scanRepository = scannerOf(harness);

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
