import type { Dependency } from './dependency.ts';
import type { ReaderKind } from './readers/reader.ts';
import type { Join } from './resolve/join.ts';

/** What one manifest or lockfile gives to the second step. */
export interface ManifestFacts {
  reader: string;
  readerKind: ReaderKind;
  dependencies: Dependency[];
  join?: Join;
}

/** A manifest after everything that several files say together was worked out. */
export interface ResolvedFile {
  path: string;
  reader: string;
  readerKind: ReaderKind;
  dependencies: Dependency[];
}
