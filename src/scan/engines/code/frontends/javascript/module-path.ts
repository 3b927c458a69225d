/**
 * A module specifier as the first segment of a qualified name. Files of the repository are `file:` and their path without an
 * ending; packages are their name.
 */
export function scriptModulePath(specifier: string, from: string): string[] {
  if (specifier.startsWith('.')) {
    const parts = from.split('/').slice(0, -1);
    for (const part of specifier.split('/')) {
      if (part === '..') parts.pop();
      else if (part !== '.' && part !== '') parts.push(part);
    }
    return [`file:${withoutEnding(parts.join('/'))}`];
  }
  // From the root of a project, which may be any folder around the file, or from a folder in it.
  if (fromRoot.test(specifier)) return [`file:@/${withoutEnding(specifier.replace(/^[@~]\//, ''))}`];
  if (fromFolder.test(specifier)) return [`file:${withoutEnding(specifier)}`];
  return [specifier.replace(/^node:/, '').replace(/(?<=\/.*)\.js$/, '')];
}

function withoutEnding(path: string): string {
  return path.replace(/\.(?:[cm]?[jt]sx?|vue|svelte)$/, '');
}

/** The files that a name of `scriptModulePath` may mean, without their endings: those of the project that is nearest come first. */
export function scriptFiles(name: string, from: string): string[] {
  const alias = /^@(\w*)\/(.*)$/.exec(name);
  if (!alias) return [name, `${name}/index`];
  const [, folder, path] = alias;
  const paths = folder ? [`${folder}/${path}`, path!] : [path!];
  const found: string[] = [];
  for (let around = from; around !== ''; ) {
    around = around.slice(0, Math.max(around.lastIndexOf('/'), 0));
    const root = around === '' ? '' : `${around}/`;
    for (const sources of projectFolders)
      for (const each of paths) found.push(`${root}${sources}${each}`, `${root}${sources}${each}/index`);
  }
  return found;
}

/** `@/lib/files`, `~/lib/files`, `src/lib/files`. */
const fromRoot = /^(?:[@~]|src)\//;
/** `@server/files`: words that name parts of a program, and no scopes of a registry. */
const fromFolder =
  /^@(?:api|app|backend|common|config|core|db|features|helpers|libs?|models?|modules?|root|server|services?|shared|src|utils?)\//;
/** Where frameworks keep the sources of a project. */
const projectFolders = ['', 'src/', 'app/'];
