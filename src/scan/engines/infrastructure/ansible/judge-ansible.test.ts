import { expect, test } from 'vitest';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';

async function found(files: Record<string, string>): Promise<string[]> {
  const { findings } = await scanRepository(createInfrastructureEngine(), files);
  return findings.filter(({ severity }) => severity === 'high').map((x) => `${x.ruleId}:${x.startLine}`);
}

test('tasks that make cloud resources are judged by what they give, in plays, blocks and files of tasks', async () => {
  const task = '- amazon.aws.rds_instance:\n    id: a\n    publicly_accessible: true\n';
  expect(await found({ 'roles/db/tasks/main.yml': task })).toEqual(['terraform.aws.public.db-instance:3']);
  const play = `- hosts: all\n  tasks:\n    - block:\n        - name: b\n          rds_instance:\n            publicly_accessible: true\n`;
  expect(await found({ 'deploy.yml': play })).toEqual(['terraform.aws.public.db-instance:6']);
  expect(await found({ 'deploy.yml': play.replace('publicly_accessible: true', 'id: a') })).toEqual([]);
});

test('rules of a security group are read in the words of the module', async () => {
  const group = (rule: string) => ({
    'site.yml': `- hosts: all\n  tasks:\n    - ec2_security_group:\n        name: a\n        rules:\n          - ${rule}\n`,
  });
  expect(await found(group('{proto: tcp, ports: [443, 22], cidr_ip: 0.0.0.0/0}'))).toContain(
    'terraform.aws.open-port.ssh:6',
  );
  expect(await found(group('{proto: tcp, ports: [443], cidr_ip: 0.0.0.0/0}'))).toEqual([]);
  expect(await found(group('{proto: tcp, ports: 22, cidr_ip: 10.0.0.0/8}'))).toEqual([]);
});

test('other lists in YAML are not taken for tasks', async () => {
  expect(await found({ 'data.yml': '- name: a\n  password: hunter2hunter2\n- services: x\n' })).toEqual([]);
});
