import { clearLabels, joinTaints } from '../domain/taint.ts';
import {
  isDynamic,
  literalValue,
  namedValue,
  nullValue,
  unknownValue,
  type Value,
  withTaint,
} from '../domain/value.ts';
import type { FunctionIr } from '../ir/ir.ts';
import { receiverOffset } from '../ir/language-traits.ts';
import { allLabels } from '../knowledge/labels.ts';
import { callSegment } from '../knowledge/qualified-name.ts';
import type { Entry } from '../knowledge/rule-types.ts';
import { assign, stepped } from './assignments.ts';
import { aliasOf } from './conditions/alias-of.ts';
import { elsewhereOf } from './elsewhere/schema-names.ts';
import { declaredParameter } from './entries/declared-parameters.ts';
import { entriesOf } from './entries/entry-points.ts';
import { clearedNextTo } from './entries/route-constraints.ts';
import { isHarmlessType } from './fields/harmless-type.ts';
import { isConverted, isSegment, namesSegments, segmentSource, sourceTaint } from './guards/route-segment.ts';
import type { Run } from './run.ts';
import { parameterSchema, pipeSchema } from './schemas/declared-schema.ts';
import { narrowed } from './schemas/narrow-value.ts';
import { asRequested } from './schemas/request-schemas.ts';
import { decoratorLibrary } from './schemas/validation-pipes.ts';
import { symbolicParameter } from './symbolic-parameter.ts';

/** Gives the parameters of the function in the current frame their values: those of a call, or symbols where the caller is unknown. */
export function bindParameters(
  run: Run,
  fn: FunctionIr,
  args: readonly Value[] | undefined,
  named?: ReadonlyMap<string, Value>,
): void {
  const summarising = args === undefined && run.facts.isCurrent(fn);
  const entries = entriesOf(run, fn);
  let position = 0;
  const takesSelf = fn.ownsThis && receiverOffset(run.traits, fn) === 1;
  for (let index = 0; index < fn.parameters.length; index++) {
    const parameter = fn.parameters[index]!;
    let value: Value;
    if (takesSelf && index === 0) value = run.frame.self ?? namedValue(run.rules.root.child('~self'));
    else if (args) value = argumentOf(run, fn, index, args, named, position);
    else {
      value = summarising
        ? symbolicParameter(run, fn, index)
        : withTaint(symbolicParameter(run, fn, index), undefined);
      if (parameter.otherwise) value = withDefault(value, run.evaluate(parameter.otherwise));
    }
    if (!(takesSelf && index === 0)) position++;
    for (const entry of entries)
      if (entry.arity === undefined || entry.arity === fn.parameters.length)
        value = applyEntry(run, fn, value, index - (takesSelf ? 1 : 0), parameter, entry);
    const said = entries.some(({ taints }) => taints) ? parameterSchema(run, parameter) : undefined;
    const isNumber = entries.some(({ segments }) => segments) && isConverted(run, fn, parameter.name);
    if (said?.clears === allLabels || isNumber)
      value = { ...literalValue, name: value.name, instance: value.instance };
    else if (said) value = narrowed(value, said);
    if (position === 1 && entries.length > 0) value = asRequested(run, fn, value);
    for (const decorator of parameter.decorators)
      value = applyDecorator(run, fn, value, decorator, parameter);
    if (run.traits.declaredTypes || entries.some(({ taints }) => taints))
      value = declaredParameter(run, fn, parameter, value);
    assign(run, parameter.target, stepped(value, parameter.target, 'parameter'));
  }
}

function argumentOf(
  run: Run,
  fn: FunctionIr,
  index: number,
  args: readonly Value[],
  named: ReadonlyMap<string, Value> | undefined,
  position: number,
): Value {
  const parameter = fn.parameters[index]!;
  if (parameter.kind === 'rest') {
    const rest = args.slice(position);
    const fields = new Map(rest.map((value, i) => [String(i), value]));
    return {
      ...unknownValue,
      dynamic: rest.some((value) => isDynamic(value)),
      shape: { kind: 'list', fields, rest: undefined, length: rest.length },
    };
  }
  if (parameter.kind === 'keywords') {
    const fields = new Map(
      [...(named ?? [])].filter(([key]) => !fn.parameters.some((other) => other.name === key)),
    );
    const rest = named?.get(parameter.name);
    return { ...unknownValue, shape: { kind: 'map', fields, rest, length: undefined } };
  }
  const given = named?.get(parameter.name) ?? args[position];
  if (given) {
    // A declared type says what an otherwise unknown argument is called.
    if (given.name || !parameter.type) return given;
    const typed = withTaint(symbolicParameter(run, fn, index), undefined);
    return { ...given, name: typed.name, instance: given.instance ?? typed.instance };
  }
  if (parameter.otherwise) return run.evaluate(parameter.otherwise);
  return args.length === 0 && !named?.size
    ? withTaint(symbolicParameter(run, fn, index), undefined)
    : nullValue;
}

