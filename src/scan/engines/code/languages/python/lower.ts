import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type {
  ClassIr,
  Expr,
  FunctionIr,
  ModuleIr,
  Parameter,
  Stmt,
  SwitchCase,
  Target,
} from '../../core/ir.ts';
import { Lowering } from '../../core/lowering.ts';
import { pythonStringValue } from './strings.ts';

/** Python's syntax tree to the intermediate form. */
export function lowerPython(tree: FlatTree, text: string, path: string): ModuleIr {
  return new PythonLowering(tree, text, path).module();
}

class PythonLowering extends Lowering {
  readonly #path: string;
  #className: string | undefined;

  constructor(tree: FlatTree, text: string, path: string) {
    super(tree, text);
    this.#path = path;
    const comprehension = (kind: 'list' | 'map') => (n: number) => this.#comprehension(n, kind);
    const list = (isSet: boolean) => (n: number) => this.#list(n, isSet);
    this.handle(
      {
        identifier: (n) => ({ k: 'name', name: this.slice(n), ...this.span(n) }),
        attribute: (n) => ({
          k: 'member',
          object: this.expression(this.field(n, 'object')),
          property: this.slice(this.field(n, 'attribute')),
          ...this.span(n),
        }),
        subscript: (n) => this.#subscript(n),
        call: (n) => this.#call(n),
        string: (n) => this.#string(n),
        concatenated_string: (n) => this.#join(n),
        integer: (n) => ({ k: 'const', value: parseNumber(this.slice(n)), ...this.span(n) }),
        float: (n) => ({ k: 'const', value: parseNumber(this.slice(n)), ...this.span(n) }),
        true: (n) => ({ k: 'const', value: true, ...this.span(n) }),
        false: (n) => ({ k: 'const', value: false, ...this.span(n) }),
        none: (n) => ({ k: 'const', value: null, ...this.span(n) }),
        binary_operator: (n) => this.#binary(n),
        boolean_operator: (n) => ({
          k: 'logic',
          op: this.slice(this.field(n, 'operator')) === 'and' ? 'and' : 'or',
          left: this.expression(this.field(n, 'left')),
          right: this.expression(this.field(n, 'right')),
          ...this.span(n),
        }),
        not_operator: (n) => ({
          k: 'unary',
          op: 'not',
          value: this.expression(this.field(n, 'argument')),
          ...this.span(n),
        }),
        unary_operator: (n) => ({
          k: 'unary',
          op: this.slice(this.field(n, 'operator')),
          value: this.expression(this.field(n, 'argument')),
          ...this.span(n),
        }),
        comparison_operator: (n) => this.#comparison(n),
        conditional_expression: (n) => {
          const [then, test, otherwise] = this.named(n);
          return {
            k: 'cond',
            test: this.expression(test ?? -1),
            yes: this.expression(then ?? -1),
            otherwise: this.expression(otherwise ?? -1),
            ...this.span(n),
          };
        },
        lambda: (n) => this.#lambda(n),
        list: list(false),
        tuple: list(false),
        expression_list: list(false),
        pattern_list: list(false),
        set: list(true),
        dictionary: (n) => this.#dictionary(n),
        list_comprehension: comprehension('list'),
        set_comprehension: comprehension('list'),
        generator_expression: comprehension('list'),
        dictionary_comprehension: comprehension('map'),
        parenthesized_expression: (n) => this.expression(this.firstNamed(n)),
        await: (n) => ({ k: 'await', value: this.expression(this.firstNamed(n)), ...this.span(n) }),
        named_expression: (n) => {
          const name = this.field(n, 'name');
          this.declare(this.slice(name));
          return {
            k: 'assign',
            target: this.#target(name),
            value: this.expression(this.field(n, 'value')),
            ...this.span(n),
          };
        },
        assignment: (n) => this.#assignment(n),
        augmented_assignment: (n) => ({
          k: 'assign',
          target: this.#target(this.field(n, 'left')),
          value: this.expression(this.field(n, 'right')),
          op: this.slice(this.field(n, 'operator')).slice(0, -1),
          ...this.span(n),
        }),
        type: (n) => this.expression(this.firstNamed(n)),
        as_pattern: (n) => this.expression(this.firstNamed(n)),
      },
      {
        expression_statement: (n, into) => {
          for (const child of this.named(n))
            into.push({ k: 'expr', value: this.expression(child), ...this.span(child) });
        },
        if_statement: (n, into) => this.#if(n, into),
        for_statement: (n, into) => {
          const target = this.#target(this.field(n, 'left'));
          this.declareTarget(target);
          into.push({
            k: 'each',
            target,
            iterable: this.expression(this.field(n, 'right')),
            keys: false,
            body: this.block(this.field(n, 'body')),
            otherwise: this.#elseBody(this.field(n, 'alternative')),
            ...this.span(n),
          });
        },
        while_statement: (n, into) => {
          into.push({
            k: 'loop',
            test: this.expression(this.field(n, 'condition')),
            update: undefined,
            body: this.block(this.field(n, 'body')),
            runsFirst: false,
            ...this.span(n),
          });
        },
        try_statement: (n, into) => this.#try(n, into),
        with_statement: (n, into) => this.#with(n, into),
        function_definition: (n, into) =>
          into.push({ k: 'function', fn: this.#function(n, []), ...this.span(n) }),
        class_definition: (n, into) =>
          into.push({ k: 'class', definition: this.#class(n, []), ...this.span(n) }),
        decorated_definition: (n, into) => this.#decorated(n, into),
        return_statement: (n, into) => {
          const value = this.firstNamed(n);
          into.push({ k: 'return', value: value < 0 ? undefined : this.expression(value), ...this.span(n) });
        },
        raise_statement: (n, into) => {
          const value = this.firstNamed(n);
          into.push({ k: 'throw', value: value < 0 ? undefined : this.expression(value), ...this.span(n) });
        },
        break_statement: (n, into) => into.push({ k: 'break', ...this.span(n) }),
        continue_statement: (n, into) => into.push({ k: 'continue', ...this.span(n) }),
        block: (n, into) => into.push({ k: 'block', body: this.block(n), ...this.span(n) }),
        import_statement: (n, into) => this.#import(n, into),
        import_from_statement: (n, into) => this.#importFrom(n, into),
        global_statement: (n) => this.#undeclareAll(n),
        nonlocal_statement: (n) => this.#undeclareAll(n),
        assert_statement: (n, into) => {
          const [test] = this.named(n);
          if (test === undefined) return;
          into.push({
            k: 'if',
            test: this.expression(test),
            yes: [],
            otherwise: [{ k: 'throw', value: undefined, ...this.span(n) }],
            ...this.span(n),
          });
        },
        match_statement: (n, into) => this.#match(n, into),
        delete_statement: () => {},
        exec_statement: (n, into) => {
          const code = this.field(n, 'code');
          const callee: Expr = { k: 'name', name: 'exec', ...this.span(n) };
          const value: Expr = {
            k: 'call',
            callee,
            args: [{ value: this.expression(code) }],
            isNew: false,
            ...this.span(n),
          };
          into.push({ k: 'expr', value, ...this.span(n) });
        },
      },
    );
  }

  #undeclareAll(n: number): void {
    for (const name of this.named(n)) this.undeclare(this.slice(name));
  }

  #subscript(n: number): Expr {
    const object = this.expression(this.field(n, 'value'));
    const keys = this.fieldAll(n, 'subscript');
    if (keys.length === 1 && this.kind(keys[0]!) !== 'slice')
      return { k: 'index', object, index: this.expression(keys[0]!), ...this.span(n) };
    const parts = keys.flatMap((key) => (this.kind(key) === 'slice' ? this.named(key) : [key]));
    return { k: 'slice', object, parts: parts.map((part) => this.expression(part)), ...this.span(n) };
  }

  #call(n: number): Expr {
    const callee = this.expression(this.field(n, 'function'));
    const list = this.field(n, 'arguments');
    const args: Array<{ value: Expr; name?: string; spread?: 'list' | 'map' }> = [];
    if (list >= 0 && this.kind(list) === 'generator_expression') args.push({ value: this.expression(list) });
    else if (list >= 0)
      for (const child of this.named(list)) {
        const kind = this.kind(child);
        if (kind === 'keyword_argument')
          args.push({
            name: this.slice(this.field(child, 'name')),
            value: this.expression(this.field(child, 'value')),
          });
        else if (kind === 'list_splat')
          args.push({ spread: 'list', value: this.expression(this.firstNamed(child)) });
        else if (kind === 'dictionary_splat')
          args.push({ spread: 'map', value: this.expression(this.firstNamed(child)) });
        else args.push({ value: this.expression(child) });
      }
    return { k: 'call', callee, args, isNew: false, ...this.span(n) };
  }

  #string(n: number): Expr {
    const parts: Expr[] = [];
    let interpolated = false;
    const { skip } = this.tree;
    const end = skip[n]!;
    let prefix = '';
    for (let child = n + 1; child < end; child = skip[child]!) {
      const kind = this.kind(child);
      if (kind === 'string_start') prefix = this.slice(child).toLowerCase();
      else if (kind === 'string_content')
        parts.push({ k: 'const', value: pythonStringValue(this.slice(child), prefix), ...this.span(child) });
      else if (kind === 'interpolation') {
        interpolated = true;
        parts.push(this.expression(this.field(child, 'expression')));
      }
    }
    if (!interpolated) {
      const value = parts.map((part) => (part.k === 'const' ? part.value : '')).join('');
      return { k: 'const', value, ...this.span(n) };
    }
    return { k: 'template', parts, ...this.span(n) };
  }

