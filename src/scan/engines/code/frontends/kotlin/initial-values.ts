import type { Expr } from '../../ir/ir.ts';
import type { KotlinLowering } from './lowering.ts';

/** What a variable or a property starts with; `by lazy { … }` is what the block gives. */
export function lowerInitial(kotlin: KotlinLowering, n: number): Expr {
  if (kotlin.kind(n) !== 'property_delegate') return kotlin.expression(n);
  const delegate = kotlin.expression(kotlin.firstNamed(n));
  const block = delegate.k === 'call' ? delegate.args.at(-1)?.value : undefined;
  if (block?.k !== 'function') return delegate;
  return { k: 'call', callee: block, args: [], isNew: false, ...kotlin.span(n) };
}
