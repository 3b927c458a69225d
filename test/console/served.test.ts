import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { call, startApp, temporaryFolder } from '../support/app.ts';

const root = join(import.meta.dirname, '..', '..');
const dist = join(root, 'console', 'dist');

/** The files of a built console by name, as they were before they were compressed. */
function filesOf(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    names
      .filter((name) => name.endsWith('.br'))
      .map((name) => [name.slice(0, -3), brotliDecompressSync(readFileSync(join(folder, name))).toString()]),
  );
}

test('the built console in the repository is what its sources give', () => {
  const folder = temporaryFolder();
  // Not in this process: what is built depends on NODE_ENV, which is `test` here.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, [join(root, 'scripts', 'build-console.ts'), folder], { env, stdio: 'pipe' });
  const built = filesOf(folder);
  const kept = filesOf(dist);
  expect([...kept.keys()].sort(), 'run "npm run console:build"').toEqual([...built.keys()].sort());
  for (const [name, text] of built) expect(kept.get(name) === text, `${name} is stale`).toBe(true);
});

test('the whole console is at most 90 kB gzipped, and its first page at most 45 kB', () => {
  const files = filesOf(dist);
  const sizes = new Map([...files].map(([name, text]) => [name, gzipSync(text, { level: 9 }).length]));
  const sum = (names: Iterable<string>) => [...names].reduce((total, name) => total + sizes.get(name)!, 0);
  const page = [...files.keys()].filter((name) => /^(index\.html|assets\/(index|overview)-)/.test(name));
  const first = withImports(page, files);
  expect(first.size).toBeGreaterThan(5);
  expect(sum(files.keys())).toBeLessThanOrEqual(90_000);
  expect(sum(first)).toBeLessThanOrEqual(45_000);
});

/** These files and all that they need before they run. */
function withImports(names: readonly string[], files: ReadonlyMap<string, string>): Set<string> {
  const found = new Set(names);
  for (const name of found) {
    const imports = files.get(name)!.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g);
    for (const [, file] of imports) found.add(`assets/${file}`);
  }
  return found;
}

test('the page comes with a strict policy and is asked for again, its files never change', async () => {
  const { server } = await startApp();
  const page = await server.inject({ url: '/console/' });
  expect(page.statusCode).toBe(200);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
      "require-trusted-types-for 'script'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  );
  expect(page.headers['cache-control']).toBe('no-cache');
  expect(page.body).not.toMatch(/<script(?![^>]*\ssrc=)|<style|\sstyle=|\son[a-z]+=/);

  const again = await server.inject({
    url: '/console/',
    headers: { 'if-none-match': String(page.headers['etag']) },
  });
  expect([again.statusCode, again.body]).toEqual([304, '']);

  const script = /src="(\/console\/assets\/[^"]+\.js)"/.exec(page.body)![1]!;
  const file = await server.inject({ url: script });
  expect(file.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(file.headers['content-type']).toBe('text/javascript; charset=utf-8');
});

test('each reader gets a coding that it accepts, and all of them the same text', async () => {
  const { server } = await startApp();
  const get = (accepted: string) =>
    server.inject({ url: '/console/', headers: { 'accept-encoding': accepted } });
  const plain = await get('identity');
  const [brotli, gzipped, refused] = await Promise.all([
    get('gzip, deflate, br'),
    get('gzip'),
    get('br;q=0, gzip;q=0'),
  ]);
  expect(plain.headers['content-encoding']).toBeUndefined();
  expect([brotli.headers['content-encoding'], gzipped.headers['content-encoding']]).toEqual(['br', 'gzip']);
  expect(refused.headers['content-encoding']).toBeUndefined();
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body);
  expect(gunzipSync(gzipped.rawPayload).toString()).toBe(plain.body);
  expect(new Set([plain, brotli, gzipped].map(({ headers }) => headers['etag'])).size).toBe(3);
});

test('a browser that opens the address is sent to the console, a program gets JSON that says where to look', async () => {
  const app = await startApp();
  const browser = await app.server.inject({
    url: '/',
    headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
  });
  expect([browser.statusCode, browser.headers['location']]).toEqual([302, '/console/']);
  expect((await app.server.inject({ url: '/console' })).headers['location']).toBe('/console/');
  const program = await call(app, 'GET', '/');
  expect(program).toMatchObject({ status: 404, data: { code: 'not_found' } });
  expect(program.data['message']).toMatch(/\/v1.*\/docs.*\/console\//);
});

test.each([
  '/console/assets/nothing.js',
  '/console/assets/..%2findex.html',
  '/console/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  '/console/package.json',
])('%s is not found: only the files of the console are served', async (url) => {
  const { server } = await startApp();
  expect((await server.inject({ url })).statusCode).toBe(404);
});

test('the icon is there for the console and for whatever asks for one', async () => {
  const { server } = await startApp();
  const icon = await server.inject({ url: '/favicon.ico' });
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/svg+xml']);
});
