/** `0_755` as the grammar of Java can read it: an octal number whose first digit has `_` behind it. */
export function mendedJava(text: string): string {
  return text.replace(octalNumber, '00');
}

const octalNumber = /(?<![\w.$])0_(?=[0-7_]{1,40}[lL]?(?![\w.]))/g;
