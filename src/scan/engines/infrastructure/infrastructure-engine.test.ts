import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createInfrastructureEngine } from './infrastructure-engine.ts';
import { scanRepository } from './rules/scan-repository.ts';

const engine = createInfrastructureEngine();
const ids = (repository: Record<string, string>) =>
  scanRepository(engine, repository).then(({ findings }) => findings.map((finding) => finding.ruleId));

const paths = [
  'main.tf',
  'Dockerfile',
  'docker-compose.yml',
  'k.yaml',
  'kustomization.yaml',
  'chart/templates/a.yaml',
  'chart/values.yaml',
  'a.bicep',
  '.github/workflows/a.yml',
  'action.yml',
  '.gitlab-ci.yml',
  'azure-pipelines.yml',
  '.circleci/config.yml',
  'Jenkinsfile',
  'nginx.conf',
  't.json',
];

test('the rules are many, each with an id of its own', () => {
  const all = engine.rules.map((rule) => rule.id);
  expect(new Set(all).size).toBe(all.length);
  const count = (prefix: string) => all.filter((id) => id.startsWith(prefix)).length;
  expect(count('terraform.aws.')).toBeGreaterThanOrEqual(60);
  expect(count('terraform.azure.')).toBeGreaterThanOrEqual(30);
  expect(count('terraform.gcp.')).toBeGreaterThanOrEqual(30);
  expect(count('kubernetes.')).toBeGreaterThanOrEqual(45);
  expect(count('dockerfile.') + count('compose.')).toBeGreaterThanOrEqual(25);
  expect(count('cloudformation.')).toBeGreaterThanOrEqual(25);
});

test('no content of any kind of file makes the engine throw', async () => {
  const words = [
    'apiVersion: v1\nkind: Pod\n',
    'Resources:\n',
    'AWS::S3::Bucket',
    'services:\n',
    '  a: ',
    '{',
    '}',
    '[',
    ']',
    '\n',
    '${{ ',
    ' }}',
    '{{ .Values.a }}',
    'server {',
    ';',
    '"',
    'FROM x\n',
    'RUN \\\n',
    '- ',
    'on: push\njobs:\n',
    '&a ',
    '*a',
    '\t',
    "resource 'a@b' = {\n",
  ];
  const soup = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((parts) => parts.join(''));
  const content = fc.oneof(soup, fc.string({ maxLength: 80 }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), content, async (path, text) => {
      await scanRepository(engine, { [path]: text });
    }),
    { numRuns: 2000 },
  );
});

test('the same repository gives the same findings', async () => {
  const repository = {
    'main.tf': 'resource "aws_s3_bucket" "b" {\n  acl = "public-read"\n}\n',
    Dockerfile: 'FROM debian\nRUN curl x | sh\n',
  };
  expect(await scanRepository(engine, repository)).toEqual(
    await scanRepository(createInfrastructureEngine(), repository),
  );
});

test('a mechanical repair replaces the attribute, or adds it under the head of the block', async () => {
  const text =
    'resource "aws_ebs_volume" "a" {\n  encrypted = false\n}\nresource "aws_ebs_volume" "b" {\n  size = 1\n}\n';
  const fixes = (await scanRepository(engine, { 'main.tf': text })).findings.filter(
    (finding) => finding.ruleId === 'terraform.aws.unencrypted-storage.ebs-volume',
  );
  expect(fixes.map((finding) => finding.fix)).toEqual([
    { description: 'Set encrypted = true', startLine: 2, endLine: 2, replacement: '  encrypted = true' },
    {
      description: 'Set encrypted = true',
      startLine: 4,
      endLine: 4,
      replacement: 'resource "aws_ebs_volume" "b" {\n  encrypted = true',
    },
  ]);
});

test('a finding in a Terraform block reaches from its head to the line that is wrong', async () => {
  const text = 'resource "aws_db_instance" "d" {\n  name = "a"\n\n  publicly_accessible = true\n}\n';
  const { findings } = await scanRepository(engine, { 'main.tf': text });
  expect(findings.find(({ ruleId }) => ruleId === 'terraform.aws.public.db-instance')).toMatchObject({
    startLine: 1,
    endLine: 4,
  });
});

