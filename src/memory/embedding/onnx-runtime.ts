/** The part of onnxruntime-node that is used. Whoever wants it installs it; its own types are not there otherwise. */
export interface OnnxRuntime {
  InferenceSession: {
    create(model: Uint8Array, options: Record<string, unknown>): Promise<OnnxSession>;
  };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => OnnxTensor;
}

export interface OnnxSession {
  readonly inputNames: readonly string[];
  run(inputs: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor>>;
  release(): Promise<void>;
}

export interface OnnxTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
  dispose(): void;
}

// Not written where it is imported: compilers and bundlers would want to find it.
const packageName = 'onnxruntime-node';

/** Loaded on demand: Lorekeep needs it only for models in ONNX, or where somebody asked for it. */
export async function loadOnnxRuntime(): Promise<OnnxRuntime> {
  try {
    const loaded = (await import(packageName)) as OnnxRuntime & { default?: OnnxRuntime };
    return loaded.default ?? loaded;
  } catch (cause) {
    throw new Error(
      'The ONNX runtime cannot be loaded. Install it next to Lorekeep with "npm install --no-save onnxruntime-node@1.30.0", ' +
        'or use the model that comes with Lorekeep (LOREKEEP_EMBEDDING_RUNTIME=wasm, no LOREKEEP_EMBEDDING_MODEL_MANIFEST).',
      { cause },
    );
  }
}
