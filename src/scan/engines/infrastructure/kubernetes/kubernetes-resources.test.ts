import { expect, test } from 'vitest';
import type { MappingNode } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { isKubernetesObject, kubernetesResources, objectsOf } from './kubernetes-resources.ts';

const read = (text: string) => parseYaml(text).documents[0]!;
const listed = (levels: number): string =>
  levels === 0 ? '{apiVersion: v1, kind: Pod}' : `{kind: List, items: [${listed(levels - 1)}, x]}`;

test('lists are opened four deep, and what is no mapping is no object', () => {
  const kinds = (levels: number) =>
    objectsOf(read(listed(levels))).map(({ entries }) => entries.find(({ key }) => key === 'kind')?.value);
  for (const levels of [0, 1, 4]) expect(kinds(levels)).toMatchObject([{ value: 'Pod' }]);
  expect(kinds(5)).toMatchObject([{ value: 'List' }]);
  expect(objectsOf(read('x'))).toEqual([]);
  expect(objectsOf(read('{kind: PodList}'))).toEqual([]);
});

test.for([
  ['{apiVersion: v1, kind: Pod}', true],
  ['{apiVersion: v1}', false],
  ['{kind: Pod}', false],
  ['[]', false],
] as const)('%s is an object: %s', ([text, expected]) => {
  expect(isKubernetesObject(read(text))).toBe(expected);
});

/** `type address line-end` of each. */
const resources = (text: string) =>
  kubernetesResources(read(text) as MappingNode, 'a.yaml').map(
    ({ type, address, line, endLine, context }) => {
      const command = (context as { command?: { items: unknown[] } } | undefined)?.command;
      return `${type} ${address} ${line}-${endLine}${command ? ` runs ${command.items.length}` : ''}`;
    },
  );
const pod =
  'containers: [{name: c, command: [a], args: [b, c]}, {image: x}, text], initContainers: [{name: i}], ephemeralContainers: [{name: e}]';
const containers = (address: string) => [
  `container ${address} c 1-1 runs 3`,
  `container ${address} 1-1 runs 0`,
  `helper-container ${address} i 1-1 runs 0`,
  `helper-container ${address} e 1-1 runs 0`,
];

// biome-ignore format: one line for each row
test.for([
  ['a pod', `{kind: Pod, metadata: {name: p, namespace: n}, spec: {${pod}}}`, ['Pod Pod/n/p 1-1', 'object Pod/n/p 1-1', 'pod Pod/n/p 1-1', ...containers('Pod/n/p')]],
  ['a job by the clock', `{kind: CronJob, metadata: {name: p}, spec: {jobTemplate: {spec: {template: {spec: {${pod}}}}}}}`, ['CronJob CronJob/p 1-1', 'object CronJob/p 1-1', 'pod CronJob/p 1-1', ...containers('CronJob/p')]],
  ['a template', `{kind: PodTemplate, metadata: {generateName: g-}, template: {spec: {${pod}}}}`, ['PodTemplate PodTemplate/g- 1-1', 'object PodTemplate/g- 1-1', 'pod PodTemplate/g- 1-1', ...containers('PodTemplate/g-')]],
  ['a deployment', `{kind: Deployment, spec: {template: {spec: {${pod}}}}}`, ['Deployment Deployment/ 1-1', 'object Deployment/ 1-1', 'pod Deployment/ 1-1', ...containers('Deployment/')]],
  ['a kind of its own', `{kind: Rollout, spec: {podTemplate: {spec: {initContainers: [{name: i}]}}}}`, ['Rollout Rollout/ 1-1', 'object Rollout/ 1-1', 'pod Rollout/ 1-1', 'helper-container Rollout/ i 1-1 runs 0']],
  ['a template of something else', '{kind: Certificate, spec: {template: {spec: {x: 1}}}}', ['Certificate Certificate/ 1-1', 'object Certificate/ 1-1']],
  ['a deployment that is written as a pod', `{kind: Deployment, spec: {${pod}}}`, ['Deployment Deployment/ 1-1', 'object Deployment/ 1-1']],
  ['a namespace', '{kind: Namespace, metadata: {name: n}}', ['Namespace Namespace/n 1-1']],
  ['a role', '{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: r}}', ['Role Role/r 1-1', 'object Role/r 1-1']],
  ['an older role', '{apiVersion: authorization.openshift.io/v1, kind: ClusterRole}', ['ClusterRole ClusterRole/ 1-1', 'object ClusterRole/ 1-1']],
  ['a role of another program', '{apiVersion: iam.example.org/v1, kind: RoleBinding}', []],
  ['nothing', '{}', [' / 1-1', 'object / 1-1']],
] as Array<[string, string, string[]]>)('what rules check of %s', ([, text, expected]) => {
  expect(resources(text)).toEqual(expected);
});

test('a part has its own lines, and one that came through an anchor those of its object', () => {
  const text =
    'x: &pod\n  containers:\n    - name: c\ny: 1\n---\nkind: Pod\nspec:\n  containers:\n    - name: c\n';
  const second = parseYaml(text).documents[1] as MappingNode;
  expect(
    kubernetesResources(second, 'a').map(({ type, line, endLine }) => `${type} ${line}-${endLine}`),
  ).toEqual(['Pod 6-9', 'object 6-9', 'pod 8-9', 'container 9-9']);
  const shared = parseYaml('shared: &pod\n  containers:\n    - name: c\nobject:\n  kind: Pod\n  spec: *pod\n')
    .documents[0] as MappingNode;
  const object = shared.entries[1]!.value as MappingNode;
  expect(
    kubernetesResources(object, 'a').map(({ type, line, endLine }) => `${type} ${line}-${endLine}`),
  ).toEqual(['Pod 5-6', 'object 5-6', 'pod 5-6', 'container 5-6']);
});
