import type { Constant, Expr } from '../ir/ir.ts';
import { allLabels, labelMask } from '../knowledge/labels.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import { isWritten, isWrittenRecord } from '../knowledge/words/written-words.ts';
import { clearLabels, joinTaints } from './taint.ts';
import {
  constantValue,
  deepTaint,
  isDynamic,
  leadsDown,
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
    if (op === '/' && !left.name && !right.name) return numberValue;
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
  return numberValue;
}

/** What arithmetic gives: a number has nothing in it that a statement or a page could take for its own, whatever it is made of. */
const numberValue = literalValue;

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
export function concatenated(parts: readonly Value[], isText = false): Value {
  let text = '';
  let known = true;
  let constant = true;
  let dynamic = false;
  let taint = parts[0]?.taint;
  let stringLike = false;
  let hasHead = false;
  let isCaptured = false;
  for (const part of parts) {
    isCaptured ||= part.isCaptured && (part.text !== undefined || !isOtherField(part));
    const own = textOf(part);
    // What is behind the length that is kept changes nothing any more.
    if (text.length > maxText) {
      constant = false;
      known &&= own !== undefined;
    } else if (own !== undefined) {
      text += own;
      stringLike = true;
    } else if (typeof part.constant === 'number') text += String(part.constant);
    else {
      text += '\0';
      known = false;
    }
    if (part.constant === undefined) constant = false;
    if (part.dynamic && part.constant === undefined) dynamic = isDynamic(part) || dynamic;
    const given =
      leadsDown(part) && part !== parts[0] ? clearLabels(deepTaint(part), pathLabels) : deepTaint(part);
    taint = joinTaints(taint, hasHead ? clearLabels(given, addressLabels) : given);
    // Behind something that the attacker does not choose, a value cannot choose the host any more.
    if (!hasHead) hasHead = fixesAddress(part);
  }
  if (constant && known && text.length <= maxText) {
    const value = constantValue(text);
    return taint ? { ...value, taint } : value;
  }
  const lists = parts.length === 2 ? asLists(parts[0]!, parts[1]!) : undefined;
  if (lists) return { ...unknownValue, taint, dynamic, shape: joinLists(...lists) };
  // Made a text by nothing but an empty one: of what it was, only the text is left.
  const isConversion = (stringLike || isText) && /^\0+$/.test(text);
  return {
    ...unknownValue,
    taint: isConversion ? clearLabels(taint, objectLabels) : taint,
    dynamic,
    text: stringLike ? kept(text, known) : undefined,
    isCaptured: isCaptured || (dynamic && text.includes('<') && parts.some(isWrittenField)),
  };
}

/** A field of an object of which nothing says that people write it: `info.width`. */
function isOtherField({ name }: Value): boolean {
  return name !== undefined && name.depth > 1 && !isWritten(name.segment);
}

/** A field of an object that is named after a text that people write: `task.title`. */
function isWrittenField({ name, text, constant }: Value): boolean {
  if (name === undefined || name.depth < 2 || text !== undefined || constant !== undefined) return false;
  if (name.segment !== callSegment) return isWritten(name.segment);
  // Where fields are read by calls (`user.name` of Ruby, `user.getName()`) other functions may be called alike.
  const read = name.parent;
  return read !== undefined && read.depth > 1 && isWrittenRecord(read.segment);
}

/** Two lists; what is put behind a list that is written out is one, too: `['git'] + args`. */
function asLists(first: Value, second: Value): [Value, Value] | undefined {
  if (first.shape?.kind !== 'list') return undefined;
  if (second.shape) return second.shape.kind === 'list' ? [first, second] : undefined;
  if (first.shape.fields.size === 0 || textOf(second) !== undefined || second.constant !== undefined)
    return undefined;
  return [first, { ...second, shape: { kind: 'list', fields: new Map(), rest: second, length: undefined } }];
}

/** The beginning of a text; that it has holes further behind stays visible. */
function kept(text: string, known: boolean): string {
  const beginning = text.replace(/\0+/g, '\0').slice(0, maxText);
  return known || beginning.includes('\0') ? beginning : `${beginning}\0`;
}

