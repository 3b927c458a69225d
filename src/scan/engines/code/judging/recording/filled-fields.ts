import type { FilledField, FunctionFacts } from '../../domain/facts.ts';
import type { Value } from '../../domain/value.ts';

/** Which fields of their objects the methods of a file set to what they are given: what a constructor is called with stays in the object. */
export class FilledFields {
  readonly #fields = new Map<string, FilledField>();

  /** A method was run: what its object holds now. */
  note({ key, parameters, at, hidden }: FunctionFacts, self: Value | undefined): void {
    const dot = key.lastIndexOf('.');
    if (self?.shape?.kind !== 'map' || dot < 0 || !at || hidden) return;
    const type = key.slice(0, dot);
    // `{ quality: 80, ...options }`: the options with some of their own.
    for (const [field, { taint, shape }] of self.shape.fields)
      for (const { origin } of taint ?? shape?.rest?.taint ?? []) {
        if (origin.k !== 'parameter' || origin.index < 0 || origin.field !== undefined) continue;
        const id = `${type}.${field}`;
        const parameter = parameters[origin.index];
        if (parameter !== undefined && !this.#fields.has(id) && this.#fields.size < maxFields)
          this.#fields.set(id, [id, key, parameter, at]);
      }
  }

  /** Of use only where something in the file counts what callers of a package give. */
  told(functions: readonly FunctionFacts[]): FilledField[] {
    const isOffered = functions.some(({ sinks }) => sinks.some(({ sink }) => sink.offered !== undefined));
    return isOffered ? [...this.#fields.values()] : [];
  }
}

/** Of a file. */
const maxFields = 200;
