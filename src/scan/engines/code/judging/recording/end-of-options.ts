import type { FunctionIr } from '../../ir/ir.ts';
import { eachPart, type Part } from '../../ir/parts.ts';

/** Whether a small method writes `--` out, behind which programs take nothing for an option: `c.args = append(c.args, "--")`. */
export function putsEndOfOptions({ body, className, size, parameters }: FunctionIr): boolean {
  if (className === undefined || size > maxSize || parameters.length > 2) return false;
  const open: Part[] = [...body];
  for (let part = open.pop(); part; part = open.pop()) {
    if (part.k === 'const' && (part.value === '--' || part.value === '--end-of-options')) return true;
    eachPart(part, (inner) => open.push(inner));
  }
  return false;
}

const maxSize = 40;
