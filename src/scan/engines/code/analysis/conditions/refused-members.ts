import type { Expr, FunctionIr, Stmt } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/**
 * Whether a function goes through the members of an archive and leaves where it does not like one of them:
 * `for member in tar.getmembers(): if not is_inside(member.name): raise …`. What is extracted behind such a loop has been looked at.
 */
export function refusesMembers(fn: FunctionIr): boolean {
  const listed = new Set<string>();
  const loops: Array<Stmt & { k: 'each' }> = [];
  const open: Part[] = [...fn.body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'assign' && part.target.k === 'name' && listsMembers(part.value))
      listed.add(part.target.name);
    // `for member in tar: …; tar.extractall()`
    const archive = part.k === 'call' ? extractedFrom(part.callee) : undefined;
    if (archive !== undefined) listed.add(archive);
    if (part.k === 'each') loops.push(part);
    eachPart(part, (inner) => open.push(inner));
  }
  return loops.some(({ target, iterable, body }) => {
    const isOfArchive = iterable.k === 'name' ? listed.has(iterable.name) : listsMembers(iterable);
    return isOfArchive && target.k === 'name' && leavesFor(target.name, body);
  });
}

/** Whether a condition that reads the member, or what was made of it, decides to leave. */
function leavesFor(member: string, body: readonly Stmt[]): boolean {
  const about = new Set([member]);
  for (const statement of body) {
    if (statement.k === 'expr' && statement.value.k === 'assign') {
      const { target, value } = statement.value;
      if (target.k === 'name' && reads(value, about)) about.add(target.name);
    }
    if (statement.k !== 'if' || !reads(statement.test, about)) continue;
    const last = statement.yes.at(-1);
    if (last?.k === 'throw' || last?.k === 'return') return true;
  }
  return false;
}

function reads(expr: Expr, names: ReadonlySet<string>): boolean {
  const open: Part[] = [expr];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'name' && names.has(part.name)) return true;
    eachPart(part, (inner) => open.push(inner));
  }
  return false;
}

function listsMembers(expr: Expr): boolean {
  return expr.k === 'call' && expr.callee.k === 'member' && listing.has(expr.callee.property);
}

function extractedFrom(callee: Expr): string | undefined {
  if (callee.k !== 'member' || callee.property !== 'extractall' || callee.object.k !== 'name')
    return undefined;
  return callee.object.name;
}

const listing = new Set(['getmembers', 'getnames', 'namelist', 'infolist']);
