import { mendedCsharp } from './mended/csharp-source.ts';
import { mendedGo } from './mended/go-source.ts';
import { mendedHeader } from './mended/header-source.ts';
import { mendedJava } from './mended/java-source.ts';
import { mendedKotlin } from './mended/kotlin-strings.ts';
import { mendedPhp } from './mended/php-source.ts';
import { mendedPython } from './mended/python-source.ts';
import { mendedScript } from './mended/script-source.ts';
import { mendedShell } from './mended/shell-source.ts';

/**
 * A text that its grammar did not understand, with what the grammar is known not to understand written otherwise: of the same length, but for an end of the last line, which some grammars
 * want. Undefined where nothing of it is known; whether it helps is seen by parsing it.
 */
export function mendedSource(language: string, text: string): string | undefined {
  const mended = endLastLine(byLanguage.get(language)?.(text) ?? text);
  return mended === text ? undefined : mended;
}

const byLanguage = new Map<string, (text: string) => string>([
  ['go', mendedGo],
  ['javascript', mendedScript],
  ['typescript', mendedScript],
  ['tsx', mendedScript],
  ['java', mendedJava],
  ['kotlin', mendedKotlin],
  ['php', mendedPhp],
  ['python', mendedPython],
  ['bash', mendedShell],
  ['c', mendedHeader],
  ['csharp', mendedCsharp],
]);

function endLastLine(text: string): string {
  return text.endsWith('\n') ? text : `${text}\n`;
}
