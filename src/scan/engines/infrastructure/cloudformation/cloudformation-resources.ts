import { joinedText, maxComputedItems, replacedText } from '../../../formats/document/computed-value.ts';
import {
  type ConfigNode,
  child,
  entries,
  items,
  mapParts,
  mapping,
  scalar,
  sequence,
  text,
  unknown,
} from '../../../formats/document/node.ts';
import type { Resource } from '../resource.ts';
import { relateTemplateResources } from './related-template-resources.ts';

const maxDepth = 60;

export function isCloudFormation(document: ConfigNode): boolean {
  if (child(document, 'AWSTemplateFormatVersion')) return true;
  return entries(child(document, 'Resources')).some(({ value }) =>
    /^(AWS|Alexa|Custom)::/.test(text(child(value, 'Type')) ?? ''),
  );
}

/** The resources of a template, with intrinsic functions worked out as far as parameters' defaults and mappings allow. */
export function cloudFormationResources(document: ConfigNode, file: string): Resource[] {
  const scope = new TemplateScope(document);
  const written = child(document, 'Globals');
  const globals = written && scope.resolve(written);
  const resources = entries(child(document, 'Resources')).flatMap(({ key, line, value }): Resource[] => {
    const type = text(child(value, 'Type'));
    if (type === undefined) return [];
    const condition = text(child(value, 'Condition'));
    if (condition !== undefined && scope.condition(condition) === false) return [];
    const properties = scope.resolve(child(value, 'Properties') ?? mapping([], line));
    const merged = withGlobals(type, properties, globals);
    return [
      {
        type,
        name: key,
        address: key,
        file,
        line,
        endLine: Math.max(line, value.endLine),
        document: merged,
        context: { resource: value },
      },
    ];
  });
  return [...parametersOf(document, file), ...relateTemplateResources(resources)];
}

/** What the person who deploys is asked for. */
function parametersOf(document: ConfigNode, file: string): Resource[] {
  return entries(child(document, 'Parameters')).flatMap(({ key, line, value }): Resource[] => {
    if (value.kind !== 'mapping') return [];
    const named = mapping(
      [{ key: 'Name', line, value: scalar(key, line) }, ...value.entries],
      line,
      value.endLine,
    );
    const endLine = Math.max(line, value.endLine);
    return [
      { type: 'parameter', name: key, address: `parameter ${key}`, file, line, endLine, document: named },
    ];
  });
}

// SAM: what is under Globals.Function is the default of every function.
function withGlobals(type: string, properties: ConfigNode, globals: ConfigNode | undefined): ConfigNode {
  const section = /^AWS::Serverless::(\w+)$/.exec(type)?.[1];
  const defaults = entries(child(globals, section ?? '\0'));
  if (defaults.length === 0 || properties.kind !== 'mapping') return properties;
  const own = new Set(properties.entries.map((entry) => entry.key));
  return mapping(
    [...defaults.filter((entry) => !own.has(entry.key)), ...properties.entries],
    properties.line,
    properties.endLine,
  );
}

class TemplateScope {
  readonly #document: ConfigNode;
  readonly #conditions = new Map<string, boolean | undefined>();
  #steps = 0;

  constructor(document: ConfigNode) {
    this.#document = document;
  }

