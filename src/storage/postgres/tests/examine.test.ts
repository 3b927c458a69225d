import { expect, test } from 'vitest';
import { checkServer, type ServerSettings } from '../examine.ts';

const durable: ServerSettings = {
  version: '16.4',
  number: 160_004,
  encoding: 'UTF8',
  standby: false,
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
};

test.each<[ServerSettings, string[]]>([
  [{}, ['ok PostgreSQL 16.4, durable']],
  [{ number: 150_000 }, ['ok PostgreSQL 16.4, durable']],
  [{ number: 149_999 }, ['bad PostgreSQL 16.4; Lorekeep needs 15 or newer']],
  [{ encoding: 'LATIN1' }, ['bad its encoding is LATIN1; Lorekeep needs UTF8']],
  [{ standby: true }, ['bad this is a standby, which takes no writes; name the primary']],
  [{ fsync: 'off' }, ['bad fsync is off: a power cut destroys what was acknowledged, or everything']],
  [{ full_page_writes: 'off' }, ['bad full_page_writes is off: a power cut can tear pages']],
  [{ synchronous_commit: 'off' }, ['bad synchronous_commit is off: what was acknowledged can be lost']],
  [{ synchronous_commit: 'local' }, ['bad synchronous_commit is local: what was acknowledged can be lost']],
  [{ synchronous_commit: 'remote_apply' }, ['ok PostgreSQL 16.4, durable']],
  [
    { encoding: 'SQL_ASCII', standby: true },
    [
      'bad its encoding is SQL_ASCII; Lorekeep needs UTF8',
      'bad this is a standby, which takes no writes; name the primary',
    ],
  ],
])('of a server with %j it is said: %j', (settings, said) => {
  expect(checkServer({ ...durable, ...settings }).map(({ state, text }) => `${state} ${text}`)).toEqual(said);
});
