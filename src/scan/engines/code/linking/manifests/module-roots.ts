import type { FileFacts } from '../../domain/facts.ts';

/** The path of the module that a `go.mod` begins. */
export function moduleIn(path: string, text: string): string | undefined {
  return /(?:^|\/)go\.mod$/.test(path) ? /^module[ \t]+"?([\w./~-]+)"?/m.exec(text)?.[1] : undefined;
}

/** The folders of modules by their paths; none for a path that two manifests have. */
export function moduleRoots(
  files: ReadonlyArray<{ readonly path: string; readonly facts: FileFacts }>,
): (module: string) => string | undefined {
  const roots = new Map<string, string | null>();
  for (const { path, facts } of files)
    if (facts.module !== undefined)
      roots.set(
        facts.module,
        roots.has(facts.module) ? null : path.slice(0, Math.max(0, path.lastIndexOf('/'))),
      );
  return (module) => roots.get(module) ?? undefined;
}
