/** A regular expression of a rule; `(?i)` in front makes it blind to case. */
export function ruleExpression(text: string): RegExp {
  // Once in a few runs the engine forgot the modifier of such a group after a while, and the rule found nothing any more.
  if (/\(\?[a-z-]+:/.test(text))
    throw new Error(`Write letters of both cases instead of an inline modifier: ${text}`);
  return text.startsWith('(?i)') ? new RegExp(text.slice(4), 'i') : new RegExp(text);
}
