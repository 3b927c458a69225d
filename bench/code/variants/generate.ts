import type { Emitter, VariantClass, VariantFile } from './emitter.ts';
import { type Form, fillForm } from './forms.ts';
import { SeededRandom } from './random.ts';

export interface Variant {
  language: string;
  class: VariantClass;
  vulnerable: boolean;
  /** What it is made of, for a human reader. */
  kind: string;
  files: VariantFile[];
  /** The file that the use stands in: there a finding is expected. */
  sinkFile: string;
}

/** All variants of one language: for each class as many dangerous as safe ones. */
export function generateVariants(emitter: Emitter, seed: number, perClass: number): Variant[] {
  const variants: Variant[] = [];
  for (const kind of Object.keys(emitter.classes) as VariantClass[]) {
    // Each class draws from its own sequence: adding a class leaves the others as they were.
    const random = new SeededRandom(seed * 7919 + hash(`${emitter.language}:${kind}`));
    variants.push(...new ClassGenerator(emitter, kind, random).make(perClass));
  }
  return variants;
}

type Place = 'here' | 'helper' | 'elsewhere';

class ClassGenerator {
  readonly #emitter: Emitter;
  readonly #class: VariantClass;
  readonly #random: SeededRandom;
  #names = new Set<string>();

  constructor(emitter: Emitter, kind: VariantClass, random: SeededRandom) {
    this.#emitter = emitter;
    this.#class = kind;
    this.#random = random;
  }

  make(count: number): Variant[] {
    const random = this.#random;
    const { sinks, safe } = this.#emitter.classes[this.#class]!;
    const allowed = (form: Form) => !form.not.includes(this.#class);
    const flows = this.#emitter.flows.filter(allowed);
    const safeFlows = this.#emitter.safeFlows.filter(allowed);
    const nextFlow = random.cycle(flows);
    const nextSink = random.cycle(sinks);
    const judged = sinks.filter((sink) => !sink.alone);
    const nextJudged = random.cycle(judged);
    const nextSafeFlow = random.cycle(safeFlows);
    const nextSafeUse = random.cycle(safe);
    const nextPlace = random.cycle<Place>(['here', 'here', 'here', 'helper', 'elsewhere']);
    const variants: Variant[] = [];
    for (let i = 0; i < count; i++) {
      const place = nextPlace.next().value;
      // Safe variants are safe by the way that the data takes; every third by the use it is put to.
      if (i % 2 === 0)
        variants.push(this.#variant(i, true, nextFlow.next().value, nextSink.next().value, place));
      else if ((i % 6 === 5 && safe.length) || judged.length === 0)
        variants.push(this.#variant(i, false, nextFlow.next().value, nextSafeUse.next().value, place));
      else variants.push(this.#variant(i, false, nextSafeFlow.next().value, nextJudged.next().value, place));
    }
    return variants;
  }

  #variant(index: number, vulnerable: boolean, flow: Form, use: Form, place: Place): Variant {
    this.#names = new Set();
    const emitter = this.#emitter;
    const random = this.#random;
    const number = String(index).padStart(3, '0');
    const fill = (form: Form, holes: Record<string, string>) =>
      fillForm(form, { id: `V${number}`, ...holes }, (kind) => this.#name(kind));
    const filler = () => (random.below(2) ? [fill(random.pick(emitter.fillers), {})] : []);

    const input = this.#name('value');
    const carried = this.#name('value');
    const way = [
      fill(random.pick(emitter.sources), { out: input }),
      ...filler(),
      fill(flow, { in: input, out: carried }),
      ...filler(),
    ];
    const parameter = place === 'here' ? carried : this.#name('value');
    const end = this.#use(use, parameter, fill);
    const endLines = end.flatMap((form) => form.lines);
    const isElsewhere = place === 'elsewhere';
    const body = way.flatMap((form) => form.lines);
    const members = [...way, ...end].flatMap((form) => form.members);
    const other = [...way, ...end].flatMap((form) => form.other);
    if (place === 'here') body.push(...endLines);
    else {
      const helper = this.#name('helper');
      body.push(...emitter.callHelper(helper, carried, isElsewhere));
      (isElsewhere ? other : members).push(...emitter.helper(helper, parameter, endLines));
    }
    const files = emitter.assemble({
      id: `V${number}`,
      body,
      members,
      other,
      imports: unique((isElsewhere ? way : [...way, ...end]).flatMap((form) => form.imports)),
      otherImports: unique([
        ...[...way, ...end].flatMap((form) => form.otherImports),
        ...(isElsewhere ? end.flatMap((form) => form.imports) : []),
      ]),
    });
    const folder = `${emitter.language}/${this.#class}/v${number}`;
    const named = files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));
    return {
      language: emitter.language,
      class: this.#class,
      vulnerable,
      kind: `${flow.name} | ${use.name} | ${place}`,
      files: named,
      sinkFile: named[isElsewhere ? named.length - 1 : 0]!.name,
    };
  }

  #use(use: Form, value: string, fill: (form: Form, holes: Record<string, string>) => Form): Form[] {
    if (!use.text) return [fill(use, { in: value })];
    const { builds, quote } = this.#emitter;
    const [before, after] = use.text;
    const whole = this.#name('text');
    const built = fill(this.#random.pick(builds), {
      in: value,
      out: whole,
      before: quote(before),
      after: quote(after),
      rawbefore: before,
      rawafter: after,
    });
    return [built, fill(use, { in: whole })];
  }

  #name(kind: string): string {
    const words = wordsOf[kind] ?? wordsOf['value']!;
    let name = this.#random.pick(words);
    while (this.#names.has(name.toLowerCase()))
      name = `${this.#random.pick(words)}${this.#random.below(90) + 2}`;
    this.#names.add(name.toLowerCase());
    const isVariable = kind !== 'type' && kind !== 'function' && kind !== 'helper';
    return isVariable && this.#emitter.variable ? this.#emitter.variable(name) : name;
  }
}

function unique(items: readonly string[]): string[] {
  return [...new Set(items)].sort();
}

function hash(text: string): number {
  let value = 0;
  for (const char of text) value = (Math.imul(value, 31) + char.charCodeAt(0)) | 0;
  return value;
}

const wordsOf: Record<string, readonly string[]> = {
  value:
    'given wanted input chosen caption item entry subject term phrase topic part piece detail mark'.split(
      ' ',
    ),
  text: 'phrasing line content whole built composed joined assembled result target'.split(' '),
  filler: 'count total size limit step round offset depth width number'.split(' '),
  helper: 'perform handle process apply carry finish complete proceed submit settle'.split(' '),
  list: 'parts items entries values pieces names terms words'.split(' '),
  map: 'settings options table lookup fields record holder index'.split(' '),
  type: 'Carrier Holder Wrapper Envelope Bundle Packet Ticket Parcel'.split(' '),
  function: 'pass relay forward convey deliver transfer provide supply'.split(' '),
};
