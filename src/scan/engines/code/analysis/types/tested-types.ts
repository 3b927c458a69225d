import type { Expr } from '../../ir/ir.ts';
import type { Run } from '../run.ts';
import { asHeld, objectOfClass } from './object-types.ts';

/** Behind a test of its class, a variable holds an object of that class: `isinstance(x, Share)`, `x instanceof Share`. */
export function noteTestedType(run: Run, test: Expr, holds: boolean): void {
  if (test.k === 'unary' && isNot.test(test.op)) {
    noteTestedType(run, test.value, !holds);
    return;
  }
  if (test.k === 'logic' && test.op === (holds ? 'and' : 'or')) {
    noteTestedType(run, test.left, holds);
    noteTestedType(run, test.right, holds);
    return;
  }
  const [subject, type] = (holds && testedClass(test)) || [];
  if (subject?.k !== 'name' || !type) return;
  const object = objectOfClass(run, run.evaluate(type));
  if (!object) return;
  const value = run.lookup(subject.name);
  const known = asHeld(run, value, object);
  if (known !== value) run.frame.layer.set(subject.name, known);
}

function testedClass(test: Expr): readonly [Expr, Expr] | undefined {
  if (test.k === 'binary' && test.op === 'instanceof') return [test.left, test.right];
  if (test.k !== 'call' || test.callee.k !== 'name' || test.callee.name !== 'isinstance') return undefined;
  const [subject, type] = test.args;
  return subject && type && (type.value.k === 'name' || type.value.k === 'member')
    ? [subject.value, type.value]
    : undefined;
}

const isNot = /^(?:!|not)$/;
