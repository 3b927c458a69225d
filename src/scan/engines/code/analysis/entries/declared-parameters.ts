import { checkedTaint, clearLabels } from '../../domain/taint.ts';
import { declaredType, harmless } from '../../domain/types/declared-type.ts';
import { literalValue, type Value } from '../../domain/value.ts';
import type { Expr, FunctionIr } from '../../ir/ir.ts';
import { elsewhereOf } from '../elsewhere/schema-names.ts';
import { askedOfType, checkedBy } from '../fields/asked-types.ts';
import { declaredCheck } from '../fields/declared-checks.ts';
import { declaredText } from '../fields/text-type.ts';
import type { Run } from '../run.ts';
import { narrowed } from '../schemas/narrow-value.ts';
import { clearedByRoutes } from './route-constraints.ts';

type Parameter = FunctionIr['parameters'][number];

/** What its type, its annotations and the route say about a parameter. */
export function declaredParameter(run: Run, fn: FunctionIr, parameter: Parameter, value: Value): Value {
  const { written, decorators } = parameter;
  if (!value.taint || value.constant !== undefined || !run.traits.toldTypes) return value;
  if (written !== undefined && declaredType(written) === harmless)
    return { ...literalValue, name: value.name, instance: value.instance };
  const heads = (run.self()?.instance?.definition.decorators ?? []).map(nameOf);
  const check = declaredCheck(run, decorators);
  const isHeld = check && (check.by === 'annotations' ? heads.includes('Validated') : heads.includes(model));
  const clears = (isHeld ? check.clears : 0) | routed(run, fn, parameter);
  const cleared = clears
    ? { ...value, taint: clearLabels(value.taint, clears), dynamic: false }
    : isHeldSince(check?.by, heads)
      ? { ...value, taint: checkedTaint(value.taint, 'Pattern') }
      : value;
  const asked = heldModel(run, parameter, askedOfType(run, declaredText(run, cleared, written), written));
  if (decorators.some((each) => validated.test(nameOf(each)))) return checkedBy(asked, 'annotations');
  return heads.includes(model) ? checkedBy(asked, 'model') : asked;
}

/** Since version 6.1 Spring checks what annotations of a parameter say wherever a controller is called; before that, nobody does. Which one runs is not known here. */
function isHeldSince(by: string | undefined, heads: readonly string[]): boolean {
  return by === 'annotations' && heads.some((head) => controller.test(head));
}

/** An object of a class of another file, where a library fills it and holds it against what the class declares. */
function heldModel(run: Run, { type }: Parameter, value: Value): Value {
  if (!type || run.traits.declaredTypes || value.instance) return value;
  const schema = elsewhereOf(run, run.evaluate(type), modelLibraries);
  return schema ? narrowed(value, schema) : value;
}

/** What the routes that lead to a function ask of a part of the path. */
function routed(run: Run, fn: FunctionIr, { name, decorators }: Parameter): number {
  const isNamed = decorators.some((each) => fromPath.test(nameOf(each)));
  if (!isNamed && decorators.length > 0) return 0;
  const routes = [...fn.decorators.flatMap((each) => routesIn(run, each)), ...(run.routes.get(fn) ?? [])];
  const given = decorators
    .filter((each) => fromPath.test(nameOf(each)))
    .flatMap((each) => textsIn(run, each));
  return clearedByRoutes(routes, given[0] ?? name);
}

function routesIn(run: Run, decorator: Expr): string[] {
  return routing.test(nameOf(decorator)) ? textsIn(run, decorator) : [];
}

/** Texts that an annotation is given as its value. */
function textsIn(run: Run, decorator: Expr): string[] {
  if (decorator.k !== 'call') return [];
  return decorator.args.flatMap(({ name, value }) => {
    if (name !== undefined && !valueKeys.test(name)) return [];
    const { constant, shape } = run.evaluate(value);
    const values =
      shape?.kind === 'list' ? [...shape.fields.values()].map((each) => each.constant) : [constant];
    return values.filter((each) => typeof each === 'string');
  });
}

function nameOf(decorator: Expr): string {
  const callee = decorator.k === 'call' ? decorator.callee : decorator;
  return callee.k === 'name' ? callee.name : callee.k === 'member' ? callee.property : '';
}

const modelLibraries = 'pydantic,sqlmodel,pydantic_settings';
const routing =
  /^(?:(?:Request|Get|Post|Put|Delete|Patch)Mapping|Path|Route|Http(?:Get|Post|Put|Delete|Patch|Head)|Get|Post|Put|Delete|Patch)$/;
const fromPath = /^(?:PathVariable|PathParam|FromRoute)$/;
const valueKeys = /^(?:value|path|name|Name|uri|template)$/;
const controller = /^(?:Rest)?Controller$/;
const validated = /^(?:Valid|Validated)$/;
/** The attribute of controllers that refuse objects which do not hold what their class declares. */
const model = 'ApiController';
