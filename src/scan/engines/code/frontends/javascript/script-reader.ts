import type { FlatTree } from '../../../../syntax/flat-tree.ts';
import type { Expr } from '../../ir/ir.ts';
import { characterOf, controlEscapes } from '../shared/escapes.ts';
import { Lowering } from '../shared/lowering.ts';
import { isNone } from '../shared/tree-reader.ts';
import { scriptModulePath } from './module-path.ts';

/** How names, keys, strings and module specifiers of JavaScript are read. */
export abstract class ScriptReader extends Lowering {
  readonly path: string;

  constructor(tree: FlatTree, text: string, path: string) {
    super(tree, text);
    this.path = path;
  }

  stringValue(node: number): string {
    return this.unescape(
      this.text.slice(this.start(node) + 1, Math.max(this.start(node) + 1, this.end(node) - 1)),
    );
  }

  unescape(text: string): string {
    if (!text.includes('\\')) return text;
    return text.replace(
      /\\(?:\r?\n|x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|u\{([0-9a-fA-F]{1,6})\}|([\s\S]))/g,
      (_, hex?: string, short?: string, long?: string, single?: string) => {
        const digits = hex ?? short ?? long;
        if (digits !== undefined) return characterOf(digits);
        return single === undefined ? '' : (escapes.get(single) ?? single);
      },
    );
  }

  /** The name of a property, method or pair as it is looked up. */
  propertyName(node: number): string {
    const kind = this.kind(node);
    if (kind === 'string') return this.stringValue(node);
    return this.slice(node);
  }

  key(node: number): Expr {
    if (isNone(node)) return this.missing();
    if (this.kind(node) === 'computed_property_name') return this.expression(this.firstNamed(node));
    return { k: 'const', value: this.propertyName(node), ...this.span(node) };
  }

  modulePath(specifier: string): string[] {
    return scriptModulePath(specifier, this.path);
  }
}

const escapes = new Map([...controlEscapes, ['0', '\0']]);
