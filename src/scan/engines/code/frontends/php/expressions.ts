import type { Expr } from '../../ir/ir.ts';
import { literalItems } from '../shared/plain-nodes.ts';
import { isNode, isNone, noNode } from '../shared/tree-reader.ts';
import { named } from './arguments.ts';
import { lowerCreation, lowerFunctionCall, lowerMemberCall, lowerStaticCall } from './calls.ts';
import { lowerFunction } from './declarations.ts';
import { phpNumber } from './literals.ts';
import type { PhpLowering } from './lowering.ts';
import {
  lowerAssignment,
  lowerAugmented,
  lowerBinary,
  lowerCast,
  lowerConditional,
  lowerMatch,
} from './operators.ts';
import { lowerHeredoc, lowerString, lowerText } from './texts.ts';

/** What lowers which kind of expression. */
export function expressionHandlers(php: PhpLowering): Record<string, (n: number) => Expr> {
  const inner = (n: number) => php.expression(php.firstNamed(n));
  const number = (n: number): Expr => ({ k: 'const', value: phpNumber(php.slice(n)), ...php.span(n) });
  const text_ = (n: number) => lowerText(php, n);
  const heredoc = (n: number) => lowerHeredoc(php, n);
  const property = (n: number) => member(php, n);
  const memberCall = (n: number) => lowerMemberCall(php, n);
  const include = (n: number) => named('include', [inner(n)], php.span(n));
  const closure = (n: number): Expr => ({
    k: 'function',
    fn: lowerFunction(php, n, undefined),
    ...php.span(n),
  });
  return {
    variable_name: (n) => php.variable(php.slice(n).slice(1), php.span(n)),
    dynamic_variable_name: (n) => php.unknown(n),
    name: (n) =>
      php.slice(n) === '__CLASS__' && php.className !== undefined
        ? { k: 'const', value: php.className, ...php.span(n) }
        : { k: 'name', name: php.slice(n), ...php.span(n) },
    qualified_name: (n) => ({ k: 'name', name: php.lastName(n), ...php.span(n) }),
    relative_scope: (n) => php.scope(n),
    integer: number,
    float: number,
    boolean: (n) => ({ k: 'const', value: php.slice(n).toLowerCase() === 'true', ...php.span(n) }),
    null: (n) => ({ k: 'const', value: null, ...php.span(n) }),
    string: (n) => lowerString(php, n),
    encapsed_string: text_,
    heredoc,
    nowdoc: heredoc,
    shell_command_expression: (n) => named('shell_exec', [lowerText(php, n)], php.span(n)),
    array_creation_expression: (n) => lowerArray(php, n),
    parenthesized_expression: inner,
    error_suppression_expression: inner,
    clone_expression: inner,
    throw_expression: inner,
    print_intrinsic: (n) => named('print', [inner(n)], php.span(n)),
    include_expression: include,
    include_once_expression: include,
    require_expression: include,
    require_once_expression: include,
    function_call_expression: (n) => lowerFunctionCall(php, n),
    member_call_expression: memberCall,
    nullsafe_member_call_expression: memberCall,
    scoped_call_expression: (n) => lowerStaticCall(php, n),
    object_creation_expression: (n) => lowerCreation(php, n),
    member_access_expression: property,
    nullsafe_member_access_expression: property,
    scoped_property_access_expression: (n) => ({
      k: 'member',
      object: php.scope(php.field(n, 'scope')),
      property: php.slice(php.field(n, 'name')).slice(1),
      ...php.span(n),
    }),
    class_constant_access_expression: (n) => classConstant(php, n),
    subscript_expression: (n) => subscript(php, n),
    assignment_expression: (n) => lowerAssignment(php, n),
    reference_assignment_expression: (n) => lowerAssignment(php, n),
    augmented_assignment_expression: (n) => lowerAugmented(php, n),
    binary_expression: (n) => lowerBinary(php, n),
    unary_op_expression: (n) => unary(php, n),
    update_expression: (n) => {
      const value = php.expression(php.field(n, 'argument'));
      return php.increment(value, php.slice(n).includes('--') ? '-' : '+', php.span(n));
    },
    conditional_expression: (n) => lowerConditional(php, n),
    match_expression: (n) => lowerMatch(php, n),
    cast_expression: (n) => lowerCast(php, n),
    anonymous_function: closure,
    anonymous_function_creation_expression: closure,
    arrow_function: closure,
    yield_expression: (n) => lowerYield(php, n),
  };
}

