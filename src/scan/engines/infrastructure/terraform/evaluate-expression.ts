import { type ComputedValues, maxComputedCharacters } from '../../../formats/document/computed-value.ts';
import {
  type ConfigNode,
  entryOf,
  isNull,
  type MappingEntry,
  mapping,
  type ScalarValue,
  scalar,
  sequence,
  text,
  unknown,
} from '../../../formats/document/node.ts';
import type { HclExpression, HclStep } from '../../../formats/hcl/hcl-syntax.ts';
import { callFunction } from './terraform-functions.ts';

/** What names mean where an expression is. */
export interface Scope {
  /** The value of a reference's first parts, such as `var.region`; undefined where it cannot be known. */
  lookup(root: string, steps: readonly HclStep[]): { value: ConfigNode; used: number } | undefined;
  /** Counts one evaluation; false when the budget of the project is spent, and everything is unknown from there. */
  spend(): boolean;
  readonly computed: ComputedValues;
}

/** The value of an expression as far as it can be known without providers, state or files. */
export function evaluate(expression: HclExpression, scope: Scope): ConfigNode {
  const { line, endLine } = expression;
  if (!scope.spend()) return unknown('', line, endLine);
  if (expression.kind === 'literal') return scalar(expression.value, line, endLine);
  return scope.computed.bounded(compose(expression, scope));
}

function compose(expression: Exclude<HclExpression, { kind: 'literal' }>, scope: Scope): ConfigNode {
  const { line, endLine } = expression;
  switch (expression.kind) {
    case 'template':
      return evaluateTemplate(expression.parts, line, endLine, scope);
    case 'reference':
      return evaluateReference(expression.root, expression.steps, line, endLine, scope);
    case 'access':
      return walkSteps(evaluate(expression.base, scope), expression.steps, line, endLine, scope);
    case 'call':
      return relocate(
        callFunction(
          expression.name,
          expression.args.map((argument) => evaluate(argument, scope)),
          line,
          endLine,
        ),
        line,
        endLine,
      );
    case 'tuple':
      return sequence(
        expression.items.map((item) => evaluate(item, scope)),
        line,
        endLine,
      );
    case 'object':
      return mapping(
        expression.entries.map((entry) => ({
          key: text(evaluate(entry.key, scope)) ?? '',
          line: entry.line,
          value: evaluate(entry.value, scope),
        })),
        line,
        endLine,
      );
    case 'conditional': {
      const test = evaluate(expression.test, scope);
      if (test.kind === 'scalar' && typeof test.value === 'boolean') {
        return relocate(evaluate(test.value ? expression.yes : expression.no, scope), line, endLine);
      }
      return unknown('condition', line, endLine);
    }
    case 'binary':
      return evaluateBinary(
        expression.operator,
        evaluate(expression.left, scope),
        evaluate(expression.right, scope),
        line,
        endLine,
      );
    case 'unary': {
      const operand = evaluate(expression.operand, scope);
      if (operand.kind !== 'scalar') return unknown('', line, endLine);
      if (expression.operator === '!' && typeof operand.value === 'boolean')
        return scalar(!operand.value, line, endLine);
      if (expression.operator === '-' && typeof operand.value === 'number')
        return scalar(-operand.value, line, endLine);
      return unknown('', line, endLine);
    }
    case 'for':
      return evaluateFor(expression, scope);
  }
}

// A string with an unknown part is unknown, but what is around the gap often decides (`arn:aws:s3:::${name}/*`),
// so the text is kept with the gap written as in the source.
function evaluateTemplate(
  parts: Array<string | HclExpression>,
  line: number,
  endLine: number,
  scope: Scope,
): ConfigNode {
  let result = '';
  let known = true;
  for (const part of parts) {
    if (typeof part === 'string') {
      result += part;
      continue;
    }
    const value = text(evaluate(part, scope));
    if (value === undefined) known = false;
    result += value ?? `\${${referenceText(part)}}`;
    if (result.length > maxComputedCharacters) return unknown('', line, endLine);
  }
  return known ? scalar(result, line, endLine) : unknown(result, line, endLine);
}

function evaluateReference(
  root: string,
  steps: readonly HclStep[],
  line: number,
  endLine: number,
  scope: Scope,
): ConfigNode {
  // Written in the manner of other languages; Terraform refuses it, but the meaning is plain.
  if (steps.length === 0 && (root === 'True' || root === 'False'))
    return scalar(root === 'True', line, endLine);
  const found = scope.lookup(root, steps);
  if (!found)
    return unknown(
      referenceText({ kind: 'reference', root, steps: [...steps], line, endLine }),
      line,
      endLine,
    );
  return relocate(walkSteps(found.value, steps.slice(found.used), line, endLine, scope), line, endLine);
}

