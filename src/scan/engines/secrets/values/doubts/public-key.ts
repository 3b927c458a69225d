import type { Severity } from '../../../../model/finding.ts';

/** A kind of key that its provider hands out to be seen, as `rules/secrets/public-keys.yaml` has it. */
export interface PublicKey {
  provider: string;
  what: string;
  /** Words of a name in a row, with a blank between them. */
  names?: readonly string[];
  /** None of these words may be in the name. */
  unless?: readonly string[];
  /** An expression over the whole value. */
  value?: string;
}

/** Whether a provider says itself that a key of this name and form is for everybody to see. */
export type PublicKeys = (name: string, value: string) => { limit: Severity; reason: string } | undefined;
