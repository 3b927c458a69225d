import { plainValue } from '../../../../formats/document/node.ts';
import { parseHcl } from '../../../../formats/hcl/parse-hcl.ts';
import { parseYaml } from '../../../../formats/yaml/parse-yaml.ts';
import { terraformResources } from '../../terraform/terraform-project.ts';
import { exampleRepository } from '../example-repository.ts';

/** One difference between a bad example of a rule and a good one. */
export interface ExampleChange {
  /** Keys down to the attribute; indexes of lists are numbers. Empty for a line of a text. */
  path: Array<string | number>;
  /** Absent where the attribute has to go. */
  value?: unknown;
  /** What stood there before; absent where nothing did. */
  before?: unknown;
}

interface RuleExamples {
  on: readonly string[];
  when?: string;
  bad: readonly string[];
  good: readonly string[];
}

const maxPairs = 16;

/** The smallest difference between the bad and good examples of a rule: what has to be written. */
export function exampleChanges(pack: string, rule: RuleExamples): ExampleChange[] {
  let best: ExampleChange[] = [];
  let pairs = 0;
  for (const bad of rule.bad) {
    for (const good of rule.good) {
      if (++pairs > maxPairs) return best;
      const changes = differences(pack, rule.on, bad, good);
      if (changes.length > 0 && (best.length === 0 || weight(changes, rule) < weight(best, rule)))
        best = changes;
    }
  }
  return best;
}

/** Fewer is better, and what the condition names is better than what it does not. */
function weight(changes: readonly ExampleChange[], { when = '' }: RuleExamples): number {
  const named = changes.some(({ path }) =>
    when.includes(String(path.findLast((key) => typeof key === 'string'))),
  );
  const removed = changes.every(({ value }) => value === undefined);
  return changes.length + (named ? 0 : 10) + (removed ? 0.5 : 0);
}

function differences(pack: string, types: readonly string[], bad: string, good: string): ExampleChange[] {
  const [left, right] = [bad, good].map((example) => exampleRepository(pack, types, example));
  const path = Object.keys(left!).find((file) => right![file] !== undefined && right![file] !== left![file]);
  if (path === undefined) return [];
  const [before, after] = [left![path]!, right![path]!];
  if (textPacks.has(pack)) return lineChanges(before, after);
  if (pack.startsWith('terraform')) {
    const changes = compare(terraformValue(before, types), terraformValue(after, types), []);
    return changes.length > 0 ? changes : newBlocks(before, after);
  }
  const changes = compare(yamlValue(before), yamlValue(after), []);
  return changes.flatMap(({ path: keys, ...change }) => unwrapped({ ...change, path: withoutWrapper(keys) }));
}

const textPacks = new Set(['dockerfile', 'nginx', 'jenkins']);

function lineChanges(before: string, after: string): ExampleChange[] {
  const known = new Set(before.split('\n').map((line) => line.trim()));
  return after
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && line !== '}' && !known.has(line))
    .map((line) => ({ path: [], value: line }));
}

/** Resources that only the good example has: what protects another resource is often one of its own. */
function newBlocks(before: string, after: string): ExampleChange[] {
  return [...after.matchAll(/^resource "(\w+)" "\w+" \{[^{}]*\}/gm)]
    .filter(([, type]) => !before.includes(`"${type}"`))
    .map(([block]) => ({ path: [], value: block.replace(/\s*\n\s*/g, ' ') }));
}

function terraformValue(source: string, types: readonly string[]): unknown {
  const { resources } = terraformResources([{ path: 'main.tf', body: parseHcl(source).body }]);
  const own = resources.find(({ type }) => types.includes(type)) ?? resources[0];
  return own ? withoutUnknown(plainValue(own.document)) : {};
}

function yamlValue(source: string): unknown {
  return withoutUnknown(plainValue(parseYaml(source).documents.at(-1)));
}

function withoutUnknown(value: unknown): unknown {
  return value === undefined ? {} : (JSON.parse(JSON.stringify(value)) as unknown);
}

/** Templates of clouds wrap what a resource says. */
function withoutWrapper(path: Array<string | number>): Array<string | number> {
  if (path[0] === 'Resources' && path[2] === 'Properties') return path.slice(3);
  if (path[0] === 'properties' && path.length === 1) return [];
  return path[0] === 'resources' && typeof path[1] === 'number' ? path.slice(2) : path;
}

/** Where the whole body of a resource is new, each of its attributes is. */
function unwrapped(change: ExampleChange): ExampleChange[] {
  const { path, value, before } = change;
  if (path.length > 0) return [change];
  if (isObject(value)) return Object.entries(value).map(([key, part]) => ({ path: [key], value: part }));
  return isObject(before) ? Object.entries(before).map(([key, part]) => ({ path: [key], before: part })) : [];
}

function compare(before: unknown, after: unknown, path: Array<string | number>): ExampleChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (
    Array.isArray(before) &&
    Array.isArray(after) &&
    before.length === after.length &&
    before.some(isObject)
  )
    return before.flatMap((item, index) => compare(item, after[index], [...path, index]));
  if (!isObject(before) || !isObject(after)) {
    if (after === undefined) return [{ path, before }];
    return [{ path, value: after, ...(before === undefined ? {} : { before }) }];
  }
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  // What the engine adds to a block for itself begins with an underscore.
  const own = keys.filter((key) => !key.startsWith('_'));
  return own.flatMap((key) => compare(before[key], after[key], [...path, key]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
