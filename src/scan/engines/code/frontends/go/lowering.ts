import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { ClassIr, Expr, Span, Stmt } from '../../ir/ir.ts';
import { Lowering } from '../shared/lowering.ts';
import { packageOfFile } from './imports.ts';

export class GoLowering extends Lowering {
  /** A function or type of another file of the package is used. */
  usesPackage = false;
  /** The first package that is imported with a dot, by the name that it has here. */
  openPackage: string | undefined;
  readonly #declared: Array<Set<string>> = [new Set()];
  readonly #results: string[][] = [];
  /** Flags that say whether something is a key of a map: what they stand for. */
  readonly #tests = new Map<string, Expr>();

  /** What is at the top of a file, in an order of its own. */
  readonly #lowerFile: (go: GoLowering) => Stmt[];

  constructor(tree: FlatTree, text: string, lowerFile: (go: GoLowering) => Stmt[]) {
    super(tree, text);
    this.#lowerFile = lowerFile;
  }

  override block(node: number): Stmt[] {
    // The whole file is lowered in an order of its own.
    return node === 0 ? this.#file() : super.block(node);
  }

  #file(): Stmt[] {
    const body = this.#lowerFile(this);
    if (!this.usesPackage) return body;
    super.declare(packageOfFile);
    const bindings = [{ local: packageOfFile, path: [packageOfFile] }];
    return [{ k: 'import', module: packageOfFile, bindings, start: 0, end: 0 }, ...body];
  }

  override declare(name: string): void {
    super.declare(name);
    this.#declared.at(-1)!.add(name);
  }

  isDeclared(name: string): boolean {
    return this.#declared.some((names) => names.has(name));
  }

  /** A variable or a parameter of the functions around. */
  isLocal(name: string): boolean {
    return this.#declared.some((names, depth) => depth > 0 && names.has(name));
  }

  protected override enterFunction(): void {
    this.#declared.push(new Set());
  }

  protected override leaveFunction(): void {
    this.#declared.pop();
  }

  emptyClassIr(node: number, name: string): ClassIr {
    return this.emptyClass(node, this.field(node, 'name'), name);
  }

  /** The statements of a block are in a list of their own. */
  bodyOf(node: number): number {
    return this.childOfKind(node, 'statement_list');
  }

  /** The expressions of a list, or the one that is there instead. */
  listed(node: number): number[] {
    return this.kind(node) === 'expression_list' ? this.named(node) : [node];
  }

  /** A type that values can be known by; none for lists, maps, functions and the predeclared ones. */
  type(node: number): Expr | undefined {
    switch (this.kind(node)) {
      case 'pointer_type':
      case 'parenthesized_type':
        return this.type(this.firstNamed(node));
      case 'generic_type':
        return this.type(this.field(node, 'type'));
      case 'qualified_type': {
        const [owner, name] = this.named(node);
        if (owner === undefined || name === undefined) return undefined;
        const object: Expr = { k: 'name', name: this.slice(owner), ...this.span(owner) };
        return { k: 'member', object, property: this.slice(name), ...this.span(node) };
      }
      case 'type_identifier': {
        const name = this.slice(node);
        return plainTypes.has(name) ? undefined : this.elsewhere(name, this.span(node));
      }
      default:
        return undefined;
    }
  }

  /** A name that the file does not declare belongs to another file of the package. */
  elsewhere(name: string, span: Span): Expr {
    if (this.isDeclared(name) || predeclared.has(name)) return { k: 'name', name, ...span };
    this.usesPackage = true;
    const owner = this.openPackage !== undefined && /^[A-Z]/.test(name) ? this.openPackage : packageOfFile;
    return { k: 'member', object: { k: 'name', name: owner, ...span }, property: name, ...span };
  }

  /** A test in which flags are replaced by what they stand for. */
  condition(node: number): Expr {
    return this.#tests.size === 0 ? this.expression(node) : this.#replaced(this.expression(node));
  }

  #replaced(expr: Expr): Expr {
    if (expr.k === 'name') return this.#tests.get(expr.name) ?? expr;
    if (expr.k === 'unary') return { ...expr, value: this.#replaced(expr.value) };
    if (expr.k === 'logic')
      return { ...expr, left: this.#replaced(expr.left), right: this.#replaced(expr.right) };
    return expr;
  }

  remember(flag: string, test: Expr): void {
    this.#tests.set(flag, test);
  }

  forget(flag: string): void {
    this.#tests.delete(flag);
  }

  /** The named results of the function at hand, which a bare `return` gives. */
  results(): readonly string[] {
    return this.#results.at(-1) ?? [];
  }

  withResults(names: string[], lower: () => Stmt[]): Stmt[] {
    this.#results.push(names);
    const body = lower();
    this.#results.pop();
    return body;
  }
}

const plainTypes = new Set(
  `string int int8 int16 int32 int64 uint uint8 uint16 uint32 uint64 uintptr byte rune float32 float64 bool error any comparable`.split(
    ' ',
  ),
);

const predeclared = new Set(
  `append cap clear close complex copy delete imag len make max min new panic print println real recover string int int8 int16 int32
  int64 uint uint8 uint16 uint32 uint64 uintptr byte rune float32 float64 bool error any true false nil iota`.split(
    /\s+/,
  ),
);