function withDefault(value: Value, otherwise: Value): Value {
  return { ...value, text: otherwise.text, shape: value.shape ?? otherwise.shape };
}

function applyEntry(
  run: Run,
  fn: FunctionIr,
  value: Value,
  index: number,
  parameter: FunctionIr['parameters'][number],
  entry: Entry,
): Value {
  const name = entry.params[index];
  let result = value;
  if (name) result = { ...result, name: run.rules.name(segmentsOf(name)) };
  if (
    entry.taints &&
    index >= entry.from &&
    !entry.except?.test(parameter.name) &&
    !(entry.plain && isOfClass(parameter)) &&
    !isInjected(run, parameter)
  )
    result = withTaint(
      result,
      joinTaints(
        result.taint,
        entry.segments && (entry.segments === 'elsewhere' || isSegment(run, fn, parameter.name))
          ? segmentSource(run, entry.taints, entry.title, parameter.target)
          : run.origins.source(
              entry.taints,
              entry.title,
              parameter.target,
              allLabels,
              entry.awaits,
              entry.isInner,
            ),
      ),
    );
  const cleared = entry.segments ? clearedNextTo(run, fn, parameter.name) : 0;
  return cleared && result.taint
    ? { ...withTaint(result, clearLabels(result.taint, cleared)), dynamic: false }
    : result;
}

/** `@request`, `web.Request`, `WP_REST_Request()`. */
function segmentsOf(name: string): string[] {
  return name.replaceAll(callSegment, `.${callSegment}`).split('.');
}

function isOfClass({ type }: FunctionIr['parameters'][number]): boolean {
  return type?.k === 'name' && /^[A-Z]/.test(type.name);
}

/** A parameter that the framework fills with a service, not with request data. */
function isInjected(run: Run, parameter: FunctionIr['parameters'][number]): boolean {
  if (parameter.otherwise?.k === 'call') {
    const callee = run.evaluate(parameter.otherwise.callee).name?.segment;
    if (callee === 'Depends' || callee === 'Security') return true;
  }
  if (!parameter.type) return false;
  const { name, instance } = run.evaluate(parameter.type);
  const known = name?.segment ?? '';
  // A class of this file goes by the name of what it extends; that it has an interface makes no service of what was sent.
  const type = instance && interfaceName.test(known) ? instance.definition.name : known;
  // A file of the platform is one that the framework made: it holds what was sent.
  if (run.traits.declaredTypes && fileTypes.has(String(name))) return true;
  return isHarmlessType(run, parameter.type) || injectedTypes.test(type);
}

function applyDecorator(
  run: Run,
  fn: FunctionIr,
  value: Value,
  decorator: Parameters<Run['evaluate']>[0],
  parameter: FunctionIr['parameters'][number],
): Value {
  const callee = decorator.k === 'call' ? decorator.callee : decorator;
  const { name } = run.evaluate(callee);
  const match = name && run.rules.match(name);
  let result = value;
  for (const source of match?.sources ?? [])
    if (!(parameter.type && isHarmlessType(run, parameter.type)))
      result = withTaint(
        result,
        joinTaints(
          result.taint,
          sourceTaint(run, source, parameter.target, namesSegments(run, fn) ? undefined : '*'),
        ),
      );
  const piped = match?.sources.length ? pipeSchema(run, decorator) : undefined;
  if (piped) result = narrowed(result, piped);
  const declared = match?.sources.length && parameter.type ? run.evaluate(parameter.type) : undefined;
  const filled = declared && elsewhereOf(run, declared, decoratorLibrary);
  if (filled && result.taint) result = narrowed(result, filled);
  const alias = aliasOf(run.file, match);
  if (alias) result = { ...result, name: run.rules.name(alias) };
  // An import that has an alias goes by it from the start.
  else if (name?.depth === 1 && name.segment.startsWith('@')) result = { ...result, name };
  return result;
}
const fileTypes = new Set(['java.io.File', 'File']);
const interfaceName = /^I[A-Z]/;
const injectedTypes =
  /^(?:Session|AsyncSession|Request|Response|WebSocket|BackgroundTasks|HTTPConnection|Model|ModelMap|ModelAndView|Principal|Authentication|BindingResult|Errors|Locale|RedirectAttributes|.*(?:ServletRequest|ServletResponse|HttpSession|WebRequest|Context|CancellationToken|Service|Repository|Manager|Client|Settings|Config)|I(?!Form|Enumerable|List|Collection|Dictionary|ReadOnly|Query|Set\b)[A-Z][a-z]\w*)$/;
