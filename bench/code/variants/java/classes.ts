import type { Emitter } from '../emitter.ts';
import { javaCryptoClasses } from './crypto.ts';
import { javaPageClasses } from './pages.ts';
import { javaQueryClasses } from './queries.ts';
import { javaSystemClasses } from './system.ts';

/** Where untrusted text does harm in Java, and the same uses done well. */
export const javaClasses: Emitter['classes'] = {
  ...javaQueryClasses,
  ...javaSystemClasses,
  ...javaPageClasses,
  ...javaCryptoClasses,
};
