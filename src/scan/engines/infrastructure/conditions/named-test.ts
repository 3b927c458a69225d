import type { Evidence, PathValues, Verdict } from './path-values.ts';

export type TestArgument = PathValues | string | number | boolean;
/** A test that knows the exact place of what it found says so. */
export type NamedTest = (args: readonly TestArgument[]) => Verdict | { places: Evidence[] };
