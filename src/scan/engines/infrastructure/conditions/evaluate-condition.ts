import { type ConfigNode, entries, isFalse, isNull, isTrue } from '../../../formats/document/node.ts';
import type { Condition, Path } from './condition.ts';
import { namedTests } from './named-tests.ts';
import { type Evidence, leaves, type PathValues, type Verdict } from './path-values.ts';
import { patternFits } from './pattern-fits.ts';

/** Paths through lists can multiply; a document that asks for more than this is not written by hand. */
const maxPathNodes = 20_000;

/** Elements beyond this in one resource tell nothing new. */
const maxPlaces = 20;

export interface Subject {
  document: ConfigNode;
  context: Readonly<Record<string, ConfigNode>>;
}

export interface Evaluation {
  verdict: Verdict;
  /** Where it is true; several where it is about the elements of a list. Empty where the whole resource is meant. */
  places: Evidence[];
}

export function evaluateCondition(condition: Condition, subject: Subject): Evaluation {
  const evaluator = new Evaluator(subject);
  const verdict = evaluator.run(condition);
  if (verdict !== true) return { verdict, places: [] };
  const elements = [...evaluator.places, ...elementPlaces(condition, subject)];
  const first = evaluator.evidence;
  return { verdict, places: elements.length > 0 ? elements.slice(0, maxPlaces) : first ? [first] : [] };
}

// `any(rules: …)` is about each rule that fits, not only about the first.
function elementPlaces(condition: Condition, subject: Subject): Evidence[] {
  if (condition.kind === 'or')
    return condition.parts.flatMap((part) =>
      new Evaluator(subject).run(part) ? elementPlaces(part, subject) : [],
    );
  const quantified =
    condition.kind === 'and' ? condition.parts.find((part) => part.kind === 'any') : condition;
  if (quantified?.kind !== 'any') return [];
  return elementsAt(quantified.path, subject).flatMap((element) => {
    const inner = new Evaluator(elementSubject(element, subject));
    return inner.run(quantified.part) === true
      ? [inner.evidence ?? { line: element.line, endLine: element.endLine }]
      : [];
  });
}

function elementsAt(path: Path, subject: Subject): ConfigNode[] {
  return valuesAt(path, subject).nodes.flatMap((node) => (node.kind === 'sequence' ? node.items : [node]));
}

function elementSubject(element: ConfigNode, subject: Subject): Subject {
  return { document: element, context: { ...subject.context, outer: subject.document } };
}

function valuesAt(path: Path, subject: Subject): PathValues {
  const start = path.root === undefined ? subject.document : subject.context[path.root];
  let nodes: ConfigNode[] = start ? [start] : [];
  let uncertain = false;
  let place: Evidence | undefined;
  for (const key of path.keys) {
    const next: ConfigNode[] = [];
    const visit = (node: ConfigNode): void => {
      if (next.length > maxPathNodes) return;
      if (node.kind === 'unknown') uncertain = true;
      else if (node.kind === 'sequence') for (const item of node.items) visit(item);
      else {
        for (const entry of entries(node)) {
          if (entry.key !== key && key !== '*') continue;
          next.push(entry.value);
          place = {
            line: entry.line,
            endLine: Math.max(entry.line, entry.value.line >= entry.line ? entry.value.endLine : entry.line),
          };
        }
      }
    };
    for (const node of nodes) visit(node);
    nodes = next;
    if (nodes.length === 0) break;
  }
  return { nodes: nodes.filter((node) => !isNull(node)), uncertain, place };
}

class Evaluator {
  readonly subject: Subject;
  evidence: Evidence | undefined;
  /** What named tests pointed at. */
  readonly places: Evidence[] = [];

  constructor(subject: Subject) {
    this.subject = subject;
  }

