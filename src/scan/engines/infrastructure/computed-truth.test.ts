import { describe, expect, test } from 'vitest';
import { createInfrastructureEngine } from './infrastructure-engine.ts';
import { scanRepository } from './rules/scan-repository.ts';

const engine = createInfrastructureEngine();

/**
 * What the engine takes an expression for: one rule speaks where it is true, another one where it is false, and neither where it is not known.
 */
async function taken(
  files: Record<string, string>,
  whenTrue: string,
  whenFalse: string,
): Promise<boolean | 'unknown'> {
  const { findings } = await scanRepository(engine, files);
  const [yes, no] = [whenTrue, whenFalse].map((rule) => findings.some(({ ruleId }) => ruleId === rule));
  expect(yes && no).toBe(false);
  return yes ? true : no ? false : 'unknown';
}

describe('Terraform', () => {
  const before = `variable "yes" {
  default = true
}
variable "asked" {}
variable "list" {
  default = ["a", "b"]
}
locals {
  no     = !var.yes
  number = 4
  map    = { a = true, "b" = false, c = { d = true } }
  names  = [for name in var.list : upper(name)]
  chosen = { for index, name in var.list : name => index if name != "b" }
  later  = local.number + 1
}
`;
  // biome-ignore format: one line for each row
  test.for([
    ['true', true],
    ['false', false],
    ['True', true],
    ['"true"', true],
    ['var.yes', true],
    ['local.no', false],
    ['!local.no', true],
    ['var.asked', 'unknown'],
    ['!var.asked', 'unknown'],
    ['local.gone', 'unknown'],
    ['var.yes ? true : false', true],
    ['local.no ? true : false', false],
    ['var.asked ? true : false', 'unknown'],
    ['var.yes ? var.asked : false', 'unknown'],
    ['var.yes && true', true],
    ['var.yes && local.no', false],
    ['var.asked && false', false],
    ['false && var.asked', false],
    ['var.asked && true', 'unknown'],
    ['local.no || true', true],
    ['local.no || false', false],
    ['var.asked || true', true],
    ['var.asked || false', 'unknown'],
    ['local.number == 4', true],
    ['local.number != 4', false],
    ['local.number > 4', false],
    ['local.number >= 4', true],
    ['local.number < 4', false],
    ['local.number <= 4', true],
    ['local.number > 3', true],
    ['local.number < 5', true],
    ['local.later == 5', true],
    ['local.number - 1 == 3', true],
    ['local.number * 2 == 8', true],
    ['local.number / 2 == 2', true],
    ['local.number % 3 == 1', true],
    ['local.number / 0 == 1', 'unknown'],
    ['-local.number == -4', true],
    ['"a" > 1', 'unknown'],
    ['null == null', true],
    ['var.list == null', false],
    ['var.list != null', true],
    ['var.asked == null', 'unknown'],
    ['local.map.a', true],
    ['local.map["b"]', false],
    ['local.map.c.d', true],
    ['local.map.gone', 'unknown'],
    ['local.map[var.asked]', 'unknown'],
    ['var.list[1] == "b"', true],
    ['var.list[5] == "b"', 'unknown'],
    ['local.names[0] == "A"', true],
    ['length(local.names) == 2', true],
    ['local.chosen["a"] == 0', true],
    ['length(local.chosen) == 1', true],
    ['"${var.list[0]}b" == "ab"', true],
    ['"${var.asked}b" == "ab"', 'unknown'],
    ['contains(var.list, "a")', true],
    ['contains(var.list, "z")', false],
    ['lookup(local.map, "b", true)', false],
    ['try(local.map.gone, true)', 'unknown'],
    ['coalesce(null, true)', true],
    ['[for name in var.list : name == "a"][0]', true],
    ['[for name in var.asked : true][0]', 'unknown'],
    ['[for name in var.list : true if name == var.asked][0]', 'unknown'],
    ['alltrue([true, true])', 'unknown'],
    ['anytrue([false, true])', 'unknown'],
    ['alltrue([true, false])', 'unknown'],
    ['(var.yes)', true],
    ['jsondecode("{\\"a\\": true}").a', 'unknown'],
  ] as Array<[string, boolean | 'unknown']>)('%s is %s', async ([expression, expected]) => {
    const text = `${before}resource "aws_db_instance" "d" {\n  publicly_accessible = ${expression}\n  storage_encrypted   = ${expression}\n}\n`;
    expect(
      await taken(
        { 'main.tf': text },
        'terraform.aws.public.db-instance',
        'terraform.aws.unencrypted-storage.db-instance',
      ),
    ).toBe(expected);
  });

  const database = (value: string) =>
    `resource "aws_db_instance" "d" {\n  publicly_accessible = ${value}\n  storage_encrypted = ${value}\n}\n`;
  // biome-ignore format: one line for each row
  test.for([
    ['a value of terraform.tfvars', { 'main.tf': `variable "v" {\n default = true\n}\n${database('var.v')}`, 'terraform.tfvars': 'v = false\n', }, false],
    ['a value of a file that is read by itself', { 'main.tf': `variable "v" {}\n${database('var.v')}`, 'a.auto.tfvars': 'v = true\n' }, true],
    ['a value of a file that nobody names', { 'main.tf': `variable "v" {}\n${database('var.v')}`, 'prod.tfvars': 'v = true\n' }, 'unknown'],
    ['an argument of a module', { 'main.tf': 'module "m" {\n  source = "./m"\n  v = true\n}\n', 'm/main.tf': `variable "v" {\n default = false\n}\n${database('var.v')}`, }, true],
    ['a default of a module', { 'main.tf': 'module "m" {\n  source = "./m"\n}\n', 'm/main.tf': `variable "v" {\n default = false\n}\n${database('var.v')}`, }, false],
    ['an output of a module', { 'main.tf': `module "m" {\n  source = "./m"\n}\n${database('module.m.v')}`, 'm/main.tf': 'output "v" {\n  value = true\n}\n', }, 'unknown'],
    ['a resource with a count of 0', { 'main.tf': database('true').replace('{\n', '{\n  count = 0\n') }, 'unknown'],
    ['a resource with a count of 1', { 'main.tf': database('true').replace('{\n', '{\n  count = 1\n') }, true],
    ['a resource for each of a map', { 'main.tf': database('each.value').replace('{\n', '{\n  for_each = { a = false }\n') }, false],
    ['a resource for each of nothing', { 'main.tf': database('each.value').replace('{\n', '{\n  for_each = {}\n') }, 'unknown'],
    ['a resource for each key of a set', { 'main.tf': database('each.key == "a"').replace('{\n', '{\n  for_each = toset(["a"])\n') }, true],
  ] as Array<[string, Record<string, string>, boolean | 'unknown']>)(
    '%s counts',
    async ([, files, expected]) => {
      expect(
        await taken(
          files,
          'terraform.aws.public.db-instance',
          'terraform.aws.unencrypted-storage.db-instance',
        ),
      ).toBe(expected);
    },
  );
});

