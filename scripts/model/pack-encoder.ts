import type {
  EncoderHeader,
  EncoderLayer,
  EncoderWeights,
  Linear,
} from '../../src/memory/embedding/transformer/weights-file.ts';
import type { OnnxGraph } from './read-onnx.ts';

/** From the graph that models/training exports (fixed ranges, weights of 8 bits) to the flat file that our own runtime reads. */
export function packEncoder(graph: OnnxGraph): EncoderWeights {
  const parts = new Parts(graph);
  const words = parts.codes('words.codes');
  const [vocabulary, width] = words.dims as [number, number];
  const layers: EncoderLayer[] = [];
  while (graph.tensors.has(`layer${layers.length}.up.codes`))
    layers.push(packLayer(parts, `layer${layers.length}`));
  const turnLeft = parts.floats('turn_left');
  const dims = turnLeft.length / width;
  const header: EncoderHeader = {
    width,
    inner: parts.codes('layer0.up.codes').dims[1]!,
    heads: parts.heads(),
    vocabulary,
    positions: parts.floats('positions').length / width,
    epsilon: 1e-12,
    words: { codes: parts.add(words.data), scales: parts.add(parts.floats('words.scales')) },
    places: parts.add(parts.floats('positions')),
    norm: parts.norm('norm'),
    layers,
    turn: parts.add(transposed(turnLeft, dims, width)),
    dims,
  };
  return { header, data: parts.data() };
}

function packLayer(parts: Parts, name: string): EncoderLayer {
  return {
    qkv: parts.linear([`${name}.query`, `${name}.key`, `${name}.value`]),
    out: parts.linear([`${name}.out`]),
    norm1: parts.norm(`${name}.norm1`),
    up: parts.linear([`${name}.up`]),
    down: parts.linear([`${name}.down`]),
    ...(parts.has(`${name}.loud_up`) && { loud: parts.loud(name) }),
    norm2: parts.norm(`${name}.norm2`),
  };
}

class Parts {
  readonly #graph: OnnxGraph;
  readonly #pieces: Uint8Array[] = [];
  #top = 0;

  constructor(graph: OnnxGraph) {
    this.#graph = graph;
  }

  has(name: string): boolean {
    return this.#graph.tensors.has(name);
  }

  add(values: Float32Array | Int32Array | Int8Array): [number, number] {
    const start = this.#top;
    this.#pieces.push(
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
      new Uint8Array((64 - (values.byteLength % 64)) % 64),
    );
    this.#top += Math.ceil(values.byteLength / 64) * 64;
    return [start, values.byteLength];
  }

  data(): Uint8Array {
    return Buffer.concat(this.#pieces);
  }

  /** From the shape that parts a token's row into heads: text, token, head, number. */
  heads(): number {
    for (const { kind, inputs } of this.#graph.nodes) {
      const shape = kind === 'Reshape' ? this.#tensor(inputs[1]!).data : [];
      if (shape.length === 4) return Number(shape[2]);
    }
    throw new Error('The model has no attention.');
  }

  floats(name: string): Float32Array {
    const { data } = this.#tensor(name);
    if (!(data instanceof Float32Array)) throw new Error(`${name} has no 32-bit numbers.`);
    return data;
  }

  codes(name: string): { data: Int8Array; dims: readonly number[] } {
    const { data, dims } = this.#tensor(name);
    if (!(data instanceof Int8Array)) throw new Error(`${name} has no 8-bit codes.`);
    return { data, dims };
  }

  norm(name: string): { weight: [number, number]; bias: [number, number] } {
    return { weight: this.add(this.floats(`${name}.weight`)), bias: this.add(this.floats(`${name}.bias`)) };
  }

  loud(name: string) {
    const bias = this.floats(`${name}.loud_bias`);
    return {
      count: bias.length,
      up: this.add(this.floats(`${name}.loud_up`)),
      bias: this.add(bias),
      down: this.add(this.floats(`${name}.loud_down`)),
    };
  }

  /** Layers that read the same activations become one, their outputs one after another. */
  linear(names: readonly string[]): Linear {
    const { step, zero } = this.#range(names[0]!);
    // Codes after GELU begin just below the code of 0; the others lie around it.
    const window = Math.min(127, Math.max(0, zero - 64));
    const matrices = names.map((name) => this.codes(`${name}.codes`));
    const start = matrices.flatMap(({ data, dims }) =>
      columnSums(data, dims[0]!).map((sum) => sum * (window - zero)),
    );
    const join = (part: string) => names.flatMap((name) => [...this.floats(`${name}.${part}`)]);
    return {
      input: { inverse: Math.fround(1 / step), zero, window },
      weights: this.add(Int8Array.from(matrices.flatMap(({ data, dims }) => [...packed(data, dims[0]!)]))),
      start: this.add(Int32Array.from(start)),
      scale: this.add(Float32Array.from(join('scale'), (scale) => scale * step)),
      bias: this.add(Float32Array.from(join('bias'))),
    };
  }

  #range(name: string): { step: number; zero: number } {
    const node = this.#graph.nodes.find(({ inputs }) => inputs[1] === `${name}.codes`);
    if (node?.kind !== 'MatMulIntegerToFloat')
      throw new Error(`${name} is not a layer with a fixed range; run fix_ranges.py first.`);
    return {
      step: Number(this.#tensor(node.inputs[2]!).data[0]),
      zero: Number(this.#tensor(node.inputs[4]!).data[0]),
    };
  }

  #tensor(name: string) {
    const tensor = this.#graph.tensors.get(name);
    if (!tensor) throw new Error(`The model has no ${name}.`);
    return tensor;
  }
}

/** From inputs × outputs to blocks of 16 outputs: for every four inputs, 16 outputs × 4 inputs. */
function packed(codes: Int8Array, inputs: number): Int8Array {
  const outputs = codes.length / inputs;
  const blocks = new Int8Array(codes.length);
  let at = 0;
  for (let n = 0; n < outputs; n += 16)
    for (let k = 0; k < inputs; k += 4)
      for (let j = 0; j < 16; j++)
        for (let i = 0; i < 4; i++) blocks[at++] = codes[(k + i) * outputs + n + j]!;
  return blocks;
}

function columnSums(codes: Int8Array, inputs: number): number[] {
  const outputs = codes.length / inputs;
  const sums = new Array<number>(outputs).fill(0);
  for (let k = 0; k < inputs; k++) for (let n = 0; n < outputs; n++) sums[n]! += codes[k * outputs + n]!;
  return sums;
}

function transposed(matrix: Float32Array, rows: number, columns: number): Float32Array {
  const turned = new Float32Array(matrix.length);
  for (let r = 0; r < rows; r++)
    for (let c = 0; c < columns; c++) turned[c * rows + r] = matrix[r * columns + c]!;
  return turned;
}
