import { expect, test } from 'vitest';
import { measureUnseen } from '../../../../bench/secrets/unseen/measure.ts';
import { createSecretsEngine } from './secrets-engine.ts';

test.for([
  ['first', 150],
  ['second', 120],
] as const)(
  'of the %s set of samples that no rule was written for, at least 85 % of the leaks are found at no more than 5 % false alarms',
  ([set, least]) => {
    const { read, heldBack } = measureUnseen(set);
    expect(heldBack.leaks + heldBack.harmless).toBeGreaterThan(least);
    expect(heldBack.found / heldBack.leaks).toBeGreaterThanOrEqual(0.85);
    expect(heldBack.alarms / heldBack.harmless).toBeLessThanOrEqual(0.05);
    expect(read.notes).toEqual([]);
  },
);

test.for([
  ['tokenizer.json', '{"artifact": 20785, "password": 20786, "##pass": 15194}', false],
  ['settings.json', '{"password": "20786-Kx7-mountain"}', true],
  ['settings.yml', 'password: 482916', true],
  ['operations.ts', "createCredential: 'POST /v1/security/credentials +',", false],
  ['compose.yaml', '#   POSTGRES_PASSWORD=… docker compose up', false],
  ['compose.yaml', 'services: {} #   POSTGRES_PASSWORD=q7GhT2mZk9Xw4Rb8LpN3 docker compose up', true],
  ['a.env', 'REDIS_URL=redis://:q7GhT2mZk9Xw4Rb8LpN3@redis.prod.corp.net:6379/0', true],
  ['a.env', 'REDIS_URL=redis://:q7GhT2mZk9Xw4Rb8LpN3@redis:6379/0', false],
  ['a.ps1', '$password = (Get-Credential).Password', false],
] as const)('%s: %s is reported: %s', ([path, text, reported]) => {
  const { findings } = createSecretsEngine().analyse(
    { path, bytes: Buffer.from(text), text, tree: undefined },
    { hashSecret: () => 'x' },
  );
  expect(findings.some(({ severity }) => ['critical', 'high', 'medium'].includes(severity))).toBe(reported);
});
