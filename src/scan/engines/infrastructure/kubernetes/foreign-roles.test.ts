import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';

test.for([
  ['rbac.authorization.k8s.io/v1', true],
  ['authorization.openshift.io/v1', true],
  ['v1alpha1', false],
  ['iam.corp.example/v1', false],
] as const)('a role of %s is one of Kubernetes: %s', async ([group, expected]) => {
  const role = `apiVersion: ${group}\nkind: ClusterRole\nmetadata: {name: r}\nrules: [{apiGroups: ["*"], resources: ["*"], verbs: ["*"]}]\n`;
  const { findings } = await scanRepository(createInfrastructureEngine(), { 'role.yaml': role });
  expect(findings.some(({ ruleId }) => ruleId === 'kubernetes.rbac.everything')).toBe(expected);
});
