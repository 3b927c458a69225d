/** A regular expression of a rule; `(?i)` in front makes it blind to case. */
export function ruleExpression(text: string): RegExp {
  return text.startsWith('(?i)') ? new RegExp(text.slice(4), 'i') : new RegExp(text);
}
