import type { Dependency } from './dependency.ts';
import type { Ecosystem } from './ecosystems.ts';
import type { ReaderKind } from './readers/reader.ts';
import type { Join } from './resolve/join.ts';

/** What one file gives to the second step. */
export type FileFacts = ManifestFacts | ImportFacts;

export interface ManifestFacts {
  kind: 'manifest';
  reader: string;
  readerKind: ReaderKind;
  dependencies: Dependency[];
  join?: Join;
}

/** Which packages code asks for by name; the code engine may give the same, from its own tables. */
export interface ImportFacts {
  kind: 'imports';
  ecosystem: Ecosystem;
  /** As the language names them: `lodash`, `google.cloud`, `golang.org/x/net/html`, `Symfony\Component\Yaml`. */
  imports: string[];
  /** `alias.Name` and `::name` as used, for advisories that name the vulnerable function. */
  symbols?: string[];
}

/** A manifest after everything that several files say together was worked out. */
export interface ResolvedFile {
  path: string;
  reader: string;
  readerKind: ReaderKind;
  dependencies: Dependency[];
}
