import { anyOf, objectOf, type Schema, schemaElsewhere } from '../../domain/schemas/schema.ts';
import { type Closure, literalValue, unknownValue, type Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import type { Run } from '../run.ts';

/**
 * What a function of the program's own makes sure of before it hands a request on: `(req, res, next) => { req.body = schema.parse(req.body); next(); }`.
 * It is run by itself, and wherever it calls the next one, what is known of the parts of the request holds for that one.
 */
export function middlewareSchema(run: Run, closure: Closure): Schema | undefined {
  const { fn } = closure;
  const [first, , next] = fn.parameters;
  if (fn.parameters.length !== 3 || first?.target.k !== 'name' || next?.target.k !== 'name') return undefined;
  if (!holds.test(run.file.text.slice(fn.start, fn.end)) || !run.mayInline(fn)) return undefined;
  const found: Schema[] = [];
  const read = readParts(fn, first.name);
  const before = run.handedOn;
  const name = run.rules.root.child(nextName);
  run.handedOn = {
    name,
    note: () => {
      if (run.frame.fn === fn) found.push(partsOf(run, read));
      else found.push(objectOf(new Map(), false));
    },
  };
  try {
    run.facts.aside(() =>
      run.runClosure(closure, [request, unknownValue, { ...literalValue, name }], undefined),
    );
  } finally {
    run.handedOn = before;
  }
  const schema = anyOf(found);
  return schema.fields?.size ? schema : undefined;
}

/** What is known of the parts of a request at a place. */
function partsOf(run: Run, read: ReadonlyMap<string, Expr>): Schema {
  const fields = [...read].flatMap(([property, expr]) => {
    const { schema } = run.evaluate(expr);
    return schema?.k === 'data' ? [[property, schema.schema] as const] : [];
  });
  return objectOf(new Map(fields), false);
}

/** Where a function reads the parts of its request, or sets them. */
function readParts(fn: FunctionIr, request: string): ReadonlyMap<string, Expr> {
  const found = new Map<string, Expr>();
  const visit = (part: Part): void => {
    if (part.k === 'member' && 'object' in part) {
      const { object, property } = part;
      if (object.k === 'name' && object.name === request && parts.has(property) && !found.has(property))
        found.set(property, part as Expr);
    }
    if (part.k !== 'function') eachPart(part, visit);
  };
  for (const statement of fn.body) visit(statement);
  return found;
}

/** Nothing is known of it, but that it has these parts. */
const request: Value = {
  ...unknownValue,
  shape: {
    kind: 'map',
    fields: new Map(['body', 'query', 'params', 'headers', 'cookies'].map((part) => [part, unknownValue])),
    rest: unknownValue,
    length: undefined,
  },
};

/** Functions of the file that make such a function of a schema: other files hand it theirs. */
export function tellMiddleware(run: Run): void {
  if (!run.traits.functionsAreObjects || !handsOn.test(run.file.text)) return;
  for (const [fn, key] of run.topLevel) {
    if (key === '' || fn.parameters.length === 0 || fn.size > maxSize || !returnsFunction(fn)) continue;
    const made = run.runClosure(
      { fn, frame: run.outerOf.get(fn) ?? run.moduleFrame, self: undefined },
      fn.parameters.map((_, index) => givenSchema(index)),
      undefined,
    );
    const schemas = (made.closures ?? []).map((closure) => middlewareSchema(run, closure));
    const [first, ...others] = schemas;
    if (first && others.length === 0) run.facts.schema(key, middleware, first);
  }
}

/** The schema that whoever calls the function gives it. */
function givenSchema(index: number): Value {
  const schema = schemaElsewhere([`@${index}`], '');
  return { ...unknownValue, schema: { k: 'schema', schema, isRequest: false, reports: false } };
}

function returnsFunction({ body }: FunctionIr): boolean {
  return body.some(
    (each) => each.k === 'return' && each.value?.k === 'function' && each.value.fn.parameters.length === 3,
  );
}

/** In place of a library: what is known of requests that functions in front of others hand on. */
export const middleware = '@';
const nextName = '>next';
const parts = new Set(['body', 'query', 'params', 'headers', 'cookies']);
const holds = /\.(?:parse|safeParse|validate|cast)/;
const handsOn = /\bnext\(\)/;
const maxSize = 200;
