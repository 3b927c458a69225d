import type { Calibration } from './calibration.ts';

/** Some models embed a question and the text that answers it differently. */
export type EmbedKind = 'query' | 'document';

export interface EmbedOptions {
  /** Tenants take turns, so that one tenant's import does not hold up the others. */
  tenant?: string;
  signal?: AbortSignal;
}

/** Where a passage is in its content, in UTF-16 units, end exclusive. */
export interface PassageRange {
  start: number;
  end: number;
}

/** Turns text into vectors whose dot product is a cosine. */
export interface Embedder {
  /** The model's id, stored with every vector: vectors of two models are never compared. */
  readonly id: string;
  readonly dims: number;
  readonly calibration: Calibration;
  /** Vectors of length 1, in the order of the texts. Throws `embedding_unavailable` when the model cannot answer. */
  embed(texts: readonly string[], kind: EmbedKind, options?: EmbedOptions): Promise<Float32Array[]>;
  /** Whether the windows of passages are embedded as well: a model that runs here costs time alone, a server also what it charges. */
  readonly embedsWindows?: boolean;
  /** What a text takes of a budget: never so few that a long text seems short. */
  countTokens(text: string): number;
  /** Overlapping passages on sentence borders, short enough for the model; every character is in at least one. */
  split(content: string): PassageRange[];
  close(): Promise<void>;
}
