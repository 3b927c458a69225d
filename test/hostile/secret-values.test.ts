import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { expandTemplate } from '../../src/scan/engines/secrets/rules/example-template.ts';
import { runInProcess } from '../support/in-process-cli.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-values-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const planted = {
  token: expandTemplate('ghp_{crc}', 'leak-1'),
  password: expandTemplate('{alnum:22}', 'leak-2'),
  inUrl: expandTemplate('{alnum:20}', 'leak-3'),
  key: expandTemplate('{b64:64}', 'leak-4'),
};
const files = {
  'app.env': `TOKEN=${planted.token}\nDB_PASSWORD=${planted.password}\n`,
  'src/client.js': `const url = "postgres://app:${planted.inUrl}@db.corp.net/x"; eval(url + location.hash)\n`,
  'id.pem': `-----BEGIN ${'PRIVATE'} KEY-----\n${planted.key}\n${planted.key}\n-----END ${'PRIVATE'} KEY-----\n`,
  'blob.txt': `x: ${Buffer.from(`the token is ${planted.token} here`).toString('base64')}\n`,
};

async function scan(...args: string[]): Promise<string> {
  const { out, said } = await runInProcess(['scan', ...args]);
  return out + said;
}

test('no report and no file that a scan leaves behind holds a value that it found', async () => {
  const repository = join(root, 'repository');
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(repository, path, '..'), { recursive: true });
    writeFileSync(join(repository, path), content);
  }
  const cache = join(root, 'cache');
  let written = '';
  for (const format of ['json', 'text', 'sarif', 'html', 'markdown', 'csv', 'junit', 'gitlab'])
    written += await scan(repository, '--format', format, '--cache', cache);
  // Engines that do not look for secrets show code all the same.
  const shown = await scan(repository, '--format', 'json', '--engines', 'code');
  expect(shown).toContain('location.hash');
  written += shown;
  for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) written += readFileSync(join(entry.parentPath, entry.name), 'latin1');
  expect(written).toContain('github-token');
  expect(written).toContain('private-key');
  for (const [name, value] of Object.entries(planted)) {
    for (let at = 0; at + 12 <= value.length; at += 4)
      expect(written.includes(value.slice(at, at + 12)), `${name} at ${at}`).toBe(false);
  }
});
