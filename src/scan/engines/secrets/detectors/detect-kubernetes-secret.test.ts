import { expect, test } from 'vitest';
import { secretsFound } from '../../../../../test/support/secrets-found.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const random = base64('Xq7ZkP02mLr9Tw4Y');

test.for([
  [
    'an encoded value',
    `kind: Secret\ndata:\n  extra: ${random}\n`,
    ['3:10-34 kubernetes-secret high medium'],
  ],
  [
    'an encoded value that people chose',
    `kind: Secret\ndata:\n  extra: ${base64('Winter-2024x')}\n`,
    ['3:10-26 kubernetes-secret medium medium'],
  ],
  [
    'an encoded word',
    `kind: Secret\ndata:\n  extra: ${base64('sunshine')}\n`,
    ['3:10-22 kubernetes-secret medium low'],
  ],
  [
    'a plain value',
    'kind: Secret\nstringData:\n  extra: {alnum:20}\n',
    ['3:10-30 kubernetes-secret high medium'],
  ],
  [
    'two values and one gap',
    `kind: Secret\ndata:\n  one: ${random}\n  gap: ${base64('changeme')}\n  two: "${random}"\n`,
    ['3:8-32 kubernetes-secret high medium', '5:9-33 kubernetes-secret high medium'],
  ],
  [
    'data in front of the kind',
    `data:\n  extra: ${random}\nkind: Secret\n`,
    ['2:10-34 kubernetes-secret high medium'],
  ],
  [
    'values of another document',
    `kind: Secret\ndata:\n  extra: ${random}\n---\nkind: ConfigMap\ndata:\n  more: ${random}\n`,
    ['3:10-34 kubernetes-secret high medium'],
  ],
  [
    'values of the document in front',
    `kind: ConfigMap\ndata:\n  more: ${random}\n---\nkind: Secret\ndata:\n  extra: ${random}\n`,
    ['7:10-34 kubernetes-secret high medium'],
  ],
  [
    'an item of a list',
    `items:\n- kind: Secret\n  data:\n    extra: ${random}\n`,
    ['4:12-36 kubernetes-secret high medium'],
  ],
  [
    'a value on a line of its own',
    `kind: Secret\ndata:\n  extra: >-\n    ${random}\n`,
    ['4:5-29 kubernetes-secret high medium'],
  ],
  [
    'bytes that are no text',
    `kind: Secret\ndata:\n  extra: ${Buffer.from([1, 2, 3, 4, 200, 201, 202, 203]).toString('base64')}\n`,
    [],
  ],
  ['five letters', `kind: Secret\ndata:\n  extra: ${base64('q7ZkP')}\n`, []],
  [
    'six letters',
    `kind: Secret\ndata:\n  extra: ${base64('q7ZkPw')}\n`,
    ['3:10-18 kubernetes-secret medium low'],
  ],
  ['a gap in place of a value', 'kind: Secret\nstringData:\n  extra: ${VALUE}\n', []],
  ['a kind that only begins so', `x kind: Secret\ndata:\n  extra: ${random}\n`, []],
] as const)('%s', ([, text, expected]) => {
  expect(secretsFound('secret.yaml', text)).toEqual(expected);
});

test('in code a manifest is a text among others', () => {
  expect(secretsFound('a.ts', `kind: Secret\ndata:\n  extra: ${random}\n`)).toEqual([]);
});
