import { counted } from '../../../../kernel/counted.ts';
import type { Dependency } from '../dependency.ts';
import type { Ecosystem } from '../ecosystems.ts';
import type { Reading } from './reader.ts';

const maxDependencies = 100_000;
const maxLinks = 1_000_000;
const maxNameLength = 512;

type NewDependency = Partial<Dependency> & { name: string; version: string; line: number };

/** Gathers what a reader finds: checks names, keeps counts bounded, links by position. */
export class DependencyCollector {
  readonly #ecosystem: Ecosystem;
  readonly #dependencies: Dependency[] = [];
  #links = 0;
  #unreadable = 0;
  #overflow = false;

  constructor(ecosystem: Ecosystem) {
    this.#ecosystem = ecosystem;
  }

  /** The position of the new dependency; undefined where it cannot be one. */
  add(dependency: NewDependency): number | undefined {
    if (!isPlausible(dependency.name) || (dependency.version !== '' && !isPlausible(dependency.version))) {
      this.#unreadable++;
      return undefined;
    }
    if (this.#dependencies.length >= maxDependencies) {
      this.#overflow = true;
      return undefined;
    }
    this.#dependencies.push({
      ecosystem: this.#ecosystem,
      scope: 'runtime',
      direct: false,
      needs: [],
      ...dependency,
    });
    return this.#dependencies.length - 1;
  }

  at(position: number): Dependency {
    return this.#dependencies[position]!;
  }

  get all(): readonly Dependency[] {
    return this.#dependencies;
  }

  link(from: number, to: number | undefined, accepts?: string): void {
    if (to === undefined || from === to) return;
    if (++this.#links > maxLinks) {
      this.#overflow = true;
      return;
    }
    const dependency = this.#dependencies[from]!;
    dependency.needs.push(to);
    if (accepts !== undefined) {
      dependency.accepts ??= [];
      dependency.accepts[dependency.needs.length - 1] = accepts;
    }
  }

  /** Where a file does not say what is direct: what nothing else needs. Without a single link that would be everything, and is not said. */
  markUnneededAsDirect(): void {
    const needed = new Set(this.#dependencies.flatMap((dependency) => dependency.needs));
    if (needed.size === 0) return;
    this.#dependencies.forEach((dependency, index) => {
      if (!needed.has(index)) dependency.direct = true;
    });
  }

  /**
   * Where a file does not say who is only for development: what a direct dependency of a wider scope leads to shares that scope. An optional one
   * does so only where links stand for what is needed always.
   */
  spreadScope(areLinksNeeded = false): void {
    for (const scope of ['runtime', 'optional'] as const) {
      const queue = this.#dependencies.filter(
        (dependency) => dependency.direct && dependency.scope === scope,
      );
      for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
        for (const index of next.needs) {
          const dependency = this.#dependencies[index]!;
          const isWide = dependency.scope === 'runtime' || dependency.scope === scope;
          if (isWide || (dependency.scope === 'optional' && !areLinksNeeded)) continue;
          dependency.scope = scope;
          queue.push(dependency);
        }
      }
    }
  }

  finish(): Reading {
    for (const { needs, accepts } of this.#dependencies) {
      // Holes would not survive JSON.
      if (accepts) for (let i = 0; i < needs.length; i++) accepts[i] ??= '';
    }
    const notes: NonNullable<Reading['notes']> = [];
    if (this.#unreadable > 0) {
      notes.push({
        reason: 'malformed',
        message: `${counted(this.#unreadable, 'entry has', 'entries have')} no usable name or version.`,
      });
    }
    if (this.#overflow) {
      notes.push({
        reason: 'budget_exceeded',
        message: `More than ${maxDependencies} dependencies or ${maxLinks} links; the rest was not read.`,
      });
    }
    return { dependencies: this.#dependencies, ...(notes.length > 0 ? { notes } : {}) };
  }
}

function isPlausible(text: string): boolean {
  return text.length > 0 && text.length <= maxNameLength && !/[\u0000-\u0020\u007f]/.test(text);
}
