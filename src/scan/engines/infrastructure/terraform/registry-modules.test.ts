import { expect, test } from 'vitest';
import { plainValue } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import type { Resource } from '../resource.ts';
import { registryResources } from './registry-modules.ts';

/** What a call of a module becomes: types with their documents. */
function made(inputs: object) {
  const document = parseYaml(JSON.stringify(inputs)).documents[0]!;
  const call: Resource = {
    type: 'module',
    name: 'm',
    address: 'module.m',
    file: 'a.tf',
    line: 1,
    endLine: 9,
    document,
  };
  return registryResources(call).map(({ type, givenOnly, address, line, endLine, document: held }) => {
    expect([givenOnly, address, line, endLine]).toEqual([true, 'module.m', 1, 9]);
    return [type, plainValue(held)];
  });
}
const group = 'terraform-aws-modules/security-group/aws';
const open = { ingress_cidr_blocks: ['0.0.0.0/0'] };
const rule = (from: number, to: number, protocol: string, ...cidr_blocks: string[]) => ({
  from_port: from,
  to_port: to,
  protocol,
  cidr_blocks,
});
const ingress = (...rules: object[]) => [['aws_security_group', { ingress: rules }]];

// The ports are those that the services are registered with.
// biome-ignore format: one line for each row
test.each([
  ['ssh', 22], ['ssh-tcp', 22], ['rdp', 3389], ['rdp-tcp', 3389], ['mysql', 3306], ['mysql-tcp', 3306], ['postgresql', 5432], ['postgresql-tcp', 5432], ['mssql', 1433], ['mssql-tcp', 1433], ['redis', 6379], ['redis-tcp', 6379], ['mongodb', 27017], ['mongodb-27017-tcp', 27017], ['elasticsearch', 9200], ['elasticsearch-rest-tcp', 9200],
])('the rule and the submodule %s open the port %i', (name, port) => {
  expect(made({ source: group, ...open, ingress_rules: [name] })).toEqual(ingress(rule(port, port, 'tcp', '0.0.0.0/0')));
  expect(made({ source: `${group}//modules/${name}`, ...open })).toEqual(ingress(rule(port, port, 'tcp', '0.0.0.0/0')));
});

// biome-ignore format: one line for each row
test.each([
  [{ ...open, ingress_rules: ['all-all'] }, ingress(rule(0, 0, '-1', '0.0.0.0/0'))], [{ ...open, ingress_rules: ['all-tcp'] }, ingress(rule(0, 65535, 'tcp', '0.0.0.0/0'))], [{ ...open, ingress_rules: ['other', 'constructor'] }, ingress()], [{ ingress_rules: ['ssh'] }, ingress()], [{ ingress_ipv6_cidr_blocks: ['::/0'], ingress_rules: ['ssh'] }, ingress(rule(22, 22, 'tcp', '::/0'))],
  [{ ingress_with_cidr_blocks: [{ rule: 'ssh', cidr_blocks: '10.0.0.0/8, 0.0.0.0/0' }] }, ingress(rule(22, 22, 'tcp', '10.0.0.0/8', '0.0.0.0/0'))], [{ ...open, ingress_with_cidr_blocks: [{ rule: 'ssh' }] }, ingress(rule(22, 22, 'tcp', '0.0.0.0/0'))], [{ ingress_with_cidr_blocks: [{ from_port: 1, to_port: 2, protocol: 'udp', cidr_blocks: 'a' }] }, ingress(rule(1, 2, 'udp', 'a'))], [{ ...open, ingress_with_cidr_blocks: [{ from_port: 1 }] }, ingress({ from_port: 1, cidr_blocks: ['0.0.0.0/0'] })],
])('the group with %j', (inputs, expected) => {
  expect(made({ source: group, ...inputs })).toEqual(expected);
  expect(made({ source: `registry.terraform.io/${group}`, ...inputs })).toEqual(expected);
});

// biome-ignore format: one line for each row
test.each([
  [{ source: 'terraform-aws-modules/rds/aws', publicly_accessible: true }, [['aws_db_instance', { source: 'terraform-aws-modules/rds/aws', publicly_accessible: true }]]],
  [{ source: 'terraform-aws-modules/msk-kafka-cluster/aws', encryption_in_transit_client_broker: 'x' }, [['aws_msk_cluster', { source: 'terraform-aws-modules/msk-kafka-cluster/aws', encryption_info: { encryption_in_transit: { client_broker: 'x' } } }]]],
  [{ source: 'terraform-aws-modules/iam/aws//modules/iam-policy', policy: 'x' }, [['aws_iam_policy', { source: 'terraform-aws-modules/iam/aws//modules/iam-policy', policy: 'x' }]]],
  [{ source: 'terraform-aws-modules/iam/aws', policy: 'x' }, []], [{ source: './local' }, []], [{ source: 'a/b/c' }, []], [{}, []], [{ source: 'constructor' }, []],
])('%j becomes %j', (inputs, expected) => {
  expect(made(inputs)).toEqual(expected);
});
