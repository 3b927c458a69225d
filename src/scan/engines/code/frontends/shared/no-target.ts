import type { Target } from '../../ir/ir.ts';

/** Where a value goes that nothing takes; it is at no place of the program. */
export const noTarget: Target = { k: 'none', start: 0, end: 0 };
