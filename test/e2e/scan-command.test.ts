import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { expandTemplate } from '../../src/scan/engines/secrets/rules/example-template.ts';
import { RepositoryBuilder } from '../hostile/repositories.ts';
import { runInProcess } from '../support/in-process-cli.ts';
import { startService } from '../support/process.ts';
import { startTrustedHost } from '../support/trusted-host.ts';

const project = new URL('../..', import.meta.url).pathname;
const root = mkdtempSync(join(tmpdir(), 'lorekeep-scan-command-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

// What `lorekeep` and `npx --yes lorekeep` find on a machine where it is installed.
const programs = join(root, 'programs');
mkdirSync(programs);
const program = (name: string, skipped: number) =>
  writeFileSync(
    join(programs, name),
    `#!/bin/sh\nshift ${skipped}\nexec '${process.execPath}' '${join(project, 'src/main.ts')}' "$@"\n`,
    { mode: 0o755 },
  );
program('lorekeep', 0);
program('npx', 2);
const environment = {
  PATH: `${programs}:${process.env['PATH']}`,
  HOME: root,
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'a',
  GIT_AUTHOR_EMAIL: 'a@example.com',
  GIT_COMMITTER_NAME: 'a',
  GIT_COMMITTER_EMAIL: 'a@example.com',
};

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) =>
    server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
}

const token = expandTemplate('ghp_{crc}', 'scan-command');

test.for(['SIGINT', 'SIGTERM'] as const)(
  'a scan that %s interrupts says so, ends as failed and leaves nothing behind',
  async (signal) => {
    // A host that takes the connection and never answers: the scan is in the midst of its work for as long as we like.
    const silent = createServer((socket) => void socket.on('error', () => {}).resume());
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
    onTestFinished(() => void silent.close());
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const temporary = mkdtempSync(join(root, 'interrupted-'));
    const report = join(temporary, 'report.json');
    const args = ['scan', `https://${host}/shop`, '--format', 'json', '--output', report];
    const child = spawn(join(programs, 'lorekeep'), args, {
      env: { ...environment, TMPDIR: temporary, LOREKEEP_SCAN_ALLOW_HOSTS: host },
    });
    const [, code, said] = await Promise.all([
      once(silent, 'connection').then(() => child.kill(signal)),
      once(child, 'close').then(([status]) => status),
      child.stderr.toArray().then((chunks) => Buffer.concat(chunks).toString()),
    ]);
    expect([code, said]).toEqual([3, 'lorekeep scan: The scan was cancelled. (cancelled)\n']);
    const left = readdirSync(temporary, { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
    // The connection of git ends with it: no process of the scan goes on.
    await expect.poll(() => connectionsOf(silent)).toBe(0);
  },
);

test('--server lets a running service scan: its findings, its verdict, its failures and a wrong key have their exit codes', async () => {
  const { host, repositories, caFile, allowHost } = await startTrustedHost(root);
  const repository = new RepositoryBuilder(repositories, 'shop');
  const first = repository.files({ 'a.env': `TOKEN=${token}\n` });
  repository.files({ 'a.js': 'ok();\n' }, [first]);
  const key = 'key_that_is_only_a_test';
  const service = await startService({
    LOREKEEP_DATA_DIR: join(root, 'data'),
    LOREKEEP_API_KEYS: key,
    LOREKEEP_SCAN_ALLOW_HOSTS: allowHost,
    LOREKEEP_SCAN_CA_FILE: caFile,
  });
  onTestFinished(async () => {
    await service.stop();
    await host.close();
  });
  const url = `https://${allowHost}/shop`;
  const scan = (args: string[], apiKey: string | undefined = key) =>
    runInProcess(['scan', ...args, '--server', service.base, '--engines', 'secrets'], {
      environment: apiKey === '' ? {} : { LOREKEEP_API_KEY: apiKey },
    });

  const clean = await scan([url, '--format', 'json', '--fail-on', 'high']);
  expect([clean.code, clean.said]).toEqual([0, '']);
  expect(JSON.parse(clean.out)).toMatchObject({ findings: [], policy: { passed: true } });
  const old = await scan([url, '--ref', first, '--fail-on', 'high', '--format', 'json']);
  expect(old.code).toBe(1);
  expect(JSON.parse(old.out).findings).toMatchObject([{ ruleId: 'github-token', file: 'a.env', line: 1 }]);
  const past = await scan([url, '--history', '--format', 'sarif']);
  expect(JSON.parse(past.out).runs[0].results).toMatchObject([
    { ruleId: 'github-token', properties: { commit: first, inTree: false } },
  ]);
  expect((await scan([url, '--history'])).out).toContain(`Came in with commit ${first.slice(0, 12)}`);

  expect((await scan([`${url}-none`])).code).toBe(3);
  expect((await scan([url, '--ref', 'no-such-branch'])).code).toBe(3);
  expect((await scan([root])).code).toBe(2);
  expect((await scan([url], '')).code).toBe(2);
  const refused = await scan([url], 'key_of_somebody_else');
  expect(refused.code).not.toBe(0);
  expect(refused.said).not.toContain('key_of_somebody_else');
});

test('--staged as a pre-commit hook stops a commit with a secret and lets the mended one through', () => {
  const folder = join(root, 'work');
  mkdirSync(folder);
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: folder, env: environment, encoding: 'utf8' });
  git('init', '-q');
  // The line that the guide gives.
  const guide = readFileSync(join(project, 'docs/guides/scanning.md'), 'utf8');
  const line = /^printf .*pre-commit$/m.exec(guide)![0];
  execFileSync('sh', ['-c', `${line} && chmod +x .git/hooks/pre-commit`], { cwd: folder });
  writeFileSync(join(folder, 'a.env'), `TOKEN=${token}\n`);
  git('add', 'a.env');
  // What is in the work tree does not count, what is staged does.
  writeFileSync(join(folder, 'a.env'), 'TOKEN=\n');
  const stopped = git('commit', '-m', 'x');
  expect(stopped.status).not.toBe(0);
  expect(stopped.stdout + stopped.stderr).toContain('a.env:1');
  expect(stopped.stdout + stopped.stderr).not.toContain(token.slice(8, 24));
  expect(git('rev-parse', '-q', '--verify', 'HEAD').status).not.toBe(0);
  git('add', 'a.env');
  expect(git('commit', '-qm', 'x').status).toBe(0);
  expect(git('rev-parse', '-q', '--verify', 'HEAD').status).toBe(0);
  // These bring an index of their own, which the hook is told of.
  for (const form of [['-a'], ['a.env']]) {
    writeFileSync(join(folder, 'a.env'), `TOKEN=${token}\n`);
    expect(git('commit', '-qm', 'y', ...form).status).not.toBe(0);
  }
});

