import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';
import { type Carries, looksAt, testsOf } from './looks-at.ts';

/**
 * Where the first condition of a function is that looks at anything, but for how a request was sent. What is linked across files is known without the code
 * around it, so that each such condition may have looked at the data that is used behind it.
 */
export function firstQuestion({ body }: FunctionIr, text: (part: Part) => string): number {
  let first = Number.POSITIVE_INFINITY;
  const open: Part[] = [...body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.start >= first) continue;
    for (const test of testsOf(part))
      if (test.start < first && looksAt(test, anyName) && !methods.test(text(test))) first = test.start;
    eachPart(part, (inner) => open.push(inner));
  }
  return first;
}

const anyName: Carries = (part) => (part.k === 'name' ? 'same' : undefined);
const methods = /^[^&|]*\b(?:method|REQUEST_METHOD|HttpMethod|Method)\b[^&|]*$/;
