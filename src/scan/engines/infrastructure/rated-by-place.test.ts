import { expect, test } from 'vitest';
import { createInfrastructureEngine } from './infrastructure-engine.ts';
import { scanRepository } from './rules/scan-repository.ts';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: b:1, securityContext: {privileged: true}}]}\n';
const service = 'services:\n  a:\n    image: b:1\n    privileged: true\n';
const group =
  'resource "aws_security_group" "g" {\n  ingress {\n    from_port = 22\n    to_port = 22\n    protocol = "tcp"\n    cidr_blocks = ["0.0.0.0/0"]\n  }\n}\n';
const workflow =
  'on: pull_request_target\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: echo ${{ github.event.pull_request.title }}\n';

test.for([
  ['deploy/pod.yaml', pod, 'kubernetes.privileged-container', 'high'],
  ['testdata/pod.yaml', pod, 'kubernetes.privileged-container', 'medium'],
  ['examples/pod.yaml', pod, 'kubernetes.privileged-container', 'medium'],
  ['pod.spec.yaml', pod, 'kubernetes.privileged-container', 'high'],
  ['deploy/pod_test.yaml', pod, 'kubernetes.privileged-container', 'high'],
  ['docs/pod.yaml', pod, 'kubernetes.privileged-container', 'medium'],
  ['deploy/pod-example.yaml', pod, 'kubernetes.privileged-container', 'medium'],
  ['deploy/pod.sample.yaml', pod, 'kubernetes.privileged-container', 'medium'],
  ['_archived/volumes/pod.yaml', pod, 'kubernetes.privileged-container', 'medium'],
  ['archiver/pod.yaml', pod, 'kubernetes.privileged-container', 'high'],
  ['integration/docker-compose.yml', service, 'compose.privileged', 'medium'],
  ['integration/pod.yaml', pod, 'kubernetes.privileged-container', 'high'],
  ['deploy/sampler.yaml', pod, 'kubernetes.privileged-container', 'high'],
  ['app-test-performance/pod.yaml', pod, 'kubernetes.privileged-container', 'medium'],
  ['latest/pod.yaml', pod, 'kubernetes.privileged-container', 'high'],
  ['overlays/dev/pod.yaml', pod, 'kubernetes.privileged-container', 'high'],
  ['hack/pod.yaml', pod, 'kubernetes.privileged-container', 'medium'],
  ['docker-compose.yml', service, 'compose.privileged', 'high'],
  ['docker-compose.dev.yml', service, 'compose.privileged', 'medium'],
  ['compose.override.yaml', service, 'compose.privileged', 'medium'],
  ['docker-compose.e2e.mysql.yaml', service, 'compose.privileged', 'medium'],
  ['docker-compose.mysql.yaml', service, 'compose.privileged', 'high'],
  ['docker-compose.devices.yml', service, 'compose.privileged', 'high'],
  ['.devcontainer/docker-compose.yml', service, 'compose.privileged', 'medium'],
  ['dev/docker-compose.yml', service, 'compose.privileged', 'medium'],
  ['environments/dev/main.tf', group, 'terraform.aws.open-port.ssh', 'high'],
  ['.github/workflows/unit-test.yml', workflow, 'workflow.template-injection', 'high'],
] as const)('in %s a finding is rated by what runs there', async ([path, text, rule, severity]) => {
  const { findings } = await scanRepository(createInfrastructureEngine(), { [path]: text });
  const found = findings.find(({ ruleId }) => ruleId === rule);
  expect(found?.severity).toBe(severity);
  expect(found?.description.includes('rated medium')).toBe(severity === 'medium');
});

test.each([
  ['Dockerfile', 'medium'],
  ['.devcontainer/Dockerfile', 'low'],
  ['test/integration/Dockerfile', 'low'],
  ['contest/Dockerfile', 'medium'],
])('what is medium elsewhere is a step lower, too: %s', async (path, severity) => {
  const { findings } = await scanRepository(createInfrastructureEngine(), {
    [path]: 'FROM node:24\nCMD ["node"]\n',
  });
  const found = findings.find(({ ruleId }) => ruleId === 'dockerfile.root.missing');
  expect(found?.severity).toBe(severity);
  expect(found?.description.includes('so it is rated low')).toBe(severity === 'low');
});

test('what is low keeps its rating wherever it is', async () => {
  const engine = createInfrastructureEngine();
  const of = async (path: string) =>
    (await scanRepository(engine, { [path]: pod })).findings
      .filter(({ severity }) => severity !== 'high' && severity !== 'medium')
      .map(({ ruleId, severity, description }) => [ruleId, severity, description]);
  expect((await of('docs/pod.yaml')).length).toBeGreaterThan(0);
  const [written, deployed] = [await of('docs/pod.yaml'), await of('deploy/pod.yaml')];
  expect(deployed.length).toBeGreaterThan(0);
  expect(written).toEqual(expect.arrayContaining(deployed));
});
