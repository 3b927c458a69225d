import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { allocation, nodeFlags } from '../../scripts/release/node-flags.ts';
import { temporaryFolder } from '../support/app.ts';
import { startService } from '../support/process.ts';

const root = join(import.meta.dirname, '..', '..');
const instructions = readFileSync(join(root, 'deploy', 'Dockerfile'), 'utf8')
  .replace(/\\\n/g, ' ')
  .split('\n')
  .filter((line) => line.trim() !== '' && !line.startsWith('#'))
  .map((line) => /^(\w+)\s+(.*)$/.exec(line)!.slice(1) as [string, string]);
const ofKind = (kind: string) => instructions.filter(([name]) => name === kind).map(([, rest]) => rest);

test('what the Dockerfile copies is enough to start and to answer a search', async () => {
  const image = temporaryFolder();
  for (const copied of ofKind('COPY')) {
    const paths = copied.split(/\s+/);
    const target = paths.pop()!;
    for (const path of paths) {
      const to = target.endsWith('/') ? join(image, target, path.split('/').at(-1)!) : join(image, target);
      mkdirSync(join(to, '..'), { recursive: true });
      cpSync(join(root, path), to, { recursive: true });
    }
  }
  symlinkSync(join(root, 'node_modules'), join(image, 'node_modules'));
  const entry = JSON.parse(ofKind('ENTRYPOINT')[0]!) as string[];
  expect([entry.slice(0, -1), JSON.parse(ofKind('CMD')[0]!)]).toEqual([['node', ...nodeFlags], ['serve']]);
  expect(ofKind('ENV').join(' ').split(' ')).toContain(allocation);
  const variables = { LOREKEEP_DATA_DIR: join(image, 'data'), LOREKEEP_API_KEYS: 'key_image' };
  const service = await startService(variables, [process.execPath, ...nodeFlags, join(image, entry.at(-1)!)]);
  const call = async (path: string, body: object) => {
    const headers = { authorization: 'Bearer key_image', 'content-type': 'application/json' };
    const response = await fetch(`${service.base}${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await response.json()) as { data: unknown };
  };
  await call('/v1/memory/entries', { namespace: 'n', entries: [{ content: 'The cat sleeps on the sofa.' }] });
  const found = await call('/v1/memory/search', { namespace: 'n', query: 'cat', limit: 1 });
  expect(found.data).toMatchObject([{ content: 'The cat sleeps on the sofa.' }]);
  expect((await fetch(`${service.base}/docs`)).status).toBe(200);
  expect(await service.stop()).toBe(0);
});

test('the builder is sent everything that is copied, and the image does not run as root', () => {
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8').matchAll(/^!([^*\n]+?)(?:\/\*.*)?$/gm);
  const copied = ofKind('COPY').flatMap((line) => line.split(/\s+/).slice(0, -1));
  expect([...sent].map(([, path]) => path).toSorted()).toEqual(copied.toSorted());
  expect(ofKind('USER')).toEqual(['node']);
  expect(ofKind('HEALTHCHECK')).toHaveLength(1);
});

test('every Compose file builds from the one Dockerfile and opens ports on loopback only', () => {
  const files = readdirSync(join(root, 'deploy')).filter((name) => /^compose.*\.yaml$/.test(name));
  expect(files).toContain('compose.yaml');
  for (const file of files) {
    const { services } = parse(readFileSync(join(root, 'deploy', file), 'utf8'), { merge: true }) as {
      services: Record<string, { build?: { context: string; dockerfile: string }; ports?: string[] }>;
    };
    const builds = Object.values(services).flatMap(({ build }) => build ?? []);
    expect([file, builds.length > 0]).toEqual([file, true]);
    for (const { context, dockerfile } of builds)
      expect(existsSync(join(root, 'deploy', context, dockerfile))).toBe(true);
    for (const port of Object.values(services).flatMap(({ ports = [] }) => ports))
      expect(port).toMatch(/^127\.0\.0\.1:/);
  }
});
