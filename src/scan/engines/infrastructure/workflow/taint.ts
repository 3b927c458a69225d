import { type ConfigNode, text } from '../../../formats/document/node.ts';
import { type Expression, embeddedExpressions } from './expression.ts';
import { holdsUntrustedText, isUntrustedContext } from './untrusted-contexts.ts';

/** Text of a stranger, and how it came here. */
export interface Taint {
  /** The context it starts from, such as `github.event.issue.title`. */
  source: string;
  /** `event`: anyone; `input`: whoever may start the workflow or call the action. */
  kind: 'event' | 'input';
  path: Array<{ file: string; line: number; message: string }>;
  /** A condition lets only people of the repository write it. */
  byTrusted?: boolean;
}

/** What contexts mean at one place of a workflow. */
export interface TaintScope {
  /** Whether the triggers of the workflow leave a context a few values that are written there. */
  isFixed(path: readonly string[]): boolean;
  lookup(path: readonly string[]): Taint | undefined;
}

/** Calls that give a truth value, a number or a hash, whatever goes in. */
const cleanCalls = new Set([
  'contains',
  'startswith',
  'endswith',
  'hashfiles',
  'success',
  'failure',
  'always',
  'cancelled',
]);
const cleanOperators = new Set(['==', '!=', '<', '<=', '>', '>=', '!']);

export function expressionTaint(expression: Expression | undefined, scope: TaintScope): Taint | undefined {
  switch (expression?.kind) {
    case 'context': {
      if (isUntrustedContext(expression.path) && !scope.isFixed(expression.path))
        return eventTaint(expression.path);
      return scope.lookup(expression.path);
    }
    case 'call':
      if (cleanCalls.has(expression.name)) return undefined;
      for (const argument of expression.args) {
        const taint = expressionTaint(argument, scope) ?? wholeObject(argument, expression.name);
        if (taint) return taint;
      }
      return undefined;
    case 'operator':
      if (cleanOperators.has(expression.operator)) return undefined;
      // `a && b || c` chooses b or c; the condition itself is written out only where it is the last word.
      if (expression.operator === '&&') return expressionTaint(expression.operands[1], scope);
      for (const operand of expression.operands) {
        const taint = expressionTaint(operand, scope);
        if (taint) return taint;
      }
      return undefined;
    default:
      return undefined;
  }
}

// `toJSON(github.event)` writes every field out.
function wholeObject(argument: Expression, call: string): Taint | undefined {
  if (argument.kind !== 'context' || !/^(tojson|join|format)$/.test(call)) return undefined;
  return holdsUntrustedText(argument.path) ? eventTaint(argument.path) : undefined;
}

function eventTaint(path: readonly string[]): Taint {
  return { source: path.join('.'), kind: 'event', path: [] };
}

/** The taint of a value that may hold several expressions. */
export function textTaint(value: string, scope: TaintScope): Taint | undefined {
  if (!value.includes('${{')) return undefined;
  for (const { expression } of embeddedExpressions(value)) {
    const taint = expressionTaint(expression, scope);
    if (taint) return taint;
  }
  return undefined;
}

export function nodeTaint(node: ConfigNode | undefined, scope: TaintScope): Taint | undefined {
  if (!node) return undefined;
  if (node.kind === 'sequence') {
    for (const item of node.items) {
      const taint = nodeTaint(item, scope);
      if (taint) return taint;
    }
    return undefined;
  }
  return textTaint(text(node) ?? '', scope);
}
