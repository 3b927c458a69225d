import type { Workspace } from './encoder-memory.ts';
import type { EncodeKernel } from './kernel.ts';
import type { EncoderLayer, Linear, WholeHeader } from './weights-file.ts';

type Place = readonly [start: number, bytes: number];

/** The word pieces of a text, in one part or several. */
export type EncoderText = ReadonlyArray<readonly number[]>;

/** Word pieces in, one vector for each text out: the steps of the encoder on one thread. */
export class Encoder {
  readonly #header: WholeHeader;
  readonly #kernel: EncodeKernel;
  readonly #memory: WebAssembly.Memory;
  readonly #weights: number;
  readonly #work: Workspace;

  constructor(
    header: WholeHeader,
    kernel: EncodeKernel,
    memory: WebAssembly.Memory,
    weights: number,
    work: Workspace,
  ) {
    this.#header = header;
    this.#kernel = kernel;
    this.#memory = memory;
    this.#weights = weights;
    this.#work = work;
  }

  /**
   * The rows of all texts lie one after another, without padding: a linear layer handles each row by itself, attention each text. So the company of a text
   * changes nothing of its vector. All texts together have at most as many pieces as the longest text may have. The vectors' lengths are not 1 yet.
   */
  encode(texts: readonly EncoderText[]): Float32Array[] {
    const spans: Span[] = [];
    let rows = 0;
    for (const text of texts) {
      const first = rows;
      text.forEach((pieces, part) => {
        this.#embed(pieces, part, rows);
        rows += pieces.length;
      });
      spans.push({ first, count: rows - first });
    }
    this.#clearPadding(rows);
    const { layers, norm, pooling = 'mean' } = this.#header;
    this.#norm(0, rows, norm, layers[0]!.qkv);
    layers.forEach((layer, i) => {
      const isOnlyFirst = pooling === 'first' && i === layers.length - 1;
      this.#attend(layer, spans, rows, isOnlyFirst);
      if (isOnlyFirst) rows = this.#keepFirst(spans);
      this.#mix(layer, rows);
      this.#expand(layer, layers[i + 1], rows);
    });
    return spans.map(({ first, count }, i) =>
      pooling === 'first' ? this.#pool(i, 1) : this.#pool(first, count),
    );
  }

