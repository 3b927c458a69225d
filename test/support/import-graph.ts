import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** What a module imports by a relative path, type-only and dynamic imports and URLs of modules included. */
export function importsOf(text: string): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const forms = [
    /\bfrom\s*['"](\.[^'"]+)['"]/g,
    /\bimport\s*['"](\.[^'"]+)['"]/g,
    /\bimport\s*\(\s*['"](\.[^'"]+)['"]/g,
    /\bnew URL\(\s*['"](\.[^'"]+\.ts)['"]/g,
  ];
  return forms.flatMap((form) => [...code.matchAll(form)].map((match) => match[1]!));
}

/** Every module below a folder, by its path relative to it, with the modules below the folder that it imports. */
export function importGraph(folder: string): Map<string, string[]> {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.assembly.ts'))
    .sort();
  const known = new Set(files);
  return new Map(
    files.map((file) => {
      const targets = importsOf(readFileSync(join(folder, file), 'utf8')).map((target) =>
        relative(folder, join(folder, dirname(file), target)),
      );
      return [file, [...new Set(targets)].filter((target) => known.has(target))];
    }),
  );
}

/** Groups of modules of which each reaches each other one (Tarjan's strongly connected components), sorted. */
export function circlesIn(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    lowest.set(file, order.get(file)!);
    open.push(file);
    for (const target of graph.get(file) ?? []) {
      const reached = order.has(target)
        ? open.includes(target)
          ? order.get(target)!
          : Infinity
        : visit(target);
      lowest.set(file, Math.min(lowest.get(file)!, reached));
    }
    if (lowest.get(file) === order.get(file)) {
      const members = open.splice(open.indexOf(file));
      if (members.length > 1) circles.push(members.sort());
    }
    return lowest.get(file)!;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles.sort((a, b) => a[0]!.localeCompare(b[0]!));
}
