import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { listSettings } from '../src/config/settings.ts';
import { startApp, temporaryFolder, testKey } from './support/app.ts';
import { createTestDatabase } from './support/postgres.ts';

const folder = join(import.meta.dirname, '..', 'deploy');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');

test.each(['compose.cluster.yaml', 'kubernetes/lorekeep.yaml', 'Dockerfile'])(
  '%s sets only what is a setting',
  (name) => {
    const known = new Set(listSettings().map(({ variable }) => variable));
    const used = [...new Set(read(name).match(/LOREKEEP_[A-Z_]+/g))];
    expect(used.length).toBeGreaterThan(2);
    expect(used.filter((variable) => !known.has(variable))).toEqual([]);
  },
);

test('the image holds every folder that the package ships, with the sources in place of their build', () => {
  const { files } = JSON.parse(readFileSync(join(folder, '..', 'package.json'), 'utf8')) as {
    files: string[];
  };
  const shipped = new Set(
    files.map((path) => path.split('/')[0]!).filter((name) => !/^!|^docs$|\.md$/.test(name)),
  );
  const copied = [...read('Dockerfile').matchAll(/^COPY (\w+)(?:\/\w+)? \.\//gm)].map(([, name]) => name!);
  expect(shipped.size).toBeGreaterThan(3);
  expect(
    [...shipped].map((name) => (name === 'dist' ? 'src' : name)).filter((name) => !copied.includes(name)),
  ).toEqual([]);
});

test.each(['compose.cluster.yaml', 'kubernetes/lorekeep.yaml', 'grafana/alerts.yaml'])(
  '%s is YAML',
  (name) => {
    for (const document of parseAllDocuments(read(name), { merge: true }))
      expect('errors' in document ? document.errors : []).toEqual([]);
  },
);

test('the dashboard and the alerts ask only for metrics that there are', async () => {
  const database = await createTestDatabase();
  const keyFile = join(temporaryFolder(), 'secret.key');
  writeFileSync(keyFile, Buffer.alloc(32, 7).toString('base64'));
  const app = await startApp({ LOREKEEP_DATABASE_URL: database.url, LOREKEEP_SECRET_KEY_FILE: keyFile });
  const headers = { authorization: `Bearer ${testKey}` };
  await app.server.inject({ url: '/v1/limits', headers });
  const { body } = await app.server.inject({ url: '/metrics', headers });
  await app.close();
  await database.drop();
  // Counted when the first scan ends, and when another node answers.
  const later = ['lorekeep_scans_total', 'lorekeep_forwarded_total'];
  const there = new Set([...later, ...[...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name!)]);
  for (const name of ['grafana/lorekeep.json', 'grafana/alerts.yaml']) {
    const asked = new Set(
      [...read(name).matchAll(/\blorekeep_\w+/g)].map(([metric]) => metric.replace(/_bucket$/, '')),
    );
    expect([...asked].filter((metric) => !there.has(metric))).toEqual([]);
  }
});