function fixesAddress(part: Value): boolean {
  const text = textOf(part)?.replace(/^location:\s{0,8}/i, '');
  if (text !== undefined && !behindBase.test(text))
    return /^(?:https?:)?\/\/[^/?#\0]+[/?#]|^\/[^/\\\0]|^[^:/?#\\\0]+\/|[?#]/.test(text) && !part.taint;
  return (
    part.dynamic &&
    part.constant === undefined &&
    !part.taint?.some(({ mask, origin }) => mask & addressLabels && !(origin.k === 'call' && origin.isKept))
  );
}

/** `base + '/users/'`: like the base alone. Behind a slash alone a second one would begin a host, and behind `://`, a colon or a part of a name one goes on. */
const behindBase = /^\0+(?:\/[^/\\\0]|[^/:?#\\\0][^/:?#\\]*[/?#]|:\/\/[^/?#]+[/?#]|:[^/?#]+[/?#]|[?#])/;

function joinLists(a: Value, b: Value): Value['shape'] {
  const [left, right] = [a.shape!, b.shape!];
  const isOpen = left.length === undefined || right.length === undefined || left.rest || right.rest;
  if (isOpen || left.length! + right.length! > maxItems) {
    // What is in a list that is written out stays in its place, whatever is put behind it.
    const isHead = left.length !== undefined && !left.rest && left.length <= maxItems;
    const taint = isHead ? deepTaint(b) : joinTaints(deepTaint(a), deepTaint(b));
    return {
      kind: 'list',
      fields: isHead ? left.fields : new Map(),
      rest: { ...unknownValue, taint, dynamic: isDynamic(b) || (!isHead && isDynamic(a)) },
      length: undefined,
    };
  }
  const offset = left.length!;
  const fields = new Map(left.fields);
  for (const [key, value] of right.fields) fields.set(String(Number(key) + offset), value);
  return { kind: 'list', fields, rest: undefined, length: offset + right.length! };
}

/** A format string with its values: `%`, `format`, `sprintf`. What is in it is a text as if it were put together by hand. */
export function formatted(format: Value, ...values: Value[]): Value {
  const text = textOf(format);
  const [first] = values;
  const items =
    values.length === 1 && first?.shape?.kind === 'list' ? [...first.shape.fields.values()] : values;
  const whole: Value = {
    ...unknownValue,
    dynamic: isDynamic(format) || values.some((value) => isDynamic(value)),
    taint: values.reduce((taint, value) => joinTaints(taint, deepTaint(value)), format.taint),
  };
  if (text === undefined) return whole;
  if (format.taint) return { ...whole, text: text.slice(0, maxText) };
  return concatenated(partsOfFormat(text, items, { ...whole, text: undefined }));
}

/** What a format string with its values is put together from. */
export function piecesOf(format: Value, values: readonly Value[]): readonly Value[] {
  const text = textOf(format);
  const [first] = values;
  const items =
    values.length === 1 && first?.shape?.kind === 'list' ? [...first.shape.fields.values()] : values;
  return text === undefined || format.taint ? [] : partsOfFormat(text, items, unknownValue);
}

/** The pieces of a format and the values between them; `all` stands for those of which it is not clear which they are. */
function partsOfFormat(format: string, items: readonly Value[], all: Value): Value[] {
  const parts: Value[] = [];
  let next = 0;
  let end = 0;
  for (const found of format.matchAll(placeholder)) {
    const [whole, position, flags, kind, key] = found;
    if (found.index > end) parts.push(constantValue(format.slice(end, found.index)));
    end = found.index + whole.length;
    if (kind === 'n' && !position) {
      parts.push(constantValue('\n'));
      continue;
    }
    const at = Number.parseInt(position ?? key ?? '', 10);
    const isNamed = position?.startsWith('(') || (Number.isNaN(at) && key);
    const index = isNamed ? -1 : Number.isNaN(at) ? next++ : at - (position ? 1 : 0);
    const item = items[index];
    const digits = kind !== undefined && numberKinds.has(kind);
    if (!item) parts.push(all);
    else if (digits && !flags && typeof item.constant === 'number') parts.push(item);
    // Digits can be guessed or too many, but say nothing else; what is padded or quoted is no longer the same text.
    else if (digits)
      parts.push({
        ...unknownValue,
        taint: clearLabels(deepTaint(item), textLabels),
        dynamic: isDynamic(item),
      });
    else if (flags || (kind && kind !== 's' && kind !== 'v') || item.shape)
      parts.push({ ...unknownValue, taint: deepTaint(item), dynamic: isDynamic(item) });
    else parts.push(item);
  }
  if (end < format.length) parts.push(constantValue(format.slice(end)));
  return parts.length ? parts : [constantValue('')];
}

const placeholder = /%(\d+\$|\([^)]*\))?([-#0 +]*\d*(?:\.\d+)?)([a-zA-Z])|\{([^{}]*)\}/g;
const numberKinds = new Set([...'diouxXeEfFgGb']);
/** What only a value that is no text can do harm to. */
const objectLabels = labelMask(['nosql', 'assign']);
/** What only a text can do harm to: a number cannot. */
export const textLabels = allLabels & ~labelMask(['number', 'secret', 'memory', 'dos']);

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

/** The same of a condition: of a conjunction only the last part is known where the others are not. */
export function truthOfTest(test: Expr, value: Value): boolean | undefined {
  return test.k === 'logic' && test.op === 'and' && value.constant === undefined ? undefined : truthOf(value);
}

const comparisons = new Set(['==', '!=', '<', '>', '<=', '>=', 'is', 'is not', 'instanceof']);
/** Longer texts and lists are not computed: a program can double one in every line. */
export const maxText = 2_000;
const maxItems = 64;
const addressLabels = labelMask(['url', 'redirect']);
const pathLabels = labelMask(['path']);
