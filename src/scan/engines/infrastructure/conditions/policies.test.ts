import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';
import { patternFits } from './pattern-fits.ts';

const engine = createInfrastructureEngine();

/** The rules that speak about a policy of AWS, on a role of its own or attached to a bucket. */
async function reported(statement: object, bucket = false): Promise<string[]> {
  const policy = JSON.stringify({ Version: '2012-10-17', Statement: [{ Effect: 'Allow', ...statement }] });
  const text = bucket
    ? `resource "aws_s3_bucket_policy" "p" {\n  policy = <<EOT\n${policy}\nEOT\n}\n`
    : `resource "aws_iam_policy" "p" {\n  policy = <<EOT\n${policy}\nEOT\n}\n`;
  const { findings } = await scanRepository(engine, { 'main.tf': text });
  return findings.map(({ ruleId }) => ruleId.replace('terraform.aws.', ''));
}

const all = { Resource: '*' };
const one = { Resource: 'arn:aws:s3:::a/*' };
const condition = { Condition: { StringEquals: { 'aws:SourceAccount': '1' } } };
// biome-ignore format: one line for each row
test.for([
  ['everything', { Action: '*', ...all }, ['policy-admin', 'policy-star-action', 'iam-risk.escalation', 'iam-risk.credentials', 'iam-risk.exfiltration', 'iam-risk.exposure', 'iam-risk.write', 'iam-risk.star-resource']],
  ['everything on one thing', { Action: '*', ...one }, ['policy-star-action', 'iam-risk.credentials']],
  ['everything that is denied', { Effect: 'Deny', Action: '*', ...all }, []],
  ['a service on one thing', { Action: 's3:*', ...one }, []],
  ['reading one thing', { Action: 's3:GetObject', ...one }, []],
  ['reading all', { Action: ['s3:GetObject'], ...all }, ['iam-risk.exfiltration', 'iam-risk.star-resource']],
  ['reading all under a condition', { Action: 's3:GetObject', ...all, ...condition }, []],
  ['listing, which cannot be limited', { Action: ['ec2:DescribeInstances', 's3:ListAllMyBuckets'], ...all }, []],
  ['passing roles', { Action: 'iam:PassRole', ...all }, ['iam-risk.escalation', 'iam-risk.star-resource']],
  ['making keys', { Action: 'iam:CreateAccessKey', ...one }, ['iam-risk.credentials']],
  ['opening to others', { Action: 's3:PutBucketPolicy', ...all }, ['iam-risk.exposure', 'iam-risk.write', 'iam-risk.star-resource']],
  ['writing', { Action: 'sqs:SendMessage', ...all }, ['iam-risk.write', 'iam-risk.star-resource']],
  ['all but some', { NotAction: 'iam:*', ...one }, []],
] as Array<[string, object, string[]]>)('a policy that allows %s', async ([, statement, expected]) => {
  expect(await reported(statement)).toEqual(expected);
});

// biome-ignore format: one line for each row
test.for([
  ['anyone', { Principal: '*', Action: 's3:GetObject', ...one }, ['public-policy.s3-bucket-policy']],
  ['anyone by another form', { Principal: { AWS: '*' }, Action: 's3:GetObject', ...one }, ['public-policy.s3-bucket-policy']],
  ['anyone of an account', { Principal: '*', Action: 's3:GetObject', ...one, ...condition }, []],
  ['anyone who says where he comes from', { Principal: '*', Action: 's3:GetObject', ...one, Condition: { StringLike: { 'aws:Referer': 'x' } } }, ['public-policy.s3-bucket-policy']],
  ['one account', { Principal: { AWS: '123456789012' }, Action: 's3:GetObject', ...one }, []],
  ['all but one', { NotPrincipal: { AWS: 'x' }, Action: 's3:GetObject', ...one }, ['public-policy.s3-bucket-policy']],
  ['nobody at all', { Effect: 'Deny', Principal: '*', Action: 's3:*', ...all }, ['bucket-lockout']],
  ['nobody without TLS', { Effect: 'Deny', Principal: '*', Action: 's3:*', ...all, Condition: { Bool: { 'aws:SecureTransport': 'false' } } }, []],
] as Array<[string, object, string[]]>)('a bucket for %s', async ([, statement, expected]) => {
  expect(await reported(statement, true)).toEqual(expected);
});

test('in a long text a pattern is looked for in windows that overlap', () => {
  const word = 'needle';
  const at = (position: number, length: number) =>
    `${'x '.repeat(position / 2)}${word}${' y'.repeat((length - position - word.length) / 2)}`;
  for (const position of [0, 500, 1022, 1024, 1536, 2040, 5000, 9990])
    expect(patternFits(/needle/, at(position, 10_000)), String(position)).toBe(true);
  expect(patternFits(/^needle/, at(0, 10_000))).toBe(true);
  expect(patternFits(/^needle/, at(500, 10_000))).toBe(false);
  expect(patternFits(/absent/, at(500, 10_000))).toBe(false);
  expect(patternFits(/needle/, at(131_000, 140_000))).toBe(true);
  expect(patternFits(/needle/, at(132_000, 140_000))).toBe(false);
  expect(patternFits(/^x.*y$/, `x${' '.repeat(2046)}y`)).toBe(true);
});
