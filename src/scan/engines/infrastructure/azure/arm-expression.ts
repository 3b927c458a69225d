import { ComputedValues } from '../../../formats/document/computed-value.ts';
import { type ConfigNode, child, mapParts, scalar, text, unknown } from '../../../formats/document/node.ts';
import { callAzureFunction, memberOf } from './azure-functions.ts';

const maxDepth = 40;
const maxSteps = 200_000;

/** Works out the expressions of one template: defaults of parameters, variables, and functions that need no deployment. */
export class ArmScope {
  readonly #template: ConfigNode;
  /** Unknown while it is being worked out: what needs itself has no value. */
  readonly #values = new Map<string, ConfigNode | undefined>();
  readonly #computed = new ComputedValues();
  #steps = 0;

  constructor(template: ConfigNode) {
    this.#template = template;
  }

  resolve(node: ConfigNode, depth = 0): ConfigNode {
    if (depth > maxDepth || ++this.#steps > maxSteps) return unknown('', node.line, node.endLine);
    if (node.kind === 'mapping' || node.kind === 'sequence')
      return mapParts(node, (part) => this.resolve(part, depth + 1));
    const value = text(node) ?? '';
    if (!value.startsWith('[') || !value.endsWith(']')) return node;
    // Two brackets stand for one that is meant as text.
    if (value.startsWith('[[')) return scalar(value.slice(1), node.line, node.endLine);
    const lookup: Lookup = (kind, name) => this.#named(kind, name, depth + 1);
    const result = new ExpressionReader(value.slice(1, -1), node.line, lookup, this.#computed).read();
    return result
      ? { ...result, line: node.line, endLine: node.endLine }
      : unknown(value, node.line, node.endLine);
  }

  #named(kind: 'parameters' | 'variables', name: string, depth: number): ConfigNode | undefined {
    const key = `${kind} ${name}`;
    if (this.#values.has(key)) return this.#values.get(key);
    this.#values.set(key, undefined);
    const found =
      kind === 'parameters'
        ? child(this.#template, 'parameters', name, 'defaultValue')
        : child(this.#template, 'variables', name);
    const value = found && this.#computed.bounded(this.resolve(found, depth));
    this.#values.set(key, value);
    return value;
  }
}

type Lookup = (kind: 'parameters' | 'variables', name: string) => ConfigNode | undefined;

const token =
  /\s*(?:'((?:[^']|'')*)'|(-?\d+)|([A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)?(?=\s*\())|([A-Za-z_]\w*)|([()[\],.]))/y;

class ExpressionReader {
  readonly #source: string;
  readonly #line: number;
  readonly #lookup: Lookup;
  readonly #computed: ComputedValues;
  #position = 0;

  constructor(source: string, line: number, lookup: Lookup, computed: ComputedValues) {
    this.#source = source;
    this.#line = line;
    this.#lookup = lookup;
    this.#computed = computed;
  }

  /** Undefined where the text is not an expression or has no known value. */
  read(): ConfigNode | undefined {
    const value = this.#value(0);
    return value && value.kind !== 'unknown' && this.#source.slice(this.#position).trim() === ''
      ? value
      : undefined;
  }

  #match(): RegExpExecArray | null {
    token.lastIndex = this.#position;
    const match = token.exec(this.#source);
    if (match) this.#position = token.lastIndex;
    return match;
  }

  #take(mark: string): boolean {
    const before = this.#position;
    if (this.#match()?.[5] === mark) return true;
    this.#position = before;
    return false;
  }

  #value(depth: number): ConfigNode | undefined {
    const match = depth > maxDepth ? null : this.#match();
    if (!match) return undefined;
    const [, quoted, number, name] = match;
    let value: ConfigNode | undefined;
    if (quoted !== undefined) value = scalar(quoted.replaceAll("''", "'"), this.#line);
    else if (number !== undefined) value = scalar(Number(number), this.#line);
    else if (name !== undefined) value = this.#call(name, depth);
    while (value) {
      if (this.#take('.')) {
        const member = this.#match();
        const key = member?.[4] ?? member?.[3];
        value = key === undefined ? undefined : this.#member(value, scalar(key, this.#line));
      } else if (this.#take('[')) {
        const key = this.#value(depth + 1);
        value = key && this.#take(']') ? this.#member(value, key) : undefined;
      } else break;
    }
    return value;
  }

  #member(value: ConfigNode, key: ConfigNode): ConfigNode {
    return memberOf(value, key) ?? unknown('', this.#line);
  }

  #call(name: string, depth: number): ConfigNode | undefined {
    const args: ConfigNode[] = [];
    if (!this.#take('(')) return undefined;
    while (!this.#take(')')) {
      const argument = this.#value(depth + 1);
      if (!argument) return undefined;
      args.push(argument);
      this.#take(',');
    }
    const kind = name.toLowerCase();
    if (kind === 'parameters' || kind === 'variables')
      return this.#lookup(kind, text(args[0]) ?? '') ?? unknown(name, this.#line);
    return this.#computed.bounded(callAzureFunction(name, args, this.#line));
  }
}
