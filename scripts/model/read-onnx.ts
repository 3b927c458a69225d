/** A constant of an ONNX model, in its own type. */
export interface OnnxTensor {
  readonly name: string;
  readonly dims: readonly number[];
  readonly data: Float32Array | Int8Array | Uint8Array | BigInt64Array;
}

export interface OnnxNode {
  readonly kind: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

export interface OnnxGraph {
  readonly nodes: readonly OnnxNode[];
  readonly tensors: ReadonlyMap<string, OnnxTensor>;
}

/** Reads the nodes and constants of an ONNX file; of the format, only what our own exporter writes. */
export function readOnnx(file: Uint8Array): OnnxGraph {
  const model = fieldsOf(file);
  const graph = fieldsOf(bytesIn(model, 7)[0] ?? new Uint8Array());
  const tensors = bytesIn(graph, 5).map(readTensor);
  return {
    nodes: bytesIn(graph, 1).map(readNode),
    tensors: new Map(tensors.map((tensor) => [tensor.name, tensor])),
  };
}

function readNode(bytes: Uint8Array): OnnxNode {
  const fields = fieldsOf(bytes);
  return {
    kind: textIn(fields, 4)[0] ?? '',
    inputs: textIn(fields, 1),
    outputs: textIn(fields, 2),
  };
}

function readTensor(bytes: Uint8Array): OnnxTensor {
  const fields = fieldsOf(bytes);
  const name = textIn(fields, 8)[0] ?? '';
  const type = Number(fields.find(({ id }) => id === 2)?.value);
  const raw = bytesIn(fields, 9)[0] ?? new Uint8Array();
  // A copy, so that every type's alignment is right.
  const { buffer } = Uint8Array.from(raw);
  const dims = fields.filter(({ id }) => id === 1).map(({ value }) => Number(value));
  if (type === 1) return { name, dims, data: new Float32Array(buffer) };
  if (type === 2) return { name, dims, data: new Uint8Array(buffer) };
  if (type === 3) return { name, dims, data: new Int8Array(buffer) };
  if (type === 7) return { name, dims, data: new BigInt64Array(buffer) };
  throw new Error(`The tensor ${name} has a type that is not read here (${type}).`);
}

interface Field {
  readonly id: number;
  readonly value: bigint | Uint8Array;
}

/** The fields of a protobuf message: numbers as they are, everything else as bytes. */
function fieldsOf(bytes: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++];
      if (byte === undefined) throw new Error('The ONNX file is cut off.');
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const key = Number(varint());
    const wire = key & 7;
    const length = wire === 2 ? Number(varint()) : wire === 5 ? 4 : 8;
    if (wire === 0) {
      fields.push({ id: key >> 3, value: varint() });
      continue;
    }
    if (at + length > bytes.length) throw new Error('The ONNX file is cut off.');
    fields.push({ id: key >> 3, value: bytes.subarray(at, at + length) });
    at += length;
  }
  return fields;
}

function bytesIn(fields: readonly Field[], id: number): Uint8Array[] {
  return fields.flatMap((field) => (field.id === id && typeof field.value !== 'bigint' ? [field.value] : []));
}

function textIn(fields: readonly Field[], id: number): string[] {
  return bytesIn(fields, id).map((bytes) => Buffer.from(bytes).toString());
}
