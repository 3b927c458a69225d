import type { Language } from '../../analysis/run.ts';
import { headOf } from '../shared/hidden-function.ts';
import { lowerRust } from './lower.ts';

/** Rust: data is followed inside a file. */
export const rust: Language = {
  lower: lowerRust,
  constructorName: '',
  selfParameter: false,
  selfName: 'self',
  mayBeLocal: () => false,
  modulePath: (specifier) => [specifier],
  candidates: () => [],
  namedFields: true,
  placesAtMethod: true,
  hiddenIn: (text) => (fn) => fn.className === undefined && !/\bpub\b/.test(headOf(fn, text)),
  extensions: ['rs'],
};