  #join(n: number): Expr {
    const parts = this.named(n).map((child) => this.expression(child));
    if (parts.every((part) => part.k === 'const'))
      return {
        k: 'const',
        value: parts.map((part) => (part as { value: unknown }).value).join(''),
        ...this.span(n),
      };
    return { k: 'template', parts, ...this.span(n) };
  }

  /** Long chains lean to the left; they are walked, not recursed into. */
  #binary(n: number): Expr {
    const chain: number[] = [];
    let at = n;
    while (at >= 0 && this.kind(at) === 'binary_operator') {
      chain.push(at);
      at = this.field(at, 'left');
    }
    let left = this.expression(at);
    for (let i = chain.length - 1; i >= 0; i--) {
      const node = chain[i]!;
      left = {
        k: 'binary',
        op: this.slice(this.field(node, 'operator')),
        left,
        right: this.expression(this.field(node, 'right')),
        ...this.span(node),
      };
    }
    return left;
  }

  #comparison(n: number): Expr {
    const operands: number[] = [];
    const operators: string[] = [];
    const { skip, field } = this.tree;
    const operatorField = this.fieldId('operators');
    const end = skip[n]!;
    for (let child = n + 1; child < end; child = skip[child]!) {
      if (field[child] === operatorField) operators.push(this.slice(child).replace(/\s+/g, ' '));
      else if (this.tree.named[child] && this.kind(child) !== 'comment') operands.push(child);
    }
    let result: Expr | undefined;
    for (let i = 0; i + 1 < operands.length; i++) {
      const pair: Expr = {
        k: 'binary',
        op: comparisonOperators.get(operators[i] ?? '==') ?? operators[i] ?? '==',
        left: this.expression(operands[i]!),
        right: this.expression(operands[i + 1]!),
        ...this.span(n),
      };
      result = result ? { k: 'logic', op: 'and', left: result, right: pair, ...this.span(n) } : pair;
    }
    return result ?? this.unknown(n);
  }

  #lambda(n: number): Expr {
    const fn = this.functionIr(
      n,
      -1,
      {
        name: '',
        decorators: [],
        className: this.#className,
        isStatic: false,
        ownsThis: false,
        exported: false,
      },
      () => {
        const parameters = this.#parameters(this.field(n, 'parameters'));
        const body = this.field(n, 'body');
        return { parameters, body: [{ k: 'return', value: this.expression(body), ...this.span(body) }] };
      },
    );
    return { k: 'function', fn, ...this.span(n) };
  }

  #list(n: number, isSet: boolean): Expr {
    const items = this.named(n)
      .slice(0, maxLiteralItems)
      .map((child) => {
        const spread = this.kind(child) === 'list_splat';
        return { spread, value: this.expression(spread ? this.firstNamed(child) : child) };
      });
    return { k: 'list', items, isSet, ...this.span(n) };
  }

  #dictionary(n: number): Expr {
    const entries = this.named(n)
      .slice(0, maxLiteralItems)
      .map((child) =>
        this.kind(child) === 'pair'
          ? {
              key: this.expression(this.field(child, 'key')),
              value: this.expression(this.field(child, 'value')),
            }
          : { key: undefined, value: this.expression(this.firstNamed(child)) },
      );
    return { k: 'map', entries, ...this.span(n) };
  }

  #comprehension(n: number, kind: 'list' | 'map'): Expr {
    const body = this.field(n, 'body');
    const clauses: Array<{ target: Target; iterable: Expr; conditions: Expr[] }> = [];
    for (const child of this.named(n)) {
      if (this.kind(child) === 'for_in_clause') {
        const target = this.#target(this.field(child, 'left'));
        this.declareTarget(target);
        clauses.push({ target, iterable: this.expression(this.field(child, 'right')), conditions: [] });
      } else if (this.kind(child) === 'if_clause')
        clauses.at(-1)?.conditions.push(this.expression(this.firstNamed(child)));
    }
    if (kind === 'map' && body >= 0 && this.kind(body) === 'pair') {
      const key = this.expression(this.field(body, 'key'));
      const element = this.expression(this.field(body, 'value'));
      return { k: 'comprehension', clauses, key, element, kind, ...this.span(n) };
    }
    return { k: 'comprehension', clauses, element: this.expression(body), kind: 'list', ...this.span(n) };
  }

  #assignment(n: number): Expr {
    const left = this.field(n, 'left');
    const right = this.field(n, 'right');
    const type = this.field(n, 'type');
    const target = this.#target(left);
    this.declareTarget(target);
    if (type >= 0 && target.k === 'name') target.type = this.expression(type);
    const value: Expr = right < 0 ? { k: 'unknown', parts: [], ...this.span(n) } : this.expression(right);
    return { k: 'assign', target, value, ...this.span(n) };
  }

  #target(n: number): Target {
    if (n < 0) return { k: 'none', start: 0, end: 0 };
    const span = this.span(n);
    switch (this.kind(n)) {
      case 'identifier':
        return { k: 'name', name: this.slice(n), ...span };
      case 'attribute':
        return {
          k: 'member',
          object: this.expression(this.field(n, 'object')),
          property: this.slice(this.field(n, 'attribute')),
          ...span,
        };
      case 'subscript': {
        const object = this.expression(this.field(n, 'value'));
        return { k: 'index', object, index: this.expression(this.field(n, 'subscript')), ...span };
      }
      case 'pattern_list':
      case 'tuple_pattern':
      case 'list_pattern':
      case 'tuple':
      case 'list': {
        const items: Target[] = [];
        let rest: Target | undefined;
        for (const child of this.named(n)) {
          if (this.kind(child) === 'list_splat_pattern') rest = this.#target(this.firstNamed(child));
          else items.push(this.#target(child));
        }
        return rest ? { k: 'list', items, rest, ...span } : { k: 'list', items, ...span };
      }
      case 'parenthesized_expression':
      case 'as_pattern_target':
      case 'list_splat_pattern':
        return this.#target(this.firstNamed(n));
      default:
        return { k: 'none', ...span };
    }
  }

  #if(n: number, into: Stmt[]): void {
    const branches = this.fieldAll(n, 'alternative');
    let otherwise: Stmt[] = [];
    for (let i = branches.length - 1; i >= 0; i--) {
      const branch = branches[i]!;
      if (this.kind(branch) === 'elif_clause')
        otherwise = [
          {
            k: 'if',
            test: this.expression(this.field(branch, 'condition')),
            yes: this.block(this.field(branch, 'consequence')),
            otherwise,
            ...this.span(branch),
          },
        ];
      else otherwise = this.#elseBody(branch);
    }
    into.push({
      k: 'if',
      test: this.expression(this.field(n, 'condition')),
      yes: this.block(this.field(n, 'consequence')),
      otherwise,
      ...this.span(n),
    });
  }

  #elseBody(n: number): Stmt[] {
    return n < 0 ? [] : this.block(this.field(n, 'body'));
  }

  #try(n: number, into: Stmt[]): void {
    const handlers: Array<{ name: Target | undefined; types: Expr | undefined; body: Stmt[] }> = [];
    let otherwise: Stmt[] = [];
    let last: Stmt[] = [];
    for (const child of this.named(n)) {
      const kind = this.kind(child);
      if (kind === 'except_clause' || kind === 'except_group_clause') {
        const block = this.childOfKind(child, 'block');
        let name: Target | undefined;
        let types: Expr | undefined;
        for (const part of this.named(child)) {
          if (part === block) continue;
          if (this.kind(part) === 'as_pattern') {
            name = this.#target(this.field(part, 'alias'));
            this.declareTarget(name);
            types = this.expression(this.firstNamed(part));
          } else if (types) {
            name = this.#target(part);
            this.declareTarget(name);
          } else types = this.expression(part);
        }
        handlers.push({ name, types, body: this.block(block) });
      } else if (kind === 'else_clause') otherwise = this.#elseBody(child);
      else if (kind === 'finally_clause') last = this.block(this.childOfKind(child, 'block'));
    }
    into.push({
      k: 'try',
      body: this.block(this.field(n, 'body')),
      handlers,
      otherwise,
      last,
      ...this.span(n),
    });
  }

  #with(n: number, into: Stmt[]): void {
    const clause = this.childOfKind(n, 'with_clause');
    if (clause >= 0) this.#withItems(clause, into);
    into.push({ k: 'block', body: this.block(this.field(n, 'body')), ...this.span(n) });
  }

  #withItems(n: number, into: Stmt[]): void {
    for (const item of this.named(n)) {
      if (this.kind(item) !== 'with_item') {
        this.#withItems(item, into);
        continue;
      }
      const value = this.field(item, 'value');
      if (value >= 0 && this.kind(value) === 'as_pattern') {
        const target = this.#target(this.field(value, 'alias'));
        this.declareTarget(target);
        const assigned: Expr = {
          k: 'assign',
          target,
          value: this.expression(this.firstNamed(value)),
          ...this.span(value),
        };
        into.push({ k: 'expr', value: assigned, ...this.span(value) });
      } else if (value >= 0) into.push({ k: 'expr', value: this.expression(value), ...this.span(value) });
    }
  }

  #decorated(n: number, into: Stmt[]): void {
    const decorators = this.named(n)
      .filter((child) => this.kind(child) === 'decorator')
      .map((child) => this.expression(this.firstNamed(child)));
    const definition = this.field(n, 'definition');
    if (definition < 0) return;
    if (this.kind(definition) === 'class_definition')
      into.push({ k: 'class', definition: this.#class(definition, decorators), ...this.span(n) });
    else into.push({ k: 'function', fn: this.#function(definition, decorators), ...this.span(n) });
  }

  #function(n: number, decorators: Expr[]): FunctionIr {
    const nameNode = this.field(n, 'name');
    const name = nameNode < 0 ? '' : this.slice(nameNode);
    const className = this.#className;
    if (className === undefined) this.declare(name);
    this.#className = undefined;
    const isStatic = decorators.some(
      (decorator) => decorator.k === 'name' && decorator.name === 'staticmethod',
    );
    const details = { name, decorators, className, isStatic, ownsThis: true, exported: !this.inFunction() };
    const fn = this.functionIr(n, nameNode, details, () => ({
      parameters: this.#parameters(this.field(n, 'parameters')),
      body: this.block(this.field(n, 'body')),
    }));
    this.#className = className;
    return fn;
  }

  #parameters(n: number): Parameter[] {
    if (n < 0) return [];
    const parameters: Parameter[] = [];
    for (const child of this.named(n)) {
      const kind = this.kind(child);
      let nameNode = child;
      let otherwise: Expr | undefined;
      let type: Expr | undefined;
      if (kind === 'default_parameter' || kind === 'typed_default_parameter') {
        nameNode = this.field(child, 'name');
        otherwise = this.expression(this.field(child, 'value'));
      } else if (kind === 'typed_parameter') nameNode = this.firstNamed(child);
      if (kind === 'typed_parameter' || kind === 'typed_default_parameter')
        type = this.expression(this.field(child, 'type'));
      const nameKind = nameNode < 0 ? '' : this.kind(nameNode);
      let parameterKind: Parameter['kind'] = 'plain';
      if (nameKind === 'list_splat_pattern') parameterKind = 'rest';
      else if (nameKind === 'dictionary_splat_pattern') parameterKind = 'keywords';
      else if (nameKind !== 'identifier' && nameKind !== 'tuple_pattern') continue;
      const target =
        nameKind === 'dictionary_splat_pattern'
          ? this.#target(this.firstNamed(nameNode))
          : this.#target(nameNode);
      this.declareTarget(target);
      const name = target.k === 'name' ? target.name : '';
      parameters.push({ target, name, kind: parameterKind, otherwise, type, decorators: [] });
    }
    return parameters;
  }

  #class(n: number, decorators: Expr[]): ClassIr {
    const nameNode = this.field(n, 'name');
    const name = nameNode < 0 ? '' : this.slice(nameNode);
    if (this.#className === undefined) this.declare(name);
    const definition = this.emptyClass(n, nameNode, name);
    definition.decorators = decorators;
    const bases = this.field(n, 'superclasses');
    if (bases >= 0)
      for (const base of this.named(bases))
        if (this.kind(base) !== 'keyword_argument') definition.bases.push(this.expression(base));
    const outer = this.#className;
    this.#className = name;
    const body = this.block(this.field(n, 'body'));
    this.#className = outer;
    for (const statement of body) {
      if (statement.k === 'function') definition.methods.push(statement.fn);
      else if (
        statement.k === 'expr' &&
        statement.value.k === 'assign' &&
        statement.value.target.k === 'name'
      ) {
        const { target, value } = statement.value;
        const typed = value.k === 'unknown' && value.parts.length === 0 ? undefined : value;
        definition.fields.push({ name: target.name, value: typed, type: target.type, span: statement.value });
      } else definition.body.push(statement);
    }
    return definition;
  }

  #import(n: number, into: Stmt[]): void {
    for (const child of this.fieldAll(n, 'name')) {
      const aliased = this.kind(child) === 'aliased_import';
      const dotted = this.slice(aliased ? this.field(child, 'name') : child).split('.');
      const local = aliased ? this.slice(this.field(child, 'alias')) : dotted[0]!;
      this.declare(local);
      const path = aliased ? dotted : [dotted[0]!];
      into.push({ k: 'import', module: dotted.join('.'), bindings: [{ local, path }], ...this.span(child) });
    }
  }

  #importFrom(n: number, into: Stmt[]): void {
    const moduleNode = this.field(n, 'module_name');
    if (moduleNode < 0) return;
    const module = this.#modulePath(this.slice(moduleNode));
    const bindings = this.fieldAll(n, 'name').map((child) => {
      const aliased = this.kind(child) === 'aliased_import';
      const name = this.slice(aliased ? this.field(child, 'name') : child);
      const local = aliased ? this.slice(this.field(child, 'alias')) : name;
      this.declare(local);
      return { local, path: [...module, ...name.split('.')] };
    });
    into.push({ k: 'import', module: module.join('.'), bindings, ...this.span(n) });
  }

  /** A relative import becomes the dotted path from the repository's root. */
  #modulePath(text: string): string[] {
    const dots = /^[.\s]*/.exec(text)![0].replace(/\s/g, '').length;
    const rest = text
      .slice(/^[.\s]*/.exec(text)![0].length)
      .split('.')
      .filter(Boolean);
    if (dots === 0) return rest;
    const folders = this.#path.split('/').slice(0, -1);
    return [...folders.slice(0, Math.max(0, folders.length - (dots - 1))), ...rest];
  }

  #match(n: number, into: Stmt[]): void {
    const subjects = this.fieldAll(n, 'subject');
    const body = this.field(n, 'body');
    const cases: SwitchCase[] = [];
    for (const clause of body < 0 ? [] : this.named(body)) {
      if (this.kind(clause) !== 'case_clause') continue;
      const tests: Expr[] = [];
      const bindings: Target[] = [];
      let open = false;
      for (const pattern of this.named(clause))
        if (this.kind(pattern) === 'case_pattern') open = this.#casePattern(pattern, tests, bindings) || open;
      const guardNode = this.field(clause, 'guard');
      const guard = guardNode < 0 ? undefined : this.expression(this.firstNamed(guardNode));
      cases.push({
        tests: open ? [] : tests,
        bindings,
        guard,
        body: this.block(this.field(clause, 'consequence')),
      });
    }
    into.push({
      k: 'switch',
      subject: subjects.length === 1 ? this.expression(subjects[0]!) : this.missing(),
      cases,
      fallsThrough: false,
      ...this.span(n),
    });
  }

  /** Collects the literal alternatives of a pattern; true when it matches anything. */
  #casePattern(n: number, tests: Expr[], bindings: Target[]): boolean {
    const inner = this.firstNamed(n);
    if (inner < 0) return this.slice(n).trim() === '_';
    switch (this.kind(inner)) {
      case 'union_pattern':
        return this.named(inner)
          .map((part) => {
            if (this.kind(part) === 'dotted_name') return this.#bindName(part, bindings);
            tests.push(this.expression(part));
            return false;
          })
          .some(Boolean);
      case 'dotted_name':
        return this.#bindName(inner, bindings);
      case 'string':
      case 'concatenated_string':
      case 'integer':
      case 'float':
      case 'true':
      case 'false':
      case 'none':
        tests.push(this.expression(inner));
        return false;
      default:
        tests.push({ k: 'unknown', parts: [], ...this.span(inner) });
        for (const name of this.#namesIn(inner)) bindings.push(name);
        return false;
    }
  }

  #bindName(n: number, bindings: Target[]): boolean {
    const text = this.slice(n);
    if (text.includes('.')) return false;
    if (text !== '_') {
      this.declare(text);
      bindings.push({ k: 'name', name: text, ...this.span(n) });
    }
    return true;
  }

  #namesIn(n: number): Target[] {
    const found: Target[] = [];
    for (let i = n + 1; i < this.tree.skip[n]!; i++)
      if (this.kind(i) === 'identifier' && found.length < 16) {
        this.declare(this.slice(i));
        found.push({ k: 'name', name: this.slice(i), ...this.span(i) });
      }
    return found;
  }
}

function parseNumber(text: string): number {
  const plain = text.replace(/_/g, '').toLowerCase();
  const octal = /^0o?([0-7]+)$/.exec(plain);
  if (octal) return Number.parseInt(octal[1]!, 8);
  return Number(plain.replace(/[lj]$/, ''));
}

const comparisonOperators = new Map([
  ['is', '=='],
  ['is not', '!='],
  ['not in', 'not in'],
  ['<>', '!='],
]);

/** A data table of a million rows is one value to the analysis; its first rows stand for all. */
const maxLiteralItems = 200;
