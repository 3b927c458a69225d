import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';
import { keepCompiled, readCompiled } from './compiled-functions.ts';
import { type PackageModule, setLinkedPackages } from './linked-packages.ts';
import { findLinkedText, type LinkedTextFile, moduleRoot } from './linked-text.ts';

type Exports = Record<string, unknown>;
type Module = (
  exports: Exports,
  load: (id: string) => Exports,
  later: (id: string) => Promise<Exports>,
  native: (idOrPackage: string) => Promise<unknown>,
  require: NodeJS.Require,
  meta: (id: string) => { url: string; dirname: string },
) => void;

export interface LinkedProgram {
  /** Changes with everything that the program was made of. */
  readonly identity: string;
  /** The exports of a module, by its path in the program without its extension. */
  load<Module>(name: string): Module;
  /** Keeps the functions that ran, compiled, for the next time, unless they are or V8's switches have changed. To be called at the end. */
  keepCompiled(): void;
}

/**
 * The modules of the program as one script (`scripts/link`), with the functions that earlier runs compiled. Starts in a third of the time that the modules take
 * one by one: Node keeps of a module only what runs while it is loaded. Undefined where there is none, or one of other files than these.
 */
export function openLinkedProgram(
  text: LinkedTextFile | undefined = findLinkedText(),
): LinkedProgram | undefined {
  if (text === undefined) return undefined;
  const { file, identity } = text;
  const switches = cachedDataVersionTag();
  const compiled = readCompiled(file, switches);
  const script = new Script(readFileSync(file, 'latin1'), {
    filename: file,
    ...(compiled && { cachedData: compiled.data }),
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
  const isCompiled = compiled !== undefined && script.cachedDataRejected === false;
  const ran = new Map<string, Exports>();
  const parts = script.runInThisContext() as Record<string, Module & PackageModule>;
  const load = loaderOf(parts, ran);
  setLinkedPackages(parts);
  return {
    identity,
    load: <Module>(name: string) => load(`${name}${extension}`) as Module,
    keepCompiled: () => {
      if (isCompiled && [...ran.keys()].every((id) => compiled.modules.has(id))) return;
      // It would not be taken back.
      if (cachedDataVersionTag() !== switches) return;
      const modules = new Set([...(isCompiled ? compiled.modules : []), ...ran.keys()]);
      keepCompiled(file, switches, { modules, data: script.createCachedData() });
    },
  };
}

const extension = import.meta.url.slice(import.meta.url.lastIndexOf('.'));

function loaderOf(modules: Readonly<Record<string, Module>>, ran: Map<string, Exports>) {
  const require = createRequire(join(moduleRoot, `main${extension}`));
  const native = (idOrPackage: string) =>
    import(idOrPackage.endsWith(extension) ? pathToFileURL(join(moduleRoot, idOrPackage)).href : idOrPackage);
  const meta = (id: string) => {
    const path = join(moduleRoot, id);
    return { url: pathToFileURL(path).href, dirname: dirname(path) };
  };
  const load = (id: string): Exports => {
    const known = ran.get(id);
    if (known) return known;
    const exports: Exports = {};
    ran.set(id, exports);
    modules[id]!(exports, load, async (later) => load(later), native, require, meta);
    return exports;
  };
  return load;
}
