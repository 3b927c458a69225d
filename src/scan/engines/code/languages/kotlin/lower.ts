import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import { ClassLowering } from '../../core/class-lowering.ts';
import type {
  Argument,
  Expr,
  FunctionIr,
  Handler,
  ModuleIr,
  Parameter,
  Span,
  Stmt,
  Target,
} from '../../core/ir.ts';
import { lowerClass } from './classes.ts';
import { appendedBy, scopeFunction } from './scope-functions.ts';
import { lowerText } from './texts.ts';

/** Kotlin's syntax tree to the intermediate form; the models and rules are those of Java. */
export function lowerKotlin(tree: FlatTree, text: string): ModuleIr {
  return new KotlinLowering(tree, text).module();
}

export class KotlinLowering extends ClassLowering {
  /** Functions that are called on a value although they stand beside its class. */
  readonly #extensions: ReadonlySet<string>;
  #inExtension = false;

  constructor(tree: FlatTree, text: string) {
    super(tree, text, 'this');
    this.#extensions = new Set(
      [...text.matchAll(/\bfun\s+(?:<[^>]*>\s*)?[\w.<>?]+\.(\w+)\s*\(/g)].map(([, name]) => name!),
    );
    const inner = (n: number) => this.expression(this.firstNamed(n));
    const self = (n: number): Expr => ({
      k: 'name',
      name: this.#inExtension ? receiverName : 'this',
      ...this.span(n),
    });
    const text_ = (n: number) => lowerText(this, n);
    const wrapped = (n: number, into: Stmt[]) => into.push(...this.block(n));
    this.handle(
      {
        identifier: (n) => this.#identifier(n),
        this_expression: self,
        super_expression: (n) => ({ k: 'name', name: 'super', ...this.span(n) }),
        user_type: (n) => this.type(this.slice(this.lastIdentifier(n)), this.span(n)),
        nullable_type: inner,
        constructor_invocation: inner,
        delegation_specifier: inner,
        string_literal: text_,
        multiline_string_literal: text_,
        character_literal: (n) => ({ k: 'const', value: this.slice(n).slice(1, -1), ...this.span(n) }),
        number_literal: (n) => ({
          k: 'const',
          value: Number(this.slice(n).replace(/_|[uULfF]+$/g, '')),
          ...this.span(n),
        }),
        float_literal: (n) => ({
          k: 'const',
          value: Number(this.slice(n).replace(/_|[fF]$/g, '')),
          ...this.span(n),
        }),
        navigation_expression: (n) => {
          const [object, property] = this.named(n);
          if (object === undefined || property === undefined) return this.unknown(n);
          if (this.#isQualifiedType(n)) return this.type(this.slice(property), this.span(n));
          return {
            k: 'member',
            object: this.expression(object),
            property: this.slice(property),
            ...this.span(n),
          };
        },
        index_expression: (n) => {
          const [object, index] = this.named(n);
          return {
            k: 'index',
            object: this.expression(object ?? -1),
            index: this.expression(index ?? -1),
            ...this.span(n),
          };
        },
        call_expression: (n) => this.#call(n),
        unary_expression: (n) => {
          const value = this.expression(this.field(n, 'argument'));
          const text = this.slice(n);
          if (/^(?:\+\+|--)|(?:\+\+|--)$/.test(text))
            return this.increment(value, text.slice(-1), this.span(n));
          if (this.#hoisted.has(n)) return value;
          return text.startsWith('!') || text.startsWith('-')
            ? { k: 'unary', op: text[0]!, value, ...this.span(n) }
            : value;
        },
        binary_expression: (n) => {
          const operator = this.field(n, 'operator');
          const op = operator < 0 ? '+' : this.slice(operator);
          const generic = op === '>' ? this.#genericCall(n) : undefined;
          if (generic) return generic;
          // Behind `?: return` the value is there.
          const right = this.field(n, 'right');
          if (op === '?:' && right >= 0 && /^(?:return|throw)_expression$/.test(this.kind(right)))
            return this.expression(this.field(n, 'left'));
          const left = this.expression(this.field(n, 'left'));
          return this.binary(op, left, this.expression(this.field(n, 'right')), this.span(n));
        },
        infix_expression: (n) => this.#infix(n),
        in_expression: (n) => {
          const [left, right] = [this.field(n, 'left'), this.field(n, 'right')];
          const isNegated = this.text.slice(this.end(left), this.start(right)).includes('!');
          const value = { left: this.expression(left), right: this.expression(right) };
          return { k: 'binary', op: isNegated ? 'not in' : 'in', ...value, ...this.span(n) };
        },
        return_expression: (n) => ({ k: 'unknown', parts: [], ...this.span(n) }),
        throw_expression: (n) => ({ k: 'unknown', parts: [], ...this.span(n) }),
        as_expression: (n) => this.expression(this.field(n, 'left')),
        parenthesized_expression: inner,
        annotated_lambda: (n) => this.expression(this.named(n).at(-1) ?? -1),
        labeled_expression: (n) => this.expression(this.named(n).at(-1) ?? -1),
        lambda_literal: (n) => this.#lambda(n),
        anonymous_function: (n) => ({ k: 'function', fn: this.function(n, '', false), ...this.span(n) }),
        if_expression: (n) => this.#ifValue(n),
        when_expression: (n) => this.#whenValue(n),
        try_expression: (n) => this.#lastOf(this.childOfKind(n, 'block')),
        object_literal: (n) => {
          const definition = lowerClass(this, n, [], true);
          const callee: Expr = { k: 'class', definition, ...this.span(n) };
          return { k: 'call', callee, args: [], isNew: true, ...this.span(n) };
        },
        annotation: (n) => this.#annotation(n),
      },
      {
        package_header: () => {},
        import: () => {},
        class_declaration: (n, into) => void lowerClass(this, n, into, false),
        object_declaration: (n, into) => void lowerClass(this, n, into, false),
        function_declaration: (n, into) => {
          const name = this.slice(this.field(n, 'name'));
          if (this.inFunction() || this.className === undefined) this.declare(name);
          into.push({ k: 'function', fn: this.function(n, name, false), ...this.span(n) });
        },
        property_declaration: (n, into) => this.#property(n, into),
        statements: wrapped,
        block: (n, into) => into.push({ k: 'block', body: this.block(n), ...this.span(n) }),
        assignment: (n, into) => this.#assignment(n, into),
        if_expression: (n, into) => {
          const [yes, otherwise] = this.#branches(n);
          into.push({
            k: 'if',
            test: this.expression(this.field(n, 'condition')),
            yes: this.body(yes ?? -1),
            otherwise: this.body(otherwise ?? -1),
            ...this.span(n),
          });
        },
        call_expression: (n, into) => this.#callStatement(n, into),
        when_expression: (n, into) => this.#when(n, into),
        for_statement: (n, into) => {
          const [declaration, iterable, body] = this.named(n);
          const target = this.variable(declaration ?? -1);
          const list = this.expression(iterable ?? -1);
          const inside = this.body(body ?? -1);
          into.push({
            k: 'each',
            target,
            iterable: list,
            keys: false,
            body: inside,
            otherwise: [],
            ...this.span(n),
          });
        },
        while_statement: (n, into) => this.#while(n, into, false),
        do_while_statement: (n, into) => this.#while(n, into, true),
        try_expression: (n, into) => this.#try(n, into),
        return_expression: (n, into) => {
          const value = this.firstNamed(n);
          into.push({ k: 'return', value: value < 0 ? undefined : this.expression(value), ...this.span(n) });
        },
        throw_expression: (n, into) => into.push({ k: 'throw', value: inner(n), ...this.span(n) }),
        identifier: (n, into) => {
          const word = this.slice(n);
          if (word === 'break' || word === 'continue') into.push({ k: word, ...this.span(n) });
          else into.push({ k: 'expr', value: this.expression(n), ...this.span(n) });
        },
      },
    );
  }

  lastIdentifier(n: number): number {
    const found = this.named(n).filter((child) => this.kind(child) === 'identifier');
    return found.at(-1) ?? n;
  }

  body(n: number): Stmt[] {
    if (n < 0) return [];
    if (this.kind(n) === 'block') return this.block(n);
    const into: Stmt[] = [];
    this.statement(n, into);
    return into;
  }

  annotations(n: number): Expr[] {
    const list = this.kind(n) === 'parameter_modifiers' ? n : this.childOfKind(n, 'modifiers');
    if (list < 0) return [];
    return this.named(list)
      .filter((child) => this.kind(child) === 'annotation')
      .map((child) => this.expression(child));
  }

  function(n: number, name: string, isMethod: boolean): FunctionIr {
    const details = {
      name,
      decorators: this.annotations(n),
      className: isMethod ? this.className : undefined,
      isStatic: false,
      ownsThis: isMethod,
      exported: true,
    };
    const nameNode = this.field(n, 'name');
    const before = this.#inExtension;
    this.#inExtension = this.#extensions.has(name) && this.#hasReceiver(n, nameNode);
    const fn = this.functionIr(n, nameNode, details, () => {
      const parameters = this.#parameters(this.childOfKind(n, 'function_value_parameters'));
      if (this.#inExtension) parameters.unshift(this.#receiver(n));
      const bodyNode = this.childOfKind(n, 'function_body');
      const content = bodyNode < 0 ? -1 : this.firstNamed(bodyNode);
      if (content < 0) return { parameters, body: [] };
      if (this.kind(content) === 'block') return { parameters, body: this.block(content) };
      return { parameters, body: [{ k: 'return', value: this.expression(content), ...this.span(content) }] };
    });
    this.#inExtension = before;
    return fn;
  }

  /** `fun Type.name()` takes what it is called on as its first parameter. */
  #hasReceiver(n: number, nameNode: number): boolean {
    return nameNode >= 0 && /\.\s*$/.test(this.text.slice(this.start(n), this.start(nameNode)));
  }

  #receiver(n: number): Parameter {
    this.declare(receiverName);
    const target: Target = { k: 'name', name: receiverName, ...this.span(n) };
    return {
      target,
      name: receiverName,
      kind: 'plain',
      otherwise: undefined,
      type: undefined,
      decorators: [],
    };
  }

  /** `java.util.UUID` is the class; what stands before it is its package. */
  #isQualifiedType(n: number): boolean {
    const text = this.slice(n);
    return (
      /^[a-z]\w*(?:\.[a-z]\w*)+\.[A-Z]\w*$/.test(text) && !this.isLocal(text.slice(0, text.indexOf('.')))
    );
  }

