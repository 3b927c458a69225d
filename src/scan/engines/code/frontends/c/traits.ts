import type { Language } from '../../analysis/run.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerC } from './lower.ts';

/** C and C++: data is followed inside a file. */
export const language: Language = {
  lower: lowerC,
  constructorName: '',
  receiver: 'implicit',
  receiverName: 'this',
  mayBeLocal: () => false,
  modulePath: (specifier) => [specifier],
  candidates: () => [],
  overloads: true,
  hiddenIn: hiddenBy(/\bstatic\b/),
};
