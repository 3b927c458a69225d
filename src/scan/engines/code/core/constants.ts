import { labelMask } from '../rules/labels.ts';
import type { Constant } from './ir.ts';
import { clearLabels, joinTaints } from './taint.ts';
import {
  constantValue,
  deepTaint,
  isDynamic,
  literalValue,
  nullValue,
  unknownValue,
  type Value,
} from './value.ts';

/** What an operator makes of two values. */
export function binaryValue(op: string, left: Value, right: Value, foldConstants: boolean): Value {
  if (foldConstants && left.constant !== undefined && right.constant !== undefined) {
    const folded = foldBinary(op, left.constant, right.constant);
    if (folded !== undefined) {
      const taint = typeof folded === 'string' ? joinTaints(left.taint, right.taint) : undefined;
      return taint ? { ...constantValue(folded), taint } : constantValue(folded);
    }
  }
  if (comparisons.has(op)) return left.dynamic || right.dynamic ? unknownValue : literalValue;
  if (op === 'in' || op === 'not in') return foldMembership(op, left, right, foldConstants);
  if (op === '+' || op === '%' || op === '*' || op === '/' || op === '|' || op === '+=') {
    // A path divided by a name joins them (pathlib); a number times a text repeats it.
    if (op === '/' && !left.name && !right.name) return numberLike(left, right);
    if (op === '%' && textOf(left) !== undefined) return formatted(left, right);
    if (op === '+') return concatenated([left, right]);
    const taint = joinTaints(deepTaint(left), deepTaint(right));
    return {
      ...unknownValue,
      taint,
      dynamic: isDynamic(left) || isDynamic(right),
      name: op === '/' || op === '|' ? left.name : undefined,
    };
  }
  return numberLike(left, right);
}

function numberLike(left: Value, right: Value): Value {
  return left.dynamic || right.dynamic ? unknownValue : literalValue;
}

function foldMembership(op: string, left: Value, right: Value, foldConstants: boolean): Value {
  if (foldConstants && left.constant !== undefined && right.shape && right.shape.rest === undefined) {
    const keys = [...right.shape.fields];
    if (right.shape.kind === 'map') {
      const has = right.shape.fields.has(String(left.constant));
      return constantValue(op === 'in' ? has : !has);
    }
    if (keys.every(([, value]) => value.constant !== undefined)) {
      const has = keys.some(([, value]) => value.constant === left.constant);
      return constantValue(op === 'in' ? has : !has);
    }
  }
  return unknownValue;
}

/** Texts one behind the other: templates, `+`, formatted strings. */
export function concatenated(parts: readonly Value[]): Value {
  let text = '';
  let known = true;
  let constant = true;
  let dynamic = false;
  let taint = parts[0]?.taint;
  let stringLike = false;
  let hasHead = false;
  for (const part of parts) {
    const own = textOf(part);
    if (own !== undefined) {
      text += own;
      stringLike = true;
    } else if (typeof part.constant === 'number') text += String(part.constant);
    else {
      text += '\0';
      known = false;
    }
    if (part.constant === undefined) constant = false;
    if (part.dynamic && part.constant === undefined) dynamic = isDynamic(part) || dynamic;
    taint = joinTaints(taint, hasHead ? clearLabels(deepTaint(part), addressLabels) : deepTaint(part));
    // Behind something that the attacker does not choose, a value cannot choose the host any more.
    if (!hasHead) hasHead = fixesAddress(part);
  }
  if (constant && known) {
    const value = constantValue(text.slice(0, maxText));
    return taint ? { ...value, taint } : value;
  }
  const lists = parts.filter((part) => part.shape?.kind === 'list');
  if (lists.length === parts.length && parts.length === 2)
    return { ...unknownValue, taint, dynamic, shape: joinLists(parts[0]!, parts[1]!) };
  return {
    ...unknownValue,
    taint,
    dynamic,
    text: stringLike ? text.replace(/\0+/g, '\0').slice(0, maxText) : undefined,
  };
}

