import type { Argument, ClassIr, Expr, FunctionIr, Parameter, Span, Stmt } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import { lowerArguments } from './arguments.ts';
import { docParameters, docType } from './doc-types.ts';
import type { PhpLowering } from './lowering.ts';

/** Classes, interfaces, traits and enums. */
export function lowerClass(php: PhpLowering, n: number, name: string): ClassIr {
  const nameNode = php.field(n, 'name');
  if (name) php.declareType(name);
  const definition: ClassIr = {
    name,
    bases: basesOf(php, n),
    methods: [],
    fields: [],
    decorators: attributesOf(php, n),
    body: [],
    heading: isNone(nameNode) ? php.span(n) : php.span(nameNode),
    ...(php.kind(n) === 'enum_declaration' && { isClosed: true }),
    ...php.span(n),
  };
  const body = php.field(n, 'body');
  php.inClass({ name, fields: new Set(), methods: new Set() }, () => {
    for (const member of php.named(body)) lowerMember(php, member, definition);
  });
  return definition;
}

function basesOf(php: PhpLowering, n: number): Expr[] {
  const found: Expr[] = [];
  for (const kind of ['base_clause', 'class_interface_clause']) {
    const clause = php.childOfKind(n, kind);
    for (const type of php.named(clause)) found.push(php.scope(type));
  }
  return found;
}

function lowerMember(php: PhpLowering, n: number, definition: ClassIr): void {
  switch (php.kind(n)) {
    case 'method_declaration':
      definition.methods.push(lowerFunction(php, n, definition));
      return;
    case 'use_declaration':
      for (const type of php.named(n))
        if (php.kind(type) === 'name' || php.kind(type) === 'qualified_name')
          definition.bases.push(php.scope(type));
      return;
    case 'property_declaration': {
      const typeNode = php.field(n, 'type');
      for (const element of php.named(n)) {
        if (php.kind(element) !== 'property_element') continue;
        const value = php.field(element, 'default_value');
        if (isNode(value)) definition.body.push(php.declaredDefault(element, value));
        definition.fields.push({
          name: php.slice(php.field(element, 'name')).slice(1),
          value: isNone(value) ? undefined : php.expression(value),
          type: isNone(typeNode) ? undefined : php.declaredType(typeNode),
          span: php.span(element),
          ...written(typeOf(php, n, typeNode, 'var')),
        });
      }
      return;
    }
    case 'const_declaration':
      for (const element of php.named(n)) {
        const [name, value] = php.named(element);
        if (php.kind(element) !== 'const_element' || name === undefined || value === undefined) continue;
        definition.fields.push({
          name: php.slice(name),
          value: php.expression(value),
          type: undefined,
          span: php.span(element),
        });
      }
  }
}

/** A function, method, closure or arrow function. */
export function lowerFunction(php: PhpLowering, n: number, owner: ClassIr | undefined): FunctionIr {
  const nameNode = php.field(n, 'name');
  const name = isNone(nameNode) ? '' : php.slice(nameNode);
  const kind = php.kind(n);
  const isClosure = kind === 'anonymous_function' || kind === 'arrow_function';
  const details = {
    name,
    decorators: attributesOf(php, n),
    className: owner ? owner.name : isClosure ? php.className : undefined,
    isStatic: isNode(php.childOfKind(n, 'static_modifier')),
    ownsThis: !isClosure,
    exported: !/\bprivate\b/.test(php.text.slice(php.start(n), php.start(isNone(nameNode) ? n : nameNode))),
  };
  const captures = kind === 'arrow_function' ? 'all' : capturedNames(php, n);
  const fn = php.functionIn(captures, n, nameNode, details, () => {
    const promoted: Stmt[] = [];
    const parameters = lowerParameters(php, php.field(n, 'parameters'), owner, promoted);
    const said = docParameters(php, php.span(n));
    for (const parameter of said.size > 0 ? parameters : []) {
      const type = said.get(`$${parameter.name}`);
      if (type !== undefined && saysNoMore.test(parameter.written ?? '')) parameter.written = type;
    }
    const body = php.field(n, 'body');
    if (kind === 'arrow_function')
      return { parameters, body: [{ k: 'return', value: php.expression(body), ...php.span(body) }] };
    return { parameters, body: [...promoted, ...php.body(body)] };
  });
  const gives = typeOf(php, n, php.field(n, 'return_type'), 'return');
  // A method of an interface, or one that a class only declares.
  const isDeclared = owner !== undefined && isNone(php.field(n, 'body'));
  return {
    ...fn,
    ...(gives !== undefined && { gives }),
    ...(isDeclared && { isAbstract: true }),
  };
}

