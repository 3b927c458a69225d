import { expect, test } from 'vitest';
import { toCredential, toWebhookSecret } from './secret-rows.ts';
import { toCompletedScan, toFindingIds } from './trend-rows.ts';
import {
  decisionColumns,
  decisionNames,
  findingIdsOf,
  replacedDecisions,
  toDecision,
  toTriageDecision,
  undoChanges,
} from './triage-rows.ts';

test('credentials, webhook secrets and trends have what their rows have', () => {
  const sealed = Uint8Array.of(1);
  const credential = {
    id: 'cred_1',
    tenant_id: 't',
    host: 'h',
    name: 'n',
    username: 'u',
    sealed,
    created_at: 1,
    last_used_at: null,
  };
  const expected = {
    credentialId: 'cred_1',
    tenantId: 't',
    host: 'h',
    name: 'n',
    username: 'u',
    sealed,
    createdAt: 1,
  };
  expect(toCredential(credential)).toStrictEqual(expected);
  expect(toCredential({ ...credential, last_used_at: 2 })).toStrictEqual({ ...expected, lastUsedAt: 2 });
  const secret = { id: 'hook_1', tenant_id: 't', sealed, created_at: 1, expires_at: null };
  expect(toWebhookSecret(secret)).toStrictEqual({ secretId: 'hook_1', tenantId: 't', sealed, createdAt: 1 });
  expect(toWebhookSecret({ ...secret, expires_at: 2 })).toHaveProperty('expiresAt', 2);
  const open = { critical: 1, high: 2, medium: 3, low: 4, info: 5 };
  const row = {
    id: 's',
    repo_url: 'u',
    branch: null,
    finished_at: 9,
    result: JSON.stringify({ summary: { ...open, suppressed: 6, total: 15 } }),
  };
  expect(toCompletedScan(row)).toStrictEqual({
    scanId: 's',
    repoUrl: 'u',
    finishedAt: 9,
    open,
    suppressed: 6,
  });
  expect(toCompletedScan({ ...row, branch: 'main' })).toHaveProperty('branch', 'main');
  expect(
    toFindingIds([
      { suppressed: 0, ids: '\na\nb\n' },
      { suppressed: 1n, ids: '\nc\n' },
    ]),
  ).toEqual({ open: ['a', 'b'], suppressed: ['c'] });
});

test('decisions are stored in the order of their columns, and an undo brings back what nobody changed since', () => {
  const decision = { status: 'accepted_risk' as const, reason: 'r', updatedAt: 1, updatedBy: 'k' };
  const whole = { ...decision, expiresAt: 2, repoUrl: 'u', batchId: 'bat_1' };
  const names = decisionNames.split(', ');
  for (const each of [decision, whole]) {
    const row = Object.fromEntries(decisionColumns('t', 'f', each).map((value, i) => [names[i]!, value]));
    expect(toDecision(row)).toStrictEqual(each);
    expect(toTriageDecision(row)).toStrictEqual({
      findingId: 'f',
      status: 'accepted_risk',
      reason: 'r',
      ...('expiresAt' in each && { expiresAt: '1970-01-01T00:00:00.002Z' }),
    });
  }
  const replaced = replacedDecisions(
    [
      { findingId: 'a', decision: whole },
      { findingId: 'b', decision: whole },
      { findingId: 'c' },
      { findingId: 'd' },
    ],
    new Map([
      ['a', decision],
      ['c', decision],
    ]),
  );
  expect(findingIdsOf(replaced)).toEqual(['a', 'b', 'c', 'd']);
  const now = new Map([
    ['a', whole],
    ['b', { ...whole, batchId: 'bat_2' }],
    ['d', decision],
  ]);
  expect(undoChanges(replaced, 'bat_1', now)).toEqual({
    undone: ['a', 'c'],
    skipped: ['b', 'd'],
    changes: [
      { findingId: 'a', decision },
      { findingId: 'c', decision },
    ],
  });
});
