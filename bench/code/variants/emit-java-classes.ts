import { javaCryptoClasses } from './emit-java-crypto.ts';
import { javaPageClasses } from './emit-java-pages.ts';
import { javaQueryClasses } from './emit-java-queries.ts';
import { javaSystemClasses } from './emit-java-system.ts';
import type { Emitter } from './emitter.ts';

/** Where untrusted text does harm in Java, and the same uses done well. */
export const javaClasses: Emitter['classes'] = {
  ...javaQueryClasses,
  ...javaSystemClasses,
  ...javaPageClasses,
  ...javaCryptoClasses,
};
