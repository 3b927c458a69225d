/**
 * A function of which nothing is known may give anything for what goes in: a text that it made of it, or something that it found by it. Only the first does
 * the harm that went in, so that what comes out counts as data that has passed a check of that name. What a name says about texts and collections is taken
 * at its word.
 */
export function unknownEffect(name: string): string | undefined {
  return name === '' || handsOn.test(name) ? undefined : effectOf(name);
}

/** How a function that data went through is named where a check is. */
export function effectOf(name: string): string {
  return `${name}()`;
}

/** Whether a check is no test of the data but a function that data went through. */
export function isEffect(check: string): boolean {
  return check.endsWith('()');
}

const handsOn =
  /trim|strip|lower|upper|case|decode|encode|escape|format|concat|join|append|replace|sub|slice|split|text|string|str$|value|parse|^(?:of|to|as|from|wrap)|sort|reverse|list|array|map|merge|assign|copy|clone|extend|uniq|flat|bytes|buffer|json|yaml|render|html|url|uri|print|then|resolve|bind|apply|call/i;
