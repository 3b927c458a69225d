import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../../../../../test/hostile/authority.ts';
import { advisoryRecord as record } from '../../../../../../test/support/advisory-records.ts';
import { zipOf } from '../../../../../../test/support/zip.ts';
import { AdvisoryIndex } from '../advisory-index.ts';
import { advisoryIndexFile } from '../index-file.ts';
import { prepareAdvisoryIndex } from '../prepare-index.ts';
import { type SyncRequest, syncAdvisories } from './sync.ts';

const clock = { now: () => Date.parse('2026-11-15T00:00:00Z') };

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lorekeep-advisories-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function writeRecords(folder: string, ...records: Array<{ id: string }>): string {
  mkdirSync(folder, { recursive: true });
  for (const each of records) writeFileSync(join(folder, `${each.id}.json`), JSON.stringify(each));
  return folder;
}

function sync(
  indexFile: string,
  from: string[],
  change: Partial<SyncRequest> = {},
  hosts: { port?: number; ca?: string } = {},
) {
  return syncAdvisories(
    { from, ecosystems: ['npm'], indexFile, ...change },
    {
      clock,
      onProgress: () => {},
      download: {
        allowHosts: hosts.port === undefined ? [] : [`mirror.test:${hosts.port}`],
        resolveHost: async () => ['127.0.0.1'],
        signal: new AbortController().signal,
        ...(hosts.ca === undefined ? {} : { certificates: [hosts.ca] }),
      },
    },
  );
}

function idsIn(indexFile: string, name = 'left-pad'): string[] {
  const index = AdvisoryIndex.open(indexFile)!;
  const ids = index.lookUp('npm', name).map(({ advisory }) => advisory.id);
  index.close();
  return ids;
}
test('an index takes in what is new, replaces what changed, drops what is gone or withdrawn', async () => {
  const folder = temporaryFolder();
  const indexFile = join(folder, 'index.db');
  const source = writeRecords(join(folder, 'osv'), record('GHSA-a'), record('GHSA-b'), record('GHSA-c'));
  expect(await sync(indexFile, [source])).toMatchObject({ added: 3, records: 3 });
  const before = AdvisoryIndex.open(indexFile)!;
  writeRecords(
    source,
    record('GHSA-b', { summary: 'Other words' }),
    record('GHSA-c', { withdrawn: '2026-02-01T00:00:00Z' }),
  );
  rmSync(join(source, 'GHSA-a.json'));
  writeFileSync(join(source, 'nonsense.json'), '{"id":');
  const result = await sync(indexFile, [source]);
  expect(result).toMatchObject({
    added: 0,
    changed: 1,
    removed: 2,
    withdrawn: 1,
    unreadable: { count: 1 },
    records: 1,
  });
  expect(idsIn(indexFile)).toEqual(['GHSA-b']);
  // Who has the old file open goes on reading the old file.
  expect(before.lookUp('npm', 'left-pad')).toHaveLength(3);
  const after = AdvisoryIndex.open(indexFile)!;
  expect(after.revision).not.toBe(before.revision);
  expect(after.status()).toMatchObject({
    records: 1,
    newest: '2026-01-02T00:00:00Z',
    syncedAt: '2026-11-15T00:00:00.000Z',
  });
  before.close();
  after.close();
});

test('a sync that fails leaves the index as it was and nothing beside it', async () => {
  const folder = temporaryFolder();
  const indexFile = join(folder, 'index', 'index.db');
  await sync(indexFile, [writeRecords(join(folder, 'osv'), record('GHSA-a'))]);
  mkdirSync(join(folder, 'empty'));
  await expect(sync(indexFile, [join(folder, 'empty')])).rejects.toThrow('holds no records');
  writeFileSync(join(folder, 'broken.zip'), 'PK not a zip');
  await expect(sync(indexFile, [join(folder, 'broken.zip')])).rejects.toThrow('not a zip file');
  expect(idsIn(indexFile)).toEqual(['GHSA-a']);
  expect(readdirSync(join(folder, 'index'))).toEqual(['index.db']);
  writeFileSync(join(folder, 'index', 'index.db'), 'not a database');
  expect(AdvisoryIndex.open(indexFile)).toBeUndefined();
});