describe('CloudFormation', () => {
  const before = `Parameters:
  Yes: {Type: String, Default: 'true'}
  No: {Type: String, Default: 'false'}
  Asked: {Type: String}
  Empty: {Type: String, Default: ''}
Mappings:
  Map: {a: {b: 'true', c: 'false'}}
Conditions:
  IsYes: !Equals [!Ref Yes, 'true']
  IsNo: !Equals [!Ref Yes, 'false']
  IsAsked: !Equals [!Ref Asked, 'true']
  NotYes: !Not [!Condition IsYes]
  Both: !And [!Condition IsYes, !Condition IsNo]
  Either: !Or [!Condition IsNo, !Condition IsYes]
  Undecided: !Or [!Condition IsNo, !Condition IsAsked]
  DecidedAnd: !And [!Condition IsNo, !Condition IsAsked]
  Long: {'Fn::Equals': [{Ref: Yes}, 'true']}
  Self: !Not [!Condition Self]
Resources:
`;
  // biome-ignore format: one line for each row
  test.for([
    ['true', true],
    ['!Ref Yes', true],
    ['!Ref No', false],
    ['!Ref Asked', 'unknown'],
    ['!Ref Empty', 'unknown'],
    ['{Ref: Yes}', true],
    ["!Sub '${Yes}'", true],
    ["!Sub ['${No}', {}]", false],
    ["!Join ['', ['tr', 'ue']]", true],
    ["!Join ['', [!Ref No]]", false],
    ["!Join ['', [!Ref Asked]]", 'unknown'],
    ['!If [IsYes, true, false]', true],
    ['!If [IsNo, true, false]', false],
    ['!If [IsAsked, true, false]', 'unknown'],
    ['!If [Gone, true, false]', 'unknown'],
    ["{'Fn::If': [Long, true, false]}", true],
    ['!If [NotYes, true, false]', false],
    ['!If [Both, true, false]', false],
    ['!If [Either, true, false]', true],
    ['!If [Undecided, true, false]', 'unknown'],
    ['!If [DecidedAnd, true, false]', false],
    ['!If [Self, true, false]', 'unknown'],
    ['!FindInMap [Map, a, b]', true],
    ['!FindInMap [Map, a, c]', false],
    ['!FindInMap [Map, a, gone]', 'unknown'],
    ["!Select [1, ['false', 'true']]", true],
    ["!Select [0, !Split [',', 'false,true']]", false],
    ['!GetAtt A.B', 'unknown'],
    ["!Base64 'true'", true],
    ['!ImportValue x', 'unknown'],
  ] as Array<[string, boolean | 'unknown']>)('%s is %s', async ([expression, expected]) => {
    const text = `${before}  D:\n    Type: AWS::RDS::DBInstance\n    Properties:\n      PubliclyAccessible: ${expression}\n      StorageEncrypted: ${expression}\n`;
    expect(
      await taken(
        { 'stack.yaml': text },
        'cloudformation.public.database',
        'cloudformation.unencrypted.db-instance',
      ),
    ).toBe(expected);
  });

  // biome-ignore format: one line for each row
  test.for([
    ['IsYes', true],
    ['IsNo', 'unknown'],
    ['IsAsked', true],
  ] as const)('a resource with the condition %s is read: %s', async ([condition, expected]) => {
    const text = `${before}  D:\n    Type: AWS::RDS::DBInstance\n    Condition: ${condition}\n    Properties:\n      PubliclyAccessible: true\n      StorageEncrypted: true\n`;
    expect(
      await taken(
        { 'stack.yaml': text },
        'cloudformation.public.database',
        'cloudformation.unencrypted.db-instance',
      ),
    ).toBe(expected);
  });
});

