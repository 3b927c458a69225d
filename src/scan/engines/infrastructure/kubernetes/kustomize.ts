import {
  type ConfigNode,
  child,
  entries,
  items,
  type MappingEntry,
  type MappingNode,
  mapping,
  sequence,
  text,
} from '../../../formats/document/node.ts';
import { parseYaml } from '../../../formats/yaml/parse-yaml.ts';
import { applyJsonPatch } from './json-patch.ts';
import type { ManifestFile } from './manifest-file.ts';

const maxLayers = 8;

/** One change that a kustomization makes. */
interface Patch {
  /** The file that it comes from. */
  from?: string;
  targets(object: MappingNode): boolean;
  apply(object: MappingNode): MappingNode;
}

export interface Kustomized {
  /** By path, the objects in each form that a kustomization gives them. */
  changed: ReadonlyMap<string, MappingNode[]>;
  /** Files whose objects changed another one, and are checked with it. */
  applied: ReadonlySet<string>;
  /** Files that are named as patches and change nothing that is here. */
  unapplied: ReadonlySet<string>;
}

/**
 * Applies the patches, by strategic merge or as operations, that kustomizations of the repository name. An object that several overlays change is
 * judged in each of its forms, so that a finding stands as long as one overlay leaves it.
 */
export function applyKustomizations(
  files: readonly ManifestFile[],
  kustomizations: ReadonlyArray<{ path: string; document: ConfigNode }>,
): Kustomized {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const byFolder = new Map(kustomizations.map((file) => [folderOf(file.path), file.document]));
  const named = new Set<string>();
  const applied = new Set<string>();
  const changed = new Map<string, MappingNode[]>();
  for (const [folder, document] of byFolder) {
    const patches = patchesOf(folder, document, byPath, named);
    if (patches.length === 0) continue;
    const apply = (object: MappingNode, patch: Patch): MappingNode => {
      if (!patch.targets(object)) return object;
      if (patch.from !== undefined) applied.add(patch.from);
      return patch.apply(object);
    };
    for (const path of resourceFiles(folder, document, byFolder, byPath, 0)) {
      const objects = byPath.get(path)!.objects;
      const patched = objects.map((object) => patches.reduce(apply, object));
      changed.set(path, [...(changed.get(path) ?? []), ...patched]);
    }
  }
  return { changed, applied, unapplied: new Set([...named].filter((path) => !applied.has(path))) };
}

function patchesOf(
  folder: string,
  document: ConfigNode,
  files: ReadonlyMap<string, ManifestFile>,
  named: Set<string>,
): Patch[] {
  const patches: Patch[] = [];
  const fromFile = (name: string | undefined, target: ConfigNode | undefined) => {
    const path = name === undefined ? undefined : join(folder, name);
    const file = path === undefined ? undefined : files.get(path);
    if (!file) return;
    named.add(file.path);
    for (const object of file.objects) patches.push({ ...mergePatch(object, target), from: file.path });
  };
  for (const patch of items(child(document, 'patchesStrategicMerge'))) {
    const value = text(patch) ?? '';
    if (value.includes('\n')) patches.push(...inline(value, undefined));
    else fromFile(value, undefined);
  }
  for (const patch of [...items(child(document, 'patches')), ...items(child(document, 'patchesJson6902'))]) {
    const target = child(patch, 'target');
    fromFile(text(child(patch, 'path')), target);
    const body = text(child(patch, 'patch'));
    if (body !== undefined) patches.push(...inline(body, target));
  }
  return patches;
}

function inline(body: string, target: ConfigNode | undefined): Patch[] {
  return parseYaml(body).documents.flatMap((node): Patch[] => {
    if (node.kind === 'mapping') return [mergePatch(node, target)];
    if (node.kind !== 'sequence' || !target) return [];
    return [
      {
        targets: (object) => selects(target, object),
        apply: (object) => applyJsonPatch(object, placed(node, object)),
      },
    ];
  });
}

