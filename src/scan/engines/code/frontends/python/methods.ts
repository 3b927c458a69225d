import { joinArgument } from '../../analysis/calls/text-methods.ts';
import type { Method } from '../../analysis/run.ts';

/** Methods that do something else in Python than under the same name in other languages. */
export const pythonMethods: ReadonlyMap<string, Method> = new Map([['join', joinArgument]]);
