import type { Language } from '../../analysis/run.ts';
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
  extensions: ['rs'],
};
