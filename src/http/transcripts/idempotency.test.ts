import { expect, test } from 'vitest';
import { ServiceError } from '../../kernel/errors.ts';
import { ReceiptExists } from '../../kernel/receipt.ts';
import { Idempotency } from '../idempotency.ts';

const request = { tenantId: 't', keyId: 'k', target: 'POST /v1/x', idempotencyKey: 'once', bodyHash: 'h' };

function setUp(stored?: { bodyHash: string; data: unknown }) {
  const asked: unknown[][] = [];
  const receipts = {
    find: async (...args: unknown[]) => {
      asked.push(args);
      if (stored?.data === 'broken') throw new Error('disk');
      return stored;
    },
  };
  return { asked, idempotency: new Idempotency(receipts as never, { now: () => 1_000 }) };
}

test.each([
  ['!', true],
  ['~'.repeat(255), true],
  ['~'.repeat(256), false],
  ['', false],
  ['a b', false],
  ['é', false],
])('the key "%s" may be used: %s', async (idempotencyKey, may) => {
  const begun = setUp().idempotency.begin({ ...request, idempotencyKey });
  if (may) expect(await begun).toMatchObject({ repeated: false });
  else
    await expect(begun).rejects.toMatchObject({
      code: 'validation_failed',
      details: [{ path: 'Idempotency-Key', code: 'invalid' }],
    });
});

test('the first request is carried out, with a receipt that is kept for a day; one in progress is not begun again', async () => {
  const { idempotency, asked } = setUp();
  const first = await idempotency.begin(request);
  if (first.repeated) throw new Error('repeated');
  expect(first.receipt).toMatchObject({ tenantId: 't', bodyHash: 'h', expiresAt: 1_000 + 24 * 3_600_000 });
  expect(asked).toEqual([[first.receipt.id, 1_000]]);
  await expect(idempotency.begin(request)).rejects.toMatchObject({
    code: 'idempotency_in_progress',
    retryAfterSeconds: 1,
  });
  for (const other of [{ keyId: 'k2' }, { target: 'POST /v1/y' }, { idempotencyKey: 'twice' }])
    expect(await idempotency.begin({ ...request, ...other })).toMatchObject({ repeated: false });
  idempotency.end(first.receipt.id);
  expect(await idempotency.begin(request)).toMatchObject({ repeated: false });
});

test('a repetition gets what was stored, as often as it asks, and only with the same body', async () => {
  const { idempotency } = setUp({ bodyHash: 'h', data: { id: 1 } });
  for (let i = 0; i < 2; i++)
    expect(await idempotency.begin(request)).toEqual({ repeated: true, data: { id: 1 } });
  for (let i = 0; i < 2; i++)
    await expect(idempotency.begin({ ...request, bodyHash: 'g' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
});

test('where receipts cannot be read the request may be tried again', async () => {
  const { idempotency } = setUp({ bodyHash: 'h', data: 'broken' });
  for (let i = 0; i < 2; i++) await expect(idempotency.begin(request)).rejects.toThrow('disk');
});

test.each<[string, unknown, boolean]>([
  ['another node was faster', new ReceiptExists(), true],
  ['the database went away', new ServiceError('storage_unavailable'), true],
  ['it was wrong', new ServiceError('validation_failed'), false],
  ['something broke', new Error('x'), false],
])('where %s the outcome is looked up: %s', async (_, error, isOpen) => {
  const receipt = { id: 'r', tenantId: 't', bodyHash: 'h', expiresAt: 9 };
  const { idempotency, asked } = setUp({ bodyHash: 'h', data: { id: 1 } });
  expect(await idempotency.settled(receipt, error)).toEqual(isOpen ? { data: { id: 1 } } : undefined);
  expect(asked).toEqual(isOpen ? [['r', 1_000]] : []);
  const other = setUp({ bodyHash: 'g', data: {} }).idempotency.settled(receipt, error);
  if (isOpen) await expect(other).rejects.toMatchObject({ code: 'idempotency_key_reused' });
  else expect(await other).toBeUndefined();
  expect(await setUp().idempotency.settled(receipt, error)).toBeUndefined();
});
