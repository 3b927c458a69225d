import type { Node } from './mutants.ts';

/**
 * Expressions that hold a child in a flat tree, or -1 where there is none. The root of a tree is node 0 and no node's child, so that `child < 0`, `child <= 0` and `child < 1` are
 * the same, and so are -1 and -2 where a child is missing: such mutants cannot be noticed by any test and are not counted. Only what the reader of trees gives counts here, and names that are bound to nothing else in the file.
 */
export class ChildNodes {
  /** Of patterns; whether the list is one of children is only known when all names are. */
  readonly #defaults = new Map<Node, Node>();
  readonly #bound = new Map<string, Array<Node | undefined>>();

  constructor(program: Node) {
    this.#collect(program);
  }

  /** `child < 0` or `child >= 0`. */
  isTest({ type, operator, left, right }: Node): boolean {
    return (
      type === 'BinaryExpression' &&
      (operator === '<' || operator === '>=') &&
      (right as Node).raw === '0' &&
      this.#isChild(left as Node, new Set())
    );
  }

  /** The -1 of `children[0] ?? -1` and of `[first = -1] = children`. */
  isNone(node: Node, parent: Node | undefined): boolean {
    if (!isMinusOne(node)) return false;
    if (parent?.type === 'AssignmentPattern') {
      const list = this.#defaults.get(parent);
      return list !== undefined && this.#isList(list, new Set());
    }
    return parent?.type === 'LogicalExpression' && this.#isChild(parent, new Set());
  }

  /** `[first = -1, second = -1] = reader.named(node)`. */
  #collectItems(pattern: Node, list: Node): void {
    for (const item of pattern.elements as Array<Node | null>) {
      const { left, right } = (item ?? {}) as { left?: Node; right?: Node };
      if (item?.type === 'AssignmentPattern' && left?.type === 'Identifier' && isMinusOne(right!)) {
        this.#defaults.set(item, list);
        this.#bind(left, { ...list, type: 'ItemOf', list });
      } else if (item) this.#bind(item, null);
    }
  }

  #collect(node: Node): void {
    if (node.type === 'VariableDeclarator' && node.init && (node.id as Node).type === 'ArrayPattern')
      this.#collectItems(node.id as Node, node.init as Node);
    else if (node.type === 'VariableDeclarator') this.#bind(node.id as Node, node.init as Node | null);
    else if (node.type === 'AssignmentExpression')
      this.#bind(node.left as Node, node.operator === '=' ? (node.right as Node) : null);
    else if (node.type === 'UpdateExpression') this.#bind(node.argument as Node, null);
    else if (node.type === 'CatchClause' && node.param) this.#bind(node.param as Node, null);
    if (/Function/.test(node.type))
      for (const parameter of node.params as Node[]) this.#bind(parameter, null);
    for (const part of partsOf(node)) this.#collect(part);
  }

  #bind(target: Node, value: Node | null): void {
    if (target.type === 'Identifier')
      this.#bound.set(target.name as string, [
        ...(this.#bound.get(target.name as string) ?? []),
        value ?? undefined,
      ]);
    else if (target.type !== 'MemberExpression')
      for (const part of partsOf(target))
        this.#bind(part.type === 'Property' ? (part.value as Node) : part, null);
  }

  #isChild(node: Node, seen: Set<string>): boolean {
    switch (node.type) {
      case 'ParenthesizedExpression':
      case 'TSNonNullExpression':
        return this.#isChild(node.expression as Node, seen);
      case 'UnaryExpression':
        return isMinusOne(node);
      case 'ItemOf':
        return this.#isList(node.list as Node, seen);
      case 'ConditionalExpression':
        return [node.consequent, node.alternate].every((branch) => this.#isChild(branch as Node, seen));
      case 'LogicalExpression':
        return (
          node.operator === '??' && [node.left, node.right].every((side) => this.#isChild(side as Node, seen))
        );
      case 'CallExpression':
        return (
          /^(?:field|firstNamed|childOfKind)$/.test(calledName(node)) ||
          (/^(?:at|find|findLast)$/.test(calledName(node)) && this.#isList(receiver(node), seen))
        );
      case 'MemberExpression':
        return node.computed === true && this.#isList(node.object as Node, seen);
      case 'Identifier':
        return this.#everyBound(node.name as string, seen, (value) => this.#isChild(value, seen));
      default:
        return false;
    }
  }

  #isList(node: Node | undefined, seen: Set<string>): boolean {
    if (node?.type === 'CallExpression')
      return (
        /^(?:named|fieldAll)$/.test(calledName(node)) ||
        (/^(?:filter|slice)$/.test(calledName(node)) && this.#isList(receiver(node), seen))
      );
    return (
      node?.type === 'Identifier' &&
      this.#everyBound(node.name as string, seen, (value) => this.#isList(value, seen))
    );
  }

  #everyBound(name: string, seen: Set<string>, holds: (value: Node) => boolean): boolean {
    const values = this.#bound.get(name);
    if (!values || seen.has(name)) return false;
    seen.add(name);
    const all = values.every((value) => value !== undefined && holds(value));
    seen.delete(name);
    return all;
  }
}

function isMinusOne({ type, operator, argument }: Node): boolean {
  return type === 'UnaryExpression' && operator === '-' && (argument as Node).raw === '1';
}

function calledName({ callee }: Node): string {
  const { type, property, computed } = callee as Node;
  return type === 'MemberExpression' && !computed ? String((property as Node).name) : '';
}

function receiver({ callee }: Node): Node | undefined {
  return (callee as Node).object as Node | undefined;
}

export function partsOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

function isNode(part: unknown): part is Node {
  return typeof part === 'object' && part !== null && typeof (part as Partial<Node>).type === 'string';
}
