import type { Assignment } from './assignment.ts';
import { isBlank } from './assignment-characters.ts';

type PairedValue = Omit<Assignment, 'nameStart' | 'nameEnd'>;

const maxGap = 160;
const maxValue = 1200;

/**
 * A name and its value as two fields of one record, as manifests of containers and clouds have them: `name: PASSWORD` and `value: x` on the
 * next line, `{"name": "PASSWORD", "value": "x"}`, `name = "PASSWORD"` and `value = "x"`. `nameEnd` is behind the name itself.
 */
export function readPairedValue(bytes: Buffer, nameStart: number, nameEnd: number): PairedValue | undefined {
  return isBehindOperator(bytes, nameStart)
    ? readField(bytes, nameStart, nameEnd, nameField, valueField)
    : undefined;
}

/** `variable "db_password" { … default = "x" }` of Terraform: what a variable is where nobody gives it a value. */
export function readVariableDefault(
  bytes: Buffer,
  nameStart: number,
  nameEnd: number,
): PairedValue | undefined {
  const mayBe = bytes[nameStart - 1] === 0x22 && isBlank(bytes[nameStart - 2]);
  return mayBe ? readField(bytes, nameStart, nameEnd, variableHead, variableDefault) : undefined;
}

/** Whether a colon or an equals sign is before the name: nearly every name is ruled out by it, and without taking a text out of the bytes. */
function isBehindOperator(bytes: Buffer, nameStart: number): boolean {
  let at = nameStart - 1;
  if (bytes[at] === 0x22 || bytes[at] === 0x27) at--;
  for (const end = at - 8; at > end && isBlank(bytes[at]); ) at--;
  return bytes[at] === 0x3a || bytes[at] === 0x3d;
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
