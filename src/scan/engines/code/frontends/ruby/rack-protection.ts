/**
 * Whether the file is a program of Sinatra that leaves rack-protection as it is: `..` is taken out of the path of a request, in each way of writing it, before
 * a route is looked for.
 */
export function cleansPaths(text: string): boolean {
  return text.includes('inatra') && isSinatra.test(text) && !isSwitchedOff.test(text);
}

const isSinatra =
  /^[ \t]*require[ (]+['"]sinatra(?:\/base)?['"]|<[ \t]*(?:::)?Sinatra::(?:Base|Application)\b/m;
const isSwitchedOff =
  /\bdisable[ (]+:protection\b|\bset[ (]+:protection[ ,]+(?:false\b|[^\n]{0,200}path_traversal)|\bprotection(?::|[ ]*=>)[ ]*(?:false\b|[^\n]{0,200}path_traversal)/;