  resolve(node: ConfigNode, depth = 0): ConfigNode {
    if (depth > maxDepth || ++this.#steps > 500_000) return unknown('', node.line, node.endLine);
    const call = intrinsic(node);
    if (call) return this.#call(call.name, call.argument, node, depth + 1);
    return mapParts(node, (part) => this.resolve(part, depth + 1));
  }

  #call(name: string, argument: ConfigNode, node: ConfigNode, depth: number): ConfigNode {
    const give = (value: ConfigNode | undefined): ConfigNode =>
      value ? { ...value, line: node.line, endLine: node.endLine } : unknown(name, node.line, node.endLine);
    switch (name) {
      case 'Ref':
        return give(this.#parameter(text(argument) ?? '') ?? unknown(text(argument) ?? '', node.line));
      case 'Sub': {
        const template = text(argument) ?? text(items(argument)[0]) ?? '';
        let known = true;
        const result = replacedText(template, /\$\{([\w.:]+)\}/g, ([whole, variable = '']) => {
          const value = text(this.#parameter(variable));
          if (value === undefined) known = false;
          return value ?? whole;
        });
        if (result === undefined) return give(undefined);
        return give(known ? scalar(result, node.line) : unknown(result, node.line));
      }
      case 'Join': {
        const [glue, list] = items(argument);
        const parts = items(list && this.resolve(list, depth)).map(text);
        const joined = joinedText(
          parts.map((part) => part ?? ''),
          text(glue) ?? '',
        );
        if (joined === undefined) return give(undefined);
        return give(parts.includes(undefined) ? unknown(joined, node.line) : scalar(joined, node.line));
      }
      case 'If': {
        const [condition, yes, no] = items(argument);
        const verdict = this.condition(text(condition) ?? '');
        const branch = verdict === undefined ? undefined : verdict ? yes : no;
        return branch ? give(this.resolve(branch, depth)) : unknown('If', node.line, node.endLine);
      }
      case 'FindInMap': {
        const [map, first, second] = items(argument).map((part) => text(this.resolve(part, depth)));
        return give(
          map && first && second ? child(this.#document, 'Mappings', map, first, second) : undefined,
        );
      }
      case 'Select': {
        const [index, list] = items(argument);
        const resolved = list && this.resolve(list, depth);
        return give(resolved?.kind === 'sequence' ? resolved.items[Number(text(index))] : undefined);
      }
      case 'GetAtt': {
        const target = text(argument) ?? items(argument).map(text).join('.');
        return unknown(target, node.line, node.endLine);
      }
      case 'Base64':
        return give(this.resolve(argument, depth));
      case 'Split': {
        const [glue, whole] = items(argument).map((part) => text(this.resolve(part, depth)));
        return give(glue && whole !== undefined ? splitText(whole, glue, node.line) : undefined);
      }
      default:
        return unknown(name, node.line, node.endLine);
    }
  }

  #parameter(name: string): ConfigNode | undefined {
    if (name === 'AWS::NoValue') return scalar(null, 0);
    const fallback = child(this.#document, 'Parameters', name, 'Default');
    // An empty default asks the person who deploys.
    return text(fallback) === '' ? undefined : fallback;
  }

  condition(name: string, depth = 0): boolean | undefined {
    if (depth > 10) return undefined;
    if (this.#conditions.has(name)) return this.#conditions.get(name);
    // Unknown while it is being tested: what needs itself has no answer.
    this.#conditions.set(name, undefined);
    const node = child(this.#document, 'Conditions', name);
    const holds = node ? this.#test(node, depth) : undefined;
    this.#conditions.set(name, holds);
    return holds;
  }

  #test(node: ConfigNode, depth: number): boolean | undefined {
    const call = intrinsic(node);
    if (!call || depth > 10) return undefined;
    const parts = items(call.argument);
    switch (call.name) {
      case 'Equals': {
        const [left, right] = parts.map((part) => text(this.resolve(part, depth)));
        return left === undefined || right === undefined ? undefined : left === right;
      }
      case 'Not': {
        const verdict = parts[0] && this.#test(parts[0], depth + 1);
        return verdict === undefined ? undefined : !verdict;
      }
      case 'And':
      case 'Or': {
        const verdicts = parts.map((part) => this.#test(part, depth + 1));
        const decisive = call.name === 'Or';
        if (verdicts.includes(decisive)) return decisive;
        return verdicts.includes(undefined) ? undefined : !decisive;
      }
      case 'Condition':
        return this.condition(text(call.argument) ?? '', depth + 1);
      default:
        return undefined;
    }
  }
}

function splitText(whole: string, glue: string, line: number): ConfigNode | undefined {
  const parts = whole.split(glue, maxComputedItems + 1);
  if (parts.length > maxComputedItems) return undefined;
  return sequence(
    parts.map((part) => scalar(part, line)),
    line,
  );
}

/** Both forms of a function: `!Sub x` and `Fn::Sub: x`. */
function intrinsic(node: ConfigNode): { name: string; argument: ConfigNode } | undefined {
  if (node.tag?.startsWith('!')) return { name: node.tag.slice(1), argument: { ...node, tag: '' } };
  if (node.kind !== 'mapping' || node.entries.length !== 1) return undefined;
  const [entry] = node.entries;
  if (entry!.key === 'Ref' || entry!.key === 'Condition') return { name: entry!.key, argument: entry!.value };
  return entry!.key.startsWith('Fn::') ? { name: entry!.key.slice(4), argument: entry!.value } : undefined;
}