function walkSteps(
  start: ConfigNode,
  steps: readonly HclStep[],
  line: number,
  endLine: number,
  scope: Scope,
): ConfigNode {
  let current: ConfigNode | undefined = start;
  for (const step of steps) {
    if (current === undefined || current.kind === 'unknown') break;
    if ('attribute' in step) current = entryOf(current, step.attribute)?.value;
    else if ('index' in step) {
      const key: ConfigNode = evaluate(step.index, scope);
      if (key.kind !== 'scalar') return unknown('', line, endLine);
      if (current.kind === 'sequence') current = current.items[Number(key.value)];
      else current = entryOf(current, String(key.value))?.value;
    } else return unknown('', line, endLine);
  }
  return current && current.kind !== 'unknown'
    ? current
    : unknown(current?.kind === 'unknown' ? current.text : '', line, endLine);
}

/** A value that came from elsewhere (a variable's default) is reported where it is used. */
function relocate(node: ConfigNode, line: number, endLine: number): ConfigNode {
  return node.line === line && node.endLine === endLine ? node : { ...node, line, endLine };
}

function evaluateBinary(
  operator: string,
  left: ConfigNode,
  right: ConfigNode,
  line: number,
  endLine: number,
): ConfigNode {
  if (left.kind === 'scalar' && right.kind === 'scalar') {
    const result = compute(operator, left.value, right.value);
    if (result !== undefined) return scalar(result, line, endLine);
  }
  if ((operator === '==' || operator === '!=') && left.kind !== 'unknown' && right.kind !== 'unknown') {
    if (isNull(left) !== isNull(right)) return scalar(operator === '!=', line, endLine);
  }
  for (const side of [left, right]) {
    if (operator === '&&' && side.kind === 'scalar' && side.value === false)
      return scalar(false, line, endLine);
    if (operator === '||' && side.kind === 'scalar' && side.value === true)
      return scalar(true, line, endLine);
  }
  return unknown('', line, endLine);
}

function compute(operator: string, left: ScalarValue, right: ScalarValue): ScalarValue | undefined {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '&&':
      return typeof left === 'boolean' && typeof right === 'boolean' ? left && right : undefined;
    case '||':
      return typeof left === 'boolean' && typeof right === 'boolean' ? left || right : undefined;
  }
  if (typeof left !== 'number' || typeof right !== 'number') return undefined;
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : left / right;
    case '%':
      return right === 0 ? undefined : left % right;
    case '>':
      return left > right;
    case '<':
      return left < right;
    case '>=':
      return left >= right;
    case '<=':
      return left <= right;
    default:
      return undefined;
  }
}

function evaluateFor(loop: Extract<HclExpression, { kind: 'for' }>, scope: Scope): ConfigNode {
  const { line, endLine } = loop;
  const over = evaluate(loop.over, scope);
  const pairs = pairsOf(over);
  if (!pairs) return unknown('for', line, endLine);
  const results: ConfigNode[] = [];
  const members: MappingEntry[] = [];
  for (const [key, value] of pairs) {
    if (!scope.spend()) return unknown('for', line, endLine);
    const [first, second] = loop.variables;
    const bindings = new Map<string, ConfigNode>();
    if (second !== undefined) {
      bindings.set(first!, key);
      bindings.set(second, value);
    } else bindings.set(first!, value);
    const inner = withBindings(scope, bindings);
    if (loop.test) {
      const test = evaluate(loop.test, inner);
      if (test.kind === 'unknown') return unknown('for', line, endLine);
      if (test.kind === 'scalar' && test.value === false) continue;
    }
    const result = evaluate(loop.value, inner);
    if (loop.key) members.push({ key: text(evaluate(loop.key, inner)) ?? '', line, value: result });
    else results.push(result);
  }
  return loop.key ? mapping(members, line, endLine) : sequence(results, line, endLine);
}

/** Key and value of each element of a list or an object; undefined where the collection is not known. */
export function pairsOf(collection: ConfigNode): Array<[ConfigNode, ConfigNode]> | undefined {
  if (collection.kind === 'sequence')
    return collection.items.map((item, index) => [scalar(index, item.line), item]);
  if (collection.kind === 'mapping')
    return collection.entries.map((entry) => [scalar(entry.key, entry.line), entry.value]);
  return undefined;
}

/** A scope in which some names mean something more. */
export function withBindings(scope: Scope, bindings: ReadonlyMap<string, ConfigNode>): Scope {
  return {
    lookup(root, steps) {
      const bound = bindings.get(root);
      return bound ? { value: bound, used: 0 } : scope.lookup(root, steps);
    },
    spend: () => scope.spend(),
    computed: scope.computed,
  };
}

function referenceText(expression: HclExpression): string {
  if (expression.kind !== 'reference') return expression.kind;
  let result = expression.root;
  for (const step of expression.steps) {
    if ('attribute' in step) result += `.${step.attribute}`;
    else result += '[]';
  }
  return result;
}
