import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../../infrastructure-engine.ts';
import { readRuleFiles } from '../compile-rules.ts';
import { scanRepository } from '../scan-repository.ts';
import { saysWhatToWrite } from './suggestion-with-value.ts';
import { writtenChange } from './write-value.ts';

const rules = [...readRuleFiles().values()].flat();

test('every suggestion says what to write', () => {
  const lacking = rules.filter(({ suggestion }) => !saysWhatToWrite(suggestion));
  expect(lacking.map(({ id, suggestion }) => `${id}: ${suggestion}`)).toEqual([]);
});

test.for([
  ['Set `disabled_alerts`.', false],
  ['Close it with `source_address_prefix`.', false],
  ['Give `a` another value than `b`.', false],
  ['Turn encryption on.', false],
  ['Write `disabled_alerts = []`.', true],
  ['Set `min_tls_version` to `TLS1_2`.', true],
  ['Remove `publicly_accessible`.', true],
] as const)('%s says what to write: %s', ([suggestion, wanted]) => {
  expect(saysWhatToWrite(suggestion)).toBe(wanted);
});

test('what a Dockerfile or a service can do harm with is said of each kind of mistake by itself', () => {
  const about = rules.filter(({ id }) => /^(?:dockerfile|compose)\./.test(id));
  expect(about.length).toBeGreaterThan(60);
  const kinds = new Map<string, Set<string>>();
  for (const { harm, category } of about)
    kinds.set(
      harm,
      (kinds.get(harm) ?? new Set<string>()).add(/secret|transport|identity/.test(category) ? category : ''),
    );
  expect([...kinds].filter(([, categories]) => categories.size > 1).map(([harm]) => harm)).toEqual([]);
  // An instruction and a command are nothing that attackers are in.
  const odd = about.filter(({ harm }) =>
    /\b(?:in|into|of|behind) the (?:sudo|working folder|[A-Z]{3,})\b/.test(harm),
  );
  expect(odd.map(({ id, harm }) => `${id}: ${harm}`)).toEqual([]);
});

test('no suggestion names what only our example has: an account, a host, a resource, a label', () => {
  const leaks =
    /arn:aws[\w-]*:[\w-]+:[\w-]*:\d+:|arn:aws:s3:::(?!<)|\.example\b|\bexample\.(?:com|org|net)|"(?:sg|subnet|vpc|ami|eni)-[0-9a-f]+"|\b(?:resource|data) "\w+" "(?!<)|\b(?:aws|azurerm|google)_\w+\.(?!<)\w+\.|\bkeeper7\b|name: (?:app|ops|shop|web)\b|namespace: (?!<)\w+|[=:] "?[a-z]"?(?=[ ,}`]|$)/;
  expect(
    rules
      .filter(({ suggestion }) => leaks.test(suggestion))
      .map(({ id, suggestion }) => `${id}: ${suggestion}`),
  ).toEqual([]);
});

test.for([
  ['name = "b"', { name: 'b' }, 'name = "<name>"'],
  ['a key', { kms_key_id: 'arn:aws:kms:eu-west-1:1:key/x' }, 'kms_key_id = "<ARN of the KMS key>"'],
  [
    'a managed policy',
    { arn: 'arn:aws:iam::aws:policy/ReadOnlyAccess' },
    'arn = "arn:aws:iam::aws:policy/ReadOnlyAccess"',
  ],
  ['a host', { url: 'https://a.example/f' }, 'url = "https://<host>/f"'],
  ['a description', { description: 'web' }, 'description = "<description>"'],
  ['a digest', { image: `debian@sha256:${'01'.repeat(32)}` }, 'image = "debian@sha256:<digest>"'],
  ['a tier', { sku_name: 'Premium' }, 'sku_name = "Premium"'],
  ['a protocol', { protocol: 'tcp' }, 'protocol = "tcp"'],
] as const)('%s is written for the reader', ([, value, code]) => {
  const [key, text] = Object.entries(value)[0]!;
  expect(writtenChange('terraform-aws', { path: [key], value: text }).code).toBe(code);
});

test('no description is shared by more than 20 rules, and none would fit any rule', () => {
  const shared = new Map<string, number>();
  for (const { harm } of rules) shared.set(harm, (shared.get(harm) ?? 0) + 1);
  expect([...shared].filter(([, count]) => count > 20)).toEqual([]);
  expect(rules.filter(({ harm }) => /layer of defence|\[object|\{it\}|undefined/i.test(harm))).toEqual([]);
  expect(rules.filter(({ suggestion }) => /\[object|undefined/.test(suggestion)).map(({ id }) => id)).toEqual(
    [],
  );
});

test('no title has a broken acronym', () => {
  const acronyms =
    `ACL ALB AMI API ARN AWS CDN CIDR CORS DAX DB DMS DNS EBS EC2 ECR ECS EFS EKS ELB EMR GCP GKE HTTP HTTPS IAM IP KMS
    LB MFA MQ MSK MSSQL NAT NSG OCI OIDC QLDB RBAC RDP RDS S3 SAML SNS SQL SQS SSH SSL SSM TLS URL VM VPC VPN WAF`.split(
      /\s+/,
    );
  const forms = acronyms.flatMap((name) => [`${name[0]}${name.slice(1).toLowerCase()}`, name.toLowerCase()]);
  const wrong = new RegExp(
    `(?<![\\w./-])(?:${forms.filter((form) => !acronyms.includes(form)).join('|')})(?![\\w./-])`,
  );
  const names =
    /\b(?:Dynamodb|Mysql|Postgresql|Cloudwatch|Cloudtrail|Cloudfront|Elasticache|Sagemaker|Docdb|Cosmosdb|Github|Mongodb|Mariadb|Bigquery)\b/;
  expect(
    rules
      .filter(({ title }) => wrong.test(title.replace(/`[^`]*`/g, '')) || names.test(title))
      .map(({ title }) => title),
  ).toEqual([]);
});

test('every rule links to the documentation of what it is about', () => {
  expect(
    rules
      .filter(({ references }) => !references.some((link) => link.startsWith('https://')))
      .map(({ id }) => id),
  ).toEqual([]);
});

test('a list that must not name anything is to be emptied', () => {
  const rule = rules.find(({ when }) => when?.includes('disabled_alerts'));
  expect(rule?.suggestion).toMatch(/`disabled_alerts = \[\]`|`disabledAlerts: \[\]`|[Rr]emove/);
});

test('a finding is on the line of the attribute that is wrong, not of one that the condition asks first', async () => {
  const source =
    'resource "azurerm_storage_account" "a" {\n  name = "a"\n\n  min_tls_version = "TLS1_0"\n}\n';
  const { findings } = await scanRepository(createInfrastructureEngine(), { 'main.tf': source });
  const tls = findings.find(({ ruleId }) => ruleId === 'terraform.azure.old-tls.storage-account');
  expect(tls).toMatchObject({ endLine: 4 });
  const parts =
    'resource "aws_kms_key" "k" {\n  customer_master_key_spec = "SYMMETRIC_DEFAULT"\n  enable_key_rotation = false\n}\n';
  const keys = await scanRepository(createInfrastructureEngine(), { 'main.tf': parts });
  const rotation = keys.findings.filter(({ title }) => /rotated/.test(title));
  expect(rotation.map(({ endLine }) => endLine)).toEqual([3]);
});