test('a zip is read entry by entry, and an entry that is larger than it says stops there', async () => {
  const folder = temporaryFolder();
  const indexFile = join(folder, 'index.db');
  writeFileSync(
    join(folder, 'all.zip'),
    zipOf([
      ['a.json', JSON.stringify(record('GHSA-a'))],
      ['../../b.json', JSON.stringify(record('GHSA-b'))],
      ['c.txt', 'x'],
    ]),
  );
  expect(await sync(indexFile, [join(folder, 'all.zip')])).toMatchObject({ added: 2 });
  expect(readdirSync(folder).sort()).toEqual(['all.zip', 'index.db']);
  writeFileSync(join(folder, 'bomb.zip'), zipOf([['a.json', 'x'.repeat(1_000_000)]], { claimed: 10 }));
  await expect(sync(indexFile, [join(folder, 'bomb.zip')])).rejects.toThrow();
  expect(idsIn(indexFile)).toEqual(['GHSA-a', 'GHSA-b']);
});

test('a record larger than any real one is left out and counted; the others are taken', async () => {
  const folder = temporaryFolder();
  const huge = JSON.stringify(record('GHSA-huge', { details: 'x'.repeat(9_000_000) }));
  writeFileSync(
    join(folder, 'all.zip'),
    zipOf([
      ['h.json', huge],
      ['a.json', JSON.stringify(record('GHSA-a'))],
    ]),
  );
  expect(await sync(join(folder, 'zip.db'), [join(folder, 'all.zip')])).toMatchObject({
    added: 1,
    unreadable: { count: 1, examples: [{ name: 'h.json', reason: 'larger than 8 MB' }] },
  });
  const source = writeRecords(join(folder, 'osv'), record('GHSA-a'));
  writeFileSync(join(source, 'huge.json'), huge);
  expect(await sync(join(folder, 'folder.db'), [source])).toMatchObject({
    added: 1,
    unreadable: { count: 1 },
  });
});

test('the operator’s folder is taken in at the start, and again only when it changed', () => {
  const folder = temporaryFolder();
  const source = writeRecords(join(folder, 'osv'), record('GHSA-a'));
  const file = advisoryIndexFile(folder);
  expect(prepareAdvisoryIndex(file, source, clock)).toMatchObject({ count: 0 });
  expect(idsIn(advisoryIndexFile(folder))).toEqual(['GHSA-a']);
  const bytes = readFileSync(advisoryIndexFile(folder));
  prepareAdvisoryIndex(advisoryIndexFile(folder), source, { now: () => 0 });
  expect(readFileSync(advisoryIndexFile(folder)).equals(bytes)).toBe(true);
  writeRecords(source, record('GHSA-b'));
  prepareAdvisoryIndex(advisoryIndexFile(folder), source, clock);
  expect(idsIn(advisoryIndexFile(folder))).toEqual(['GHSA-a', 'GHSA-b']);
});

test('files that are no records are counted and named, also at the next start, and a good record outlives a broken copy of it', async () => {
  const folder = temporaryFolder();
  const source = writeRecords(join(folder, 'osv'), record('GHSA-a'), record('GHSA-b'));
  prepareAdvisoryIndex(advisoryIndexFile(folder), source, clock);
  writeFileSync(join(source, 'GHSA-b.json'), '{"id": "GHSA-b", "affec');
  writeFileSync(join(source, 'list.json'), '[]');
  writeFileSync(join(source, 'none.json'), '');
  writeFileSync(join(source, 'odd.json'), JSON.stringify({ id: 'GHSA-c', affected: 'all' }));
  const unreadable = {
    count: 4,
    examples: [
      { name: 'GHSA-b.json', reason: 'not JSON' },
      { name: 'list.json', reason: 'no "id"' },
      { name: 'none.json', reason: 'empty' },
      { name: 'odd.json', reason: '"affected" is no list' },
    ],
  };
  expect(prepareAdvisoryIndex(advisoryIndexFile(folder), source, clock)).toEqual(unreadable);
  expect(prepareAdvisoryIndex(advisoryIndexFile(folder), source, clock)).toEqual(unreadable);
  expect(idsIn(advisoryIndexFile(folder))).toEqual(['GHSA-a', 'GHSA-b']);
  const index = AdvisoryIndex.open(advisoryIndexFile(folder))!;
  expect(index.status().unreadable).toEqual(unreadable);
  index.close();
  for (const name of ['list', 'none', 'odd']) rmSync(join(source, `${name}.json`));
  writeRecords(source, record('GHSA-b'));
  expect(prepareAdvisoryIndex(advisoryIndexFile(folder), source, clock).count).toBe(0);
});

