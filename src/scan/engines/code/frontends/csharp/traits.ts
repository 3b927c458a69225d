import type { Language } from '../../analysis/run.ts';
import { filesNearest } from '../shared/class-files.ts';
import { headOf } from '../shared/hidden-function.ts';
import { lowerCsharp } from './lower.ts';
import { csharpMethods } from './methods.ts';

export const language: Language = {
  lower: lowerCsharp,
  handsOnFunctions: true,
  sharedObjects: 'all',
  constructorName: '<init>',
  receiver: 'implicit',
  receiverName: 'this',
  declaredTypes: true,
  toldTypes: /^/,
  overloads: true,
  truthLogic: true,
  inheritedNames: true,
  constantCase: true,
  classesByName: true,
  extensionMethods: true,
  codeInMethods: true,
  literalsNameFields: true,
  computedProperties: true,
  eachOverMap: 'entries',
  missingKeysThrow: true,
  methods: csharpMethods,
  mayBeLocal: (first) => /^[A-Z]/.test(first),
  modulePath: (specifier) => [specifier],
  candidates: filesNearest,
  hiddenIn: (text) => (fn) =>
    fn.className !== undefined && !/\b(?:public|internal|protected)\b/.test(headOf(fn, text)),
};