/** `yield $key => $value` hands over both; what goes through it takes the value. */
function lowerYield(php: PhpLowering, n: number): Expr {
  const given = php.firstNamed(n);
  const parts =
    !isNone(given) && php.kind(given) === 'array_element_initializer' ? php.named(given) : [given];
  return {
    k: 'yield',
    value: php.expression(parts.at(-1) ?? noNode),
    isEach: /^yield\s+from\b/.test(php.slice(n)),
    ...php.span(n),
  };
}

function lowerArray(php: PhpLowering, n: number): Expr {
  const span = php.span(n);
  const elements = literalItems(php, php.named(n));
  const parts = elements.map((element) => php.named(element));
  const isKeyed = parts.some((each) => each.length === 2);
  const unpacked = (each: readonly number[]) =>
    each.length === 1 && php.kind(each[0]!) === 'variadic_unpacking' ? php.firstNamed(each[0]!) : noNode;
  if (!isKeyed) {
    const items = parts.map((each) => {
      const spread = unpacked(each);
      return isNone(spread)
        ? { value: php.expression(each[0] ?? noNode), spread: false }
        : { value: php.expression(spread), spread: true };
    });
    return { k: 'list', items, isSet: false, ...span };
  }
  let next = 0;
  const entries = parts.map((each) => {
    const spread = unpacked(each);
    if (isNode(spread)) return { key: undefined, value: php.expression(spread) };
    if (each.length === 2) return { key: php.expression(each[0]!), value: php.expression(each[1]!) };
    const key: Expr = { k: 'const', value: next++, ...span };
    return { key, value: php.expression(each[0] ?? noNode) };
  });
  return { k: 'map', entries, ...span };
}

function member(php: PhpLowering, n: number): Expr {
  const object = php.expression(php.field(n, 'object'));
  const name = php.field(n, 'name');
  if (php.kind(name) === 'name') return { k: 'member', object, property: php.slice(name), ...php.span(n) };
  return { k: 'index', object, index: php.expression(name), ...php.span(n) };
}

function classConstant(php: PhpLowering, n: number): Expr {
  const [scope, name] = php.named(n);
  if (scope === undefined || name === undefined) return php.unknown(n);
  if (php.slice(name) === 'class') {
    const named = php.lastName(scope);
    const value = named === 'self' || named === 'static' ? (php.className ?? named) : named;
    return { k: 'const', value, ...php.span(n) };
  }
  return { k: 'member', object: php.scope(scope), property: php.slice(name), ...php.span(n) };
}

function subscript(php: PhpLowering, n: number): Expr {
  const [object, index] = php.named(n);
  if (object === undefined) return php.unknown(n);
  const key: Expr =
    index === undefined
      ? { k: 'unknown', parts: [], ...php.span(n) }
      : php.kind(index) === 'name'
        ? { k: 'const', value: php.slice(index), ...php.span(index) }
        : php.expression(index);
  const isGlobal = key.k === 'const' && typeof key.value === 'string' && php.slice(object) === '$GLOBALS';
  if (isGlobal && php.setsVariable(String(key.value))) return php.global(String(key.value), php.span(n));
  return { k: 'index', object: php.expression(object), index: key, ...php.span(n) };
}

function unary(php: PhpLowering, n: number): Expr {
  const argument = php.field(n, 'argument');
  const op = php.text.slice(php.start(n), php.start(argument)).trim();
  const value = php.expression(argument);
  return op === '@' || op === '&' ? value : { k: 'unary', op, value, ...php.span(n) };
}
