import type { Value } from '../../domain/value.ts';
import type { Expr, FunctionIr, ModuleIr, Parameter, Span } from '../../ir/ir.ts';
import { callSegment } from '../../knowledge/qualified-name.ts';
import type { Run } from '../run.ts';

/**
 * A library's function under a name of the program's own, such as `exports.run = promisify(exec)` and `loads = pickle.loads`: a function that
 * hands on what it is given, for the files that call it by that name.
 */
export function renamedFunction(run: Run, value: Value, at: Span): FunctionIr | undefined {
  const { name } = value;
  if (!name || name.segment === callSegment || value.closures || value.shape || value.instance)
    return undefined;
  // What is of the program itself is found by following its name.
  if (!run.rules.knows(name.root) || name.root.startsWith('file:')) return undefined;
  const match = run.rules.match(name);
  const sinks = match?.sinks.filter(({ on }) => on === 'call') ?? [];
  if (!match || sinks.length + match.sanitizers.length === 0) return undefined;
  const count = Math.max(1, ...sinks.flatMap(({ args }) => args).map((arg) => Number(arg) + 1 || 1));
  const { start, end } = at;
  const local = `${mark}${name.segments().join('.')}`;
  run.moduleFrame.layer.set(local, value);
  const names = Array.from({ length: Math.min(count, maxParameters) }, (_, i) => `argument ${i + 1}`);
  const call: Expr = {
    k: 'call',
    callee: { k: 'name', name: local, start, end },
    args: names.map((each) => ({ value: { k: 'name', name: each, start, end } })),
    isNew: false,
    start,
    end,
  };
  return {
    name: '',
    parameters: names.map((each) => plainParameter(each, at)),
    body: [{ k: 'return', value: call, start, end }],
    decorators: [],
    heading: at,
    locals: new Set(names),
    className: undefined,
    isStatic: false,
    ownsThis: false,
    size: names.length + 1,
    exported: true,
    renames: true,
    start,
    end,
  };
}

function plainParameter(name: string, { start, end }: Span): Parameter {
  return {
    target: { k: 'name', name, start, end },
    name,
    kind: 'plain',
    otherwise: undefined,
    type: undefined,
    decorators: [],
  };
}

/** Has the variables of a file that hold such functions analysed like functions of the top level. */
export function nameRenamed(run: Run, { body }: ModuleIr): void {
  if (!run.traits.importFunctions) return;
  for (const statement of body) {
    const names =
      statement.k === 'expr' && statement.value.k === 'assign' && statement.value.target.k === 'name'
        ? [statement.value.target.name]
        : statement.k === 'export'
          ? [statement.local]
          : [];
    for (const name of names) {
      const value = run.moduleFrame.layer.get(name);
      const fn = value && renamedFunction(run, value, statement);
      if (fn) run.topLevel.set(fn, name);
    }
  }
}

/** No variable is called like this. */
const mark = '=';
const maxParameters = 4;
