import type { Language } from '../../analysis/run.ts';
import { exportedWords } from './exported-names.ts';
import { lowerJavaScript } from './lower.ts';
import { scriptFiles, scriptModulePath } from './module-path.ts';

export const language: Language = {
  lower: lowerJavaScript,
  sharedObjects: 'all',
  tellingMethods: true,
  constructorName: 'constructor',
  receiver: 'implicit',
  receiverName: 'this',
  functionsAreObjects: true,
  importFunctions: new Set(['require', 'import']),
  mayBeLocal: (first) => first.startsWith('file:'),
  modulePath: scriptModulePath,
  candidates: (segments, from) => {
    const [first = '', ...rest] = segments;
    if (!first.startsWith('file:')) return [];
    return scriptFiles(first.slice('file:'.length), from).map((path) => ({ path, rest }));
  },
  hiddenIn: (text) => {
    const exported = exportedWords(text);
    return ({ name, className }) => /^[#_]/.test(name) || (name !== '' && !exported.has(className ?? name));
  },
};
