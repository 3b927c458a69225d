import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import { classesNamed, maxTypeLength } from '../../domain/types/written-type.ts';
import type { Expr, FunctionIr, ModuleIr, Parameter, Span, Stmt, Target } from '../../ir/ir.ts';
import { Lowering } from './lowering.ts';
import { noTarget } from './no-target.ts';
import { binaryExpression } from './plain-nodes.ts';
import { isNode, isNone, noNode } from './tree-reader.ts';

/** A class whose body is being lowered, with the members that may be named without `this`. */
interface OpenClass {
  readonly name: string;
  readonly fields: ReadonlySet<string>;
  readonly methods: ReadonlySet<string>;
}

/**
 * What lowerings of Java, C# and Kotlin have in common: members are used without naming the object, and types are known by their simple
 * name, which is how rules name them too (packages move, wildcard imports hide them, and simple names of libraries hardly ever clash).
 */
export abstract class ClassLowering extends Lowering {
  readonly #locals: Array<Map<string, Expr | undefined>> = [];
  readonly #classes: OpenClass[] = [];
  readonly #types = new Map<string, readonly string[]>();
  readonly #declaredTypes = new Set<string>();
  readonly selfName: string;

  constructor(tree: FlatTree, text: string, selfName: string) {
    super(tree, text);
    this.selfName = selfName;
  }

