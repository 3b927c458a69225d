import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createAuthority } from '../../../../../../test/hostile/authority.ts';
import { advisoryRecord } from '../../../../../../test/support/advisory-records.ts';
import { zipOf } from '../../../../../../test/support/zip.ts';
import { AdvisoryIndex } from '../advisory-index.ts';
import type { DownloadOptions } from './download.ts';
import { type SyncProgress, type SyncRequest, syncAdvisories } from './sync.ts';

let folder: string;
let told: SyncProgress[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lorekeep-steps-'));
  told = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

const json = (id: string, change: object = {}) => JSON.stringify(advisoryRecord(id, { ...change }));
const sync = (change: Partial<SyncRequest>, download: Partial<DownloadOptions> = {}) =>
  syncAdvisories(
    { from: [], ecosystems: ['npm'], indexFile: join(folder, 'index.db'), ...change },
    {
      clock: { now: () => 0 },
      onProgress: (progress) => told.push(progress),
      download: {
        allowHosts: [],
        resolveHost: async () => ['127.0.0.1'],
        signal: new AbortController().signal,
        ...download,
      },
    },
  );
function status() {
  const index = AdvisoryIndex.open(join(folder, 'index.db'))!;
  onTestFinished(() => index.close());
  return index.status();
}

/** A mirror of these files; a text is the content, a number a status. */
async function mirror(files: Record<string, string | Buffer | number>) {
  const authority = createAuthority();
  const asked: string[] = [];
  const server = createServer(authority.issue(['mirror.test']), ({ url, headers }, response) => {
    asked.push(`${url}${headers['if-none-match'] ? ` unless ${headers['if-none-match']}` : ''}`);
    const file = files[url!] ?? 404;
    if (headers['if-none-match'] === '"v1"') response.writeHead(304).end();
    else if (typeof file === 'number') response.writeHead(file).end();
    else response.writeHead(200, { etag: '"v1"' }).end(file);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const host = `mirror.test:${(server.address() as AddressInfo).port}`;
  return {
    url: `https://${host}`,
    asked,
    options: { allowHosts: [host], certificates: [authority.certificate] },
  };
}

test('every five hundredth record is told, and the last', async () => {
  const text = JSON.stringify({ id: 'A-1' });
  const records = Array.from({ length: 1001 }, (_, i) => [`${i}.json`, text] as const);
  const zip = join(folder, 'all.zip');
  writeFileSync(zip, zipOf(records));
  await sync({ from: [zip] });
  // Of a zip it is not known beforehand how many there are.
  expect(told).toEqual([
    { what: zip, done: 500, total: undefined },
    { what: zip, done: 1000, total: undefined },
    { what: zip, done: 1001, total: 1001 },
  ]);
  mkdirSync(join(folder, 'osv'));
  for (const name of ['a', 'b']) writeFileSync(join(folder, 'osv', `${name}.json`), json(`A-${name}`));
  told = [];
  await sync({ from: [join(folder, 'osv')] });
  expect(told).toEqual([{ what: join(folder, 'osv'), done: 2, total: 2 }]);
});

test('what was taken is remembered with its source, and ecosystems that nobody knows are told, most records first', async () => {
  const entry = (ecosystem: string) => ({ package: { ecosystem, name: 'a' }, versions: ['1'] });
  const zip = join(folder, 'all.zip');
  const files = [['Sun'], ['Moon', 'Sun'], ['Moon', 'Mars'], ['Moon']].map(
    (names, i) => [`${i}.json`, json(`A-${i}`, { affected: [...names, 'npm'].map(entry) })] as const,
  );
  writeFileSync(zip, zipOf(files));
  const { unknownEcosystems } = await sync({ from: [zip] });
  expect(unknownEcosystems).toEqual([
    ['Moon', 3],
    ['Sun', 2],
    ['Mars', 1],
  ]);
  expect(status().sources).toEqual([
    { name: zip, syncedAt: '1970-01-01T00:00:00.000Z', newest: '2026-01-02T00:00:00Z', records: 4 },
  ]);
});

test('lists may be packed', async () => {
  writeFileSync(join(folder, 'kev.json.gz'), gzipSync('CVE-2026-0001 CVE-2026-0002'));
  writeFileSync(join(folder, 'a.json'), json('A-1'));
  await sync({ from: [folder], exploitedFile: join(folder, 'kev.json.gz') });
  expect(status().exploited).toBe(2);
});

const changes = (count: number, time = '2026-03-01T00:00:00Z') =>
  Array.from({ length: count }, (_, i) => `${time},A-${i}\n`).join('');

test('of an archive only what changed is asked for, one by one, in the order of its list', async () => {
  const files: Record<string, string | Buffer | number> = {
    '/npm/all.zip': zipOf([['a.json', json('A-0')]]),
  };
  const { url, asked, options } = await mirror(files);
  await sync({ from: [url] }, options);
  const later = { modified: '2026-03-01T00:00:00Z', summary: 'Later' };
  files['/npm/modified_id.csv'] =
    `${changes(2)}\n2026-03-01T00:00:00Z,../A-3\n2026-03-01T00:00:00Z\n2026-01-02T00:00:00Z,A-4\n`;
  files['/npm/A-0.json'] = json('A-0', later);
  files['/npm/A-1.json'] = json('A-1', later);
  asked.length = 0;
  told = [];
  expect(await sync({ from: [url] }, options)).toMatchObject({ added: 1, changed: 1, records: 2 });
  // Names that lead elsewhere, lines without one and what is no newer than the last time are left out.
  expect(asked).toEqual(['/npm/modified_id.csv', '/npm/A-0.json', '/npm/A-1.json']);
  expect(told).toEqual([
    { what: `${url}/npm`, done: 1, total: 2 },
    { what: `${url}/npm`, done: 2, total: 2 },
  ]);
  expect(status().sources[0]).toMatchObject({
    name: `${url}/npm`,
    newest: '2026-03-01T00:00:00Z',
    records: 2,
  });
  asked.length = 0;
  await sync({ from: [url] }, options);
  expect(asked).toEqual(['/npm/modified_id.csv']);
});

test('an archive without a list of changes, or with too many of them, is taken as a whole unless it is as it was', async () => {
  const files: Record<string, string | Buffer | number> = {
    '/npm/all.zip': zipOf([['a.json', json('A-0')]]),
  };
  const { url, asked, options } = await mirror(files);
  await sync({ from: [url] }, options);
  for (const list of [403, 404, changes(501)]) {
    files['/npm/modified_id.csv'] = list;
    asked.length = 0;
    expect(await sync({ from: [url] }, options)).toMatchObject({ records: 1, removed: 0 });
    expect(asked).toEqual(['/npm/modified_id.csv', '/npm/all.zip unless "v1"']);
  }
  files['/npm/modified_id.csv'] = 500;
  await expect(sync({ from: [url] }, options)).rejects.toThrow('mirror.test answered with status 500.');
});

test('a zip that is downloaded tells its bytes and then its records', async () => {
  const zip = zipOf([['a.json', json('A-0')]]);
  const { url, options } = await mirror({ '/all.zip': zip });
  await sync({ from: [`${url}/all.zip`] }, options);
  expect(told).toEqual([
    { what: `${url}/all.zip (bytes)`, done: zip.length, total: undefined },
    { what: `${url}/all.zip`, done: 1, total: 1 },
  ]);
});
