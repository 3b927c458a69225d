import { readFileSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { join, posix } from 'node:path';
import { Script } from 'node:vm';
import { linkedPackageKey } from '../../src/platform/linked/linked-packages.ts';
import { createParser } from '../../src/scan/syntax/parser.ts';
import { LinkError, type LinkedModule, linkModule } from './link-module.ts';

export interface LinkOptions {
  /** The folder of the modules: `src`, or `dist` where they are compiled. */
  root: string;
  entries: readonly string[];
  /** Packages of one CommonJS module each that are taken along. */
  packages?: readonly string[];
  /** Whether a module that another loads later belongs to the program. */
  follows(from: string, to: string): boolean;
}

export interface LinkedText {
  /** One expression, in ASCII: the modules by id, each a function. */
  text: string;
  ids: string[];
  /** The files of packages in it. */
  packageFiles: string[];
}

/**
 * Makes one script of modules and of all that they import, so that they are found without asking the file system and can be kept with the functions that
 * they run (`src/platform/linked-program.ts`). Each module still runs when it is first needed, and once.
 */
export async function linkProgram({
  root,
  entries,
  packages = [],
  follows,
}: LinkOptions): Promise<LinkedText> {
  const parser = await createParser();
  const modules = new Map<string, LinkedModule>();
  const waiting = [...entries];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (modules.has(id)) continue;
    await parser.ready();
    const from = id;
    const linked = linkModule(id, readModule(root, id), parser, {
      resolve: (specifier) => posix.join(posix.dirname(from), specifier),
      isLinked: (to) => follows(from, to),
    });
    modules.set(id, linked);
    waiting.push(...linked.imports.keys(), ...linked.laterImports);
  }
  const starts = new Set([...entries, ...[...modules.values()].flatMap(({ laterImports }) => laterImports)]);
  for (const start of starts) checkCircles(modules, start);
  const ids = [...modules.keys()].sort();
  const parts = ids.map(
    (id) => `${JSON.stringify(id)}:function(${parameters}){"use strict";${modules.get(id)!.code}\n}`,
  );
  const fromPackages = packages.map((name) => linkPackage(root, name));
  const text = ascii(`({\n${[...parts, ...fromPackages.map(({ part }) => part)].join(',\n')}\n})`);
  // Compiled once to see that every function can be.
  new Script(text);
  return { text, ids, packageFiles: fromPackages.map(({ file }) => file) };
}

/** As Node wraps it, and named by its length, by which the program sees whether it still is that file. */
function linkPackage(root: string, name: string): { file: string; part: string } {
  const file = createRequire(join(root, 'main.js')).resolve(name);
  const bytes = readFileSync(file);
  const key = JSON.stringify(linkedPackageKey(name, bytes.length));
  return { file, part: `${key}:function(exports,require,module,__filename,__dirname){${bytes}\n}` };
}

const parameters = '$e,$load,$later,$native,$require,$meta';

function readModule(root: string, id: string): string {
  const text = readFileSync(join(root, id), 'utf8');
  if (!id.endsWith('.ts')) return text;
  // Types become blanks of the same length, some of them beyond ASCII.
  return quietly(() => stripTypeScriptTypes(text)).replace(/[^\0-\x7f]/g, (unit, at: number) =>
    unit === text[at] ? unit : ' ',
  );
}

/** Node warns that the function may change; where it does, nothing is linked. */
function quietly<T>(run: () => T): T {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return run();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Letters beyond ASCII as escapes, which names, texts and patterns may hold: a script of bytes is read in a fraction of the time. */
function ascii(text: string): string {
  for (const raw of text.matchAll(/String\.raw`[^`]*`/g))
    if (/[^\0-\x7f]/.test(raw[0])) throw new LinkError(`Letters beyond ASCII in ${raw[0].slice(0, 80)}`);
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Where modules import each other in a circle, one of them runs before what it imports has: only functions are there by then. */
function checkCircles(modules: ReadonlyMap<string, LinkedModule>, first: string): void {
  const running: string[] = [];
  const done = new Set<string>();
  const visit = (id: string): void => {
    running.push(id);
    for (const [next, names] of modules.get(id)!.imports) {
      const { early } = modules.get(next)!;
      if (!running.includes(next)) {
        if (!done.has(next)) visit(next);
      } else if (!names?.every((name) => early.has(name))) {
        throw new LinkError(`${id} imports more than functions from ${next}, which imports it.`);
      }
    }
    running.pop();
    done.add(id);
  };
  visit(first);
}
