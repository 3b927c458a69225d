/** `$$"{ \"$id\": … }"` as the grammar of Kotlin can read it: the dollars in front, which say what begins a template, become blanks. */
export function mendedKotlin(text: string): string {
  return text.replace(dollars, (signs) => ' '.repeat(signs.length));
}

const dollars = /(?<![\w$"])\${2,8}(?=")/g;
