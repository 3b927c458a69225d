import { expect, test } from 'vitest';
import { checkRepositoryUrl } from '../source/guard/url-guard.ts';
import { Credentials } from './credentials.ts';
import type { SealedCredential } from './secret-store.ts';

const caller = { tenantId: 'ten', keyId: 'key' };

function open(stored: SealedCredential[] = []) {
  const told: unknown[] = [];
  const credentials = new Credentials({
    store: {
      addCredential: async (sealed: SealedCredential, audit: { details: object }) =>
        void told.push([sealed, audit.details]),
      listCredentials: async () => stored,
      removeCredential: async (_: string, id: string) => id === 'cred-1',
      findCredential: async (_: string, id: string) => stored.find(({ credentialId }) => credentialId === id),
      markCredentialUsed: async (...args: unknown[]) => void told.push(args),
    } as never,
    sealing: {
      seal: (text: string, label: string) => Buffer.from(`${label}|${text}`),
      open: (sealed: Uint8Array, label: string) => {
        const text = Buffer.from(sealed).toString();
        if (!text.startsWith(`${label}|`)) throw new Error('another key');
        return text.slice(label.length + 1);
      },
    } as never,
    clock: { now: () => 5_000 },
    newId: (() => 'cred-1') as never,
    allowHosts: ['git.inner:8443'],
  });
  return { credentials, told };
}

const stored = (host: string, sealed = 'credential:ten:cred-1|pass', more = {}): SealedCredential =>
  ({
    credentialId: 'cred-1',
    tenantId: 'ten',
    host,
    name: 'n',
    username: 'u',
    sealed: Buffer.from(sealed),
    createdAt: 1_000,
    ...more,
  }) as SealedCredential;

test('a credential is stored sealed, under its host, with a name and a user where none is given', async () => {
  const { credentials, told } = open();
  expect(await credentials.add(caller, { host: 'git.example.com', secret: 's' })).toEqual({
    credentialId: 'cred-1',
    host: 'git.example.com',
    name: 'git.example.com',
    username: 'x-access-token',
    createdAt: '1970-01-01T00:00:05.000Z',
  });
  expect(told).toMatchObject([
    [
      { sealed: Buffer.from('credential:ten:cred-1|s') },
      { host: 'git.example.com', name: 'git.example.com' },
    ],
  ]);
  expect(
    await credentials.add(caller, { host: 'git.inner:8443', secret: 's', name: 'mine', username: 'me' }),
  ).toMatchObject({ host: 'git.inner:8443', name: 'mine', username: 'me' });
});

test.for([
  ['a/b', 'validation_failed'],
  ['user@git.example.com', 'validation_failed'],
  ['', 'validation_failed'],
  ['git.example.com?x', 'validation_failed'],
  ['localhost', 'host_not_allowed'],
] as const)('%j is no host: %s', async ([host, code]) => {
  await expect(open().credentials.add(caller, { host, secret: 's' })).rejects.toMatchObject({ code });
});

test('credentials are listed without their secret, and removed once', async () => {
  const { credentials } = open([stored('a'), stored('b', 'x', { lastUsedAt: 2_000 })]);
  expect(await credentials.list(caller)).toEqual([
    { credentialId: 'cred-1', host: 'a', name: 'n', username: 'u', createdAt: '1970-01-01T00:00:01.000Z' },
    {
      credentialId: 'cred-1',
      host: 'b',
      name: 'n',
      username: 'u',
      createdAt: '1970-01-01T00:00:01.000Z',
      lastUsedAt: '1970-01-01T00:00:02.000Z',
    },
  ]);
  await credentials.remove(caller, 'cred-1');
  await expect(credentials.remove(caller, 'cred-2')).rejects.toMatchObject({ code: 'not_found' });
});

test('a credential is for its own host alone, and only the worker sees it', async () => {
  const url = checkRepositoryUrl('https://git.example.com/a', []);
  const other = checkRepositoryUrl('https://other.example.com/a', []);
  const { credentials, told } = open([stored('git.example.com')]);
  await credentials.checkUse(caller, 'cred-1', url);
  await expect(credentials.checkUse(caller, 'cred-1', other)).rejects.toMatchObject({
    details: [{ message: 'The credential belongs to another host than repoUrl.' }],
  });
  await expect(credentials.checkUse(caller, 'cred-2', url)).rejects.toMatchObject({
    details: [{ message: 'No credential with this id.' }],
  });
  expect(await credentials.reveal('ten', 'cred-1', url)).toEqual({ username: 'u', password: 'pass' });
  expect(told).toEqual([['cred-1', 5_000]]);
  expect(await credentials.reveal('ten', 'cred-1', other)).toBeUndefined();
  expect(await credentials.reveal('ten', 'cred-2', url)).toBeUndefined();
  expect(
    await open([stored('git.example.com', 'sealed otherwise')]).credentials.reveal('ten', 'cred-1', url),
  ).toBeUndefined();
  expect(told).toHaveLength(1);
});
