import { ComputedValues } from '../../../formats/document/computed-value.ts';
import type { ConfigNode } from '../../../formats/document/node.ts';
import type { HclBlock, HclBody } from '../../../formats/hcl/hcl-syntax.ts';
import { type Attempt, unguarded } from '../../attempt.ts';
import type { Resource } from '../resource.ts';
import { blockDocument } from './block-document.ts';
import { evaluate, pairsOf, type Scope, withBindings } from './evaluate-expression.ts';
import { withOptionalAttributes } from './optional-attributes.ts';
import { registryResources } from './registry-modules.ts';
import { relateResources } from './related-resources.ts';

/** The evaluation steps that one repository may cost; the same on every machine. */
const maxSteps = 5_000_000;
const maxModuleDepth = 8;
const maxModuleCalls = 300;
/** A `for_each` over more elements than this says nothing new. */
const maxInstances = 10;

export interface TerraformFile {
  path: string;
  body: HclBody;
}

interface Folder {
  files: TerraformFile[];
  isCalled: boolean;
}

interface Budget {
  steps: number;
  calls: number;
  readonly computed: ComputedValues;
}

/**
 * Evaluates every folder of Terraform files as a module: with the values of its callers where the repository has some, with its
 * own defaults otherwise. `open` leaves out the defaults of modules that others are meant to call: whoever calls them decides.
 */
export function terraformResources(
  files: readonly TerraformFile[],
  attempt: Attempt = unguarded,
  defaults: 'known' | 'open' = 'known',
): { resources: Resource[]; exhausted: boolean } {
  const folders = new Map<string, Folder>();
  for (const file of files) {
    const path = folderOf(file.path);
    const folder = folders.get(path) ?? { files: [], isCalled: false };
    folder.files.push(file);
    folders.set(path, folder);
  }
  for (const [path, folder] of folders) {
    for (const { block } of blocksOf(folder, 'module')) {
      const target = folders.get(localSource(path, block) ?? '\0');
      if (target && target !== folder) target.isCalled = true;
    }
  }
  const budget: Budget = { steps: maxSteps, calls: maxModuleCalls, computed: new ComputedValues() };
  const project: Project = { folders, budget, resources: [], visited: new Set(), attempt, defaults };
  for (const [path, folder] of folders) {
    if (!folder.isCalled) evaluateModule(path, new Map(), [], project);
  }
  // Modules that only call each other have no caller outside; they are still looked at once.
  for (const path of folders.keys()) {
    if (!project.visited.has(path)) evaluateModule(path, new Map(), [], project);
  }
  return { resources: project.resources, exhausted: budget.steps <= 0 || budget.calls <= 0 };
}

interface Project {
  folders: ReadonlyMap<string, Folder>;
  budget: Budget;
  resources: Resource[];
  visited: Set<string>;
  attempt: Attempt;
  defaults: 'known' | 'open';
}

function evaluateModule(
  path: string,
  inputs: ReadonlyMap<string, ConfigNode>,
  stack: readonly string[],
  project: Project,
): void {
  const { folders, budget, resources, visited, attempt } = project;
  const folder = folders.get(path)!;
  visited.add(path);
  const isOpen = project.defaults === 'open' && stack.length === 0 && !isApplied(folder);
  const scope = moduleScope(folder, inputs, budget, isOpen);
  const own: Resource[] = [];
  const evaluateBlock = (block: HclBlock, file: TerraformFile) => {
    for (const [instanceScope, suffix] of instancesOf(block, scope)) {
      const resource = resourceOf(block, file.path, instanceScope, suffix);
      if (resource) own.push(resource);
      if (block.type !== 'module') continue;
      if (resource) own.push(...registryResources(resource));
      const target = localSource(path, block);
      const callable =
        target !== undefined && folders.has(target) && !stack.includes(target) && target !== path;
      if (!callable || stack.length >= maxModuleDepth || budget.calls <= 0) continue;
      budget.calls--;
      const values = new Map(
        block.body.attributes.map(({ name, value }) => [name, evaluate(value, instanceScope)]),
      );
      evaluateModule(target, values, [...stack, path], project);
    }
  };
  for (const file of folder.files) {
    for (const block of file.body.blocks) attempt({ path: file.path }, () => evaluateBlock(block, file));
  }
  const place = { path: folder.files[0]!.path };
  resources.push(...(attempt(place, () => relateResources(own)) ?? own));
}

function resourceOf(block: HclBlock, file: string, scope: Scope, suffix: string): Resource | undefined {
  const [type = '', name = ''] = block.labels;
  const base = { file, line: block.line, endLine: block.endLine, ...(block.head && { head: block.head }) };
  switch (block.type) {
    case 'resource':
      return {
        ...base,
        type,
        name,
        address: `${type}.${name}${suffix}`,
        document: blockDocument(block, scope),
      };
    case 'data':
      return {
        ...base,
        type: `data.${type}`,
        name,
        address: `data.${type}.${name}`,
        document: blockDocument(block, scope),
      };
    case 'provider':
      return {
        ...base,
        type: `provider.${type}`,
        name: type,
        address: `provider.${type}`,
        document: blockDocument(block, scope),
      };
    case 'module':
      return {
        ...base,
        type: 'module',
        name: type,
        address: `module.${type}`,
        document: blockDocument(block, scope),
      };
    case 'variable':
      return {
        ...base,
        type: 'variable',
        name: type,
        address: `var.${type}`,
        document: blockDocument(block, scope),
      };
    case 'output':
      return {
        ...base,
        type: 'output',
        name: type,
        address: `output.${type}`,
        document: blockDocument(block, scope),
      };
    case 'terraform':
      return {
        ...base,
        type: 'terraform',
        name: '',
        address: 'terraform',
        document: blockDocument(block, scope),
      };
    default:
      return undefined;
  }
}

