import type { Assignment } from './assignment.ts';

type PairedValue = Omit<Assignment, 'nameStart' | 'nameEnd'>;

const maxGap = 160;
const maxValue = 1200;

/**
 * A name and its value as two fields of one record, as manifests of containers and clouds have them: `name: PASSWORD` and `value: x` on the
 * next line, `{"name": "PASSWORD", "value": "x"}`, `name = "PASSWORD"` and `value = "x"`. `nameEnd` is behind the name itself.
 */
export function readPairedValue(bytes: Buffer, nameStart: number, nameEnd: number): PairedValue | undefined {
  return readField(bytes, nameStart, nameEnd, nameField, valueField);
}

/** `variable "db_password" { … default = "x" }` of Terraform: what a variable is where nobody gives it a value. */
export function readVariableDefault(
  bytes: Buffer,
  nameStart: number,
  nameEnd: number,
): PairedValue | undefined {
  return readField(bytes, nameStart, nameEnd, variableHead, variableDefault);
}

function readField(
  bytes: Buffer,
  nameStart: number,
  nameEnd: number,
  head: RegExp,
  valueBehind: RegExp,
): PairedValue | undefined {
  const before = bytes.toString('latin1', Math.max(0, nameStart - 24), nameStart);
  if (!head.test(before)) return undefined;
  const text = bytes.toString('latin1', nameEnd, nameEnd + maxGap + maxValue);
  const field = valueBehind.exec(text);
  if (!field) return undefined;
  const start = nameEnd + field[0].length;
  const quote = field[1]!;
  const rest = text.slice(field[0].length);
  const length = quote === '' ? rest.search(/[\s,}]|$/) : rest.search(quote === '"' ? /["\n]/ : /['\n]/);
  if (length <= 0 || (quote !== '' && rest[length] !== quote)) return undefined;
  return {
    valueStart: start,
    valueEnd: start + length,
    quoted: quote !== '',
    operator: 'assign',
    continues: false,
  };
}

const nameField =
  /(?:^|[\s{,"'-])(?:name|key|variable|parameterkey|parametername)["']?[ \t]{0,8}[:=][ \t]{0,8}["']?$/i;
const valueField =
  /^["']?[ \t]{0,8},?[ \t]{0,8}\r?\n?[ \t]{0,40}["']?(?:value|parametervalue)["']?[ \t]{0,8}[:=][ \t]{0,8}(["']?)/i;
const variableHead = /(?:^|\n)[ \t]{0,8}variable[ \t]{1,8}"$/;
const variableDefault =
  /^"[ \t]{0,8}\{[^{}"]{0,120}(?:"[^"\n]{0,120}"[^{}"]{0,120}){0,4}\bdefault[ \t]{0,16}=[ \t]{0,8}(")/;
