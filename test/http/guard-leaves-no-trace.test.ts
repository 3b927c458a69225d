import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import type { App } from '../../src/app/app.ts';
import { rulesFolder } from '../../src/scan/engines/secrets/rules/compiled-rules.ts';
import { expandTemplate } from '../../src/scan/engines/secrets/rules/example-template.ts';
import { readRuleFiles } from '../../src/scan/engines/secrets/rules/rule-files.ts';
import { createTextSecrets } from '../../src/scan/engines/secrets/text-secrets.ts';
import { createLogger } from '../../src/telemetry/logger.ts';
import { call, startApp, temporaryFolder } from '../support/app.ts';
import { onPostgres, storageSettings } from '../support/backend.ts';

/** An example of each rule for credentials, and what in it is the credential. */
function samples(): { texts: string[]; values: string[]; rules: number } {
  const { rules } = readRuleFiles(rulesFolder);
  const findSecrets = createTextSecrets();
  const texts: string[] = [];
  const values = new Set<string>();
  for (const { id, examples } of rules)
    for (const [i, template] of examples.slice(0, 1).entries()) {
      const text = expandTemplate(template, `${id}/${i}`).replaceAll('\0', ' ');
      const found = findSecrets(text).filter(({ confidence }) => confidence !== 'low');
      if (found.length === 0 || !text.isWellFormed() || /[\x00-\x08]/.test(text)) continue;
      texts.push(text);
      for (const { start, end } of found) {
        const value = text.slice(start, end).trim();
        // Shorter ones occur in other words.
        if (value.length >= 14) values.add(value);
      }
    }
  return { texts, values: [...values], rules: rules.length };
}

const { texts, values, rules } = samples();

async function post(app: App, path: string, payload: object, headers = {}): Promise<{ ids: string[] }> {
  const answer = await call<{ ids: string[] }>(app, 'POST', path, { payload, headers });
  expect(answer.status, JSON.stringify(answer.data).slice(0, 300)).toBe(200);
  return answer.data;
}

/** Everything that is stored, as bytes. */
async function storedBytes(folder: string): Promise<Buffer> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
  const bytes: Buffer[] = files.map((path) => readFileSync(path));
  if (!onPostgres()) return Buffer.concat(bytes);
  const client = new pg.Client({
    connectionString: (await storageSettings(folder))['LOREKEEP_DATABASE_URL']!,
  });
  await client.connect();
  const { rows: tables } = await client.query<{ name: string }>(
    'SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  for (const { name } of tables) {
    const { rows } = await client.query<Record<string, unknown>>(`SELECT * FROM ${name}`);
    for (const row of rows)
      for (const value of Object.values(row))
        bytes.push(Buffer.isBuffer(value) ? value : Buffer.from(String(value)));
  }
  await client.end();
  return Buffer.concat(bytes);
}

test('under redact no credential of any rule is in the data folder, the database or the log, whichever way it came in', async () => {
  expect(texts.length).toBeGreaterThan(0.85 * rules);
  expect(values.length).toBeGreaterThan(0.7 * rules);
  const folder = temporaryFolder();
  const log: string[] = [];
  const logger = createLogger('trace', { write: (line: string) => void log.push(line) });
  const app = await startApp({ LOREKEEP_DATA_DIR: folder }, { logger });
  const { ids } = await post(app, '/v1/memory/entries', { namespace: 'n', entries: [{ content: 'first' }] });
  const settings = { history: 5, searchableMetadata: ['note'], guard: { secrets: 'redact' } };
  await call(app, 'PATCH', '/v1/memory/namespaces/n', { payload: settings });

  const size = 100;
  for (let i = 0; i < texts.length; i += size) {
    const some = texts.slice(i, i + size);
    const entries = [
      ...some.map((content) => ({ content })),
      ...some.map((note) => ({
        content: 'A note is in the metadata.',
        metadata: { note, deep: [{ note }] },
      })),
    ];
    await post(app, '/v1/memory/entries', { namespace: 'n', entries }, { 'idempotency-key': `write-${i}` });
    // The line of a password file is none where a name is before it.
    const messages = some
      .filter((text) => !/^[^ ]+(?::[^ ]+){4}$/.test(text))
      .map((content) => ({ role: 'user', content }));
    await post(app, '/v1/memory/entries', { namespace: 'n', entries: [{ messages }] });
    const lines = some
      .map((content, n) => JSON.stringify({ content, externalId: `line ${i + n}` }))
      .join('\n');
    const imported = await call<{ flagged?: number }>(app, 'POST', '/v1/memory/import?namespace=n', {
      payload: lines,
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(imported.data.flagged).toBe(some.length);
  }
  for (const text of texts.slice(0, 20))
    await call(app, 'PATCH', `/v1/memory/entries/${ids[0]}`, {
      payload: { content: text, metadata: { note: text } },
    });
  await post(app, '/v1/memory/search', { namespace: 'n', query: 'token' });

  const found = (bytes: Buffer): string[] => values.filter((value) => bytes.includes(value));
  expect(found(await storedBytes(folder))).toEqual([]);
  await app.close();
  expect(found(await storedBytes(folder))).toEqual([]);
  expect(found(Buffer.from(log.join('')))).toEqual([]);
});

test('without redact the same search finds what was stored, so that it would find a trace', async () => {
  const folder = temporaryFolder();
  const app = await startApp({ LOREKEEP_DATA_DIR: folder });
  const entries = texts.slice(0, 20).map((content) => ({ content }));
  await post(app, '/v1/memory/entries', { namespace: 'n', entries });
  const bytes = await storedBytes(folder);
  const stored = values.filter((value) => bytes.includes(value));
  expect(stored.length).toBeGreaterThan(5);
});