describe('Azure', () => {
  const parameters = {
    yes: { type: 'bool', defaultValue: true },
    no: { type: 'bool', defaultValue: false },
    asked: { type: 'bool' },
    name: { type: 'string', defaultValue: 'Prod' },
    map: { type: 'object', defaultValue: { a: true, b: { c: false } } },
    list: { type: 'array', defaultValue: [false, true] },
  };
  // biome-ignore format: one line for each row
  test.for([
    ["[parameters('yes')]", true],
    ["[parameters('no')]", false],
    ["[parameters('asked')]", 'unknown'],
    ["[variables('inner')]", true],
    ["[variables('loop')]", 'unknown'],
    ["[not(parameters('no'))]", true],
    ["[not(parameters('asked'))]", 'unknown'],
    ["[if(parameters('yes'), true(), false())]", true],
    ["[if(parameters('no'), true(), false())]", false],
    ["[equals(parameters('name'), 'Prod')]", true],
    ["[equals(parameters('name'), 'prod')]", false],
    ["[equals(parameters('name'), 'test')]", false],
    ["[equals(parameters('asked'), 'x')]", 'unknown'],
    ["[and(parameters('yes'), true())]", true],
    ["[and(parameters('yes'), false())]", false],
    ["[and(parameters('asked'), false())]", false],
    ["[or(parameters('no'), false())]", false],
    ["[or(parameters('asked'), true())]", true],
    ["[or(parameters('asked'), false())]", 'unknown'],
    ["[parameters('map').a]", true],
    ["[parameters('map').b.c]", false],
    ["[parameters('map')['a']]", true],
    ["[parameters('list')[1]]", true],
    ["[parameters('map').gone]", 'unknown'],
    ["[equals(concat('a', 'b'), 'ab')]", true],
    ["[equals(format('{0}-{1}', 'a', 'b'), 'a-b')]", true],
    ["[equals(toLower('AB'), 'ab')]", true],
    ["[equals(string(1), '1')]", true],
    ["[bool('true')]", true],
    ["[bool('0')]", false],
    ["[equals(int('3'), 3)]", true],
    ['[empty(createArray())]', true],
    ['[empty(createArray(1))]', false],
    ["[empty('')]", true],
    ['[empty(createObject())]', true],
    ['[coalesce(null(), true())]', true],
    ['[first(createArray(true()))]', true],
    ["[createObject('a', true()).a]", true],
    ["[union(createObject('a', false()), createObject('b', true())).b]", true],
    ['[createArray(true(), false())[1]]', false],
    ['[resourceGroup().location]', 'unknown'],
    ["[parameters('yes') extra]", 'unknown'],
    ['[[true]', 'unknown'],
  ] as Array<[string, boolean | 'unknown']>)('%s is %s', async ([expression, expected]) => {
    const template = {
      $schema: 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#',
      parameters,
      variables: { inner: "[parameters('yes')]", loop: "[variables('loop')]" },
      resources: [
        {
          type: 'Microsoft.Storage/storageAccounts',
          name: 'a',
          properties: { allowBlobPublicAccess: expression, supportsHttpsTrafficOnly: expression },
        },
      ],
    };
    expect(
      await taken(
        { 't.json': JSON.stringify(template, null, 1) },
        'arm.setting.storage-public',
        'arm.setting.storage-http',
      ),
    ).toBe(expected);
  });

  const bicep = `param yes bool = true
param no bool = false
param asked bool
param name string = 'Prod'
var map = {
  a: true
  'b': false
}
var list = [
  false
  true
]
`;
  // biome-ignore format: one line for each row
  test.for([
    ['true', true],
    ['yes', true],
    ['no', false],
    ['asked', 'unknown'],
    ['!no', true],
    ['!asked', 'unknown'],
    ['gone', 'unknown'],
    ['yes ? true : false', true],
    ['no ? true : false', false],
    ['asked ? true : false', 'unknown'],
    ['yes && no', false],
    ['yes && true', true],
    ['no || yes', true],
    ['no || false', false],
    ['asked || true', true],
    ["name == 'Prod'", true],
    ["name != 'Prod'", false],
    ["name == 'x'", false],
    ["'${name}x' == 'Prodx'", true],
    ['map.a', true],
    ["map['b']", false],
    ['list[1]', true],
    ['(yes)', true],
    ["toLower(name) == 'prod'", true],
    ['empty([])', true],
    ['1 < 2', 'unknown'],
    ['2 <= 1', 'unknown'],
    ['2 > 1', 'unknown'],
    ['1 >= 2', 'unknown'],
    ['no ?? true', false],
  ] as Array<[string, boolean | 'unknown']>)('Bicep: %s is %s', async ([expression, expected]) => {
    const text = `${bicep}resource s 'Microsoft.Storage/storageAccounts@2023-01-01' = {\n  name: 'a'\n  properties: {\n    allowBlobPublicAccess: ${expression}\n    supportsHttpsTrafficOnly: ${expression}\n  }\n}\n`;
    expect(
      await taken({ 'main.bicep': text }, 'arm.setting.storage-public', 'arm.setting.storage-http'),
    ).toBe(expected);
  });
});

