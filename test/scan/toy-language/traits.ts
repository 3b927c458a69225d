import type { Language } from '../../../src/scan/engines/code/analysis/run.ts';
import { lowerToy } from './lower.ts';

/** Facts of the toy language: no classes, no types, and `use FILE` to call what another file defines. */
export const language: Language = {
  lower: lowerToy,
  constructorName: '',
  receiver: 'implicit',
  receiverName: '',
  mayBeLocal: (first) => first.startsWith('toy:'),
  modulePath: (specifier) => [`toy:${specifier}`],
  candidates: ([first = '', ...rest], _from, filesNamed) =>
    filesNamed(first.slice('toy:'.length)).map((path) => ({ path, rest })),
};
