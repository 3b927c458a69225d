import type { Language } from '../../analysis/run.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerC } from './lower.ts';

/** C and C++: data is followed inside a file. */
export const c: Language = {
  lower: lowerC,
  constructorName: '',
  selfParameter: false,
  selfName: 'this',
  mayBeLocal: () => false,
  modulePath: (specifier) => [specifier],
  candidates: () => [],
  namedFields: true,
  hiddenIn: hiddenBy(/\bstatic\b/),
  extensions: ['c', 'cc', 'cpp'],
};
