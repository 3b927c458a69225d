import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readableScripts } from './calibration.ts';

/** A file next to the manifest, with its checksum. */
export const modelFile = z.strictObject({
  path: z.string().min(1),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

const share = z.number().min(0).max(1);

const relevanceOdds = z.strictObject({
  meaning: z.number(),
  words: z.number(),
  wordsPower: z.number().min(1).max(4).optional(),
  bias: z.number(),
});

const manifestSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,63}$/),
  /** `encoder`: weights for our own runtime; `onnx`: a model for onnxruntime; `table`: a vector for each word piece. */
  kind: z.enum(['encoder', 'onnx', 'table']),
  dims: z.int().min(8).max(4096),
  maxTokens: z.int().min(16).max(8192),
  /** Rows of a table that stand for two adjacent pieces. */
  pairs: z.int().min(0).default(0),
  model: modelFile,
  /** The manifest of another model whose table of word pieces this one shares. */
  wordsOf: z.string().min(1).optional(),
  /** The same model in ONNX, for those who install onnxruntime. */
  onnx: modelFile.optional(),
  tokenizer: modelFile,
  /** Words that mean nearly the same, which the odds of relevance count. */
  nearWords: modelFile.optional(),
  calibration: z.strictObject({
    points: z
      .array(z.tuple([z.number().min(-1).max(1), z.number().min(0).max(1)]))
      .min(2)
      .refine((points) => points.every((point, i) => i === 0 || rises(points[i - 1]!, point)), 'must rise'),
    meaningWeight: z
      .strictObject({
        prose: share,
        code: share,
        otherWords: share,
        notLatin: share.optional(),
        acrossLanguages: share.optional(),
      })
      .default({ prose: 0.48, code: 0.95, otherWords: 1 }),
    scripts: z.array(z.enum(readableScripts)).min(1).optional(),
    relevance: relevanceOdds.extend({ acrossLanguages: relevanceOdds.optional() }).optional(),
  }),
  licence: z.string().min(1),
  origin: z.string().min(1),
  notice: z.string().min(1),
});

export type ModelManifest = z.output<typeof manifestSchema>;

/** Reads the description of a model: what it is, where it comes from, under which licence, and how its cosines become scores. */
export async function readManifest(path: string): Promise<ModelManifest> {
  return parseManifest(await readFile(path, 'utf8'));
}

export function parseManifest(json: string): ModelManifest {
  return manifestSchema.parse(JSON.parse(json));
}

/** A file of the model, checked against the manifest: a model that was cut off or swapped would quietly give wrong vectors. */
export async function readModelFile(
  manifestPath: string,
  { path, sha256 }: { path: string; sha256: string },
): Promise<Buffer> {
  const bytes = await readFile(join(dirname(manifestPath), path));
  const found = createHash('sha256').update(bytes).digest('hex');
  if (found !== sha256) throw new Error(`${path} is not the file that its manifest names (sha256 ${found}).`);
  return bytes;
}

function rises(a: readonly [number, number], b: readonly [number, number]): boolean {
  return b[0] > a[0] && b[1] >= a[1];
}