  /** `require(x in allowed)` goes on only where the condition holds. */
  #callStatement(n: number, into: Stmt[]): void {
    const span = this.span(n);
    const callee = this.firstNamed(n);
    const isCheck = callee >= 0 && /^(?:require|check)$/.test(this.slice(callee));
    const [first] = isCheck ? this.arguments(this.childOfKind(n, 'value_arguments')) : [];
    if (!first) into.push({ k: 'expr', value: this.expression(n), ...span });
    else
      into.push({
        k: 'if',
        test: first.value,
        yes: [],
        otherwise: [{ k: 'throw', value: undefined, ...span }],
        ...span,
      });
  }

  #infix(n: number): Expr {
    const [left, operator, right] = this.named(n);
    if (left === undefined || operator === undefined || right === undefined) return this.unknown(n);
    const [first, second] = [this.expression(left), this.expression(right)];
    const name = this.slice(operator);
    if (name === 'to') return this.#pair([first, second], this.span(n));
    const callee: Expr = { k: 'member', object: first, property: name, ...this.span(n) };
    return { k: 'call', callee, args: [{ value: second }], isNew: false, ...this.span(n) };
  }

  /** `name: Type` as the target of an assignment. */
  variable(declaration: number): Target {
    if (declaration < 0) return { k: 'none', start: 0, end: 0 };
    const isPlain = this.kind(declaration) === 'identifier';
    const nameNode = isPlain ? declaration : this.childOfKind(declaration, 'identifier');
    if (nameNode < 0) return { k: 'none', ...this.span(declaration) };
    const name = this.slice(nameNode);
    this.declare(name);
    const type = isPlain ? undefined : this.named(declaration).find((child) => child > nameNode);
    const target: Target = { k: 'name', name, ...this.span(nameNode) };
    if (type !== undefined) target.type = this.expression(type);
    return target;
  }

  #identifier(n: number): Expr {
    const word = this.slice(n);
    const span = this.span(n);
    if (word === 'true' || word === 'false') return { k: 'const', value: word === 'true', ...span };
    if (word === 'null') return { k: 'const', value: null, ...span };
    if (word === 'this') return { k: 'name', name: this.#inExtension ? receiverName : 'this', ...span };
    return this.reference(word, span);
  }

  #parameters(list: number): Parameter[] {
    const found: Parameter[] = [];
    let decorators: Expr[] = [];
    for (const child of list < 0 ? [] : this.named(list)) {
      const kind = this.kind(child);
      if (kind === 'parameter_modifiers') decorators = this.annotations(child);
      else if (kind === 'parameter') {
        const target = this.variable(child);
        const type = target.k === 'name' ? target.type : undefined;
        const name = target.k === 'name' ? target.name : '';
        found.push({
          target,
          name,
          kind: 'plain',
          otherwise: undefined,
          type,
          decorators,
          reference: this.isFillable(type),
        });
        decorators = [];
      } else if (found.length) found.at(-1)!.otherwise = this.expression(child);
    }
    return found;
  }

  arguments(list: number): Argument[] {
    return (list < 0 ? [] : this.named(list)).map((child) => {
      const parts = this.named(child);
      const value = this.expression(parts.at(-1) ?? -1);
      return parts.length === 2 && this.hasToken(child, '=')
        ? { name: this.slice(parts[0]!), value }
        : { value };
    });
  }

  /** The grammar binds `!` closer than calls: `!x.f()` is the negation of the call. */
  #call(n: number): Expr {
    const negation = this.#negationIn(n);
    if (negation < 0) return this.#plainCall(n);
    this.#hoisted.add(negation);
    return { k: 'unary', op: '!', value: this.#plainCall(n), ...this.span(n) };
  }

  #negationIn(n: number): number {
    let at = n;
    while (at >= 0 && /^(?:call|navigation|index)_expression$/.test(this.kind(at))) at = this.firstNamed(at);
    const isNegation = at >= 0 && this.kind(at) === 'unary_expression' && this.slice(at).startsWith('!');
    return isNegation && !this.#hoisted.has(at) ? at : -1;
  }

  readonly #hoisted = new Set<number>();

  /** `f<T>(x)` is read as two comparisons by the grammar. */
  #genericCall(n: number): Expr | undefined {
    const [left, right] = [this.field(n, 'left'), this.field(n, 'right')];
    if (left < 0 || right < 0 || this.kind(left) !== 'binary_expression') return undefined;
    if (this.kind(right) !== 'parenthesized_expression') return undefined;
    const match = /^<\s*[A-Z]\w*$/.exec(
      this.text.slice(this.end(this.field(left, 'left')), this.end(left)).trim(),
    );
    if (!match) return undefined;
    const callee = this.expression(this.field(left, 'left'));
    const args = [{ value: this.expression(this.firstNamed(right)) }];
    return { k: 'call', callee, args, isNew: false, ...this.span(n) };
  }

  #plainCall(n: number): Expr {
    const span = this.span(n);
    const calleeNode = this.firstNamed(n);
    const args = this.arguments(this.childOfKind(n, 'value_arguments'));
    const lambda = this.childOfKind(n, 'annotated_lambda');
    if (lambda >= 0) args.push({ value: this.expression(lambda) });
    if (calleeNode >= 0 && this.kind(calleeNode) === 'identifier') {
      const name = this.slice(calleeNode);
      const [only] = args;
      if (name === 'buildString' && only) {
        const built = appendedBy(only.value, span);
        if (built) return built;
      }
      if (/^(?:Pair|Triple)$/.test(name) && args.length > 1)
        return this.#pair(
          args.map(({ value }) => value),
          span,
        );
      if (/^[A-Z]/.test(name)) return this.construction(this.type(name, span), args, span);
      if (collections.has(name)) return this.#collection(name, args, n);
      return { k: 'call', callee: this.calledReference(name, span), args, isNew: false, ...span };
    }
    const callee = this.expression(calleeNode);
    const [first, ...rest] = args;
    if (callee.k === 'member') {
      const { object, property } = callee;
      if (this.#extensions.has(property)) {
        const all = [{ value: object }, ...args];
        return { k: 'call', callee: this.calledReference(property, span), args: all, isNew: false, ...span };
      }
      const block = args.at(-1)?.value;
      if (property === 'apply' && block && /^(?:StringBuilder|StringBuffer)$/.test(builderOf(object)))
        return appendedBy(block, span) ?? { k: 'unknown', parts: [object], ...span };
      const scoped = scopeFunction(object, property, args, span);
      if (scoped) return scoped;
      const literal = object.k === 'name' ? this.collection(object.name, property, args, span) : undefined;
      if (literal) return literal;
      if (property === 'joinToString')
        return {
          k: 'call',
          callee: { ...callee, property: 'joinItems' },
          args: args.slice(0, 1),
          isNew: false,
          ...span,
        };
      const shared = sharedNames.get(property);
      if (shared) return { k: 'call', callee: { ...callee, property: shared }, args, isNew: false, ...span };
    }
    if (callee.k === 'member' && callee.property === 'equals' && first && rest.length === 0)
      return this.binary('==', callee.object, first.value, span);
    if (
      callee.k === 'member' &&
      callee.property === 'format' &&
      callee.object.k === 'name' &&
      callee.object.name === 'String' &&
      first
    )
      return { k: 'call', callee: { ...callee, object: first.value }, args: rest, isNew: false, ...span };
    return { k: 'call', callee, args, isNew: false, ...span };
  }

  #pair(values: readonly Expr[], span: Span): Expr {
    const names = ['first', 'second', 'third'];
    const entries = values.map((value, i) => {
      const key: Expr = { k: 'const', value: names[i] ?? '', ...span };
      return { key, value };
    });
    return { k: 'map', entries, ...span };
  }

  #collection(name: string, args: readonly Argument[], n: number): Expr {
    const span = this.span(n);
    if (args.length === 0)
      return { k: 'call', callee: this.type(collections.get(name)!, span), args: [], isNew: true, ...span };
    if (name.toLowerCase().includes('map')) {
      const entries = args.map(({ value }) => pairOf(value));
      return entries.every((entry) => entry !== undefined)
        ? { k: 'map', entries, ...span }
        : { k: 'unknown', parts: args.map(({ value }) => value), ...span };
    }
    return { k: 'list', items: args.map(({ value }) => ({ spread: false, value })), isSet: false, ...span };
  }

  #lambda(n: number): Expr {
    const details = { name: '', decorators: [], isStatic: false, ownsThis: false, exported: false };
    const fn = this.functionIr(n, -1, { ...details, className: this.className }, () => {
      const list = this.childOfKind(n, 'lambda_parameters');
      const targets: Target[] = [];
      for (const child of list < 0 ? [] : this.named(list)) targets.push(this.variable(child));
      if (list < 0) {
        this.declare('it');
        targets.push({ k: 'name', name: 'it', ...this.span(n) });
      }
      const parameters = targets.map((target): Parameter => {
        const name = target.k === 'name' ? target.name : '';
        return { target, name, kind: 'plain', otherwise: undefined, type: undefined, decorators: [] };
      });
      const nodes = this.named(n).filter((child) => child !== list);
      const body: Stmt[] = [];
      for (const [i, child] of nodes.entries())
        if (i === nodes.length - 1 && valueKinds.has(this.kind(child)))
          body.push({ k: 'return', value: this.expression(child), ...this.span(child) });
        else this.statement(child, body);
      return { parameters, body };
    });
    return { k: 'function', fn, ...this.span(n) };
  }

  #annotation(n: number): Expr {
    const made = this.childOfKind(n, 'constructor_invocation');
    const callee = this.expression(made < 0 ? (this.named(n).at(-1) ?? -1) : this.firstNamed(made));
    if (made < 0) return callee;
    const args = this.arguments(this.childOfKind(made, 'value_arguments'));
    return { k: 'call', callee, args, isNew: false, ...this.span(n) };
  }

  #property(n: number, into: Stmt[]): void {
    const several = this.childOfKind(n, 'multi_variable_declaration');
    if (several >= 0) {
      this.#destructure(n, several, into);
      return;
    }
    const declaration = this.childOfKind(n, 'variable_declaration');
    const valueNode = this.named(n).find(
      (child) => child > declaration && !/modifiers|getter|setter|type/.test(this.kind(child)),
    );
    const value: Expr =
      valueNode === undefined ? { k: 'unknown', parts: [], ...this.span(n) } : this.expression(valueNode);
    const target = this.variable(declaration);
    into.push({ k: 'expr', value: { k: 'assign', target, value, ...this.span(n) }, ...this.span(n) });
  }

  /** `val (a, b) = …` takes the components in order. */
  #destructure(n: number, several: number, into: Stmt[]): void {
    const span = this.span(n);
    const valueNode =
      this.named(n).find((child) => child > several && this.kind(child) !== 'modifiers') ?? -1;
    const value = this.expression(valueNode);
    const items = this.named(several).map((child) => this.variable(child));
    const target: Target = { k: 'list', items, ...span };
    into.push({ k: 'expr', value: { k: 'assign', target, value, ...span }, ...span });
  }

  /** `cookie.secure = true` calls the setter of a Java class. */
  #assignment(n: number, into: Stmt[]): void {
    const left = this.expression(this.field(n, 'left'));
    const value = this.expression(this.field(n, 'right'));
    const span = this.span(n);
    if (left.k !== 'name' && left.k !== 'member' && left.k !== 'index') return;
    const operator = this.field(n, 'operator');
    const op = operator < 0 ? '' : this.slice(operator).slice(0, -1);
    if (left.k === 'member' && !(left.object.k === 'name' && left.object.name === 'this') && !op) {
      const setter = `set${left.property.charAt(0).toUpperCase()}${left.property.slice(1).replace(/^sHttpOnly$/, 'ttpOnly')}`;
      const callee: Expr = { ...left, property: setter };
      into.push({
        k: 'expr',
        value: { k: 'call', callee, args: [{ value }], isNew: false, ...span },
        ...span,
      });
    }
    const assigned: Expr = op
      ? { k: 'assign', target: left, value, op, ...span }
      : { k: 'assign', target: left, value, ...span };
    into.push({ k: 'expr', value: assigned, ...span });
  }

  #branches(n: number): number[] {
    const condition = this.field(n, 'condition');
    return this.named(n).filter((child) => child !== condition);
  }

  #ifValue(n: number): Expr {
    const [yes, otherwise] = this.#branches(n);
    const test = this.expression(this.field(n, 'condition'));
    return {
      k: 'cond',
      test,
      yes: this.#lastOf(yes ?? -1),
      otherwise: this.#lastOf(otherwise ?? -1),
      ...this.span(n),
    };
  }

  /** A block is worth its last expression. */
  #lastOf(n: number): Expr {
    if (n < 0) return this.missing();
    return this.kind(n) === 'block' ? this.#lastOf(this.named(n).at(-1) ?? -1) : this.expression(n);
  }

  #whenValue(n: number): Expr {
    const span = this.span(n);
    const subjectNode = this.childOfKind(n, 'when_subject');
    const subject = subjectNode < 0 ? undefined : this.expression(this.named(subjectNode).at(-1) ?? -1);
    return this.named(n)
      .filter((child) => this.kind(child) === 'when_entry')
      .map((entry) => {
        const tests = this.fieldAll(entry, 'condition').map((node): Expr => {
          const value = this.expression(node);
          return subject && value.k === 'const'
            ? { k: 'binary', op: '==', left: subject, right: value, ...span }
            : value;
        });
        const [first, ...rest] = tests;
        const test = rest.reduce<Expr>(
          (left, right) => ({ k: 'logic', op: 'or', left, right, ...span }),
          first ?? { k: 'const', value: true, ...span },
        );
        return { test, yes: this.#lastOf(this.named(entry).at(-1) ?? -1) };
      })
      .reduceRight<Expr>((otherwise, { test, yes }) => ({ k: 'cond', test, yes, otherwise, ...span }), {
        k: 'const',
        value: null,
        ...span,
      });
  }

  #when(n: number, into: Stmt[]): void {
    const subjectNode = this.childOfKind(n, 'when_subject');
    const subject = subjectNode < 0 ? this.missing() : this.expression(this.named(subjectNode).at(-1) ?? -1);
    const cases = this.named(n)
      .filter((child) => this.kind(child) === 'when_entry')
      .map((entry) => ({
        tests: this.fieldAll(entry, 'condition').map((test) => this.expression(test)),
        bindings: [],
        guard: undefined,
        body: this.body(this.named(entry).at(-1) ?? -1),
      }));
    into.push({ k: 'switch', subject, cases, fallsThrough: false, ...this.span(n) });
  }

  #while(n: number, into: Stmt[], runsFirst: boolean): void {
    const condition = this.field(n, 'condition');
    const body = this.named(n).find((child) => child !== condition) ?? -1;
    into.push({
      k: 'loop',
      test: condition < 0 ? undefined : this.expression(condition),
      update: undefined,
      body: this.body(body),
      runsFirst,
      ...this.span(n),
    });
  }

  #try(n: number, into: Stmt[]): void {
    const handlers: Handler[] = [];
    let last: Stmt[] = [];
    const body = this.block(this.childOfKind(n, 'block'));
    for (const child of this.named(n)) {
      const block = this.childOfKind(child, 'block');
      if (this.kind(child) === 'finally_block') last = this.block(block);
      else if (this.kind(child) === 'catch_block') {
        const name = this.variable(this.childOfKind(child, 'identifier'));
        const type = this.childOfKind(child, 'user_type');
        handlers.push({ name, types: type < 0 ? undefined : this.expression(type), body: this.block(block) });
      }
    }
    into.push({ k: 'try', body, handlers, otherwise: [], last, ...this.span(n) });
  }
}

