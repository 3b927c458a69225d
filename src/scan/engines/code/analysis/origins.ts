import { joinTaints, type Origin, type SourceOrigin, type Taint } from '../domain/taint.ts';
import type { Span } from '../ir/ir.ts';
import { allLabels, type SourceKind } from '../knowledge/labels.ts';
import type { FactsRecorder, OriginTable } from './run.ts';

/** Where the taint of a file starts. Each place is one origin however often it is run, so that ways from it can be joined. */
export class Origins implements OriginTable {
  readonly #facts: FactsRecorder;
  readonly #sources = new Map<string, SourceOrigin>();
  /** By the function that is being summarised, then by position, or position and field. */
  readonly #parameters = new Map<number, Map<number | string, Origin>>();
  readonly #callResults = new Map<string, Origin>();
  readonly #again = new Map<number, Origin>();
  #count = 0;

  constructor(facts: FactsRecorder) {
    this.#facts = facts;
  }

  source(
    kind: SourceKind,
    title: string,
    span: Span,
    mask: number = allLabels,
    awaits?: string,
    isGuess = false,
  ): Taint {
    const id = `${kind}:${span.start}:${title}`;
    let origin = this.#sources.get(id);
    if (!origin) {
      const place = { k: 'source', id: this.#count++, kind, title, span } as const;
      origin = { ...place, ...(awaits !== undefined && { awaits }), ...(isGuess && { isGuess }) };
      this.#sources.set(id, origin);
    }
    return [{ origin, mask, step: undefined, check: undefined, awaits: undefined }];
  }

  parameter(index: number, field?: string, mask: number = allLabels): Taint {
    const { currentId } = this.#facts;
    let known = this.#parameters.get(currentId);
    if (!known) {
      known = new Map();
      this.#parameters.set(currentId, known);
    }
    const id = field === undefined ? index : `${index}:${field}`;
    let origin = known.get(id);
    if (!origin) {
      origin = { k: 'parameter', id: this.#count++, index, field };
      known.set(id, origin);
    }
    return [{ origin, mask, step: undefined, check: undefined, awaits: undefined }];
  }

  again(taint: Taint): Taint {
    const marked = taint.map((entry) => {
      const { origin } = entry;
      if (origin.k !== 'parameter' || origin.again) return entry;
      let again = this.#again.get(origin.id);
      if (!again) {
        again = { ...origin, id: this.#count++, again: origin };
        this.#again.set(origin.id, again);
      }
      return { ...entry, origin: again };
    });
    // Sorted by the origin's id, each once.
    return marked.reduce<Taint>((joined, entry) => joinTaints(joined, [entry])!, []);
  }

  callResult(call: number, isKept = false): Taint {
    return [
      {
        origin: this.#resultOf(call, undefined, isKept),
        mask: allLabels,
        step: undefined,
        check: undefined,
        awaits: undefined,
      },
    ];
  }

  partOfResult(call: number, field: string): Origin {
    return this.#resultOf(call, field);
  }

  #resultOf(call: number, field: string | undefined, isKept = false): Origin {
    const id = `${this.#facts.currentId}:${call}:${field ?? ''}`;
    let origin = this.#callResults.get(id);
    if (!origin) {
      origin = { k: 'call', id: this.#count++, call, field, isKept };
      this.#callResults.set(id, origin);
    }
    return origin;
  }
}
