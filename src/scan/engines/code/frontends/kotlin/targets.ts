import type { Target } from '../../ir/ir.ts';
import type { KotlinLowering } from './lowering.ts';

/** A variable, or `(a, b)`, which takes the components in order. */
export function lowerTarget(kotlin: KotlinLowering, n: number): Target {
  if (kotlin.kind(n) !== 'multi_variable_declaration') return kotlin.variable(n);
  return { k: 'list', items: kotlin.named(n).map((child) => kotlin.variable(child)), ...kotlin.span(n) };
}
