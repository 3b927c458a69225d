import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { RawResponse } from '../../src/http/route.ts';
import { docsRoutes } from '../../src/http/routes/docs.ts';

test('the script of /docs is the one of its manifest', async () => {
  const folder = new URL('../../vendor/api-reference/', import.meta.url);
  const manifest = JSON.parse(readFileSync(new URL('manifest.json', folder), 'utf8')) as {
    sha256: string;
    bytes: number;
  };
  const route = docsRoutes(() => ({})).find(({ path }) => path === '/docs/reference.js');
  const answer = (await route!.handle({} as never)) as RawResponse;
  const script = Buffer.from(answer.body as Uint8Array);
  expect(script.length).toBe(manifest.bytes);
  expect(createHash('sha256').update(script).digest('hex')).toBe(manifest.sha256);
});
