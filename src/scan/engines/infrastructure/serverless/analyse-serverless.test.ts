import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';

test('functions, rights and resources of the Serverless Framework are judged as the template they become', async () => {
  const source = `service: shop
provider:
  name: aws
  runtime: nodejs12.x
  environment:
    STAGE: production
  iam:
    role:
      statements:
        - Effect: Allow
          Action: '*'
          Resource: '*'
functions:
  hello:
    handler: a.b
    environment:
      DB_PASSWORD: hunter2hunter2
resources:
  Resources:
    Data:
      Type: AWS::S3::Bucket
      Properties:
        AccessControl: PublicRead
`;
  const { findings } = await scanRepository(createInfrastructureEngine(), { 'serverless.yml': source });
  const places = findings.map((finding) => `${finding.ruleId}:${finding.startLine}`);
  expect(places).toContain('cloudformation.policy.admin:10');
  expect(places).toContain('cloudformation.secret.environment:17');
  expect(places).toContain('cloudformation.setting.old-runtime:4');
  expect(places).toContain('cloudformation.public.bucket:23');
});
