import { goEmitter } from './emit-go.ts';
import type { Emitter } from './emitter.ts';

/** Every language that variants are made for. */
export const emitters: readonly Emitter[] = [goEmitter];
