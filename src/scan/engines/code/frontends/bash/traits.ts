import type { Language } from '../../analysis/run.ts';
import { lowerBash } from './lower.ts';

/** Shell scripts: data is followed inside a file. */
export const language: Language = {
  lower: lowerBash,
  constructorName: '',
  receiver: 'implicit',
  receiverName: '',
  mayBeLocal: () => false,
  modulePath: (specifier) => [specifier],
  candidates: () => [],
  hiddenIn: () => () => true,
};
