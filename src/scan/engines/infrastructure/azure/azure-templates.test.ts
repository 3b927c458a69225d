import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainValue } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { armResources, armTemplateOf } from './arm-template.ts';
import { bicepResources } from './bicep-resources.ts';

const bicep = `
@allowed(['TLS1_0'
  'TLS1_2'])
param tls string = 'TLS1_0'
param acls object = {
  inner: { open: true } // a comment with a { brace
}
var https = tls == 'TLS1_0' ? false : true
var name = '\${tls}-store'
var self = self
resource store 'Microsoft.Storage/storageAccounts@2021-01-01' = if (!empty(name)) {
  name: toLower(name)
  location: resourceGroup().location
  properties: {
    https: https
    open: acls.inner.open
    self: self
    rules: [for i in range(0, 3): {
      action: 'Allow'
      index: i
    }]
    list: [
      'a'
      'b', 2
    ]
    choice: tls == 'x'
      ? 'yes'
      : 'no'
  }
  resource blob 'blobServices@2021-01-01' = {
    name: 'default'
    resource files 'containers@2021-01-01' = { name: 'files', properties: { publicAccess: 'Blob' } }
  }
}
resource servers 'Microsoft.Sql/servers@2021-02-01' = [for item in names: {
  name: item
}]
resource there 'Microsoft.Sql/servers@2021-02-01' existing = { name: 'x' }
resource never 'Microsoft.Sql/servers@2021-02-01' = if (false) { name: 'x' }
`;

test('resources of Bicep are read with their variables, loops, branches and inner resources', () => {
  const resources = bicepResources(bicep, 'main.bicep');
  expect(resources.map(({ type, line, endLine }) => [type, line, endLine])).toEqual([
    ['microsoft.storage/storageaccounts', 11, 34],
    ['microsoft.storage/storageaccounts/blobservices', 30, 33],
    ['microsoft.storage/storageaccounts/blobservices/containers', 32, 32],
    ['microsoft.sql/servers', 35, 37],
  ]);
  expect(plainValue(resources[0]!.document)).toEqual({
    name: 'tls1_0-store',
    location: undefined,
    properties: {
      https: false,
      open: true,
      self: undefined,
      rules: [{ action: 'Allow', index: undefined }],
      list: ['a', 'b', 2],
      choice: 'no',
    },
  });
});

test('expressions of ARM templates are worked out, inner templates with their own parameters', () => {
  const source = JSON.stringify({
    $schema: 'https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#',
    parameters: { tls: { defaultValue: 'TLS1_0' } },
    variables: { set: { deep: "[parameters('tls')]" }, loop: "[variables('loop')]" },
    resources: [
      {
        type: 'Microsoft.Storage/storageAccounts',
        name: "[concat('a', '-', parameters('tls'))]",
        properties: {
          deep: "[variables('set').deep]",
          branch: "[if(equals(parameters('tls'), 'TLS1_0'), createArray('x'), 'y')]",
          unknown: '[resourceGroup().location]',
          loop: "[variables('loop')]",
          text: '[[not an expression]',
        },
      },
      {
        type: 'Microsoft.Resources/deployments',
        properties: {
          template: {
            parameters: { tls: { defaultValue: 'inner' } },
            resources: [{ type: 'A.B/c', name: "[parameters('tls')]" }],
          },
        },
      },
      { type: 'A.B/d', condition: "[not(equals(parameters('tls'), 'TLS1_0'))]" },
    ],
  });
  const template = armTemplateOf(parseYaml(source).documents[0]!)!;
  const resources = armResources(template, 'main.json');
  expect(resources.map(({ type }) => type)).toEqual([
    'microsoft.storage/storageaccounts',
    'microsoft.resources/deployments',
    'a.b/c',
  ]);
  expect(plainValue(resources[0]!.document)).toEqual({
    type: 'Microsoft.Storage/storageAccounts',
    name: 'a-TLS1_0',
    properties: {
      deep: 'TLS1_0',
      branch: ['x'],
      unknown: undefined,
      loop: undefined,
      text: '[not an expression]',
    },
  });
  expect(plainValue(resources[2]!.document)).toMatchObject({ name: 'inner' });
});

test('any text is read as Bicep without an error and within its depth', () => {
  const piece = fc.constantFrom(
    "resource a 'b.c/d@1' = ",
    'var x = ',
    '{',
    '}',
    '[',
    ']',
    '(',
    ')',
    "'",
    '${',
    ': ',
    '? ',
    '!',
    'for i in x: ',
    '\n',
    'x',
    '/*',
    '//',
    "'''",
    '.',
    '==',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 400 }), (pieces) => {
      bicepResources(pieces.join(''), 'main.bicep');
    }),
    { numRuns: 300 },
  );
  for (const mark of ['{x: ', '[', '(', '!', "'${", 'a ? ', "{\nresource b 'c@1' = "])
    expect(bicepResources(`resource a 'b.c/d@1' = ${mark.repeat(2000)}`, 'main.bicep').length).toBeLessThan(
      2001,
    );
});
