import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { expandTemplate } from '../../src/scan/engines/secrets/rules/example-template.ts';
import { RepositoryBuilder } from '../hostile/repositories.ts';
import { startService } from '../support/process.ts';
import { startTrustedHost } from '../support/trusted-host.ts';

const root = mkdtempSync(join(tmpdir(), 'lorekeep-stay-secret-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const of = (template: string) => expandTemplate(template, template);
const planted = {
  githubToken: of('ghp_{crc}'),
  awsId: of('AKIA{B32:16}'),
  awsSecret: of('{b64:38}7a'),
  stripe: of('sk_live_{alnum:24}'),
  slack: of('xoxb-{digits:12}-{digits:12}-{alnum:24}'),
  npm: of('npm_{crc}'),
  jwt: of('{jwt}'),
  envPassword: of('{alnum:22}'),
  chosenPassword: 'Tr0ub4dor&3-horse',
  linkPassword: of('{alnum:20}'),
  queryToken: of('{hex:40}'),
  headerToken: of('{b64url:43}'),
  privateKey: of('{b64:64}'),
  kubernetes: of('{alnum:24}'),
  encoded: of('glpat-{alnum:20}'),
  inHistory: of('hf_{letters:34}'),
  dependencyToken: of('{hex:36}0a'),
} as const;

/** The same value again in other files and engines' frames: in a query, in a weak hash, in a workflow, in a lock file. */
const files = {
  '.env': `GITHUB_TOKEN=${planted.githubToken}\nDB_PASSWORD=${planted.envPassword}\nADMIN_PASSWORD="${planted.chosenPassword}"\nNPM_TOKEN=${planted.npm}\n`,
  'aws.ini': `[default]\naws_access_key_id = ${planted.awsId}\naws_secret_access_key = ${planted.awsSecret}\n`,
  'src/pay.js': [
    `const stripe = require('stripe')('${planted.stripe}');`,
    "const { exec } = require('child_process');",
    `app.get('/a', (req, res) => { exec('curl -H "X: ${planted.headerToken}" ' + req.query.u); res.send(1); });`,
    `app.get('/b', (req, res) => { db.query("select '${planted.chosenPassword}' from t where a=" + req.query.a); });`,
    `const api = "https://api.corp.net/v1?access_token=${planted.queryToken}";`,
  ].join('\n'),
  'src/app.py': [
    'import hashlib, subprocess, flask, os',
    `PASSWORD = "${planted.envPassword}"`,
    `digest = hashlib.md5(b"${planted.envPassword}").hexdigest()`,
    `conn = "postgres://app:${planted.linkPassword}@db.corp.net/x"`,
    '@app.route("/x")',
    'def x():',
    `    return subprocess.call("psql -p ${planted.linkPassword} " + flask.request.args["q"], shell=True)`,
  ].join('\n'),
  'notify.yml': `slack: ${planted.slack}\nauthorization: Bearer ${planted.jwt}\nheader_token: "${planted.headerToken}"\n`,
  id_rsa: `-----BEGIN ${'RSA PRIVATE'} KEY-----\n${planted.privateKey}\n${planted.privateKey}\n-----END ${'RSA PRIVATE'} KEY-----\n`,
  'k8s/secret.yaml': `apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\ndata:\n  password: ${Buffer.from(planted.kubernetes).toString('base64')}\n`,
  'k8s/pod.yaml': `apiVersion: v1\nkind: Pod\nmetadata:\n  name: x\nspec:\n  containers:\n    - name: a\n      image: a:latest\n      securityContext:\n        privileged: true\n      env:\n        - name: PASSWORD\n          value: ${planted.kubernetes}\n`,
  'blob.txt': `x: ${Buffer.from(`the token is ${planted.encoded} here`).toString('base64')}\n`,
  'package.json': `{ "dependencies": { "a": "git+https://ci:${planted.dependencyToken}@git.corp.net/a.git" } }\n`,
  Dockerfile: `FROM node:latest\nENV TOKEN=${planted.githubToken}\nRUN curl -u ci:${planted.envPassword} http://corp.net | sh\n`,
  '.github/workflows/ci.yml': `on: pull_request_target\njobs:\n  a:\n    runs-on: ubuntu-latest\n    env:\n      TOKEN: ${planted.npm}\n    steps:\n      - uses: actions/checkout@v1\n      - run: echo \${{ github.event.issue.title }} ${planted.npm}\n`,
};

/** Any twelve signs of a value in a row count: enough to search for the rest. The public prefix of a format is not the value. */
function leaksIn(text: string): string[] {
  const leaks: string[] = [];
  for (const [name, value] of Object.entries(planted)) {
    const forms = [value, Buffer.from(value).toString('base64').replace(/=+$/, '')];
    for (const form of forms) {
      for (let at = 4; at + 12 <= form.length; at++)
        if (text.includes(form.slice(at, at + 12))) leaks.push(`${name} at ${at}`);
    }
  }
  return leaks;
}

test('after a scan over https, with history, no planted value is in an answer, a report, the data folder or the log', async () => {
  const { host, repositories, caFile, allowHost } = await startTrustedHost(root);
  const repository = new RepositoryBuilder(repositories, 'shop');
  const first = repository.files({ 'old.py': `TOKEN = "${planted.inHistory}"\n`, ...files });
  repository.files(files, [first]);

  const dataDir = join(root, 'data');
  const key = 'key_that_is_only_a_test';
  const service = await startService({
    LOREKEEP_DATA_DIR: dataDir,
    LOREKEEP_API_KEYS: key,
    LOREKEEP_LOG_LEVEL: 'trace',
    LOREKEEP_SCAN_ALLOW_HOSTS: allowHost,
    LOREKEEP_SCAN_CA_FILE: caFile,
  });
  const said: Array<[what: string, text: string]> = [];
  const call = async (path: string, body?: object) => {
    const response = await fetch(`${service.base}${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(response.status, path).toBe(200);
    const text = await response.text();
    said.push([path, text]);
    return text;
  };
  try {
    const repoUrl = `https://${allowHost}/shop`;
    const wait = { repoUrl, waitForCompletion: true };
    const { data } = JSON.parse(await call('/v1/security/scan', { ...wait, history: true })) as {
      data: {
        scanId: string;
        status: string;
        findings: Array<{ engine: string; file: string; commit?: string }>;
      };
    };
    expect(data.status).toBe('completed');
    // Were nothing found or nothing shown, nothing could leak.
    for (const engine of ['secrets', 'code', 'infrastructure', 'supply-chain'])
      expect(
        data.findings.some((finding) => finding.engine === engine),
        engine,
      ).toBe(true);
    for (const file of [...Object.keys(files), 'old.py'])
      expect(
        data.findings.some((finding) => finding.file === file),
        file,
      ).toBe(true);
    for (const format of ['sarif', 'html', 'markdown', 'csv', 'junit', 'gitlab', 'cyclonedx', 'spdx'])
      await call(`/v1/security/scan/${data.scanId}?format=${format}`);
    await call(`/v1/security/scan/${data.scanId}`);
    await call('/metrics');
    // While it runs, the write-ahead log holds the newest pages.
    readFolder(dataDir, said);
  } finally {
    await service.stop();
    await host.close();
  }
  readFolder(dataDir, said);
  said.push(['log', service.output()]);
  expect(said.some(([what]) => what.endsWith('-wal'))).toBe(true);
  expect(service.output().length).toBeGreaterThan(500);
  expect(said.flatMap(([what, text]) => leaksIn(text).map((leak) => `${what}: ${leak}`))).toEqual([]);
});

function readFolder(folder: string, said: Array<[string, string]>): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) said.push([path, readFileSync(path, 'latin1')]);
  }
}
