import type { Expr, FunctionIr, Stmt, Target } from '../../ir/ir.ts';

/**
 * Components keep what they show in a state that is set through a function: `const [text, setText] = useState()` and `this.setState({ text })`.
 * Both are assignments.
 */

/** The setter of a pair that a state hook gives, as a function that assigns to the first of the pair. */
export function setterOf(target: Target, value: Expr): Stmt | undefined {
  if (target.k !== 'list' || value.k !== 'call' || !isStateHook(value.callee)) return undefined;
  const [state, setter] = target.items;
  if (state?.k !== 'name' || setter?.k !== 'name') return undefined;
  const span = { start: setter.start, end: setter.end };
  const given = { k: 'name', name: givenName, ...span } as const;
  const fn: FunctionIr = {
    name: setter.name,
    parameters: [
      {
        target: given,
        name: givenName,
        kind: 'plain',
        otherwise: undefined,
        type: undefined,
        decorators: [],
      },
    ],
    body: [
      {
        k: 'expr',
        value: { k: 'assign', target: { k: 'name', name: state.name, ...span }, value: given, ...span },
        ...span,
      },
    ],
    decorators: [],
    heading: span,
    locals: new Set([givenName]),
    className: undefined,
    isStatic: false,
    ownsThis: false,
    size: 3,
    exported: false,
    ...span,
  };
  return {
    k: 'expr',
    value: { k: 'assign', target: setter, value: { k: 'function', fn, ...span }, ...span },
    ...span,
  };
}

/** `this.setState({ key: value })` as assignments to the fields of `this.state`, next to the call itself. */
export function stateChanges(call: Expr & { k: 'call' }): Expr {
  const { callee, args } = call;
  const change = args[0]?.value;
  if (callee.k !== 'member' || callee.property !== 'setState' || change?.k !== 'map') return call;
  if (callee.object.k !== 'name' || callee.object.name !== 'this') return call;
  const span = { start: call.start, end: call.end };
  const state: Expr = { k: 'member', object: callee.object, property: 'state', ...span };
  const changes = change.entries.flatMap(({ key, value }): Expr[] =>
    key?.k === 'const' && typeof key.value === 'string'
      ? [
          {
            k: 'assign',
            target: { k: 'member', object: state, property: key.value, ...span },
            value,
            ...span,
          },
        ]
      : [],
  );
  return { k: 'unknown', parts: [...changes, { ...call, args: args.slice(1) }], ...span };
}

function isStateHook(callee: Expr): boolean {
  const name = callee.k === 'member' ? callee.property : callee.k === 'name' ? callee.name : '';
  return name === 'useState';
}

const givenName = '#given';
