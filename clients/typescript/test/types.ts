import { type Lorekeep, LorekeepError } from '../src/index.ts';

/** Checked by `tsc` alone: what must be an error is marked, and is an error itself when it is none. */
export async function typeChecks(lore: Lorekeep): Promise<void> {
  const hits = await lore.memory.search({ namespace: 'a', query: 'b', limit: 3, metadataFilter: { a: 1 } });
  const score: number | undefined = hits[0]?.score;
  // @ts-expect-error: the field is called limit
  await lore.memory.search({ namespace: 'a', query: 'b', topK: score });
  // @ts-expect-error: a query is required
  await lore.memory.search({ namespace: 'a' });
  // @ts-expect-error: not a mode
  await lore.memory.search({ namespace: 'a', query: 'b', mode: 'fuzzy' });
  await lore.memory.deleteMany({
    namespace: 'a',
    filter: {
      and: [{ path: '/metadata/a', op: 'eq', value: 1 }, { not: { path: '/metadata/b', op: 'exists' } }],
    },
  });
  // @ts-expect-error: not an operator
  await lore.memory.deleteMany({ namespace: 'a', filter: { path: '/metadata/a', op: 'like', value: 1 } });
  const scan = await lore.scans.start({ repoUrl: 'https://a.example/b', policy: { failOn: 'high' } });
  const { findings } = await scan.done({ onProgress: ({ percent }) => percent.toFixed() });
  const kind: 'source' | 'step' | 'sink' | undefined = findings?.[0]?.trace?.[0]?.kind;
  // @ts-expect-error: findings are there only when the scan is completed
  findings.map(() => kind);
  const { data } = await lore
    .call('getScan', { params: { scanId: 'a' }, query: {} })
    .then((one) => ({ data: one }));
  data.coverage?.skipped.map(({ reason }) => reason.length);
  // @ts-expect-error: no such operation
  await lore.call('getEverything', {});
  try {
    for await (const event of lore.scans.follow('scan_a')) if (event.event === 'finished') return;
  } catch (error) {
    if (error instanceof LorekeepError && error.code === 'scan_not_found') return;
    // @ts-expect-error: not a code of the catalogue
    if (error instanceof LorekeepError && error.code === 'teapot') return;
  }
}
