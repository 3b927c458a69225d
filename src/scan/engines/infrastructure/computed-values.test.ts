import { expect, test } from 'vitest';
import { createInfrastructureEngine } from './infrastructure-engine.ts';
import { scanRepository } from './rules/scan-repository.ts';

const engine = createInfrastructureEngine();
const rules = (repository: Record<string, string>) =>
  scanRepository(engine, repository).then(({ findings }) => findings.map(({ ruleId }) => ruleId));

const steps = Array.from({ length: 66 }, (_, i) => i);
const openBucket = 'resource "aws_s3_bucket" "b" {\n  bucket = "b"\n  acl    = "public-read"\n}\n';
const doubled = (first: string, next: (name: string) => string) =>
  `locals {\n  a0 = ${first}\n${steps.map((i) => `  a${i + 1} = ${next(`local.a${i}`)}\n`).join('')}}\n`;
const useLast = 'resource "aws_s3_bucket" "c" {\n  bucket = local.a66\n  tags = { x = local.a66 }\n}\n';

test.each([
  ['texts', doubled('"0123456789"', (a) => `"\${${a}}\${${a}}"`)],
  ['lists by concat', doubled('["a", "b"]', (a) => `concat(${a}, ${a})`)],
  ['lists of lists', doubled('["a"]', (a) => `[${a}, ${a}]`)],
  ['maps of maps', doubled('{ a = 1 }', (a) => `{ x = ${a}, y = ${a} }`)],
  ['joined texts', doubled('"0123456789"', (a) => `join(${a}, [${a}, ${a}, ${a}])`)],
  ['formats', doubled('"%s0123456789"', (a) => `format("%s%s", ${a}, ${a})`)],
  ['loops', doubled('["a", "b"]', (a) => `flatten([for x in ${a} : [x, x]])`)],
])('Terraform locals that double %s hide nothing of the module', async (_, locals) => {
  const found = await rules({ 'main.tf': `${locals}${useLast}${openBucket}` });
  const alone = await rules({ 'main.tf': openBucket });
  expect(alone.length).toBeGreaterThan(0);
  for (const rule of new Set(alone)) expect(found).toContain(rule);
});

test('nested dynamic blocks hide nothing of the module', async () => {
  const items = `[${Array.from({ length: 20 }, (_, i) => i).join(', ')}]`;
  const nested = (depth: number): string =>
    depth === 0
      ? 'x = 1\n'
      : `dynamic "d${depth}" {\n for_each = ${items}\n content {\n${nested(depth - 1)}}\n}\n`;
  const found = await rules({ 'main.tf': `resource "aws_x" "y" {\n${nested(6)}}\n${openBucket}` });
  for (const rule of await rules({ 'main.tf': openBucket })) expect(found).toContain(rule);
});

test.each([
  ['ARG', 'A'],
  ['ENV', 'A'],
])('a Dockerfile whose %s doubles itself is judged all the same', async (keyword, name) => {
  const growth = steps.map(() => `${keyword} ${name}=\${${name}}\${${name}}\n`).join('');
  const head = `FROM debian:latest\n${keyword} ${name}=0123456789\n`;
  const tail = 'ENV API_PASSWORD=hunter2hunter2\nRUN sudo apt-get update\n';
  const found = await rules({ Dockerfile: `${head}${growth}RUN echo $${name}\n${tail}` });
  for (const rule of await rules({ Dockerfile: `${head}${tail}` })) expect(found).toContain(rule);
});

test('a long variable that is used in every line of a Dockerfile costs no more than the file is worth', async () => {
  const text = `FROM debian:latest\nARG A=${'x'.repeat(60_000)}\n${'LABEL a=$A\n'.repeat(5_000)}RUN sudo ls\n`;
  expect(await rules({ Dockerfile: text })).toContain('dockerfile.instruction.sudo');
});

