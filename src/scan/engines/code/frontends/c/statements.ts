import type { Expr, Handler, Stmt, SwitchCase } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { markedUse } from './calls.ts';
import { lowerTruth } from './comparisons.ts';
import { lowerClass, lowerFunction } from './functions.ts';
import type { CLowering } from './lowering.ts';
import { declaredTarget } from './targets.ts';

type StatementHandler = (n: number, into: Stmt[]) => void;

export function statementHandlers(low: CLowering): Record<string, StatementHandler> {
  const nested = (n: number, into: Stmt[]) => into.push(...low.block(n));
  const inBody = (n: number, into: Stmt[]) => into.push(...low.block(low.field(n, 'body')));
  const definition: StatementHandler = (n, into) => {
    const made = lowerClass(low, n);
    if (made) into.push({ k: 'class', definition: made, ...low.span(n) });
  };
  const conditional: StatementHandler = (n, into) => {
    const otherwise = low.field(n, 'alternative');
    const yes: Stmt[] = [];
    const { skip, named, field } = low.tree;
    const alternative = low.fieldId('alternative');
    for (let child = n + 1; child < skip[n]!; child = skip[child]!)
      if (named[child] && field[child] !== alternative && low.kind(child) !== 'identifier')
        low.statement(child, yes);
    // Which of the branches is built is not known here: both may be.
    into.push({
      k: 'if',
      test: { k: 'unknown', parts: [], ...low.span(n) },
      yes,
      otherwise: isNone(otherwise) ? [] : low.block(otherwise),
      ...low.span(n),
    });
  };
  return {
    expression_statement: (n, into) => {
      for (const child of low.named(n))
        into.push({ k: 'expr', value: low.expression(child), ...low.span(child) });
    },
    declaration: (n, into) => declarationOf(low, n, into),
    field_declaration: () => {},
    function_definition: (n, into) => {
      const fn = lowerFunction(low, n);
      if (fn) into.push({ k: 'function', fn, ...low.span(n) });
    },
    struct_specifier: definition,
    class_specifier: definition,
    type_definition: () => {},
    compound_statement: (n, into) => {
      const body = low.sizes.inBlock(() => low.block(n));
      into.push({ k: 'block', body, ...low.span(n) });
    },
    if_statement: (n, into) =>
      into.push({
        k: 'if',
        test: lowerTruth(low, low.field(n, 'condition')),
        yes: bodyOf(low, low.field(n, 'consequence')),
        otherwise: bodyOf(low, low.field(n, 'alternative')),
        ...low.span(n),
      }),
    else_clause: nested,
    while_statement: (n, into) => into.push(loopOf(low, n, false)),
    do_statement: (n, into) => into.push(loopOf(low, n, true)),
    for_statement: (n, into) => {
      const first = low.field(n, 'initializer');
      if (isNode(first)) {
        if (low.kind(first) === 'declaration') low.statement(first, into);
        else into.push({ k: 'expr', value: low.expression(first), ...low.span(first) });
      }
      const condition = low.field(n, 'condition');
      const update = low.field(n, 'update');
      into.push({
        k: 'loop',
        test: isNone(condition) ? undefined : lowerTruth(low, condition),
        update: isNone(update) ? undefined : low.expression(update),
        body: bodyOf(low, low.field(n, 'body')),
        runsFirst: false,
        ...low.span(n),
      });
    },
    for_range_loop: (n, into) => {
      const target = declaredTarget(low, low.field(n, 'declarator'));
      into.push({
        k: 'each',
        target,
        iterable: low.expression(low.field(n, 'right')),
        keys: false,
        body: bodyOf(low, low.field(n, 'body')),
        otherwise: [],
        ...low.span(n),
      });
    },
    switch_statement: (n, into) => into.push(switchOf(low, n)),
    return_statement: (n, into) => {
      const value = low.firstNamed(n);
      into.push({ k: 'return', value: isNone(value) ? undefined : markedUse(low, value), ...low.span(n) });
    },
    break_statement: (n, into) => into.push({ k: 'break', ...low.span(n) }),
    continue_statement: (n, into) => into.push({ k: 'continue', ...low.span(n) }),
    // Where a jump leads is not followed; what is behind it is not reached from here.
    goto_statement: (n, into) => into.push({ k: 'throw', value: undefined, ...low.span(n) }),
    throw_statement: (n, into) => into.push({ k: 'throw', value: undefined, ...low.span(n) }),
    labeled_statement: (n, into) => {
      for (const child of low.named(n))
        if (low.kind(child) !== 'statement_identifier') low.statement(child, into);
    },
    try_statement: (n, into) => into.push(tryOf(low, n)),
    namespace_definition: inBody,
    linkage_specification: inBody,
    declaration_list: nested,
    template_declaration: nested,
    preproc_if: conditional,
    preproc_ifdef: conditional,
    preproc_else: nested,
    preproc_elif: conditional,
    preproc_include: (n, into) => {
      const module = low.slice(low.field(n, 'path')).replace(/[<>"]/g, '');
      into.push({ k: 'import', module, bindings: [], ...low.span(n) });
    },
  };
}

function bodyOf(low: CLowering, n: number): Stmt[] {
  if (isNone(n)) return [];
  const into: Stmt[] = [];
  low.sizes.depth++;
  low.statement(n, into);
  low.sizes.depth--;
  return into;
}

function loopOf(low: CLowering, n: number, runsFirst: boolean): Stmt {
  return {
    k: 'loop',
    test: lowerTruth(low, low.field(n, 'condition')),
    update: undefined,
    body: bodyOf(low, low.field(n, 'body')),
    runsFirst,
    ...low.span(n),
  };
}

function declarationOf(low: CLowering, n: number, into: Stmt[]): void {
  // What another file defines keeps the meaning that it has everywhere.
  if (!low.inFunction() && /^extern\b/.test(low.slice(n))) return;
  for (const declarator of low.fieldAll(n, 'declarator')) {
    const isInitialised = low.kind(declarator) === 'init_declarator';
    const inner = isInitialised ? low.field(declarator, 'declarator') : declarator;
    const constructed = low.kind(inner) === 'function_declarator';
    if (!low.inFunction() && isPrototype(low, inner)) continue;
    const name = low.declaredName(inner);
    if (isNone(name)) continue;
    const valueNode = low.field(declarator, 'value');
    low.sizes.declared(low.slice(name), inner, low.slice(low.field(n, 'type')), valueNode);
    let value: Expr;
    if (isInitialised && isNode(valueNode))
      value =
        low.kind(valueNode) === 'argument_list' && isNode(low.firstNamed(valueNode))
          ? low.expression(low.firstNamed(valueNode))
          : low.expression(valueNode);
    else if (constructed) value = constructorArgument(low, inner);
    else if (low.kind(inner) === 'array_declarator') value = { k: 'const', value: '', ...low.span(inner) };
    else value = { k: 'unknown', parts: [], ...low.span(inner) };
    // Making a stream opens the file.
    const type = low.slice(low.field(n, 'type')).replace(/^std::/, '');
    if (streams.has(type) && (constructed || isInitialised))
      value = {
        k: 'call',
        callee: { k: 'name', name: type, ...low.span(declarator) },
        args: [{ value }],
        isNew: false,
        ...low.span(declarator),
      };
    const target = declaredTarget(low, inner);
    into.push({
      k: 'expr',
      value: { k: 'assign', target, value, ...low.span(declarator) },
      ...low.span(declarator),
    });
  }
}

/** `char *gets(char *);` only says that there is such a function. */
function isPrototype(low: CLowering, declarator: number): boolean {
  let at = declarator;
  for (let depth = 0; isNode(at) && depth < 8; depth++) {
    const kind = low.kind(at);
    if (kind === 'function_declarator') {
      // A pointer to a function is a variable.
      const name = low.field(at, 'declarator');
      return low.kind(name) !== 'parenthesized_declarator';
    }
    if (kind !== 'pointer_declarator' && kind !== 'reference_declarator') return false;
    const inner = low.field(at, 'declarator');
    at = isNode(inner) ? inner : low.firstNamed(at);
  }
  return false;
}

/** `std::string path(argv[1])` reads like the declaration of a function. */
function constructorArgument(low: CLowering, n: number): Expr {
  const list = low.field(n, 'parameters');
  const first = low.firstNamed(list);
  if (isNone(first)) return { k: 'const', value: '', ...low.span(n) };
  const [name = ''] = /^\w+/.exec(low.slice(first)) ?? [];
  const index = /\[(\d+)\]/.exec(low.slice(first))?.[1];
  const object: Expr = { k: 'name', name, ...low.span(first) };
  if (index === undefined) return object;
  return {
    k: 'index',
    object,
    index: { k: 'const', value: Number(index), ...low.span(first) },
    ...low.span(first),
  };
}

function switchOf(low: CLowering, n: number): Stmt {
  const body = low.field(n, 'body');
  const cases: SwitchCase[] = [];
  for (const child of low.named(body)) {
    if (low.kind(child) !== 'case_statement') continue;
    const value = low.field(child, 'value');
    const statements: Stmt[] = [];
    low.sizes.depth++;
    for (const inner of low.named(child)) if (inner !== value) low.statement(inner, statements);
    low.sizes.depth--;
    cases.push({
      tests: isNone(value) ? [] : [low.expression(value)],
      bindings: [],
      guard: undefined,
      body: statements,
    });
  }
  return {
    k: 'switch',
    subject: low.expression(low.field(n, 'condition')),
    cases,
    fallsThrough: true,
    ...low.span(n),
  };
}

function tryOf(low: CLowering, n: number): Stmt {
  const handlers: Handler[] = low
    .named(n)
    .filter((child) => low.kind(child) === 'catch_clause')
    .map((child) => ({ name: undefined, types: undefined, body: low.block(low.field(child, 'body')) }));
  return {
    k: 'try',
    body: low.block(low.field(n, 'body')),
    handlers,
    otherwise: [],
    last: [],
    ...low.span(n),
  };
}

const streams = new Set(['ifstream', 'ofstream', 'fstream', 'wifstream', 'wofstream']);
