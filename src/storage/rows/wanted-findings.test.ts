import { expect, test } from 'vitest';
import type { Finding } from '../../scan/model/finding.ts';
import { packFindings } from './finding-chunks.ts';
import { type ChunkHead, WantedFindings } from './wanted-findings.ts';

const head = (scanId: string, ...ids: string[]): ChunkHead => ({
  scanId,
  position: 0,
  repoUrl: `https://example.org/${scanId}`,
  ids: `\n${ids.join('\n')}\n`,
});

async function bodyOf(...ids: string[]): Promise<Uint8Array> {
  const [chunk] = await packFindings(
    ids.map((id) => ({ id }) as Finding),
    0,
  );
  return chunk!.body;
}

test('each finding is taken from the first chunk that has it, and a chunk with none of them is not read', async () => {
  const wanted = new WantedFindings(['a', 'b', 'c']);
  wanted.look(head('new', 'a', 'x'));
  wanted.look(head('none', 'x', 'y'));
  expect(wanted.isComplete).toBe(false);
  wanted.look(head('old', 'a', 'b'));
  wanted.look(head('gone', 'c'));
  expect(wanted.isComplete).toBe(true);
  const read: string[] = [];
  const found = await wanted.unpack(async ({ scanId }) => {
    read.push(scanId);
    return scanId === 'gone' ? undefined : bodyOf('a', 'b', 'x');
  });
  expect(read).toEqual(['new', 'old', 'gone']);
  expect(found).toEqual([
    { scanId: 'new', repoUrl: 'https://example.org/new', finding: { id: 'a' } },
    { scanId: 'old', repoUrl: 'https://example.org/old', finding: { id: 'b' } },
  ]);
});

test('who wants nothing is complete at once', async () => {
  const wanted = new WantedFindings([]);
  expect(wanted.isComplete).toBe(true);
  wanted.look(head('new', 'a', ''));
  expect(await wanted.unpack(() => expect.unreachable())).toEqual([]);
});
