import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  commitAll,
  git,
  gitOptions,
  gitRepository,
  writeFiles,
} from '../../../../../test/support/git-folder.ts';
import type { Engine } from '../../../engines/engine.ts';
import type { AttributedFinding } from '../../../findings/identity.ts';
import type { ScanLimits } from '../../../model/task.ts';
import { openCommit } from '../../../source/git/commit-reader.ts';
import { listTips } from '../../../source/git/history-blobs.ts';
import { CoverageLog } from '../../outcome/coverage-log.ts';
import { ContentStore } from '../analyse-files.ts';
import { searchHistory } from '../search-history.ts';

/** Every `SECRET-x` of a text is a secret; a text with `note` in it has a note as well. */
function secretsIn(text: string) {
  const findings = text.split('\n').flatMap((line, index) =>
    [...line.matchAll(/SECRET-\w+/g)].map(([value]) => ({
      ruleId: 'r',
      severity: 'high',
      file: '',
      startLine: index + 1,
      startColumn: line.indexOf(value) + 1,
      identity: { scope: '', tokens: value },
    })),
  );
  return JSON.stringify({
    findings,
    redactions: [[0, 1]],
    ...(text.includes('note') && { notes: [{ path: 'x', reason: 'not_parsed', message: 'm' }] }),
  });
}

const limits = { historyBlobs: 1000, secretFileBytes: 1000, fileBytes: 1000 } as ScanLimits;

async function searched(
  folder: string,
  change: { isShallow?: boolean; keeps?: boolean; others?: AttributedFinding[] } = {},
) {
  const options = gitOptions(join(folder, '.git'));
  const reader = await openCommit('HEAD', options, { ...limits, files: 1000, pathBytes: 100_000 } as never);
  const { entries } = await reader.list();
  const findings: AttributedFinding[] = [...(change.others ?? [])];
  let at = 0;
  for await (const bytes of reader.read(entries)) {
    const file = entries[at++]!.path;
    for (const finding of JSON.parse(secretsIn(Buffer.from(bytes!).toString())).findings)
      findings.push({ ...finding, file, engine: 'secrets' });
  }
  const coverage = new CoverageLog();
  const read: string[] = [];
  const progress: string[] = [];
  // Where the memory for contents is full they are read again.
  const contents = change.keeps ? new ContentStore() : { keep: () => {}, get: () => undefined };
  const engine = { id: 'secrets', wants: () => true } as unknown as Engine;
  const result = await searchHistory(
    {
      git: options,
      tips: () =>
        listTips(options).then((tips) => (tips.length > 0 ? tips : [git(folder, 'rev-parse', 'HEAD')])),
      isShallow: change.isShallow ?? false,
    },
    engine,
    { entries, findings },
    limits,
    {
      engines: [engine],
      analyser: {
        isSpent: false,
        analyseMany: async (batch: ReadonlyArray<{ path: string; bytes: Uint8Array }>) =>
          batch.map(({ path, bytes }) => {
            read.push(path);
            const text = Buffer.from(bytes).toString();
            const analysis = JSON.parse(secretsIn(text));
            for (const finding of analysis.findings) finding.file = path;
            return {
              results: { secrets: /SECRET|note/.test(text) ? JSON.stringify(analysis) : '' },
              passing: [],
            };
          }),
      },
      startThreads: () => undefined,
      cache: undefined,
      coverage,
      contents,
      deadline: { look: () => undefined },
      onProgress: (done: number, total: number) => progress.push(`${done}/${total}`),
    } as never,
  );
  const shown = ({ file, startLine, commit, inTree, identity }: AttributedFinding) =>
    `${file}:${startLine} ${identity.tokens} ${commit} ${inTree}`;
  return {
    read: read.sort(),
    progress,
    past: result.past.map(({ finding, bytes, redactions, maskEverywhere }) => [
      shown(finding),
      Buffer.from(bytes!).toString(),
      redactions,
      maskEverywhere,
    ]),
    present: result.present.map(shown),
    skipped: coverage.list().map(({ reason, message, engine }) => `${reason} ${engine ?? ''} ${message}`),
  };
}

test.for([true, false])(
  'what was taken out is told with the commit that brought it in, once, and with its text (kept in memory: %s)',
  async (keeps) => {
    const folder = gitRepository({ a: 'SECRET-old\n', b: 'SECRET-stays' });
    const first = git(folder, 'rev-parse', 'HEAD');
    writeFiles(folder, { a: 'moved down\nSECRET-old\n' });
    commitAll(folder);
    writeFiles(folder, { a: 'nothing\n', c: 'SECRET-stays too' });
    const third = commitAll(folder);
    const { past, present, read, progress, skipped } = await searched(folder, { keeps });
    expect(past).toEqual([[`a:1 SECRET-old ${first} false`, 'SECRET-old\n', [[0, 1]], []]]);
    expect(present).toEqual([`b:1 SECRET-stays ${first} true`, `c:1 SECRET-stays ${third} true`]);
    // What the scanned commit holds was read already.
    expect(read).toEqual(['a', 'a']);
    expect(progress.at(-1)).toBe('2/2');
    expect(skipped).toEqual([]);
  },
);

test('a secret that is still there came in with the oldest version of its file that holds it', async () => {
  const folder = gitRepository({ a: 'SECRET-one\n' });
  const first = git(folder, 'rev-parse', 'HEAD');
  writeFiles(folder, { a: 'SECRET-one and more\n', b: 'gone: SECRET-two\n' });
  const second = commitAll(folder);
  writeFiles(folder, { a: 'SECRET-one and much more\n', b: 'nothing', c: 'SECRET-two elsewhere\n' });
  const third = commitAll(folder);
  const other = {
    engine: 'code',
    ruleId: 'x',
    file: 'a',
    startLine: 9,
    identity: { scope: '', tokens: 'x' },
  };
  const { past, present } = await searched(folder, { others: [other as never] });
  expect(present).toEqual([
    'a:9 x undefined undefined',
    `a:1 SECRET-one ${first} true`,
    `c:1 SECRET-two ${third} true`,
  ]);
  // Taken out of this file, and yet the scanned commit holds it in another.
  expect(past.map(([shown]) => shown)).toEqual([`b:1 SECRET-two ${second} true`]);
});

test('a shallow history and what engines note are said, and of one version the first place counts', async () => {
  const folder = gitRepository({ a: 'note\nSECRET-x SECRET-y SECRET-x\nSECRET-x\n' });
  writeFiles(folder, { a: '' });
  commitAll(folder);
  const { past, skipped } = await searched(folder, { isShallow: true });
  expect(past.map(([shown]) => String(shown).split(' ').slice(0, 2).join(' '))).toEqual([
    'a:2 SECRET-x',
    'a:2 SECRET-y',
  ]);
  expect(skipped).toEqual([
    'not_parsed secrets m',
    'shallow_history  This is a shallow clone: the commits before its end are not here.',
  ]);
});
