import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';

test('the line of a finding is the attribute that is wrong, and its place begins at the head of the block', async () => {
  const text =
    'resource "aws_db_instance" "main" {\n  engine = "postgres"\n  publicly_accessible = true\n}\nresource "aws_s3_bucket" "b" {\n  bucket = "b"\n}\n';
  const { findings } = await scanRepository(createInfrastructureEngine(), { 'main.tf': text });
  const placeOf = (id: string) => {
    const { startLine, endLine, line } = findings.find(({ ruleId }) => ruleId === id)!;
    return { startLine, endLine, line };
  };
  expect(placeOf('terraform.aws.public.db-instance')).toEqual({ startLine: 1, endLine: 3, line: 3 });
  // Nothing in the block is wrong: another resource is missing.
  expect(placeOf('terraform.aws.companion.access-block')).toEqual({
    startLine: 5,
    endLine: 5,
    line: undefined,
  });
});

const group = (cidr: string) =>
  `resource "aws_security_group" "g" {\n  ingress {\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = ${cidr}\n  }\n}\n`;
const preset = 'variable "from" {\n  default = ["0.0.0.0/0"]\n}\n';
const provider = 'provider "aws" {\n  region = "eu-west-1"\n}\n';
const given = 'module "m" {\n  source = "../modules/m"\n  from = ["0.0.0.0/0"]\n}\n';

test.for([
  ['what is written there', { 'modules/m/main.tf': group('["0.0.0.0/0"]') }, 'high'],
  ['a default that callers may change', { 'modules/m/main.tf': preset + group('var.from') }, 'medium'],
  [
    'a default where Terraform is run as it is',
    { 'modules/m/main.tf': provider + preset + group('var.from') },
    'high',
  ],
  [
    'a default that values of the same folder go with',
    { 'modules/m/main.tf': preset + group('var.from'), 'modules/m/prod.auto.tfvars': 'x = 1\n' },
    'high',
  ],
  [
    'what a caller of the repository asks for',
    { 'modules/m/main.tf': `variable "from" {}\n${group('var.from')}`, 'live/main.tf': given },
    'high',
  ],
  [
    'what a caller of the repository leaves as it is',
    {
      'modules/m/main.tf': preset + group('var.from'),
      'live/main.tf': 'module "m" {\n  source = "../modules/m"\n}\n',
    },
    'high',
  ],
  [
    'what only an example asks for',
    { 'modules/m/main.tf': `variable "from" {}\n${group('var.from')}`, 'examples/main.tf': given },
    'medium',
  ],
] as const)('%s', async ([, files, severity]) => {
  const { findings } = await scanRepository(createInfrastructureEngine(), { ...files });
  const found = findings.find(({ ruleId }) => ruleId === 'terraform.aws.open-port.ssh');
  expect([found?.file, found?.severity]).toEqual(['modules/m/main.tf', severity]);
});
