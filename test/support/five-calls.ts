import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Calls the service as the first page of the README does: write, search, context, scan and fetch the scan. Throws where an answer is not the right one. */
export async function runFiveCalls(base: string, key: string, repoUrl: string): Promise<void> {
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return { text, data: (JSON.parse(text) as { data: Record<string, unknown> }).data };
  };
  const expectIn = (text: string, wanted: string) => {
    if (!text.includes(wanted))
      throw new Error(`${JSON.stringify(wanted)} is not in: ${text.slice(0, 2000)}`);
  };
  const content = 'Ada prefers tea in the morning.';
  await call('/v1/memory/entries', { namespace: 'n', entries: [{ content }, { content: 'Rates went up.' }] });
  const query = 'what does she like to drink?';
  expectIn((await call('/v1/memory/search', { namespace: 'n', query, limit: 1 })).text, content);
  expectIn((await call('/v1/memory/context', { namespace: 'n', query, maxTokens: 200 })).text, content);
  const scan = await call('/v1/security/scan', { repoUrl, waitForCompletion: true });
  expectIn(scan.text, '"status":"completed"');
  const fetched = await call(`/v1/security/scan/${scan.data['scanId']}`);
  expectIn(fetched.text, '"file":"a.js"');
}

/** A bare repository with one commit, in which there is something to find. */
export function createSampleRepository(bare: string, work: string): void {
  const run = (args: string[], cwd: string) => execFileSync('git', args, { cwd, stdio: 'pipe' });
  mkdirSync(work);
  writeFileSync(join(work, 'a.js'), 'const x = "\u202e";\n');
  const identity = ['-c', 'user.name=a', '-c', 'user.email=a@example.com'];
  run(['init', '--quiet', '--initial-branch=main', '.'], work);
  run(['add', '.'], work);
  run([...identity, 'commit', '--quiet', '--message=first'], work);
  run(['clone', '--quiet', '--bare', work, bare], join(work, '..'));
}