// `count = 0` removes a block; `for_each` over a known collection makes one instance an element.
function instancesOf(block: HclBlock, scope: Scope): Array<[Scope, string]> {
  const count = block.body.attributes.find((attribute) => attribute.name === 'count');
  if (count) {
    const value = evaluate(count.value, scope);
    if (value.kind === 'scalar' && (value.value === 0 || value.value === '0')) return [];
  }
  const forEach = block.body.attributes.find((attribute) => attribute.name === 'for_each');
  if (!forEach) return [[scope, '']];
  const pairs = pairsOf(evaluate(forEach.value, scope));
  if (!pairs) return [[scope, '']];
  return pairs.slice(0, maxInstances).map(([key, value]) => {
    // A set has its values as keys.
    const eachKey =
      value.kind === 'scalar' &&
      typeof value.value === 'string' &&
      typeof (key as { value?: unknown }).value === 'number'
        ? value
        : key;
    const each = {
      kind: 'mapping' as const,
      entries: [
        { key: 'key', line: key.line, value: eachKey },
        { key: 'value', line: value.line, value },
      ],
      line: value.line,
      endLine: value.endLine,
    };
    return [withBindings(scope, new Map([['each', each]])), ''];
  });
}

/** Somebody runs Terraform in the folder as it is: it says how to reach a provider, where its state is, or which values to use. */
function isApplied({ files }: Folder): boolean {
  return files.some(
    ({ path, body }) =>
      path.endsWith('.tfvars') ||
      body.blocks.some(
        ({ type, body: inner }) =>
          type === 'provider' ||
          (type === 'terraform' &&
            inner.blocks.some(({ type: part }) => part === 'backend' || part === 'cloud')),
      ),
  );
}

function moduleScope(
  folder: Folder,
  inputs: ReadonlyMap<string, ConfigNode>,
  budget: Budget,
  isOpen: boolean,
): Scope {
  const locals = new Map<string, { expression: Parameters<typeof evaluate>[0] }>();
  const defaults = new Map<string, Parameters<typeof evaluate>[0] | undefined>();
  const types = new Map<string, Parameters<typeof evaluate>[0] | undefined>();
  for (const file of folder.files) {
    if (file.path.endsWith('.tfvars')) continue;
    for (const block of file.body.blocks) {
      if (block.type === 'locals') {
        for (const attribute of block.body.attributes)
          locals.set(attribute.name, { expression: attribute.value });
      } else if (block.type === 'variable') {
        const value = block.body.attributes.find((attribute) => attribute.name === 'default')?.value;
        defaults.set(block.labels[0] ?? '', isOpen ? undefined : value);
        types.set(block.labels[0] ?? '', block.body.attributes.find(({ name }) => name === 'type')?.value);
      }
    }
  }
  for (const file of folder.files) {
    if (!/(^|\/)(terraform\.tfvars|[^/]*\.auto\.tfvars)$/.test(file.path)) continue;
    for (const attribute of file.body.attributes)
      if (defaults.has(attribute.name)) defaults.set(attribute.name, attribute.value);
  }
  const values = new Map<string, ConfigNode | undefined>();
  const resolve = (key: string, compute: () => ConfigNode | undefined): ConfigNode | undefined => {
    if (values.has(key)) return values.get(key);
    // While it is being computed it is unknown, which is also the honest answer for a cycle.
    values.set(key, undefined);
    const value = compute();
    values.set(key, value);
    return value;
  };
  const scope: Scope = {
    lookup(root, steps) {
      const [first] = steps;
      if (!first || !('attribute' in first)) return undefined;
      const name = first.attribute;
      let value: ConfigNode | undefined;
      if (root === 'var') {
        value = resolve(`var.${name}`, () => {
          const expression = defaults.get(name);
          const given = inputs.get(name) ?? (expression && evaluate(expression, scope));
          return given && withOptionalAttributes(given, types.get(name), (preset) => evaluate(preset, scope));
        });
        // A default of null or of nothing says "the caller decides".
        if (value?.kind === 'scalar' && (value.value === null || value.value === '') && !inputs.has(name))
          value = undefined;
      } else if (root === 'local') {
        const local = locals.get(name);
        value = local && resolve(`local.${name}`, () => evaluate(local.expression, scope));
      }
      return value && { value, used: 1 };
    },
    spend: () => budget.steps-- > 0,
    computed: budget.computed,
  };
  return scope;
}

function* blocksOf(folder: Folder, type: string): Generator<{ block: HclBlock; file: TerraformFile }> {
  for (const file of folder.files)
    for (const block of file.body.blocks) if (block.type === type) yield { block, file };
}

function localSource(path: string, block: HclBlock): string | undefined {
  const source = block.body.attributes.find((attribute) => attribute.name === 'source')?.value;
  if (source?.kind !== 'literal' || typeof source.value !== 'string' || !/^\.\.?\//.test(source.value))
    return undefined;
  const parts = path === '' ? [] : path.split('/');
  for (const part of source.value.split('/')) {
    if (part === '..') {
      if (parts.length === 0) return undefined;
      parts.pop();
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.join('/');
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash === -1 ? '' : path.slice(0, slash);
}
