import { calledName } from '../../ir/called-name.ts';
import type { ClassIr, Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/**
 * Whether a class reads objects and makes only those of classes that it knows: it overrides the method that looks a class up, and refuses what is not
 * on its list. A list of what is refused does not count, as it forgets some.
 */
export function isRestricting({ bases, methods }: ClassIr): boolean {
  const method = bases.map((base) => lookUps.get(lastWord(base))).find((name) => name !== undefined);
  const own = method === undefined ? undefined : methods.find(({ name }) => name === method);
  return own !== undefined && (refusesOthers(own) || looksNothingUp(own));
}

/** It asks nobody for a class, so that all it gives is written down: `return KNOWN[(module, name)]`. */
function looksNothingUp({ body }: FunctionIr): boolean {
  const open: Part[] = [...body];
  let gives = false;
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'call' && asks.test(calledName(part))) return false;
    gives ||= part.k === 'return' && (part.value?.k === 'index' || part.value?.k === 'name');
    eachPart(part, (inner) => open.push(inner));
  }
  return gives;
}

const asks = /^(?:find_class|resolveClass|loadClass|forName|getattr|__import__|import_module|eval|exec)$/;

function lastWord(base: Expr): string {
  return base.k === 'member' ? base.property : base.k === 'name' ? base.name : '';
}

/** The end is only reached by what no test let through, or a test lets through nothing else. */
function refusesOthers({ body }: FunctionIr): boolean {
  const plain = unfolded(body);
  const last = plain.at(-1);
  if (last?.k === 'throw') return plain.some(({ k }) => k === 'if' || k === 'each');
  return plain.some(
    (statement) =>
      statement.k === 'if' &&
      ((unfolded(statement.yes).at(-1)?.k === 'throw' && isNegated(statement.test)) ||
        (unfolded(statement.otherwise).at(-1)?.k === 'throw' && isListed(statement.test))),
  );
}

function unfolded(body: readonly Stmt[]): readonly Stmt[] {
  return body.flatMap((statement) => (statement.k === 'block' ? unfolded(statement.body) : [statement]));
}

/** It holds for all but a few: `name not in list`, `!list.contains(name)`, `name != one && name != other`. */
function isNegated(test: Expr): boolean {
  if (test.k === 'logic')
    return test.op === 'or'
      ? isNegated(test.left) || isNegated(test.right)
      : isNegated(test.left) && isNegated(test.right);
  if (test.k === 'unary') return isNot(test.op) && isListed(test.value);
  return test.k === 'binary' && (test.op === 'not in' || (test.op === '!=' && !isNothing(test)));
}

function isListed(test: Expr): boolean {
  if (test.k === 'logic')
    return test.op === 'and'
      ? isListed(test.left) || isListed(test.right)
      : isListed(test.left) && isListed(test.right);
  if (test.k === 'unary') return isNot(test.op) && isNegated(test.value);
  return (
    test.k === 'call' || (test.k === 'binary' && (test.op === 'in' || (test.op === '==' && !isNothing(test))))
  );
}

/** A comparison with nothing says which names there are, and not which. */
function isNothing({ left, right }: Expr & { k: 'binary' }): boolean {
  return [left, right].some((side) => side.k === 'const' && (side.value === null || side.value === ''));
}

function isNot(op: string): boolean {
  return op === '!' || op === 'not';
}

/** Readers of objects, by the method that looks up the class of one. */
const lookUps: ReadonlyMap<string, string> = new Map([
  ['ObjectInputStream', 'resolveClass'],
  ['Unpickler', 'find_class'],
]);
