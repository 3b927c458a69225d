import type { HclCursor } from './hcl-cursor.ts';
import type { HclExpression, HclStep } from './hcl-syntax.ts';
import { readHeredoc, readQuotedTemplate } from './parse-hcl-template.ts';

/** Reads an expression and the blanks behind it. Inside brackets line breaks are blanks (`overLines`); in a body they end the expression. */
export function parseExpression(cursor: HclCursor, overLines: boolean): HclExpression {
  cursor.enter();
  const test = readBinary(cursor, overLines, 0);
  let result = test;
  if (cursor.peek() === 63) {
    cursor.pos++;
    cursor.skip(true);
    const yes = parseExpression(cursor, overLines);
    cursor.skip(true);
    if (cursor.peek() !== 58) cursor.fail('A condition needs its other branch.');
    cursor.pos++;
    cursor.skip(true);
    const no = parseExpression(cursor, overLines);
    result = { kind: 'conditional', test, yes, no, line: test.line, endLine: no.endLine };
  }
  cursor.leave();
  return result;
}

const precedence: ReadonlyArray<readonly string[]> = [
  ['||'],
  ['&&'],
  ['==', '!='],
  ['>=', '<=', '>', '<'],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Most values are followed by a line break or a bracket: nine operators are not tried there. */
const afterValues = new Set(Array.from('\n,)]}', (character) => character.charCodeAt(0)));

function readBinary(cursor: HclCursor, overLines: boolean, level: number): HclExpression {
  const operators = precedence[level];
  if (!operators) return readUnary(cursor, overLines);
  let left = readBinary(cursor, overLines, level + 1);
  for (;;) {
    cursor.skip(overLines);
    if (afterValues.has(cursor.peek())) return left;
    const operator = operators.find((candidate) => cursor.text.startsWith(candidate, cursor.pos));
    if (!operator) return left;
    cursor.pos += operator.length;
    cursor.countOperator();
    cursor.skip(true);
    const right = readBinary(cursor, overLines, level + 1);
    left = { kind: 'binary', operator, left, right, line: left.line, endLine: right.endLine };
  }
}

function readUnary(cursor: HclCursor, overLines: boolean): HclExpression {
  const code = cursor.peek();
  if (code === 33 || code === 45) {
    const line = cursor.line;
    cursor.enter();
    cursor.pos++;
    cursor.skip(overLines);
    const operand = readUnary(cursor, overLines);
    cursor.leave();
    if (code === 45 && operand.kind === 'literal' && typeof operand.value === 'number')
      return { ...operand, value: -operand.value };
    return { kind: 'unary', operator: code === 33 ? '!' : '-', operand, line, endLine: operand.endLine };
  }
  return readSteps(cursor, readPrimary(cursor));
}

function readPrimary(cursor: HclCursor): HclExpression {
  const line = cursor.line;
  const code = cursor.peek();
  if (code === 34) return readQuotedTemplate(cursor);
  if (code === 60 && cursor.text.charCodeAt(cursor.pos + 1) === 60) return readHeredoc(cursor);
  if (code === 91) return readTuple(cursor);
  if (code === 123) return readObject(cursor);
  if (code === 40) {
    cursor.pos++;
    cursor.skip(true);
    const inner = parseExpression(cursor, true);
    if (cursor.peek() !== 41) cursor.fail('A bracket is not closed.');
    cursor.pos++;
    return inner;
  }
  if (code >= 48 && code <= 57) return readNumber(cursor);
  const name = cursor.identifier();
  if (name === undefined) cursor.fail('A value was expected here.');
  if (name === 'true' || name === 'false')
    return { kind: 'literal', value: name === 'true', line, endLine: line };
  if (name === 'null') return { kind: 'literal', value: null, line, endLine: line };
  if (cursor.peek() === 40) return readCall(cursor, name);
  if (cursor.peek() === 58 && cursor.take('::')) {
    cursor.countOperator();
    return readPrimary(cursor);
  }
  return { kind: 'reference', root: name, steps: [], line, endLine: line };
}

function readNumber(cursor: HclCursor): HclExpression {
  const digits = matchHere(cursor, /\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/y)!;
  return { kind: 'literal', value: Number(digits), line: cursor.line, endLine: cursor.line };
}

/** What the pattern matches here, consumed. */
function matchHere(cursor: HclCursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.pos;
  const found = pattern.exec(cursor.text)?.[0];
  cursor.pos += found?.length ?? 0;
  return found;
}

function readCall(cursor: HclCursor, name: string): HclExpression {
  const line = cursor.line;
  const args = readList(cursor, 41);
  return { kind: 'call', name, args, line, endLine: cursor.line };
}

function readList(cursor: HclCursor, close: number): HclExpression[] {
  const members: HclExpression[] = [];
  cursor.enter();
  cursor.pos++;
  for (;;) {
    cursor.skip(true);
    if (cursor.peek() === close) break;
    if (cursor.isAtEnd) cursor.fail('A list is not closed.');
    members.push(parseExpression(cursor, true));
    if (cursor.take('...')) cursor.skip(true);
    if (cursor.peek() === 44) cursor.pos++;
    else if (cursor.peek() !== close) cursor.fail('A comma or a closing bracket is missing.');
  }
  cursor.pos++;
  cursor.leave();
  return members;
}

function readTuple(cursor: HclCursor): HclExpression {
  const line = cursor.line;
  const loop = readFor(cursor, 93);
  if (loop) return loop;
  const items = readList(cursor, 93);
  return { kind: 'tuple', items, line, endLine: cursor.line };
}

function readObject(cursor: HclCursor): HclExpression {
  const line = cursor.line;
  const loop = readFor(cursor, 125);
  if (loop) return loop;
  const members: Array<{ key: HclExpression; value: HclExpression; line: number }> = [];
  cursor.enter();
  cursor.pos++;
  for (;;) {
    cursor.skip(true);
    if (cursor.peek() === 125) break;
    if (cursor.peek() === 44) {
      cursor.pos++;
      continue;
    }
    if (cursor.isAtEnd) cursor.fail('An object is not closed.');
    const keyLine = cursor.line;
    const key = readObjectKey(cursor);
    if (cursor.peek() !== 61 && cursor.peek() !== 58) cursor.fail('A key of an object needs a value.');
    cursor.pos++;
    cursor.skip(true);
    members.push({ key, value: parseExpression(cursor, false), line: keyLine });
  }
  cursor.pos++;
  cursor.leave();
  return { kind: 'object', entries: members, line, endLine: cursor.line };
}

function readObjectKey(cursor: HclCursor): HclExpression {
  const { line, pos } = cursor;
  const name = cursor.identifier();
  if (name !== undefined) {
    cursor.skip(false);
    if (cursor.peek() === 61 || cursor.peek() === 58)
      return { kind: 'literal', value: name, line, endLine: line };
    cursor.pos = pos;
  }
  return parseExpression(cursor, false);
}

// `[for k, v in map : v.id if v.on]` and `{for k, v in map : k => v...}`.
function readFor(cursor: HclCursor, close: number): HclExpression | undefined {
  const { line, pos } = cursor;
  cursor.pos++;
  cursor.skip(true);
  const isFor = cursor.identifier() === 'for' && (cursor.peek() === 32 || cursor.peek() === 9);
  if (!isFor) {
    cursor.pos = pos;
    cursor.line = line;
    return undefined;
  }
  const variables: string[] = [];
  for (;;) {
    cursor.skip(true);
    const name = cursor.identifier();
    if (name === undefined) cursor.fail('A loop needs the name of its variable.');
    variables.push(name);
    cursor.skip(true);
    if (cursor.peek() !== 44) break;
    cursor.pos++;
  }
  if (cursor.identifier() !== 'in') cursor.fail('A loop needs what it goes over.');
  cursor.skip(true);
  const over = parseExpression(cursor, true);
  if (cursor.peek() !== 58) cursor.fail('A loop needs its result.');
  cursor.pos++;
  cursor.skip(true);
  let value = parseExpression(cursor, true);
  let key: HclExpression | undefined;
  if (cursor.take('=>')) {
    key = value;
    cursor.skip(true);
    value = parseExpression(cursor, true);
    if (cursor.take('...')) cursor.skip(true);
  }
  let test: HclExpression | undefined;
  if (cursor.peek() !== close) {
    if (cursor.identifier() !== 'if') cursor.fail('A loop is not closed.');
    cursor.skip(true);
    test = parseExpression(cursor, true);
  }
  if (cursor.peek() !== close) cursor.fail('A loop is not closed.');
  cursor.pos++;
  return {
    kind: 'for',
    variables,
    over,
    value,
    ...(key && { key }),
    ...(test && { test }),
    line,
    endLine: cursor.line,
  };
}

function readSteps(cursor: HclCursor, base: HclExpression): HclExpression {
  const steps: HclStep[] = [];
  for (;;) {
    const code = cursor.peek();
    if (code === 46) {
      const next = cursor.text.charCodeAt(cursor.pos + 1);
      // `...` ends an argument list.
      if (next === 46) break;
      cursor.pos++;
      if (cursor.take('*')) steps.push({ splat: true });
      else {
        const digits = matchHere(cursor, /\d+/y);
        if (digits) {
          steps.push({
            index: { kind: 'literal', value: Number(digits), line: cursor.line, endLine: cursor.line },
          });
        } else {
          const attribute = cursor.identifier();
          if (attribute === undefined) cursor.fail('The name of an attribute was expected after the dot.');
          steps.push({ attribute });
        }
      }
    } else if (code === 91) {
      cursor.enter();
      cursor.pos++;
      cursor.skip(true);
      if (cursor.take('*')) steps.push({ splat: true });
      else steps.push({ index: parseExpression(cursor, true) });
      cursor.skip(true);
      if (cursor.peek() !== 93) cursor.fail('An index is not closed.');
      cursor.pos++;
      cursor.leave();
    } else break;
  }
  if (steps.length === 0) return base;
  if (base.kind === 'reference') return { ...base, steps: [...base.steps, ...steps], endLine: cursor.line };
  return { kind: 'access', base, steps, line: base.line, endLine: cursor.line };
}
