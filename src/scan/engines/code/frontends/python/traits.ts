import type { Language } from '../../analysis/run.ts';
import { lowerPython } from './lower.ts';
import { pythonMethods } from './methods.ts';

export const language: Language = {
  encodingComment: true,
  missingKeysThrow: true,
  lower: lowerPython,
  handsOnFunctions: true,
  sharedObjects: 'all',
  tellingMethods: true,
  constructorName: '__init__',
  receiver: 'parameter',
  receiverName: 'self',
  receiverNames: /^(?:self|cls|mcs|klass|_)$/,
  methods: pythonMethods,
  toldTypes: /^(?:BaseModel|SQLModel|BaseSettings|RootModel|GenericModel)$/,
  importedBases: true,
  importFunctions: new Set(['__import__', 'import_module']),
  mayBeLocal: (first) => !first.startsWith('~') && first !== '?',
  modulePath: (specifier) => specifier.split('.'),
  candidates: (given, from, filesNamed, filesInFolder) => {
    // A task that is put into a queue gets the same arguments as one that is called.
    const segments = given.length > 1 && given.at(-1) === 'delay' ? given.slice(0, -1) : given;
    // `a.b.c.f` may be function f of a/b/c.py, or method f of class c in a/b.py; seen from the importing file's folders upwards.
    const modules = segments.slice(0, segments.indexOf('()') < 0 ? segments.length : segments.indexOf('()'));
    // Most names are of libraries: no file or package of the repository is called like any part of them.
    const ways: Array<{ suffix: string; rest: readonly string[]; isFile: boolean; isPackage: boolean }> = [];
    for (let length = modules.length; length > 0; length--) {
      const isFile = filesNamed(modules[length - 1]!).length > 0;
      const isPackage = filesInFolder(modules[length - 1]!).length > 0;
      if (isFile || isPackage)
        ways.push({
          suffix: modules.slice(0, length).join('/'),
          rest: segments.slice(length),
          isFile,
          isPackage,
        });
    }
    const found: Array<{ path: string; rest: readonly string[] }> = [];
    if (ways.length === 0) return found;
    const folders = from.split('/').slice(0, -1);
    let base = '';
    for (let up = 0; up <= folders.length; up++) {
      for (const { suffix, rest, isFile, isPackage } of ways) {
        const path = base + suffix;
        if (isFile) found.push({ path, rest });
        if (isPackage) found.push({ path: `${path}/__init__`, rest });
      }
      base += `${folders[up]}/`;
    }
    return found;
  },
  hiddenIn:
    () =>
    ({ name, className }) =>
      /^_(?!_)/.test(name) || className?.startsWith('_') === true,
};
