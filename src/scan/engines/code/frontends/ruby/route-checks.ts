import type { Argument, Expr, Parameter, Span, Stmt } from '../../ir/ir.ts';
import { matchOf } from './branches.ts';
import type { RouteChecks, RubyLowering } from './lowering.ts';

/**
 * `get %r{/files/([a-z]+)} do |name|`: the route is taken only where each group has matched. A group that says what may not stand there says nothing: what it
 * matched is decoded after that.
 */
export function groupsOf(low: RubyLowering, route: Expr | undefined): RouteChecks {
  const asked = new Map<string, (value: Expr) => Expr>();
  if (route?.k !== 'regex') return asked;
  let unnamed = 0;
  for (const [, name, pattern] of route.pattern.slice(0, maxPattern).matchAll(group)) {
    const key = name ?? String(unnamed++);
    if (!open.test(pattern!)) asked.set(key, covered(low, pattern!, route));
  }
  return asked;
}

/**
 * The block `params` of Grape, in front of a route: `requires :id, type: Integer`, `optional :order, values: %w[asc desc]`, `regexp: /…/`. Another request
 * is answered before the route is run.
 */
export function declaredIn(
  low: RubyLowering,
  block: number,
  argumentsOf: (list: number) => Argument[],
): RouteChecks {
  const asked = new Map<string, (value: Expr) => Expr>();
  const { skip } = low.tree;
  for (let n = block + 1; n < skip[block]!; n++) {
    if (low.kind(n) !== 'call' || !declares.test(low.slice(low.field(n, 'method')))) continue;
    const args = argumentsOf(low.field(n, 'arguments'));
    const check = checkOf(low, args);
    if (!check) continue;
    for (const { name, value } of args)
      if (name === undefined && value.k === 'const') asked.set(String(value.value), check);
  }
  return asked;
}

/** Statements in front of the block that leave it unless what was asked holds; `params[:id]` is asked for as it is written there. */
export function checksBefore(
  low: RubyLowering,
  asked: RouteChecks,
  parameters: readonly Parameter[],
  block: number,
): Stmt[] {
  if (asked.size === 0) return [];
  const values = parameters.flatMap(
    ({ name, target }, i): Array<[string, Expr]> => [
      [String(i), { k: 'name', name, start: target.start, end: target.end }],
    ],
  );
  const { skip } = low.tree;
  const seen = new Set<string>();
  for (let n = block + 1; n < skip[block]!; n++) {
    const text = low.kind(n) === 'element_reference' ? low.slice(n) : '';
    const name = entry.exec(text)?.[1];
    if (name === undefined || seen.has(text)) continue;
    seen.add(text);
    values.push([name, low.expression(n)]);
  }
  return values.flatMap(([name, value]) => {
    const check = asked.get(name);
    return check ? [leaveUnless(check(value), value)] : [];
  });
}

function checkOf(low: RubyLowering, args: readonly Argument[]): ((value: Expr) => Expr) | undefined {
  const given = (key: string) => args.find(({ name }) => name === key)?.value;
  const type = given('type');
  if (type && types.test(low.text.slice(type.start, type.end))) return covered(low, '\\d+', type);
  const values = given('values');
  if (values?.k === 'list')
    return (value) => ({
      k: 'call',
      callee: { k: 'member', object: values, property: 'includes', ...placeOf(value) },
      args: [{ value }],
      isNew: false,
      ...placeOf(value),
    });
  const pattern = given('regexp');
  return pattern?.k === 'regex' ? (value) => matchOf(low, value, pattern, placeOf(value)) : undefined;
}

export function covered(low: RubyLowering, pattern: string, span: Span): (value: Expr) => Expr {
  const whole: Expr = { k: 'regex', pattern: `\\A(?:${pattern})\\z`, flags: '', ...placeOf(span) };
  return (value) => matchOf(low, value, whole, placeOf(value));
}

function leaveUnless(test: Expr, value: Span): Stmt {
  const at = placeOf(value);
  return { k: 'if', test, yes: [], otherwise: [{ k: 'return', value: undefined, ...at }], ...at };
}

function placeOf({ start, end }: Span): Span {
  return { start, end };
}

const declares = /^(?:requires|optional)$/;
const types = /^(?:Integer|Float|BigDecimal|Numeric|Date|DateTime|Time|(?:[\w:]+::)?Boolean|TrueClass)$/;
const entry = /^params\[(?::|'|")(\w+)['"]?\]$/;
/** Groups without others in them; `(?:…)` is none. */
const group = /(?<!\\)\((?:\?<(\w+)>|(?!\?))([^()]*)\)/g;
/** Anything, or anything but. */
const open = /\[\^|(?<!\\)\.|\\[SDWH]|%/;
const maxPattern = 1_000;
