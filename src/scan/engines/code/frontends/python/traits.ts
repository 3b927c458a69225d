import type { Language } from '../../analysis/run.ts';
import { lowerPython } from './lower.ts';
import { pythonMethods } from './methods.ts';

export const language: Language = {
  encodingComment: true,
  lower: lowerPython,
  constructorName: '__init__',
  receiver: 'parameter',
  receiverName: 'self',
  receiverNames: /^(?:self|cls|mcs|klass|_)$/,
  methods: pythonMethods,
  importFunctions: new Set(['__import__', 'import_module']),
  mayBeLocal: (first) => !first.startsWith('~') && first !== '?',
  modulePath: (specifier) => specifier.split('.'),
  candidates: (segments, from, filesNamed, filesInFolder) => {
    // `a.b.c.f` may be function f of a/b/c.py, or method f of class c in a/b.py; seen from the importing file's folders upwards.
    const modules = segments.slice(0, segments.indexOf('()') < 0 ? segments.length : segments.indexOf('()'));
    // Most names are of libraries: no file or package of the repository is called like any part of them.
    const isOurs = modules.map((name) => filesNamed(name).length > 0 || filesInFolder(name).length > 0);
    const found: Array<{ path: string; rest: readonly string[] }> = [];
    if (!isOurs.includes(true)) return found;
    const folders = from.split('/').slice(0, -1);
    for (let up = 0; up <= folders.length; up++) {
      const base = folders.slice(0, up);
      for (let length = modules.length; length > 0; length--) {
        if (!isOurs[length - 1]) continue;
        const path = [...base, ...modules.slice(0, length)].join('/');
        const rest = segments.slice(length);
        found.push({ path, rest }, { path: `${path}/__init__`, rest });
      }
    }
    return found;
  },
  hiddenIn:
    () =>
    ({ name, className }) =>
      /^_(?!_)/.test(name) || className?.startsWith('_') === true,
};
