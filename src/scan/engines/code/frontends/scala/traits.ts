import type { Language } from '../../analysis/run.ts';
import { language as java } from '../java/traits.ts';
import { kotlinMethods } from '../kotlin/methods.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerScala } from './lower.ts';

/** Scala calls what Java calls; its collections know the methods that Kotlin's know. */
export const language: Language = {
  ...java,
  lower: lowerScala,
  methods: new Map([...(java.methods ?? []), ...kotlinMethods]),
  eachOverMap: 'entries',
  hiddenIn: hiddenBy(/\bprivate\b/),
};