/** A type that is declared, or that a comment in front says where the declared one says no more than that it is an array. */
function typeOf(php: PhpLowering, n: number, typeNode: number, tag: 'var' | 'return'): string | undefined {
  const declared = isNone(typeNode) ? '' : php.slice(typeNode);
  if (declared !== '' && !saysNoMore.test(declared)) return php.typeWritten(declared, php.span(typeNode));
  return docType(php, php.span(n), tag);
}

/** A type that leaves to a comment what is held, or what it is. */
const saysNoMore = /^(?:\??(?:array|iterable|object|mixed|\\?(?:\w+\\)*\w*Collection))?$/;

function written(type: string | undefined): { written?: string } {
  return type === undefined ? {} : { written: type };
}

function capturedNames(php: PhpLowering, n: number): Set<string> {
  const clause = php.childOfKind(n, 'anonymous_function_use_clause');
  const names = new Set<string>();
  for (const child of php.named(clause))
    names.add(php.slice(php.kind(child) === 'by_ref' ? php.firstNamed(child) : child));
  return names;
}

function lowerParameters(
  php: PhpLowering,
  list: number,
  owner: ClassIr | undefined,
  promoted: Stmt[],
): Parameter[] {
  const found: Parameter[] = [];
  for (const child of php.named(list)) {
    const nameNode = php.field(child, 'name');
    if (isNone(nameNode)) continue;
    const name = php.slice(nameNode).replace(/^&/, '');
    php.declare(name);
    const typeNode = php.field(child, 'type');
    const value = php.field(child, 'default_value');
    const span = php.span(nameNode);
    const parameter: Parameter = {
      target: { k: 'name', name, ...span },
      name: name.slice(1),
      kind: php.kind(child) === 'variadic_parameter' ? 'rest' : 'plain',
      otherwise: isNone(value) ? undefined : php.expression(value),
      type: isNone(typeNode) ? undefined : php.declaredType(typeNode),
      decorators: attributesOf(php, child),
    };
    if (isNode(php.field(child, 'reference_modifier'))) parameter.reference = true;
    if (isNode(typeNode)) parameter.written = php.typeWritten(php.slice(typeNode), php.span(typeNode));
    found.push(parameter);
    if (isNode(typeNode) && isNumeric.test(php.slice(typeNode))) promoted.push(counted(name, span));
    if (php.kind(child) !== 'property_promotion_parameter' || !owner) continue;
    owner.fields.push({
      name: name.slice(1),
      value: undefined,
      type: parameter.type,
      span,
      ...written(parameter.written),
    });
    promoted.push({
      k: 'expr',
      value: {
        k: 'assign',
        target: {
          k: 'member',
          object: { k: 'name', name: '$this', ...span },
          property: name.slice(1),
          ...span,
        },
        value: { k: 'name', name, ...span },
        ...span,
      },
      ...span,
    });
  }
  return found;
}

/** What is passed as a number is one, or the call fails. */
function counted(name: string, span: Span): Stmt {
  const left: Expr = { k: 'name', name, ...span };
  const value: Expr = { k: 'binary', op: '-', left, right: { k: 'const', value: 0, ...span }, ...span };
  return { k: 'expr', value: { k: 'assign', target: { k: 'name', name, ...span }, value, ...span }, ...span };
}

const isNumeric = /^\??(?:int|float)$/i;

function attributesOf(php: PhpLowering, n: number): Expr[] {
  const list = php.childOfKind(n, 'attribute_list');
  if (isNone(list)) return [];
  return php.named(list).flatMap((group) =>
    php.named(group).flatMap((attribute): Expr[] => {
      const name = php.firstNamed(attribute);
      if (isNone(name)) return [];
      const args: Argument[] = lowerArguments(php, php.field(attribute, 'parameters'));
      return [{ k: 'call', callee: php.scope(name), args, isNew: false, ...php.span(attribute) }];
    }),
  );
}