test('Terraform in JSON is read as the same language, with its templates and variables', async () => {
  const json = (open: boolean) =>
    JSON.stringify(
      {
        variable: { open: { default: open } },
        locals: { acl: '${var.open ? "public-read" : "private"}' },
        resource: {
          aws_s3_bucket: { b: { acl: '${local.acl}', '//': 'a comment' } },
          aws_db_instance: { d: [{ publicly_accessible: '${var.open}' }] },
        },
      },
      null,
      2,
    );
  expect(await ids({ 'main.tf.json': json(true) })).toEqual(
    expect.arrayContaining(['terraform.aws.public.s3-bucket', 'terraform.aws.public.db-instance']),
  );
  expect(await ids({ 'main.tf.json': json(false) })).not.toContain('terraform.aws.public.s3-bucket');
  const { notes } = await scanRepository(engine, { 'main.tf.json': '{"resource": [' });
  expect(notes).toMatchObject([{ reason: 'not_parsed' }]);
});

test('what other resources of the module say about a resource counts', async () => {
  const acl = 'resource "aws_s3_bucket_acl" "a" {\n  bucket = aws_s3_bucket.b.id\n  acl = "public-read"\n}\n';
  const block =
    'resource "aws_s3_bucket_public_access_block" "p" {\n  bucket = aws_s3_bucket.b.id\n  ignore_public_acls = true\n}\n';
  const files = { 'bucket.tf': 'resource "aws_s3_bucket" "b" {}\n', 'acl.tf': acl };
  expect(await ids(files)).toContain('terraform.aws.public.s3-bucket-acl');
  expect(await ids(files)).toContain('terraform.aws.companion.access-block');
  const blocked = await ids({ ...files, 'block.tf': block });
  expect(blocked).not.toContain('terraform.aws.public.s3-bucket-acl');
  expect(blocked).not.toContain('terraform.aws.companion.access-block');
  // A block in another module belongs to another bucket.
  expect(await ids({ ...files, 'other/block.tf': block })).toContain('terraform.aws.public.s3-bucket-acl');
});

