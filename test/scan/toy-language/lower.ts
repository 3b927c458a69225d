import { Lowering } from '../../../src/scan/engines/code/frontends/shared/lowering.ts';
import type { Expr, ModuleIr, Parameter, Stmt } from '../../../src/scan/engines/code/ir/ir.ts';
import type { FlatTree } from '../../../src/scan/syntax/flat-tree.ts';

/**
 * A language of verbs, parsed by the grammar of shells: `take x` asks the user, `keep x WORD` assigns, `use FILE` imports, `FUNCTION() { … }` defines,
 * `give WORD` returns, and every other verb is a call.
 */
export function lowerToy(tree: FlatTree, text: string): ModuleIr {
  const low = new ToyLowering(tree, text);
  const word = (n: number): Expr => ({ k: 'const', value: low.slice(n), ...low.span(n) });
  const variable = (n: number): Expr => ({ k: 'name', name: low.slice(n).slice(1), ...low.span(n) });
  low.handle(
    {
      word,
      simple_expansion: variable,
      string_content: word,
      string: (n) => ({
        k: 'template',
        parts: low.named(n).map((part) => low.expression(part)),
        ...low.span(n),
      }),
    },
    { command: (n, into) => low.command(n, into), function_definition: (n, into) => low.define(n, into) },
  );
  return low.module();
}

class ToyLowering extends Lowering {
  command(n: number, into: Stmt[]): void {
    const span = this.span(n);
    const verb = this.slice(this.field(n, 'name'));
    const words = this.fieldAll(n, 'argument');
    const values = words.map((argument) => this.expression(argument));
    const [first = ''] = words.map((argument) => this.slice(argument));
    if (verb === 'use') {
      const bindings = [{ local: first, path: [`toy:${first}`] }];
      this.declare(first);
      into.push({ k: 'import', module: first, bindings, ...span });
    } else if (verb === 'give') into.push({ k: 'return', value: values[0], ...span });
    else if (verb === 'take' || verb === 'keep') {
      const value = verb === 'take' ? this.call(['user', 'take'], [], n) : (values[1] ?? this.missing());
      this.declare(first);
      into.push({
        k: 'expr',
        value: { k: 'assign', target: { k: 'name', name: first, ...span }, value, ...span },
        ...span,
      });
    } else into.push({ k: 'expr', value: this.call(verb.split('.'), values, n), ...span });
  }

  define(n: number, into: Stmt[]): void {
    const span = this.span(n);
    const name = this.slice(this.field(n, 'name'));
    const details = {
      name,
      decorators: [],
      className: undefined,
      isStatic: false,
      ownsThis: true,
      exported: true,
    };
    const given: Parameter = {
      target: { k: 'name', name: 'it', ...span },
      name: 'it',
      kind: 'plain',
      otherwise: undefined,
      type: undefined,
      decorators: [],
    };
    const fn = this.functionIr(n, this.field(n, 'name'), details, () => {
      this.declare('it');
      return { parameters: [given], body: this.block(this.field(n, 'body')) };
    });
    this.declare(name);
    into.push({ k: 'function', fn, ...span });
  }

  call(path: readonly string[], args: readonly Expr[], n: number): Expr {
    const span = this.span(n);
    const [first = '', ...rest] = path;
    const callee = rest.reduce<Expr>((object, property) => ({ k: 'member', object, property, ...span }), {
      k: 'name',
      name: first,
      ...span,
    });
    return { k: 'call', callee, args: args.map((value) => ({ value })), isNew: false, ...span };
  }
}
