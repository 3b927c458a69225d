import type { RuleIndex } from '../knowledge/index-rules.ts';
import { listOf } from '../knowledge/rule-file.ts';
import { concreteName } from './concrete-name.ts';
import type { PlainName } from './grammar.ts';

export interface Made {
  readonly name: PlainName;
  readonly imports: readonly string[];
}

/** What the rules call by a name of their own, such as `@req`: what is called so, what returns one, and what hands one to a function. */
export class Makers {
  readonly #made = new Map<string, Made[]>();
  readonly #handed = new Map<string, Array<{ call: PlainName; at: number }>>();

  constructor({ byLast, byFirst, open, parts, items }: RuleIndex) {
    for (const [pattern, , at] of [...[...byLast, ...byFirst].flatMap(([, those]) => those), ...open]) {
      const part = parts[at]!;
      const item = items[part.item]!;
      const name = concreteName(pattern);
      if (!name || String(item['as']).startsWith(name[0]!)) continue;
      if (part.kind === 'alias') this.#add(item['as'], { name, imports: listOf(item['imports']) });
      if (part.kind === 'returned') this.#add(item['as'], { name: [...name, '()'], imports: [] });
      if (part.kind === 'entry')
        for (const [position, as] of listOf(item['params']).entries()) {
          const key = keyOf(as);
          if (key !== undefined)
            this.#handed.set(key, [...(this.#handed.get(key) ?? []), { call: name, at: position }]);
        }
    }
  }

  /** Other names for the same thing, each without the rules' own word for it, and the packages that a file imports where it is called so. */
  namesFor(name: PlainName): Made[] {
    return this.#lookUp(this.#made, name).flatMap(({ found, rest }) =>
      found.map((made) => ({ ...made, name: [...made.name, ...rest] })),
    );
  }

  /** Calls that hand it to a function, at a position. */
  handlersFor(name: PlainName): Array<{ call: PlainName; at: number; rest: PlainName }> {
    return this.#lookUp(this.#handed, name).flatMap(({ found, rest }) =>
      found.map((each) => ({ ...each, rest })),
    );
  }

  #lookUp<T>(table: ReadonlyMap<string, T[]>, name: PlainName): Array<{ found: T[]; rest: PlainName }> {
    if (!/^@/.test(name[0] ?? '')) return [];
    return name.flatMap((_, at) => {
      const found = table.get(name.slice(0, at + 1).join('\0'));
      return found ? [{ found: found.slice(0, most), rest: name.slice(at + 1) }] : [];
    });
  }

  #add(as: unknown, made: Made): void {
    const key = keyOf(as);
    if (key !== undefined) this.#made.set(key, [...(this.#made.get(key) ?? []), made]);
  }
}

function keyOf(as: unknown): string | undefined {
  const name = typeof as === 'string' && as !== '' ? concreteName(as) : undefined;
  return name?.[0]?.startsWith('@') ? name.join('\0') : undefined;
}

const most = 4;
