import type { Stmt } from '../../ir/ir.ts';
import { isNone } from '../shared/tree-reader.ts';
import { withPrototypeClasses } from './prototypes.ts';
import { ScriptReader } from './script-reader.ts';

export class ScriptLowering extends ScriptReader {
  className: string | undefined;
  exporting = false;

  override block(node: number): Stmt[] {
    return withPrototypeClasses(super.block(node));
  }

  /** The body of a statement, with or without braces. */
  body(n: number): Stmt[] {
    if (isNone(n)) return [];
    if (this.kind(n) === 'statement_block') return this.block(n);
    const into: Stmt[] = [];
    this.statement(n, into);
    return into;
  }
}
