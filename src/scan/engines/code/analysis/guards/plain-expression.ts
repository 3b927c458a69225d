/** A regular expression as it is written: PHP writes them between any two equal characters, and has flags of its own in capitals. */
export function plainExpression(source: string): string {
  const delimited = /^([/#~%@!|])([\s\S]*)\1([a-zA-Z]*)$/.exec(source);
  return delimited ? `/${delimited[2]}/${delimited[3]!.replace(/[A-Z]/g, '')}` : source;
}
