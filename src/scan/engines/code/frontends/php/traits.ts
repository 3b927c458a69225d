import type { Language } from '../../analysis/run.ts';
import { filesNearest } from '../shared/class-files.ts';
import { hiddenBy } from '../shared/hidden-function.ts';
import { includedFiles, isInclude } from './includes.ts';
import { lowerPhp } from './lower.ts';
import { ownNamesIn } from './own-names.ts';

export const language: Language = {
  lower: lowerPhp,
  sharedObjects: 'marked',
  tellingMethods: true,
  constructorName: '__construct',
  receiver: 'implicit',
  receiverName: '$this',
  declaredTypes: true,
  truthLogic: true,
  memberNamespaces: true,
  inheritedNames: true,
  accessorMethods: true,
  constantCase: true,
  classesByName: true,
  codeInMethods: true,
  eachOverMap: 'values',
  listsAreMaps: true,
  globalFunctions: true,
  functionsByText: true,
  mayBeLocal: (first) => /^~[A-Za-z_]/.test(first) || isInclude(first) || /^[A-Z]\w*$/.test(first),
  modulePath: (specifier) => [specifier],
  candidates: (segments, from, filesNamed, filesInFolder) => {
    const [first = '', ...rest] = segments;
    if (isInclude(first)) return includedFiles(segments, from, filesNamed, filesInFolder);
    const own = [first.replace(/^~/, ''), ...rest];
    const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
    const inFolder = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/'))) === folder;
    // Functions are global: they are in a file of the same folder, or where such files are usually kept.
    const near = filesInFolder(folder.slice(folder.lastIndexOf('/') + 1)).filter(inFolder);
    const usual = first.startsWith('~') ? usualFolders.flatMap((name) => filesInFolder(name)) : [];
    return [
      ...filesNearest(own, from, (name) => classFiles(name).flatMap(filesNamed), filesInFolder),
      ...[...near, ...usual].slice(0, maxCandidates).map((path) => ({ path, rest: own })),
    ];
  },
  ownNames: ownNamesIn,
  ownClassesInherit: true,
  hiddenIn: hiddenBy(/\bprivate\b/),
};

/** How files are called after the class in them, by conventions older than autoloading: `class.format.php`, `class-wp-query.php`, `Cart.class.php`. */
function classFiles(name: string): string[] {
  if (!/^[A-Z]\w*$/.test(name)) return [name];
  const lower = name.toLowerCase();
  return [
    name,
    ...[`class.${name}`, `class.${lower}`, `class-${lower.replaceAll('_', '-')}`],
    ...[`${name}.class`, `${lower}.class`, `${name}.inc`],
  ];
}

const usualFolders = ['includes', 'include', 'inc', 'lib', 'libs', 'functions', 'helpers', 'common', 'core'];
const maxCandidates = 60;
