import type { Language } from '../../analysis/run.ts';
import { lowerBash } from './lower.ts';

/** Shell scripts: data is followed inside a file. */
export const bash: Language = {
  lower: lowerBash,
  constructorName: '',
  selfParameter: false,
  selfName: '',
  mayBeLocal: () => false,
  modulePath: (specifier) => [specifier],
  candidates: () => [],
  hiddenIn: () => () => true,
  extensions: ['sh', 'bash'],
};
