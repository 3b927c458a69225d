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
