import type { Dependency } from './dependency.ts';

const maxPathLength = 50;

/** For each dependency, the shortest way to it from what the project itself asks for; found once for the whole file. */
export class DependencyPaths {
  readonly #dependencies: readonly Dependency[];
  /** The one before on the shortest way; -1 for direct ones and for those that nothing leads to. */
  readonly #before: Int32Array;

  constructor(dependencies: readonly Dependency[]) {
    this.#dependencies = dependencies;
    this.#before = new Int32Array(dependencies.length).fill(-1);
    const seen = new Uint8Array(dependencies.length);
    // Runtime first: where both lead somewhere, the way that matters more is told.
    const queue = [
      ...indexesOf(dependencies, (each) => each.direct && each.scope !== 'dev'),
      ...indexesOf(dependencies, (each) => each.direct && each.scope === 'dev'),
    ];
    for (const index of queue) seen[index] = 1;
    for (let at = 0; at < queue.length; at++) {
      for (const next of dependencies[queue[at]!]!.needs) {
        if (seen[next]) continue;
        seen[next] = 1;
        this.#before[next] = queue[at]!;
        queue.push(next);
      }
    }
  }

  /** Positions from the direct dependency down to this one. */
  positionsTo(index: number): number[] {
    const positions = [index];
    for (let at = this.#before[index]!; at >= 0 && positions.length < maxPathLength; at = this.#before[at]!)
      positions.unshift(at);
    return positions;
  }

  /** As `name@version`. */
  pathTo(index: number): string[] {
    return this.positionsTo(index).map((position) => label(this.#dependencies[position]!));
  }
}

export function label({ name, version, requirement }: Dependency): string {
  return `${name}@${version || requirement || '*'}`;
}

function indexesOf(dependencies: readonly Dependency[], wanted: (each: Dependency) => boolean): number[] {
  return dependencies.flatMap((each, index) => (wanted(each) ? [index] : []));
}
