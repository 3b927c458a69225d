import type { ClassIr, Expr, FunctionIr, Parameter, Stmt } from '../../ir/ir.ts';
import { isNode, isNone } from '../shared/tree-reader.ts';
import type { PythonLowering } from './lowering.ts';
import { lowerTarget } from './targets.ts';

export function lowerDecorated(python: PythonLowering, n: number, into: Stmt[]): void {
  const decorators = python
    .named(n)
    .filter((child) => python.kind(child) === 'decorator')
    .map((child) => python.expression(python.firstNamed(child)));
  const definition = python.field(n, 'definition');
  if (isNone(definition)) return;
  if (python.kind(definition) === 'class_definition')
    into.push({ k: 'class', definition: lowerClass(python, definition, decorators), ...python.span(n) });
  else into.push({ k: 'function', fn: lowerFunction(python, definition, decorators), ...python.span(n) });
}

export function lowerFunction(python: PythonLowering, n: number, decorators: Expr[]): FunctionIr {
  const nameNode = python.field(n, 'name');
  const name = isNone(nameNode) ? '' : python.slice(nameNode);
  const className = python.className;
  if (className === undefined) python.declare(name);
  python.className = undefined;
  const isStatic = decorators.some(
    (decorator) => decorator.k === 'name' && decorator.name === 'staticmethod',
  );
  const details = { name, decorators, className, isStatic, ownsThis: true, exported: !python.inFunction() };
  const fn = python.functionIr(n, nameNode, details, () => ({
    parameters: lowerParameters(python, python.field(n, 'parameters')),
    body: python.block(python.field(n, 'body')),
  }));
  python.className = className;
  const result = python.field(n, 'return_type');
  if (isNode(result)) fn.gives = python.slice(result);
  if (opensBlock(decorators)) return { ...fn, yieldsOnce: true };
  return className !== undefined && isLeftToSubclasses(fn) ? { ...fn, isAbstract: true } : fn;
}

/** `@contextlib.contextmanager`: what the function yields is what `with` opens. */
function opensBlock(decorators: readonly Expr[]): boolean {
  return decorators.some((decorator) => {
    const name = decorator.k === 'member' ? decorator.property : decorator.k === 'name' ? decorator.name : '';
    return name === 'contextmanager' || name === 'asynccontextmanager';
  });
}

/** `raise NotImplementedError`, and nothing else but what the method is for; or nothing at all where it is said to be abstract. */
function isLeftToSubclasses({ body, decorators }: FunctionIr): boolean {
  const done = isText(body[0]) ? body.slice(1) : body;
  if (decorators.some(isAbstractMark) && done.every(doesNothing)) return true;
  const [only, more] = done;
  if (only?.k !== 'throw' || more || !only.value) return false;
  const raised = only.value.k === 'call' ? only.value.callee : only.value;
  return raised.k === 'name' && raised.name === 'NotImplementedError';
}

function isAbstractMark(decorator: Expr): boolean {
  const name = decorator.k === 'member' ? decorator.property : decorator.k === 'name' ? decorator.name : '';
  return name === 'abstractmethod';
}

/** `pass` is gone by now, and `...` is no value. */
function doesNothing(statement: Stmt): boolean {
  return statement.k === 'expr' && statement.value.k === 'unknown' && statement.value.parts.length === 0;
}

function isText(statement: Stmt | undefined): boolean {
  return statement?.k === 'expr' && statement.value.k === 'const';
}

