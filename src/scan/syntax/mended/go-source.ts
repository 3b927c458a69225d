/**
 * `new(f(x))` as the grammar of Go can read it: it knows `new` with a type alone, and Go 1.26 takes a value as well. Written as a name of the same length that is no keyword of the
 * grammar, it is a call with a value; its name is read from the file, not from here.
 */
export function mendedGo(text: string): string {
  return text.replace(newCall, (call, at: number) =>
    isTypeAlone(text, at + call.length) ? call : call.replace('new', 'neu'),
  );
}

/** What the brackets from here on hold is a type: a name, a list, a map, or another form that only types have. */
function isTypeAlone(text: string, start: number): boolean {
  const end = closing(text, start);
  if (end < 0) return true;
  const inside = text.slice(start, end).trim();
  return plainType.test(inside) || (formOfTypes.test(inside) && !/\}$/.test(inside.replace(emptyBody, '')));
}

/** Where the bracket that is open here is closed; -1 where that is too far away. */
function closing(text: string, start: number): number {
  const last = Math.min(text.length, start + maxLength);
  let depth = 1;
  for (let at = start; at < last; at++) {
    const char = text[at];
    if (char === '(') depth++;
    else if (char === ')' && --depth === 0) return at;
  }
  return -1;
}

const newCall = /(?<![\w.])new\(/g;
const plainType = /^(?:\*|\[\w{0,20}\])*[A-Za-z_][\w.]*(?:\[[\w.,*[\] ]*\])?$/;
const formOfTypes = /^(?:\*|\[\w{0,20}\])*(?:map\[|chan\b|<-|func\b|struct\b|interface\b)/;
const emptyBody = /(?:struct|interface)\s*\{[^{}]*\}$/;
const maxLength = 400;
