import { expect, test } from 'vitest';
import type { NameKind } from '../../values/assignment-name.ts';
import type { Layer } from '../candidate.ts';
import { readAssignment } from './assignment.ts';
import { fitsOperator, isConnectionField, isQueryParameter, isReadable } from './assignment-place.ts';

type Syntax = 'code' | 'config' | 'shell' | 'prose';

/** The assignment around the last `pass` or `PASS` of a text, in a file of the syntax. */
function placed(text: string, syntax: Syntax) {
  const bytes = Buffer.from(text, 'latin1');
  const at = text.toLowerCase().lastIndexOf('pass');
  const assignment = readAssignment(bytes, at, at + 4, false);
  if (!assignment) throw new Error(`no assignment in ${text}`);
  return { assignment, layer: { bytes, context: { syntax } } as unknown as Layer };
}
/** In which of the syntaxes a value is read. */
const readIn = (text: string) =>
  (['code', 'config', 'shell'] as const).filter((syntax) => {
    const { assignment, layer } = placed(text, syntax);
    return isReadable(assignment, layer);
  });
const far = (text: string, length: number) => `${' '.repeat(length - text.length)}`;

// biome-ignore format: one line for each row
test.each([
  ['password = "x1"', 'code config shell'], ['if (password == "x1")', 'code config shell'], ['password = x1', 'config shell'], ['password: x1', 'config shell'], ['if password == x1', ''], ["f('password', x1)", ''],
  ['--password x1', 'code config shell'], ['--password=x1', 'code config shell'], ['"password": 20786', ''], ['"password": 123456789012', ''], ['"password": 1234567890123', 'config shell'], ['"password": 20786x', 'config shell'], ["'password': 20786", 'config shell'], ['password: 20786', 'config shell'],
  // A command follows its setting.
  ['PGPASSWORD=x1 psql', 'config shell'], ['pgpassword=x1 psql', 'shell'], ['PGPASSWORD: x1 psql', ''], ['PGPASSWORD= x1 psql', ''],
  // Nothing but blanks between name and value.
  ['password x1', 'config'], ['  password x1', 'config'], ['x\n password x1', 'config'], ['password x1 more', ''], ['login me password x1', 'config'], ['login me password x1 more', 'code config shell'], ['login and password x1', ''], ['login the password x1', ''], ['account me password x1', 'config'], ['machine me password x1', 'config'], ['user me password x1', 'config'], ['other me password x1', ''], ['login me\npassword x1 more', ''],
  ['ENV PASSWORD x1', 'shell'], ['\n  ENV PASSWORD x1', 'shell'], ['setenv PASSWORD x1', 'shell'], ['x ENV PASSWORD x1', ''], ['env PASSWORD x1', ''],
  // Fields of a connection and of an address.
  ['Server=a;Password=x1', 'code config shell'], ['User Id=a; Password=x1', 'code config shell'], ['host=a password=x1', 'code config shell'], ['other=a;password=x1', 'config shell'], ['other=a password=x1', 'config shell'], ['host=a password:x1', 'config shell'], ['?password=x1', 'code config shell'], ['&password=x1', 'code config shell'], ['!password=x1', 'config shell'],
  // What stands in where nothing is set.
  ['${password:x1}', 'code config shell'], ['${password:-x1}', 'code config shell'], ['{password:x1}', 'config shell'], ['x{password:x1}', 'config shell'], ['${password: x1}', 'config shell'], ['${password:=x1}', 'config shell'],
  // Notes.
  ['| password | x1 |', 'config shell'], ['// | password | x1 |', 'code config shell'], ['# | password | x1 |', 'code config shell'], ['/* | password | x1 |', 'code config shell'], [' * | password | x1 |', 'code config shell'], ['-- | password | x1 |', 'code config shell'], ['a;// | password | x1 |', 'code config shell'], ['a// | password | x1 |', 'config shell'], ['// a\n| password | x1 |', 'config shell'], [`//${far('//', 197)} | password | x1 |`, 'code config shell'], [`//${far('//', 199)} | password | x1 |`, 'config shell'],
])('%j is read in: %s', (text, expected) => {
  expect(readIn(text).join(' ')).toBe(expected);
});

const fits = (text: string, kind: NameKind) =>
  (['code', 'config', 'shell'] as const).filter((syntax) => {
    const { assignment, layer } = placed(text, syntax);
    return fitsOperator(kind, assignment, layer);
  });
// biome-ignore format: one line for each row
test.each([
  ['password = x1', 'secret', 'code config shell'], ['password "x1"', 'secret', ''], ['PASSWORD "x1"', 'secret', ''], ['PASSWORD "x1"', 'password', 'code config shell'], ['password "x1"', 'password', 'config shell'], ['x password "x1"', 'password', ''], ['ENV PASSWORD x1', 'secret', 'shell'],
  ['{:password "x1"}', 'secret', 'code config shell'], [' :password "x1"', 'secret', 'code config shell'], ['(:password "x1"', 'secret', 'code config shell'], ['a:password "x1"', 'secret', ''], ['{password "x1"}', 'secret', ''], ['{:password x1}', 'secret', ''],
  ['#define password "x1"', 'password', 'code config shell'], ['# define password "x1"', 'password', 'code config shell'], ['set password "x1"', 'password', 'code config shell'], ['x set password "x1"', 'password', ''], ['"set password \'x1\'"', 'password', 'code config shell'], ["create role app login password 'x1'", 'password', 'code config shell'], ["ALTER USER app password 'x1'", 'password', 'code config shell'], ["create table app password 'x1'", 'password', ''], ['set password x1', 'password', ''], ['user me password x1', 'password', 'config shell'], ['user me password x1', 'secret', ''],
] as Array<[string, NameKind, string]>)('%j holds a value for a %s in: %s', (text, kind, expected) => {
  expect(fits(text, kind).join(' ')).toBe(expected);
});

// biome-ignore format: one line for each row
test.each([
  ['Server=a;Password=x1', true, false], ['?password=x1', false, true], ['a&password=x1', false, true], ['password=x1', false, false], [`server=${'a'.repeat(151)};password=x1`, true, false], [`server=${'a'.repeat(152)};password=x1`, true, false], [`server=${'a'.repeat(153)};password=x1`, false, false], ['server=a; password: x1', false, false],
])('%j is a field of a connection: %s, a parameter of a query: %s', (text, field, parameter) => {
  const { assignment, layer } = placed(text, 'code');
  expect([isConnectionField(assignment, layer), isQueryParameter(assignment, layer)]).toEqual([field, parameter]);
});
