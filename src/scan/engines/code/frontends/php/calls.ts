import type { Argument, Expr, Span } from '../../ir/ir.ts';
import { askedType } from '../shared/said-type.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { call, lowerArguments, named } from './arguments.ts';
import { builtinName } from './builtin-names.ts';
import { lowerClass } from './declarations.ts';
import { classAsked } from './doc-types.ts';
import type { PhpLowering } from './lowering.ts';

/** `f(…)`: some functions of the language are forms that the analysis knows. */
export function lowerFunctionCall(php: PhpLowering, n: number): Expr {
  const span = php.span(n);
  const callee = php.field(n, 'function');
  const args = lowerArguments(php, php.field(n, 'arguments'));
  const kind = isNone(callee) ? '' : php.kind(callee);
  if (kind === 'name' || kind === 'qualified_name') {
    const name = php.lastName(callee);
    return (
      known(php, name, args, span) ??
      ofClass(php, n, call({ k: 'name', name: builtinName(name), ...php.span(callee) }, args, span))
    );
  }
  return call(php.expression(callee), args, span);
}

function known(php: PhpLowering, name: string, args: readonly Argument[], span: Span): Expr | undefined {
  const values = args.map(({ value }) => value);
  const [first, second, third] = values;
  const method = (object: Expr, property: string, given: readonly Expr[]): Expr =>
    call(
      { k: 'member', object, property, ...span },
      given.map((value) => ({ value })),
      span,
    );
  switch (name.toLowerCase()) {
    case 'sprintf':
      return first && second ? method(first, 'format', numbered(first, values.slice(1), span)) : undefined;
    case 'vsprintf':
      return first && second ? method(first, 'format', [second]) : undefined;
    case 'implode':
    case 'join':
      if (!first) return undefined;
      return second ? method(second, 'joinItems', [first]) : method(first, 'joinItems', []);
    case 'explode':
      return first && second ? method(second, 'split', [first]) : undefined;
    case 'str_replace':
    case 'str_ireplace':
      return first && second && third ? replaceEach(third, first, second, method) : undefined;
    case 'in_array':
      return first && second ? { k: 'binary', op: 'in', left: first, right: second, ...span } : undefined;
    case 'array_key_exists':
      return first && second ? { k: 'binary', op: 'in', left: first, right: second, ...span } : undefined;
    case 'str_contains':
      return first && second ? { k: 'binary', op: 'in', left: second, right: first, ...span } : undefined;
    case 'isset': {
      const entry = first && asked(first);
      return entry
        ? { k: 'binary', op: 'in', left: entry.index, right: entry.object, ...span }
        : { k: 'unknown', parts: [], ...span };
    }
    // What is under a key of a table is there for the keys that it has.
    case 'empty':
      return first?.k === 'name' || first?.k === 'index'
        ? { k: 'unary', op: '!', value: first, ...span }
        : { k: 'unknown', parts: [], ...span };
    case 'is_null':
      return first?.k === 'name' || first?.k === 'index'
        ? { k: 'binary', op: '==', left: first, right: { k: 'const', value: null, ...span }, ...span }
        : { k: 'unknown', parts: [], ...span };
    case 'strlen':
    case 'count':
    case 'sizeof':
      return (
        first && { k: 'binary', op: '-', left: first, right: { k: 'const', value: 0, ...span }, ...span }
      );
    case 'file_get_contents':
    case 'fopen':
      return first?.k === 'const' && /^php:\/\/(?:input|stdin)/.test(String(first.value))
        ? named('<body>', [], span)
        : undefined;
    case 'settype':
      return first?.k === 'name' &&
        second?.k === 'const' &&
        /^(?:int|float|double|bool)/i.test(String(second.value))
        ? { k: 'assign', target: first, value: named('intval', [first], span), ...span }
        : undefined;
    case 'array_push':
      return first ? method(first, 'append', values.slice(1)) : undefined;
    case 'array_shift':
      return first ? method(first, 'shift', []) : undefined;
    case 'array_pop':
      return first ? method(first, 'pop', []) : undefined;
    case 'array_values':
      return first ? method(first, 'values', []) : undefined;
    case 'array_keys':
      return first && !second ? method(first, 'keys', []) : undefined;
    case 'array_map':
      if (first?.k === 'const' && typeof first.value === 'string' && second && !third)
        return mapped(builtinOrMethod(php, first.value, span), second, span);
      if (first?.k === 'list' && second && !third) {
        const callee = methodGiven(php, first, span);
        if (callee) return mapped(callee, second, span);
      }
      return first && second ? method(second, 'map', [first]) : undefined;
    case 'array_filter':
      // `array_filter($all, 'is_numeric')`: the function is given by its name.
      if (first && second?.k === 'const' && typeof second.value === 'string' && !third)
        return notEmpty.test(second.value)
          ? first
          : method(first, 'filter', [{ k: 'name', name: second.value, ...span }]);
      return first && second ? method(first, 'filter', [second]) : first;
    case 'end':
    case 'reset':
    case 'current':
      return first && { k: 'index', object: first, index: { k: 'unknown', parts: [], ...span }, ...span };
    case 'compact':
      return {
        k: 'map',
        entries: values.flatMap((value) =>
          value.k === 'const' && typeof value.value === 'string'
            ? [{ key: value, value: php.variable(value.value, span) }]
            : [],
        ),
        ...span,
      };
    case 'filter_var':
      if (second?.k === 'name' && addressing.test(second.name))
        return named('filter_mail_address', values, span);
      return second?.k === 'name' && validating.test(second.name)
        ? named(isPublicOnly(third) ? 'filter_public_address' : 'filter_validated', values, span)
        : undefined;
    case 'call_user_func':
      return calledByName(first, args.slice(1), span);
    case 'call_user_func_array':
      return second && calledByName(first, [{ value: second, spread: 'list' }], span);
    case 'define':
      if (first?.k !== 'const' || typeof first.value !== 'string' || !second) return undefined;
      php.declare(first.value);
      return { k: 'assign', target: { k: 'name', name: first.value, ...span }, value: second, ...span };
    default:
      return undefined;
  }
}