  run(condition: Condition): Verdict {
    switch (condition.kind) {
      case 'and': {
        let result: Verdict = true;
        for (const part of condition.parts) {
          const verdict = this.run(part);
          if (verdict === false) return false;
          if (verdict === undefined) result = undefined;
        }
        return result;
      }
      case 'or': {
        let result: Verdict = false;
        for (const part of condition.parts) {
          const before = this.evidence;
          const verdict = this.run(part);
          if (verdict === true) return true;
          this.evidence = before;
          if (verdict === undefined) result = undefined;
        }
        return result;
      }
      case 'not': {
        const verdict = this.run(condition.part);
        return verdict === undefined ? undefined : !verdict;
      }
      case 'any':
      case 'every':
        return this.#quantified(condition.kind, condition.path, condition.part);
      case 'exists':
      case 'missing': {
        const values = this.#values(condition.path);
        const present = values.nodes.some((node) => !isEmpty(node));
        if (!present && values.uncertain) return undefined;
        return condition.kind === 'exists' ? present : !present;
      }
      case 'truth':
        return this.#some(condition.path, condition.wanted ? isTrue : isFalse);
      case 'equals':
        return this.#some(
          condition.path,
          (node) => node.kind === 'scalar' && condition.values.includes(String(node.value)),
        );
      case 'contains':
        return this.#some(
          condition.path,
          (node) => node.kind === 'scalar' && String(node.value).includes(condition.text),
        );
      case 'matches':
        return this.#some(
          condition.path,
          (node) => node.kind === 'scalar' && patternFits(condition.pattern, String(node.value)),
        );
      case 'compare':
        return this.#compare(condition);
      case 'test': {
        const test = namedTests[condition.name];
        if (!test) throw new Error(`unknown test ${condition.name}`);
        const args = condition.args.map((argument) =>
          'literal' in argument ? argument.literal : this.#values(argument),
        );
        const result = test(args);
        if (typeof result !== 'object') return result;
        this.places.push(...result.places);
        return true;
      }
    }
  }

  #values(path: Path): PathValues {
    const values = valuesAt(path, this.subject);
    this.evidence ??= values.place;
    return values;
  }

  #some(path: Path, fits: (node: ConfigNode) => boolean): Verdict {
    const { scalars, uncertain } = leaves(this.#values(path));
    if (scalars.some(fits)) return true;
    return uncertain ? undefined : false;
  }

  #compare(condition: Extract<Condition, { kind: 'compare' }>): Verdict {
    const values = this.#values(condition.path);
    const { scalars, uncertain } = leaves(values);
    const numbers = condition.counted
      ? [values.nodes.flatMap((node) => (node.kind === 'sequence' ? node.items : [node])).length]
      : scalars.map((node) => (node.kind === 'scalar' ? Number(node.value) : Number.NaN));
    const fits = numbers.some((value) => {
      if (condition.operator === '<') return value < condition.number;
      if (condition.operator === '<=') return value <= condition.number;
      return condition.operator === '>' ? value > condition.number : value >= condition.number;
    });
    if (fits && !(condition.counted && uncertain)) return true;
    return uncertain ? undefined : fits;
  }

  #quantified(kind: 'any' | 'every', path: Path, part: Condition): Verdict {
    const values = valuesAt(path, this.subject);
    const elements = elementsAt(path, this.subject);
    let unknownSeen = values.uncertain;
    for (const element of elements) {
      if (element.kind === 'unknown') {
        unknownSeen = true;
        continue;
      }
      const inner = new Evaluator(elementSubject(element, this.subject));
      const verdict = inner.run(part);
      if (verdict === undefined) unknownSeen = true;
      if (kind === 'any' && verdict === true) {
        this.evidence ??= inner.evidence ?? { line: element.line, endLine: element.endLine };
        return true;
      }
      if (kind === 'every' && verdict === false) return false;
    }
    if (unknownSeen) return undefined;
    return kind === 'every';
  }
}

function isEmpty(node: ConfigNode): boolean {
  if (node.kind === 'scalar') return node.value === null || node.value === '';
  return node.kind === 'sequence' && node.items.length === 0;
}