describe('Helm', () => {
  const values =
    'yes: true\nno: false\nempty: ""\nzero: 0\nnone: ~\ndeep:\n  yes: true\nlist: [a]\nnothing: []\n';
  const pod = (lines: string) =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers:\n    - name: a\n      image: a:1\n      securityContext:\n${lines}`;
  const both = (value: string) => `        privileged: ${value}\n        readOnlyRootFilesystem: ${value}\n`;
  const within = (condition: string) =>
    `        {{- if ${condition} }}\n${both('true')}        {{- else }}\n${both('false')}        {{- end }}\n`;
  // biome-ignore format: one line for each row
  test.for([
    [both('{{ .Values.yes }}'), true],
    [both('{{ .Values.no }}'), false],
    [both('{{- .Values.deep.yes -}}'), true],
    [both('{{ .Values.gone }}'), 'unknown'],
    [both('{{ .Values.gone | default true }}'), true],
    [both('{{ default false .Values.gone }}'), false],
    [both('{{ $.Values.yes }}'), true],
    [both('{{ .Release.Name }}'), 'unknown'],
    [both('{{ printf "%v" .Values.yes }}'), 'unknown'],
    [both('{{ .Values.yes | quote }}'), true],
    [within('.Values.yes'), true],
    [within('.Values.no'), false],
    [within('.Values.empty'), false],
    [within('.Values.zero'), false],
    [within('.Values.none'), false],
    [within('.Values.gone'), false],
    [within('.Values.list'), true],
    [within('.Values.nothing'), false],
    [within('.Values.deep'), true],
    [within('not .Values.no'), true],
    [within('not .Values.yes'), false],
    [within('(.Values.yes)'), true],
    [`        {{- if .Values.no }}\n${both('true')}        {{- else if .Values.yes }}\n${both('false')}        {{- else }}\n${both('true')}        {{- end }}\n`, false],
    [`        {{- with .Values.deep }}\n${both('true')}        {{- end }}\n`, true],
    [`        {{- with .Values.gone }}\n${both('true')}        {{- end }}\n${both('false')}`, false],
    [`        {{/* a comment\n        over lines */}}\n${both('true')}`, true],
    [`        {{- toYaml .Values.security | nindent 8 }}\n`, 'unknown'],
  ] as Array<[string, boolean | 'unknown']>)('%j is %s', async ([lines, expected]) => {
    expect(
      await taken(
        { 'chart/templates/p.yaml': pod(lines), 'chart/values.yaml': values },
        'kubernetes.privileged-container',
        'kubernetes.writable-root.chosen',
      ),
    ).toBe(expected);
  });
});

describe('Ansible', () => {
  const play = (value: string, more = '') =>
    `- hosts: all\n${more}  tasks:\n    - amazon.aws.rds_instance:\n        publicly_accessible: ${value}\n        storage_encrypted: ${value}\n`;
  // biome-ignore format: one line for each row
  test.for([
    [play('true'), true],
    [play('no'), false],
    [play('"{{ open }}"', '  vars: {open: true}\n'), true],
    [play('"{{ open }}"', '  vars: {open: false}\n'), false],
    [play('"{{ open }}"'), 'unknown'],
    [play('"{{ open }}x"', '  vars: {open: true}\n'), 'unknown'],
  ] as Array<[string, boolean | 'unknown']>)('%j is %s', async ([text, expected]) => {
    expect(
      await taken(
        { 'playbook.yml': text },
        'terraform.aws.public.db-instance',
        'terraform.aws.unencrypted-storage.db-instance',
      ),
    ).toBe(expected);
  });
});