/** Functions that leave out what is empty, and nothing else. */
const notEmpty = /^(?:strlen|trim|boolval|is_string|is_scalar)$/;

/** Filters that let nothing but a number, a truth value or an address of a machine pass; others clean, or let texts pass. */
/** `str_replace(["\\r", "\\n"], '', $text)` replaces one after the other. */
function replaceEach(
  text: Expr,
  search: Expr,
  replace: Expr,
  method: (object: Expr, name: string, args: Expr[]) => Expr,
): Expr {
  if (search.k !== 'list' || search.items.length > maxReplaced)
    return method(text, 'replace', [search, replace]);
  if (search.items.some(({ value, spread }) => spread || value.k !== 'const'))
    return method(text, 'replace', [search, replace]);
  return search.items.reduce((object, { value }, i) => {
    const by = replace.k === 'list' ? (replace.items[i]?.value ?? { ...value, value: '' }) : replace;
    return method(object, 'replace', [value, by as Expr]);
  }, text);
}

const addressing = /^FILTER_VALIDATE_(?:EMAIL|DOMAIN)$/;
const maxReplaced = 8;
const validating = /^FILTER_VALIDATE_(?:INT|FLOAT|BOOL|BOOLEAN|IP|MAC)$/;

/** Flags that let neither a private nor a reserved address of a machine pass. */
function isPublicOnly(flags: Expr | undefined): boolean {
  const names = namesIn(flags);
  return (
    names.includes('FILTER_FLAG_GLOBAL_RANGE') ||
    (names.includes('FILTER_FLAG_NO_PRIV_RANGE') && names.includes('FILTER_FLAG_NO_RES_RANGE'))
  );
}

function namesIn(expr: Expr | undefined): string[] {
  if (expr?.k === 'name') return [expr.name];
  return expr?.k === 'binary' && expr.op === '|' ? [...namesIn(expr.left), ...namesIn(expr.right)] : [];
}

/** A call of a function that is given by its name in a text; undefined where it may be any function. */
function calledByName(given: Expr | undefined, args: Argument[], span: Span): Expr | undefined {
  if (given?.k !== 'const' || typeof given.value !== 'string' || !/^\\?\w+$/.test(given.value))
    return undefined;
  return call({ k: 'name', name: builtinName(given.value.replace(/^\\/, '')), ...span }, args, span);
}

/** What stands for `%d` becomes a number, whatever it was. */
function numbered(format: Expr, values: readonly Expr[], span: Span): readonly Expr[] {
  if (format.k !== 'const' || typeof format.value !== 'string' || /%\d+\$/.test(format.value)) return values;
  const marks = [...format.value.replaceAll('%%', '').matchAll(/%[-+ 0]*\d*(?:\.\d+)?([a-zA-Z])/g)];
  return values.map((value, i) =>
    /^[bcdeEfFgGouxX]$/.test(marks[i]?.[1] ?? '') ? named('intval', [value], span) : value,
  );
}

