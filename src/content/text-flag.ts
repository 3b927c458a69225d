/** Something in a text, in UTF-16 units, end exclusive. */
export interface TextFlag {
  kind: 'secrets' | 'instructions' | 'hidden' | 'pii';
  ruleId: string;
  start: number;
  end: number;
}

/** A part of a text and the rule that found it. */
export interface Found {
  ruleId: string;
  start: number;
  end: number;
}
