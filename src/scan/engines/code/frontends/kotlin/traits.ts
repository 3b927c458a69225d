import type { Language } from '../../analysis/run.ts';
import { language as java } from '../java/traits.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerKotlin } from './lower.ts';
import { kotlinMethods } from './methods.ts';

/** Kotlin calls what Java calls, so that it needs no rules of its own. */
export const language: Language = {
  ...java,
  lower: lowerKotlin,
  methods: new Map([...(java.methods ?? []), ...kotlinMethods]),
  eachOverMap: 'entries',
  extensionMethods: true,
  globalFunctions: true,
  packageFunctions: true,
  blocksGiveResults: true,
  hiddenIn: hiddenBy(/\bprivate\b/),
};