function mergePatch(patch: MappingNode, target: ConfigNode | undefined): Patch {
  return {
    targets: (object) => (target ? selects(target, object) : sameObject(patch, object)),
    apply: (object) => mergeObjects(object, target ? withoutName(patch) : patch),
  };
}

/** A selector means every object that none of its fields excludes; names are patterns. */
function selects(target: ConfigNode, object: MappingNode): boolean {
  const kind = text(child(target, 'kind'));
  const name = text(child(target, 'name'));
  if (kind !== undefined && kind !== text(child(object, 'kind'))) return false;
  return name === undefined || name === text(child(object, 'metadata', 'name')) || name === '.*';
}

// With a selector the name in the patch is only a stand-in.
function withoutName(patch: MappingNode): MappingNode {
  return mapping(
    patch.entries.filter((entry) => entry.key !== 'metadata' && entry.key !== 'kind'),
    patch.line,
    patch.endLine,
  );
}

function resourceFiles(
  folder: string,
  document: ConfigNode,
  folders: ReadonlyMap<string, ConfigNode>,
  files: ReadonlyMap<string, ManifestFile>,
  depth: number,
): string[] {
  if (depth > maxLayers) return [];
  return [...items(child(document, 'resources')), ...items(child(document, 'bases'))].flatMap((node) => {
    const path = join(folder, text(node) ?? '');
    if (path === undefined) return [];
    const base = folders.get(path);
    if (base && path !== folder) return resourceFiles(path, base, folders, files, depth + 1);
    return files.has(path) ? [path] : [];
  });
}

function sameObject(patch: MappingNode, object: MappingNode): boolean {
  return (
    text(child(patch, 'kind')) === text(child(object, 'kind')) &&
    text(child(patch, 'metadata', 'name')) === text(child(object, 'metadata', 'name'))
  );
}

function mergeObjects(object: MappingNode, patch: MappingNode): MappingNode {
  return mergeMappings(object, patch, 0);
}

// Lists of named things (containers, volumes, env) merge by name; other lists are replaced, as Kubernetes does.
function mergeMappings(base: MappingNode, patch: MappingNode, depth: number): MappingNode {
  if (depth > 40) return base;
  const members: MappingEntry[] = [...base.entries];
  for (const entry of patch.entries) {
    const index = members.findIndex((member) => member.key === entry.key);
    const existing = members[index];
    if (!existing) members.push({ ...entry, line: base.line, value: placed(entry.value, base) });
    else members[index] = { ...existing, value: mergeNodes(existing.value, entry.value, depth + 1) };
  }
  return mapping(members, base.line, base.endLine);
}

function mergeNodes(base: ConfigNode, patch: ConfigNode, depth: number): ConfigNode {
  if (base.kind === 'mapping' && patch.kind === 'mapping') return mergeMappings(base, patch, depth);
  if (
    base.kind === 'sequence' &&
    patch.kind === 'sequence' &&
    patch.items.every((item) => child(item, 'name'))
  ) {
    const merged = [...base.items];
    for (const item of patch.items) {
      const index = merged.findIndex(
        (candidate) => text(child(candidate, 'name')) === text(child(item, 'name')),
      );
      if (index < 0) merged.push(placed(item, base));
      else merged[index] = mergeNodes(merged[index]!, item, depth + 1);
    }
    return sequence(merged, base.line, base.endLine);
  }
  return placed(patch, base);
}

/** What a patch brings is in another file; it is reported where the object is. */
function placed(node: ConfigNode, where: ConfigNode): ConfigNode {
  const { line } = where;
  if (node.kind === 'mapping') {
    return mapping(
      entries(node).map((entry) => ({ ...entry, line, value: placed(entry.value, where) })),
      line,
    );
  }
  if (node.kind === 'sequence')
    return sequence(
      node.items.map((item) => placed(item, where)),
      line,
    );
  return { ...node, line, endLine: line };
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}

function join(folder: string, name: string): string | undefined {
  if (name === '' || /^https?:|^git@|\?ref=/.test(name)) return undefined;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of name.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}
