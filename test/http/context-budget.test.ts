import { expect, test } from 'vitest';
import { call, startApp } from '../support/app.ts';

test.each([
  ['hexadecimal digits', 'deadbeef'.repeat(8_000)],
  ['Thai, which has no spaces', 'การคืนเงินใช้เวลาห้าวัน'.repeat(100)],
  ['empty lines', '\n'.repeat(50_000)],
  ['characters that nobody sees', '\u200b'.repeat(50_000)],
])('a context keeps its budget whatever an entry is made of: %s', async (_, long) => {
  const app = await startApp();
  const entries = [
    { content: `certificate: ${long} end` },
    { content: 'The certificate is renewed in May.' },
  ];
  await call(app, 'POST', '/v1/memory/entries', { payload: { namespace: 'n', entries } });
  for (const [maxTokens, most] of [
    [20, 400],
    [200, 4_000],
  ] as const) {
    const payload = { namespace: 'n', query: 'certificate', maxTokens };
    const { data } = await call<{ text: string; tokens: number; entryIds: string[] }>(
      app,
      'POST',
      '/v1/memory/context',
      { payload },
    );
    expect(data.text).toContain('certificate');
    expect(data.tokens).toBeLessThanOrEqual(maxTokens);
    expect(data.text.length).toBeLessThanOrEqual(most);
  }
});
