import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from './scan-repository.ts';

const engine = createInfrastructureEngine();

async function loud(path: string, text: string): Promise<string[]> {
  const { findings } = await scanRepository(engine, { [path]: text });
  return findings
    .filter(({ severity }) => severity === 'high' || severity === 'critical')
    .map(({ ruleId }) => ruleId)
    .toSorted();
}

const group = (from: number, to: number, protocol: string) =>
  `resource "aws_security_group" "g" {\n  ingress {\n    from_port = ${from}\n    to_port = ${to}\n    protocol = "${protocol}"\n    cidr_blocks = ["0.0.0.0/0"]\n  }\n}\n`;

test('a group that is open on every port has one loud finding, and the others stay', async () => {
  expect(await loud('main.tf', group(0, 0, '-1'))).toEqual(['terraform.aws.open-port.everything']);
  const { findings } = await scanRepository(engine, { 'main.tf': group(0, 0, '-1') });
  expect(findings.find(({ ruleId }) => ruleId === 'terraform.aws.open-port.ssh')).toMatchObject({
    severity: 'medium',
  });
  expect(await loud('main.tf', group(22, 22, 'tcp'))).toEqual(['terraform.aws.open-port.ssh']);
});

test('what another group opens is not covered', async () => {
  const both = `${group(0, 0, '-1')}${group(22, 22, 'tcp').replace('"g"', '"h"')}`;
  expect(await loud('main.tf', both)).toEqual([
    'terraform.aws.open-port.everything',
    'terraform.aws.open-port.ssh',
  ]);
});

const functions = (secret: string) =>
  `AWSTemplateFormatVersion: '2010-09-09'\nTransform: AWS::Serverless-2016-10-31\nGlobals:\n  Function:\n    Environment:\n      Variables:\n        CLIENT_SECRET: ${secret}\nResources:\n  F:\n    Type: AWS::Serverless::Function\n    Properties:\n      Handler: a.b\n`;

test('what all functions share is worked out like the rest of the template', async () => {
  expect(await loud('template.yaml', functions('!GetAtt Pool.ClientSecret'))).toEqual([]);
  expect(await loud('template.yaml', functions('hunter2hunter2'))).toEqual([
    'cloudformation.secret.environment',
  ]);
});

const chart = (value: string) => ({
  'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  'values.yaml': 'a: {}\n',
  'templates/s.yaml': `apiVersion: v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n  admin-password: ${value}\n`,
});

test.for([
  ['{{ include "c.resolve" (dict "value" (.Values.a.p | default .Values.a.secretAccessKey)) | b64enc }}', 0],
  ['{{ .Values.a.p | default .Values.a.other | b64enc }}', 0],
  ['{{ .Values.a.p | default "Winter2024xy" | b64enc }}', 1],
] as const)('a secret of a chart that is %s', async ([value, count]) => {
  const { findings } = await scanRepository(engine, chart(value));
  expect(findings.filter(({ ruleId }) => ruleId.startsWith('kubernetes.secret-in-manifest'))).toHaveLength(
    count,
  );
});

const compose = (capability: string) => `services:\n  a:\n    image: b:1\n    cap_add: [${capability}]\n`;

test('only capabilities that open the host are loud', async () => {
  expect(await loud('compose.yaml', compose('SYS_ADMIN'))).toEqual(['compose.setting.capabilities']);
  expect(await loud('compose.yaml', compose('DAC_READ_SEARCH'))).toEqual([]);
});

test('a gap with stars around it is none', async () => {
  expect(await loud('Dockerfile', 'FROM debian:12\nENV API_KEY="**None**"\n')).toEqual([]);
});

test('the file that a credential is in is none', async () => {
  const key = (value: string) => `FROM debian:12\nENV GOOGLE_APPLICATION_CREDENTIALS=${value}\n`;
  expect(await loud('Dockerfile', key('/run/app/config/key.json'))).toEqual([]);
  expect(await loud('Dockerfile', key('hydra1234567'))).toEqual(['dockerfile.secret.value']);
});

test('a label of a token is none', async () => {
  expect(await loud('Dockerfile', 'FROM debian:12\nENV HSM_TOKEN_LABEL=hydra\n')).toEqual([]);
  expect(await loud('Dockerfile', 'FROM debian:12\nENV HSM_TOKEN=hydra1234567\n')).toEqual([
    'dockerfile.secret.value',
  ]);
});