  #embed(pieces: readonly number[], part: number, first: number): void {
    const { width, words, places, parts = [0] } = this.#header;
    const { x, pieces: at } = this.#work;
    new Int32Array(this.#memory.buffer, at, pieces.length).set(pieces);
    this.#kernel.embed(
      at,
      pieces.length,
      width,
      this.#at(words.codes),
      this.#at(words.scales),
      this.#at(places) + parts[part]! * width * 4,
      x + first * width * 4,
    );
  }

  /** Rows that only fill up the last four are multiplied too: whatever they hold, they have no spill. */
  #clearPadding(rows: number): void {
    const { spill, spillBytes } = this.#work;
    const view = new DataView(this.#memory.buffer);
    for (let row = rows; row < padded(rows); row++) view.setInt32(spill + row * spillBytes, 0, true);
  }

  /** Self-attention of each text, of all its rows or of the first one. */
  #attend(layer: EncoderLayer, spans: readonly Span[], rows: number, isOnlyFirst: boolean): void {
    const { width, heads } = this.#header;
    const { qkv, y, keys, values, scores, attention, queries } = this.#work;
    this.#project(layer.qkv, width * 3, rows, qkv);
    for (const { first, count } of spans) {
      const asked = isOnlyFirst ? 1 : count;
      const [from, to] = [qkv + first * width * 12, y + first * width * 4];
      this.#kernel.attend(from, count, asked, width, heads, to, keys, values, scores, attention, queries);
    }
  }

  /** Moves the first row of each text to the front; a row never moves past one that is still needed. Returns how many there are. */
  #keepFirst(spans: readonly Span[]): number {
    const bytes = this.#header.width * 4;
    const memory = new Uint8Array(this.#memory.buffer);
    for (const [i, { first }] of spans.entries()) {
      for (const table of [this.#work.x, this.#work.y])
        memory.copyWithin(table + i * bytes, table + first * bytes, table + (first + 1) * bytes);
    }
    this.#clearPadding(spans.length);
    return spans.length;
  }

  /** The linear layer behind the attention, and the first norm. */
  #mix(layer: EncoderLayer, rows: number): void {
    const { width } = this.#header;
    const { y, codes, spill, spillBytes, scratch } = this.#work;
    const { inverse, zero, window } = layer.out.input;
    this.#kernel.quantise(y, rows, width, codes, inverse, zero, window, spill, spillBytes, scratch);
    this.#project(layer.out, width, rows, y);
    this.#norm(y, rows, layer.norm1, layer.up);
  }

  /** The two inner linear layers with GELU between them, and the second norm. */
  #expand(layer: EncoderLayer, next: EncoderLayer | undefined, rows: number): void {
    const { width, inner } = this.#header;
    const work = this.#work;
    const { inverse, zero, window } = layer.down.input;
    this.#kernel.project(
      ...this.#inputs(work.codes, work.spill, work.spillBytes, padded(rows), width, layer.up),
      inner,
      work.innerCodes,
      1,
      inverse,
      zero,
      window,
      work.innerSpill,
      work.innerSpillBytes,
      work.scratch,
    );
    this.#kernel.project(
      ...this.#inputs(
        work.innerCodes,
        work.innerSpill,
        work.innerSpillBytes,
        padded(rows),
        inner,
        layer.down,
      ),
      width,
      work.y,
      ...noCodes,
      work.scratch,
    );
    const { loud } = layer;
    if (loud) {
      const parts = [this.#at(loud.up), this.#at(loud.bias), this.#at(loud.down)];
      this.#kernel.addLoud(work.x, work.y, rows, width, ...parts, loud.count, work.scratch);
    }
    this.#norm(work.y, rows, layer.norm2, next?.qkv);
  }

  #project(layer: Linear, outputs: number, rows: number, out: number): void {
    const { codes, spill, spillBytes, scratch } = this.#work;
    this.#kernel.project(
      ...this.#inputs(codes, spill, spillBytes, padded(rows), this.#header.width, layer),
      outputs,
      out,
      ...noCodes,
      scratch,
    );
  }

  #inputs(
    codes: number,
    spill: number,
    spillBytes: number,
    rows: number,
    inputs: number,
    layer: Linear,
  ): number[] {
    const { weights, start, scale, bias } = layer;
    const places = [this.#at(weights), this.#at(start), this.#at(scale), this.#at(bias)];
    return [codes, spill, spillBytes, rows, inputs, ...places];
  }

  /** After the last layer nothing is multiplied, so no codes are made. */
  #norm(y: number, rows: number, norm: { weight: Place; bias: Place }, next: Linear | undefined): void {
    const { width, epsilon } = this.#header;
    const { x, codes, spill, spillBytes, scratch } = this.#work;
    const { inverse, zero, window } = next?.input ?? { inverse: 1, zero: 0, window: 0 };
    const parts = [this.#at(norm.weight), this.#at(norm.bias), epsilon];
    const range = [next ? codes : 0, inverse, zero, window];
    this.#kernel.addAndNorm(x, y, rows, width, ...parts, ...range, spill, spillBytes, scratch);
  }

  #pool(first: number, tokens: number): Float32Array {
    const { width, dims, turn } = this.#header;
    const { x, mean, vector } = this.#work;
    this.#kernel.average(x + first * width * 4, tokens, width, mean);
    this.#kernel.turn(mean, this.#at(turn), width, dims, vector);
    return Float32Array.from(new Float32Array(this.#memory.buffer, vector, dims));
  }

  #at([start]: Place): number {
    return this.#weights + start;
  }
}

/** Where the rows of a text are. */
interface Span {
  readonly first: number;
  readonly count: number;
}

/** Rows are multiplied four at a time. */
function padded(rows: number): number {
  return Math.ceil(rows / 4) * 4;
}

/** The part of `project`'s arguments that says how codes are made, where numbers come out. */
const noCodes = [0, 0, 0, 0, 0, 0] as const;