test('lists of exploited vulnerabilities and of probabilities are read where they are given', async () => {
  const folder = temporaryFolder();
  const indexFile = join(folder, 'index.db');
  const source = writeRecords(join(folder, 'osv'), record('GHSA-a', { aliases: ['CVE-2026-1234'] }));
  writeFileSync(join(folder, 'kev.json'), JSON.stringify({ vulnerabilities: [{ cveID: 'CVE-2026-1234' }] }));
  writeFileSync(
    join(folder, 'epss.csv'),
    '#model\ncve,epss,percentile\nCVE-2026-1234,0.42,0.9\nCVE-2026-9,7,1\n',
  );
  await sync(indexFile, [source], {
    exploitedFile: join(folder, 'kev.json'),
    epssFile: join(folder, 'epss.csv'),
  });
  const index = AdvisoryIndex.open(indexFile)!;
  expect(index.isExploited(['GHSA-a', 'CVE-2026-1234'])).toBe(true);
  expect(index.isExploited(['CVE-2026-4321'])).toBe(false);
  expect(index.exploitProbability(['CVE-2026-1234'])).toBe(0.42);
  index.close();
});

test('an archive is downloaded whole once, and afterwards only what changed; other addresses are refused', async () => {
  const folder = temporaryFolder();
  const indexFile = join(folder, 'index.db');
  const authority = createAuthority();
  const asked: string[] = [];
  const changed = record('GHSA-b', { modified: '2026-03-01T00:00:00Z', summary: 'Changed' });
  const files = new Map<string, string | Buffer>([
    [
      '/npm/all.zip',
      zipOf([
        ['a.json', JSON.stringify(record('GHSA-a'))],
        ['b.json', JSON.stringify(record('GHSA-b'))],
      ]),
    ],
    ['/npm/modified_id.csv', '2026-03-01T00:00:00Z,GHSA-b\n2026-01-02T00:00:00Z,GHSA-a\n'],
    ['/npm/GHSA-b.json', JSON.stringify(changed)],
    ['/large.zip', Buffer.alloc(10)],
  ]);
  const server = createServer(authority.issue(['mirror.test']), (request, response) => {
    asked.push(request.url!);
    if (request.url === '/moved/all.zip')
      return void response.writeHead(302, { location: 'https://169.254.169.254/x.zip' }).end();
    const body = files.get(request.url!);
    if (body === undefined) return void response.writeHead(404).end();
    if (request.url === '/large.zip')
      return void response.writeHead(200, { 'content-length': String(2 ** 40) }).end();
    response.writeHead(200, { etag: '"1"' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const base = `https://mirror.test:${port}`;
  const hosts = { port, ca: authority.certificate };

  expect(await sync(indexFile, [base], {}, hosts)).toMatchObject({ added: 2 });
  expect(asked).toEqual(['/npm/all.zip']);
  asked.length = 0;
  expect(await sync(indexFile, [`${base}/`], {}, hosts)).toMatchObject({ changed: 1, added: 0, records: 2 });
  expect(asked).toEqual(['/npm/modified_id.csv', '/npm/GHSA-b.json']);

  await expect(sync(indexFile, [`${base}/large.zip`], {}, hosts)).rejects.toThrow('at most');
  await expect(sync(indexFile, [`${base}/moved/all.zip`], {}, hosts)).rejects.toThrow(
    'private or special address',
  );
  await expect(sync(indexFile, [`${base}/none.zip`], {}, hosts)).rejects.toThrow('status 404');
  await expect(sync(indexFile, [`http://mirror.test:${port}/all.zip`], {}, hosts)).rejects.toThrow('https');
  // The operator did not allow this host, and it leads to a loopback address.
  await expect(sync(indexFile, [`${base}/npm/all.zip`], {}, { ca: authority.certificate })).rejects.toThrow(
    'not public',
  );
  expect(idsIn(indexFile)).toEqual(['GHSA-a', 'GHSA-b']);
  expect(readdirSync(folder)).toEqual(['index.db']);
});
