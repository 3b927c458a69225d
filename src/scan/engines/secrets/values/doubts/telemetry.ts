import { wordsOf } from '../assignment-name.ts';
import type { Doubt } from '../surroundings.ts';

/** A token in a class, a module or a call for telemetry: every copy of the program reports its use with it. */
export function doubtOfTelemetry(name: string, before: string): Doubt | undefined {
  const declared = before.match(declaration)?.at(-1) ?? '';
  return [name, declared, ...openLines(before.slice(-2000))].some(isOfTelemetry)
    ? { limit: 'medium', reason: 'every copy of the program reports its use with it' }
    : undefined;
}

function isOfTelemetry(text: string): boolean {
  return wordsOf(text).some((word) => telemetry.has(word));
}

/** `telemetry := metrics.New(options{`: what the lines say in front of the brackets that are still open. */
function openLines(before: string): string[] {
  const lines: string[] = [];
  let closed = 0;
  for (let at = before.length - 1; at >= 0 && lines.length < maxLines; at--) {
    const sign = before.charCodeAt(at);
    if (sign === 0x7d || sign === 0x29) closed++;
    else if ((sign === 0x7b || sign === 0x28) && closed-- === 0) {
      closed = 0;
      lines.push(before.slice(Math.max(before.lastIndexOf('\n', at) + 1, at - maxLine), at));
    }
  }
  return lines;
}

const maxLines = 3;
const maxLine = 160;

const declaration =
  /^[ \t]*(?:(?:export|default|public|internal|private|final|abstract|static|sealed) +){0,4}(?:class|module|namespace|object|struct|enum) +[A-Za-z_]\w{0,80}/gm;
const telemetry = new Set(['analytics', 'telemetry']);
