import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { type CliRun, runInProcess } from '../../test/support/in-process-cli.ts';
import { sampleScan } from '../../test/support/sample-scan.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-cli-scan-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const reversal = '\u202e';

function makeFolder(name: string, files: Record<string, string>): string {
  const folder = join(root, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

const cli = (...args: string[]) => runInProcess(['scan', ...args]);

test('a folder is scanned to JSON and to nothing else on the output', async () => {
  const folder = makeFolder('json', { 'src/a.js': `f() // ${reversal}\n`, 'b.md': 'hello\n' });
  const { code, out } = await cli(folder, '--format', 'json');
  const scan = JSON.parse(out);
  expect(code).toBe(0);
  expect(scan.status).toBe('completed');
  expect(scan.findings).toMatchObject([
    { severity: 'high', file: 'src/a.js', line: 1, startLine: 1, status: 'open', engine: 'supply-chain' },
  ]);
  expect(scan.findings[0].id).toMatch(/^fin_[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(scan.coverage).toMatchObject({ complete: true, files: 2 });
});

test('the exit code tells passed, violated, wrong usage and incomplete apart', async () => {
  const folder = makeFolder('codes', { 'a.js': `f() // ${reversal}\n` });
  expect((await cli(folder)).code).toBe(0);
  expect((await cli(folder, '--fail-on', 'critical')).code).toBe(0);
  expect((await cli(folder, '--fail-on', 'medium')).code).toBe(1);
  expect((await cli(folder, '--fail-on', 'grave')).code).toBe(2);
  expect((await cli(join(root, 'nowhere'))).code).toBe(2);
  expect((await cli('https://user:word@example.com/a.git')).code).toBe(2);
  expect((await cli(folder, '--ref', 'main')).code).toBe(3);
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;
  const incomplete = makeFolder('incomplete', { 'big.js': pointer });
  expect((await cli(incomplete, '--require-complete')).code).toBe(4);
});

test('what should have been analysed and was not exits with 4, unless findings violate the policy or it is allowed', async () => {
  const environment = { LOREKEEP_SCAN_LIMITS_FILE_BYTES: '64' };
  const folder = makeFolder('unanalysed', { 'large.js': `f();${' '.repeat(100)}\n` });
  const scan = (...args: string[]) => runInProcess(['scan', folder, ...args], { environment });
  const gated = await scan('--fail-on', 'critical');
  expect(gated.code).toBe(4);
  expect(gated.out).toContain('No findings, but not everything could be analysed.');
  expect(gated.out).toMatch(/Policy violated: .*too large \(large\.js\).*--allow-incomplete/);
  expect((await scan('--fail-on', 'critical', '--allow-incomplete')).code).toBe(0);
  expect((await scan()).code).toBe(0);
  makeFolder('unanalysed', { 'a.js': `f() // ${reversal}\n` });
  expect((await scan('--fail-on', 'high')).code).toBe(1);
  expect((await scan('--fail-on', 'high', '--allow-incomplete', '--require-complete')).code).toBe(2);
});

test('a baseline lets known findings pass and new ones fail', async () => {
  const folder = makeFolder('baseline', { 'a.js': `f() // ${reversal}\n` });
  const file = join(root, 'baseline.json');
  expect((await cli(folder, '--write-baseline', file)).code).toBe(0);
  expect((await cli(folder, '--baseline', file, '--fail-on', 'info')).code).toBe(0);
  makeFolder('baseline', { 'b.js': `g() // ${reversal}\n` });
  const { code, out } = await cli(folder, '--baseline', file, '--fail-on', 'info', '--json');
  expect(code).toBe(1);
  expect(JSON.parse(out).summary).toMatchObject({ new: 1, fixed: 0 });
});

test('an inline comment with a reason suppresses, one without does not, and --ignore-config follows neither', async () => {
  const folder = makeFolder('inline', {
    'with.js': `// lorekeep-ignore: shown on purpose\nf() // ${reversal}\n`,
    'without.js': `// lorekeep-ignore:\nf() // ${reversal}\n`,
  });
  const trusted = JSON.parse((await cli(folder, '--json')).out);
  expect(trusted.findings.map((finding: { file: string }) => finding.file)).toEqual(['without.js']);
  expect(trusted.suppressedFindings).toMatchObject([
    { file: 'with.js', status: 'suppressed', suppression: { source: 'inline', reason: 'shown on purpose' } },
  ]);
  const ignored = JSON.parse((await cli(folder, '--json', '--ignore-config')).out);
  expect(ignored.findings).toHaveLength(2);
  expect(ignored.coverage.repositoryConfig).toMatchObject({ trusted: false, suppressions: 1 });
});

test('every report format is rendered', async () => {
  const folder = makeFolder('formats', { 'a.js': `f() // ${reversal}\n` });
  for (const [format, sign] of Object.entries({
    sarif: '"version":"2.1.0"',
    junit: '<testsuite',
    csv: 'a.js',
  })) {
    expect((await cli(folder, '--format', format)).out).toContain(sign);
  }
  expect((await cli(folder, '--format', 'pdf')).code).toBe(2);
});

test('a report for people shows hostile text as escapes, in the file too', async () => {
  const folder = makeFolder('people', { 'a.js': `f() // ${reversal}\u001b[31m\n` });
  const file = join(root, 'report.txt');
  const { out, said } = await cli(folder, '--output', file);
  expect(out).toBe('');
  for (const text of [said, readFileSync(file, 'utf8')]) {
    expect(text).toContain('a.js:1');
    expect(text).toContain('\\u{202e}\\u{1b}[31m');
    expect(text).not.toContain(reversal);
  }
});

test('a report or baseline that lies in the folder is not scanned by the command that writes it', async () => {
  const folder = makeFolder('own', { 'a.js': `f() // ${reversal}\n`, 'sub/report.html': `${reversal}\n` });
  const report = join(folder, 'report.html');
  writeFileSync(report, `<p>${reversal}</p>\n`);
  const both = ['--output', report, '--format', 'html', '--write-baseline', join(folder, 'known.json')];
  writeFileSync(join(folder, 'known.json'), `"${reversal}"\n`);
  const { said } = await cli(folder, ...both);
  expect(said).toContain('a.js:1');
  expect(said).toContain('sub/report.html:1');
  expect(said).not.toMatch(/^ {2}(?:report\.html|known\.json):/m);
});

test('an exit code of 1 means that the policy was violated and nothing else', async () => {
  const folder = makeFolder('one', { 'a.js': 'f()\n' });
  const { code, said } = await cli(folder, '--output', join(root, 'nowhere', 'x.json'));
  expect(code).toBe(2);
  expect(said).toContain('--output: there is no folder');
  expect((await cli(folder, '--write-baseline', root)).code).toBe(2);
  expect((await cli(folder, '--cache', join(folder, 'a.js'))).said).toContain('is not a folder');
  const unreadable = await runInProcess(['scan', folder], {
    environment: { LOREKEEP_ADVISORIES_DIR: join(root, 'nowhere'), LOREKEEP_DATA_DIR: join(root, 'data') },
  });
  expect(unreadable.code).toBe(3);
});

test('no report is written through a link of what is scanned', async () => {
  const folder = makeFolder('linked', { 'a.js': 'f()\n', 'part/b.js': 'f()\n' });
  const other = makeFolder('others', { 'precious.txt': 'mine\n' });
  symlinkSync(join(other, 'precious.txt'), join(folder, 'lorekeep.sarif'));
  symlinkSync(join(other, 'missing.txt'), join(folder, 'dangling.json'));
  symlinkSync(other, join(folder, 'reports'));
  for (const [option, file] of [
    ['--output', 'lorekeep.sarif'],
    ['--write-baseline', 'dangling.json'],
    ['--output', 'reports/precious.txt'],
    ['--report', 'reports/new.sarif'],
  ] as const) {
    const path = join(folder, file);
    const { code, said } = await cli(folder, option, option === '--report' ? `sarif=${path}` : path);
    expect(code, file).toBe(2);
    expect(said).toContain('is a link, or behind one, in what is scanned');
  }
  // A part is scanned, and the link is in the repository around it.
  execFileSync('git', ['init', '-q', folder]);
  expect((await cli(join(folder, 'part'), '--output', join(folder, 'lorekeep.sarif'))).code).toBe(2);
  expect(readFileSync(join(other, 'precious.txt'), 'utf8')).toBe('mine\n');
  expect(existsSync(join(other, 'missing.txt'))).toBe(false);
  // Links of the user are the user's own.
  symlinkSync(join(other, 'precious.txt'), join(root, 'own-link'));
  expect((await cli(folder, '--format', 'sarif', '--output', join(root, 'own-link'))).code).toBe(0);
  expect(readFileSync(join(other, 'precious.txt'), 'utf8')).toContain('sarif');
  expect((await cli(folder, '--output', join(folder, 'part', 'plain.txt'))).code).toBe(0);
});

test('options that contradict each other, and a file in place of a folder, are wrong usage', async () => {
  const folder = makeFolder('usage', { 'a.js': 'f()\n' });
  expect((await cli(folder, '--staged', '--ref', 'main')).said).toContain(
    'give --staged or --ref, not both.',
  );
  expect((await cli(join(folder, 'a.js'))).said).toContain('is a file; name its folder');
  // An empty variable of a build must not look at nothing and pass.
  expect(await cli(folder, '--engines', '')).toMatchObject({
    code: 2,
    said: expect.stringContaining('--engines names none'),
  });
  for (const option of ['--cache', '--secret-rules']) {
    const args = ['https://git.example.com/a.git', '--server', 'http://127.0.0.1:1', option, join(root, 'x')];
    expect((await cli(...args)).said).toContain(`${option} is for scans without --server.`);
  }
});

/** A service that answers each call with the next of these, and what was asked of it. */
async function withService(
  answers: Array<{ status: number; text: string }>,
  args: string[],
): Promise<CliRun & { asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    const { status, text } = answers.shift()!;
    response.statusCode = status;
    response.end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const run = await runInProcess(
    ['scan', 'https://localhost:8443/a.git', '--server', `http://127.0.0.1:${port}`, ...args],
    { environment: { LOREKEEP_API_KEY: 'key_x' } },
  );
  server.closeAllConnections();
  server.close();
  return { ...run, asked };
}

test('which hosts may be contacted is for the service to say when the service scans', async () => {
  const refusal = { success: false, data: { message: 'Not from here.' } };
  const { code, said, asked } = await withService([{ status: 403, text: JSON.stringify(refusal) }], []);
  expect(asked).toEqual(['POST /v1/security/scan']);
  expect(code).toBe(3);
  expect(said).toContain('Not from here.');
});

test('a key that the service does not know is said to be wrong, not the service to be lost', async () => {
  const refusal = { success: false, data: { message: 'The API key is not valid.' } };
  const { code, out, said } = await withService(
    [{ status: 401, text: JSON.stringify(refusal) }],
    ['--format', 'json'],
  );
  expect(code).toBe(3);
  expect(`${out}${said}`).toContain('auth_failed');
  expect(`${out}${said}`).toContain('LOREKEEP_API_KEY');
});

test('a service that is away for a moment is asked again, and what it says cannot steer the terminal', async () => {
  const started = { success: true, data: { scanId: 'scan_1', status: 'pending' } };
  const failed = {
    success: true,
    data: { status: 'failed', error: 'No.\u001b[2J', errorCode: 'auth_failed' },
  };
  const { code, said, asked } = await withService(
    [
      { status: 200, text: JSON.stringify(started) },
      { status: 502, text: '<html>' },
      { status: 429, text: '{}' },
      { status: 200, text: JSON.stringify(failed) },
    ],
    [],
  );
  expect(asked).toHaveLength(4);
  expect(code).toBe(3);
  expect(said).toContain('No.\\x1b[2J (auth_failed)');
});

test('what was not read is told with its places and what is the matter with them', async () => {
  const folder = makeFolder('unread', { 'a.js': 'f()\n', '.lorekeep.yaml': 'exclude: 1\n' });
  const { out } = await cli(folder);
  expect(out).toContain('No findings, but not everything was read.');
  expect(out).toMatch(/invalid config \(1\): \.lorekeep\.yaml {2}exclude: /);
});

test('a report of a scan that the service made is the report of the service, with every dependency in it', async () => {
  const started = { success: true, data: { scanId: 'scan_1', status: 'pending' } };
  const scan = { success: true, data: { ...sampleScan(), scanId: 'scan_1' } };
  const { code, out, asked } = await withService(
    [JSON.stringify(started), JSON.stringify(scan), 'the report'].map((text) => ({ status: 200, text })),
    ['--format', 'cyclonedx'],
  );
  // The verdict is that of the service too.
  expect(code).toBe(1);
  expect(out).toBe('the report\n');
  expect(asked.at(-1)).toBe('GET /v1/security/scan/scan_1?format=cyclonedx');
});

test('with a baseline the report for people shows what is new and counts what is known', async () => {
  const folder = makeFolder('news', { 'old.js': `f() // ${reversal}\n` });
  const file = join(root, 'news.json');
  await cli(folder, '--write-baseline', file);
  makeFolder('news', { 'young.js': `g() // ${reversal}\n` });
  const { out } = await cli(folder, '--baseline', file);
  expect(out).toContain('young.js:1');
  expect(out).not.toContain('old.js:1');
  expect(out).toContain('1 known finding is in the baseline and not shown here');
});

test('what fails the build is shown, however minor; options of the report that do not exist are wrong usage', async () => {
  const folder = makeFolder('view', {
    Dockerfile: 'FROM node:24.1.0\nUSER node\n',
    'a.js': `f() // ${reversal}\n`,
  });
  const infrastructure = [folder, '--engines', 'infrastructure'];
  const { out } = await cli(...infrastructure);
  expect(out).toMatch(/^Not shown: \d+ info\. --all shows them\.$/m);
  expect(out).not.toContain('Dockerfile:1');
  for (const option of [['--all'], ['--min-severity', 'info'], ['--fail-on', 'info']])
    expect((await cli(...infrastructure, ...option)).out).toContain('Dockerfile:1');
  expect((await cli(...infrastructure, '--format', 'json')).out).toContain('"file": "Dockerfile"');
  expect((await cli(...infrastructure, '--format', 'compact', '--all')).out).toMatch(
    /^Dockerfile:1.*: info: /m,
  );
  expect((await cli(...infrastructure, '--format', 'compact')).out).toBe('');
  for (const wrong of [
    ['--min-severity', 'grave'],
    ['--sort', 'name'],
    ['--all', '--min-severity', 'low'],
  ])
    expect((await cli(folder, ...wrong)).code).toBe(2);
});

test('one scan writes several reports, and none of them is scanned the next time', async () => {
  const folder = makeFolder('several', { 'a.js': `f() // ${reversal}\n` });
  const reports = ['sarif', 'markdown', 'json', 'github'].map((format) => join(folder, `report.${format}`));
  const args = reports.flatMap((file) => ['--report', `${file.split('.').at(-1)}=${file}`]);
  for (const _ of [1, 2]) {
    const { out } = await cli(folder, '--engines', 'supply-chain', ...args);
    expect(out).toContain('1 finding: 1 ');
  }
  const [sarif, markdown, json, github] = reports.map((file) => readFileSync(file, 'utf8'));
  expect(JSON.parse(sarif!).runs[0].results).toHaveLength(1);
  expect(JSON.parse(json!).findings).toHaveLength(1);
  expect(markdown).toContain('# Security scan');
  expect(github).toMatch(/^::\w+ file=a\.js,/);
  for (const wrong of ['sarif', 'pdf=x', 'sarif='])
    expect((await cli(folder, '--report', wrong)).code).toBe(2);
});

test('a file of the user that cannot be followed is named without the usage of the command', async () => {
  const project = join(root, 'wrong-files');
  mkdirSync(project);
  writeFileSync(join(project, '.lorekeep.yaml'), 'a: [');
  writeFileSync(join(root, 'no-baseline.json'), '[]');
  const config = await cli(project);
  expect([config.code, config.said]).toEqual([2, expect.stringContaining('.lorekeep.yaml')]);
  const baseline = await cli(project, '--ignore-config', '--baseline', join(root, 'no-baseline.json'));
  expect([baseline.code, baseline.said]).toEqual([2, expect.stringContaining('no-baseline.json')]);
  expect(config.said + baseline.said).not.toContain('usage:');
});