function fixesAddress(part: Value): boolean {
  const text = textOf(part);
  if (text !== undefined)
    return /^(?:https?:)?\/\/[^/?#\0]+[/?#]|^\/[^/\\\0]|^[^:/?#\\\0]+\/|[?#]/.test(text) && !part.taint;
  return (
    part.dynamic && part.constant === undefined && !part.taint?.some((entry) => entry.mask & addressLabels)
  );
}

function joinLists(a: Value, b: Value): Value['shape'] {
  const [left, right] = [a.shape!, b.shape!];
  if (left.length === undefined || right.length === undefined || left.rest || right.rest) {
    const taint = joinTaints(deepTaint(a), deepTaint(b));
    return { kind: 'list', fields: new Map(), rest: { ...unknownValue, taint }, length: undefined };
  }
  const fields = new Map(left.fields);
  for (const [key, value] of right.fields) fields.set(String(Number(key) + left.length), value);
  return { kind: 'list', fields, rest: undefined, length: left.length + right.length };
}

/** A format string with its values: `%`, `format`, `sprintf`. */
export function formatted(format: Value, ...values: Value[]): Value {
  const text = textOf(format);
  let taint = format.taint;
  let dynamic = isDynamic(format);
  for (const value of values) {
    taint = joinTaints(taint, deepTaint(value));
    dynamic ||= isDynamic(value);
  }
  return { ...unknownValue, taint, dynamic, text: text === undefined ? undefined : filled(text, values) };
}

/** The format with the texts that are known in their places; a NUL stands for each that is not. */
function filled(format: string, values: readonly Value[]): string {
  const [first] = values;
  const items =
    values.length === 1 && first?.shape?.kind === 'list' ? [...first.shape.fields.values()] : values;
  let next = 0;
  const whole = format.replace(
    /%(\d+\$|\([^)]*\))?[-#0 +]*\d*(?:\.\d+)?([a-zA-Z])|\{([^{}]*)\}/g,
    (_, position: string | undefined, kind: string | undefined, key: string | undefined) => {
      if (position?.startsWith('(') || (kind ?? 's') !== 's') {
        next++;
        return '\0';
      }
      const at = Number.parseInt(position ?? key ?? '', 10);
      const index = Number.isNaN(at) ? (key ? -1 : next++) : at - (position ? 1 : 0);
      const item = items[index];
      return (item && textOf(item)) ?? '\0';
    },
  );
  return whole.slice(0, maxText);
}

export function textOf(value: Value): string | undefined {
  return value.text ?? (typeof value.constant === 'string' ? value.constant : undefined);
}

function foldBinary(op: string, left: Constant, right: Constant): Constant | undefined {
  switch (op) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case 'in':
      return typeof left === 'string' && typeof right === 'string' ? right.includes(left) : undefined;
    case 'not in':
      return typeof left === 'string' && typeof right === 'string' ? !right.includes(left) : undefined;
    case '+':
      if (typeof left === 'string' || typeof right === 'string') {
        const text = String(left) + String(right);
        return text.length > maxText ? undefined : text;
      }
      break;
  }
  if (typeof left === 'string' && typeof right === 'string') {
    if (op === '<') return left < right;
    if (op === '>') return left > right;
    if (op === '<=') return left <= right;
    if (op === '>=') return left >= right;
    return undefined;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (op) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '//':
      return Math.floor(left / right);
    case '%':
      return right === 0 ? undefined : left - right * Math.floor(left / right);
    case '**':
      return left ** right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '<=':
      return left <= right;
    case '>=':
      return left >= right;
    default:
      return undefined;
  }
}

export function unaryValue(op: string, value: Value): Value {
  const { constant } = value;
  if (op === '!' || op === 'not') {
    const truth = truthOf(value);
    return truth === undefined ? { ...unknownValue, dynamic: value.dynamic } : constantValue(!truth);
  }
  if (typeof constant === 'number') {
    if (op === '-') return constantValue(-constant);
    if (op === '+') return value;
    if (op === '~') return constantValue(~constant);
  }
  if (op === 'void') return nullValue;
  return { ...unknownValue, dynamic: value.dynamic };
}

/** True, false, or not known. */
export function truthOf(value: Value): boolean | undefined {
  const { constant, shape } = value;
  if (constant !== undefined) return Boolean(constant);
  if (
    shape &&
    shape.rest === undefined &&
    shape.kind === 'list' &&
    shape.length !== undefined &&
    !value.taint
  )
    return shape.length > 0;
  if (value.text !== undefined && value.text.replace(/\0/g, '') !== '') return true;
  return undefined;
}

const comparisons = new Set(['==', '!=', '<', '>', '<=', '>=', 'is', 'is not', 'instanceof']);
const maxText = 2_000;
const addressLabels = labelMask(['url', 'redirect']);
