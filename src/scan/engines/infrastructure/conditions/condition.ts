/**
 * The language in which rules say what is wrong, over a normalised document:
 *
 *     acl in ["public-read", "public-read-write"] and not exists website
 *     any(ingress: world(cidr_blocks) and portOpen(from_port, to_port, 22))
 *
 * A path such as `a.b.c` goes through lists by itself and stands for every value it finds; `==`, `in`, `contains` and `matches`
 * hold when some value fits, their negations when none does. `missing` also covers null and emptiness. What cannot be known is
 * neither true nor false, and a rule speaks only when its condition is certainly true.
 */
export type Condition =
  | { kind: 'and' | 'or'; parts: Condition[] }
  | { kind: 'not'; part: Condition }
  | { kind: 'any' | 'every'; path: Path; part: Condition }
  | { kind: 'exists' | 'missing'; path: Path }
  | { kind: 'truth'; path: Path; wanted: boolean }
  | { kind: 'compare'; path: Path; counted: boolean; operator: '<' | '<=' | '>' | '>='; number: number }
  | { kind: 'equals'; path: Path; values: string[] }
  | { kind: 'contains'; path: Path; text: string }
  | { kind: 'matches'; path: Path; pattern: RegExp }
  | { kind: 'test'; name: string; args: Array<Path | Literal> };

export interface Path {
  /** `$pod` and the like start from a document around this one. */
  root: string | undefined;
  /** `*` stands for every key. */
  keys: string[];
}

export type Literal = { literal: string | number | boolean };
