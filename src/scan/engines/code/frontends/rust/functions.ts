import type { ClassIr, Expr, FunctionIr, Parameter, Stmt } from '../../ir/ir.ts';
import { useLastValue } from '../shared/tail-value.ts';
import { isNone, noNode } from '../shared/tree-reader.ts';
import { numbersIn } from './declared-types.ts';
import type { RustLowering } from './lowering.ts';
import { lowerPattern } from './patterns.ts';

export function lowerFunction(low: RustLowering, n: number): FunctionIr {
  const nameNode = low.field(n, 'name');
  const name = low.slice(nameNode);
  const className = low.typeName;
  const list = low.field(n, 'parameters');
  const isStatic = isNone(list) || isNone(low.childOfKind(list, 'self_parameter'));
  if (className === undefined) low.declare(name);
  const route = low.attributes.some((attribute) => routes.test(attribute));
  low.attributes = [];
  const details = { name, decorators: [], className, isStatic, ownsThis: true, exported: true };
  return low.functionIr(n, nameNode, details, () => {
    const parameters = parametersOf(low, list, route);
    const body = returning(low.bodyOf(low.field(n, 'body')));
    return { parameters, body: [...asNumbers(low, parameters), ...body] };
  });
}

/** A number cannot be a text that does harm, but it can be too large. */
function asNumbers(low: RustLowering, parameters: readonly Parameter[]): Stmt[] {
  return parameters.flatMap((parameter) => {
    const { target, written = '' } = parameter;
    const names = numbersIn(target, written);
    // That its type is harmless would say too much.
    if (target.k === 'name' && names.length > 0) delete parameter.written;
    return names.map((name): Stmt => {
      const { start, end } = target;
      const variable = { k: 'name', name, start, end } as const;
      return {
        k: 'expr',
        value: { k: 'assign', target: variable, value: low.asNumber(variable), start, end },
        start,
        end,
      };
    });
  });
}

export function lowerClosure(low: RustLowering, n: number): FunctionIr {
  const details = {
    name: '',
    decorators: [],
    className: low.typeName,
    isStatic: false,
    ownsThis: false,
    exported: false,
  };
  return low.functionIr(n, noNode, details, () => {
    const parameters = parametersOf(low, low.field(n, 'parameters'), false);
    const body = low.field(n, 'body');
    const statements: Stmt[] = [];
    if (low.kind(body) === 'block') statements.push(...low.block(body));
    else low.statement(body, statements);
    return { parameters, body: returning(statements) };
  });
}

function returning(body: Stmt[]): Stmt[] {
  return useLastValue(body, (value) => ({ k: 'return', value, start: value.start, end: value.end }));
}

function parametersOf(low: RustLowering, list: number, isRoute: boolean): Parameter[] {
  const parameters: Parameter[] = [];
  for (const child of low.named(list)) {
    const kind = low.kind(child);
    if (kind === 'self_parameter' || kind === 'attribute_item') continue;
    const pattern = kind === 'parameter' ? low.field(child, 'pattern') : child;
    const type = kind === 'parameter' ? low.field(child, 'type') : noNode;
    const written = isNone(type) ? undefined : low.slice(type);
    const target = lowerPattern(low, pattern);
    parameters.push({
      target,
      name: target.k === 'name' ? target.name : '',
      kind: 'plain',
      otherwise: undefined,
      type: isNone(type) ? undefined : low.expression(type),
      decorators: isNone(type) ? [] : extractors(low, type, isRoute),
      ...(written !== undefined && { written }),
    });
  }
  return parameters;
}

/** Frameworks fill parameters of certain types from the request; those of a route are parts of its URL. */
function extractors(low: RustLowering, type: number, isRoute: boolean): Expr[] {
  const text = low.slice(type);
  const extractor =
    /(?:^|::)(Query|Path|Form|Json|Multipart|RawQuery|RawForm|TypedHeader|OptionalQuery)</.exec(text)?.[1] ??
    /^(?:\w+::)*(Multipart|RawQuery|RawForm|OriginalUri|CookieJar)$|^web::(Bytes|BytesMut|Payload)$/.exec(
      text,
    )?.[0];
  const isPart = isRoute && /^(?:&?\s*'?\w*\s*str|String|Option<String>|PathBuf|Vec<u8>|Bytes)$/.test(text);
  const isPlainNumber = /<\s*\(?(?:[iu](?:8|16|32|64|128|size)|Uuid|bool|f32|f64)\s*(?:,\s*)?\)?\s*>$/.test(
    text,
  );
  if ((!extractor && !isPart) || isPlainNumber) return [];
  const span = low.span(type);
  return [
    {
      k: 'member',
      object: { k: 'name', name: '@extract', ...span },
      property: extractor ?? 'Route',
      ...span,
    },
  ];
}

/** Methods of a type from any of its implementations. */
export function addImplementation(low: RustLowering, n: number): ClassIr | undefined {
  const typeNode = low.field(n, 'type');
  const [name = ''] = /^\w+/.exec(low.slice(typeNode)) ?? [];
  const definition = low.types.get(name);
  const outer = low.typeName;
  low.typeName = name;
  const body = low.field(n, 'body');
  const methods: FunctionIr[] = [];
  for (const statement of isNone(body) ? [] : low.block(body))
    if (statement.k === 'function') methods.push(statement.fn);
  low.typeName = outer;
  if (definition) {
    definition.methods.push(...methods);
    return undefined;
  }
  const made = low.emptyClass(n, typeNode, name);
  made.methods.push(...methods);
  low.types.set(name, made);
  return made;
}

const routes = /^#!?\[\s*(?:\w+::)*(?:get|post|put|delete|patch|head|options|route)\s*\(/;
