import type { Language } from '../../analysis/run.ts';
import { filesNearest } from '../shared/class-files.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { lowerJava } from './lower.ts';
import { javaMethods } from './methods.ts';
import { ownNamesIn } from './own-names.ts';

export const language: Language = {
  lower: lowerJava,
  sharedObjects: 'all',
  constructorName: '<init>',
  receiver: 'implicit',
  receiverName: 'this',
  addressesAreStrict: true,
  declaredTypes: true,
  toldTypes: /^/,
  overloads: true,
  truthLogic: true,
  memberNamespaces: true,
  accessorMethods: true,
  elementGetter: 'get',
  inheritedNames: true,
  constantCase: true,
  classesByName: true,
  codeInMethods: true,
  methods: javaMethods,
  mayBeLocal: (first) => /^[A-Z]/.test(first),
  modulePath: (specifier) => [specifier],
  candidates: filesNearest,
  ownNames: ownNamesIn,
  hiddenIn: hiddenBy(/\bprivate\b/),
};
