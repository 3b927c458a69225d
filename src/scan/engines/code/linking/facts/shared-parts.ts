import type { AwaitedCheck } from '../../domain/awaited-check.ts';
import type { FileFacts, From, FunctionFacts } from '../../domain/facts.ts';

/**
 * Makes the facts of many files take less memory while they are joined: what is read back from JSON has a list of its own for every call, although the calls of a
 * file say the same names again and again. The facts say what they said; nobody changes a list of theirs.
 */
export class SharedParts {
  readonly #segments = new Map<string, string>();
  readonly #places = new Map<string, number[]>();
  readonly #awaited = new Map<string, readonly AwaitedCheck[]>();
  readonly #origins = new Map<string, From>();

  share(facts: FileFacts): FileFacts {
    const callees = new Map<string, string[]>();
    for (const { calls, passes, returns } of facts.functions) {
      for (const call of calls) this.#shareCall(call, callees);
      for (const pass of passes) this.#shareWay(pass);
      for (const given of returns) this.#shareWay(given);
    }
    return facts;
  }

  #shareCall(call: FunctionFacts['calls'][number], callees: Map<string, string[]>): void {
    const key = call.callee.join('\n');
    let callee = callees.get(key);
    if (!callee) {
      callee = call.callee.map((segment) => this.#segment(segment));
      callees.set(key, callee);
    }
    call.callee = callee;
    if (call.names.length === 0) call.names = none;
    if (call.fixed) call.fixed = this.#list(call.fixed);
  }

  #shareWay(way: FunctionFacts['passes'][number] | FunctionFacts['returns'][number]): void {
    way.from = this.#origin(way.from);
    if (way.check !== undefined) way.check = this.#segment(way.check);
    if (way.awaits) way.awaits = this.#tests(way.awaits);
  }

  #tests(awaits: readonly AwaitedCheck[]): readonly AwaitedCheck[] {
    const key = awaits.length === 1 ? awaits[0]! : awaits.join('\0');
    const known = this.#awaited.get(key);
    if (known) return known;
    this.#awaited.set(key, awaits);
    return awaits;
  }

  #segment(segment: string): string {
    const known = this.#segments.get(segment);
    if (known !== undefined) return known;
    this.#segments.set(segment, segment);
    return segment;
  }

  #list(numbers: number[]): number[] {
    const key = numbers.join();
    const known = this.#places.get(key);
    if (known) return known;
    this.#places.set(key, numbers);
    return numbers;
  }

  #origin(from: From): From {
    // What has no field may have come back as null, which is not the field without a name.
    if (from.length > 2 && typeof from[2] !== 'string') return from;
    const key = from.join();
    const known = this.#origins.get(key);
    if (known) return known;
    this.#origins.set(key, from);
    return from;
  }
}

const none: string[] = [];
