import type { ManifestFacts } from '../facts.ts';

/** A file of the repository with what its reader made of it. */
export type ManifestFile = { path: string; facts: ManifestFacts };