const deployment = (security: string) =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    spec:\n      containers:\n        - name: web\n          image: web:1\n${security}`;

test('a Kustomize patch counts, and a patch alone is not checked', async () => {
  const repository = {
    'base/deployment.yaml': deployment('          securityContext: {privileged: true}\n'),
    'base/kustomization.yaml': 'resources: [deployment.yaml]\n',
    'prod/kustomization.yaml': 'resources: [../base]\npatchesStrategicMerge: [patch.yaml]\n',
    'prod/patch.yaml': deployment('          securityContext: {privileged: false}\n'),
  };
  expect(await ids(repository)).not.toContain('kubernetes.privileged-container');
  expect(await ids({ ...repository, 'prod/patch.yaml': deployment('') })).toContain(
    'kubernetes.privileged-container',
  );
});

test('operations of a Kustomize patch count for the objects that its selector means', async () => {
  const overlay = (target: string, value: boolean) => ({
    'base/deployment.yaml': deployment('          securityContext: {privileged: true}\n'),
    'base/kustomization.yaml': 'resources: [deployment.yaml]\n',
    'prod/kustomization.yaml': `resources: [../base]\npatches:\n  - target: {kind: ${target}}\n    patch: |-\n      - op: replace\n        path: /spec/template/spec/containers/0/securityContext/privileged\n        value: ${value}\n`,
  });
  const rule = 'kubernetes.privileged-container';
  expect(await ids(overlay('Deployment', false))).not.toContain(rule);
  expect(await ids(overlay('Deployment', true))).toContain(rule);
  expect(await ids(overlay('StatefulSet', false))).toContain(rule);
});

test('a Helm template is judged with the values of its chart, and one that is no YAML is a note', async () => {
  const template = deployment(
    '          securityContext:\n            privileged: {{ .Values.security.privileged }}\n            {{- if .Values.x }}\n            runAsUser: {{ .Values.user | default 0 }}\n            {{- end }}\n',
  );
  const files = (privileged: boolean) => ({
    'chart/templates/d.yaml': template,
    'chart/values.yaml': `security:\n  privileged: ${privileged}\n`,
  });
  expect(await ids(files(true))).toContain('kubernetes.privileged-container');
  expect(await ids(files(false))).not.toContain('kubernetes.privileged-container');
  const broken = await scanRepository(engine, {
    'chart/templates/d.yaml': 'a: [{{ range .x }}\nb: {{ . }}: c\n',
  });
  expect(broken.notes).toMatchObject([{ reason: 'template' }]);
});

test('a secret of a Helm template that its user gives is not taken for one that is committed', async () => {
  const files = (value: string) => ({
    'chart/templates/s.yaml': `apiVersion: v1\nkind: Secret\nmetadata: {name: {{ .Release.Name }}}\ndata:\n  key: ${value}\n`,
    'chart/values.yaml': 'key: ~\nfixed: aHVudGVyMmh1bnRlcjI=\n',
  });
  const rule = 'kubernetes.secret-in-manifest.secret';
  expect(await ids(files('{{ .Values.key | default (randAlphaNum 32) | b64enc | quote }}'))).not.toContain(
    rule,
  );
  expect(await ids(files('{{ (printf "%s:%s" .Values.a .Values.b) | b64enc }}'))).not.toContain(rule);
  expect(await ids(files('{{ .Values.fixed }}'))).toContain(rule);
});

test('a Helm template of blanks or of brackets is read in one pass', async () => {
  for (const line of [
    `a: {{${' '.repeat(300_000)}`,
    `a: ${'{'.repeat(300_000)}`,
    `{{ default x${' '.repeat(300_000)}}}`,
  ])
    expect(await ids({ 'chart/templates/d.yaml': `${line}\n`, 'chart/values.yaml': 'a: 1\n' })).toEqual([]);
});

test('CloudFormation functions and conditions are worked out', async () => {
  const stack = (condition: string) =>
    `Parameters:\n  Public: {Type: String, Default: 'true'}\nConditions:\n  IsPublic: !Equals [!Ref Public, '${condition}']\nResources:\n  Db:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      StorageEncrypted: !If [IsPublic, false, true]\n      PubliclyAccessible: !Ref Public\n`;
  expect(await ids({ 'stack.yaml': stack('true') })).toEqual(
    expect.arrayContaining(['cloudformation.unencrypted.db-instance', 'cloudformation.public.database']),
  );
  expect(await ids({ 'stack.yaml': stack('no') })).not.toContain('cloudformation.unencrypted.db-instance');
});

test('a large generated manifest is read to its end within the budget', async () => {
  const text = `${deployment('          securityContext: {privileged: true}\n')}---\n`.repeat(6000);
  const { findings, notes } = await scanRepository(engine, { 'all.yaml': text });
  expect(findings.length).toBeGreaterThan(1000);
  expect(notes).toMatchObject([{ reason: 'budget_exceeded' }]);
});

test('a large generated Terraform file gives a bounded number of findings, and says so', async () => {
  const text = Array.from(
    { length: 2500 },
    (_, i) => `resource "aws_ebs_volume" "v${i}" {\n  size = 1\n}\n`,
  ).join('');
  const { findings, notes } = await scanRepository(engine, { 'main.tf': text });
  expect(findings.length).toBeGreaterThan(1000);
  expect(findings.length).toBeLessThan(2100);
  expect(notes).toMatchObject([{ reason: 'budget_exceeded' }]);
});

test('a template of endless resources is reported up to a limit, and the coverage says so', async () => {
  const many = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => line(i)).join('');
  const files = {
    'stack.yaml': `Resources:\n${many(3000, (i) => `  R${i}: {Type: AWS::S3::Bucket}\n`)}`,
    'serverless.yml': `functions:\n${many(3000, (i) => `  f${i}: {handler: a}\n`)}`,
    'main.bicep': many(
      3000,
      (i) => `resource r${i} 'Microsoft.KeyVault/vaults@2022-07-01' = { name: 'a' }\n`,
    ),
  };
  for (const [path, text] of Object.entries(files)) {
    const { findings, notes } = await scanRepository(createInfrastructureEngine(), { [path]: text });
    expect(findings.length).toBeGreaterThan(2000);
    expect(findings.length).toBeLessThan(2100);
    expect(notes).toContainEqual(expect.objectContaining({ path, reason: 'budget_exceeded' }));
  }
});

test.each(['constructor', 'toString', 'hasOwnProperty', '__proto__', 'valueOf'])(
  'a function, resource, key or command that is called %s hides nothing',
  async (name) => {
    const found = await ids({
      'main.tf': `resource "aws_s3_bucket_acl" "a" {\n  bucket = ${name}("a")\n  acl    = "public-read"\n}\nresource "kubernetes_${name}" "b" {\n  metadata {\n    ${name} {\n    }\n  }\n}\n`,
      'more.tf.json': JSON.stringify({ [name]: { a: 1 }, resource: { aws_ebs_volume: { a: { size: 1 } } } }),
      '.github/workflows/a.yml': `on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${name} x\n      - run: npm install left-pad\n`,
    });
    const plain = await ids({
      'main.tf':
        'resource "aws_s3_bucket_acl" "a" {\n  bucket = other("a")\n  acl    = "public-read"\n}\nresource "kubernetes_other" "b" {\n  metadata {\n    other {\n    }\n  }\n}\n',
      'more.tf.json': JSON.stringify({ other: { a: 1 }, resource: { aws_ebs_volume: { a: { size: 1 } } } }),
      '.github/workflows/a.yml':
        'on: push\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: other x\n      - run: npm install left-pad\n',
    });
    expect(plain.length).toBeGreaterThan(2);
    expect(found).toEqual(plain);
  },
);