function lowerParameters(python: PythonLowering, n: number): Parameter[] {
  if (isNone(n)) return [];
  const parameters: Parameter[] = [];
  for (const child of python.named(n)) {
    const kind = python.kind(child);
    let nameNode = child;
    let otherwise: Expr | undefined;
    let type: Expr | undefined;
    if (kind === 'default_parameter' || kind === 'typed_default_parameter') {
      nameNode = python.field(child, 'name');
      otherwise = python.expression(python.field(child, 'value'));
    } else if (kind === 'typed_parameter') nameNode = python.firstNamed(child);
    if (kind === 'typed_parameter' || kind === 'typed_default_parameter')
      type = python.expression(python.field(child, 'type'));
    const nameKind = isNone(nameNode) ? '' : python.kind(nameNode);
    let parameterKind: Parameter['kind'] = 'plain';
    if (nameKind === 'list_splat_pattern') parameterKind = 'rest';
    else if (nameKind === 'dictionary_splat_pattern') parameterKind = 'keywords';
    else if (nameKind !== 'identifier' && nameKind !== 'tuple_pattern') continue;
    const target =
      nameKind === 'dictionary_splat_pattern'
        ? lowerTarget(python, python.firstNamed(nameNode))
        : lowerTarget(python, nameNode);
    python.declareTarget(target);
    const name = target.k === 'name' ? target.name : '';
    const parameter: Parameter = { target, name, kind: parameterKind, otherwise, type, decorators: [] };
    if (type) parameter.written = python.slice(python.field(child, 'type'));
    parameters.push(parameter);
  }
  return parameters;
}

export function lowerClass(python: PythonLowering, n: number, decorators: Expr[]): ClassIr {
  const nameNode = python.field(n, 'name');
  const name = isNone(nameNode) ? '' : python.slice(nameNode);
  if (python.className === undefined) python.declare(name);
  const definition = python.emptyClass(n, nameNode, name);
  definition.decorators = decorators;
  const bases = python.field(n, 'superclasses');
  if (isNode(bases))
    for (const base of python.named(bases))
      if (python.kind(base) !== 'keyword_argument') definition.bases.push(python.expression(base));
  if (definition.bases.some((base) => isEnumeration(base, python.text))) definition.isClosed = true;
  const outer = python.className;
  python.className = name;
  const body = python.block(python.field(n, 'body'));
  python.className = outer;
  for (const statement of body) {
    if (statement.k === 'function') definition.methods.push(statement.fn);
    else if (
      statement.k === 'expr' &&
      statement.value.k === 'assign' &&
      statement.value.target.k === 'name'
    ) {
      const { target, value } = statement.value;
      const typed = value.k === 'unknown' && value.parts.length === 0 ? undefined : value;
      const { type } = target;
      const written = type && python.text.slice(type.start, type.end);
      const field = { name: target.name, value: typed, type, span: statement.value };
      definition.fields.push(written === undefined ? field : { ...field, written });
    } else if (!markMethod(definition, statement)) definition.body.push(statement);
  }
  return definition;
}

/** `Enum` and its kinds of the standard library, where the file imports them and has no class of its own that is called so. */
function isEnumeration(base: Expr, text: string): boolean {
  const name = base.k === 'member' ? base.property : base.k === 'name' ? base.name : '';
  if (!/^(?:Str|Int)?(?:Enum|Flag)$/.test(name)) return false;
  return /^[ \t]*(?:from enum import|import enum\b)/m.test(text) && !text.includes(`class ${name}`);
}

/** `method.exposed = True` marks a method as a decorator `exposed` would. */
function markMethod({ methods }: ClassIr, statement: Stmt): boolean {
  if (statement.k !== 'expr' || statement.value.k !== 'assign') return false;
  const { target, value } = statement.value;
  if (target.k !== 'member' || target.object.k !== 'name' || value.k !== 'const' || value.value !== true)
    return false;
  const { name } = target.object;
  const method = methods.find((each) => each.name === name);
  const { start, end } = target;
  method?.decorators.push({ k: 'name', name: target.property, start, end });
  return method !== undefined;
}

export function lowerLambda(python: PythonLowering, n: number): Expr {
  const fn = python.functionIr(
    n,
    -1,
    {
      name: '',
      decorators: [],
      className: python.className,
      isStatic: false,
      ownsThis: false,
      exported: false,
    },
    () => {
      const parameters = lowerParameters(python, python.field(n, 'parameters'));
      const body = python.field(n, 'body');
      return { parameters, body: [{ k: 'return', value: python.expression(body), ...python.span(body) }] };
    },
  );
  return { k: 'function', fn, ...python.span(n) };
}
