/**
 * The classes of a file that belong to the program itself. PHP says so: a class that is named without its namespace is one that `use` imports, or one of
 * the namespace that the file is in. What is known about a library's `Process` says nothing about the program's own.
 */
export function ownNamesIn(text: string): ReadonlySet<string> {
  const namespace = /^[ \t]*(?:<\?php\s+)?namespace\s+([\w\\]+)\s*[;{]/m.exec(text)?.[1]?.split('\\');
  const own = new Set<string>();
  if (!namespace) return own;
  const imported = importsIn(text);
  const foreign = new Set<string>();
  for (const { path } of imported) {
    const isOwn = sharedSegments(namespace, path) >= programLength(namespace);
    (isOwn && path.length > 1 ? own : foreign).add(path.at(-1)!);
  }
  const locals = new Set(imported.map(({ local }) => local));
  for (const [, name] of text.matchAll(plainClass)) if (!locals.has(name!)) own.add(name!);
  for (const [, path, name] of text.matchAll(qualifiedClass))
    if (sharedSegments(namespace, path!.split('\\')) < programLength(namespace)) foreign.add(name!);
  for (const name of foreign) own.delete(name);
  return own;
}

interface Import {
  readonly local: string;
  readonly path: readonly string[];
}

/** `use A\B;`, `use A\B as C, D;` and `use A\{B, C\D as E};`, but not what a class or a closure uses. */
function importsIn(text: string): Import[] {
  const found: Import[] = [];
  for (const [, whole] of text.matchAll(useStatement)) {
    const group = /^([\w\\]+)\\\s*\{([^}]*)\}$/.exec(whole!.trim());
    const prefix = group ? group[1]!.replace(/^\\/, '').split('\\') : [];
    for (const clause of (group?.[2] ?? whole!).split(',')) {
      const [, name, alias] = /^\s*\\?([\w\\]+)(?:\s+as\s+(\w+))?\s*$/i.exec(clause) ?? [];
      if (name === undefined) continue;
      const path = [...prefix, ...name.split('\\')];
      found.push({ local: alias ?? path.at(-1)!, path });
    }
  }
  return found;
}

function sharedSegments(a: readonly string[], b: readonly string[]): number {
  let shared = 0;
  while (shared < a.length && shared < b.length && a[shared] === b[shared]) shared++;
  return shared;
}

/** How many segments of a namespace name a program: below some names the packages of many programs are found. */
function programLength(namespace: readonly string[]): number {
  return owners.has(namespace[0]!) ? 2 : 1;
}

const owners = new Set(
  'Cake CodeIgniter Doctrine Drupal Joomla Laminas Laravel League Magento Mezzio Spatie Symfony TYPO3 Zend'.split(
    ' ',
  ),
);

/** At the start of a line, or behind another one there, and outside of a class, whose traits are named deeper; functions and constants are no classes. */
const useStatement =
  /(?<=^(?:use [\w\\ ,;]{1,400};[ \t]{0,8})?)use[ \t]+(?!function\s|const\s)([\w\\\s,]{1,400}(?:\{[^{};]{0,1000}\}\s{0,20})?);/gm;
/** `\\PDO` and `\\Vendor\\Name` from the global namespace. */
const qualifiedClass = /(?<![\\\w])\\((?:\w+\\)*([A-Z]\w*))/g;
/** `new Name`, `Name::…`, `Name $parameter`, each without a namespace. */
const plainClass =
  /(?<![\\\w$>:])(?:new\s+)?([A-Z]\w*)\b(?=\s*::|\s+(?:\.\.\.)?&?\$\w|(?<=new\s+\w+)\s*[(;])/g;