test('the GitLab template fails the job on a high finding and leaves a report that GitLab takes', () => {
  const template = parse(readFileSync(join(project, 'ci/lorekeep.gitlab-ci.yml'), 'utf8')) as Record<
    string,
    {
      variables: Record<string, string>;
      before_script: string[];
      script: string[];
      artifacts: { reports: { sast: string } };
    }
  >;
  const job = template['lorekeep-scan']!;
  const folder = join(root, 'checkout');
  mkdirSync(folder);
  // What the job clones has no packages yet; those of this checkout are the same, and installing them is tested elsewhere.
  const packages = `ln -s '${join(project, 'node_modules')}' "$SCANNER_FOLDER/node_modules"`;
  const commit = spawnSync('git', ['-C', project, 'rev-parse', 'HEAD'], { encoding: 'utf8' }).stdout.trim();
  let clones = 0;
  const run = (variables: Record<string, string>) =>
    spawnSync('sh', ['-e', '-c', [...job.before_script, packages, ...job.script].join('\n')], {
      cwd: folder,
      encoding: 'utf8',
      env: {
        ...environment,
        ...job.variables,
        CI_PROJECT_DIR: folder,
        SCANNER_REPOSITORY: project,
        SCANNER_COMMIT: commit,
        SCANNER_FOLDER: join(root, `lorekeep-${clones++}`),
        SCAN_CACHE: join(folder, '.lorekeep-cache'),
        XDG_CACHE_HOME: join(root, 'gitlab-cache'),
        SCAN_SYNC: '',
        ...variables,
      },
    });
  const refused = run({ SCANNER_COMMIT: '' });
  expect(refused.status).toBe(2);
  expect(refused.stdout).toContain('SCANNER_COMMIT');
  // A commit that the copy does not have is not replaced by another.
  expect(run({ SCANNER_COMMIT: commit.replace(/^./, (first) => (first === '0' ? '1' : '0')) }).status).toBe(
    128,
  );
  writeFileSync(join(folder, 'a.env'), `TOKEN=${token}\nPASSWORD=hunter22horse\n`);
  expect(run({}).status).toBe(1);
  const report = JSON.parse(readFileSync(join(folder, job.artifacts.reports.sast), 'utf8'));
  const valid = new Ajv({ allErrors: true }).compile(gitlabReport);
  expect(valid(report), JSON.stringify(valid.errors)).toBe(true);
  expect(report.vulnerabilities.length).toBeGreaterThan(1);
  expect(new Set(report.vulnerabilities.map(({ id }: { id: string }) => id)).size).toBe(
    report.vulnerabilities.length,
  );
  // A job that ran today did not run in 1970.
  expect(Date.parse(`${report.scan.start_time}Z`)).toBeGreaterThan(Date.UTC(2024));
  expect(report.scan.end_time >= report.scan.start_time).toBe(true);
  expect(JSON.stringify(report)).not.toContain(token.slice(8, 24));
  rmSync(join(folder, 'a.env'));
  writeFileSync(join(folder, 'a.js'), 'ok();\n');
  expect(run({}).status).toBe(0);
});

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const tool = {
  type: 'object',
  required: ['id', 'name', 'version', 'vendor'],
  properties: {
    id: text(255),
    name: text(255),
    version: text(255),
    vendor: { type: 'object', required: ['name'], properties: { name: text(255) } },
  },
};
const time = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}$' };

/** What GitLab's documentation of the security report for SAST (schema 15) demands. */
const gitlabReport = {
  type: 'object',
  required: ['version', 'scan', 'vulnerabilities'],
  properties: {
    version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
    scan: {
      type: 'object',
      required: ['analyzer', 'scanner', 'type', 'start_time', 'end_time', 'status'],
      properties: {
        analyzer: tool,
        scanner: tool,
        type: { const: 'sast' },
        start_time: time,
        end_time: time,
        status: { enum: ['success', 'failure'] },
      },
    },
    vulnerabilities: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'identifiers', 'location'],
        properties: {
          id: text(255),
          name: text(255),
          description: text(1_048_576),
          severity: { enum: ['Info', 'Unknown', 'Low', 'Medium', 'High', 'Critical'] },
          solution: text(7_000),
          identifiers: {
            type: 'array',
            minItems: 1,
            maxItems: 20,
            items: {
              type: 'object',
              required: ['type', 'name', 'value'],
              properties: { type: text(255), name: text(255), value: text(255) },
            },
          },
          links: { type: 'array', items: { type: 'object', required: ['url'] } },
          location: {
            type: 'object',
            required: ['file', 'start_line'],
            properties: {
              file: text(4_096),
              start_line: { type: 'integer', minimum: 1 },
              end_line: { type: 'integer', minimum: 1 },
            },
          },
        },
      },
    },
  },
};
