import type { LicencePolicy } from '../../model/licence-policy.ts';
import type { AdvisoryIndex } from './advisories/advisory-index.ts';

export interface DependenciesEngineOptions {
  /** Absent or empty: dependencies are listed, none is checked, and the result says so. */
  advisories?: AdvisoryIndex | undefined;
  licencePolicy?: LicencePolicy;
  /** No other engine tells what files import: this one reads it itself, by the same readers. */
  readsImports?: boolean;
}
