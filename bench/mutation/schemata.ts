import type { Mutant } from './mutants.ts';

/** A mutant with its place in the list: what it is switched on by. */
export type Numbered = Mutant & { id: number };

/**
 * A file with all its mutants in it, each behind a switch that is off: `a < b` becomes `(__mutant(7)?a <= b:a < b)`. So one process, which has loaded everything
 * once, can try them one after another, and knows which of them a test has come by. Where one is inside another, the outer one's changed form has the inner one as it
 * was: only one is on at a time.
 */
export function withMutants(text: string, mutants: readonly Numbered[]): string {
  const sorted = [...mutants].sort(
    (a, b) => a.expression.start - b.expression.start || b.expression.end - a.expression.end || a.id - b.id,
  );
  let next = 0;
  const write = (from: number, to: number): string => {
    let written = '';
    let at = from;
    for (let mutant = sorted[next]; mutant && mutant.expression.start < to; mutant = sorted[next]) {
      next++;
      const { start, end, key } = mutant.expression;
      written += text.slice(at, start);
      const [left, right] = [text.slice(start, mutant.start), text.slice(mutant.end, end)];
      // In brackets, because `??` and `&&` cannot be next to each other without.
      const between = /^[-+*]$|[&|?=<>]/.test(mutant.was) && !/^[-+]=$/.test(mutant.was) && left && right;
      const changed = between ? `(${left})${mutant.by}(${right})` : left + mutant.by + right;
      const either = `(__mutant(${mutant.id})?${changed}:${write(start, end)})`;
      written += key ? `[${either}]` : either;
      at = end;
    }
    return written + text.slice(at, to);
  };
  const body = write(0, text.length);
  const shebang = /^#!.*\n/.exec(body)?.[0] ?? '';
  // On the first line, so that lines keep their numbers.
  return shebang + preamble + body.slice(shebang.length);
}

/**
 * The switch. In the process of the tests it counts which mutants were reached; in every other process or thread that a test starts it notes that in a file.
 * A mutant that is reached far more often than it was without it runs in circles.
 */
const preamble = [
  'const __mutant=globalThis.__mutant??=(()=>{',
  'const state=globalThis.__mutants??={active:Number(process.env.LOREKEEP_MUTANT??-1),counts:[],reached:[],limit:Infinity,own:false};',
  "const note=(id)=>{const to=process.env.LOREKEEP_MUTANTS_SEEN;if(to)process.getBuiltinModule('node:fs').appendFileSync(to,id+'\\n');};",
  'return(id)=>{const count=state.counts[id]=(state.counts[id]??0)+1;',
  'if(count===1){if(state.own)state.reached.push(id);else note(id);}',
  "if(id!==state.active)return false;if(count>state.limit)throw new Error('mutant runs in circles');return true;};})();",
].join('');
