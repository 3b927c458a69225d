import { expect, test } from 'vitest';
import { child, plainValue } from '../../../formats/document/node.ts';
import { parseHcl } from '../../../formats/hcl/parse-hcl.ts';
import { createInfrastructureEngine } from '../infrastructure-engine.ts';
import { scanRepository } from '../rules/scan-repository.ts';
import { terraformResources } from './terraform-project.ts';

function resources(files: Record<string, string>) {
  return terraformResources(
    Object.entries(files).map(([path, text]) => ({ path, body: parseHcl(text).body })),
  );
}

function attributes(files: Record<string, string>, type: string, ...keys: string[]) {
  return resources(files)
    .resources.filter((resource) => resource.type === type)
    .map((resource) => plainValue(child(resource.document, ...keys)));
}

test('variables with defaults, tfvars, locals and functions are worked out', () => {
  const files = {
    'main.tf': 'resource "r" "a" {\n  x = local.on\n  y = upper("a-${var.name}")\n  z = var.unset\n}\n',
    'vars.tf':
      'variable "name" {\n  default = "old"\n}\nvariable "unset" {}\nlocals {\n  on = !local.off\n  off = false\n}\n',
    'terraform.tfvars': 'name = "new"\n',
  };
  expect(attributes(files, 'r', 'x')).toEqual([true]);
  expect(attributes(files, 'r', 'y')).toEqual(['A-NEW']);
  expect(attributes(files, 'r', 'z')).toEqual([undefined]);
});

test('a module is judged with the values of each caller, its own folder only where nobody calls it', () => {
  const files = {
    'main.tf': 'module "a" {\n  source = "./mod"\n  open = true\n}\nmodule "b" {\n  source = "./mod"\n}\n',
    'mod/main.tf': 'variable "open" {\n  default = false\n}\nresource "r" "x" {\n  open = var.open\n}\n',
    'alone/main.tf': 'resource "r" "y" {\n  open = "alone"\n}\n',
  };
  expect(attributes(files, 'r', 'open')).toEqual(
    ['alone', true, false].sort((a, b) => Number(a === 'alone') - Number(b === 'alone')),
  );
});

test('modules that call each other, or themselves, come to an end', () => {
  const files = {
    'a/main.tf': 'module "b" {\n  source = "../b"\n}\nresource "r" "a" {\n  v = 1\n}\n',
    'b/main.tf': 'module "a" {\n  source = "../a"\n}\nmodule "self" {\n  source = "./"\n}\n',
  };
  expect(attributes(files, 'r', 'v').length).toBeGreaterThan(0);
});

test('locals that name each other are unknown, not endless', () => {
  expect(
    attributes(
      { 'm.tf': 'locals {\n  a = local.b\n  b = local.a\n}\nresource "r" "x" {\n  v = local.a\n}\n' },
      'r',
      'v',
    ),
  ).toEqual([undefined]);
});

test('count of zero removes a resource, for_each makes one an element, dynamic blocks are written out', () => {
  const text = [
    'resource "r" "none" {',
    '  count = 0',
    '}',
    'resource "r" "each" {',
    '  for_each = { a = 1, b = 2 }',
    '  v = each.value',
    '  dynamic "rule" {',
    '    for_each = [22, 443]',
    '    content {',
    '      port = rule.value',
    '    }',
    '  }',
    '}',
  ].join('\n');
  expect(attributes({ 'm.tf': text }, 'r', 'v')).toEqual([1, 2]);
  expect(attributes({ 'm.tf': text }, 'r', 'rule')[0]).toEqual([{ port: 22 }, { port: 443 }]);
});

