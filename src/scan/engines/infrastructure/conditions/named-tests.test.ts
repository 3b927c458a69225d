import { expect, test } from 'vitest';
import { type ConfigNode, mapping, scalar, sequence, unknown } from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import type { TestArgument } from './named-test.ts';
import { namedTests } from './named-tests.ts';

const values = (yaml: string): TestArgument => {
  const [node] = parseYaml(yaml).documents;
  return { nodes: node && yaml !== '' ? [node] : [], uncertain: false, place: undefined };
};
const given = (...nodes: ConfigNode[]): TestArgument => ({ nodes, uncertain: false, place: undefined });
const lost: TestArgument = { nodes: [], uncertain: true, place: undefined };
const dark = given(unknown('var.a', 1));
const judge = (name: string, ...args: TestArgument[]) => {
  const result = namedTests[name]!(args);
  return typeof result === 'object' ? result.places.map(({ line, endLine }) => `${line}-${endLine}`) : result;
};

// biome-ignore format: one line for each row
test.each([
  ['0.0.0.0/0', true], ['::/0', true], ['"*"', true], ['Any', true], ['Internet', true], ['0.0.0.0', true], ['<nw>/0', true], ['/0', true],
  ['128.0.0.0/1', true], ['0.0.0.0/1', true], ['8000::/1', true], ['1.2.3.4/0', true], ['255.255.255.255/0', true], ['0000:0000:0000:0000:0000:0000:0000:0000/0', true],
  ['10.0.0.0/8', false], ['0.0.0.0/10', false], ['0.0.0.0/2', false], ['::/10', false], ['1.1.1/0', false], ['VirtualNetwork', false], ['""', false],
  ['[10.0.0.0/8, 0.0.0.0/0]', true], ['[[10.0.0.0/8]]', false], ['[]', false], ['null', false],
])('%s is the whole internet: %s', (address, expected) => {
  expect(judge('world', values(address))).toBe(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['22', '22', true], ['21', '23', true], ['22', '30', true], ['20', '22', true], ['23', '30', false], ['20', '21', false], ['22', '', true], ['21', '', false],
  ['0', '0', true], ['0', '-1', true], ['0', '21', false], ['0', '65535', true], ['1', '-1', false], ['-1', '-1', false], ['', '22', false], ['', '', false], ['ssh', '22', false], ['22', 'x', true],
])('the range from "%s" to "%s" includes 22: %s', (from, to, expected) => {
  expect(judge('portOpen', values(from), values(to), 22)).toBe(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['"22"', true], ['"20-25"', true], ['"22-22"', true], ['"23-25"', false], ['"20-21"', false], ['"*"', true], ['Any', true], ['"80, 22"', true], ['"80,443"', false], ['""', false], ['"80,20-30"', true], ['["80", "22"]', true], ['"-22"', false], ['[]', false],
])('ports %s include 22: %s', (ports, expected) => {
  expect(judge('portIn', values(ports), 22)).toBe(expected);
});

test('what is not known decides nothing', () => {
  for (const argument of [lost, dark]) {
    expect(judge('world', argument)).toBeUndefined();
    expect(judge('portIn', argument, 22)).toBeUndefined();
    expect(judge('portOpen', argument, values('22'), 22)).toBeUndefined();
    expect(judge('portOpen', values('22'), argument, 22)).toBeUndefined();
    expect(judge('literalSecret', argument)).toBeUndefined();
    expect(judge('secretEntry', argument)).toBeUndefined();
    expect(judge('secretData', argument)).toBe(false);
    expect(judge('policyAdmin', argument)).toBe(argument === dark ? undefined : false);
  }
  expect(judge('secretPair', values('password'), lost)).toBeUndefined();
  expect(judge('secretPair', values('password'), dark)).toBe(false);
  expect(judge('world', given(unknown('', 1), scalar('*', 1)))).toBe(true);
  expect(
    judge(
      'secretEntry',
      given(unknown('', 1), mapping([{ key: 'password', line: 4, value: scalar('hunter2!x', 4) }], 4)),
    ),
  ).toEqual(['4-4']);
});

test('where a path is expected, a plain value is nothing', () => {
  for (const name of [
    'world',
    'portIn',
    'portOpen',
    'literalSecret',
    'secretEntry',
    'secretData',
    'securityEmpty',
    'policyAdmin',
  ])
    expect(judge(name, '0.0.0.0/0', 22, 22), name).toBe(false);
  for (const name of ['sameText', 'secretPair', 'mountsHostPath']) {
    expect(judge(name, 'password', values('hunter2!x')), name).toBe(false);
    expect(judge(name, values('password'), 'hunter2!x'), name).toBe(false);
  }
});

// biome-ignore format: one line for each row
test.each([
  [values('a'), values('a'), true], [values('a'), values('b'), false], [values(''), values('a'), false], [values('a'), values(''), false], [values('1'), values('"1"'), true],
  [dark, given(unknown('var.a', 9)), true], [dark, values('b'), false], [dark, values('""'), undefined], [values('""'), dark, undefined], [values('[a]'), values('a'), undefined],
] as Array<[TestArgument, TestArgument, boolean | undefined]>)('two texts are the same (%#)', (left, right, expected) => {
  expect(judge('sameText', left, right)).toBe(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['password: hunter2!x', ['1-1']], ['a: 1\npassword: hunter2!x\napiKey: k3y-9f8a', ['2-2', '3-3']], ['password: changeme', false], ['password_length: "12345678"', false], ['user: hunter2!x', false],
  ['password: [hunter2!x]', false], ['- {password: hunter2!x}\n- {token: abcd}', ['1-1', '2-2']], ['token: abc', false], ['token: ${VALUE}', false], ['hunter2!x', false],
] as Array<[string, string[] | false]>)('entries of %j that are secrets are on %j', (yaml, expected) => {
  expect(judge('secretEntry', values(yaml))).toEqual(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['POSTGRES_PASSWORD: hunter2!x', ['1-1'], false], ['DS_MYSQL_ROOT_PASSWORD: hunter2!x', ['1-1'], false], ['DEPLOY_PASSWORD: hunter2!x', false, ['1-1']],
  ['PG_PASSWORD: hunter2!x\nAPI_KEY: k3y-9f8a', ['1-1'], ['2-2']], ['MONGOOSE_PASSWORD: hunter2!x', false, ['1-1']], ['POSTGRES_PASSWORD: $PASSWORD', false, false],
] as Array<[string, string[] | false, string[] | false]>)('%j holds the password of a server that the job starts: %j; another secret: %j', (yaml, server, lasting) => {
  expect(judge('jobServerSecret', values(yaml))).toEqual(server);
  expect(judge('lastingSecret', values(yaml))).toEqual(lasting);
});

// biome-ignore format: one line for each row
test.each([
  ['VITE_MAPS_API_KEY', 'maps-api-key', false], ['MAPS_API_KEY', 'other-api-key', true], ['DB_PASSWORD', 'password', true],
  ['password', 'hunter2!x', true], ['name', 'hunter2!x', false], ['password', 'changeme', false], ['password', '[hunter2!x]', false], ['', 'hunter2!x', false], ['password', '', false],
])('%s with %s is a secret: %s', (name, value, expected) => {
  expect(judge('secretPair', values(name), values(value))).toBe(expected);
});

const base64 = (text: string) => Buffer.from(text).toString('base64');
// biome-ignore format: one line for each row
test.each([
  [{ password: 'hunter' }, ['1-1']], [{ password: 'hunte' }, false], [{ password: base64('hunter') }, ['1-1']], [{ password: base64('hunte') }, false], [{ password: base64('changeme') }, false],
  [{ password: base64('https://a.example/x') }, false], [{ password: base64('123456789') }, false], [{ password: 'https://a.example/x' }, false], [{ password: base64('\u0001\u0002\u0003\u0004\u0005\u0006') }, ['1-1']],
  [{ 'tls.crt': 'hunter2!x' }, false], [{ 'app.yaml': 'hunter2!x' }, false], [{ userName: 'hunter2!x' }, false], [{ dbHost: 'hunter2!x' }, false], [{ region: 'hunter2!x' }, false], [{ bucket_name: 'hunter2!x' }, false], [{ regions: 'hunter2!x' }, ['1-1']],
  [{ a: 'hunter2!x', b: 'short', c: 'hunter3!x' }, ['1-1', '1-1']], [{}, false],
  [{ mode: 'production' }, false], [{ mode: '4kX9-pq2L-77vB' }, ['1-1']], [{ mode: '4kX9pq2L77v' }, false], [{ mode: 'db1.corp.example' }, false], [{ repo: 'git@host.example:a/b1' }, false],
  [{ mode: '-----BEGIN RSA PRIVATE KEY-----' }, ['1-1']], [{ password: 'my-password' }, false], [{ password: 'my-db-password' }, false], [{ apiToken: 'mysecrets' }, ['1-1']],
] as Array<[object, string[] | false]>)('data %j of a Kubernetes secret is real: %j', (data, expected) => {
  expect(judge('secretData', values(JSON.stringify(data)))).toEqual(expected);
});

const volumes = values(
  '[{name: host, hostPath: {path: /}}, {name: empty, emptyDir: {}}, {hostPath: {path: /x}}]',
);
// biome-ignore format: one line for each row
test.each([
  ['[{name: host}]', true], ['[{name: host, readOnly: true}]', false], ['[{name: host, readOnly: false}]', true], ['[{name: empty}]', false], ['[{name: other}]', false], ['[{mountPath: /x}]', false], ['[{name: empty}, {name: host}]', true], ['[]', false],
])('mounts %s write to the host: %s', (mounts, expected) => {
  expect(judge('mountsHostPath', values(mounts), volumes)).toBe(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['[]', true], ['[{}]', true], ['[{key: []}, {}]', true], ['[{key: []}]', false], ['{}', false], ['[x]', false], ['', false],
])('security %s asks for nothing: %s', (security, expected) => {
  expect(judge('securityEmpty', values(security))).toBe(expected);
});

test('an empty list among several is found', () => {
  expect(judge('securityEmpty', given(sequence([scalar('x', 1)], 1), sequence([], 2)))).toBe(true);
});
