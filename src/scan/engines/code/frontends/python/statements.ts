import type { Expr, Stmt, Target } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { lowerClass, lowerDecorated, lowerFunction } from './definitions.ts';
import type { PythonLowering } from './lowering.ts';
import { lowerMatch } from './match-statement.ts';
import { lowerImport, lowerImportFrom } from './modules.ts';
import { lowerTarget } from './targets.ts';

/** What lowers which kind of statement. */
export function statementHandlers(python: PythonLowering): Record<string, (n: number, into: Stmt[]) => void> {
  return {
    expression_statement: (n, into) => {
      for (const child of python.named(n))
        into.push({ k: 'expr', value: python.expression(child), ...python.span(child) });
    },
    if_statement: (n, into) => lowerIf(python, n, into),
    for_statement: (n, into) => {
      const target = lowerTarget(python, python.field(n, 'left'));
      python.declareTarget(target);
      into.push({
        k: 'each',
        target,
        iterable: python.expression(python.field(n, 'right')),
        keys: false,
        body: python.block(python.field(n, 'body')),
        otherwise: elseBody(python, python.field(n, 'alternative')),
        ...python.span(n),
      });
    },
    while_statement: (n, into) => {
      into.push({
        k: 'loop',
        test: python.expression(python.field(n, 'condition')),
        update: undefined,
        body: python.block(python.field(n, 'body')),
        runsFirst: false,
        ...python.span(n),
      });
      // It runs unless the loop was left by `break`.
      const last = python.field(n, 'alternative');
      const test: Expr = { k: 'unknown', parts: [], ...python.span(last) };
      if (isNode(last))
        into.push({ k: 'if', test, yes: elseBody(python, last), otherwise: [], ...python.span(last) });
    },
    try_statement: (n, into) => lowerTry(python, n, into),
    with_statement: (n, into) => lowerWith(python, n, into),
    function_definition: (n, into) =>
      into.push({ k: 'function', fn: lowerFunction(python, n, []), ...python.span(n) }),
    class_definition: (n, into) =>
      into.push({ k: 'class', definition: lowerClass(python, n, []), ...python.span(n) }),
    decorated_definition: (n, into) => lowerDecorated(python, n, into),
    return_statement: (n, into) => {
      const value = python.firstNamed(n);
      into.push({
        k: 'return',
        value: isNone(value) ? undefined : python.expression(value),
        ...python.span(n),
      });
    },
    raise_statement: (n, into) => {
      const value = python.firstNamed(n);
      into.push({
        k: 'throw',
        value: isNone(value) ? undefined : python.expression(value),
        ...python.span(n),
      });
    },
    break_statement: (n, into) => into.push({ k: 'break', ...python.span(n) }),
    continue_statement: (n, into) => into.push({ k: 'continue', ...python.span(n) }),
    block: (n, into) => into.push({ k: 'block', body: python.block(n), ...python.span(n) }),
    import_statement: (n, into) => lowerImport(python, n, into),
    import_from_statement: (n, into) => lowerImportFrom(python, n, into),
    global_statement: (n) => undeclareAll(python, n),
    nonlocal_statement: (n) => undeclareAll(python, n),
    // Python leaves assertions out when it is told to optimise: none of them guards anything.
    assert_statement: (n, into) => {
      const [test] = python.named(n);
      if (test !== undefined) into.push({ k: 'expr', value: python.expression(test), ...python.span(n) });
    },
    match_statement: (n, into) => lowerMatch(python, n, into),
    delete_statement: (n, into) => lowerDelete(python, n, into),
    exec_statement: (n, into) => {
      const code = python.field(n, 'code');
      const callee: Expr = { k: 'name', name: 'exec', ...python.span(n) };
      const value: Expr = {
        k: 'call',
        callee,
        args: [{ value: python.expression(code) }],
        isNew: false,
        ...python.span(n),
      };
      into.push({ k: 'expr', value, ...python.span(n) });
    },
  };
}

function lowerIf(python: PythonLowering, n: number, into: Stmt[]): void {
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

function elseBody(python: PythonLowering, n: number): Stmt[] {
  return isNone(n) ? [] : python.block(python.field(n, 'body'));
}

function lowerTry(python: PythonLowering, n: number, into: Stmt[]): void {
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
          name = lowerTarget(python, python.field(part, 'alias'));
          python.declareTarget(name);
          types = python.expression(python.firstNamed(part));
        } else if (types) {
          name = lowerTarget(python, part);
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

function lowerWith(python: PythonLowering, n: number, into: Stmt[]): void {
  const clause = python.childOfKind(n, 'with_clause');
  if (isNode(clause)) withItems(python, clause, into);
  into.push({ k: 'block', body: python.block(python.field(n, 'body')), ...python.span(n) });
}

function withItems(python: PythonLowering, n: number, into: Stmt[]): void {
  for (const item of python.named(n)) {
    if (python.kind(item) !== 'with_item') {
      withItems(python, item, into);
      continue;
    }
    const value = python.field(item, 'value');
    if (python.kind(value) === 'as_pattern') {
      const target = lowerTarget(python, python.field(value, 'alias'));
      python.declareTarget(target);
      const assigned: Expr = {
        k: 'assign',
        target,
        value: python.expression(python.firstNamed(value)),
        ...python.span(value),
      };
      into.push({ k: 'expr', value: assigned, ...python.span(value) });
    } else if (isNode(value))
      into.push({ k: 'expr', value: python.expression(value), ...python.span(value) });
  }
}

/** `del list[0]` moves what is behind it; which items are where is not known any more. */
function lowerDelete(python: PythonLowering, n: number, into: Stmt[]): void {
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

function undeclareAll(python: PythonLowering, n: number): void {
  for (const name of python.named(n)) python.undeclare(python.slice(name));
}