  override module(): ModuleIr {
    const module = super.module();
    const bindings = [...this.#types]
      .filter(([local]) => !this.#declaredTypes.has(local))
      .map(([local, path]) => ({ local, path }));
    for (const { local } of bindings) module.locals.add(local);
    for (const name of this.#declaredTypes) module.locals.add(name);
    for (const { local, path } of bindings)
      module.body.unshift({
        k: 'import',
        module: path.join('.'),
        bindings: [{ local, path }],
        start: 0,
        end: 0,
      });
    return module;
  }

  override declare(name: string): void {
    super.declare(name);
    this.#locals.at(-1)?.set(name, undefined);
  }

  protected override enterFunction(): void {
    this.#locals.push(new Map());
  }

  protected override leaveFunction(): void {
    this.#locals.pop();
  }

  get className(): string | undefined {
    return this.#classes.at(-1)?.name;
  }

  /** An imported name that stands for something else than a type of that name, such as a static member. */
  bind(local: string, path: readonly string[]): void {
    this.#types.set(local, path);
  }

  isLocal(name: string): boolean {
    return this.#locals.some((scope) => scope.has(name));
  }

  isBound(name: string): boolean {
    return this.#types.has(name) || this.#declaredTypes.has(name);
  }

  inClass<T>(open: OpenClass, work: () => T): T {
    this.#classes.push(open);
    const result = work();
    this.#classes.pop();
    return result;
  }

  declareType(name: string): void {
    this.#declaredTypes.add(name);
  }

  /** A type by its simple name. */
  type(name: string, span: Span): Expr {
    if (name !== '' && !this.#declaredTypes.has(name) && !this.#types.has(name))
      this.#types.set(name, [name]);
    return { k: 'name', name, ...span };
  }

  /** A type as it is written, with the classes that it names by their simple names. */
  writtenType(node: number): string {
    const text = this.slice(node);
    if (text.length > maxTypeLength) return text;
    const written = text.replace(/\b[\w$]+(?:\.[\w$]+)*\.(?=[A-Z])/g, '');
    for (const name of classesNamed(written)) this.type(name, this.span(node));
    return written;
  }

  /** A plain name where a value is wanted: a variable, a member of an enclosing class, or a type. */
  reference(name: string, span: Span): Expr {
    if (this.isLocal(name)) return { k: 'name', name, ...span };
    const field = this.#member(name, 'fields', span);
    if (field) return field;
    return isTypeName(name) ? this.type(name, span) : { k: 'name', name, ...span };
  }

  /** A plain name that is called: a function value, a method of an enclosing class, or one that is inherited. */
  calledReference(name: string, span: Span): Expr {
    if (this.isLocal(name) || this.isBound(name)) return { k: 'name', name, ...span };
    const method = this.#member(name, 'methods', span);
    if (method) return method;
    if (this.#classes.length === 0 || this.isModuleFunction(name)) return { k: 'name', name, ...span };
    return { k: 'member', object: { k: 'name', name: this.selfName, ...span }, property: name, ...span };
  }

  /** A method of an enclosing class that is named and not called. */
  methodReference(name: string, span: Span): Expr | undefined {
    return this.isLocal(name) ? undefined : this.#member(name, 'methods', span);
  }

  /** A function that stands next to the classes of the file. */
  isModuleFunction(_name: string): boolean {
    return false;
  }

  #member(name: string, kind: 'fields' | 'methods', span: Span): Expr | undefined {
    for (let i = this.#classes.length - 1; i >= 0; i--) {
      const open = this.#classes[i]!;
      if (!open[kind].has(name)) continue;
      const isOwn = i === this.#classes.length - 1;
      const object: Expr = { k: 'name', name: isOwn ? this.selfName : open.name, ...span };
      return { k: 'member', object, property: name, ...span };
    }
    return undefined;
  }

  /** `+` and `equals` have many spellings; they are the same to the analysis. */
  binary(op: string, left: Expr, right: Expr, span: Span): Expr {
    if (op === '&&' || op === '||')
      return { k: 'logic', op: op === '&&' ? 'and' : 'or', left, right, ...span };
    if (op === '??' || op === '?:') return { k: 'logic', op: 'nullish', left, right, ...span };
    return { k: 'binary', op: comparisons.get(op) ?? op, left, right, ...span };
  }

  binaryExpression(n: number): Expr {
    return binaryExpression(this, n, (op, left, right, span) => this.binary(op, left, right, span));
  }

  /** A text builder is made empty and filled, so that what it starts with counts as text. */
  construction(type: Expr, args: ReadonlyArray<{ value: Expr; name?: string }>, span: Span): Expr {
    const made: Expr = { k: 'call', callee: type, args: [...args], isNew: true, ...span };
    if (type.k !== 'name' || args.length !== 1) return made;
    const first = args[0]!.value;
    if (lists.has(type.name) || maps.has(type.name)) return collectionFrom(made, type.name, first, span);
    if (!builders.has(type.name)) return made;
    return {
      k: 'call',
      callee: { k: 'member', object: { ...made, args: [] }, property: 'append', ...span },
      args: [...args],
      isNew: false,
      ...span,
    };
  }

  /** `String.join(separator, a, b)` and `String.join(separator, list)`. */
  joined(args: ReadonlyArray<{ value: Expr }>, span: Span): Expr | undefined {
    const [separator, first, ...rest] = args;
    if (!separator || !first) return undefined;
    const isList = rest.length === 0 && first.value.k !== 'const' && first.value.k !== 'template';
    const list: Expr = isList
      ? first.value
      : {
          k: 'list',
          items: [first, ...rest].map(({ value }) => ({ value, spread: false })),
          isSet: false,
          ...span,
        };
    const callee: Expr = { k: 'member', object: list, property: 'joinItems', ...span };
    return { k: 'call', callee, args: [separator], isNew: false, ...span };
  }

  /** Whether a parameter of this type is a builder, a collection or a setting, which the function may fill for its caller. */
  isFillable(type: Expr | undefined): boolean {
    return type?.k === 'name' && fillable.test(type.name);
  }

  /** `List.of(…)`, `Map.of(…)` and their like are literals. */
  collection(
    owner: string,
    name: string,
    args: ReadonlyArray<{ value: Expr }>,
    span: Span,
  ): Expr | undefined {
    const kind = literalMakers.get(`${owner}.${name}`);
    if (kind === 'list')
      return {
        k: 'list',
        items: args.map(({ value }) => ({ value, spread: false })),
        isSet: false,
        ...span,
      };
    if (kind !== 'map' || args.length % 2) return undefined;
    const entries = args.flatMap(({ value: key }, i) => (i % 2 ? [] : [{ key, value: args[i + 1]!.value }]));
    return { k: 'map', entries, ...span };
  }

  /** A block in braces, or a single statement. */
  blockOrStatement(n: number): Stmt[] {
    if (isNone(n)) return [];
    if (this.kind(n) === 'block') return this.block(n);
    const into: Stmt[] = [];
    this.statement(n, into);
    return into;
  }

  /** A variable that is declared here; -1 for a type that is not written down. */
  declared(nameNode: number, typeNode: number): Target {
    if (isNone(nameNode)) return noTarget;
    const name = this.slice(nameNode);
    this.declare(name);
    const target: Target = { k: 'name', name, ...this.span(nameNode) };
    if (isNode(typeNode)) {
      target.type = this.expression(typeNode);
      target.written = this.writtenType(typeNode);
      this.#locals.at(-1)?.set(name, target.type);
    }
    return target;
  }

  /** `variable = value` behind `Type variable;`: the type that was declared still holds. */
  withDeclaredType(expr: Expr): Expr {
    if (expr.k !== 'assign' || expr.op || expr.target.k !== 'name') return expr;
    const { target } = expr;
    const scope = this.#locals.findLast((names) => names.has(target.name));
    const type = scope?.get(target.name);
    return type ? { ...expr, target: { ...target, type } } : expr;
  }

  plainParameter(target: Target, type?: Expr, decorators: Expr[] = []): Parameter {
    const name = target.k === 'name' ? target.name : '';
    const reference = this.isFillable(type);
    return { target, name, kind: 'plain', otherwise: undefined, type, decorators, reference };
  }

  lambdaIr(n: number, lower: () => { parameters: Parameter[]; body: Stmt[] }): FunctionIr {
    const details = { name: '', decorators: [], isStatic: false, ownsThis: false, exported: false };
    return this.functionIr(n, noNode, { ...details, className: this.className }, lower);
  }

  increment(target: Expr, op: string, span: Span): Expr {
    if (target.k !== 'name' && target.k !== 'member' && target.k !== 'index')
      return { k: 'unknown', parts: [target], ...span };
    return {
      k: 'assign',
      target,
      op: op.startsWith('-') ? '-' : '+',
      value: { k: 'const', value: 1, ...span },
      ...span,
    };
  }
}

/** `new ArrayList<>(other)` copies; a number is only how much room there is to be. */
function collectionFrom(made: Expr & { k: 'call' }, type: string, first: Expr, span: Span): Expr {
  const isSize =
    (first.k === 'const' && typeof first.value === 'number') ||
    (first.k === 'call' && first.callee.k === 'member' && /^(?:size|length)$/.test(first.callee.property)) ||
    (first.k === 'member' && first.property === 'length') ||
    first.k === 'binary';
  if (isSize) return { ...made, args: [] };
  if (maps.has(type)) return { k: 'map', entries: [{ key: undefined, value: first }], ...span };
  return { k: 'list', items: [{ value: first, spread: true }], isSet: false, ...span };
}

function isTypeName(name: string): boolean {
  return /^[A-Z]/.test(name) && !/^[A-Z0-9_$]{3,}$/.test(name);
}

const comparisons = new Map([
  ['===', '=='],
  ['!==', '!='],
]);
const literalMakers = new Map<string, 'list' | 'map'>([
  ...['List', 'Set', 'Stream', 'ImmutableList', 'ImmutableSet', 'EnumSet'].map(
    (owner) => [`${owner}.of`, 'list'] as const,
  ),
  ['Arrays.asList', 'list'],
  ['Arrays.stream', 'list'],
  ['Lists.newArrayList', 'list'],
  ['Sets.newHashSet', 'list'],
  ['Collections.singletonList', 'list'],
  ['Collections.singleton', 'list'],
  ['Map.of', 'map'],
  ['ImmutableMap.of', 'map'],
]);
const lists = new Set(
  'ArrayList LinkedList Vector ArrayDeque HashSet LinkedHashSet CopyOnWriteArrayList'.split(' '),
);
const maps = new Set(['HashMap', 'LinkedHashMap', 'ConcurrentHashMap', 'Hashtable']);
const fillable =
  /^(?:String(?:Builder|Buffer)|Array|Properties|(?:\w*(?:List|Map|Set|Deque|Queue|Dictionary))|Vector|Stack|I?Collection|Hashtable|\w*Factory|Cookie|XMLReader|SAXReader|SAXBuilder)$/;
const builders = new Set(['StringBuilder', 'StringBuffer']);