test('ARM variables that double hide nothing of the template', async () => {
  const storage = {
    type: 'Microsoft.Storage/storageAccounts',
    name: 'a',
    properties: { supportsHttpsTrafficOnly: false },
  };
  const variables = Object.fromEntries(
    steps.map((i) => [
      `a${i + 1}`,
      i % 2
        ? `[createArray(variables('a${i}'), variables('a${i}'))]`
        : `[concat(variables('a${i}'), variables('a${i}'))]`,
    ]),
  );
  const template = (extra: object) =>
    JSON.stringify({
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
      resources: [storage],
      ...extra,
    });
  const alone = await rules({ 't.json': template({}) });
  const used = { ...storage, name: 'b', properties: { ...storage.properties, x: "[variables('a66')]" } };
  const found = await rules({
    't.json': template({ variables: { a0: ['a'], ...variables }, resources: [storage, used] }),
  });
  expect(alone.length).toBeGreaterThan(0);
  for (const rule of alone) expect(found).toContain(rule);
});

test('Bicep variables that double hide nothing of the file', async () => {
  const storage =
    "resource s 'Microsoft.Storage/storageAccounts@2023-01-01' = {\n  name: 'a'\n  properties: {\n    supportsHttpsTrafficOnly: false\n  }\n}\n";
  const texts = steps.map((i) => `var a${i + 1} = '\${a${i}}\${a${i}}'\n`).join('');
  const lists = steps.map((i) => `var b${i + 1} = [b${i}, b${i}]\n`).join('');
  const use = "resource t 'Microsoft.Storage/storageAccounts@2023-01-01' = {\n  name: a66\n  tags: b66\n}\n";
  const found = await rules({
    'a.bicep': `var a0 = '0123456789'\nvar b0 = ['a']\n${texts}${lists}${use}${storage}`,
  });
  const alone = await rules({ 'a.bicep': storage });
  expect(alone.length).toBeGreaterThan(0);
  for (const rule of alone) expect(found).toContain(rule);
});

test('CloudFormation functions over long parameters and conditions that name each other hide nothing', async () => {
  const bucket = '  B:\n    Type: AWS::S3::Bucket\n    Properties:\n      AccessControl: PublicRead\n';
  const long = 'x'.repeat(50_000);
  const template = `AWSTemplateFormatVersion: "2010-09-09"
Parameters:
  P: { Type: String, Default: "${long}" }
Conditions:
${steps.map((i) => `  C${i}: !Or [${Array.from({ length: 10 }, () => `!Condition C${i + 1}`).join(', ')}]\n`).join('')}Resources:
${bucket}  C:
    Type: AWS::S3::Bucket
    Condition: C0
    Properties:
      BucketName: !Sub "${'${P}'.repeat(5_000)}"
      Tags: !Join [!Ref P, [${Array.from({ length: 5_000 }, () => '!Ref P').join(', ')}]]
`;
  const found = await rules({ 'cfn.yaml': template });
  const alone = await rules({ 'cfn.yaml': `AWSTemplateFormatVersion: "2010-09-09"\nResources:\n${bucket}` });
  expect(alone.length).toBeGreaterThan(0);
  for (const rule of alone) expect(found).toContain(rule);
});

test('a chart whose values are large and whose indents are larger is rendered', async () => {
  const chart = (extra: string) => ({
    'chart/Chart.yaml': 'name: a\nversion: 1.0.0\n',
    'chart/values.yaml': `big:\n${Array.from({ length: 3_000 }, (_, i) => `  key${i}: ${'v'.repeat(20)}\n`).join('')}`,
    'chart/templates/pod.yaml': `apiVersion: v1
kind: Pod
metadata:
  name: a
  annotations:
    z: 1
${extra}spec:
  containers:
    - name: a
      image: a:latest
      securityContext:
        privileged: true
`,
  });
  const lines = Array.from({ length: 500 }, (_, i) => `    k${i}: {{ .Values.big | toJson }}\n`).join('');
  const plain = await rules(chart(''));
  expect(plain.length).toBeGreaterThan(5);
  expect(await rules(chart(lines))).toEqual(plain);
  expect(await rules(chart('    {{ toYaml .Values.big | nindent 999999999 }}\n'))).toEqual(plain);
});
