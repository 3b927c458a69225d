import type { ClassIr, FunctionIr } from '../../ir/ir.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { releasing } from './calls.ts';
import type { CLowering } from './lowering.ts';

export function lowerFunction(low: CLowering, n: number): FunctionIr | undefined {
  const declarator = functionDeclarator(low, low.field(n, 'declarator'));
  if (isNone(declarator)) return undefined;
  const nameNode = low.field(declarator, 'declarator');
  const name = isNone(nameNode) ? '' : low.slice(nameNode).replaceAll('::', '.');
  const { className } = low;
  if (className === undefined) low.declare(name);
  const details = { name, decorators: [], className, isStatic: false, ownsThis: true, exported: true };
  const before = low.released;
  low.released = releasedIn(low, n);
  const fn = low.functionIr(n, nameNode, details, () => ({
    parameters: low.parameters(low.field(declarator, 'parameters')),
    body: low.block(low.field(n, 'body')),
  }));
  low.released = before;
  return fn;
}

/** `char *(*f)(int)` wraps the part with the parameters. */
function functionDeclarator(low: CLowering, n: number): number {
  let at = n;
  for (let depth = 0; isNode(at) && depth < 12; depth++) {
    if (low.kind(at) === 'function_declarator') return at;
    const inner = low.field(at, 'declarator');
    at = isNode(inner) ? inner : low.firstNamed(at);
  }
  return noNode;
}

export function lowerClass(low: CLowering, n: number): ClassIr | undefined {
  const nameNode = low.field(n, 'name');
  const body = low.field(n, 'body');
  if (isNone(nameNode) || isNone(body)) return undefined;
  const name = low.slice(nameNode);
  low.declare(name);
  const definition = low.emptyClass(n, nameNode, name);
  const outer = { fields: low.fields, className: low.className };
  low.fields = fieldsOf(low, body);
  low.className = name;
  for (const statement of low.block(body)) {
    if (statement.k === 'function') definition.methods.push(statement.fn);
    else definition.body.push(statement);
  }
  low.fields = outer.fields;
  low.className = outer.className;
  return definition;
}

function fieldsOf(low: CLowering, body: number): Set<string> {
  const names = new Set<string>();
  for (const child of low.named(body)) {
    if (low.kind(child) !== 'field_declaration') continue;
    for (const declarator of low.fieldAll(child, 'declarator')) {
      const name = low.declaredName(declarator);
      if (isNode(name) && low.kind(declarator) !== 'function_declarator') names.add(low.slice(name));
    }
  }
  return names;
}

/** The variables that a function gives back to the allocator. */
function releasedIn(low: CLowering, n: number): Set<string> {
  const found = new Set<string>();
  const { skip } = low.tree;
  for (let i = n + 1; i < skip[n]!; i++) {
    const kind = low.kind(i);
    if (kind === 'call_expression') {
      if (!releasing.has(low.slice(low.field(i, 'function')))) continue;
      const argument = low.firstNamed(low.field(i, 'arguments'));
      if (isNode(argument)) found.add(low.slice(argument));
    } else if (kind === 'delete_expression') found.add(low.slice(low.firstNamed(i)));
  }
  return found;
}
