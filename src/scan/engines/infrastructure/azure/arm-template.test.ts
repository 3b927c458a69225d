import { expect, test } from 'vitest';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { armResources, armTemplateOf } from './arm-template.ts';

const schema = 'https://schema.management.azure.com/schemas/2019-04-01/deploymentTemplate.json#';
const document = (value: unknown) => parseYaml(JSON.stringify(value)).documents[0]!;
const addresses = (resources: unknown, more: object = {}) =>
  armResources(document({ $schema: schema, resources, ...more }), 'a.json').map(
    ({ type, address }) => `${type} = ${address}`,
  );
const one = { type: 'Microsoft.A/b', name: 'n' };

// biome-ignore format: one line for each row
test.each([
  [[one], ['microsoft.a/b = Microsoft.A/b n']], [{ first: one }, ['microsoft.a/b = Microsoft.A/b n']], [[{ type: 'Microsoft.A/b' }], ['microsoft.a/b = Microsoft.A/b']], [[{ ...one, condition: false }], []], [[{ ...one, condition: true }], ['microsoft.a/b = Microsoft.A/b n']], [['text'], []],
  [[{ ...one, resources: [{ type: 'c', name: 'm' }, { type: 'Other.X/y', name: 'o' }] }], ['microsoft.a/b = Microsoft.A/b n', 'microsoft.a/b/c = Microsoft.A/b/c m', 'other.x/y = Other.X/y o']],
  [[{ ...one, condition: false, resources: [{ type: 'c', name: 'm' }] }], []], [[{ ...one, properties: { template: { resources: [{ type: 'Microsoft.C/d', name: 'm' }] } } }], ['microsoft.a/b = Microsoft.A/b n', 'microsoft.c/d = Microsoft.C/d m']],
  [[{ type: `A.${'b'.repeat(198)}`, name: 'n' }], [`a.${'b'.repeat(198)} = A.${'b'.repeat(198)} n`]], [[{ type: `A.${'b'.repeat(199)}`, name: 'n' }], []],
])('the resources of %j', (resources, expected) => {
  expect(addresses(resources)).toEqual(expected);
});

test('resources are read six levels deep in each other, and so are templates', () => {
  const inside = (levels: number): object =>
    levels === 0 ? one : { ...one, resources: [inside(levels - 1)] };
  expect([addresses([inside(6)]).length, addresses([inside(7)]).length]).toEqual([7, 7]);
  const nested = (levels: number): object =>
    levels === 0 ? one : { ...one, properties: { template: { resources: [nested(levels - 1)] } } };
  expect([addresses([nested(6)]).length, addresses([nested(7)]).length]).toEqual([7, 7]);
});

test('a template says what it is, itself or in what carries it', () => {
  const template = { $schema: schema, resources: [] };
  expect(armTemplateOf(document(template))).toBeDefined();
  expect(armTemplateOf(document({ properties: { template } }))).toMatchObject({ kind: 'mapping' });
  for (const other of [{ resources: [] }, { $schema: schema }, { $schema: 'x', resources: [] }, []])
    expect(armTemplateOf(document(other))).toBeUndefined();
});
