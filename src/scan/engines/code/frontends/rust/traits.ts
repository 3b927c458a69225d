import type { Language } from '../../analysis/run.ts';
import { headOf } from '../shared/hidden-function.ts';
import { lowerRust } from './lower.ts';

/** Rust: data is followed inside a file. */
export const language: Language = {
  lower: lowerRust,
  constructorName: '',
  receiver: 'implicit',
  receiverName: 'self',
  declaredTypes: true,
  toldTypes: /^/,
  mayBeLocal: () => false,
  modulePath: (specifier) => [specifier],
  candidates: () => [],
  chainsOverLines: true,
  hiddenIn: (text) => (fn) => fn.className === undefined && !/\bpub\b/.test(headOf(fn, text)),
};