/** `array_map('f', $list)`: any item is what `f` makes of one. */
function mapped(callee: Expr, list: Expr, span: Span): Expr {
  const item: Expr = { k: 'index', object: list, index: { k: 'unknown', parts: [], ...span }, ...span };
  const value = call(callee, [{ value: item }], span);
  return { k: 'list', items: [{ value, spread: false }], isSet: false, ...span };
}

/** `'f'`, `'Text::escape'`. */
function builtinOrMethod(php: PhpLowering, text: string, span: Span): Expr {
  const [, type, property] = /^\\?(?:\w+\\)*(\w+)::(\w+)$/.exec(text) ?? [];
  if (type === undefined || property === undefined) return { k: 'name', name: text, ...span };
  return { k: 'member', object: php.scopeNamed(type, span), property, ...span };
}

/** `[$this, 'escape']`, `array('Text', 'escape')`, `[self::class, 'escape']`. */
function methodGiven(php: PhpLowering, { items }: Expr & { k: 'list' }, span: Span): Expr | undefined {
  const [owner, method] = items.map(({ value }) => value);
  if (items.length !== 2 || method?.k !== 'const' || typeof method.value !== 'string') return undefined;
  if (!owner || !/^\w+$/.test(method.value)) return undefined;
  const isClass = owner.k === 'const' && typeof owner.value === 'string';
  const object = isClass ? php.scopeNamed(lastPart(String(owner.value)), span) : owner;
  return { k: 'member', object, property: method.value, ...span };
}

function lastPart(name: string): string {
  return name.slice(name.lastIndexOf('\\') + 1);
}

/** `$o->m(…)`, `$o?->m(…)`. */
export function lowerMemberCall(php: PhpLowering, n: number): Expr {
  const span = php.span(n);
  const object = php.expression(php.field(n, 'object'));
  const args = lowerArguments(php, php.field(n, 'arguments'));
  const name = php.field(n, 'name');
  if (php.kind(name) === 'name')
    return ofClass(php, n, call({ k: 'member', object, property: php.slice(name), ...span }, args, span));
  return methodByValue(object, php.expression(name), args, span);
}

/** `C::m(…)`. */
export function lowerStaticCall(php: PhpLowering, n: number): Expr {
  const span = php.span(n);
  const args = lowerArguments(php, php.field(n, 'arguments'));
  const name = php.field(n, 'name');
  const object = php.scope(php.field(n, 'scope'));
  if (php.kind(name) === 'name')
    return ofClass(php, n, call({ k: 'member', object, property: php.slice(name), ...span }, args, span));
  return methodByValue(object, php.expression(name), args, span);
}

/** A call that may be given the class whose object it gives. */
function ofClass(php: PhpLowering, n: number, made: Expr): Expr {
  const list = php.field(n, 'arguments');
  return isNone(list) ? made : askedType(made, classAsked(php, php.span(list)));
}

/** The name itself is a value: what is called is not known, but rules care about who chooses it. */
function methodByValue(object: Expr, name: Expr, args: readonly Argument[], span: Span): Expr {
  return call({ k: 'name', name: '<method>', ...span }, [{ value: name }, { value: object }, ...args], span);
}

export function lowerCreation(php: PhpLowering, n: number): Expr {
  const span = php.span(n);
  const list = php.childOfKind(n, 'arguments');
  const args = lowerArguments(php, list);
  const type = php.named(n).find((child) => child !== list && php.kind(child) !== 'attribute_list') ?? noNode;
  const kind = isNone(type) ? '' : php.kind(type);
  if (kind === 'name' || kind === 'qualified_name' || kind === 'relative_scope')
    return { k: 'call', callee: php.scope(type), args, isNew: true, ...span };
  if (kind === 'anonymous_class')
    return { k: 'call', callee: anonymousClass(php, type), args, isNew: true, ...span };
  return call({ k: 'name', name: '<new>', ...span }, [{ value: php.expression(type) }, ...args], span);
}

function anonymousClass(php: PhpLowering, n: number): Expr {
  return { k: 'class', definition: lowerClass(php, n, ''), ...php.span(n) };
}

/** `isset($fields[$name]['type'])` is true only where `$fields` has `$name`. */
function asked(expr: Expr): (Expr & { k: 'index' }) | undefined {
  if (expr.k !== 'index') return undefined;
  const { object, index } = expr;
  return index.k === 'const' && object.k === 'index' && object.index.k === 'name' ? object : expr;
}
