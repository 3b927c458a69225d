import { expect, test } from 'vitest';
import { createInfrastructureEngine } from './infrastructure-engine.ts';
import { scanRepository } from './rules/scan-repository.ts';

const engine = createInfrastructureEngine();

async function severityOf(path: string, text: string, rule: string): Promise<string | undefined> {
  const { findings } = await scanRepository(engine, { [path]: text });
  return findings.find(({ ruleId }) => ruleId === rule)?.severity;
}

const object = (
  kind: string,
  { namespace = 'app', path = '/srv/data', helper = 'make' } = {},
) => `apiVersion: apps/v1
kind: ${kind}
metadata: {name: x, namespace: ${namespace}}
spec:
  selector: {matchLabels: {a: b}}
  template:
    metadata: {labels: {a: b}}
    spec:
      initContainers:
        - {name: i, image: 'b:1', command: [sh, -c, '${helper}'], securityContext: {privileged: ${helper !== 'make'}}}
      containers:
        - {name: c, image: 'b:1', securityContext: {privileged: ${helper === 'make'}}}
      volumes: [{name: v, hostPath: {path: ${path}}}]
`;

test.for([
  ['an ordinary program', object('Deployment'), 'high'],
  ['one on every machine', object('DaemonSet'), 'medium'],
  ['a part of the cluster', object('Deployment', { namespace: 'kube-system' }), 'medium'],
  ['what loads modules', object('StatefulSet', { path: '/lib/modules' }), 'medium'],
  ['what reads how the cluster is set up', object('Job', { path: '/etc/kubernetes' }), 'medium'],
  ['what reads the settings of a program', object('Job', { path: '/etc/nginx' }), 'high'],
  ['what shares memory', object('StatefulSet', { path: '/dev/shm' }), 'high'],
  ['a folder that begins alike', object('StatefulSet', { path: '/system' }), 'high'],
  [
    'what sets the kernel first',
    object('StatefulSet', { helper: 'sysctl -w vm.max_map_count=262144' }),
    'medium',
  ],
  ['what does something else first', object('StatefulSet', { helper: 'cp -r /a /b' }), 'high'],
] as const)('the rights of %s in a cluster', async ([, text, severity]) => {
  expect(await severityOf('deploy/a.yaml', text, 'kubernetes.privileged-container')).toBe(severity);
});

const service = (volume: string) =>
  `services:\n  a:\n    image: b:1\n    privileged: true\n    volumes: [${volume}]\n`;

test.for([
  ['/dev/fuse:/dev/fuse', 'medium'],
  ['/dev/shm:/dev/shm', 'high'],
  ['nvidia.com/gpu=all', 'high'],
] as const)('the rights of a service with the device %s', async ([device, severity]) => {
  const text = `services:\n  a:\n    image: b:1\n    privileged: true\n    devices: ["${device}"]\n`;
  expect(await severityOf('compose.yaml', text, 'compose.privileged')).toBe(severity);
});

test.for([
  ['/srv/data:/data', 'high'],
  ['/proc:/host/proc:ro', 'medium'],
] as const)('the rights of a container of Ansible with the volume %s', async ([volume, severity]) => {
  const text = `- hosts: all\n  tasks:\n    - docker_container:\n        name: a\n        image: b:1\n        privileged: true\n        volumes: ["${volume}"]\n`;
  expect(await severityOf('site.yml', text, 'ansible.task.privileged')).toBe(severity);
});

test.for([
  ['"./data:/data"', 'high'],
  ['"/sys/kernel/debug:/sys/kernel/debug"', 'medium'],
  ['{type: bind, source: /lib/modules, target: /lib/modules}', 'medium'],
  ['{type: bind, source: /srv, target: /lib/modules}', 'high'],
] as const)('the rights of a service with the volume %s', async ([volume, severity]) => {
  expect(await severityOf('compose.yaml', service(volume), 'compose.privileged')).toBe(severity);
});

const program = (fields: string) =>
  `services:\n  a:\n    privileged: true\n${fields.replace(/^/gm, '    ')}\n`;

test.for([
  ['image: docker:24-dind', 'medium'],
  ['image: registry.corp.net/ci/docker:dind@sha256:00', 'medium'],
  ['image: acme/runner-dind:1', 'medium'],
  ['image: moby/buildkit:v0.12.0', 'medium'],
  ['image: quay.io/podman/stable', 'medium'],
  ['image: b:1\ncommand: dockerd --tls', 'medium'],
  ['image: b:1\nentrypoint: [/usr/bin/buildkitd, --debug]', 'medium'],
  ['image: b:1\ncommand: sleep infinity', 'medium'],
  ['image: b:1\ncommand: [tail, -f, /dev/null]', 'medium'],
  ['image: b:1\nentrypoint: /bin/sh -c "sleep infinity"', 'medium'],
  ['image: b:1\ncommand: sh -c "sleep 5 && serve"', 'high'],
  ['image: b:1\ncommand: [tail, -f, /var/log/app.log]', 'high'],
  ['image: docker:24', 'high'],
  ['image: docker:dind-rootless', 'high'],
  ['image: acme/blindingly:1', 'high'],
  ['image: acme/rancher-backup:1', 'high'],
  ['image: b:1\ncommand: serve --host dockerd.corp.net', 'high'],
] as const)('the rights of a service with %j', async ([fields, severity]) => {
  expect(await severityOf('compose.yaml', program(fields), 'compose.privileged')).toBe(severity);
});

test('the rights of what starts containers in a cluster', async () => {
  const pod = (image: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: a, image: '${image}', securityContext: {privileged: true}}]}\n`;
  const rule = 'kubernetes.privileged-container';
  expect(await severityOf('a.yaml', pod('docker:20.10-dind'), rule)).toBe('medium');
  expect(await severityOf('a.yaml', pod('docker:20.10-cli'), rule)).toBe('high');
});

test('what a chart gives by default is not as loud as a manifest', async () => {
  const { findings } = await scanRepository(engine, {
    'Chart.yaml': 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
    'values.yaml': 'a: {}\n',
    'templates/a.yaml': object('Deployment').replace('name: x', 'name: {{ .Release.Name }}'),
  });
  expect(findings.find(({ ruleId }) => ruleId === 'kubernetes.privileged-container')?.severity).toBe(
    'medium',
  );
});
