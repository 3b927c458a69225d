import type { Expr, Stmt, Target } from '../../ir/ir.ts';
import type { PythonLowering } from './lower.ts';

export function lowerIf(python: PythonLowering, n: number, into: Stmt[]): void {
  const branches = python.fieldAll(n, 'alternative');
  let otherwise: Stmt[] = [];
  for (let i = branches.length - 1; i >= 0; i--) {
    const branch = branches[i]!;
    if (python.kind(branch) === 'elif_clause')
      otherwise = [
        {
          k: 'if',
          test: python.expression(python.field(branch, 'condition')),
          yes: python.block(python.field(branch, 'consequence')),
          otherwise,
          ...python.span(branch),
        },
      ];
    else otherwise = elseBody(python, branch);
  }
  into.push({
    k: 'if',
    test: python.expression(python.field(n, 'condition')),
    yes: python.block(python.field(n, 'consequence')),
    otherwise,
    ...python.span(n),
  });
}

export function elseBody(python: PythonLowering, n: number): Stmt[] {
  return n < 0 ? [] : python.block(python.field(n, 'body'));
}

export function lowerTry(python: PythonLowering, n: number, into: Stmt[]): void {
  const handlers: Array<{ name: Target | undefined; types: Expr | undefined; body: Stmt[] }> = [];
  let otherwise: Stmt[] = [];
  let last: Stmt[] = [];
  for (const child of python.named(n)) {
    const kind = python.kind(child);
    if (kind === 'except_clause' || kind === 'except_group_clause') {
      const block = python.childOfKind(child, 'block');
      let name: Target | undefined;
      let types: Expr | undefined;
      for (const part of python.named(child)) {
        if (part === block) continue;
        if (python.kind(part) === 'as_pattern') {
          name = python.target(python.field(part, 'alias'));
          python.declareTarget(name);
          types = python.expression(python.firstNamed(part));
        } else if (types) {
          name = python.target(part);
          python.declareTarget(name);
        } else types = python.expression(part);
      }
      handlers.push({ name, types, body: python.block(block) });
    } else if (kind === 'else_clause') otherwise = elseBody(python, child);
    else if (kind === 'finally_clause') last = python.block(python.childOfKind(child, 'block'));
  }
  into.push({
    k: 'try',
    body: python.block(python.field(n, 'body')),
    handlers,
    otherwise,
    last,
    ...python.span(n),
  });
}

export function lowerWith(python: PythonLowering, n: number, into: Stmt[]): void {
  const clause = python.childOfKind(n, 'with_clause');
  if (clause >= 0) withItems(python, clause, into);
  into.push({ k: 'block', body: python.block(python.field(n, 'body')), ...python.span(n) });
}

function withItems(python: PythonLowering, n: number, into: Stmt[]): void {
  for (const item of python.named(n)) {
    if (python.kind(item) !== 'with_item') {
      withItems(python, item, into);
      continue;
    }
    const value = python.field(item, 'value');
    if (value >= 0 && python.kind(value) === 'as_pattern') {
      const target = python.target(python.field(value, 'alias'));
      python.declareTarget(target);
      const assigned: Expr = {
        k: 'assign',
        target,
        value: python.expression(python.firstNamed(value)),
        ...python.span(value),
      };
      into.push({ k: 'expr', value: assigned, ...python.span(value) });
    } else if (value >= 0) into.push({ k: 'expr', value: python.expression(value), ...python.span(value) });
  }
}

/** `del list[0]` moves what is behind it; which items are where is not known any more. */
export function lowerDelete(python: PythonLowering, n: number, into: Stmt[]): void {
  const named = python.named(n);
  const targets =
    named.length === 1 && python.kind(named[0]!) === 'expression_list' ? python.named(named[0]!) : named;
  for (const target of targets) {
    if (python.kind(target) !== 'subscript') continue;
    const span = python.span(target);
    const object = python.expression(python.field(target, 'value'));
    const callee: Expr = { k: 'member', object, property: 'delete', ...span };
    into.push({ k: 'expr', value: { k: 'call', callee, args: [], isNew: false, ...span }, ...span });
  }
}