test('inputs of well-known registry modules are judged as far as the caller writes them', async () => {
  const found = async (body: string) =>
    (await scanRepository(createInfrastructureEngine(), { 'main.tf': `module "m" {\n${body}\n}\n` })).findings
      .filter(({ severity }) => severity === 'high')
      .map(({ ruleId, startLine }) => `${ruleId}:${startLine}`);
  expect(await found('source = "terraform-aws-modules/s3-bucket/aws"\nversion = "4.1.0"')).toEqual([]);
  expect(await found('source = "terraform-aws-modules/s3-bucket/aws"\nacl = "public-read"')).toContain(
    'terraform.aws.public.s3-bucket:1',
  );
  expect(await found('source = "terraform-aws-modules/rds/aws"\npublicly_accessible = true')).toContain(
    'terraform.aws.public.db-instance:1',
  );
  const group = 'source = "terraform-aws-modules/security-group/aws"\n';
  expect(
    await found(`${group}ingress_cidr_blocks = ["0.0.0.0/0"]\ningress_rules = ["ssh-tcp", "https-443-tcp"]`),
  ).toEqual(['terraform.aws.open-port.ssh:1']);
  expect(
    await found(
      `${group}ingress_with_cidr_blocks = [{ from_port = 3000, to_port = 4000, protocol = "tcp", cidr_blocks = "10.0.0.0/8,0.0.0.0/0" }]`,
    ),
  ).toContain('terraform.aws.open-port.rdp:1');
  expect(await found(`${group}ingress_cidr_blocks = ["10.0.0.0/8"]\ningress_rules = ["ssh-tcp"]`)).toEqual(
    [],
  );
});

test('a block that breaks the evaluation loses that block; other blocks, files and modules are still judged', () => {
  const open = 'resource "aws_security_group_rule" "NAME" {\n  cidr_blocks = ["0.0.0.0/0"]\n}\n';
  const file = (path: string, text: string) => ({ path, body: parseHcl(text).body });
  const broken = file('main.tf', `${open.replace('NAME', 'a')}${open.replace('NAME', 'b')}`);
  Object.defineProperty(broken.body.blocks[0]!, 'labels', {
    get: () => {
      throw new RangeError('Invalid string length');
    },
  });
  const lost: string[] = [];
  const { resources } = terraformResources(
    [broken, file('more.tf', open.replace('NAME', 'c')), file('mod/m.tf', open.replace('NAME', 'd'))],
    ({ path }, work) => {
      try {
        return work();
      } catch {
        lost.push(path);
        return undefined;
      }
    },
  );
  expect(resources.map(({ name }) => name).sort()).toEqual(['b', 'c', 'd']);
  expect(lost).toEqual(['main.tf']);
});

test('attributes that a type makes optional have the value that it gives them, in defaults and in what callers pass', () => {
  const type =
    'type = object({ public = optional(bool, true), net = optional(object({ open = optional(bool, true) }), {}) })';
  const variable = (rest: string) => `variable "db" {\n  ${type}\n${rest}}\n`;
  const body = 'resource "r" "a" {\n  x = var.db.public\n  y = var.db.net.open\n}\n';
  const own = { 'main.tf': `${variable('  default = {}\n')}${body}` };
  expect(attributes(own, 'r', 'x')).toEqual([true]);
  expect(attributes(own, 'r', 'y')).toEqual([true]);
  const called = {
    'main.tf': 'module "m" {\n  source = "./m"\n  db = { public = false }\n}\n',
    'm/main.tf': `${variable('')}${body}`,
  };
  expect(attributes(called, 'r', 'x')).toEqual([false]);
  expect(attributes(called, 'r', 'y')).toEqual([true]);
});

test('network rules of their own close a storage account', async () => {
  const account = 'resource "azurerm_storage_account" "a" {\n  name = "a"\n}\n';
  const rules =
    'resource "azurerm_storage_account_network_rules" "n" {\n  storage_account_id = azurerm_storage_account.a.id\n  default_action = "Deny"\n}\n';
  const engine = createInfrastructureEngine();
  const open = async (source: string) =>
    (await scanRepository(engine, { 'main.tf': source })).findings.some(({ ruleId }) =>
      ruleId.endsWith('storage-network'),
    );
  expect(await open(account)).toBe(true);
  expect(await open(account + rules)).toBe(false);
});