/** `a to b` and `Pair(a, b)` as an entry of a map. */
function pairOf(value: Expr): { key: Expr; value: Expr } | undefined {
  if (value.k !== 'map' || value.entries.length !== 2) return undefined;
  return { key: value.entries[0]!.value, value: value.entries[1]!.value };
}

function builderOf(object: Expr): string {
  if (object.k === 'call' && object.callee.k === 'name') return object.callee.name;
  return '';
}

const receiverName = '<receiver>';
/** Methods that go by another name in the core. */
const sharedNames = new Map([
  ['removeAt', 'remove'],
  ['lowercase', 'toLowerCase'],
  ['uppercase', 'toUpperCase'],
  ['getValue', 'get'],
]);

/** Functions that make a collection, and the class that stands for it. */
const collections = new Map([
  ['listOf', 'ArrayList'],
  ['mutableListOf', 'ArrayList'],
  ['arrayListOf', 'ArrayList'],
  ['arrayOf', 'ArrayList'],
  ['setOf', 'HashSet'],
  ['mutableSetOf', 'HashSet'],
  ['mapOf', 'HashMap'],
  ['mutableMapOf', 'HashMap'],
  ['hashMapOf', 'HashMap'],
]);
const valueKinds = new Set([
  'identifier',
  'call_expression',
  'navigation_expression',
  'binary_expression',
  'string_literal',
  'number_literal',
  'if_expression',
  'when_expression',
  'index_expression',
]);
