/** Shell scripts as their grammar can read them: it wants `;` in `for arg do`, and nothing behind a backslash that ends the file. */
export function mendedShell(text: string): string {
  return text.replace(loopOverArguments, '$1;').replace(lastContinuation, ' $1');
}

const loopOverArguments = /^([ \t]*for[ \t]+\w{1,60})[ \t](?=[ \t]*do\b)/gm;
const lastContinuation = /\\(\r?\n)$/;
